"""Two sets of libraries are asked for real, and the record says what they answered. torch, and overlays."""

from pathlib import Path

import pytest

from explainer.inputs.library_versions import read_libraries
from explainer.inputs.ports import digest_with_variants
from explainer.inputs.snippets import read_snippets
from explainer.paths import Project
from explainer.versions.answers import read_answers
from explainer.versions.ask import AnswerCache
from explainer.versions.install import paths

ROOT = Path(__file__).resolve().parents[2]
# Those that .ci/run installs: both older libraries, for which most programs are written by the build.
TESTED = ("pytorch-pretrained-bert==0.6.2", "pytorch-transformers==1.2.0", "transformers==4.57.6")


@pytest.mark.parametrize("pin", TESTED)
def test_the_record_is_what_the_claims_answer_under_a_set(pin: str, tmp_path: Path) -> None:
    libraries = read_libraries(ROOT)
    one = next(one for one in libraries.sets if one.pin == pin)
    if not all(path.is_dir() for path in paths(Project(ROOT).cache, one)):
        pytest.skip("this set of libraries is not installed; `make overlays SETS=…` installs it")
    snippets = read_snippets(ROOT)
    answers = AnswerCache(Project(ROOT), libraries, jobs=2, limit=120)
    answers.known, answers.file = {}, tmp_path / "answers.json"  # asked anew, and the cache left alone
    answers.ask(one, snippets)
    record = read_answers(ROOT)
    found = {key: outcome.answer for key, outcome in answers.known[one.slug].items()}
    assert found == {snippet.key: record[snippet.key].answers.get(one.slug) for snippet in snippets}


def test_every_claim_was_asked_as_it_stands_under_every_set() -> None:
    libraries, record = read_libraries(ROOT), read_answers(ROOT)
    assert len(libraries.sets) >= 16
    for snippet in read_snippets(ROOT):
        assert record[snippet.key].snippet == digest_with_variants(ROOT, snippet), (
            f"{snippet.path}: ask it again: make versions"
        )
        assert list(record[snippet.key].answers) == [one.slug for one in libraries.sets]
