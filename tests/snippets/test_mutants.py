"""A sample of claims, another one after each commit, is changed again: the record says what became of the changes."""

from pathlib import Path

import pytest

from explainer.inputs.snippets import read_snippets
from explainer.mutate.equivalent import of_claim, read_equivalents
from explainer.mutate.mutants import candidates, chosen
from explainer.mutate.program import Program
from explainer.mutate.record import read_record
from explainer.mutate.run import Mutations
from explainer.mutate.verdict import Verdict
from explainer.paths import Project
from tests.snippets.draw import drawn

ROOT = Path(__file__).resolve().parents[2]
CLAIMS, LONGEST = 4, 15  # how many, each with at most so many mutants
QUICK = ("arithmetic", "library")  # scopes whose programs make small models, and read no file


def test_the_record_is_what_a_sample_of_claims_notices() -> None:
    """What a machine has run itself it does not run again."""
    everything, record = read_snippets(ROOT), read_record(ROOT)
    listed = read_equivalents(ROOT, everything)
    fit = [one for one in everything if one.key in record and record[one.key].digest == one.digest]
    sample = [
        one for one in drawn(fit) if one.scope in QUICK and len(chosen(candidates(Program(one.source)))) <= LONGEST
    ][:CLAIMS]
    if not sample:
        pytest.skip("no claim's mutants are recorded; `make mutate` records them")
    ran = Mutations(Project(ROOT), jobs=2, limit=60.0).run(sample, print)
    found = {one.key: Verdict(one, ran[one.key], of_claim(listed, one.key)).entry for one in sample}
    assert found == {key: record[key] for key in found}
