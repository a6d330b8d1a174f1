"""The page's readers against the command: the same report or the same line, for every file that either has been given.

What the page leaves to the command is named here. Files that are mutated come last: 500, or 20,000 in the long run.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file, save_file

from inspector.command import inspect
from inspector.data import Unreadable
from inspector.families import NAMES as FAMILIES
from inspector.messages import MESSAGES
from inspector.report_formats import as_json

from . import test_hostile as hostile
from .conftest import BIAS, DECODER, DECODER_BIAS, ROOT, WORDS, make
from .test_fuzz import CASES, NAMES, mutated, mutations, originals
from .test_odd_files import classifier, reshaped

__all__ = ["originals"]  # a fixture
Tensors = dict[str, torch.Tensor]
# What the page says of archives that are packed with gzip, and of TensorFlow's index.
LEFT_TO_THE_COMMAND = (
    "is packed with gzip, which the page does not unpack",
    "is TensorFlow's, which the page does not read",
)
CLASSES = [
    "BertForMaskedLM",
    "AutoModelForMaskedLM",
    "AutoModelForCausalLM",
    "AutoModel",
    "RobertaForMaskedLM",
    "Nothing",
]
SETTINGS: Any = {
    "deadline": None, "suppress_health_check": list(HealthCheck), "database": None, "derandomize": True
}  # fmt: skip


class Case:
    """One thing to look at: a folder, or a file of one."""

    def __init__(self, path: Path, asked: str = "") -> None:
        self.path, self.asked = path, asked

    def __repr__(self) -> str:
        return f"{self.path.parent.name}/{self.path.name} {self.asked}"

    def for_the_page(self) -> dict[str, str]:
        folder = self.path.is_dir()
        return {
            "root": str(self.path if folder else self.path.parent), "chosen": "" if folder else self.path.name,
            "given": str(self.path), "wanted": self.asked,
        }  # fmt: skip

    def by_the_command(self) -> dict[str, Any]:
        try:
            report = json.loads(as_json(inspect(str(self.path), asked=self.asked)))
        except Unreadable as error:
            return {"unreadable": list(error.lines)}
        del report["source"]
        return {"report": report}


def by_the_page(cases: list[dict[str, str]]) -> list[dict[str, Any]]:
    """What the page's own modules say, in one process."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node on this machine; the browser tests run the same modules")
    messages = yaml.safe_load(MESSAGES.read_text(encoding="utf-8"))
    data = {"names": json.loads(FAMILIES.read_text(encoding="utf-8")), "messages": messages}
    program = [node, str(ROOT / "tests/inspector/page_answers.mjs")]
    text = json.dumps({"data": data, "cases": cases})
    done = subprocess.run(program, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.split("\n") if line]  # names may hold other ends of lines


def differences(command: Any, page: Any, where: str = "") -> list[str]:
    """Where the two differ, in words; a report has dicts and lists."""
    if isinstance(command, dict) and isinstance(page, dict) and command.keys() == page.keys():
        return [one for key in command for one in differences(command[key], page[key], f"{where}.{key}")]
    if isinstance(command, list) and isinstance(page, list) and len(command) == len(page):
        pairs = enumerate(zip(command, page, strict=True))
        return [one for index, (mine, its) in pairs for one in differences(mine, its, f"{where}[{index}]")]
    same = command == page and type(command) is type(page)
    return [] if same else [f"{where}: {str(command)[:400]!r}, and in the page {str(page)[:400]!r}"]


def disagreements(cases: list[Case]) -> list[str]:
    """All differences in all cases but what is left to the command."""
    found = []
    for case, page in zip(cases, by_the_page([case.for_the_page() for case in cases]), strict=True):
        if not page.get("needs_command", "").endswith(LEFT_TO_THE_COMMAND):
            found += [f"{case}{one}" for one in differences(case.by_the_command(), page)]
    return found


# The corpus


