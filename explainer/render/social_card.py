"""The picture that a link to the site shows elsewhere: what people wrote on its background, with a measured number.

The PNG holds a digest of what it was drawn from. A picture whose digest is still right is left as it is: another Pillow
or zlib would write the same picture in other bytes.
"""

import difflib
import hashlib
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from explainer.errors import UserError
from explainer.facts.quotable import quotable
from explainer.facts.record import FactName
from explainer.inputs.content import SIZE, SOCIAL_CARD, SocialCard
from explainer.render.context import Context
from explainer.render.provenance import versions

if TYPE_CHECKING:  # Pillow takes a fifth of a second to import, and most builds draw nothing
    from PIL.ImageFont import FreeTypeFont

PATH = "card.png"
GROUND = "#24292f"  # of a card without a background
MARGIN, LOGO = 72, 324.0  # pixels: left and right of the text; what is free for a logo beside the title


@dataclass(frozen=True)
class Card:
    """What the card says: what people wrote, the number, and what that was measured on."""

    written: SocialCard
    number: str
    on: str


def card_content(written: SocialCard, context: Context) -> Card:
    """The card with its number in it. Raises UserError if there is no such number."""
    where = f"{SOCIAL_CARD}:{written.line}: `{written.fact}`"
    names = quotable(context.record, [])
    fact = FactName.parse(written.fact, context.site.slugs)
    value = names.get(fact.dotted) if fact else None
    if fact is None or value is None:
        near = difflib.get_close_matches(written.fact, names, 1, 0.5)
        raise UserError(f"{where} does not exist" + (f"; did you mean {near[0]}?" if near else ""))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(f"{where} is no number (it is {value!r})")
    measured = context.record.runs(fact.snippet)[fact.slug].measured
    titles = [one.title for one in context.site.checkpoints if one.slug == fact.slug]
    on = ", ".join([*titles, *versions(measured), measured.device])
    return Card(written, f"{value:,.{written.decimals}f}", f"Measured on {on}.")


class Text(NamedTuple):
    """A line of text that must not be wider than `width`; `weight` thickens it, for there is one font."""

    y: float
    size: float
    text: str
    colour: str
    width: float
    weight: float = 0.0


def texts(card: Card) -> list[Text]:
    """Everything that is written on the card."""
    written, colours, whole = card.written, card.written.colours, SIZE[0] - 2.0 * MARGIN
    return [
        Text(66, 86, written.title, colours.text, whole - LOGO, weight=1.4),
        *(Text(196 + 48 * i, 35, line, colours.quiet, whole - LOGO) for i, line in enumerate(written.lines)),
        Text(346, 118, card.number, colours.number, whole, weight=1.6),
        Text(484, 37, written.what, colours.text, whole),
        Text(538, 26, card.on, colours.quiet, whole),
    ]


def is_current(card: Card, png: bytes) -> bool:
    """Whether the picture shows this card, by the digest it holds."""
    return _digest(card).encode() in png and png.endswith(b"IEND\xaeB`\x82")


def _digest(card: Card) -> str:
    """Of what the card says, where and in what colour."""
    drawn = (SIZE, MARGIN, GROUND, card.written.ground, texts(card))
    return hashlib.sha256(repr(drawn).encode()).hexdigest()


def draw(card: Card) -> bytes:
    """The card as a PNG. Raises UserError for text that does not fit, or a letter that the font has not."""
    try:
        from PIL import Image, ImageDraw
        from PIL.PngImagePlugin import PngInfo
    except ModuleNotFoundError:
        raise UserError(f"{PATH} must be drawn again, but Pillow is not installed: `make site` installs it") from None
    image = Image.new("RGB", SIZE, GROUND)
    if card.written.ground:
        image.paste(Image.open(io.BytesIO(card.written.ground)))
    pen = ImageDraw.Draw(image)
    for line in texts(card):
        pen.text((MARGIN, line.y), line.text, line.colour, _font(line), stroke_width=line.weight)
    info = PngInfo()
    info.add_text("card", _digest(card))
    file = io.BytesIO()
    few = image.quantize(128, dither=Image.Dither.NONE)  # a third of the size, and no eye sees it
    few.save(file, "PNG", optimize=True, pnginfo=info)
    return file.getvalue()


def _font(line: Text) -> "FreeTypeFont":
    """Pillow's own font, so that no machine's fonts matter, if the line can be set in it."""
    from PIL import ImageFont

    font = ImageFont.load_default(line.size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise UserError(f"{PATH} must be drawn again, but this Pillow was built without FreeType")
    none = bytes(font.getmask("\uffff"))
    if missing := [letter for letter in line.text if bytes(font.getmask(letter)) == none]:
        raise UserError(f"{PATH}: the font has no {missing[0]!r} (in {line.text!r}); write it another way")
    if font.getlength(line.text) > line.width:
        raise UserError(f"{PATH}: too long for its place: {line.text!r}; shorten or divide it")
    return font
