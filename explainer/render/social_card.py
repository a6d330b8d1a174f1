"""Draw the picture that other sites show beside a link to this one: a background, a title, and a measured number.

The PNG carries, in a text chunk, a digest of its content and layout. It is drawn again only if that changed, because
another release of Pillow or zlib writes the same picture in other bytes.
"""

import difflib
import hashlib
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from explainer.errors import UserError
from explainer.facts.quotable import quotable_values
from explainer.facts.record import FactName
from explainer.inputs.content import CARD_SIZE, SOCIAL_CARD_FILE, SocialCard
from explainer.render.context import Context
from explainer.render.provenance import library_versions

if TYPE_CHECKING:  # Pillow takes a fifth of a second to import, and most builds draw nothing
    from PIL.ImageFont import FreeTypeFont

CARD_ARTIFACT = "card.png"  # among the artifacts
BACKGROUND_COLOUR = "#24292f"  # of a card without a background picture
MARGIN = 72  # pixels on the left and the right of the text
LOGO_WIDTH = 324.0  # pixels beside the title, where the background may have a logo


@dataclass(frozen=True)
class CardContent:
    """Hold all that the card says: an entry of content/social_card.yml, its number as text, and its provenance."""

    entry: SocialCard
    number: str
    measured_on: str


def card_content(entry: SocialCard, context: Context) -> CardContent:
    """Return the card with its number. Raise UserError if the fact that it names does not exist or is no number."""
    where = f"{SOCIAL_CARD_FILE}:{entry.line}: `{entry.fact}`"
    facts = quotable_values(context.record, [])
    fact = FactName.parse(entry.fact, context.site.checkpoint_slugs)
    value = facts.get(fact.dotted) if fact else None
    if fact is None or value is None:
        close_names = difflib.get_close_matches(entry.fact, facts, 1, 0.5)
        raise UserError(f"{where} does not exist" + (f"; did you mean {close_names[0]}?" if close_names else ""))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(f"{where} is no number (it is {value!r})")
    measured = context.record.runs(fact.snippet_key)[fact.slug].measured
    titles = [checkpoint.title for checkpoint in context.site.checkpoints if checkpoint.slug == fact.slug]
    parts = ", ".join([*titles, *library_versions(measured), measured.device])
    return CardContent(entry, f"{value:,.{entry.decimals}f}", f"Measured on {parts}.")


class Text(NamedTuple):
    """Hold a line of text, lengths in pixels. It must not be wider than `width`; `weight` makes its strokes thicker."""

    y: float
    size: float
    text: str
    colour: str
    width: float
    weight: float = 0.0


def card_lines(card: CardContent) -> list[Text]:
    """Return every line of the card with its place, size and colour."""
    entry, colours, full_width = card.entry, card.entry.colours, CARD_SIZE[0] - 2.0 * MARGIN
    return [
        Text(66, 86, entry.title, colours.text, full_width - LOGO_WIDTH, weight=1.4),
        *(
            Text(196 + 48 * index, 35, line, colours.quiet, full_width - LOGO_WIDTH)
            for index, line in enumerate(entry.lines)
        ),
        Text(346, 118, card.number, colours.number, full_width, weight=1.6),
        Text(484, 37, entry.what, colours.text, full_width),
        Text(538, 26, card.measured_on, colours.quiet, full_width),
    ]


def is_current(card: CardContent, png: bytes) -> bool:
    """Return whether a PNG shows this card, by its digest, and is complete (it ends with the chunk IEND)."""
    return _digest(card).encode() in png and png.endswith(b"IEND\xaeB`\x82")


def _digest(card: CardContent) -> str:
    """Return the sha256 of the card's content and layout. An edit of `draw` does not change it: delete the PNG then."""
    # repr() has the names of the class Text and its fields, too: who renames one has the picture drawn again.
    drawn_from = (CARD_SIZE, MARGIN, BACKGROUND_COLOUR, card.entry.background_png, card_lines(card))
    return hashlib.sha256(repr(drawn_from).encode()).hexdigest()


def draw(card: CardContent) -> bytes:
    """Return the card as a PNG. Raise UserError if Pillow is missing, or as `_checked_font` does."""
    try:
        from PIL import Image, ImageDraw
        from PIL.PngImagePlugin import PngInfo
    except ModuleNotFoundError:
        raise UserError(
            f"{CARD_ARTIFACT} must be drawn again, but Pillow is not installed: `make site` installs it"
        ) from None
    image = Image.new("RGB", CARD_SIZE, BACKGROUND_COLOUR)
    if card.entry.background_png:
        image.paste(Image.open(io.BytesIO(card.entry.background_png)))
    pen = ImageDraw.Draw(image)
    for line in card_lines(card):
        pen.text((MARGIN, line.y), line.text, line.colour, _checked_font(line), stroke_width=line.weight)
    info = PngInfo()
    info.add_text("card", _digest(card))
    buffer = io.BytesIO()
    reduced = image.quantize(128, dither=Image.Dither.NONE)  # 128 colours: a third of the bytes, and it looks the same
    reduced.save(buffer, "PNG", optimize=True, pnginfo=info)
    return buffer.getvalue()


def _checked_font(line: Text) -> "FreeTypeFont":
    """Return the font that Pillow brings, so that the machine's fonts do not matter.

    Raise UserError if it lacks a letter of the line, if the line is too long in it, or if this Pillow was built without
    FreeType.
    """
    from PIL import ImageFont

    font = ImageFont.load_default(line.size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise UserError(f"{CARD_ARTIFACT} must be drawn again, but this Pillow was built without FreeType")
    no_glyph = bytes(font.getmask("\uffff"))  # no font has this letter, so it is drawn as any that is missing
    if missing := [letter for letter in line.text if bytes(font.getmask(letter)) == no_glyph]:
        raise UserError(f"{CARD_ARTIFACT}: the font has no {missing[0]!r} (in {line.text!r}); write it another way")
    if font.getlength(line.text) > line.width:
        raise UserError(f"{CARD_ARTIFACT}: too long for its place: {line.text!r}; shorten or divide it")
    return font
