"""How much is on a page: the bounds of pages that one wants to read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from statistics import median

TOPICS = ("heads/", "tying/", "padding/", "loading/", "versions/")
# A story of two threads: a page of a topic's section that explains nothing.
NO_TOPIC = ("loading/two-threads/",)
# To look things up in, and the story: as long as they are.
ANY_HEIGHT = (*NO_TOPIC, "all-claims/", "what-people-say/", "artifacts/labs/")
# The home page and the picture; tables as wide as a page, under one heading; and what a server gives for an address
# that is not there.
NO_CONTENTS = ("", "picture/", "all-claims/", "what-people-say/", "404.html")
MOST = {"height": 16_000, "weight": 25_000, "words": 1_500, "links": 4, "claims": 1, "program": 15}
LEAST = {"marks": 1, "claims": 1}
HALF = {"height": 8_000, "weight": 13_000}  # the median's bounds
FEWEST = 3  # pages that have a median


@dataclass(frozen=True)
class Shape:
    """Of a page at 1280 px in the light scheme: px, words of prose, and bytes as they are sent.

    `links` are those in prose for each hundred words, marks among them; `claims` have their program open, the first
    of `program` lines.
    """

    height: int
    words: int
    links: float
    marks: int
    claims: int
    program: int
    contents: bool
    weight: int


def is_topic(path: str) -> bool:
    """Whether a page explains a topic."""
    return path.startswith(TOPICS) and path not in NO_TOPIC


def missed(path: str, shape: Shape) -> set[str]:
    """The bounds that a page misses."""
    is_one_screen = path in NO_CONTENTS or path.startswith("m/")
    found = set() if shape.contents or is_one_screen else {"contents"}
    if not is_topic(path):
        tall = shape.height > MOST["height"] and not path.startswith(ANY_HEIGHT)
        return found | ({"height"} if tall else set())
    few = {name for name, least in LEAST.items() if getattr(shape, name) < least}
    return found | few | {name for name, most in MOST.items() if getattr(shape, name) > most}


def out_of_bounds(shapes: Mapping[str, Shape]) -> Iterator[str]:
    """What is wrong with the pages."""
    for path, shape in shapes.items():
        found = missed(path, shape)
        for name in sorted(found - {"contents"}):
            yield f"{path}: {name} {getattr(shape, name):,}, of {MOST.get(name, LEAST.get(name)):,}"
        if "contents" in found:
            yield f"{path}: has no table of contents"
    topics = topic_pages(shapes)
    for name, most in HALF.items():
        middle = median([getattr(shapes[path], name) for path in topics]) if len(topics) >= FEWEST else 0
        if middle > most:
            yield f"half of the topic pages have a {name} over {middle:,.0f}, of {most:,}"


def topic_pages(shapes: Mapping[str, Shape]) -> list[str]:
    """The pages that explain a topic: the medians are theirs."""
    return [path for path in shapes if is_topic(path)]
