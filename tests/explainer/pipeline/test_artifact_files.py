"""Check that files are replaced all or none, and that a second build is refused."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.errors import UserError
from explainer.inputs.snippets import read_snippet
from explainer.measure.installed import InstalledVersions
from explainer.paths import ADDRESSES_FILE, Project
from explainer.pipeline.artifact_files import locked, read_files, write_files

SRC = Path(__file__).resolve().parents[3] / "src"
OLD = {"facts.json": "old\n", "outputs/a.txt": "old a\n", "outputs/gone/b.txt": "old b\n"}
NEW = {"facts.json": "new\n", "outputs/a.txt": "old a\n", "outputs/new/c.txt": "new c\n"}


@pytest.fixture
def project(tmp_path: Path) -> Project:
    project = Project(tmp_path)
    project.cache.mkdir()
    write_files(project, OLD, {})
    return project


def test_only_what_differs_is_touched(project: Project) -> None:
    before = (project.artifacts / "outputs/a.txt").stat().st_mtime_ns
    changed = write_files(project, NEW, read_files(project))
    assert changed == ["facts.json", "outputs/new/c.txt", "outputs/gone/b.txt"]
    assert read_files(project) == NEW
    assert not (project.artifacts / "outputs/gone").exists()
    assert (project.artifacts / "outputs/a.txt").stat().st_mtime_ns == before
    assert write_files(project, NEW, read_files(project)) == []


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EACCES])
@pytest.mark.parametrize("place", ["write_bytes", "touch", "mkdir"])
def test_a_full_disk_or_a_read_only_folder_changes_nothing(
    project: Project, monkeypatch: pytest.MonkeyPatch, code: int, place: str
) -> None:
    def fail(self: Path, *_: object, **__: object) -> None:
        raise OSError(code, os.strerror(code), str(self))

    with monkeypatch.context() as broken:
        broken.setattr(Path, place, fail)
        with pytest.raises(OSError, match=os.strerror(code)):
            write_files(project, NEW, read_files(project))
    assert read_files(project) == OLD
    assert not project.staging.exists()


def test_a_real_full_disk(project: Project) -> None:
    """Let the kernel refuse files over 4 kB in a child, as a full disk does after the first blocks."""
    code = (
        "import resource, signal, sys; from pathlib import Path; from explainer.pipeline.artifact_files import *; "
        "from explainer.paths import Project\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN); resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
        "project = Project(Path(sys.argv[1]))\n"
        "write_files(project, {'facts.json': 'x' * 100_000}, read_files(project))"
    )
    command = [sys.executable, "-c", code, str(project.root)]
    done = subprocess.run(command, cwd=SRC, capture_output=True, text=True, check=False)
    assert "File too large" in done.stderr
    assert f"{project.staging}/docs/artifacts/facts.json" in done.stderr
    assert read_files(project) == OLD


@pytest.mark.parametrize("replacements_done", [0, 1])
def test_a_build_killed_while_it_replaces_files_is_mended_by_the_next(
    project: Project, monkeypatch: pytest.MonkeyPatch, replacements_done: int
) -> None:
    replaced_count = 0
    replace = Path.replace

    def die(self: Path, target: Path) -> Path:
        nonlocal replaced_count
        if replaced_count == replacements_done:
            raise SystemExit
        replaced_count += 1
        return replace(self, target)

    with monkeypatch.context() as broken:
        broken.setattr(Path, "replace", die)
        with pytest.raises(SystemExit):
            write_files(project, NEW, read_files(project))
    assert read_files(project) != NEW
    write_files(project, NEW, read_files(project))
    assert read_files(project) == NEW
    assert not project.staging.exists()


def test_a_build_killed_while_it_stages_leaves_nothing(project: Project) -> None:
    staged = project.staging / "facts.json"
    staged.parent.mkdir(parents=True)
    staged.write_text("half")
    assert read_files(project) == OLD
    write_files(project, NEW, read_files(project))
    assert read_files(project) == NEW
    assert not staged.exists()


def test_a_second_build_is_kept_out(project: Project) -> None:
    code = (
        "import sys; from pathlib import Path; from explainer.pipeline.artifact_files import locked; "
        "from explainer.paths import Project\n"
        "with locked(Project(Path(sys.argv[1]))): pass"
    )
    with locked(project):
        done = subprocess.run(
            [sys.executable, "-c", code, str(project.root)], cwd=SRC, capture_output=True, text=True, check=False
        )
    assert "another build is running" in done.stderr
    with locked(project):
        pass


def test_the_lock_of_a_killed_build_is_free(project: Project) -> None:
    code = (
        "import os, sys; from pathlib import Path; from explainer.pipeline.artifact_files import locked; "
        "from explainer.paths import Project\n"
        "with locked(Project(Path(sys.argv[1]))): os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(project.root)], cwd=SRC, check=False)
    assert done.returncode == -9
    with locked(project):
        pass


def test_a_local_build_of_a_version_is_shown_as_that_version(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.setattr("importlib.metadata.version", lambda _: "2.13.0+cu128")
    path = root / "snippets/padding_embeddings/pad_row_is_not_zero.py"
    assert InstalledVersions().published_versions(read_snippet(path, root)) == {
        "torch": "2.13.0",
        "transformers": "2.13.0",
    }


def test_an_unwritable_cache_is_a_clear_line(tmp_path: Path) -> None:
    (tmp_path / ".cache").write_text("a file where the folder should be")
    with pytest.raises((UserError, OSError)), locked(Project(tmp_path)):
        pass


def test_the_list_of_addresses_is_the_build_s_too_and_no_other_file_beside_the_record(project: Project) -> None:
    (project.root / "content").mkdir()
    (project.artifacts / "versions.yml").write_text("another command's")
    with_addresses = {**OLD, ADDRESSES_FILE: "c/four/\n"}
    write_files(project, with_addresses, read_files(project))
    assert (project.root / "content/addresses.txt").read_text() == "c/four/\n"
    assert read_files(project) == with_addresses
    assert write_files(project, OLD, read_files(project)) == [ADDRESSES_FILE]
    assert (project.artifacts / "versions.yml").exists()
