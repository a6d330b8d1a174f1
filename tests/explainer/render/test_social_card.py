"""Check the picture for links: what it says, what is refused, and when it is not drawn again."""

import io
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from explainer.errors import UserError
from explainer.facts.record import Provenance
from explainer.inputs.content import Colours, SocialCard, read_social_card
from explainer.render.social_card import BACKGROUND_COLOUR, CardContent, card_content, card_lines, draw, is_current
from tests.explainer.parts import context, replaced, run

ENTRY = SocialCard(1, "A title", ("one line", "and another"), "facts.a.b.c", 2, "is the norm.")
CARD = CardContent(ENTRY, "2.61", "Measured on Small, cpu.")
FACTS: dict[str, Any] = {"total": 1234.5678, "name": "four", "true": True}
RUNS = {"sums/four": {"once": run(FACTS, Provenance("x", {}, {"torch": "9.0"}, "cpu", "2026-01-02"))}}
GOOD = """title: A title
lines: [one line]
fact: facts.sums.four.total
decimals: 2
what: is the sum.
"""


def background(colour: str, width: int = 1200) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, 630), colour).save(file, "PNG")
    return file.getvalue()


def corner(png: bytes) -> str:
    """Return the colour of the last pixel, where there is no text."""
    pixel = Image.open(io.BytesIO(png)).convert("RGB").crop((1199, 629, 1200, 630))
    return f"#{pixel.tobytes().hex()}"


def read(tmp_path: Path, text: str) -> CardContent:
    (tmp_path / "content").mkdir(exist_ok=True)
    (tmp_path / "content/social_card.yml").write_text(text)
    card = read_social_card(tmp_path)
    assert card is not None
    return card_content(card, context(runs=RUNS))


def test_it_is_a_png_of_the_size_that_open_graph_has_and_the_same_bytes_twice() -> None:
    png = draw(CARD)
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", png[16:24]) == (1200, 630)
    assert png == draw(CARD)
    assert len(png) < 60_000


def test_a_picture_is_current_until_the_card_says_something_else() -> None:
    png = draw(CARD)
    assert is_current(CARD, png)
    assert not is_current(replace(CARD, number="2.62"), png)
    assert not is_current(replace(CARD, entry=replaced(ENTRY, colours=Colours(number="#000000"))), png)
    assert not is_current(replace(CARD, entry=replaced(ENTRY, background_png=background("#000000"))), png)
    assert not is_current(CARD, png[:-20])
    assert not is_current(CARD, b"")


def test_the_card_is_filled_from_the_facts(tmp_path: Path) -> None:
    found = read(tmp_path, GOOD)
    assert found.number == "1,234.57"
    assert found.measured_on == "Measured on torch 9.0, cpu."
    assert [line.text for line in card_lines(found)] == [
        "A title",
        "one line",
        "1,234.57",
        "is the sum.",
        "Measured on torch 9.0, cpu.",
    ]


def test_a_site_gives_its_background_and_colours(tmp_path: Path) -> None:
    (tmp_path / "ground.png").write_bytes(background("#0b4f5c"))
    found = read(tmp_path, GOOD + "background: ground.png\ncolours: {number: '#f5a05f'}\n")
    assert corner(draw(found)) == "#0b4f5c"
    assert corner(draw(CARD)) == BACKGROUND_COLOUR
    assert [line.colour for line in card_lines(found)] == ["#ffffff", "#d0d7de", "#f5a05f", "#ffffff", "#d0d7de"]


def test_no_card_is_asked_for(tmp_path: Path) -> None:
    assert read_social_card(tmp_path) is None


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("four.total", "four.totl", "social_card.yml:1: `facts.sums.four.totl` does not exist; did you mean "),
        ("four.total", "four.name", "social_card.yml:1: `facts.sums.four.name` is no number"),
        ("four.total", "four.once.true", "is no number"),
        ("decimals: 2", "decimals: 9", "social_card.yml:1: `decimals` must be 0 to 6 (got 9)"),
        ("decimals: 2", "decimals: two", "`decimals` must be a whole number (got a text)"),
        ("lines: [one line]", "lines: [1]", "`lines[0]` must be a text (got a whole number)"),
        ("lines: [one line]", "lines: [a, b, c, d]", "`lines` must be at most 3 lines of text"),
        ("what: is the sum.\n", "", "`what` is missing"),
        ("what: is the sum.", "what: a\nsize: 3", "unknown field `size`"),
        (
            "what:",
            "colours: {text: white}\nwhat:",
            "`colours.text` must be a colour as #rrggbb (got 'white')",
        ),
        ("what:", "colours: {ink: '#ffffff'}\nwhat:", "unknown field `colours.ink`"),
        ("what:", "colours: white\nwhat:", "`colours` must be a mapping"),
        ("what:", "background: 3\nwhat:", "`background` must be a text"),
        ("what:", "background: gone.png\nwhat:", "must be a PNG of 1200 × 630 pixels (got gone.png)"),
        ("what:", "background: small.png\nwhat:", "must be a PNG of 1200 × 630 pixels (got small.png)"),
        (GOOD, "- a list\n", "social_card.yml:1: expected a mapping"),
        ("lines: [one line]", "lines: [one line", "social_card.yml:3:"),
    ],
)
def test_a_mistake_is_one_clear_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    (tmp_path / "small.png").write_bytes(background("#000000", width=600))
    with pytest.raises(UserError) as caught:
        read(tmp_path, GOOD.replace(old, new))
    assert [line for line in caught.value.lines if complaint in line], caught.value.lines


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (replaced(ENTRY, lines=("a line that is very much longer than what there is room for",)), "too long"),
        (replaced(ENTRY, what="a → b"), "the font has no '→'"),
    ],
)
def test_text_that_cannot_be_shown_is_refused(bad: SocialCard, complaint: str) -> None:
    with pytest.raises(UserError, match=complaint):
        draw(replace(CARD, entry=bad))


def test_pillow_is_imported_to_draw_and_not_before(root: Path) -> None:
    code = "import sys, explainer.pipeline.command; print([name for name in sys.modules if name.startswith('PIL')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root, check=True)
    assert done.stdout.strip() == "[]"
