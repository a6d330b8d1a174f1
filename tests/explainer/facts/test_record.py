"""Check how a fact is named: on pages, in reports, and in the files that people write."""

from explainer.facts.record import ClaimRecord, FactName, Record
from tests.explainer.parts import run

SLUGS = {"tiny"}


def test_the_facts_of_a_claim_that_is_run_once_are_named_without_a_run() -> None:
    once, tiny = FactName("sums/four", "once", "row.norm"), FactName("sums/four", "tiny", "row.norm")
    assert (once.dotted, tiny.dotted) == ("facts.sums.four.row.norm", "facts.sums.four.tiny.row.norm")
    assert [FactName.parse(name.dotted, SLUGS) for name in (once, tiny)] == [once, tiny]
    assert FactName.parse("facts.sums.four.tiny", SLUGS) == FactName("sums/four", "once", "tiny")
    assert FactName.parse("facts.sums.four", SLUGS) is None
    assert FactName.parse("published.sums.four.total", SLUGS) is None


def test_a_page_loads_them_where_it_quotes_them() -> None:
    runs = {"sums/four": {"once": run({"total": 4, "rows": [1]})}, "sums/row": {"tiny": run({"norm": 0.5})}}
    record = Record({key: ClaimRecord("", by_slug) for key, by_slug in runs.items()})
    assert record.scalars() == {"sums": {"four": {"total": 4}, "row": {"tiny": {"norm": 0.5}}}}
    assert record.values()["facts.sums.four.total"] == 4
