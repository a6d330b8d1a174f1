"""What needs numbers: whether two names are equal, the [PAD] row, NaN and infinities."""

from collections.abc import Iterator, Sequence
from math import isfinite

from inspector.context import CheckContext
from inspector.data import Finding, Tensor
from inspector.families import Row
from inspector.messages import code, listed
from inspector.non_finite import NonFiniteCount, sample_non_finite
from inspector.values import SAMPLED_ROWS, WHOLE, cosine, norm, read_bytes, readable, row, spread, why_not

TWIN = 0.9  # cosine from which a row is said to point the way of others


def middle(ordered: Sequence[float]) -> float:
    """The median. `statistics` would take longer to import than the rest of a check to run."""
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def check_matrix(context: CheckContext) -> Iterator[Finding]:
    """The output matrix against the word embedding."""
    words = context.file.word_embedding
    alias = context.file.family.head_alias("weight") if context.file.family else None
    if not alias or words is None or not context.wanted(alias):
        return
    stored = context.file.tensor(alias.key)
    if stored is not None:
        yield _compared_matrix(context, stored, words)
    elif _has(context, alias) or alias.part in _parts_of_config(context):
        name = "decoder_not_stored" if context.tied else "decoder_random"
        yield context.say(name, decoder=code(alias.key), words=code(words.name))


def _compared_matrix(context: CheckContext, stored: Tensor, embedding: Tensor) -> Finding:
    decoder, words = code(stored.name), code(embedding.name)
    if stored.shape != embedding.shape:
        one, other = stored.shape, embedding.shape
        return context.say("decoder_other_shape", decoder=decoder, words=words, one=one, other=other)
    if stored.dtype != embedding.dtype:
        return context.say("decoder_not_compared", decoder=decoder, words=words, why_not="their types differ")
    if not (readable(stored) and readable(embedding)) and not stored.same_bytes(embedding):
        reason = why_not(stored, embedding)
        return context.say("decoder_not_compared", decoder=decoder, words=words, why_not=reason)
    says = context.config.who_ties
    if context.equal(stored, embedding):
        apart = "decoder_shared_untied" if stored.same_bytes(embedding) else "decoder_equal_untied"
        name = "decoder_equal" if context.tied else apart
        return context.say(name, decoder=decoder, words=words, says=says, looked=context.looked(stored, embedding))
    return context.say("decoder_differs" if context.tied else "decoder_untied", decoder=decoder, words=words, says=says)


def _parts_of_config(context: CheckContext) -> set[str]:
    """Parts of the class that the configuration names."""
    rows = context.file.family.rows.values() if context.file.family else ()
    return {row.part for row in rows if context.ending in row.classes}


def check_bias(context: CheckContext) -> Iterator[Finding]:
    """The output bias under its two names."""
    alias = context.file.family.head_alias("bias") if context.file.family else None
    if not alias or not context.wanted(alias):
        return
    older, newer = context.file.tensor(alias.alias_of), context.file.tensor(alias.key)
    bias, other = code(alias.alias_of), code(alias.key)
    if older is None and newer is None:
        return
    if older is None:
        yield context.say("bias_newer_name", bias=bias, alias=other)
    elif newer is None:
        lost = not context.tied and _has(context, alias)
        yield context.say("bias_lost" if lost else "bias_once", bias=bias, alias=other)
    elif older.shape != newer.shape or older.dtype != newer.dtype:
        yield context.say("bias_differs", bias=bias, alias=other)
    elif not (readable(older) and readable(newer)) and not older.same_bytes(newer):
        yield context.say("bias_not_read")
    elif context.equal(older, newer):
        shared = not context.tied and older.same_bytes(newer)
        name, looked = "bias_shared_untied" if shared else "bias_equal", context.looked(older, newer)
        yield context.say(name, bias=bias, alias=other, looked=looked)
    elif not context.tied and not any(read_bytes(newer, context.opened, 0, min(newer.numbers, WHOLE))):
        yield context.say("bias_untied_zero", bias=bias, alias=other)
    else:
        yield context.say("bias_differs" if context.tied else "bias_untied", bias=bias, alias=other)


def _has(context: CheckContext, alias: Row) -> bool:
    return any(one.row.part == alias.part for one in context.file.named.values())


