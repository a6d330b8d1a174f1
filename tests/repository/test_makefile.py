"""The Makefile: what `make proposal` packs, what `make pull-request` takes from it, and an old Python."""

import os
import subprocess
import sys
from pathlib import Path

from explainer.proposal import CUT_NOTE, MAX_TEXT_LENGTH, shorten
from explainer.proposal import main as propose

ROOT = Path(__file__).resolve().parents[2]
PINS = "requirements/constraints.txt"


def test_a_text_that_is_too_long_is_cut_at_a_line_and_says_so() -> None:
    assert shorten("a\n" * (MAX_TEXT_LENGTH // 2)) == "a\n" * (MAX_TEXT_LENGTH // 2)
    assert shorten("first\nsecond\n" + "x" * 100, max_length=100) == f"first\nsecond{CUT_NOTE}"
    assert shorten("ä" * 101, max_length=100) == "ä" * (100 - len(CUT_NOTE)) + CUT_NOTE  # one line
    assert len(shorten("a line\n" * MAX_TEXT_LENGTH)) <= MAX_TEXT_LENGTH


class Repository:
    """A repository with a remote in a folder, what the targets need, and a `gh` that only writes down its arguments."""

    def __init__(self, folder: Path) -> None:
        self.root, self.remote, self.calls = folder / "clone", folder / "remote.git", folder / "calls"
        self.bin = folder / "bin"
        self.bin.mkdir()
        gh = self.bin / "gh"
        gh.write_text(f'#!/bin/sh\necho "$@" >> {self.calls}\n[ "$1 $2" != "pr create" ] || [ ! -e {folder}/open ]\n')
        gh.chmod(0o755)
        self.run("git", "init", "--quiet", "--bare", str(self.remote), cwd=folder)
        self.run("git", "init", "--quiet", "--initial-branch=main", str(self.root), cwd=folder)
        for name in ("Makefile", "src/explainer/__init__.py", "src/explainer/proposal.py"):
            self.write(name, (ROOT / name).read_text(encoding="utf-8"))
        self.write(".gitignore", "/.cache/\n__pycache__/\n")
        for name in ("docs/artifacts/facts.json", "content/addresses.txt", PINS, "src/explainer/code.py"):
            self.write(name, "before\n")
        self.run("git", "add", ".")
        self.run("git", "-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "first")
        self.run("git", "remote", "add", "origin", str(self.remote))

    def write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def run(self, *command: str, cwd: Path | None = None) -> str:
        env = {**os.environ, "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}", "MAKEFLAGS": ""}
        done = subprocess.run(command, cwd=cwd or self.root, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def test_a_pull_request_takes_from_a_rebuild_only_what_it_may_change(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    for name in (
        "docs/artifacts/facts.json",
        "docs/artifacts/tables/all.md",
        "content/addresses.txt",
        PINS,
        "src/explainer/code.py",
    ):
        repository.write(name, "after\n")
    repository.write("docs/artifacts/outputs/new.txt", "new\n")
    repository.write(".cache/report.md", "# What changed\n" + "ä" * 70_000)
    repository.run("make", f"PYTHON={sys.executable}", "proposal")
    proposal = repository.root / ".cache/proposal"
    assert (proposal / "text.md").read_text(encoding="utf-8") == f"# What changed{CUT_NOTE}"
    assert "src/explainer/code.py" not in (proposal / "change.patch").read_text(encoding="utf-8")
    with (proposal / "change.patch").open("a", encoding="utf-8") as patch:  # what ran the libraries may write anything
        patch.write(repository.run("git", "diff", "--binary", "src/explainer/code.py"))
    repository.run("git", "reset", "--quiet", "--hard")
    repository.run("git", "clean", "--quiet", "--force", "-d")
    repository.run("make", "pull-request", "BRANCH=rebuild")
    changed = repository.run("git", "diff", "--name-only", "main", "rebuild").split()
    assert changed == [
        "content/addresses.txt",
        "docs/artifacts/facts.json",
        "docs/artifacts/outputs/new.txt",
        "docs/artifacts/tables/all.md",
        PINS,
    ]
    assert repository.run("git", "ls-remote", "--heads", "origin").strip().endswith("refs/heads/rebuild")
    calls = repository.calls.read_text(encoding="utf-8").splitlines()
    assert calls[0] == "auth setup-git"
    assert calls[1].startswith("pr create --head rebuild --title What changed: rebuild of 20")
    assert len(calls) == 2


def test_a_second_pull_request_replaces_the_first(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    (tmp_path / "open").touch()
    for text in ("after\n", "later\n"):
        repository.run("git", "switch", "--quiet", "main")
        repository.write("docs/artifacts/facts.json", text)
        repository.run("make", f"PYTHON={sys.executable}", "proposal")
        assert "docs/artifacts/facts.json" in (repository.root / ".cache/proposal/text.md").read_text(encoding="utf-8")
        repository.run("git", "reset", "--quiet", "--hard")
        repository.run("make", "pull-request", "BRANCH=versions")
    assert "later" in repository.run("git", "show", "origin/versions:docs/artifacts/facts.json")
    assert "pr edit versions" in repository.calls.read_text(encoding="utf-8")


def test_a_path_that_is_not_there_proposes_nothing(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write("src/explainer/code.py", "after\n")
    propose(repository.root, ["nowhere"])
    assert not (repository.root / ".cache/proposal").exists()


def test_nothing_changed_proposes_nothing(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write(".cache/report.md", "# What changed\n")
    repository.run("make", f"PYTHON={sys.executable}", "proposal")
    assert not (repository.root / ".cache/proposal").exists()


def test_an_old_python_is_refused_in_one_line(tmp_path: Path) -> None:
    old = tmp_path / "python"
    old.write_text(f'#!/bin/sh\nexec {sys.executable} -c "import sys; sys.version_info = (3, 10); $2"\n')
    old.chmod(0o755)
    command = ["make", f"--file={ROOT / 'Makefile'}", f"PYTHON={old}", ".venv/bin/python"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Python 3.11 or newer is needed; name one: make PYTHON=python3.11" in done.stderr
    assert not (tmp_path / ".venv").exists()


def test_versions_hands_on_what_is_named() -> None:
    command = ["make", "--dry-run", "--old-file=.venv/.build", "versions"]
    env = {**os.environ, "MAKEFLAGS": "", "MAKELEVEL": "0"}  # as if this test were not run by make

    def said(*variables: str) -> str:
        done = subprocess.run([*command, *variables], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
        return " ".join(done.stdout.replace("\\\n", " ").split()).partition("build_artifacts.py ")[2]

    assert said() == "--versions"
    assert said("SETS=a==1 b==2", "CLAIMS=topic/name other", "FORCE=1") == (
        "--versions a==1 b==2 --claims topic/name other --force"
    )
