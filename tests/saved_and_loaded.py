"""What becomes of a recipe's models when they are saved and loaded again: advice is run to its end."""

import tempfile
from typing import Any


def lost(found: dict[str, Any]) -> list[str]:
    """One line for each transformers model among a program's variables that is another after saving and loading.

    Each is saved with `save_pretrained`, loaded with its own class and no other option, and gives its outputs again. A
    part of another model is left out, and so is what a name with an underscore says that nobody needs.
    """
    from transformers import PreTrainedModel

    models = {name: one for name, one in found.items() if isinstance(one, PreTrainedModel) and not name.startswith("_")}
    parts = {id(part) for one in models.values() for part in one.modules() if part is not one}
    whole = {id(one): (name, one) for name, one in models.items() if id(one) not in parts}
    return [f"{name}: {problem}" for name, one in whole.values() if (problem := _lost(one))]


def _lost(model: Any) -> str:
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        loaded, report = type(model).from_pretrained(folder, output_loading_info=True)
    if report["missing_keys"] or report["mismatched_keys"]:
        return f"saved and loaded, it misses {sorted(report['missing_keys'])} {sorted(report['mismatched_keys'])}"
    before, after = _outputs(model), _outputs(loaded)
    moved = {name: (before[name] - after[name]).abs().max().item() for name in before}
    far = {name: how_far for name, how_far in moved.items() if not how_far < 1e-4}  # also where it is not a number
    return f"saved and loaded, it gives other outputs: {far}" if far or not moved else ""


def _outputs(model: Any) -> dict[str, Any]:
    import torch

    if type(model).forward is torch.nn.Module.forward:  # it computes nothing: then its values are what counts
        return dict(model.state_dict())
    ids = torch.tensor([[2, 5, 7, 3]]) % model.config.vocab_size
    ids = ids[None] if type(model).__name__.endswith("ForMultipleChoice") else ids
    with torch.no_grad():
        outputs = model.eval()(ids)
    return {name: one for name, one in outputs.items() if isinstance(one, torch.Tensor)}
