"""What an inspection may cost, whatever the file says: one line, ten seconds of computing, 300 MB, and no traceback."""

import gzip
import json
import re
import subprocess
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from inspector import command, find
from inspector.command import inspect, main
from inspector.data import Unreadable

from .conftest import ROOT, WORDS
from .test_command import block, field, table, varint
from .test_hostile import entry, in_zip, safetensors
from .test_memory import MB, STATUS

SECONDS, MOST_MEMORY = 10, 300 * MB
# As a process of its own, which the system ends when its seconds are over. The last line is its peak of memory.
CHILD = f"""
import re, resource, sys
from pathlib import Path
sys.path.insert(0, sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_CPU, ({SECONDS}, {SECONDS}))
from inspector.command import main
code = main(sys.argv[1:])
status = Path("{STATUS}")
print(re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text())[1] if status.exists() else 0, file=sys.stderr)
sys.exit(code)
"""

# Files, each in a folder of its own


def header(text: bytes) -> Callable[[Path], Path]:
    return lambda folder: safetensors(folder / "model.safetensors", text)


def pickled(data: bytes) -> Callable[[Path], Path]:
    return lambda folder: in_zip(folder / "x.bin", data)


def numbered(count: int) -> bytes:
    """The header of so many layers, none of which has a number."""
    empty = b'":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}'
    return b"{" + b",".join(b'"bert.encoder.layer.%d.x%s' % (index, empty) for index in range(count)) + b"}"


def one_file_as_many_shards(folder: Path) -> Path:
    content = {f"encoder.layer.{index}.output.weight": entry(4 * index, 4 * index + 4) for index in range(8000)}
    safetensors(folder / "x.safetensors", content, bytes(32_000))
    shards = [f"m{index:03}.safetensors" for index in range(100)]
    for name in shards:
        (folder / name).symlink_to("x.safetensors")
    where = {f"encoder.layer.{index}.output.weight": name for index, name in enumerate(shards)}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"weight_map": where}), encoding="utf-8")
    return folder


def a_link_to_itself(folder: Path) -> Path:
    (folder / "model.safetensors").symlink_to("model.safetensors")
    return folder


OF_TENSORS = b"X\x05\0\0\0%05dctorch._utils\n_rebuild_tensor_v2\n(h\x01K\0))\x89h\x02tR"
STORAGE = b"(X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpuK\x01tQ"
ONE_DICT = b"\x80\x02" + STORAGE + b"q\x010}q\x020}q\x03(" + b"".join(OF_TENSORS % one for one in range(9000)) + b"u0}("
# How a file is made that the page refuses, too, and a word of the line.
FOR_BOTH: dict[str, tuple[Callable[[Path], Path], str]] = {
    "lists": (header(b'{"a":[' + b"[]," * 5_000_000 + b"[]]}"), "values"),
    "objects": (header(b'{"a":[' + b"{}," * 5_000_000 + b"{}]}"), "values"),
    "a long header": (header(b'{"a":[' + b"{}," * 10_000_000 + b"{}]}"), "bytes of headers"),
    "300,000 layers": (header(numbered(300_000)), "bytes of headers"),
    "too many layers": (header(numbered(110_000)), "tensors"),
    "a name of many parts": (header(numbered(1).replace(b"bert.", b"a." * 6_000_000)), "letters in names"),
    "a long name": (header(numbered(1).replace(b"bert.", b"a." * 600)), "a name of more than"),
    "one file as many shards": (one_file_as_many_shards, "all files together"),
    "a pickle of lists": (pickled(b"\x80\x02](" + b"]" * 5_900_000 + b"e."), "steps"),
    "a pickle of dicts": (pickled(b"\x80\x02](" + b"}" * 5_900_000 + b"e."), "steps"),
    "pairs, again and again": (
        pickled(
            b"\x80\x02ccollections\nOrderedDict\nq\0]q\x01(" + b"X\x01\0\0\0aN\x86" * 80_000 + b"e0h\x01\x85q\x020"
            + b"h\0h\x02R0" * 150_000 + b"}."
        ),
        "steps",
    ),
    "one dict of tensors under many keys": (
        pickled(ONE_DICT + b"".join(b"X\x05\0\0\0%05dh\x03" % one for one in range(90_000)) + b"u."),
        "not in the archive",
    ),
}  # fmt: skip


def archive(content: bytes) -> Callable[[Path], Path]:
    def write(folder: Path) -> Path:
        (folder / "x.tar.gz").write_bytes(gzip.compress(content + bytes(1024)))
        return folder / "x.tar.gz"

    return write


def head(name: str, kind: bytes, data: bytes = b"") -> bytes:
    """A tar archive's header of that kind, and its bytes."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, len(data)
    return info.tobuf(tarfile.USTAR_FORMAT) + data + bytes(-len(data) % 512)


def record(word: str, value: str) -> bytes:
    body = f" {word}={value}\n"
    return f"{len(body) + 2}{body}".encode()  # of 10 to 99 bytes


def index(entries: bytes) -> Callable[[Path], Path]:
    return lambda folder: table(folder / "x.index", entries + block([]))


def beginning(shared: bytes, count: int) -> bytes:
    """Entries of TensorFlow's whose names begin alike; that is stored once."""
    first = varint(0) + varint(len(shared) + 6) + varint(len(NOTHING)) + shared + b"000000" + NOTHING
    before, after = varint(len(shared)) + varint(6) + varint(len(NOTHING)), NOTHING
    return first + b"".join(before + b"%06d" % number + after for number in range(1, count))


