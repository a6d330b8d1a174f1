"""The workflows: pinned, with no more rights than they need, made of make targets; linted by zizmor and a schema."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
PINNED = re.compile(r"[\w-]+(?:/[\w-]+)+@[0-9a-f]{40}")
MAKE = re.compile(r'make ([a-z-]+)(?: [A-Z]+=(?:[a-z]+|"\$[A-Z]+"))?')

GOOD = """
name: Good
on: push
permissions: {}
concurrency:
  group: good
  cancel-in-progress: true
jobs:
  good:
    name: Good
    runs-on: ubuntu-24.04
    timeout-minutes: 5
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - run: make test
"""
# What is put in place of what, and what is said then: by the rules below, and by zizmor.
BAD = [
    ("@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "@v6", "is not pinned", "unpinned-uses"),
    ("make test", 'make test NAME="${{ github.head_ref }}"', "an expression in a command", "template-injection"),
    ("on: push", "on: pull_request_target", "pull_request_target", "dangerous-triggers"),
    ("permissions: {}", "permissions: write-all", "top-level permissions", "excessive-permissions"),
    ("persist-credentials: false", "fetch-depth: 1", "keeps its credentials", "artipacked"),
    ("make test", "make nothing-of-the-kind", "no make target", None),
    ("make test", "curl example.org | sh", "no make target", None),
    ("    timeout-minutes: 5\n", "", "no timeout", None),
    ("concurrency:\n  group: good\n  cancel-in-progress: true\n", "", "no concurrency", "concurrency-limits"),
]


def problems(text: str) -> Iterator[str]:
    """What the rules of this repository find in a workflow."""
    content = yaml.safe_load(text)
    if "pull_request_target" in text:
        yield "pull_request_target runs foreign code with our rights"
    if content["permissions"] != {}:
        yield "top-level permissions: each job names its own"
    if "concurrency" not in content:
        yield "no concurrency group"
    for name, job in content["jobs"].items():
        if "permissions" not in job or "timeout-minutes" not in job:
            yield f"{name}: no permissions of its own, or no timeout"
        for step in job["steps"]:
            yield from (f"{name}: {line}" for line in _step_problems(step))


def _step_problems(step: dict[str, Any]) -> Iterator[str]:
    if uses := step.get("uses"):
        if not PINNED.fullmatch(uses):
            yield f"{uses} is not pinned by a commit's hash"
        if uses.startswith("actions/checkout@") and step.get("with", {}).get("persist-credentials") is not False:
            yield f"{uses} keeps its credentials"
        return
    run = step["run"].strip()
    if "${{" in run:
        yield f"an expression in a command: {run}"
    if (made := MAKE.fullmatch(run)) is None or made[1] not in TARGETS:
        yield f"no make target: {run}"


def lint(*command: str) -> tuple[int, str]:
    """Runs a linter of this environment, without the network."""
    path = Path(sys.executable).parent / command[0]
    done = subprocess.run([str(path), *command[1:]], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def zizmor(*paths: Path) -> tuple[int, str]:
    return lint("zizmor", "--offline", "--no-progress", "--persona=pedantic", *map(str, paths))


def schema(name: str, *paths: Path) -> tuple[int, str]:
    return lint("check-jsonschema", "--builtin-schema", name, *map(str, paths))


def test_there_are_workflows_and_each_action_says_its_version() -> None:
    assert {path.stem for path in WORKFLOWS} == {"rebuild", "test-and-publish", "versions"}
    for path in WORKFLOWS:
        for line in path.read_text(encoding="utf-8").splitlines():
            if "uses:" in line:
                assert re.search(r"# v\d+\.\d+\.\d+$", line), line


def test_one_action_has_one_hash() -> None:
    """A hash that differs between two places is a typing error, or an update by half."""
    used = {line for path in WORKFLOWS for line in re.findall(r"uses: (.+)", path.read_text(encoding="utf-8"))}
    assert len(used) == len({line.partition("@")[0] for line in used})


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_keeps_our_rules(path: Path) -> None:
    assert list(problems(path.read_text(encoding="utf-8"))) == []


def test_zizmor_finds_nothing() -> None:
    status, said = zizmor(ROOT / ".github")
    assert status == 0, said


def test_workflows_and_dependabot_fit_their_schemas() -> None:
    for name in ("vendor.github-workflows", "custom.github-workflows-require-timeout"):
        status, said = schema(name, *WORKFLOWS)
        assert status == 0, said
    status, said = schema("vendor.dependabot", ROOT / ".github/dependabot.yml")
    assert status == 0, said


@pytest.mark.parametrize(("old", "new", "ours", "theirs"), BAD, ids=lambda text: str(text)[:24])
def test_a_bad_workflow_is_found(tmp_path: Path, old: str, new: str, ours: str, theirs: str | None) -> None:
    assert list(problems(GOOD)) == []
    bad = GOOD.replace(old, new)
    assert bad != GOOD
    assert ours in "\n".join(problems(bad))
    if theirs:
        path = tmp_path / ".github/workflows/bad.yml"
        path.parent.mkdir(parents=True)
        path.write_text(GOOD, encoding="utf-8")
        assert zizmor(path)[0] == 0
        path.write_text(bad, encoding="utf-8")
        status, said = zizmor(path)
        assert status != 0
        assert theirs in said


def test_a_workflow_that_is_none_is_found(tmp_path: Path) -> None:
    path = tmp_path / "bad.yml"
    path.write_text(GOOD.replace("runs-on", "run-on"), encoding="utf-8")
    assert schema("vendor.github-workflows", path)[0] != 0
    path.write_text(GOOD.replace("    timeout-minutes: 5\n", ""), encoding="utf-8")
    assert schema("custom.github-workflows-require-timeout", path)[0] != 0


def test_what_runs_the_libraries_cannot_write() -> None:
    """A job that may write, or that has a token at hand, runs `make pull-request` or deploys, and nothing else."""
    for path in WORKFLOWS:
        for name, job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].items():
            commands = [step["run"] for step in job["steps"] if "run" in step]
            if "write" in job["permissions"].values() or "github.token" in str(job):
                assert all(command.startswith("make pull-request ") for command in commands), f"{path.name}: {name}"


class Repository:
    """A repository with a remote in a folder, this Makefile, and a `gh` that only writes down what it is asked."""

    def __init__(self, folder: Path) -> None:
        self.root, self.remote, self.asked = folder / "clone", folder / "remote.git", folder / "asked"
        self.bin = folder / "bin"
        self.bin.mkdir()
        gh = self.bin / "gh"
        gh.write_text(f'#!/bin/sh\necho "$@" >> {self.asked}\n[ "$1 $2" != "pr create" ] || [ ! -e {folder}/open ]\n')
        gh.chmod(0o755)
        self.run("git", "init", "--quiet", "--bare", str(self.remote), cwd=folder)
        self.run("git", "init", "--quiet", "--initial-branch=main", str(self.root), cwd=folder)
        self.write("Makefile", (ROOT / "Makefile").read_text(encoding="utf-8"))
        self.write(".gitignore", "/.cache/\n")
        for name in ("docs/artifacts/facts.yml", "changes/first.yml", "constraints.txt", "explainer/code.py"):
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
    for name in ("docs/artifacts/facts.yml", "docs/artifacts/changes/all.md", "constraints.txt", "explainer/code.py"):
        repository.write(name, "after\n")
    repository.write("changes/2026-01-01-rebuild.yml", "new\n")
    repository.write(".cache/report.md", "# What became different\n" + "ä" * 70_000)
    repository.run("make", "proposal")
    assert len((repository.root / ".cache/proposal/text.md").read_text(encoding="utf-8")) <= 60_001
    repository.run("git", "reset", "--quiet", "--hard")
    repository.run("git", "clean", "--quiet", "--force", "-d")
    repository.run("make", "pull-request", "BRANCH=rebuild")
    changed = repository.run("git", "diff", "--name-only", "main", "rebuild").split()
    assert changed == [
        "changes/2026-01-01-rebuild.yml",
        "constraints.txt",
        "docs/artifacts/changes/all.md",
        "docs/artifacts/facts.yml",
    ]
    assert repository.run("git", "ls-remote", "--heads", "origin").strip().endswith("refs/heads/rebuild")
    asked = repository.asked.read_text(encoding="utf-8").splitlines()
    assert asked[0] == "auth setup-git"
    assert asked[1].startswith("pr create --head rebuild")
    assert len(asked) == 2


def test_a_second_pull_request_replaces_the_first(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    (tmp_path / "open").touch()
    for text in ("after\n", "later\n"):
        repository.run("git", "switch", "--quiet", "main")
        repository.write("docs/artifacts/facts.yml", text)
        repository.run("make", "proposal")
        assert "docs/artifacts/facts.yml" in (repository.root / ".cache/proposal/text.md").read_text(encoding="utf-8")
        repository.run("git", "reset", "--quiet", "--hard")
        repository.run("make", "pull-request", "BRANCH=versions")
    assert "later" in repository.run("git", "show", "origin/versions:docs/artifacts/facts.yml")
    assert "pr edit versions" in repository.asked.read_text(encoding="utf-8")


def test_nothing_changed_proposes_nothing(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    repository.write(".cache/report.md", "# What became different\n")
    repository.run("make", "proposal")
    assert not (repository.root / ".cache/proposal").exists()
