"""`--class`: the class that the reader names decides the exit code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from transformers.models.auto import modeling_auto

from inspector.checks_class import AUTO_PREFIX
from inspector.command import inspect, main
from inspector.families import read_families
from inspector.messages import read_messages

from .conftest import DECODER, DECODER_BIAS, FAMILIES, WORDS
from .test_findings import STRANGE, missing

Edited = Callable[..., Path]


@pytest.mark.parametrize("name", [name for name in FAMILIES if name not in STRANGE])
def test_it_fails_where_transformers_makes_anything_new(zoo: Path, name: str) -> None:
    for fit in inspect(str(zoo / name)).classes:
        report = inspect(str(zoo / name), class_name=fit.name)
        lost = missing(zoo / name, fit.name)
        assert report.failed == bool(lost or fit.misfits), f"{fit.name}: {lost}"
        assert report.classes[0].name == fit.name
        assert report.findings[0].name.startswith("class_asked_")


def test_a_finding_about_another_class_does_not_count(edited: Edited, capsys: pytest.CaptureFixture[str]) -> None:
    untied = str(edited(config={"tie_word_embeddings": False}))  # its decoder and its bias are lost
    assert main([untied]) == 1
    assert main([untied, "--class", "BertModel"]) == 0
    assert main([untied, "--class", "BertForMaskedLM"]) == 1
    capsys.readouterr()
    assert main([untied, "--class", "BertModel", "--format", "json"]) == 0
    content = json.loads(capsys.readouterr().out)
    problems = {one["name"]: one["counts"] for one in content["findings"] if one["level"] == "problem"}
    assert problems == {"bias_lost": False, "decoder_random": False, "class_incomplete": False}
    assert (content["level"], content["failed"], content["asked"]) == ("problem", False, "BertModel")


def nan(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    tensors["bert.encoder.layer.1.output.dense.weight"][0, 0] = float("nan")
    return tensors


def labels(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {**tensors, "classifier.weight": torch.randn(5, 32), "classifier.bias": torch.randn(5)}


LABELLED = {"architectures": ["BertForSequenceClassification"]}
FIVE = {**LABELLED, "id2label": {str(one): str(one) for one in range(5)}}
SAYS: list[tuple[str, Any, dict[str, Any], str, bool]] = [  # what, the change, the configuration, the class, fails
    ("NaN counts for every class", nan, {}, "BertModel", True),
    ("layers count for every class", dict, {"num_hidden_layers": 5}, "BertModel", True),
    ("sizes count for a class that has them", dict, {"vocab_size": 700}, "BertModel", True),
    ("labels count for a class that has them", labels, LABELLED, "BertForSequenceClassification", True),
    ("labels count for no other class", labels, LABELLED, "BertForPreTraining", False),
    ("a broken tie counts for a head", lambda t: {**t, DECODER: t[WORDS] + 1}, {}, "BertForMaskedLM", True),
    ("a broken tie counts for no encoder", lambda t: {**t, DECODER: t[WORDS] + 1}, {}, "BertModel", False),
    ("a pad token counts for every class", dict, {"pad_token_id": 9999}, "BertModel", True),
    ("a wrapper counts for every class", lambda t: {f"module.{k}": v for k, v in t.items()}, {}, "BertModel", True),
    ("a count that config.json does not say", dict, {"num_hidden_layers": None}, "BertModel", True),
    ("an Auto class goes by model_type", dict, {"model_type": "ernie"}, "AutoModel", True),
    ("the class itself does not", dict, {"model_type": "ernie"}, "BertModel", False),
    ("nothing is wrong", dict, {}, "BertForPreTraining", False),
    ("a task layer that is not there counts", dict, {}, "BertForTokenClassification", True),
    ("a task layer that is there is fine", labels, FIVE, "BertForSequenceClassification", False),
]


@pytest.mark.parametrize(("change", "config", "name", "fails"), [one[1:] for one in SAYS], ids=[one[0] for one in SAYS])
def test_what_counts(edited: Edited, change: Any, config: dict[str, Any], name: str, fails: bool) -> None:
    folder = edited(change, config)
    assert inspect(str(folder), class_name=name).failed == fails


def test_a_class_that_cannot_be_judged_fails(edited: Edited, zoo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("RobertaForMaskedLM", "BertForEverything", "AutoModelForEverything", "bertmodel", "Auto", "\x1b[31m"):
        found = inspect(str(edited()), class_name=name).findings[0]
        assert (found.name, found.level) == ("class_not_judged", "problem")
    assert inspect(str(zoo / "llama"), class_name="LlamaForCausalLM").findings[0].name == "class_not_judged_at_all"
    assert main([str(edited()), "--class", "BertForEverything"]) == 1
    assert "BertForPreTraining" in capsys.readouterr().out


def auto_classes() -> list[tuple[str, str, str]]:
    """Auto class, family and class, for what both transformers and the families know."""
    found = []
    for name in sorted(vars(modeling_auto)):
        mapping = getattr(getattr(modeling_auto, name), "_model_mapping", None)
        if mapping is None or not name.startswith(AUTO_PREFIX):
            continue
        for family in read_families():
            class_name = mapping._model_mapping.get(family.model_type)
            if isinstance(class_name, str) and class_name.removeprefix(family.name) in family.class_endings:
                found.append((name, family.model_type, class_name))
    return found


def test_auto_classes_stand_for_what_transformers_takes(zoo: Path) -> None:
    reports = {
        inspect(str(zoo / name)).family: zoo / name for name in FAMILIES if name not in (*STRANGE, "xlm-roberta")
    }
    judged = 0
    for name, family, class_name in auto_classes():
        shown = inspect(str(reports[family]), class_name=name)
        if shown.findings[0].name == "class_not_judged":  # the Auto class is called otherwise than the class
            assert not class_name.endswith(name.removeprefix(AUTO_PREFIX)), (name, family)
        else:
            assert shown.classes[0].name == class_name, (name, family)
            judged += 1
    assert judged > 60


def test_an_archive_and_a_tensorflow_checkpoint_are_read_by_no_class(styles: Path) -> None:
    archive = str(styles / "archive-2018")
    assert inspect(archive, class_name="BertForPreTraining").findings[0].name == "class_reads_no_such_form"
    assert not inspect(archive).failed
    with pytest.raises(OSError, match=r"no file named model\.safetensors"):
        transformers.BertForPreTraining.from_pretrained(archive)


def test_each_finding_says_what_it_is_about() -> None:
    about = {name: entry.get("about", "file") for name, entry in read_messages().findings.items()}
    assert set(about.values()) == {"file", "head", "class"}
    assert all((what == "head") == name.startswith(("decoder_", "bias_")) for name, what in about.items())


@pytest.mark.parametrize("form", ["safetensors", "zip", "legacy"])
@pytest.mark.parametrize("apart", [False, True], ids=["one storage", "copies"])
@pytest.mark.parametrize("tied", [False, True], ids=["untied", "tied"])
def test_what_is_said_of_two_equal_matrices_is_how_they_are_loaded(
    edited: Edited, form: str, apart: bool, tied: bool
) -> None:
    def both(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        more = {DECODER: tensors[WORDS], DECODER_BIAS: tensors["cls.predictions.bias"]}
        return {**tensors, **{key: one.clone() if apart else one for key, one in more.items()}}

    folder = edited(both, {"tie_word_embeddings": tied}, form)
    names = {one.name for one in inspect(str(folder)).findings}
    model = transformers.BertForPreTraining.from_pretrained(folder)
    words, decoder = model.get_input_embeddings().weight, model.get_output_embeddings().weight
    expected = "decoder_equal" if tied else "decoder_equal_untied"
    if not tied and words.data_ptr() == decoder.data_ptr():
        expected = "decoder_shared_untied"
    assert expected in names
    assert (words is decoder) == tied
    assert ("stored_twice" in names) == (tied and (apart or form == "safetensors"))
