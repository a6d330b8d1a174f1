"""The check itself, on real models: facts that pages quote are falsified in the record, and it names their lines."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from explainer.facts.record import FACTS_FILE, FACTS_SCHEMA, FactName, Record, read_record
from explainer.inputs.site import Site, read_site
from explainer.paths import Project
from tests.pages.test_quoted_facts import quoted, with_changed
from tests.snippets.test_contributing import Clone

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site() -> Site:
    return read_site(ROOT)


def falsified(record: Record, names: list[str], site: Site) -> Record:
    """The record with all of these facts changed."""
    tolerances = {snippet.key: snippet.tolerance for snippet in site.snippets}
    for name in names:
        fact = FactName.parse(name, site.checkpoint_slugs)
        assert fact
        runs = record.claims[fact.snippet_key].runs
        runs[fact.slug] = with_changed(runs[fact.slug], fact, tolerances[fact.snippet_key])
    return record


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.long)], ids=["one a type", "all"])
def test_a_check_names_every_line_that_quotes_a_changed_fact(site: Site, every: bool, tmp_path: Path) -> None:
    """One check for all: each fact is changed just beyond what may differ between machines.

    The quick one takes, for each type of value, the first claim of which a page quotes such a fact.
    """
    names = quoted(site)
    keys = {name: parsed.snippet_key for name in names if (parsed := FactName.parse(name, site.checkpoint_slugs))}
    clone = Clone(tmp_path)
    record = read_record(Project(clone.root))
    values = record.values()
    first_of = {type(values[name]): keys[name] for name in sorted(keys, reverse=True)}
    claims = sorted(set(keys.values() if every else first_of.values()))
    names = {name: places for name, places in names.items() if keys[name] in claims}
    record = falsified(record, [*names], site)
    text = json.dumps({"schema": FACTS_SCHEMA, "measured": record.shared, "facts": record.to_builtins()})
    (Project(clone.root).artifacts / FACTS_FILE).write_text(text, encoding="utf-8")
    command = [sys.executable, "build_artifacts.py", "--check", *claims]
    done = subprocess.run(command, cwd=clone.root, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stdout + done.stderr
    found = re.findall(r"^STALE   (facts\.[\w.]+): .*\n((?: {8}quoted in .*\n)*)", done.stdout, re.MULTILINE)
    said = {name: re.findall(r"quoted in (.*)", under) for name, under in found}
    missed = [f"{name} in {place}" for name in names for place in names[name] if place not in said.get(name, ())]
    assert missed == [], done.stdout
