"""The social card with its number in it, and with what that was measured on."""

import difflib

from explainer.errors import UserError
from explainer.facts.quotable import quotable
from explainer.facts.record import FactName
from explainer.inputs.checkpoints import NAMED, ONCE
from explainer.inputs.social_card import FILE, SocialCard
from explainer.render.context import Context
from explainer.render.social_card import Card


def card_content(card: SocialCard, context: Context) -> Card:
    """What the picture says. Raises UserError if there is no such number."""
    where = f"{FILE}:{card.line}: `{card.fact}`"
    names = quotable(context.record, [])
    fact, value = FactName.parse(card.fact), names.get(card.fact)
    if fact is None or value is None:
        near = difflib.get_close_matches(card.fact, names, 1, 0.5)
        raise UserError(f"{where} does not exist" + (f"; did you mean {near[0]}?" if near else ""))
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise UserError(f"{where} is no number (it is {value!r})")
    return Card(card, f"{value:,.{card.decimals}f}", _measured_on(fact, context))


def _measured_on(fact: FactName, context: Context) -> str:
    measured = context.record.claims[fact.snippet].runs[fact.slug].measured
    titles = [one.title for one in context.site.checkpoints if one.slug == fact.slug != ONCE]
    versions = [f"{name} {measured.versions[name]}" for name in NAMED if name in measured.versions]
    return "Measured on " + ", ".join([*titles, *versions, measured.device]) + "."
