"""Checkpoints that are more or less than one file of weights: adapters, SentenceTransformers, other programs' files."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from inspector.command import inspect, main
from inspector.data import Report, Unreadable
from inspector.find import FOREIGN_FORMS

from .conftest import BIAS, DECODER, WORDS
from .test_command import as_tensorflow, write_tensorflow

Edited = Callable[..., Path]


def what(report: Report, name: str) -> str:
    return next((one.what for one in report.findings if one.name == name), "")


# TensorFlow


def test_a_tensorflow_checkpoint_without_its_data_is_a_problem(zoo: Path, tmp_path: Path) -> None:
    path = write_tensorflow(tmp_path, as_tensorflow(load_file(zoo / "bert" / "model.safetensors")))
    (tmp_path / "config.json").write_bytes((zoo / "bert" / "config.json").read_bytes())
    assert not inspect(str(path)).failed
    (tmp_path / "bert_model.ckpt.data-00000-of-00001").unlink()
    report = inspect(str(path))
    assert [one.name for one in report.findings if one.level == "problem"] == ["data_missing"]
    assert "bert_model.ckpt.data-00000-of-00001" in what(report, "data_missing")
    assert {(one.level, one.verdict) for one in report.classes} == {("problem", "its numbers are not there")}
    assert not {"encoder_whole", "class_whole", "decoder_equal"} & {one.name for one in report.findings}
    assert main([str(path)]) == 1


# SentenceTransformers

MODULES = [
    {"idx": 0, "name": "0", "path": "0_Transformer", "type": "sentence_transformers.models.Transformer"},
    {"idx": 1, "name": "1", "path": "1_Pooling", "type": "sentence_transformers.models.Pooling"},
    {"idx": 2, "name": "2", "path": "2_Normalize", "type": "sentence_transformers.models.Normalize"},
]
POOLINGS: list[tuple[Any, str]] = [
    ({"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": False}, "Pooling (mean)"),
    ({"pooling_mode_mean_tokens": False, "pooling_mode_cls_token": True}, "Pooling (cls)"),
    ({"pooling_mode_mean_tokens": True, "pooling_mode_max_tokens": True}, "Pooling (mean + max)"),
    ({"pooling_mode": "mean", "embedding_dimension": 384}, "Pooling (mean)"),
    ({"pooling_mode": ["cls", "max"]}, "Pooling (cls + max)"),
    ({"pooling_mode": None}, "Pooling"),
    ({"pooling_mode": [None, 3, ""]}, "Pooling"),
    ({}, "Pooling"),
    (None, "Pooling"),
]


def sentence_transformer(folder: Path, zoo: Path, pooling: Any) -> Path:
    (folder / "modules.json").write_text(json.dumps(MODULES), encoding="utf-8")
    for module in MODULES:
        (folder / str(module["path"])).mkdir()
    for name in ("model.safetensors", "config.json"):
        (folder / "0_Transformer" / name).write_bytes((zoo / "bert-base" / name).read_bytes())
    if pooling is not None:
        (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling), encoding="utf-8")
    return folder


@pytest.mark.parametrize(("pooling", "words"), POOLINGS, ids=[str(one[0]) for one in POOLINGS])
def test_a_sentence_transformers_folder(zoo: Path, tmp_path: Path, pooling: Any, words: str) -> None:
    report = inspect(str(sentence_transformer(tmp_path, zoo, pooling)))
    assert what(report, "sentence_transformer").startswith(
        f"The folder is a SentenceTransformer's: `Transformer`, `{words}`, `Normalize`."
    )
    assert not report.failed
    assert {one.name: one.verdict for one in report.classes}["BertModel"] == "all there"


def test_a_module_that_leads_out_of_the_folder_is_left_alone(zoo: Path, tmp_path: Path) -> None:
    folder = sentence_transformer(tmp_path, zoo, {})
    for path in ("../elsewhere", "/etc", "a/b", "..", ".", "\0", "x" * 200):
        module = [{**MODULES[0], "path": path}]
        (folder / "modules.json").write_text(json.dumps(module), encoding="utf-8")
        with pytest.raises(Unreadable, match=r"modules\.json: names .* left alone"):
            inspect(str(folder))
    for odd, words in (("{}", "expected a JSON list"), ("[" * 99 + "]" * 99, "nested"), ("[", "no valid JSON")):
        (folder / "modules.json").write_text(odd, encoding="utf-8")
        with pytest.raises(Unreadable, match=words):
            inspect(str(folder))
    for odd in ("[]", "[null, 3, {}]", '[{"type": null, "path": 3}]'):
        (folder / "modules.json").write_text(odd, encoding="utf-8")
        with pytest.raises(Unreadable, match="to read 0_Transformer, give its path"):
            inspect(str(folder))
    (folder / "modules.json").write_text(json.dumps(MODULES), encoding="utf-8")
    (folder / "0_Transformer" / "modules.json").write_text(json.dumps(MODULES), encoding="utf-8")
    (folder / "0_Transformer" / "0_Transformer").symlink_to(folder / "0_Transformer")  # round and round
    (folder / "0_Transformer" / "model.safetensors").unlink()
    with pytest.raises(Unreadable, match=r"no model\.safetensors"):
        inspect(str(folder))
    outside = tmp_path.parent / f"{tmp_path.name}-outside"
    outside.mkdir()
    (folder / "0_Transformer").rename(outside / "weights")
    (folder / "0_Transformer").symlink_to(outside / "weights")
    with pytest.raises(Unreadable, match="a link that leads out of the folder"):
        inspect(str(folder))


def test_a_state_dict_of_a_sentence_transformer_is_found_by_no_class(edited: Edited) -> None:
    folder = edited(lambda t: {key.replace("bert.", "0.auto_model."): t[key] for key in t if key.startswith("bert.")})
    report = inspect(str(folder))
    assert [one.name for one in report.findings if one.level == "problem"] == ["prefix_of_sentence_transformer"]
    _, loaded = transformers.BertModel.from_pretrained(folder, output_loading_info=True)
    assert "embeddings.word_embeddings.weight" in loaded["missing_keys"]
    file = folder / "model.safetensors"
    weights = load_file(file)
    save_file({key.removeprefix("0.auto_model."): one for key, one in weights.items()}, file)  # as the advice says
    _, loaded = transformers.BertModel.from_pretrained(folder, output_loading_info=True)
    assert not loaded["missing_keys"]
    assert not inspect(str(folder), class_name="BertModel").failed


# Adapters, with the names that peft 0.21.2 wrote

QUERY = "base_model.model.bert.encoder.layer.0.attention.self.query"
LORA: dict[str, tuple[int, ...]] = {f"{QUERY}.lora_A.weight": (4, 32), f"{QUERY}.lora_B.weight": (32, 4)}
CLASSIFIER: dict[str, tuple[int, ...]] = {
    "base_model.model.classifier.weight": (2, 32),
    "base_model.model.classifier.bias": (2,),
}
PEFT = {
    "peft_type": "LORA", "r": 4, "base_model_name_or_path": "a/bert",
    "target_modules": ["value", "query"], "modules_to_save": ["classifier", "score"],
}  # fmt: skip
ADAPTERS: list[tuple[str, Any, Any, dict[str, str]]] = [
    ("with a task layer", {**LORA, **CLASSIFIER}, PEFT, {
        "adapter_of_lora": "The file is an adapter (`LORA`, rank 4, for `value`, `query`) of `a/bert`.",
        "adapter_saves": "It also holds tensors that are not LoRA's, as modules_to_save asks (`classifier`, `score`)",
    }),
    ("without one", LORA, {**PEFT, "modules_to_save": None}, {"adapter_of_lora": "The file is an adapter"}),
    ("asked for and not there", LORA, PEFT, {"adapter_of_lora": "", "adapter_saves_nothing": "Its configuration asks"}),
    ("not asked for", {**LORA, **CLASSIFIER}, {**PEFT, "modules_to_save": None}, {
        "adapter_of_lora": "", "adapter_saves_unasked": "It also holds tensors that are not LoRA's: 2,",
    }),
    ("null everywhere", LORA, dict.fromkeys(PEFT), {
        "adapter_of": "The file is an adapter (of a kind that its configuration does not name) of a model that its",
    }),
    ("odd everywhere", LORA, {one: [{}, 3, [None]] for one in PEFT}, {"adapter_of": "The file is an adapter (of a"}),
    ("empty", LORA, {}, {"adapter_of": "The file is an adapter (of a kind"}),
    ("one pattern", LORA, {**PEFT, "target_modules": "all-linear", "modules_to_save": None}, {
        "adapter_of_lora": "The file is an adapter (`LORA`, rank 4, for `all-linear`) of",
    }),
    ("prompts", {"prompt_embeddings": (3, 32)}, {"peft_type": "PROMPT_TUNING", "r": None}, {
        "adapter_of": "The file is an adapter (`PROMPT_TUNING`) of a model that its configuration does not name.",
    }),
]  # fmt: skip


@pytest.mark.parametrize("form", ["safetensors", "bin"])
@pytest.mark.parametrize(("shapes", "config", "says"), [one[1:] for one in ADAPTERS], ids=[one[0] for one in ADAPTERS])
def test_an_adapter(tmp_path: Path, form: str, shapes: Any, config: Any, says: dict[str, str]) -> None:
    tensors = {key: torch.randn(shape) for key, shape in shapes.items()}
    path = tmp_path / f"adapter_model.{form}"
    save_file(tensors, path) if form == "safetensors" else torch.save(tensors, path)
    (tmp_path / "adapter_config.json").write_text(json.dumps(config), encoding="utf-8")
    for given in (tmp_path, path):
        report = inspect(str(given))
        assert {one.name for one in report.findings} == {*says, "dtype", "finite"}
        assert all(what(report, name).startswith(text) for name, text in says.items()), report.findings
        assert (report.level, report.summary["family"]) == ("note", "an adapter")
    assert inspect(str(path), class_name="BertModel").failed


def test_an_adapter_without_its_configuration_and_a_broken_one(tmp_path: Path) -> None:
    save_file({key: torch.randn(shape) for key, shape in LORA.items()}, tmp_path / "adapter_model.safetensors")
    assert what(inspect(str(tmp_path / "adapter_model.safetensors")), "adapter").startswith(
        "The names are an adapter's"
    )
    (tmp_path / "adapter_config.json").write_text("[]", encoding="utf-8")
    with pytest.raises(Unreadable, match=r"adapter_config\.json: expected a JSON object, found a list"):
        inspect(str(tmp_path))


# What other programs wrote

OTHERS = {
    "tf_model.h5": (b"\x89HDF\r\n\x1a\n", "TensorFlow's weights", "from_tf=True"),
    "flax_model.msgpack": (b"\x81", "Flax's weights", "from_flax=True"),
    "rust_model.ot": (b"PK\x03\x04", "weights for Rust", "model.safetensors"),
    "model.onnx": (b"\x08\x07", "an ONNX graph", "model.safetensors"),
    "model-q4.gguf": (b"GGUF", "a GGUF file", "the file that it was made from"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_files_of_other_programs_are_named_with_what_to_do(zoo: Path, tmp_path: Path, name: str) -> None:
    start, kind, do = OTHERS[name]
    (tmp_path / name).write_bytes(start + bytes(600))
    (tmp_path / "config.json").write_bytes((zoo / "bert-base" / "config.json").read_bytes())
    for given in (tmp_path, tmp_path / name):
        with pytest.raises(Unreadable) as raised:
            inspect(str(given))
        assert kind in str(raised.value)
        assert do in str(raised.value)
    for option in ("from_tf", "from_flax"):  # options of transformers 4, which today's takes and ignores
        with pytest.raises(OSError, match=r"no file named model\.safetensors"):
            transformers.BertModel.from_pretrained(tmp_path, **{option: True})
    assert {Path(one).suffix for one in OTHERS} <= FOREIGN_FORMS.keys()


# DeBERTa's two heads, and an embedding of another width than its layers


@pytest.mark.parametrize("name", ["deberta-new-head", "deberta-v2-new-head"])
def test_a_head_of_the_other_form_is_left_out_unless_the_configuration_says_so(
    zoo: Path, tmp_path: Path, name: str
) -> None:
    config = json.loads((zoo / name / "config.json").read_text(encoding="utf-8"))
    (tmp_path / "model.safetensors").write_bytes((zoo / name / "model.safetensors").read_bytes())
    class_ = getattr(transformers, config["architectures"][0])
    for legacy in (None, True, False):
        said = {key: value for key, value in config.items() if key != "legacy"} | (
            {} if legacy is None else {"legacy": legacy}
        )
        (tmp_path / "config.json").write_text(json.dumps(said), encoding="utf-8")
        report = inspect(str(tmp_path), class_name=class_.__name__)
        _, loaded = class_.from_pretrained(tmp_path, output_loading_info=True)
        lost = {key.removeprefix("deberta.") for key in loaded["missing_keys"]}
        assert {*report.classes[0].missing_names} == lost
        assert bool(lost) == report.failed == (legacy is not False)
        text = what(report, "names_of_another_configuration")
        unexpected = len(loaded["unexpected_keys"])
        assert (f"that `legacy is false`: {unexpected}," in text) == (legacy is not False)


def test_a_narrow_embedding_needs_its_projection(zoo: Path, tmp_path: Path) -> None:
    source = zoo / "deberta-v2-narrow"
    weights = load_file(source / "model.safetensors")
    del weights["deberta.embeddings.embed_proj.weight"]
    save_file(weights, tmp_path / "model.safetensors", metadata={"format": "pt"})
    (tmp_path / "config.json").write_bytes((source / "config.json").read_bytes())
    report = inspect(str(tmp_path))
    assert "`embeddings.embed_proj.weight`" in what(report, "encoder_incomplete")
    content = json.loads((source / "config.json").read_text(encoding="utf-8"))
    del content["embedding_size"]  # then it is as wide as the layers
    (tmp_path / "config.json").write_text(json.dumps(content), encoding="utf-8")
    report = inspect(str(tmp_path))
    assert "encoder_incomplete" not in {one.name for one in report.findings}
    assert {one.verdict for one in report.classes} == {"does not load: other sizes"}
    with pytest.raises(RuntimeError, match="mismatch"):
        transformers.DebertaV2Model.from_pretrained(tmp_path)


def test_alberts_layers_are_one_group(zoo: Path) -> None:
    report = inspect(str(zoo / "albert"))
    assert what(report, "encoder_whole") == "The encoder is whole: 1 group (shared by 2 layers)."
    assert report.summary["layers"] == "1 group (shared by 2 layers)"


def long_rows(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Rows of the lengths 1, 2, 3, …"""
    lengths = torch.arange(1, len(tensors[WORDS]) + 1)[:, None]
    return {**tensors, WORDS: torch.nn.functional.normalize(torch.randn(tensors[WORDS].shape)) * lengths}


