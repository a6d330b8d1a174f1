"""Real files, mutated: a report or one clear line, never a traceback, whatever the bytes are.

500 cases by default. The long run, of 20,000: `make fuzz`.
"""

import io
import os
import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
import safetensors
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.torch import load_file, save

from inspector.data import Unreadable
from inspector.examine import examine
from inspector.families import Family, read_families
from inspector.find import find
from inspector.messages import Messages, read_messages
from inspector.read import read
from inspector.report_formats import as_json, as_markdown, as_text
from inspector.sources import OpenFiles

from .test_command import as_tensorflow, write_tensorflow

Known: TypeAlias = tuple[Messages, tuple[Family, ...]]  # what an inspection reads beside the checkpoint
CASES = int(os.environ.get("INSPECTION_CASES", "500"))
NAMES = {
    "safetensors": "model.safetensors",
    "zip": "pytorch_model.bin",
    "legacy": "pytorch_model.bin",
    "archive": "model.tar.gz",
    "tensorflow": "bert_model.ckpt.index",
    "config": "config.json",
    "index": "model.safetensors.index.json",
}


@pytest.fixture(scope="module")
def originals(zoo: Path, styles: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A small file of each form. Only a few tensors, so that a mutation seldom hits a number."""
    folder = tmp_path_factory.mktemp("originals")
    tensors = {key: one[:4].clone() for key, one in load_file(zoo / "bert" / "model.safetensors").items()}
    found = {"safetensors": save(tensors)}
    for form in ("zip", "legacy"):
        buffer = io.BytesIO()
        torch.save(tensors, buffer, _use_new_zipfile_serialization=form == "zip")
        found[form] = buffer.getvalue()
    import tarfile

    with tarfile.open(folder / "x.tar.gz", "w:gz") as archive:
        info = tarfile.TarInfo("pytorch_model.bin")
        info.size = len(found["zip"])
        archive.addfile(info, io.BytesIO(found["zip"]))
    found["archive"] = (folder / "x.tar.gz").read_bytes()
    found["tensorflow"] = write_tensorflow(folder, as_tensorflow(tensors)).read_bytes()
    found["config"] = (zoo / "bert" / "config.json").read_bytes()
    found["index"] = b'{"weight_map": {"a": "model.safetensors", "b": "other.safetensors"}}'
    return found


@pytest.fixture(scope="module")
def known() -> Known:
    return read_messages(), read_families()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path = tmp_path_factory.mktemp("fuzz")
    yield path
    shutil.rmtree(path)


ODD_NUMBERS = [0, 1, 127, 128, 255, 2**15, 2**31 - 1, 2**31, 2**32 - 1, 2**62, 2**63 - 1, 2**64 - 1]


@st.composite
def mutations(draw: st.DrawFn) -> list[tuple[str, int, bytes]]:
    """Bytes changed, put in, left out, a number made odd, the end cut off: where, in millionths of the file."""
    found = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.sampled_from(["change", "insert", "delete", "cut", "number"]))
        where = draw(
            st.one_of(st.integers(0, 10**6), st.integers(0, 40).map(lambda one: -one))
        )  # a little: from an end
        data = draw(st.binary(min_size=1, max_size=4))
        if kind == "number":
            data = struct.pack("<Q", draw(st.sampled_from(ODD_NUMBERS)))[: draw(st.sampled_from([1, 2, 4, 8]))]
        found.append((kind, where, data))
    return found


def mutated(content: bytes, changes: list[tuple[str, int, bytes]]) -> bytes:
    for kind, where, data in changes:
        at = len(content) * where // 10**6 if where > 0 else max(len(content) + where, 0) if len(data) % 2 else -where
        if kind in ("change", "number"):
            content = content[:at] + data + content[at + len(data) :]
        elif kind == "insert":
            content = content[:at] + data + content[at:]
        elif kind == "delete":
            content = content[:at] + content[at + len(data) :]
        else:
            content = content[:at]
    return content


def look(folder: Path, known: Known, full: bool) -> bool:
    """Whether there is a report, which is then shown in every form. Anything but Unreadable is a fault."""
    try:
        with OpenFiles() as opened:
            report = examine(read(find(str(folder)), str(folder), opened), *known, opened, full)
    except Unreadable as error:
        assert len(error.lines) == 1
        return False
    for form in (as_text, as_markdown, as_json):
        assert "\x1b" not in form(report)
    return True


@settings(max_examples=CASES, deadline=None, suppress_health_check=list(HealthCheck), database=None, derandomize=True)
@given(form=st.sampled_from(sorted(NAMES)), changes=mutations(), full=st.booleans())
def test_mutated_files(
    originals: dict[str, bytes],
    folder: Path,
    known: Known,
    form: str,
    changes: list[tuple[str, int, bytes]],
    full: bool,
) -> None:
    for path in folder.iterdir():
        path.unlink()
    if form in ("config", "index"):
        (folder / "model.safetensors").write_bytes(originals["safetensors"])
    if form == "index":
        (folder / "model.safetensors").rename(folder / "other.safetensors")
    content = mutated(originals[form], changes)
    (folder / NAMES[form]).write_bytes(content)
    readable = look(folder, known, full)
    if form == "safetensors" and readable:  # what we read the library reads, with the same shapes
        with safetensors.safe_open(folder / NAMES[form], "pt") as file, OpenFiles() as opened:
            ours = read(find(str(folder)), "", opened).tensors
            assert {key: tuple(file.get_slice(key).get_shape()) for key in file.keys()} == {  # noqa: SIM118
                key: one.shape for key, one in ours.items()
            }


@pytest.mark.parametrize("form", sorted(NAMES))
def test_the_originals_are_read(originals: dict[str, bytes], folder: Path, known: Known, form: str) -> None:
    for path in folder.iterdir():
        path.unlink()
    (folder / "model.safetensors").write_bytes(originals["safetensors"])
    if form not in ("config", "index", "safetensors"):
        (folder / "model.safetensors").unlink()
    if form != "index":
        (folder / NAMES[form]).write_bytes(originals[form])
    assert look(folder, known, full=True)
