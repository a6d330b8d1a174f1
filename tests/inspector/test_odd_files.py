"""Files as people have them after training, cutting and renaming: what is said is what from_pretrained does."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
import torch
import transformers
from safetensors.torch import load_file, save_file

from inspector.command import inspect
from inspector.data import Unreadable
from inspector.full_scan import SLICE_SIZE, TensorScan
from inspector.sources import GzipSource
from inspector.values import norm

from .conftest import BIAS, DECODER, SIZES, V3, WORDS, make
from .test_findings import missing, report, said

Edited = Callable[..., Path]
Tensors = dict[str, torch.Tensor]
DECODER_BIAS = "cls.predictions.decoder.bias"
CLASSIFIER = "BertForSequenceClassification"


def classifier(rows: int, biases: int | None = None) -> Callable[[Tensors], Tensors]:
    def change(tensors: Tensors) -> Tensors:
        kept = {name: one for name, one in tensors.items() if not name.startswith("cls")}
        return {
            **kept, "classifier.weight": torch.ones(rows, 32), "classifier.bias": torch.ones(biases or rows),
        }  # fmt: skip

    return change


def loads(folder: Path, class_name: str) -> bool:
    transformers.logging.set_verbosity(60)
    try:
        getattr(transformers, class_name).from_pretrained(folder)
    except RuntimeError:
        return False
    return True


LABELS = [  # rows of the classifier, of its bias, labels in the configuration
    (5, 5, 5), (5, 5, 3), (5, 2, 5), (2, 2, None), (3, 3, None), (1, 1, 1),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "biases", "labels"), LABELS)
def test_labels_fit_where_from_pretrained_takes_them(
    edited: Edited, rows: int, biases: int, labels: int | None
) -> None:
    names = {} if labels is None else {"id2label": {str(one): str(one) for one in range(labels)}}
    folder = edited(classifier(rows, biases), {"architectures": [CLASSIFIER], **names})
    assert loads(folder, CLASSIFIER) == (not said(folder, "problem"))
    assert ("labels_differ" in said(folder)) == (not loads(folder, CLASSIFIER))
    fits = {one.name: one for one in report(folder).classes}
    for name in ("BertForTokenClassification", "BertForMultipleChoice", CLASSIFIER):
        assert loads(folder, name) == (fits[name].verdict != "does not load: other sizes"), name


@pytest.mark.parametrize(
    "end", ["MultipleChoice", "TokenClassification", "QuestionAnswering", "SequenceClassification"]
)
@pytest.mark.parametrize("family", ["Bert", "Roberta", "ModernBert"])
def test_every_class_on_every_task_layer(tmp_path: Path, family: str, end: str) -> None:
    class_ = getattr(transformers, f"{family}For{end}")
    class_(class_.config_class(**SIZES, pad_token_id=0)).save_pretrained(tmp_path)
    assert not said(tmp_path, "problem")
    for fit in report(tmp_path).classes:
        assert set(fit.missing_names) == missing(tmp_path, fit.name), fit.name
        assert loads(tmp_path, fit.name) == (not fit.misfits), fit.name


def reshaped(name: str, *shape: int) -> Callable[[Tensors], Tensors]:
    return lambda tensors: {**tensors, name: torch.ones(*shape)}


@pytest.mark.parametrize(
    "change",
    [
        reshaped("bert.embeddings.LayerNorm.weight", 1, 32),
        reshaped("cls.seq_relationship.weight", 3, 32),
        reshaped("bert.pooler.dense.weight", 32, 33),
    ],
    ids=["dimensions", "a head of fixed size", "a width"],
)
def test_other_forms_do_not_load(edited: Edited, change: Any) -> None:
    folder = edited(change)
    assert not loads(folder, "BertForPreTraining")
    assert "class_misfit" in said(folder, "problem")


@pytest.mark.parametrize("form", ["zip", "legacy"])
@pytest.mark.parametrize("key", ["model", "model_state_dict", "net_g"])
def test_a_loss_beside_the_weights_does_not_hide_them(edited: Edited, key: str, form: str) -> None:
    folder = edited(lambda tensors: {"loss": torch.tensor(0.3), key: tensors, "step": 7}, form=form)
    found = report(folder)
    assert found.family == "bert"
    assert f"`{key}`" in next(one.what for one in found.findings if one.name == "inside_another_dict")
    assert "family_not_there" not in said(folder)


@pytest.mark.parametrize(
    "keep", [lambda name: name == WORDS, lambda name: name.startswith("cls"), lambda name: name != WORDS]
)
def test_a_part_is_a_problem_where_the_class_is_known(edited: Edited, keep: Callable[[str], bool]) -> None:
    folder = edited(lambda tensors: {name: one for name, one in tensors.items() if keep(name)})
    assert missing(folder, "BertForPreTraining")
    assert "family_not_there" in said(folder, "problem")


def test_an_encoder_of_t5_alone_is_unknown_and_no_problem(tmp_path: Path) -> None:
    config = transformers.T5Config(vocab_size=600, d_model=32, d_ff=48, num_layers=2, num_heads=2, d_kv=16)
    transformers.T5EncoderModel(config).save_pretrained(tmp_path)
    assert said(tmp_path, "problem") == set()
    assert "family_unknown" in said(tmp_path)


def test_a_tied_model_saved_untied(edited: Edited, tmp_path: Path) -> None:
    folder = edited(lambda tensors: {**tensors, BIAS: torch.randn(600)})
    model = transformers.BertForPreTraining.from_pretrained(folder, tie_word_embeddings=False)
    model.save_pretrained(tmp_path / "again")
    assert said(tmp_path / "again", "problem") == {"bias_untied_zero"}


def test_untied_and_trained_is_fine(edited: Edited) -> None:
    random = {DECODER: torch.randn(600, 32), DECODER_BIAS: torch.randn(600)}
    assert said(edited(lambda t: {**t, **random}, {"tie_word_embeddings": False}), "problem") == set()


def test_without_a_configuration_none_is_quoted(edited: Edited) -> None:
    folder = edited(lambda tensors: {**tensors, DECODER: tensors[WORDS] + 1})
    (folder / "config.json").unlink()
    what = next(one.what for one in report(folder).findings if one.name == "decoder_differs")
    assert "the configuration says" not in what


@pytest.mark.parametrize("differ", [False, True])
def test_names_with_and_without_prefix(edited: Edited, differ: bool) -> None:
    def change(tensors: Tensors) -> Tensors:
        return {**tensors, **{n.removeprefix("bert."): one + differ for n, one in tensors.items() if n[:5] == "bert."}}

    name, level = ("names_twice_differ", "problem") if differ else ("names_twice", "note")
    folder = edited(change)
    assert name in said(folder, level)
    assert "names_unknown" not in said(folder)


def test_quantised(edited: Edited) -> None:
    def change(tensors: Tensors) -> Tensors:
        name = "bert.encoder.layer.0.output.dense.weight"
        packed = {name: torch.ones(768, 1, dtype=torch.uint8), f"{name}.absmax": torch.ones(24)}
        return {**tensors, **packed, f"{name}.quant_map": torch.ones(16)}

    found = said(edited(change, {"quantization_config": {"quant_method": "bitsandbytes"}}))
    assert "quantised" in found
    assert not found & {"names_unknown", "sizes_conflict", "class_misfit"}


def test_cross_attention(tmp_path: Path) -> None:
    config = transformers.BertConfig(**SIZES, is_decoder=True, add_cross_attention=True)
    transformers.BertLMHeadModel(config).save_pretrained(tmp_path)
    assert "names_optional" in said(tmp_path)
    content = json.loads((tmp_path / "config.json").read_text(encoding="utf-8"))
    (tmp_path / "config.json").write_text(json.dumps({**content, "add_cross_attention": False}), encoding="utf-8")
    assert "names_optional_off" in said(tmp_path, "note")
    assert "names_unknown" not in said(tmp_path)


def test_a_convolution_that_the_configuration_asks_for(tmp_path: Path) -> None:
    config = transformers.DebertaV2Config(**V3, conv_kernel_size=3, conv_act="gelu")
    transformers.DebertaV2ForMaskedLM(config).save_pretrained(tmp_path)
    assert "names_optional" in said(tmp_path)
    assert "names_unknown" not in said(tmp_path)


def test_a_class_of_another_family_is_not_called_unknown(edited: Edited) -> None:
    found = said(edited(config={"model_type": "roberta", "architectures": ["RobertaForMaskedLM"]}))
    assert "family_differs" in found
    assert "class_unknown" not in found


def refusal(path: Path) -> str:
    with pytest.raises(Unreadable) as caught:
        inspect(str(path))
    return str(caught.value)


def test_what_lies_beside_weights_is_named(edited: Edited, tmp_path: Path) -> None:
    folder = edited()
    torch.save({"state": {}, "param_groups": [{"lr": 1.0}]}, folder / "optimizer.pt")
    assert "optimiser" in refusal(folder / "optimizer.pt")
    assert "give the folder" in refusal(folder / "config.json")
    (folder / "pytorch_model.bin").touch()
    assert "is empty" in refusal(folder / "pytorch_model.bin")
    (folder / "model.onnx").write_bytes(b"\x08\x07")
    assert "ONNX" in refusal(folder / "model.onnx")
    outer = tmp_path / "outer"
    (outer / "0_Transformer").mkdir(parents=True)
    (outer / "training_args.bin").touch()
    assert refusal(outer).endswith("index in it")
    (outer / "0_Transformer" / "model.safetensors").touch()
    assert "to read 0_Transformer" in refusal(outer)


def test_an_adapter_is_named(tmp_path: Path) -> None:
    name = "base_model.model.bert.encoder.layer.0.attention.self.query.lora_A.weight"
    save_file({name: torch.ones(8, 32)}, tmp_path / "adapter_model.safetensors")
    (tmp_path / "adapter_config.json").write_text("{}", encoding="utf-8")
    assert "adapter_of" in said(tmp_path, "note")
    assert "adapter_of" in said(tmp_path / "adapter_model.safetensors", "note")


def test_one_shard_is_not_judged_alone(tmp_path: Path) -> None:
    make("bert", tmp_path, max_shard_size="60KB")
    assert "give the folder" in refusal(min(tmp_path.glob("model-*.safetensors")))


def test_quantised_types_of_torch_are_not_called_code(edited: Edited) -> None:
    with pytest.warns(UserWarning, match="quant|Quant|deprecated"):
        one = torch.quantize_per_tensor(torch.ones(4), 0.1, 0, torch.qint8)
    folder = edited(lambda tensors: {**tensors, "w": one, "type": torch.qint8}, form="zip")
    (folder / "model.safetensors").unlink(missing_ok=True)
    assert "quantised" in refusal(folder)


def test_infinity_in_a_configuration_is_read_as_transformers_reads_it(edited: Edited) -> None:
    assert said(edited(config={"mine": float("inf")}), "problem") == set()


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("bad", [0.0, float("nan"), float("inf"), float("-inf")])
def test_full_sees_the_last_number_of_every_type(tmp_path: Path, dtype: torch.dtype, bad: float) -> None:
    highest = torch.full((SLICE_SIZE,), torch.finfo(dtype).max, dtype=dtype)
    highest[1::2] = torch.finfo(dtype).min
    highest[-1] = bad
    save_file({"w": highest}, tmp_path / "model.safetensors")
    found = report(tmp_path, full=True)
    assert ("not_finite" in {one.name for one in found.findings}) == (bad != 0.0)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize("scale", [1.0, 1e-21, 1e30])
def test_rows_are_measured_exactly(dtype: torch.dtype, scale: float) -> None:
    """To ten digits, so that a rank is right; also where squares leave float32."""
    rows = torch.randn(400, 96, generator=torch.Generator().manual_seed(0)) * (1.0 if dtype == torch.float16 else scale)
    rows[1:200] = rows[0].repeat(199, 1) * torch.linspace(1 - 2e-6, 1 + 2e-6, 199)[:, None]
    rows[200] = rows[0].flip(0)
    rows = rows.to(dtype)
    rows[300, 5] = float("nan")
    truth = sorted(norm(tuple(row.double().tolist())) for number, row in enumerate(rows) if number != 300)
    scan = TensorScan(str(rows.dtype).removeprefix("torch."), 96)
    with numpy.errstate(over="ignore"):
        for part in rows.split(150):
            scan.update(memoryview(bytearray(part.contiguous().view(torch.uint8).numpy().tobytes())))
    found = scan.lengths()
    assert len(found) == len(truth) == 399  # all but the row that is not finite
    for measured, true in zip(found, truth, strict=True):
        assert abs(measured - true) <= 1e-10 * true
    assert (scan.non_finite.nan, scan.non_finite.infinite) == (1, 0)


def test_equal_until_the_last_number(tmp_path: Path, zoo: Path) -> None:
    tensors = load_file(zoo / "bert" / "model.safetensors")
    (tmp_path / "config.json").write_bytes((zoo / "bert" / "config.json").read_bytes())
    rows = SLICE_SIZE // 128 + 601  # more than a slice, and no whole number of them
    words = torch.randn(rows, 32)
    for change in (0.0, 1e-3):
        other = words.clone()
        other[-1, -1] += change
        save_file({**tensors, WORDS: words, DECODER: other}, tmp_path / "model.safetensors")
        assert ("decoder_differs" in said(tmp_path, full=True)) == bool(change)


def test_what_a_gzip_file_unpacks_to_is_read_in_any_order(tmp_path: Path) -> None:
    generator = torch.Generator().manual_seed(0)
    data = torch.randint(0, 256, (600_000,), generator=generator, dtype=torch.uint8).numpy().tobytes()
    path = tmp_path / "a.gz"
    path.write_bytes(gzip.compress(data, 1) + gzip.compress(data[:1000], 1))  # two, one behind another
    source = GzipSource(path)
    whole = data + data[:1000]
    assert source.size == len(whole)
    for at in (100, len(data) + 500, len(data) - 5, 300_000, 0):
        assert source.read(at, 10) == whole[at : at + 10]
    with pytest.raises(Unreadable, match="cut off"):
        source.read(len(whole) - 1, 2)
    source.close()
