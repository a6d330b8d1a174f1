"""The picture that a link to the site shows elsewhere: 1200 × 630, as Open Graph has it.

A card becomes shapes, plain data, and shapes become a PNG that holds their digest. A picture whose digest is still
right is left as it is: another Pillow or zlib would draw the same shapes in other bytes, and that is no news.
"""

import hashlib
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explainer.errors import UserError

if TYPE_CHECKING:  # Pillow takes a fifth of a second to import, and most builds draw nothing
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

PATH = "card.png"
WIDTH, HEIGHT = 1200, 630
MARGIN = 72
FINE = 4  # shapes are drawn this much larger, then made smaller: Pillow draws hard edges

# The colours of docs/assets/site.css and logo.svg; a test compares them.
GROUND, PAPER, QUIET, NUMBER = "#0b4f5c", "#ffffff", "#dcebee", "#f5a05f"
ROW = ("#d95a0b", "#f08a45", "#d95a0b", "#e8742a")
CELLS = (
    ("#bcd7dc", "#8fbcc5", "#dbe9ec", "#bcd7dc"),
    ("#8fbcc5", "#dbe9ec", "#bcd7dc", "#8fbcc5"),
    ("#dbe9ec", "#bcd7dc", "#8fbcc5", "#dbe9ec"),
)
LOGO = 32  # the side of the logo in its own units
CHECK = ((9.5, 19.5), (15.0, 25.0), (25.5, 13.5))


@dataclass(frozen=True)
class Card:
    """What the card says: `lines` describe the site, `number` was measured, `what` and `on` say what and on what."""

    title: str
    lines: tuple[str, ...]
    number: str
    what: str
    on: str


@dataclass(frozen=True)
class Box:
    """A filled rectangle, its corners rounded by `radius`."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    colour: str


@dataclass(frozen=True)
class Stroke:
    """A line through points, with round ends and joints."""

    points: tuple[tuple[float, float], ...]
    width: float
    colour: str


@dataclass(frozen=True)
class Text:
    """A line of text that must not be wider than `width`; `weight` thickens it, for there is one font."""

    x: float
    y: float
    size: float
    text: str
    colour: str
    width: float
    weight: float = 0.0


def shapes(card: Card) -> list[Box | Stroke | Text]:
    """Everything on the card, back to front."""
    side = 284.0
    left = WIDTH - MARGIN - side
    beside = left - MARGIN - 40
    whole = WIDTH - 2.0 * MARGIN
    found: list[Box | Stroke | Text] = [Box(0, 0, WIDTH, HEIGHT, 0, GROUND), *_logo(left, MARGIN, side / LOGO)]
    found.append(Text(MARGIN, 66, 86, card.title, PAPER, beside, weight=1.4))
    found += [Text(MARGIN, 196 + 48 * i, 35, line, QUIET, beside) for i, line in enumerate(card.lines)]
    found.append(Text(MARGIN, 346, 118, card.number, NUMBER, whole, weight=1.6))
    found.append(Text(MARGIN, 484, 37, card.what, PAPER, whole))
    found.append(Text(MARGIN, 538, 26, card.on, QUIET, whole))
    return found


def _logo(x: float, y: float, unit: float) -> Iterator[Box | Stroke]:
    yield Box(x, y, LOGO * unit, LOGO * unit, 6 * unit, PAPER)
    for i, row in enumerate((ROW, *CELLS)):
        for j, colour in enumerate(row):
            yield Box(x + (4 + 6.25 * j) * unit, y + (4 + 6.25 * i) * unit, 5.25 * unit, 5.25 * unit, 0, colour)
    points = tuple((x + a * unit, y + b * unit) for a, b in CHECK)
    yield Stroke(points, 6.6 * unit, PAPER)
    yield Stroke(points, 3.6 * unit, GROUND)


def is_current(card: Card, png: bytes) -> bool:
    """Whether the picture shows this card, by the digest it holds."""
    return _digest(shapes(card)).encode() in png and png.endswith(b"IEND\xaeB`\x82")


def _digest(found: list[Box | Stroke | Text]) -> str:
    return hashlib.sha256(repr(found).encode()).hexdigest()


def draw(card: Card) -> bytes:
    """The card as a PNG. Raises UserError for text that does not fit, or a letter that the font has not."""
    try:
        from PIL import Image, ImageDraw
        from PIL.PngImagePlugin import PngInfo
    except ModuleNotFoundError:
        raise UserError(f"{PATH} must be drawn anew, and Pillow is not installed: `make site` installs it") from None
    found = shapes(card)
    large = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE))
    pen = ImageDraw.Draw(large)
    for shape in found:
        if isinstance(shape, Box):
            corners = (shape.x, shape.y, shape.x + shape.width, shape.y + shape.height)
            pen.rounded_rectangle([c * FINE for c in corners], shape.radius * FINE, shape.colour)
        elif isinstance(shape, Stroke):
            _stroke(pen, shape)
    image = large.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(image)
    for shape in found:
        if isinstance(shape, Text):
            font = _font(shape)
            pen.text((shape.x, shape.y), shape.text, shape.colour, font, stroke_width=shape.weight)
    info = PngInfo()
    info.add_text("shapes", _digest(found))
    file = io.BytesIO()
    few = image.quantize(128, dither=Image.Dither.NONE)  # a third of the size, and no eye sees it
    few.save(file, "PNG", optimize=True, pnginfo=info)
    return file.getvalue()


def _stroke(pen: "ImageDraw", stroke: Stroke) -> None:
    points = [(x * FINE, y * FINE) for x, y in stroke.points]
    half = stroke.width * FINE / 2
    pen.line(points, stroke.colour, round(2 * half))
    for x, y in points:
        pen.ellipse((x - half, y - half, x + half, y + half), stroke.colour)


def _font(line: Text) -> "FreeTypeFont":
    """Pillow's own font, so that no machine's fonts matter, if the line can be set in it."""
    from PIL import ImageFont

    font = ImageFont.load_default(line.size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise UserError(f"{PATH} must be drawn anew, and this Pillow was built without FreeType")
    none = bytes(font.getmask("\uffff"))
    if missing := [letter for letter in line.text if bytes(font.getmask(letter)) == none]:
        raise UserError(f"{PATH}: the font has no {missing[0]!r} (in {line.text!r}); write it another way")
    if font.getlength(line.text) > line.width:
        raise UserError(f"{PATH}: too long for its place: {line.text!r}; shorten or divide it")
    return font
