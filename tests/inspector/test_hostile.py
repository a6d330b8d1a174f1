"""Files that are made to harm, or only damaged: each a clear error that names what it is, soon, in little memory."""

import gzip
import io
import json
import os
import pickle
import struct
import subprocess
import sys
import tarfile
import time
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from inspector.allowance import LIMITS, PICKLE_STEPS
from inspector.command import inspect, main
from inspector.context import MAX_LAYERS
from inspector.data import Unreadable
from inspector.report_formats import as_markdown, as_text

from .conftest import ROOT, WORDS

SECONDS, BYTES = 20.0, 200 * 2**20  # of computing; far above what any takes, far below what a bomb would


def refused(path: Path, *words: str, bounded: bool = False) -> None:
    """The file is refused in one line that holds these words; `bounded`, in little memory (measuring that is slow)."""
    start = time.process_time()
    if bounded:
        tracemalloc.start()
    try:
        with pytest.raises(Unreadable) as caught:
            inspect(str(path), full=True)
        assert tracemalloc.get_traced_memory()[1] < BYTES
    finally:
        tracemalloc.stop()
    message = str(caught.value)
    assert "\n" not in message
    for word in words:
        assert word in message
    assert time.process_time() - start < SECONDS


def safetensors(path: Path, header: Any, data: bytes = b"", length: int | None = None) -> Path:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text) if length is None else length) + text + data)
    return path


