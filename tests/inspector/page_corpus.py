"""The checkpoints on which page and command must agree, beside the families and styles of conftest.py."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import torch
from safetensors.torch import load_file, save_file

from . import test_hostile as hostile
from .conftest import BIAS, DECODER, DECODER_BIAS, WORDS, make
from .test_odd_files import classifier, reshaped

Tensors = dict[str, torch.Tensor]
LORA = "base_model.model.bert.encoder.layer.0.attention.self.query.lora_A.weight"
UNTIED = {"tie_word_embeddings": False}
FORMS = ("safetensors", "zip", "legacy")
BEGINNINGS = (b"version https://git-lfs.github.com/spec/v1\n", b"", b"not found", b"<html>", b"\x89HDF\r\n", b"GGUF")
SHARDS = ("../x.safetensors", "/etc/passwd", "..", "a/b", "a\\b", "C:x", "", "\0", "gone")
TEXTS = (  # where a config.json should be
    "[" * 5000, '{"a": 1, "a": 2}', "1", "", "[]", '{"a": "\ud800"}', '{"a": 01}', '{"a": "\t"}', '{"a": "\\x"}',
    '{"a":1,}', '{"a" 1}', '{"a":1 "b"}', '{"a', '{"a":tru}', '{"é\\n":1}x', '{"a":"\\u12"}', "\ufeff{}",
)  # fmt: skip
VALUES: tuple[Any, ...] = (
    None,
    True,
    "12",
    -1,
    0,
    1.5,
    2.0,
    1e30,
    10**30,
    [],
    {},
    {"a": [None, 1.0]},
    "\x1b[2J",
    float("inf"),
)
FIELDS = ("pad_token_id", "num_hidden_layers", "architectures", "tie_word_embeddings", "model_type", "dtype")


class Edit(NamedTuple):
    """A small BERT, as people have it after training, cutting and renaming. Without `config`, it has none beside it."""

    change: Callable[[Tensors], Any]
    config: dict[str, Any] | None = {}  # noqa: RUF012 (never changed)
    form: str = "safetensors"


def given_to(test: Any) -> Any:
    """The values that a parametrised test is run with."""
    return next(mark for mark in test.pytestmark if mark.name == "parametrize").args[1]


def hostile_files(root: Path) -> list[Path]:
    """The files of test_hostile.py, each in a folder of its own."""
    paths: list[Path] = []

    def folder() -> Path:
        path = root / str(len(paths))
        path.mkdir()
        return path

    for header, size, _ in given_to(hostile.test_safetensors_headers):
        paths.append(hostile.safetensors(folder() / "model.safetensors", header, bytes(size)))
    for pickle in hostile.PICKLES.values():
        paths.append(hostile.in_zip(folder() / "x.bin", pickle))
        paths.append(folder() / "y.bin")
        paths[-1].write_bytes(pickle)
    for content, _ in given_to(hostile.test_lying_tensors):
        paths.append(hostile.in_zip(folder() / "x.bin", content, archive__data__0=bytes(16)))
    for call in (hostile.Calls(os.system, "x"), hostile.Calls(getattr, "a", "b")):
        for legacy in (False, True):
            paths.append(folder() / "x.bin")
            torch.save({"b": call}, paths[-1], _use_new_zipfile_serialization=not legacy)
    for beginning in BEGINNINGS:
        paths.append(folder())
        (paths[-1] / "pytorch_model.bin").write_bytes(beginning)
    return paths


def hostile_folders(root: Path) -> list[Path]:
    """Indexes of shards, archives with odd members, configurations that are none, names that are nasty."""

    def folder(name: str) -> Path:
        (root / name).mkdir()
        return hostile.safetensors(root / name / "model.safetensors", {"a": hostile.entry(0, 4)}, bytes(4)).parent

    maps: list[Any] = [*({"a": name} for name in SHARDS), [], {"a": 1}, {}, {"b": "x.safetensors"}]
    for number, content in enumerate([*maps, {f"{n}": f"{n}" for n in range(2000)}]):
        path = folder(f"index {number}")
        (path / "model.safetensors").rename(path / "x.safetensors")
        (path / "model.safetensors.index.json").write_text(json.dumps({"weight_map": content}), encoding="utf-8")
    for number, text in enumerate(TEXTS):
        (folder(f"config {number}") / "config.json").write_text(text, encoding="utf-8", errors="surrogatepass")
    members: list[dict[str, Any]] = [
        {}, {"archive__code__x": b"1"}, {"archive__byteorder": b"big"}, {"b__data.pkl": b"1"},
        {"archive__byteorder": b" little\n", "archive__data__0": bytes(16)}, {"archive__data__0": bytes(15)},
    ]  # fmt: skip
    for number, more in enumerate(members):
        (root / f"archive {number}").mkdir()
        path = root / f"archive {number}" / "pytorch_model.bin"
        hostile.in_zip(path, hostile.tensor_pickle(4, (2, 2), (2, 1)), **more)
    nasty = {hostile.NASTY: hostile.entry(0, 4), f"{hostile.NASTY}{WORDS}": hostile.entry(4, 8)}
    path = hostile.safetensors(folder("nasty") / "model.safetensors", nasty, bytes(8))
    path.with_name("config.json").write_text(json.dumps({"model_type": hostile.NASTY}), encoding="utf-8")
    return sorted(root.iterdir())


def odd_files(root: Path, zoo: Path) -> list[Path]:
    """The edits, each in a folder; a third of them with a vocabulary."""
    tensors = load_file(zoo / "bert" / "model.safetensors")
    content = json.loads((zoo / "bert" / "config.json").read_text(encoding="utf-8"))
    of_values = [Edit(dict, {field: value}) for value in VALUES for field in FIELDS]
    for number, (change, config, form) in enumerate([*_tied(), *_named(), *_shaped(), *of_values]):
        path = root / str(number)
        path.mkdir()
        changed = change(dict(tensors))
        if form == "safetensors":
            save_file({key: one.clone().contiguous() for key, one in changed.items()}, path / "model.safetensors")
        else:
            torch.save(changed, path / "pytorch_model.bin", _use_new_zipfile_serialization=form == "zip")
        if config is not None:
            (path / "config.json").write_text(json.dumps({**content, **config}), encoding="utf-8")
        if number % 3 == 0:
            unused = [f"[unused{index}]" for index in range(99)]
            words = ["[PAD]", *unused, *(f"w{index}" for index in range(497 + number))]
            (path / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    return sorted(root.iterdir())


def _tied() -> list[Edit]:
    """Matrix and bias under two names: the same, equal, and other ones."""
    found = [Edit(dict, None, form) for form in FORMS]
    for form in FORMS:
        found.append(Edit(lambda t: {**t, DECODER: t[WORDS], DECODER_BIAS: t[BIAS]}, {}, form))
        found.append(Edit(lambda t: {**t, DECODER: t[WORDS], DECODER_BIAS: t[BIAS]}, UNTIED, form))
        found.append(Edit(lambda t: {**t, DECODER: t[WORDS] + 1}, UNTIED, form))
    return [
        *found,
        Edit(lambda t: {**t, DECODER: t[WORDS] + 1}, {}, "zip"),
        Edit(lambda t: {**t, DECODER: t[WORDS] + 1}, None, "zip"),
        Edit(lambda t: {**t, DECODER: torch.ones(5000, 32), WORDS: torch.ones(5000, 32)}, {}, "zip"),
        Edit(lambda t: {**t, BIAS: torch.ones(600), DECODER_BIAS: torch.zeros(600)}, UNTIED),
        Edit(lambda t: {name: one for name, one in t.items() if name != BIAS}),
        Edit(lambda t: {**t, DECODER_BIAS: t[BIAS], BIAS: t[BIAS] + 1}),
        Edit(lambda t: {**t, WORDS: t[WORDS].t().contiguous().t()}, {}, "zip"),
        Edit(lambda t: {**t, WORDS: torch.zeros(20_000, 32)[:600]}, {}, "zip"),
    ]


def _named() -> list[Edit]:
    """Other names, and other things beside them."""
    return [
        Edit(lambda t: {"loss": torch.tensor(0.3), "net_g": t, "step": 7}, {}, "zip"),
        Edit(lambda t: {"loss": torch.tensor(0.3), "model": t, "step": 7.5}, {}, "legacy"),
        Edit(lambda t: {"module." + name: one for name, one in t.items()}, {}, "zip"),
        Edit(lambda t: {"0.auto_model." + name: one for name, one in t.items()}, None),
        Edit(lambda t: {name.replace("Norm.weight", "Norm.gamma"): one for name, one in t.items()}, {}, "zip"),
        Edit(lambda t: {name.removeprefix("bert."): one for name, one in t.items()}, None),
        Edit(lambda t: {**t, **{name.removeprefix("bert."): one for name, one in t.items()}}, {}, "zip"),
        Edit(lambda t: {**t, **{name.removeprefix("bert."): one + 1 for name, one in t.items()}}, {}, "zip"),
        Edit(lambda t: {name: one for name, one in t.items() if ".layer.1." not in name}),
        Edit(lambda _: {"state": {}, "param_groups": [{"lr": 1.0}]}, {}, "legacy"),
        Edit(lambda t: {**t, "q.qweight": torch.ones(4, dtype=torch.uint8)}, {"quantization_config": {}}),
        Edit(lambda t: {**t, "x": torch.ones(3, dtype=torch.complex64), "y": torch.ones(2, dtype=torch.bool)}),
    ]


def _shaped() -> list[Edit]:
    """Other shapes, types and numbers."""
    found = []
    for rows, biases, labels in ((5, 5, 5), (5, 5, 3), (5, 2, 5), (1, 1, 1)):
        names = {"id2label": {str(one): "x" for one in range(labels)}}
        config = {"architectures": ["BertForSequenceClassification"], **names}
        found.append(Edit(classifier(rows, biases), config, "zip"))
    norm, head = "bert.embeddings.LayerNorm.weight", "cls.seq_relationship.weight"
    for shape in ((norm, 1, 32), (head, 3, 32), (WORDS, 601, 32), ("cls.x", 0, 4)):
        found.append(Edit(reshaped(*shape)))
    for dtype in (torch.float16, torch.bfloat16, torch.float64):
        found.append(Edit(lambda t, to=dtype: {name: one.to(to) for name, one in t.items()}))  # type: ignore[misc]
    nan = torch.full((1, 32), float("nan"))
    return [
        *found,
        Edit(lambda t: {**t, "scalar": torch.tensor(1.0), BIAS: torch.tensor(1.0)}),
        Edit(lambda t: {**t, WORDS: torch.cat([nan, t[WORDS][1:]])}),
        Edit(lambda t: {**t, WORDS: torch.cat([torch.zeros(1, 32), t[WORDS][1:]])}),
        Edit(lambda t: {**t, WORDS: torch.randn(9000, 32)}, {"vocab_size": 9000}),
    ]


def folders(root: Path, zoo: Path) -> list[Path]:
    """Folders with more than weights: shards, adapters, a SentenceTransformer, what a training run leaves."""
    make("bert", root / "shards", max_shard_size="60KB")
    shard = min((root / "shards").glob("model-*.safetensors"))
    _adapters(root)
    _sentence_transformers(root, zoo)
    for name in ("tf_model.h5", "flax_model.msgpack", "model.onnx", "loose.safetensors", "training_args.bin", "x.gguf"):
        (root / f"only {name}").mkdir()
        (root / f"only {name}" / name).write_bytes(b"\x08\x07")
    shutil.copytree(zoo / "bert-base", root / "only below" / "checkpoint-500")
    shutil.copytree(zoo / "bert", root / "two saves")
    torch.save({"a": torch.ones(2)}, root / "two saves" / "pytorch_model.bin")
    files = [path for path in sorted(root.glob("only *.*/*")) if path.is_file()]
    return [*sorted(root.iterdir()), shard, root / "shards" / "config.json", *files]


def _adapters(root: Path) -> None:
    abouts: list[dict[str, Any]] = [
        {}, {"peft_type": "LORA", "r": 8, "base_model_name_or_path": "a/`b`", "target_modules": ["query"]},
        {"peft_type": 1, "r": 2.0, "modules_to_save": ["classifier", 1, "classifier"], "target_modules": "query"},
        {"peft_type": "IA3", "modules_to_save": "score", "r": True},
    ]  # fmt: skip
    for number, about in enumerate(abouts):
        (path := root / f"adapter {number}").mkdir()
        whole = {"base_model.model.classifier.weight": torch.ones(2, 32)} if number in (1, 2) else {}
        save_file({LORA: torch.ones(8, 32), **whole}, path / "adapter_model.safetensors")
        (path / "adapter_config.json").write_text(json.dumps(about), encoding="utf-8")


def _sentence_transformers(root: Path, zoo: Path) -> None:
    old = {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": True, "word_embedding_dimension": 32}
    pooling = {"type": "a.Pooling", "path": "1_Pooling"}
    both = [{"type": "a.Transformer", "path": "0_Transformer"}, pooling, 1]
    kinds: list[tuple[Any, dict[str, Any]]] = [  # modules.json, and the pooling's configuration
        (both, old), ([{"type": "Transformer", "path": ""}], old), ([{"type": "x", "path": "../y"}], old), ({}, old),
        ([pooling, {"type": "b.Normalize", "path": "2"}], old), ([pooling], {"pooling_mode": "mean"}),
        ([pooling], {"pooling_mode": ["cls", 1, "max"]}), ([pooling], {"pooling_mode": None}),
        ([{"type": "Transformer", "path": "1_Pooling"}], old),
    ]  # fmt: skip
    for number, (modules, pooled) in enumerate(kinds):
        path = root / f"sentences {number}"
        shutil.copytree(zoo / "bert-base", path / "0_Transformer" if modules is both else path)
        (path / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
        if modules is both:
            (path / "0_Transformer" / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
        (path / "1_Pooling").mkdir()
        (path / "1_Pooling" / "config.json").write_text(json.dumps(pooled), encoding="utf-8")
    (path / "model.safetensors").unlink()  # of the last, whose Transformer is said to lie where none is
    (path / "1_Pooling" / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
