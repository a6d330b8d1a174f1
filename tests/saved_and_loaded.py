"""Check that models survive saving and loading. Tests append this file to the programs that the site advises."""

import tempfile
from typing import Any


def save_problems(variables: dict[str, Any]) -> list[str]:
    """Return a line for each model among a program's variables that differs after saving and loading.

    Each is loaded with its own class and no options, and must give the same outputs. Parts of another model and names
    that begin with an underscore are not tested.
    """
    from transformers import PreTrainedModel

    models = {
        name: value
        for name, value in variables.items()
        if isinstance(value, PreTrainedModel) and not name.startswith("_")
    }
    parts = {id(part) for model in models.values() for part in model.modules() if part is not model}
    complete = {id(model): (name, model) for name, model in models.items() if id(model) not in parts}
    return [f"{name}: {problem}" for name, model in complete.values() if (problem := _problem(model))]


def _problem(model: Any) -> str:
    """Save and load a model. Say what differs, or return ""."""
    with tempfile.TemporaryDirectory() as folder:
        model.save_pretrained(folder)
        loaded, report = type(model).from_pretrained(folder, output_loading_info=True)
    if report["missing_keys"] or report["mismatched_keys"]:
        return f"saved and loaded, it misses {sorted(report['missing_keys'])} {sorted(report['mismatched_keys'])}"
    before, after = _outputs(model), _outputs(loaded)
    differences = {name: (before[name] - after[name]).abs().max().item() for name in before}
    large = {name: size for name, size in differences.items() if not size < 1e-4}  # `not <`, so that NaN counts
    return f"saved and loaded, it gives other outputs: {large}" if large or not differences else ""


def _outputs(model: Any) -> dict[str, Any]:
    """Return the tensors that a model outputs for four tokens; its state dict if it has no `forward`."""
    import torch

    if type(model).forward is torch.nn.Module.forward:
        return dict(model.state_dict())
    ids = torch.tensor([[2, 5, 7, 3]]) % model.config.vocab_size
    ids = ids[None] if type(model).__name__.endswith("ForMultipleChoice") else ids
    with torch.no_grad():
        outputs = model.eval()(ids)
    return {name: output for name, output in outputs.items() if isinstance(output, torch.Tensor)}
