"""Check what needs numbers: whether two names hold equal tensors, the [PAD] row, NaN and infinities."""

from collections.abc import Iterator, Sequence
from math import isfinite

from inspector.context import CheckContext
from inspector.data import Finding, Tensor
from inspector.families import TIED_WHATEVER_IS_SAID, KnownName
from inspector.messages import code, code_list
from inspector.non_finite import MAX_SAMPLED_WIDTH, NonFiniteCount, sample_non_finite
from inspector.values import (
    MAX_FULLY_COMPARED,
    SAMPLED_ROWS,
    cosine,
    is_readable,
    norm,
    read_bytes,
    read_row,
    sample_indices,
    why_not_readable,
)

TWIN_COSINE = 0.9  # from which a row is reported to point the way of the [unused] rows


def median(ordered: Sequence[float]) -> float:
    """Return the median of sorted numbers. `statistics` would take longer to import than the rest of a check to run."""
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def check_matrix(context: CheckContext) -> Iterator[Finding]:
    """Yield the finding about the output matrix: stored or not, and equal to the word embedding or not."""
    embedding = context.file.word_embedding
    alias = context.file.family.head_alias("weight") if context.file.family else None
    if not alias or embedding is None or not context.is_expected(alias):
        return
    stored = context.file.tensor_of_key(alias.key)
    if stored is not None:
        yield _compare_matrix(context, stored, embedding)
    elif _has_part(context, alias) or alias.part in _config_class_parts(context):
        name = "decoder_not_stored" if context.is_tied else "decoder_random"
        yield context.finding(name, decoder=code(alias.key), embedding=code(embedding.name))


def _compare_matrix(context: CheckContext, stored: Tensor, embedding: Tensor) -> Finding:
    """Return the finding for an output matrix that is in the file."""
    names = {"decoder": code(stored.name), "embedding": code(embedding.name)}
    if stored.shape != embedding.shape:
        shapes = {"decoder_shape": stored.shape, "embedding_shape": embedding.shape}
        return context.finding("decoder_other_shape", **names, **shapes)
    if stored.dtype != embedding.dtype:
        return context.finding("decoder_not_compared", **names, why_not="their types differ")
    if not (is_readable(stored) and is_readable(embedding)) and not stored.shares_bytes(embedding):
        reason = why_not_readable(stored, embedding)
        return context.finding("decoder_not_compared", **names, why_not=reason)
    tie_clause = context.config.tie_clause
    if context.found_equal(stored, embedding):
        untied_name = "decoder_shared_untied" if stored.shares_bytes(embedding) else "decoder_equal_untied"
        name = "decoder_equal" if context.is_tied else untied_name
        how = context.how_compared(stored, embedding)
        return context.finding(name, **names, tie_clause=tie_clause, how_compared=how)
    # A T5's flag unties nothing, but two matrices that differ are both kept: as the flag asks.
    tied = context.is_tied and not (
        context.config.says_untied and context.file.family and context.file.family.model_type in TIED_WHATEVER_IS_SAID
    )
    name = "decoder_differs" if tied else "decoder_untied"
    return context.finding(name, **names, tie_clause=tie_clause)


def _config_class_parts(context: CheckContext) -> set[str]:
    """Return the parts of the class that the configuration names."""
    known_names = context.file.family.known_names.values() if context.file.family else ()
    return {name.part for name in known_names if context.config_class_ending in name.class_endings}


def check_bias(context: CheckContext) -> Iterator[Finding]:
    """Yield the finding about the output bias under its two names: `predictions.bias`, `predictions.decoder.bias`."""
    alias = context.file.family.head_alias("bias") if context.file.family else None
    if not alias or not context.is_expected(alias):
        return
    older, newer = context.file.tensor_of_key(alias.alias_of), context.file.tensor_of_key(alias.key)
    older_name, newer_name = code(alias.alias_of), code(alias.key)
    if older is None and newer is None:
        return
    if older is None:
        yield context.finding("bias_newer_name", bias=older_name, alias=newer_name)
    elif newer is None:
        lost = not context.is_tied and _has_part(context, alias)
        yield context.finding("bias_lost" if lost else "bias_once", bias=older_name, alias=newer_name)
    elif older.shape != newer.shape or older.dtype != newer.dtype:
        yield context.finding("bias_differs", bias=older_name, alias=newer_name)
    elif not (is_readable(older) and is_readable(newer)) and not older.shares_bytes(newer):
        yield context.finding("bias_not_read")
    elif context.found_equal(older, newer):
        shared = not context.is_tied and older.shares_bytes(newer)
        name, how = "bias_shared_untied" if shared else "bias_equal", context.how_compared(older, newer)
        yield context.finding(name, bias=older_name, alias=newer_name, how_compared=how)
    elif not context.is_tied and not any(
        read_bytes(newer, context.open_files, 0, min(newer.numel, MAX_FULLY_COMPARED))
    ):
        yield context.finding("bias_untied_zero", bias=older_name, alias=newer_name)
    else:
        yield context.finding("bias_differs" if context.is_tied else "bias_untied", bias=older_name, alias=newer_name)


def _has_part(context: CheckContext, alias: KnownName) -> bool:
    """Return whether the file has any name of the alias's part."""
    return any(entry.known_name.part == alias.part for entry in context.file.matched_by_key.values())


