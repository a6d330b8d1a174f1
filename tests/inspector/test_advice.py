"""What a finding advises is done, and the model saved and loaded again: the problem is gone, the outputs are right."""

from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from transformers import BertForPreTraining

from inspector.command import inspect

from .conftest import BIAS, DECODER, DECODER_BIAS, WORDS

Tensors = dict[str, torch.Tensor]
IDS = torch.tensor([[2, 5, 7, 3]])
UNTIED = {"tie_word_embeddings": False}


@pytest.fixture
def model(edited: Callable[..., Path]) -> BertForPreTraining:
    """What each file below was made from, with a bias that can be lost."""
    loaded = BertForPreTraining.from_pretrained(edited())
    torch.nn.init.normal_(loaded.cls.predictions.bias)
    return loaded.eval()


def both_names(tensors: Tensors) -> Tensors:
    return {**tensors, DECODER: tensors[WORDS], DECODER_BIAS: tensors[BIAS]}


def in_2018(tensors: Tensors) -> Tensors:
    return {k.replace("Norm.weight", "Norm.gamma").replace("Norm.bias", "Norm.beta"): v for k, v in tensors.items()}


def clones(folder: Path) -> BertForPreTraining:
    """Load the model, give the decoder clones of matrix and bias."""
    loaded = BertForPreTraining.from_pretrained(folder)
    decoder = loaded.get_output_embeddings()
    decoder.weight = torch.nn.Parameter(decoder.weight.detach().clone())
    decoder.bias = torch.nn.Parameter(decoder.bias.detach().clone())
    return loaded


def fresh_values(folder: Path) -> BertForPreTraining:
    """Copy the values into a fresh model."""
    loaded = BertForPreTraining.from_pretrained(folder)
    fresh = BertForPreTraining(loaded.config)
    fresh.load_state_dict(loaded.state_dict())
    return fresh


def as_it_is(folder: Path) -> BertForPreTraining:
    return BertForPreTraining.from_pretrained(folder)


def nothing(tensors: Tensors) -> Tensors:
    return tensors


# The finding, the file, its configuration and form; what is done: to the tensors, to the configuration, by a model
ADVICE = [
    ("decoder_random", nothing, UNTIED, "safetensors", nothing, {"tie_word_embeddings": True}, as_it_is),
    ("decoder_shared_untied", both_names, UNTIED, "zip", nothing, {"tie_word_embeddings": True}, as_it_is),
    ("decoder_shared_untied", both_names, UNTIED, "zip", nothing, {}, clones),
    ("bias_shared_untied", both_names, UNTIED, "legacy", nothing, {}, clones),
    ("bias_lost", lambda t: {**t, DECODER: t[WORDS]}, UNTIED, "safetensors",
     lambda t: {**t, DECODER_BIAS: t[BIAS]}, {}, as_it_is),
    ("bias_untied_zero",
     lambda t: {**t, DECODER: t[WORDS] * 2, DECODER_BIAS: torch.zeros_like(t[BIAS])}, UNTIED, "zip",
     lambda t: {k: v for k, v in t.items() if k not in (DECODER, DECODER_BIAS)}, {"tie_word_embeddings": True},
     as_it_is),
    ("bias_newer_name", lambda t: {DECODER_BIAS if k == BIAS else k: v for k, v in t.items()}, {}, "safetensors",
     lambda t: {BIAS if k == DECODER_BIAS else k: v for k, v in t.items()}, {}, as_it_is),
    ("decoder_differs", lambda t: {**t, DECODER: t[WORDS] * 2}, {}, "safetensors",
     lambda t: {k: v for k, v in t.items() if k != DECODER}, {}, as_it_is),
    ("stored_twice", lambda t: {**t, DECODER: t[WORDS]}, {}, "safetensors", nothing, {}, as_it_is),
    ("prefix_unknown", lambda t: {f"module.{k}": v for k, v in t.items()}, {}, "safetensors",
     lambda t: {k.removeprefix("module."): v for k, v in t.items()}, {}, as_it_is),
    ("inside_another_dict", lambda t: {"model": t}, {}, "zip", lambda t: t["model"], {}, as_it_is),
    ("names_of_2018", in_2018, {}, "safetensors", nothing, {}, fresh_values),
]  # fmt: skip


@pytest.mark.parametrize(("finding", "change", "config", "form", "mend", "set_to", "load"), ADVICE)
def test_advice_is_right_to_its_end(
    edited: Callable[..., Path],
    model: BertForPreTraining,
    tmp_path: Path,
    finding: str,
    change: Callable[[Tensors], Tensors],
    config: dict[str, bool],
    form: str,
    mend: Callable[[Tensors], Tensors],
    set_to: dict[str, bool],
    load: Callable[[Path], BertForPreTraining],
) -> None:
    def found(folder: Path) -> set[str]:
        return {one.name for one in inspect(str(folder)).findings if one.level != "fine"}

    def of_the_model(_: Tensors) -> Tensors:
        kept = model.state_dict()
        return {key: kept[key] for key in kept if key not in (DECODER, DECODER_BIAS)}

    for file in tmp_path.iterdir():
        file.unlink()
    folder = edited(lambda t: change(of_the_model(t)), config, form)
    assert finding in found(folder)
    written = next(one for one in folder.iterdir() if one.name.startswith(("model", "pytorch")))
    tensors = load_file(written) if form == "safetensors" else torch.load(written)
    written.unlink()
    mended = load(edited(lambda _: mend(tensors), {**config, **set_to}, form)).eval()
    again = tmp_path / "again"
    mended.save_pretrained(again)
    assert finding not in found(again)
    for one in (mended, BertForPreTraining.from_pretrained(again).eval()):
        for mine, its in zip(one(IDS)[:2], model(IDS)[:2], strict=True):
            assert torch.allclose(mine, its, atol=1e-5)
