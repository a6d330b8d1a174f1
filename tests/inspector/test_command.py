"""The command, its forms, its messages, TensorFlow's form, and that nothing heavy is imported."""

import importlib
import json
import re
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from inspector.command import FORMATS, inspect, main
from inspector.data import LEVELS, InspectorError, Unreadable
from inspector.families import NAMES_FILE, read_families
from inspector.find import find
from inspector.messages import code, code_list, read_messages
from inspector.read import read
from inspector.report_formats import as_markdown, link
from inspector.sources import OpenFiles
from inspector.values import decode_numbers, read_bytes
from tests.generated import generated

from .conftest import ROOT, WORDS

Edited = Callable[..., Path]


@pytest.mark.parametrize("form", ["safetensors", "zip", "legacy"])
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16, torch.bfloat16, torch.float64], ids=str)
def test_every_number_is_where_the_header_says(edited: Edited, form: str, dtype: torch.dtype) -> None:
    folder = edited(lambda t: {key: one.to(dtype) for key, one in t.items()}, form=form)
    if form == "safetensors":
        truth = load_file(folder / "model.safetensors")
    else:
        truth = torch.load(folder / "pytorch_model.bin", weights_only=True)
    with OpenFiles() as opened:
        header = read(find(str(folder)), "", opened)
        assert header.tensors.keys() == truth.keys()
        for name, one in header.tensors.items():
            assert one.shape == tuple(truth[name].shape)
            assert one.dtype == str(truth[name].dtype).removeprefix("torch.")
            found = decode_numbers(read_bytes(one, opened, 0, one.numel), one.dtype)
            assert list(found) == truth[name].flatten().double().tolist()