def entry(begin: int, end: int, shape: list[Any] | None = None, dtype: str = "F32") -> dict[str, Any]:
    return {"dtype": dtype, "shape": [(end - begin) // 4] if shape is None else shape, "data_offsets": [begin, end]}


@pytest.mark.parametrize(
    ("header", "data", "words"),
    [
        ({"a": entry(0, 8), "b": entry(4, 12)}, 12, ("overlaps",)),
        ({"a": entry(0, 8), "b": entry(0, 8)}, 8, ("overlaps",)),
        ({"a": entry(0, 8), "b": entry(12, 20)}, 20, ("gap",)),
        ({"a": entry(0, 8)}, 4, ("cut off",)),
        ({"a": entry(0, 8)}, 12, ("longer than its header",)),
        ({"a": entry(0, 2**61)}, 8, ("cut off",)),
        ({"a": entry(0, 8, [2**40, 2**40])}, 8, ("needs",)),
        ({"a": entry(0, 8, [-1, -2])}, 8, ("shape",)),
        ({"a": entry(0, 8, [True, 2])}, 8, ("shape",)),
        ({"a": entry(0, 8, [2.0])}, 8, ("shape",)),
        ({"a": entry(0, 8, [1] * 100)}, 8, ("shape",)),
        ({"a": entry(8, 0, [])}, 8, ("shape",)),
        ({"a": entry(0, 8, dtype="F128")}, 8, ("unknown type",)),
        ({"a": 1}, 8, ("no dtype",)),
        ({"__metadata__": {"a": {"b": "c"}}, "a": entry(0, 8)}, 8, ("map of texts",)),
        (b"[" * 100_000, 0, ("JSON",)),
        (b'{"a":' * 60 + b"1" + b"}" * 60, 0, ("nested",)),
        (b'{"a": 1, "a": 2}', 0, ("twice",)),
        (b'{"a": ' + b"9" * 10_000 + b"}", 0, ("JSON",)),
        (b'{"a": NaN}', 0, ("JSON",)),
        (b"\xff\xfe{}", 0, ("UTF-8",)),
        (b"{}", 0, ("no tensors",)),
        (b"[]", 0, ("object",)),
    ],
)
def test_safetensors_headers(tmp_path: Path, header: Any, data: int, words: tuple[str, ...]) -> None:
    refused(safetensors(tmp_path / "model.safetensors", header, bytes(data)), *words)


def test_header_bombs(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    refused(safetensors(path, {}, length=2**63), "claims", bounded=True)
    refused(safetensors(path, {}, length=50), "claims")
    path.write_bytes(b"")
    refused(path, "too few")
    with path.open("wb") as file:  # a hole of 200 MB that takes no room on the disk
        file.write(struct.pack("<Q", 150 * 2**20) + b"{")
        file.truncate(200 * 2**20)
    refused(path, "bytes of headers", bounded=True)


def test_a_hundred_thousand_tensors(tmp_path: Path) -> None:
    header = {f"tensor.{index}": entry(4 * index, 4 * index + 4) for index in range(100_000)}
    report = inspect(str(safetensors(tmp_path / "model.safetensors", header, bytes(400_000))))
    assert report.summary["tensors"] == "100,000"
    assert len(as_text(report)) < 5000
    torch.save({f"tensor.{index}": torch.zeros(1) for index in range(5_000)}, tmp_path / "many.bin")
    assert inspect(str(tmp_path / "many.bin")).summary["tensors"] == "5,000"


# Pickles


class Calls:
    def __init__(self, function: Any, *arguments: Any) -> None:
        self.call = (function, arguments)

    def __reduce__(self) -> Any:
        return self.call


def in_zip(path: Path, data: bytes, name: str = "archive/data.pkl", **more: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, data)
        archive.writestr(f"{name.partition('/')[0]}/version", "3\n")
        for other, content in more.items():
            archive.writestr(other.replace("__", "/"), content)
    return path


@pytest.mark.parametrize("legacy", [False, True])
@pytest.mark.parametrize(
    ("call", "name"),
    [
        (Calls(os.system, "touch {mark}"), "system"),
        (Calls(eval, "open('{mark}', 'w')"), "__builtin__.eval"),
        (Calls(getattr, "a", "b"), "__builtin__.getattr"),
        (Calls(subprocess.Popen, ["touch", "{mark}"]), "Popen"),
    ],
)
def test_code_in_a_pickle_is_refused_by_its_name(tmp_path: Path, call: Calls, name: str, legacy: bool) -> None:
    mark = tmp_path / "mark"
    call.call = (call.call[0], tuple(str(one).replace("{mark}", str(mark)) for one in call.call[1]))
    torch.save({"a": torch.zeros(2), "b": call}, tmp_path / "x.bin", _use_new_zipfile_serialization=not legacy)
    refused(tmp_path / "x.bin", name, "Nothing was run")
    assert not mark.exists()


GLOBAL = b"\x80\x02ctorch._utils\n_rebuild_tensor_v2\n"
PICKLES = {
    "memo bomb": b"\x80\x02}r\xff\xff\xff\x7f.",
    "long text": b"\x80\x02X\xff\xff\xff\x7fabc.",
    "a hash bomb": b"\x80\x02}" + b"K\x01" + b"\x85q\x00h\x00h\x00\x86" * 60 + b"K\x01s.",
    "no mark": b"\x80\x02t.",
    "an empty stack": b"\x80\x02.",
    "an unknown opcode": b"\x80\x02\xff.",
    "an extension": b"\x80\x02\x82\x01.",
    "a long number": b"\x80\x02\x8b\xff\xff\xff\x7f.",
    "protocol": b"\x80\x09}.",
    "cut off": b"\x80\x02}q",
    "a name without end": b"\x80\x02c" + b"a" * 5000,
    "a list": b"\x80\x02].",
    "a call of a number": b"\x80\x02K\x01)R.",
    "a tensor of nothing": GLOBAL + b"(K\x01K\x01))\x89Ntq\x01R.",
    "a storage of nothing": b"\x80\x02K\x01Q.",
    "a storage of no type": b"\x80\x02(X\x07\0\0\0storagectorch\nSize\nU\x010U\x03cpuK\x06tQ.",
}


@pytest.mark.parametrize("name", PICKLES)
def test_pickles(tmp_path: Path, name: str) -> None:
    refused(in_zip(tmp_path / "x.bin", PICKLES[name]), bounded=True)
    (tmp_path / "y.bin").write_bytes(PICKLES[name])
    refused(tmp_path / "y.bin")


def test_a_pickle_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIMITS, PICKLE_STEPS, 10_000)
    refused(in_zip(tmp_path / "x.bin", b"\x80\x02" + b"K\x010" * 10_000 + b"}."), "steps")


def tensor_pickle(numbers: int, shape: tuple[int, ...], strides: tuple[int, ...], start: int = 0) -> bytes:
    def count(value: int) -> bytes:
        return b"\x8a\x08" + value.to_bytes(8, "little", signed=True)

    def counts(values: tuple[int, ...]) -> bytes:
        return b"(" + b"".join(count(one) for one in values) + b"t"

    storage = b"(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpu" + count(numbers) + b"tQ"
    arguments = b"(" + storage + count(start) + counts(shape) + counts(strides) + b"\x89ccollections\nOrderedDict\n)Rt"
    return b"\x80\x02}X\x01\0\0\0actorch._utils\n_rebuild_tensor_v2\n" + arguments + b"Rs."


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (tensor_pickle(4, (2, 2), (2, 1)), ""),
        (tensor_pickle(4, (2, 3), (3, 1)), "beyond its storage"),
        (tensor_pickle(4, (2, 2), (2, 1), start=1), "beyond its storage"),
        (tensor_pickle(4, (2, 2), (2**40, 1)), "beyond its storage"),
        (tensor_pickle(4, (2,), (2, 1)), "strides"),
        (tensor_pickle(2**40, (2, 2), (2, 1)), "bytes"),
        (tensor_pickle(-4, (2, 2), (2, 1)), "TypeError"),
    ],
)
def test_lying_tensors(tmp_path: Path, content: bytes, word: str) -> None:
    path = in_zip(tmp_path / "x.bin", content, archive__data__0=bytes(16))
    if word:
        refused(path, word)
    else:
        assert inspect(str(path)).summary["tensors"] == "1"
        refused(in_zip(path, content), "not in the archive")


