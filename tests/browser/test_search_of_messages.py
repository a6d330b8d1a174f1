"""Each page about a message is found by any half of that message: what one has copied, or still remembers."""

import random
import re
from collections.abc import Iterator

from load_report.message_pages import PAGES_FOLDER, without_backticks
from tests.browser.test_search import Ask, Items, ask, pages_of, worker  # noqa: F401  # fixtures
from tests.load_report.test_corpus import MESSAGES

FIRST, RANDOM = 3, 6  # results that one looks at; random halves of each message
WORD = re.compile(r"[\w.]*\w")


def halves(title: str, seed: str) -> Iterator[str]:
    """Both halves of a message, every second word, and some that are drawn, in their order."""
    words = without_backticks(title).split()
    half = len(words) // 2
    yield from (" ".join(part) for part in (words[: len(words) - half], words[half:], words[::2], words[1::2]))
    drawn = random.Random(seed)  # noqa: S311
    for _ in range(RANDOM):
        places = sorted(drawn.sample(range(len(words)), (len(words) + 1) // 2))
        yield " ".join(words[place] for place in places)


def words_in(text: str) -> set[str]:
    return {word.lower() for word in WORD.findall(without_backticks(text))}


SAID = {message.slug: words_in(" ".join([message.title, *message.variants])) for message in MESSAGES}


def is_telling(half: str) -> bool:
    """Whether so few messages have all its words that all of them can be among the first."""
    words = words_in(half)
    return any(len(word) > 4 for word in words) and sum(words <= said for said in SAID.values()) <= FIRST


def missed(asked: list[tuple[str, str]], found: list[Items]) -> list[str]:
    """A line for each half of a message whose page is not among the first."""
    return [
        f"{slug}: {half}: {', '.join(pages_of(items)[:FIRST])}"
        for (half, slug), items in zip(asked, found, strict=True)
        if f"{PAGES_FOLDER}/{slug}/" not in pages_of(items)[:FIRST]
    ]


def test_each_message_is_found_by_any_half_of_its_words(ask: Ask) -> None:  # noqa: F811
    every = [
        (half, message.slug) for message in MESSAGES for half in dict.fromkeys(halves(message.title, message.slug))
    ]
    asked = [(half, slug) for half, slug in every if is_telling(half)]
    assert len(asked) > 0.9 * len(every)
    found = ask([half for half, _ in asked])
    assert missed(asked, found) == []
    assert missed([(asked[0][0], "a-message-of-another-page")], found[:1])


def test_each_variant_is_found_whole(ask: Ask) -> None:  # noqa: F811
    asked = [(variant, message.slug) for message in MESSAGES for variant in message.variants if is_telling(variant)]
    assert len(asked) > 30
    assert missed(asked, ask([variant for variant, _ in asked])) == []


def test_a_half_that_many_messages_have_tells_none_of_them() -> None:
    assert not is_telling("Some weights of the model checkpoint")
    assert is_telling("lm_head.decoder.bias")
    assert len({*halves("a b c d e f", "x")}) > 4