NOTHING = field(1, 1) + field(2, b"") + field(5, 4)
SPARSE = b"".join(record(f"GNU.sparse.{word}", "1") for word in ("major", "realsize")) + record("GNU.sparse.minor", "0")
MAP = b"7000000\n" + b"0\n" * 14_000_000
FOR_THE_COMMAND: dict[str, tuple[Callable[[Path], Path], str]] = {
    "a sparse file": (archive(head("p", b"x", SPARSE) + head("pytorch_model.bin", b"0", MAP)), "a sparse file"),
    "2000 long names": (archive(head("././@LongLink", b"L", b"abcd\0") * 2000 + head("a", b"0")), "members"),
    "2000 headers of one": (archive(head("p", b"x", record("comment", "x")) * 2000 + head("a", b"0")), "members"),
    "a link to itself": (a_link_to_itself, "link"),
    "an index of long names": (index(beginning(b"a" * 4080, 60_000)), "a name of more than"),
    "an index of many names": (index(beginning(b"layer_", 299_000)), "tensors"),
}


def run(path: Path, *options: str) -> tuple[int, list[str], int]:
    """Exit code, lines on standard error, and the peak of memory in bytes; 0 where that is not known."""
    program = [sys.executable, "-c", CHILD, str(ROOT / "src"), str(path), *options]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    assert done.returncode >= 0, "it took too long"
    assert "Traceback" not in done.stderr, done.stderr[-500:]
    *lines, peak = done.stderr.splitlines()
    return done.returncode, lines, int(peak) * 1024


@pytest.mark.parametrize("name", [*FOR_BOTH, *FOR_THE_COMMAND])
def test_it_is_refused_soon_and_in_little_memory(tmp_path: Path, name: str) -> None:
    make, word = {**FOR_BOTH, **FOR_THE_COMMAND}[name]
    code, lines, peak = run(make(tmp_path))
    assert (code, len(lines)) == (2, 1)
    assert word in lines[0]
    assert peak < MOST_MEMORY


def test_a_long_vocabulary_is_counted(tmp_path: Path) -> None:
    safetensors(tmp_path / "model.safetensors", {WORDS: entry(0, 16, [2, 2])}, bytes(16))
    (tmp_path / "vocab.txt").write_bytes(b"\n" * 2**24)
    code, lines, peak = run(tmp_path)
    assert (code, lines) == (0, [])
    assert peak < MOST_MEMORY


def test_as_many_tensors_as_are_read(tmp_path: Path) -> None:
    code, lines, peak = run(header(numbered(99_000))(tmp_path))
    assert (code, lines) == (0, [])
    assert peak < MOST_MEMORY


def many_embeddings(folder: Path) -> Path:
    """A thousand and one in a file, and in another one with rows of a million numbers: too many to look at each row."""
    for name, count, width in (("model", 1001, 1), ("wide", 1, 2**20)):
        size = 4 * 8192 * width
        content = {f"{one}.weight": entry(size * one, size * (one + 1), [8192, width]) for one in range(count)}
        path = safetensors(folder / f"{name}.safetensors", content)
        with path.open("r+b") as file:
            file.truncate(path.stat().st_size + size * count)  # a hole, which takes no room on the disk
    return folder


def test_few_numbers_are_looked_at(tmp_path: Path) -> None:
    many_embeddings(tmp_path)
    for name, count in (("model", 1001), ("wide", 1)):
        found = inspect(str(tmp_path / f"{name}.safetensors")).findings
        assert any(f"{1024 * count:,} numbers looked at" in one.what for one in found)


def test_few_folders_are_looked_into(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "b").mkdir()
    safetensors(tmp_path / "b" / "model.safetensors", {"a": entry(0, 4)}, bytes(4))
    (tmp_path / "a").mkdir()
    for most, hint in ((2, "to read b"), (1, "in it")):
        monkeypatch.setattr(find, "MAX_SUBFOLDERS_SEARCHED", most)
        with pytest.raises(Unreadable, match=f"{hint}(, give its path)?$"):
            inspect(str(tmp_path))


def test_what_is_long_to_read_is_said_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = safetensors(tmp_path / "model.safetensors", {"a": entry(0, 4)}, bytes(4))
    monkeypatch.setattr(command, "SLOW_READ_BYTES", 10)
    assert main([str(path)]) == 0
    assert capsys.readouterr().err == ""
    assert main([str(path), "--full"]) == 0
    assert re.fullmatch(
        r".*model\.safetensors: --full reads \d+ bytes; this will take a while\n", capsys.readouterr().err
    )


def test_what_python_gives_up_is_one_line_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gives_up(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(command, "read", gives_up)
    assert main([str(safetensors(tmp_path / "model.safetensors", {"a": entry(0, 4)}, bytes(4)))]) == 2
    assert capsys.readouterr().err.count("\n") == 1
