"""How a number gets onto a page, counted and followed: what a figure of the kind `flow` is drawn from."""

from explainer.facts.record import FactName
from explainer.inputs.figures import Figure
from explainer.inputs.quotes import first_quote, quoted_facts
from explainer.render.context import Context


def counts(context: Context) -> dict[str, int]:
    """How many things there are at each stage from a checkpoint to a page; of what runs and is read, the recorded."""
    return {
        "checkpoints": len(context.measured_on),
        "snippets": len(context.record.claims),
        "runs": sum(len(claim.runs) for claim in context.record.claims.values()),
        "facts": len(context.record.values()),
        "quotes": len(quoted_facts(context.site.pages)),
        "panels": len(context.shown_on),
        "pages": len(context.site.pages),
    }


def trace(figure: Figure, context: Context) -> dict[str, str]:
    """What the fact that a flow follows looks like at each stage; empty if no sentence quotes it."""
    key, slug = figure.run
    dotted = FactName(key, slug, figure.follow or "").dotted
    value = context.record.values().get(dotted)
    checkpoint = next((one for one in context.site.checkpoints if one.slug == slug), None)
    lines = next(one.source for one in context.site.snippets if one.key == key).splitlines()
    source = next((line for line in lines if line.startswith(f"{figure.follow} =")), None)
    quote = first_quote(context.site.pages, dotted)
    if checkpoint is None or source is None or quote is None or not isinstance(value, float):
        return {}
    file = next((name for name in checkpoint.files if name.endswith(".safetensors")), next(iter(checkpoint.files)))
    return {
        "checkpoint": f"{file} {checkpoint.files[file][:8]}…",
        "source": source,
        "fact": f"{figure.follow}: {value}",
        "quote": f"{quote.page}:{quote.line}",
        "shown": str(round(value, quote.digits) if quote.digits is not None else value),
    }