def check_pad(context: CheckContext) -> Iterator[Finding]:
    """The [PAD] row: its length, among all, and beside the [unused] rows."""
    words = context.file.word_embedding
    if words is None or not context.file.family:
        return
    pad = context.config.content.get("pad_token_id", context.file.family.pad)
    if pad is None:
        yield context.say("pad_none")
    elif type(pad) is not int or not 0 <= pad < words.shape[0]:
        yield context.say("pad_outside", pad=code(pad), rows=words.shape[0])
    elif not readable(words) or not words.numbers:
        yield context.say("pad_not_read", why_not=why_not(words))
    else:
        values = row(words, context.opened, pad)
        if not isfinite(sum(values)):
            yield context.say("pad_row_bad", pad=pad)
        elif not any(values):
            yield context.say("pad_row_zero", pad=pad)
        else:
            length = norm(values)
            yield context.say("pad_row", pad=pad, length=f"{length:.4g}", rank=_rank(context, words, length))
            yield from _twins(context, words, pad)


def _rank(context: CheckContext, words: Tensor, length: float) -> str:
    """The median length of all rows, or of sampled ones, and how many of them are shorter."""
    rows = words.shape[0]
    measured = context.whole.reading(words).lengths() if context.full else None
    sampled = (norm(row(words, context.opened, index)) for index in spread(rows)) if not measured else ()
    lengths = measured or sorted(one for one in sampled if isfinite(one))
    if not lengths:
        return "no other row that was read is whole"
    shorter = sum(one < length * (1 - 1e-9) for one in lengths)
    of_which = f"all {rows:,} rows" if measured or rows <= SAMPLED_ROWS else f"{len(lengths)} sampled rows of {rows:,}"
    return f"the median of {of_which} is {middle(lengths):.4g}; {shorter} of the {len(lengths):,} are shorter"


def _twins(context: CheckContext, words: Tensor, pad: int) -> Iterator[Finding]:
    vocabulary = context.header.vocabulary
    lines = min(vocabulary.lines, words.shape[0])
    unused = [index for index in vocabulary.unused if index < lines]
    if len(unused) < 2 or pad not in vocabulary.pads:
        return
    rows = [row(words, context.opened, index) for index in (unused[one] for one in spread(len(unused), 32))]
    mean = [sum(numbers) / len(rows) for numbers in zip(*rows, strict=True)]
    others = [row(words, context.opened, index) for index in spread(lines, 32) if index not in {*unused, pad}]
    if not all(isfinite(sum(one)) for one in [mean, *others]) or not others:
        return
    mine = cosine(row(words, context.opened, pad), mean)
    theirs = middle(sorted(cosine(one, mean) for one in others))
    name = "pad_twin" if mine > TWIN and mine > theirs else "pad_no_twin"
    values = {"cosine": f"{mine:.2f}", "others": f"{theirs:.2f}", "unused": len(rows), "sampled": len(others)}
    yield context.say(name, count=len(unused), **values)


def check_finite(context: CheckContext) -> Iterator[Finding]:
    """NaN and infinities."""
    looked = context.looked_at
    seen: dict[str, NonFiniteCount] = {}
    done: set[tuple[str, int, tuple[int, ...]]] = set()
    for one in looked:
        if (one.storage, one.start, one.shape) not in done:  # of two names for the same bytes, one
            done.add((one.storage, one.start, one.shape))
            sampled = None if context.full else sample_non_finite(one, context.opened, len(looked))
            seen[one.name] = sampled or context.whole.reading(one).count
    numbers = sum(one.looked_at for one in seen.values())
    how = f"all {numbers:,} numbers" if context.full else f"{numbers:,} numbers looked at; --full looks at all"
    if bad := [name for name, one in seen.items() if one.bad]:
        count = sum(one.bad for one in seen.values())
        yield context.say("not_finite", count=f"{count:,}", tensors=f"{len(bad)}", looked=how, examples=listed(bad))
    elif seen:
        yield context.say("finite", looked=how)
    names = {one.name for one in looked}
    left = [
        one
        for one in context.file.tensors.values()
        if one.name not in names and one.numbers and one.dtype.startswith(("float", "bfloat"))
    ]
    if left:
        yield context.say("values_not_read", count=len(left), why_not=why_not(*left))