def test_zip_archives(tmp_path: Path) -> None:
    path = tmp_path / "x.bin"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:  # 100 MB of zeros in 100 kB
        archive.writestr("archive/data.pkl", bytes(100 * 2**20))
    refused(path, bounded=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("archive/data.pkl", tensor_pickle(4, (2, 2), (2, 1)))
        archive.writestr("archive/data/0", bytes(16))
    refused(path, "compressed")
    refused(in_zip(path, b"", "archive/other"), "data.pkl")
    refused(in_zip(path, b"\x80\x02}.", archive__code__x=b"import os"), "TorchScript")
    refused(
        in_zip(path, tensor_pickle(4, (4,), (1,)), archive__data__0=bytes(16), archive__byteorder=b"big"), "big-endian"
    )
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", b"\x80\x02}.")
        archive.writestr("archive/data.pkl", b"\x80\x02}.")
    refused(path, "twice")
    torch.save({"a": torch.zeros(5000)}, path)
    whole = path.read_bytes()
    for size in (0, 1, 3, 10, 100, len(whole) // 2, len(whole) - 30, len(whole) - 1):
        path.write_bytes(whole[:size])
        refused(path)
    torch.save({"a": torch.zeros(5000)}, path, _use_new_zipfile_serialization=False)
    whole = path.read_bytes()
    for size in (2, 10, 100, 300, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        refused(path)


def test_tensors_of_other_kinds_are_not_called_code(tmp_path: Path) -> None:
    path = tmp_path / "pytorch_model.bin"
    matrix = torch.ones(4, 2)
    for tensor in (matrix.to_sparse(), matrix.to("meta"), matrix.to(torch.float8_e4m3fn)):
        torch.save({WORDS: tensor}, path)
        refused(path, "a kind that is not read here", "Nothing was run")


def test_no_path_is_none() -> None:
    with pytest.raises(Unreadable, match="the path is empty"):
        inspect("")


def test_other_things_called_bin(tmp_path: Path) -> None:
    path = tmp_path / "pytorch_model.bin"
    path.write_bytes(b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 438064459\n")
    refused(path, "git lfs pull")
    path.write_bytes(b"not found")
    refused(path, "torch.save did not write it")
    for beginning, word in ((b"<!doctype html>", "web page"), (b"\x89HDF\r\n\x1a\n", "HDF5"), (b"GGUF\3\0", "GGUF")):
        path.write_bytes(beginning + bytes(100))
        refused(path, word)
    path.write_bytes(pickle.dumps({"a": 1}))
    refused(path)
    path.unlink()
    os.mkfifo(path)
    refused(tmp_path, "pytorch_model.bin")
    refused(path, "not a regular file")


# Archives


def tar_gz(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def member(name: str, data: bytes = b"", **fields: Any) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    for key, value in fields.items():
        setattr(info, key, value)
    return info, data


@pytest.mark.parametrize("name", ["../x.bin", "/etc/x", "a/../../b", "..", "C:/x", "a\\..\\..\\b"])
def test_names_that_lead_out_of_an_archive(tmp_path: Path, name: str) -> None:
    refused(tar_gz(tmp_path / "x.tar.gz", member(name, b"x")), "leads out of the folder")


def test_archives(tmp_path: Path) -> None:
    path = tmp_path / "x.tar.gz"
    refused(tar_gz(path, member("pytorch_model.bin", type=tarfile.SYMTYPE, linkname="/etc/passwd")), "a link")
    refused(tar_gz(path, member("pytorch_model.bin", type=tarfile.LNKTYPE, linkname="../x")), "a link")
    refused(tar_gz(path, member("x", type=tarfile.CHRTYPE)), "kind")
    refused(tar_gz(path, member("config.json", b"{}")), "no pytorch_model.bin")
    refused(tar_gz(path, member("pytorch_model.bin", b"x" * 600)), "torch.save did not write it")
    for first, second in (("a", "a"), ("./a", "./a"), ("a", "./a")):
        refused(tar_gz(path, member(first, b"1"), member(second, b"2")), "twice")
    refused(tar_gz(path, *[member(f"a{index}") for index in range(1100)]), "members")
    refused(tar_gz(path, member("é" * 120, b"x")), "")
    path.write_bytes(gzip.compress(b"x" * 2000))
    refused(path, "no tar archive")
    path.write_bytes(gzip.compress(bytes(2000))[:-9])
    refused(path)
    path.write_bytes(b"\x1f\x8b" + b"x" * 100)
    refused(path, "gzip")
    with gzip.open(path, "wb", compresslevel=1) as file:  # 300 MB of zeros in 1.5 MB
        info = tarfile.TarInfo("pytorch_model.bin")
        info.size = 2 * 2**30
        file.write(info.tobuf())
        for _ in range(300):
            file.write(bytes(2**20))
    refused(path, "unpacks to more than", bounded=True)


# Folders, links and indexes


def test_shard_indexes(tmp_path: Path) -> None:
    index = tmp_path / "model.safetensors.index.json"
    (tmp_path.parent / "outside.safetensors").write_bytes(b"")
    for name in ("../outside.safetensors", "/etc/passwd", "..", "a/b", "a\\b", "C:x", "", "\0"):
        index.write_text(json.dumps({"weight_map": {"a": name}}), encoding="utf-8")
        refused(tmp_path, "leads out of the folder")
    index.write_text(json.dumps({"weight_map": {"a": "gone.safetensors"}}), encoding="utf-8")
    refused(tmp_path, "not in the folder")
    for content in (
        "{}",
        '{"weight_map": []}',
        '{"weight_map": {"a": 1}}',
        "[",
        '{"weight_map": {"a": "b", "a": "c"}}',
    ):
        index.write_text(content, encoding="utf-8")
        refused(tmp_path, index.name)
    index.write_text(json.dumps({"weight_map": {"b": "x.safetensors"}}), encoding="utf-8")
    safetensors(tmp_path / "x.safetensors", {"a": entry(0, 4)}, bytes(4))
    refused(tmp_path, "'b'")
    index.write_text(json.dumps({"weight_map": {f"{n}": f"{n}.safetensors" for n in range(2000)}}), encoding="utf-8")
    refused(tmp_path, "files")


def test_links_out_of_the_folder(tmp_path: Path) -> None:
    outside = safetensors(tmp_path / "outside.safetensors", {"a": entry(0, 4)}, bytes(4))
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "model.safetensors").symlink_to(outside)
    refused(folder, "a link that leads out of the folder")
    assert inspect(str(folder / "model.safetensors")).summary["tensors"] == "1"  # named by the reader himself
    (folder / "model.safetensors").unlink()
    safetensors(folder / "model.safetensors", {"a": entry(0, 4)}, bytes(4))
    (tmp_path / "secret.json").write_text('{"a": 1}', encoding="utf-8")
    (folder / "config.json").symlink_to(tmp_path / "secret.json")
    refused(folder, "config.json", "link")
    (folder / "config.json").unlink()
    (folder / "config.json").symlink_to(folder / "config.json")  # to itself
    assert inspect(str(folder)).summary["configuration"] == "none"


def test_the_hubs_cache_is_made_of_links(tmp_path: Path) -> None:
    blobs, snapshot = tmp_path / "models--a--b" / "blobs", tmp_path / "models--a--b" / "snapshots" / ("0" * 40)
    blobs.mkdir(parents=True)
    snapshot.mkdir(parents=True)
    safetensors(blobs / "1", {"a": entry(0, 4)}, bytes(4))
    (snapshot / "model.safetensors").symlink_to(blobs / "1")
    assert inspect(str(snapshot)).summary["tensors"] == "1"


def test_configurations(tmp_path: Path) -> None:
    safetensors(tmp_path / "model.safetensors", {"a": entry(0, 4)}, bytes(4))
    config = tmp_path / "config.json"
    for content, word in (
        ("[" * 5000, "JSON"),
        ("{" * 5000, "JSON"),
        ('{"a": 1, "a": 2}', "twice"),
        ("1", "object"),
        ("", "JSON"),
    ):
        config.write_text(content, encoding="utf-8")
        refused(tmp_path, "config.json", word)
    config.write_bytes(b" " * (2**20 + 1))
    refused(tmp_path, "config.json", "1 MB")


ODD: list[Any] = [None, True, "12", -1, 0, 1.5, 10**30, [], {}, "\x1b[2J"]


@pytest.mark.parametrize("value", ODD, ids=repr)
@pytest.mark.parametrize(
    "field",
    ["vocab_size", "num_hidden_layers", "pad_token_id", "tie_word_embeddings", "architectures", "model_type", "dtype"],
)
def test_odd_configurations_are_no_crash(edited: Callable[..., Path], field: str, value: Any) -> None:
    folder = edited(config={field: value, "architectures": value if field == "architectures" else [value]})
    report = inspect(str(folder), full=True)
    for shown in (as_text(report), as_markdown(report)):
        assert "\x1b" not in shown


@pytest.mark.parametrize("layers", [MAX_LAYERS + 1, 10**9])
def test_layers_beyond_the_limit_are_missing_too(edited: Callable[..., Path], layers: int) -> None:
    report = inspect(str(edited(config={"num_hidden_layers": layers})), class_name="BertModel")
    assert report.classes[0].verdict == "encoder random"
    assert {"layers_missing", "class_asked_lacks"} <= {finding.name for finding in report.findings}


NASTY = "\x1b]0;owned\x07\x1b[2J<script>alert(1)</script>|`*_[x](javascript:1)\r\n\u202e\u2028{{ x }}\ud800"


def test_names_are_escaped(tmp_path: Path) -> None:
    header = {NASTY: entry(0, 4), f"{NASTY}{WORDS}": entry(4, 8)}
    safetensors(tmp_path / "model.safetensors", header, bytes(8))
    (tmp_path / "config.json").write_text(json.dumps({"model_type": NASTY, "architectures": [NASTY]}), encoding="utf-8")
    report = inspect(str(tmp_path))
    text = as_text(report)
    assert all(letter.isprintable() or letter == "\n" for letter in text)
    assert "\u202e" not in text
    shown = as_markdown(report)
    for bad in ("<script", "](javascript", "{{", "\x1b"):
        assert bad not in shown
    shown.encode("utf-8")


def test_a_path_is_escaped_in_markdown(tmp_path: Path) -> None:
    path = safetensors(tmp_path / "<i>&.safetensors", {"x": entry(0, 4)}, bytes(4))
    assert "&#60;i&#62;&#38;" in as_markdown(inspect(str(path))).partition("\n")[0]


def test_an_error_is_escaped_and_short(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = safetensors(tmp_path / "model.safetensors", {NASTY * 1000: 1})
    assert main([str(path)]) == 2
    message = capsys.readouterr().err
    assert message.count("\n") == 1
    assert message.strip().isprintable()
    assert len(message) < 1000


def test_memory_does_not_grow_with_the_file(tmp_path: Path) -> None:
    """Two matrices of 94 MB, compared byte by byte in a process of its own."""
    rows, width = 30_522, 768
    size = rows * width * 4
    names = ("bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight")
    header = {name: entry(size * index, size * (index + 1), [rows, width]) for index, name in enumerate(names)}
    path = safetensors(tmp_path / "model.safetensors", header)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size + 2 * size)
    code = (
        "import resource, sys; from pathlib import Path; sys.path.insert(0, sys.argv[2]); import numpy; "
        "from inspector.find import find; from inspector.read import read; "
        "from inspector.sources import OpenFiles; from inspector.full_scan import FullScan; "
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "with OpenFiles() as opened:\n"
        "    one, other = read(find(sys.argv[1]), '', opened).tensors.values()\n"
        "    scan = FullScan(opened, one)\n"
        "    assert scan.equal(one, other) and not scan.scan(one).non_finite.total\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path), str(ROOT / "src")], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 40_000  # kilobytes