def check_pad(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about the [PAD] row: its length among all rows, and its direction beside the [unused] rows."""
    embedding = context.file.word_embedding
    if embedding is None or not context.file.family:
        return
    pad = context.config.content.get("pad_token_id", context.file.family.pad_id)
    if pad is None:
        yield context.finding("pad_none")
    elif type(pad) is not int or not 0 <= pad < embedding.shape[0]:
        yield context.finding("pad_outside", pad=code(pad), rows=embedding.shape[0])
    elif not is_readable(embedding) or not embedding.numel:
        yield context.finding("pad_not_read", why_not=why_not_readable(embedding))
    elif embedding.shape[1] > MAX_SAMPLED_WIDTH:
        yield context.finding("pad_not_read", why_not=f"its rows have more than {MAX_SAMPLED_WIDTH:,} numbers")
    else:
        values = read_row(embedding, context.open_files, pad)
        if not isfinite(sum(values)):
            yield context.finding("pad_row_bad", pad=pad)
        elif not any(values):
            yield context.finding("pad_row_zero", pad=pad)
        else:
            length = norm(values)
            rank = _describe_rank(context, embedding, length)
            yield context.finding("pad_row", pad=pad, length=f"{length:.4g}", rank=rank)
            yield from _compare_with_unused(context, embedding, pad)


def _describe_rank(context: CheckContext, embedding: Tensor, length: float) -> str:
    """Return the median length of all rows, or of sampled ones, and how many of them are shorter, as a clause."""
    rows = embedding.shape[0]
    measured = context.full_scan.scan(embedding).lengths() if context.full else None
    sampled = (
        (norm(read_row(embedding, context.open_files, index)) for index in sample_indices(rows)) if not measured else ()
    )
    lengths = measured or sorted(sampled_length for sampled_length in sampled if isfinite(sampled_length))
    if not lengths:
        return "no other row that was read is whole"
    shorter = sum(other < length * (1 - 1e-9) for other in lengths)  # rows of equal length may differ in rounding
    of_which = f"all {rows:,} rows" if measured or rows <= SAMPLED_ROWS else f"{len(lengths)} sampled rows of {rows:,}"
    return f"the median of {of_which} is {median(lengths):.4g}; {shorter} of the {len(lengths):,} are shorter"


def _compare_with_unused(context: CheckContext, embedding: Tensor, pad: int) -> Iterator[Finding]:
    """Yield the finding on whether the [PAD] row points the way of the mean [unused] row, more than other rows do.

    Yield nothing without two [unused] rows, and if vocab.txt has no [PAD] at this id.
    """
    vocabulary = context.header.vocabulary
    lines = min(vocabulary.line_count, embedding.shape[0])
    unused_indices = [index for index in vocabulary.unused_rows if index < lines]
    if len(unused_indices) < 2 or pad not in vocabulary.pad_rows:
        return
    sampled = (unused_indices[position] for position in sample_indices(len(unused_indices), 32))
    rows = [read_row(embedding, context.open_files, index) for index in sampled]
    mean = [sum(numbers) / len(rows) for numbers in zip(*rows, strict=True)]
    other_indices = (index for index in sample_indices(lines, 32) if index not in {*unused_indices, pad})
    other_rows = [read_row(embedding, context.open_files, index) for index in other_indices]
    if not all(isfinite(sum(values)) for values in [mean, *other_rows]) or not other_rows:
        return
    pad_cosine = cosine(read_row(embedding, context.open_files, pad), mean)
    median_cosine = median(sorted(cosine(values, mean) for values in other_rows))
    name = "pad_twin" if pad_cosine > TWIN_COSINE and pad_cosine > median_cosine else "pad_no_twin"
    values = {
        "cosine": f"{pad_cosine:.2f}",
        "median": f"{median_cosine:.2f}",
        "unused": len(rows),
        "sampled": len(other_rows),
    }
    yield context.finding(name, count=len(unused_indices), **values)


def check_finite(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about NaN and infinities, and about tensors whose numbers are not read."""
    tensors = context.readable_tensors
    counts: dict[str, NonFiniteCount] = {}
    done: set[tuple[str, int, tuple[int, ...]]] = set()
    for tensor in tensors:
        place = tensor.storage_id, tensor.storage_offset, tensor.shape
        if place not in done:  # two names for the same bytes are read once
            done.add(place)
            sampled = None if context.full else sample_non_finite(tensor, context.open_files, len(tensors))
            counts[tensor.name] = sampled or context.full_scan.scan(tensor).non_finite
    checked = sum(count.checked for count in counts.values())
    how = f"all {checked:,} numbers" if context.full else f"{checked:,} numbers looked at; --full looks at all"
    if affected := [name for name, count in counts.items() if count.total]:
        total = sum(count.total for count in counts.values())
        examples = code_list(affected)
        yield context.finding(
            "not_finite", count=f"{total:,}", tensors=f"{len(affected)}", checked=how, examples=examples
        )
    elif counts:
        yield context.finding("finite", checked=how)
    names = {tensor.name for tensor in tensors}
    unread_tensors = [
        tensor
        for tensor in context.file.tensors.values()
        if tensor.name not in names and tensor.numel and tensor.dtype.startswith(("float", "bfloat"))
    ]
    if unread_tensors:
        yield context.finding("values_not_read", count=len(unread_tensors), why_not=why_not_readable(*unread_tensors))
