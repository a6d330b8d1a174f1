"""The zips of our models: what a reader unzips loads in float32 and answers as the record says."""

import hashlib
import json
import os
import zipfile
from pathlib import Path

import msgspec
import pytest

from bert import downloads
from bert.downloads import ModelDownloads, write_zip
from explainer.inputs.content import Checkpoint, read_checkpoints
from explainer.render.context import Context

ROOT = Path(__file__).resolve().parents[2]
FILES = {"config.json": b'{"model_type": "bert", "dtype": "float16"}', "vocab.txt": b"[PAD]\nfish\n"}


@pytest.fixture
def checkpoint() -> Checkpoint:
    """A model of two small files, and no weights."""
    ours = next(each for each in read_checkpoints(ROOT) if each.id == "pydoc-bert")
    return msgspec.structs.replace(ours, id="ours", files=dict.fromkeys(FILES, ""), download="assets/models/ours.zip")


@pytest.fixture
def tool(tmp_path: Path, checkpoint: Checkpoint) -> ModelDownloads:
    (tmp_path / "ours").mkdir()
    for name, content in FILES.items():
        (tmp_path / "ours" / name).write_bytes(content)
    return ModelDownloads(tmp_path, [checkpoint])


def zip_of(tool: ModelDownloads) -> Path:
    assert tool.files(Context(site=None)) == ({}, [])  # type: ignore[arg-type]
    return tool.root / "docs/assets/models/ours.zip"


def test_a_zip_is_one_folder_whose_configuration_says_float32(tool: ModelDownloads) -> None:
    with zipfile.ZipFile(zip_of(tool)) as archive:
        assert archive.namelist() == ["ours/config.json", "ours/vocab.txt"]
        assert json.loads(archive.read("ours/config.json")) == {"model_type": "bert", "dtype": "float32"}
        assert archive.read("ours/vocab.txt") == FILES["vocab.txt"]


def test_the_same_files_give_the_same_bytes(tool: ModelDownloads, checkpoint: Checkpoint) -> None:
    target = zip_of(tool)
    first = hashlib.sha256(target.read_bytes()).hexdigest()
    for path in (tool.root / "ours").iterdir():
        os.utime(path, (0, 0))  # no time of a file is in the zip
    write_zip(target, tool.root / "ours", checkpoint)
    assert hashlib.sha256(target.read_bytes()).hexdigest() == first
    assert [path.name for path in target.parent.iterdir()] == ["ours.zip"]


def test_it_is_made_again_only_when_a_file_of_the_model_is_newer(tool: ModelDownloads) -> None:
    target = zip_of(tool)
    source = tool.root / "ours" / "vocab.txt"
    later = max(target.stat().st_mtime, Path(downloads.__file__).stat().st_mtime) + 10
    os.utime(target, (later, later))
    source.write_bytes(b"[PAD]\nsea\n")
    assert zip_of(tool).stat().st_mtime == later  # the file's time is before the zip's
    os.utime(source, (later + 10, later + 10))
    with zipfile.ZipFile(zip_of(tool)) as archive:
        assert archive.read("ours/vocab.txt") == b"[PAD]\nsea\n"


def test_nothing_is_written_where_a_file_of_the_model_is_missing(tool: ModelDownloads) -> None:
    (tool.root / "ours" / "vocab.txt").unlink()
    assert not zip_of(tool).parent.exists()
