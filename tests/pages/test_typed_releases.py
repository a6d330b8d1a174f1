"""A release may be typed in a link to the pull request that made a change; then the record has that change."""

import re
from collections.abc import Iterator
from pathlib import Path

from explainer.inputs.library_versions import read_libraries, version_numbers
from explainer.inputs.pages import read_pages
from explainer.inputs.prose import VERSION, links
from explainer.versions.answers import read_answers

ROOT = Path(__file__).resolve().parents[2]
PULL = re.compile(r"https://github\.com/huggingface/transformers/pull/\d+")


def wrong_releases(pages: dict[str, str], changed: set[str], named: dict[str, set[str]]) -> Iterator[str]:
    """What links to pull requests say of releases. `changed` are those from which on an answer was another, `named`
    those that library_versions.yml gives a pull request.
    """
    for page, text in pages.items():
        for link in links(text):
            for release in VERSION.findall(link[1]) if PULL.fullmatch(link[2]) else []:
                number = ".".join(map(str, version_numbers(release)))
                if number not in changed:
                    yield f"{page}: {link[1]}: no recorded answer changed in {number}"
                elif number not in named.get(link[2], {number}):
                    yield f"{page}: {link[1]}: {link[2]} is of {', '.join(sorted(named[link[2]]))}"


def recorded() -> tuple[set[str], dict[str, set[str]]]:
    libraries = read_libraries(ROOT)
    changed = {first.version for entry in read_answers(ROOT, libraries).values() for first in entry.after}
    named: dict[str, set[str]] = {}
    for pulls in libraries.pulls.values():
        for release, pull in pulls.items():
            named.setdefault(pull, set()).add(release)
    return changed, named


def test_a_release_typed_beside_its_pull_request_is_a_recorded_one() -> None:
    assert list(wrong_releases(read_pages(ROOT), *recorded())) == []


def test_that_check_can_fail() -> None:
    changed, named = recorded()
    pull, releases = next((pull, of) for pull, of in named.items() if len(of) == 1)
    other = next(iter(sorted(changed - releases)))
    pages = {
        "good.md": f"[transformers {min(releases)}]({pull}), [a paper 5.99.0](https://example.org/pull/1)",
        "no_change.md": "[In 5.99.0 it went](https://github.com/huggingface/transformers/pull/1)",
        "another.md": f"[{other}]({pull})",
    }
    assert [line.partition(":")[0] for line in wrong_releases(pages, changed, named)] == ["no_change.md", "another.md"]
