"""Mistakes of a user, of a download and of a machine: one clear line, the right hint, and no traceback."""

import json
import os
import signal
import struct
import subprocess
import sys
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest
import torch

from inspector import sources
from inspector.command import inspect, main
from inspector.data import Unreadable
from inspector.sources import FileSource
from inspector.tensorflow_index import _unpack_snappy

from .conftest import ROOT, WORDS, make
from .test_budgets import SECONDS, run
from .test_command import block, field, table, varint
from .test_hostile import entry, in_zip, refused, safetensors

PROGRAM = [sys.executable, str(ROOT / "inspect_checkpoint.py")]


@pytest.mark.parametrize("path", ["a--b", ".a/b", "a.git", "ü/ü", "٣/٣", "a..b", "a/b/c"])
def test_a_mistyped_path_is_one_line(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([path]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_where_the_report_cannot_be_written(zoo: Path) -> None:
    for target in (">&-", ">/dev/full"):
        if target.endswith("full") and not Path("/dev/full").exists():
            continue
        command = f"{sys.executable} {PROGRAM[1]} {zoo / 'bert'} {target}"
        done = subprocess.run(["sh", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr
        assert "cannot be written" in done.stderr


def open_files(process: int) -> set[str]:
    """The names of the files that a process has open."""
    names = set()
    for link in Path(f"/proc/{process}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed meanwhile
            names.add(link.readlink().name)
    return names


def test_ctrl_c_is_one_line(tmp_path: Path) -> None:
    safetensors(tmp_path / "model.safetensors", {"a": entry(0, 2**33)})
    with (tmp_path / "model.safetensors").open("r+b") as file:
        file.truncate(file.seek(0, os.SEEK_END) + 2**33)  # a hole
    child = subprocess.Popen([*PROGRAM, str(tmp_path), "--full"], stderr=subprocess.PIPE, text=True)
    while "model.safetensors" not in open_files(child.pid):  # until then it is Python that starts
        assert child.poll() is None
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    _, lines = child.communicate(timeout=30)
    assert (child.returncode, lines) == (130, "inspect_checkpoint.py: stopped\n")


def test_json_of_what_cannot_be_read(capsys: pytest.CaptureFixture[str], zoo: Path) -> None:
    assert main(["gone/x/y", "--format", "json"]) == 2
    (line,) = json.loads(capsys.readouterr().out)["unreadable"]
    assert "there is no such file" in line
    assert main(["gone/x/y", str(zoo / "bert"), "--format", "json"]) == 2
    first, second = json.loads(capsys.readouterr().out)
    assert (first["source"], second["family"]) == ("gone/x/y", "bert")


def test_a_header_of_any_length_is_no_gzip_file(tmp_path: Path) -> None:
    text = json.dumps({"a": entry(0, 4)}).encode()
    safetensors(tmp_path / "model.safetensors", text.ljust(0x8B1F), bytes(4))
    assert inspect(str(tmp_path)).format == "safetensors"


@pytest.mark.parametrize(
    "beginning", ["\n<html>", '<?xml version="1.0"?><Error>', '{"error": "x"}', "\r\n\t<!DOCTYPE html>"]
)
@pytest.mark.parametrize("name", ["model.safetensors", "pytorch_model.bin"])
def test_what_a_server_said_is_called_so(tmp_path: Path, beginning: str, name: str) -> None:
    (tmp_path / name).write_text(beginning.ljust(99), encoding="utf-8")
    refused(tmp_path, "saved in place of the file")


@pytest.mark.parametrize("name", ["config.json", "vocab.txt"])
def test_a_pipe_beside_the_weights_is_said(tmp_path: Path, name: str) -> None:
    safetensors(tmp_path / "model.safetensors", {"a": entry(0, 4)}, bytes(4))
    os.mkfifo(tmp_path / name)
    refused(tmp_path, name, "not a regular file")


def test_a_folder_called_like_a_shard_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.safetensors").mkdir()
    (tmp_path / "model.safetensors.index.json").write_text('{"weight_map": {"a": "a.safetensors"}}', encoding="utf-8")
    refused(tmp_path, "is no regular file")


def test_what_is_harmless_is_offered_first(tmp_path: Path) -> None:
    (tmp_path / "a_pickle.bin").write_bytes(b"x")
    (tmp_path / "z.safetensors").write_bytes(b"x")
    refused(tmp_path, "to read z.safetensors")
    (tmp_path / "other.safetensors.index.json").write_text("{}", encoding="utf-8")
    refused(tmp_path, "to read other.safetensors.index.json")


@pytest.mark.parametrize("version", [None, b"9999", b"0", b"x"])
def test_a_zip_archive_that_torch_refuses(tmp_path: Path, version: bytes | None) -> None:
    torch.save({"a": torch.zeros(2)}, tmp_path / "a.bin")
    with zipfile.ZipFile(tmp_path / "a.bin") as old, zipfile.ZipFile(tmp_path / "b.bin", "w") as new:
        for one in old.infolist():
            content = version if one.filename.endswith("/version") else old.read(one)
            if content is not None:
                new.writestr(one.filename, content)
    with pytest.raises(RuntimeError):
        torch.load(tmp_path / "b.bin")
    refused(tmp_path / "b.bin", "torch.load refuses")


def test_a_zip_archive_behind_other_bytes(tmp_path: Path) -> None:
    torch.save({"a": torch.zeros(2)}, tmp_path / "a.bin")
    (tmp_path / "b.bin").write_bytes(b"PK\3\4" + bytes(1000) + (tmp_path / "a.bin").read_bytes())
    with pytest.raises(RuntimeError):
        torch.load(tmp_path / "b.bin")
    refused(tmp_path / "b.bin", "bytes before")


def test_a_short_read_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_bytes(bytes(range(100)))
    source, real = FileSource(tmp_path / "a"), os.pread
    monkeypatch.setattr(os, "pread", lambda descriptor, count, offset: real(descriptor, min(count, 7), offset))
    assert source.read(10, 50) == bytes(range(10, 60))
    os.truncate(tmp_path / "a", 30)
    with pytest.raises(Unreadable, match="ends at byte 30"):
        source.read(10, 50)


def test_numbers_of_one_hash_are_no_keys(tmp_path: Path) -> None:
    keys = b"".join(b"\x8a\x0a" + (index * (2**61 - 1) + 7).to_bytes(10, "little") + b"N" for index in range(300_000))
    code, lines, _ = run(in_zip(tmp_path / "x.bin", b"\x80\x02}(" + keys + b"u."))
    assert (code, len(lines)) == (2, 1)


def views(count: int, numbers: int) -> bytes:
    storage = (
        b"(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpuJ" + struct.pack("<i", numbers) + b"tQ"
    )
    one = b"ctorch._utils\n_rebuild_tensor_v2\n(h\x01J%sJ%s\x85K\x01\x85\x89h\x02tR"
    made = [
        b"X\x05\0\0\0%05d" % index + one % (struct.pack("<i", index), struct.pack("<i", numbers - count))
        for index in range(count)
    ]
    return b"\x80\x02" + storage + b"q\x010}q\x020}(" + b"".join(made) + b"u."


def test_views_of_one_storage_cost_no_more_than_its_bytes(tmp_path: Path) -> None:
    path = in_zip(tmp_path / "x.bin", views(5000, 2**20), archive__data__0=bytes(2**22))
    with pytest.raises(Unreadable, match="leave --full out"):
        inspect(str(path), full=True)
    assert inspect(str(path)).findings


def test_a_tensorflow_index_whose_tensors_overlap(tmp_path: Path) -> None:
    place = field(1, 1) + field(2, field(2, field(1, 4))) + field(5, 16)
    table(tmp_path / "x.index", block([(b"a", place), (b"b", place)]))
    refused(tmp_path / "x.index", "overlap")


def test_an_index_of_a_million_names(tmp_path: Path) -> None:
    names = ",".join(f'"{index}":"a"' for index in range(900_000))
    (tmp_path / "model.safetensors.index.json").write_text('{"weight_map":{' + names + "}}", encoding="utf-8")
    code, _, peak = run(tmp_path)
    assert (code, peak < 300 * 2**20) == (2, True)


def test_wide_rows_are_not_read(tmp_path: Path) -> None:
    width = 8_000_000
    size = 4 * 64 * width
    content = {WORDS: entry(0, size, [64, width])}
    path = safetensors(tmp_path / "model.safetensors", content)
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size + size)
    start = time.process_time()
    inspect(str(path))
    assert time.process_time() - start < SECONDS / 2


def test_shards_do_not_all_stay_open(zoo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MAX_OPEN_FILES", 2)
    make("bert", tmp_path, max_shard_size="20KB")
    before = len([*Path("/proc/self/fd").iterdir()]) if Path("/proc/self/fd").exists() else 0
    with sources.OpenFiles() as open_files:
        shards = sorted(tmp_path.glob("*.safetensors"))
        assert len(shards) > 5
        for shard in shards:
            open_files.source(shard).read(0, 8)
        if before:
            assert len([*Path("/proc/self/fd").iterdir()]) <= before + 2
    found = {one.name for one in inspect(str(tmp_path), full=True).findings}
    assert found == {one.name for one in inspect(str(zoo / "bert"), full=True).findings}


def packed(data: bytes) -> bytes:
    """Snappy's form of the data: ten bytes as they are, then copies of the last ten, as far as they repeat."""
    out = varint(len(data)) + bytes([9 << 2]) + data[:10]
    at = 10
    while at < len(data):
        length = min(64, len(data) - at)
        if (data[at - 10 : at] * 7)[:length] == data[at : at + length]:
            out += bytes([(length - 1) << 2 | 2]) + struct.pack("<H", 10)
        else:
            out += bytes([60 << 2, length - 1]) + data[at : at + length]
        at += length
    return out


@pytest.mark.parametrize("data", [b"0123456789" * 50, bytes(range(256)), b"abcdefghij" + bytes(range(100))])
def test_snappy(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a").write_bytes(b"")
    source = FileSource(tmp_path / "a")
    assert _unpack_snappy(packed(data), source) == data
    for harm in (packed(data)[:-1], b"\xff" + packed(data), b"\x05\x09\x00"):
        with pytest.raises((ValueError, IndexError)):
            _unpack_snappy(harm, source)
    with pytest.raises(Unreadable):
        _unpack_snappy(varint(2**30), source)


def test_what_an_optimiser_keeps_are_no_parameters(tmp_path: Path) -> None:
    value, slot = b"/.ATTRIBUTES/VARIABLE_VALUE", b"/.OPTIMIZER_SLOT/optimizer/m/.ATTRIBUTES/VARIABLE_VALUE"

    def placed(at: int) -> bytes:
        return field(1, 1) + field(2, field(2, field(1, 4))) + field(4, at) + field(5, 16)

    graph = field(1, 7) + field(2, b"") + field(4, 32) + field(5, 9)
    entries = [
        (b"", field(1, 1)), (b"_CHECKPOINTABLE_OBJECT_GRAPH", graph), (b"w/kernel" + value, placed(0)),
        (b"w/kernel" + slot, placed(16)),
    ]  # fmt: skip
    table(tmp_path / "x.index", block(sorted(entries)))
    (tmp_path / "x.data-00000-of-00001").write_bytes(bytes(41))
    found = inspect(str(tmp_path / "x.index"))
    assert found.summary["parameters"] == "4"
    assert found.summary["types"] == "float32, string"
    text = " ".join(one.what + one.do for one in found.findings)
    assert "of an optimiser (1)" in text
    assert "convert" not in text
