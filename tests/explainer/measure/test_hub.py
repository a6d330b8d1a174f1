"""Download from a hub of our own on this machine, with the real huggingface_hub client and no network."""

import hashlib
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace as replaced

from explainer.inputs.content import Checkpoint, CheckpointSource
from explainer.measure.find_checkpoints import Finder, FoundCheckpoint

COMMIT = "0123456789abcdef0123456789abcdef01234567"
FILES = {"config.json": b"{}", "model.safetensors": b"weights"}


class Hub(http.server.BaseHTTPRequestHandler):
    """Serve as much of the hub as hf_hub_download requests: the files of a revision."""

    def do_GET(self) -> None:
        self.reply(with_body=True)

    def do_HEAD(self) -> None:
        self.reply(with_body=False)

    def reply(self, *, with_body: bool) -> None:
        name = self.path.rsplit("/", 1)[-1]
        if self.path == f"/org/tiny/resolve/{COMMIT}/{name}" and name in FILES:
            body = FILES[name]
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("ETag", f'"{hashlib.sha256(body).hexdigest()}"')
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hub) as hub:
        threading.Thread(target=hub.serve_forever, daemon=True).start()
        monkeypatch.delenv("HF_HUB_OFFLINE")
        monkeypatch.delenv("HF_HUB_CACHE", raising=False)
        monkeypatch.setenv("HF_HUB_DISABLE_XET", "1")
        monkeypatch.setenv("HF_HOME", str(tmp_path / "readers"))
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{hub.server_port}")
        yield
        hub.shutdown()


def checkpoint(**files: bytes) -> Checkpoint:
    return Checkpoint(
        slug="tiny",
        id="org/tiny",
        title="Tiny",
        revision=COMMIT,
        what_for="tests",
        has=frozenset({"encoder"}),
        sources=(CheckpointSource("hub", "", ""),),
        files={name: hashlib.sha256(content).hexdigest() for name, content in {**FILES, **files}.items()},
    )


@pytest.mark.usefixtures("endpoint")
def test_a_checkpoint_is_fetched_verified_and_laid_out(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    finder = Finder(tmp_path, tmp_path / ".cache" / "huggingface", use_hub=True)
    monkeypatch.setenv("TQDM_POSITION", "-1")  # as on a terminal
    found = finder.find(replaced(checkpoint(), megabytes=441))
    assert isinstance(found, FoundCheckpoint), found
    assert found.place == "hub"
    announced, *bars = capfd.readouterr().err.splitlines()
    assert announced.startswith("tiny: downloading 441 MB of org/tiny from http://127.0.0.1")
    assert any("100%" in line for line in bars)
    snapshot = tmp_path / ".cache/huggingface/hub/models--org--tiny/snapshots" / COMMIT
    assert {path.name: path.read_bytes() for path in snapshot.iterdir()} == FILES
    again = finder.find(checkpoint())
    assert isinstance(again, FoundCheckpoint)
    assert again.place == "own hub cache"


@pytest.mark.usefixtures("endpoint")
def test_other_bytes_under_the_name_are_refused(tmp_path: Path) -> None:
    finder = Finder(tmp_path, tmp_path / ".cache" / "huggingface", use_hub=True)
    line = str(finder.find(checkpoint(**{"model.safetensors": b"others"})))
    assert "hub: model.safetensors (7 bytes) has sha256" in line


@pytest.mark.usefixtures("endpoint")
def test_a_download_that_fails_is_one_line(tmp_path: Path) -> None:
    finder = Finder(tmp_path, tmp_path / ".cache" / "huggingface", use_hub=True)
    line = str(finder.find(checkpoint(**{"absent.txt": b"?"})))
    assert "\n" not in line
    assert "hub: the download of absent.txt failed: " in line
