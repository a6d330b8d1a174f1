"""Check the lines that a page shows of a program's variant for an older library."""

from explainer.render.claims import _program_diff
from tests.explainer.parts import SNIPPET


def test_settings_are_no_difference_between_a_claim_and_its_variant() -> None:
    settings = 'ports = ("old",)\nscope = "library"\ndecides = "row"\n\nassert'
    marked = SNIPPET.source.replace("assert", settings)
    assert _program_diff(marked, SNIPPET.source.replace("True", "1")) == "-assert True\n+assert 1"
