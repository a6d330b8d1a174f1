"""A lost tensor, or one changed field of a configuration: "all there" is said only where from_pretrained finds all."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from inspector.command import inspect, main
from inspector.data import ClassFit

from .conftest import FAMILIES
from .test_findings import missing, report, said

Edited = Callable[..., Path]
Copied = Callable[..., Path]


@pytest.fixture
def copied(zoo: Path, tmp_path: Path) -> Copied:
    """A small model of a family, without some of its names, with others, and with other fields of its configuration."""

    def copy(name: str, config: dict[str, Any] | None = None, lost: str = "", **more: torch.Tensor) -> Path:
        tensors = load_file(zoo / name / "model.safetensors")
        kept = {key: one for key, one in tensors.items() if not (lost and key.endswith(lost))}
        added = {key.replace("__", "."): one for key, one in more.items()}
        assert not lost or len(kept) < len(tensors)
        save_file({**kept, **added}, tmp_path / "model.safetensors")
        content = json.loads((zoo / name / "config.json").read_text(encoding="utf-8"))
        (tmp_path / "config.json").write_text(json.dumps({**content, **(config or {})}), encoding="utf-8")
        return tmp_path

    return copy


def fit(folder: Path, class_name: str) -> ClassFit:
    return next(one for one in report(folder).classes if one.name == class_name)


def loads(folder: Path, class_name: str) -> bool:
    """Whether from_pretrained makes the class from the file, and nothing new in it."""
    transformers.logging.set_verbosity(60)
    try:
        _, info = getattr(transformers, class_name).from_pretrained(folder, output_loading_info=True)
    except (RuntimeError, ValueError, KeyError):
        return False
    return not info["missing_keys"]


CHANGES: list[tuple[str, dict[str, Any], str]] = [
    ("bert", {"num_attention_heads": 3}, "does not load"),
    ("bert", {"hidden_act": "gelux"}, "cannot judge"),
    ("bert", {"add_cross_attention": True}, "cannot judge"),
    ("albert", {"inner_group_num": 2}, "cannot judge"),
    ("bart", {"max_position_embeddings": 512}, "does not load"),
    ("bart", {"tie_word_embeddings": False}, "random"),
    ("gpt2", {"n_inner": 3}, "does not load"),
    ("gpt2", {"add_cross_attention": True}, "cannot judge"),
    ("layoutlm", {"max_2d_position_embeddings": 512}, "does not load"),
    ("mpnet", {"relative_attention_num_buckets": 16}, "does not load"),
    ("modernbert", {"attention_bias": True}, "cannot judge"),
    ("modernbert", {"norm_bias": True}, "cannot judge"),
    ("t5", {"num_heads": 4}, "does not load"),
    ("t5", {"d_kv": 8}, "does not load"),
    ("t5", {"is_gated_act": True}, "cannot judge"),
    ("t5", {"tie_word_embeddings": False}, "all there"),
    ("bart", {"num_labels": 3}, "all there"),
]


@pytest.mark.parametrize(("name", "config", "verdict"), CHANGES)
def test_one_changed_field(copied: Copied, name: str, config: dict[str, Any], verdict: str) -> None:
    folder, class_name = copied(name, config), FAMILIES[name][0]
    found = fit(folder, class_name)
    assert verdict in found.verdict
    assert loads(folder, class_name) == (verdict == "all there")
    asked = inspect(str(folder), class_name=class_name)
    assert asked.failed == (verdict != "all there")


def test_a_flag_does_not_untie_a_t5(copied: Copied) -> None:
    folder, untied = copied("t5", {"tie_word_embeddings": False}), {"tie_word_embeddings": False}
    model = transformers.T5ForConditionalGeneration.from_pretrained(folder)
    assert model.lm_head.weight is model.shared.weight
    assert {"decoder_not_stored", "class_whole"} <= said(folder)
    equal = load_file(folder / "model.safetensors")["shared.weight"].clone()
    assert "decoder_equal" in said(copied("t5", untied, lm_head__weight=equal))
    assert "decoder_untied" in said(copied("t5", untied, lm_head__weight=equal + 1))
    model = transformers.T5ForConditionalGeneration.from_pretrained(folder)
    assert model.lm_head.weight is not model.shared.weight
    assert "decoder_differs" in said(copied("t5", lm_head__weight=equal + 1))


LOST = [  # family, the name's end, the class, the verdict on it
    ("modernbert", "layers.1.attn_norm.weight", "ModernBertForMaskedLM", "encoder random"),
    ("modernbert", "decoder.bias", "ModernBertForMaskedLM", "output bias new: zeros"),
    ("modernbert", "head.dense.weight", "ModernBertForMaskedLM", "MLM head random"),
    ("modernbert", "head.dense.weight", "ModernBertForTokenClassification", "task layer new: train it"),
    ("bert", "0.attention.self.key.bias", "BertModel", "all there, but biases of keys, which change nothing"),
    ("bert", "0.attention.self.query.bias", "BertModel", "encoder random"),
    ("deberta-v2", "0.attention.self.key_proj.bias", "DebertaV2Model", "encoder random"),
]


@pytest.mark.parametrize(("name", "lost", "class_name", "verdict"), LOST)
def test_one_lost_tensor(copied: Copied, name: str, lost: str, class_name: str, verdict: str) -> None:
    folder = copied(name, lost=lost)
    found = fit(folder, class_name)
    assert found.verdict == verdict
    assert set(found.missing_names) == missing(folder, class_name)


def test_a_lost_bias_of_keys_changes_nothing(copied: Copied, zoo: Path) -> None:
    folder = copied("bert", lost="attention.self.key.bias")
    assert said(folder, "problem") == set()
    assert "key_biases_lost" in said(folder, "note")
    assert not inspect(str(folder), class_name="BertModel").failed
    ids = torch.arange(8)[None]
    whole, other = (transformers.BertModel.from_pretrained(one).eval()(ids)[0] for one in (zoo / "bert", folder))
    assert torch.allclose(whole, other, atol=1e-6)


def test_a_norm_in_the_first_layer_of_a_modernbert_is_read_by_no_class(copied: Copied) -> None:
    folder = copied("modernbert", model__layers__0__attn_norm__weight=torch.ones(32))
    assert "names_unknown" in said(folder, "note")
    (family,) = (one.what for one in report(folder).findings if one.name == "family")
    count = len(load_file(folder / "model.safetensors"))
    assert f"{count - 1} of {count} names" in family


def test_an_encoder_without_a_pooler_is_an_embedding_model(edited: Edited) -> None:
    def bare(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        return {key.removeprefix("bert."): one for key, one in tensors.items() if "bert.e" in key}

    folder = edited(bare, {"architectures": ["BertModel"]})
    assert said(folder, "problem") == set()
    assert "class_without_pooler" in said(folder, "fine")
    assert fit(folder, "BertModel").verdict == "all there with add_pooling_layer=False"
    _, info = transformers.BertModel.from_pretrained(folder, add_pooling_layer=False, output_loading_info=True)
    assert not info["missing_keys"]
    assert fit(folder, "BertForSequenceClassification").verdict == "pooler random, task layer new"
    asked = inspect(str(folder), class_name="BertModel")
    assert (asked.failed, asked.findings[0].name) == (True, "class_asked_no_pooler")
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text('{"pooling_mode_mean_tokens": true}', encoding="utf-8")
    (what,) = (one.what for one in report(folder).findings if one.name == "sentence_transformer")
    assert "Transformer`, `Pooling (mean)" in what


def test_a_new_classifier_is_named(copied: Copied) -> None:
    asked = inspect(str(copied("modernbert")), class_name="ModernBertForSequenceClassification")
    assert "classifier.weight" in asked.findings[0].what


def test_another_architecture_is_called_so(copied: Copied) -> None:
    folder = copied("bert", {"model_type": "nomic_bert"}, lost="attention.self.query.weight")
    assert said(folder, "problem") >= {"encoder_of_another"}
    assert "encoder_incomplete" not in said(folder)


def test_bert_bases_sizes_are_those_of_a_bert(copied: Copied) -> None:
    for name, finding in (("bert", "config_absent"), ("gpt2", "config_absent_other")):
        folder = copied(name)
        (folder / "config.json").unlink()
        assert finding in said(folder, "note")


def test_a_configuration_of_many_layers_makes_no_long_report(
    edited: Edited, capsys: pytest.CaptureFixture[str]
) -> None:
    for count in (10**9, int("9" * 4300)):
        main([str(edited(config={"num_hidden_layers": count})), "--format", "json", "--class", "BertModel"])
        assert len(capsys.readouterr().out) < 300_000