def test_a_median_of_sampled_rows_is_said_to_be_one(edited: Edited) -> None:
    folder = str(edited(long_rows, {"pad_token_id": 99}))
    sampled, full = (what(inspect(folder, full=full), "pad_row") for full in (False, True))
    begin = "The [PAD] row (id 99) is not zero: its length is 100, and the median of "
    assert sampled == f"{begin}64 sampled rows of 600 is 300; 11 of the 64 are shorter."
    assert full == f"{begin}all 600 rows is 300.5; 99 of the 600 are shorter."


def test_how_closely_two_tensors_were_compared_is_said(edited: Edited) -> None:
    def two_large_copies(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        words = torch.randn(3000, 32)
        return {**tensors, WORDS: words, DECODER: words.clone(), BIAS: torch.zeros(3000)}

    folder = str(edited(two_large_copies, {"vocab_size": 3000}))
    for name in ("decoder_equal", "stored_twice"):
        assert "(64 of 3,000 rows compared; --full compares all)" in what(inspect(folder), name)
        assert "(every byte)" in what(inspect(folder, full=True), name)


def test_two_names_whose_numbers_are_not_read_are_not_called_equal(edited: Edited) -> None:
    def twice(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        return {**tensors, WORDS.removeprefix("bert."): torch.randn(32, 600).t()}

    report = inspect(str(edited(twice, form="zip")))
    assert what(report, "names_twice_not_read")
    assert not what(report, "names_twice")