@pytest.fixture(scope="module")
def hostile_files(tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """The files of test_hostile.py, each in a folder of its own."""
    root, cases = tmp_path_factory.mktemp("hostile"), []

    def folder() -> Path:
        path = root / str(len(cases))
        path.mkdir()
        return path

    for header, size, _ in _given(hostile.test_safetensors_headers):
        cases.append(Case(hostile.safetensors(folder() / "model.safetensors", header, bytes(size))))
    for pickle in hostile.PICKLES.values():
        cases.append(Case(hostile.in_zip(folder() / "x.bin", pickle)))
        (path := folder() / "y.bin").write_bytes(pickle)
        cases.append(Case(path))
    for content, _ in _given(hostile.test_lying_tensors):
        cases.append(Case(hostile.in_zip(folder() / "x.bin", content, archive__data__0=bytes(16))))
    for call in (hostile.Calls(os.system, "x"), hostile.Calls(getattr, "a", "b")):
        for legacy in (False, True):
            torch.save({"b": call}, path := folder() / "x.bin", _use_new_zipfile_serialization=not legacy)
            cases.append(Case(path))
    for beginning in (
        b"version https://git-lfs.github.com/spec/v1\n",
        b"",
        b"not found",
        b"<html>",
        b"\x89HDF\r\n",
        b"GGUF",
    ):
        (path := folder() / "pytorch_model.bin").write_bytes(beginning)
        cases.append(Case(path.parent))
    return [*cases, *_other_hostile(root)]


def _given(test: Any) -> Any:
    """The values that a parametrised test is run with."""
    return next(mark for mark in test.pytestmark if mark.name == "parametrize").args[1]


def _other_hostile(root: Path) -> list[Case]:
    """Indexes of shards, archives with odd members, configurations that are none, names that are nasty."""
    cases = []

    def folder(name: str, form: str = "") -> Path:
        (path := root / name).mkdir()
        if form:
            hostile.safetensors(path / form, {"a": hostile.entry(0, 4)}, bytes(4))
        cases.append(Case(path))
        return path

    indexes = [
        {"a": name} for name in ("../x.safetensors", "/etc/passwd", "..", "a/b", "a\\b", "C:x", "", "\0", "gone")
    ]
    maps: list[Any] = [*indexes, [], {"a": 1}, {}, {"b": "x.safetensors"}, {f"{n}": f"{n}" for n in range(2000)}]
    for number, content in enumerate(maps):
        path = folder(f"index {number}", "x.safetensors") / "model.safetensors.index.json"
        path.write_text(json.dumps({"weight_map": content}), encoding="utf-8")
    texts = [
        "[" * 5000,
        '{"a": 1, "a": 2}',
        "1",
        "",
        "[]",
        '{"a": "\ud800"}',
        '{"a": 01}',
        '{"a": "\t"}',
        '{"a": "\\x"}',
    ]
    texts += ['{"a":1,}', '{"a" 1}', '{"a":1 "b"}', '{"a', '{"a":tru}', '{"é\\n":1}x', '{"a":"\\u12"}', "\ufeff{}"]
    for number, text in enumerate(texts):
        path = folder(f"config {number}", "model.safetensors") / "config.json"
        path.write_text(text, encoding="utf-8", errors="surrogatepass")
    tensor = hostile.tensor_pickle(4, (2, 2), (2, 1))
    members: list[dict[str, bytes]] = [
        {"name": b"archive/other"}, {"archive__code__x": b"1"}, {"archive__byteorder": b"big"}, {"b__data.pkl": b"1"},
        {"archive__byteorder": b" little\n", "archive__data__0": bytes(16)}, {"archive__data__0": bytes(15)},
    ]  # fmt: skip
    for number, more in enumerate(members):
        name = more.pop("name", b"archive/data.pkl").decode()
        hostile.in_zip(folder(f"archive {number}") / "pytorch_model.bin", tensor, name, **more)
    nasty = {hostile.NASTY: hostile.entry(0, 4), f"{hostile.NASTY}{WORDS}": hostile.entry(4, 8)}
    path = hostile.safetensors(folder("nasty") / "model.safetensors", nasty, bytes(8))
    path.with_name("config.json").write_text(json.dumps({"model_type": hostile.NASTY}), encoding="utf-8")
    return cases


@pytest.fixture(scope="module")
def odd_files(zoo: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """A small BERT as people have it after training, cutting and renaming."""
    root = tmp_path_factory.mktemp("odd")
    tensors = load_file(zoo / "bert" / "model.safetensors")
    content = json.loads((zoo / "bert" / "config.json").read_text(encoding="utf-8"))
    cases = []
    for number, (change, config, form) in enumerate(_edits()):
        (path := root / str(number)).mkdir()
        changed = change(dict(tensors))
        if form == "safetensors":
            save_file({key: one.clone().contiguous() for key, one in changed.items()}, path / "model.safetensors")
        else:
            torch.save(changed, path / "pytorch_model.bin", _use_new_zipfile_serialization=form == "zip")
        if config is not None:
            (path / "config.json").write_text(json.dumps({**content, **config}), encoding="utf-8")
        if number % 3 == 0:
            words = [
                "[PAD]",
                *(f"[unused{index}]" for index in range(99)),
                *(f"w{index}" for index in range(497 + number)),
            ]
            (path / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
        cases.append(Case(path))
    return cases


Edit = tuple[Callable[[Tensors], Any], dict[str, Any] | None, str]


def _edits() -> list[Edit]:
    """What changes in the tensors, what in the configuration (None: there is none), and the file's form."""
    forms = ("safetensors", "zip", "legacy")
    untied = {"tie_word_embeddings": False}
    same: Callable[[Tensors], Tensors] = dict
    found: list[Edit] = [(same, None, form) for form in forms]
    for rows, biases, labels in ((5, 5, 5), (5, 5, 3), (5, 2, 5), (1, 1, 1)):
        names = {"id2label": {str(one): "x" for one in range(labels)}}
        found.append((classifier(rows, biases), {"architectures": ["BertForSequenceClassification"], **names}, "zip"))
    found += [(reshaped(*shape), {}, "safetensors") for shape in (
        ("bert.embeddings.LayerNorm.weight", 1, 32), ("cls.seq_relationship.weight", 3, 32), (WORDS, 601, 32), ("cls.x", 0, 4)
    )]  # fmt: skip
    for form in forms:
        found.append((lambda t: {**t, DECODER: t[WORDS], DECODER_BIAS: t[BIAS]}, {}, form))
        found.append((lambda t: {**t, DECODER: t[WORDS], DECODER_BIAS: t[BIAS]}, untied, form))
        found.append((lambda t: {**t, DECODER: t[WORDS] + 1}, untied, form))
    found += [
        (lambda t: {**t, DECODER: t[WORDS] + 1}, {}, "zip"),
        (lambda t: {**t, DECODER: t[WORDS] + 1}, None, "zip"),
        (lambda t: {**t, BIAS: torch.ones(600), DECODER_BIAS: torch.zeros(600)}, untied, "safetensors"),
        (lambda t: {name: one for name, one in t.items() if name != BIAS}, {}, "safetensors"),
        (lambda t: {**t, DECODER_BIAS: t[BIAS]} | {BIAS: t[BIAS] + 1}, {}, "safetensors"),
        (lambda t: {"loss": torch.tensor(0.3), "net_g": t, "step": 7}, {}, "zip"),
        (lambda t: {"loss": torch.tensor(0.3), "model": t, "step": 7.5}, {}, "legacy"),
        (lambda t: {"module." + name: one for name, one in t.items()}, {}, "zip"),
        (lambda t: {name.replace("LayerNorm.weight", "LayerNorm.gamma"): one for name, one in t.items()}, {}, "zip"),
        (lambda t: {name.removeprefix("bert."): one for name, one in t.items()}, None, "safetensors"),
        (lambda t: {**t, **{n.removeprefix("bert."): one for n, one in t.items()}}, {}, "zip"),
        (lambda t: {**t, **{n.removeprefix("bert."): one + 1 for n, one in t.items()}}, {}, "zip"),
        (lambda t: {**t, WORDS: t[WORDS].t().contiguous().t()}, {}, "zip"),
        (lambda t: {**t, WORDS: torch.zeros(20_000, 32)[:600]}, {}, "zip"),
        (lambda t: {"state": {}, "param_groups": [{"lr": 1.0}]}, {}, "legacy"),
        (lambda t: {**t, WORDS: torch.cat([torch.full((1, 32), float("nan")), t[WORDS][1:]])}, {}, "safetensors"),
        (lambda t: {**t, WORDS: torch.cat([torch.zeros(1, 32), t[WORDS][1:]])}, {}, "safetensors"),
        (lambda t: {**t, WORDS: torch.randn(9000, 32)}, {"vocab_size": 9000}, "safetensors"),
        (lambda t: {**t, "q.qweight": torch.ones(4, dtype=torch.uint8)}, {"quantization_config": {}}, "safetensors"),
        (lambda t: {n: one for n, one in t.items() if ".layer.1." not in n}, {}, "safetensors"),
        (lambda t: {**t, "scalar": torch.tensor(1.0), BIAS: torch.tensor(1.0)}, {}, "safetensors"),
        (lambda t: {**t, "x": torch.ones(3, dtype=torch.complex64), "y": torch.ones(2, dtype=torch.bool)}, {}, "zip"),
    ]
    for dtype in (torch.float16, torch.bfloat16, torch.float64):
        found.append((lambda t, to=dtype: {name: one.to(to) for name, one in t.items()}, {}, "safetensors"))
    for value in (None, True, "12", -1, 0, 1.5, 2.0, 1e30, 10**30, [], {}, {"a": [None, 1.0]}, "\x1b[2J", float("inf")):
        for field in (
            "pad_token_id",
            "num_hidden_layers",
            "architectures",
            "tie_word_embeddings",
            "model_type",
            "dtype",
        ):
            found.append((same, {field: value}, "safetensors"))
    return found


@pytest.fixture(scope="module")
def folders(zoo: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Case]:
    """Folders with more than weights: shards, adapters, a SentenceTransformer, what a training run leaves."""
    root = tmp_path_factory.mktemp("folders")
    make("bert", root / "shards", max_shard_size="60KB")
    shard = min((root / "shards").glob("model-*.safetensors"))
    lora = "base_model.model.bert.encoder.layer.0.attention.self.query.lora_A.weight"
    tensors = {lora: torch.ones(8, 32), "base_model.model.classifier.weight": torch.ones(2, 32)}
    abouts: list[dict[str, Any]] = [
        {}, {"peft_type": "LORA", "r": 8, "base_model_name_or_path": "a/`b`", "target_modules": ["query"]},
        {"peft_type": 1, "r": 2.0, "modules_to_save": ["classifier"], "target_modules": "query"},
    ]  # fmt: skip
    for number, about in enumerate(abouts):
        (path := root / f"adapter {number}").mkdir()
        save_file(tensors if number else {lora: torch.ones(8, 32)}, path / "adapter_model.safetensors")
        (path / "adapter_config.json").write_text(json.dumps(about), encoding="utf-8")
    modules = [{"type": "a.Transformer", "path": "0_Transformer"}, {"type": "a.Pooling", "path": "1_Pooling"}, 1]
    for number, said in enumerate(
        (modules, [{"type": "Transformer", "path": ""}], [{"type": "x", "path": "../y"}], {})
    ):
        (path := root / f"sentences {number}").mkdir()
        (path / "modules.json").write_text(json.dumps(said), encoding="utf-8")
        shutil.copytree(zoo / "bert-base", path / "0_Transformer" if number == 0 else path, dirs_exist_ok=True)
        (path / "1_Pooling").mkdir()
        pooling = {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": True, "word_embedding_dimension": 32}
        (path / "1_Pooling" / "config.json").write_text(json.dumps(pooling), encoding="utf-8")
    for name in ("tf_model.h5", "flax_model.msgpack", "model.onnx", "loose.safetensors", "training_args.bin", "x.gguf"):
        (root / f"only {name}").mkdir()
        (root / f"only {name}" / name).write_bytes(b"\x08\x07")
    shutil.copytree(zoo / "bert-base", root / "only below" / "checkpoint-500")
    shutil.copytree(zoo / "bert", root / "two saves")
    torch.save({"a": torch.ones(2)}, root / "two saves" / "pytorch_model.bin")
    files = [path for path in sorted(root.glob("only *.*/*")) if path.is_file()]
    return [Case(path) for path in (*sorted(root.iterdir()), shard, root / "shards" / "config.json", *files)]


def test_the_families_and_the_styles(zoo: Path, styles: Path) -> None:
    paths = [*sorted(zoo.iterdir()), *sorted(styles.iterdir()), ROOT / "checkpoints" / "pydoc-bert"]
    assert disagreements([Case(path) for path in paths]) == []


@pytest.mark.parametrize("asked", CLASSES)
def test_an_asked_class(zoo: Path, styles: Path, asked: str) -> None:
    names = ["bert", "bert-base", "bert-untied", "roberta", "gpt2", "t5", "albert", "bert-classifier"]
    assert (
        disagreements([Case(path, asked) for path in (*(zoo / one for one in names), *sorted(styles.iterdir()))]) == []
    )


def test_hostile_files(hostile_files: list[Case]) -> None:
    assert len(hostile_files) > 100
    assert disagreements(hostile_files) == []


def test_odd_files(odd_files: list[Case]) -> None:
    assert disagreements(odd_files) == []


def test_folders(folders: list[Case]) -> None:
    assert disagreements(folders) == []


def test_published_files_in_the_cache() -> None:
    paths = [path for path in sorted((ROOT / ".cache/huggingface/hub").glob("models--*/snapshots/*")) if path.is_dir()]
    if not paths:
        pytest.skip("no published checkpoint is in the project's cache; `make` fetches them")
    assert disagreements([Case(path) for path in paths]) == []


def test_a_difference_is_seen(zoo: Path) -> None:
    case = Case(zoo / "bert")
    [page] = by_the_page([case.for_the_page()])
    page["report"]["findings"][0]["what"] += "!"
    [found] = differences(case.by_the_command(), page)
    assert found.startswith(".report.findings[0].what: ")


# Mutated files


class Mutant:
    """A form, and what is changed in it."""

    def __init__(self, form: str, content: bytes) -> None:
        self.form, self.content = form, content

    def write(self, folder: Path, originals: dict[str, bytes]) -> Case:
        folder.mkdir()
        if self.form in ("config", "index"):
            name = "other.safetensors" if self.form == "index" else "model.safetensors"
            (folder / name).write_bytes(originals["safetensors"])
        (folder / NAMES[self.form]).write_bytes(self.content)
        return Case(folder)


def mutants(originals: dict[str, bytes], count: int) -> list[Mutant]:
    """As many mutated files as asked for, of the forms that the page reads."""
    found: list[Mutant] = []
    forms = sorted({*NAMES} - {"archive", "tensorflow"})

    @settings(max_examples=count, **SETTINGS)
    @given(form=st.sampled_from(forms), changes=mutations())
    def draw(form: str, changes: list[tuple[str, int, bytes]]) -> None:
        found.append(Mutant(form, mutated(originals[form], changes)))

    draw()
    return found


def test_mutated_files(originals: dict[str, bytes], tmp_path: Path) -> None:
    found = mutants(originals, CASES)
    for start in range(0, len(found), 1000):
        folders = [tmp_path / str(start + index) for index in range(len(found[start : start + 1000]))]
        cases = [one.write(path, originals) for one, path in zip(found[start:], folders, strict=False)]
        assert disagreements(cases) == []
        for folder in folders:
            shutil.rmtree(folder)