def test_exit_codes(edited: Edited, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(edited())]) == 0
    assert main([str(edited(config={"vocab_size": 5}))]) == 1
    assert main([str(tmp_path / "nothing")]) == 2
    assert main(["no/such-model-anywhere"]) == 2
    assert main(["a\0b"]) == 2
    assert main([""]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 4
    assert err.count("give a") + err.count("give ") >= 2


def test_full_without_numpy_is_told(
    edited: Edited, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(edited())
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert main([folder, "--full"]) == 2
    assert "pip install numpy" in capsys.readouterr().err


@pytest.mark.parametrize("form", FORMATS)
def test_forms(edited: Edited, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    folder = edited(config={"vocab_size": 5})
    assert main([str(folder), "--format", form, "--base-url", "https://example.org/"]) == 1
    shown = capsys.readouterr().out
    assert "https://example.org/c/another-vocab-size-redraws-every-row/" in shown
    assert "\x1b" not in shown
    if form == "json":
        content = json.loads(shown)
        assert content["level"] == "problem"
        assert content["family"] == "bert"
        assert {one["name"] for one in content["findings"]} >= {"sizes_differ", "family"}


def test_each_page_of_the_messages_is_there_with_its_heading() -> None:
    anchors: dict[str, set[str]] = {}
    for name, entry in read_messages().findings.items():
        page, _, anchor = entry["page"].partition("#")
        folder = generated() if page.startswith(("c/", "m/")) else ROOT / "docs"
        text = (folder / page).read_text(encoding="utf-8")
        if page not in anchors:
            slugify = importlib.import_module("markdown.extensions.toc").slugify
            headings = [line.lstrip("#").strip() for line in text.splitlines() if line.startswith("#")]
            claims = {f"claim-{name}" for name in re.findall(r'program\("\w+/(\w+)"\)', text)}
            written = set(re.findall(r"^#.*\{ #([\w-]+) \}$", text, re.MULTILINE))
            anchors[page] = (
                written
                | {slugify(one.replace("`", ""), "-") for one in headings}
                | {one.replace("_", "-") for one in claims}
            )
        assert not anchor or anchor.removesuffix(".md") in anchors[page], f"{name}: {entry['page']}"


def test_each_finding_is_one_that_a_check_can_say() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/inspector").glob("checks*.py"))
    for name, entry in read_messages().findings.items():
        assert f'"{name}"' in source, name
        for field in ("what", "why", "do"):
            assert all(key is None or key.isidentifier() for _, key, _, _ in Formatter().parse(entry.get(field, ""))), (
                name
            )


def test_each_finding_has_a_level_and_words_and_no_field_that_nobody_reads() -> None:
    for name, entry in read_messages().findings.items():
        assert entry["level"] in LEVELS, name
        assert entry["what"], name
        assert {*entry} <= {"level", "what", "why", "do", "page", "about"}, name


def test_messages_that_are_not_there_are_told(tmp_path: Path) -> None:
    with pytest.raises(InspectorError, match="this file of the program is missing"):
        read_messages(tmp_path / "gone.yml")


@pytest.mark.parametrize("change", [{"schema": 2}, {"families": None}, {"columns": ["key"]}, {"spelling": {}}, None])
def test_a_table_of_names_of_another_form_is_told(tmp_path: Path, change: dict[str, Any] | None) -> None:
    path = tmp_path / "names.json"
    if change is not None:
        path.write_text(json.dumps(json.loads(NAMES_FILE.read_text(encoding="utf-8")) | change), encoding="utf-8")
    with pytest.raises(InspectorError, match=r"names\.json: .* run: python build_artifacts\.py"):
        read_families(path)


def test_words() -> None:
    assert code("a`b") == "`aˋb`"
    assert len(code("x" * 1000)) < 130
    assert code_list(range(5)) == "`0`, `1`, `2` and 2 more"
    assert link("a/index.md#b", "docs/") == "docs/a/index.md#b"
    assert link("a/index.md#b", "https://x.org/") == "https://x.org/a/#b"


@pytest.mark.parametrize("full", [False, True])
def test_no_torch_nothing_of_the_engine_and_by_default_no_numpy(edited: Edited, full: bool) -> None:
    """By what is really imported: the package is installed alone."""
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from inspector.command import main; main(sys.argv[2:]); "
        "absent = ('torch', 'transformers', 'numpy', 'safetensors', 'rich', 'huggingface_hub', 'explainer', 'bert', "
        "'load_report', 'mkdocs', 'msgspec', 'jinja2'); print([name for name in absent if name in sys.modules])"
    )
    for form in ("safetensors", "zip", "legacy"):
        options = ["--full"] if full else []
        command = [sys.executable, "-c", program, str(ROOT / "src"), str(edited(form=form)), *options]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.splitlines()[-1] == ("['numpy']" if full else "[]")


# TensorFlow


def varint(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


def field(number: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def block(entries: list[tuple[bytes, bytes]]) -> bytes:
    """Keys share what they have in common with the one before, as LevelDB writes them."""
    out, before = bytearray(), b""
    for key, value in entries:
        shared = next(
            (i for i, (a, b) in enumerate(zip(key, before, strict=False)) if a != b), min(len(key), len(before))
        )
        out += varint(shared) + varint(len(key) - shared) + varint(len(value)) + key[shared:] + value
        before = key
    return bytes(out) + struct.pack("<II", 0, 1)


def write_tensorflow(folder: Path, tensors: dict[str, torch.Tensor]) -> Path:
    """A checkpoint's `.index` and its one data file, as tensor_bundle writes them."""
    entries, data = [(b"", field(1, 1) + field(3, field(1, 1)))], b""
    for name in sorted(tensors, key=str.encode):
        one = tensors[name].contiguous()
        shape = b"".join(field(2, field(1, size)) for size in one.shape)
        raw = one.numpy().tobytes()
        value = field(1, 1) + field(2, shape) + field(4, len(data)) + field(5, len(raw)) + b"\x35\0\0\0\0"
        entries.append((name.encode(), value))
        data += raw
    (folder / "bert_model.ckpt.data-00000-of-00001").write_bytes(data)
    half = len(entries) // 2
    return table(folder / "bert_model.ckpt.index", block(entries[:half]), block(entries[half:]))


def table(path: Path, *blocks: bytes) -> Path:
    """LevelDB's table of these blocks."""
    content, handles = b"", []
    for number, body in enumerate(blocks):
        handles.append((b"%d" % number, varint(len(content)) + varint(len(body))))
        content += body + bytes(5)
    meta, index = block([]), block(handles)
    places = varint(len(content)) + varint(len(meta)) + varint(len(content) + len(meta) + 5) + varint(len(index))
    content += meta + bytes(5) + index + bytes(5) + places.ljust(40, b"\0") + bytes.fromhex("57fb808b247547db")
    path.write_bytes(content)
    return path


def as_tensorflow(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Google's names for the tensors of a BERT with both heads."""
    found = {}
    for key, one in tensors.items():
        name = key.replace(".layer.", ".layer_").replace("embeddings.weight", "embeddings")
        name = name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
        name = name.replace("cls.predictions.bias", "cls.predictions.output_bias")
        name = name.replace("seq_relationship.weight", "seq_relationship.output_weights")
        name = name.replace("seq_relationship.bias", "seq_relationship.output_bias")
        if name.endswith(".weight"):
            name, one = f"{name.removesuffix('.weight')}.kernel", one.t()
        found[name.replace(".", "/")] = one
        found[f"{name.replace('.', '/')}/adam_m"] = one
    return {**found, "global_step": torch.zeros(())}


def test_tensorflow_index(zoo: Path, tmp_path: Path) -> None:
    path = write_tensorflow(tmp_path, as_tensorflow(load_file(zoo / "bert" / "model.safetensors")))
    config = (zoo / "bert" / "config.json").read_bytes()
    (tmp_path / "bert_config.json").write_bytes(config)
    for given in (path, tmp_path, str(path).removesuffix(".index")):
        report = inspect(str(given), full=True)
        assert report.parts == ("encoder", "pooler", "MLM head", "NSP head")
        names = {one.name for one in report.findings}
        assert names >= {"names_of_tensorflow", "encoder_whole", "decoder_not_stored", "left_aside", "sizes_agree"}
        assert report.level == "note"
        both = (path, path.with_suffix(".data-00000-of-00001"))
        assert [(one.name, one.size) for one in report.files] == [(one.name, one.stat().st_size) for one in both]
        fit = next(one for one in report.classes if one.name == "BertForPreTraining")
        assert (fit.level, fit.verdict) == ("note", "all there, once converted")
    data = tmp_path / "bert_model.ckpt.data-00000-of-00001"
    data.unlink()
    data.symlink_to(zoo / "bert" / "config.json")
    with pytest.raises(Unreadable, match="a link that leads out of the folder"):
        inspect(str(tmp_path))
    data.unlink()
    assert "pad_not_read" in {one.name for one in inspect(str(path)).findings}


def test_values_of_tensorflow_are_found(zoo: Path, tmp_path: Path) -> None:
    tensors = load_file(zoo / "bert" / "model.safetensors")
    path = write_tensorflow(tmp_path, {"bert/embeddings/word_embeddings": tensors[WORDS]})
    with OpenFiles() as opened:
        one = next(iter(read(find(str(path)), "", opened).tensors.values()))
        assert (
            list(decode_numbers(read_bytes(one, opened, 0, one.numel), one.dtype)) == tensors[WORDS].flatten().tolist()
        )


def test_a_cached_hub_id(zoo: Path, tmp_path: Path) -> None:
    commit = "0" * 40
    folder = tmp_path / "hub" / "models--somebody--a-bert"
    (folder / "refs").mkdir(parents=True)
    (folder / "refs" / "main").write_text(commit, encoding="utf-8")
    (folder / "snapshots").mkdir()
    (folder / "snapshots" / commit).symlink_to(zoo / "bert")
    command = [sys.executable, str(ROOT / "inspect_checkpoint.py"), "somebody/a-bert", "--format", "json"]
    environment = {"HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1", "PATH": ""}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert json.loads(done.stdout)["family"] == "bert"


def test_markdown_of_every_style(styles: Path) -> None:
    for style in sorted(styles.iterdir()):
        report = inspect(str(style))
        rows = [line for line in as_markdown(report).splitlines() if line.startswith("| ") and "Bert" in line]
        assert rows
        assert str(styles) not in as_markdown(report).split("\n", 1)[1]


def test_the_page_lists_every_family_whose_names_are_known() -> None:
    text = (ROOT / "docs/inspect/index.md").read_text(encoding="utf-8")
    listed = text.partition("## Which names it knows")[2].partition("Those of ")[2].partition(":\n")[0]
    words = {re.sub(r"\W", "", one).lower() for one in re.split(r",| and |\(|\)", listed)}
    assert {one.name.lower() for one in read_families()} <= words
    assert "vit" not in words
