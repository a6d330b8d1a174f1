"""What needs numbers: whether two names are equal, the [PAD] row, NaN and infinities."""

from collections.abc import Iterable, Iterator
from math import isfinite

from inspector.case import Case
from inspector.checks_names import beyond, in_words, shared
from inspector.data import Finding, Tensor
from inspector.families import Row
from inspector.ledger import Code, code, listed
from inspector.values import SAMPLED_ROWS, WHOLE, Seen, cosine, look, norm, read_bytes, readable, row, row_norms, spread

NOT_THERE = "the file that holds the numbers is not there"
NO_FLOATS = "the numbers are of a type that is not read, or do not lie row by row"
TWIN = 0.9  # cosine from which a row is said to point the way of others
SPARE = 4096  # bytes beyond the tensors that are not worth a word


def median(numbers: Iterable[float]) -> float:
    """The middle one. `statistics` would take longer to import than the rest of a check to run."""
    ordered = sorted(numbers)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def why_not(*tensors: Tensor) -> str:
    """Why values are not looked at."""
    gone = any(one.place is None or not one.place.file.is_file() for one in tensors)
    return NOT_THERE if gone else NO_FLOATS


def check_matrix(case: Case) -> Iterator[Finding]:
    """The output matrix against the word embedding."""
    alias = case.family.head_alias("weight") if case.family else None
    if not alias or case.words is None:
        return
    in_file = any(one.row.role == alias.role for one in case.named.values())
    stored = case.tensor(alias.key)
    words, decoder = code(case.words.name), code(alias.key)
    if stored is None:
        if in_file or alias.role in _roles_of_config(case):
            yield case.say("decoder_not_stored" if case.tied else "decoder_random", decoder=decoder, words=words)
        return
    decoder = code(stored.name)
    if stored.shape != case.words.shape:
        yield case.say("decoder_other_shape", decoder=decoder, words=words, one=stored.shape, other=case.words.shape)
    elif stored.dtype != case.words.dtype:
        yield case.say("decoder_not_compared", decoder=decoder, words=words, why_not="their types differ")
    elif not (readable(stored) and readable(case.words)) and not stored.same_bytes(case.words):
        yield case.say("decoder_not_compared", decoder=decoder, words=words, why_not=why_not(stored, case.words))
    elif case.equal(stored, case.words):
        yield case.say(
            "decoder_equal" if case.tied else "decoder_equal_untied",
            decoder=decoder,
            words=words,
            looked=_looked(case, stored),
            says=case.says_tied,
        )
    else:
        name = "decoder_differs" if case.tied else "decoder_untied"
        yield case.say(name, decoder=decoder, words=words, says=case.says_tied)


def _roles_of_config(case: Case) -> set[str]:
    """Roles of the class that the configuration names."""
    return {row.role for row in case.family.rows.values() if case.ending in row.classes} if case.family else set()


def _looked(case: Case, tensor: Tensor) -> str:
    if case.words is not None and tensor.same_bytes(case.words):
        return "the same bytes"
    return "every byte" if case.full else f"{min(SAMPLED_ROWS, tensor.shape[0])} rows compared; --full compares all"


def check_bias(case: Case) -> Iterator[Finding]:
    """The output bias under its two names."""
    alias = case.family.head_alias("bias") if case.family else None
    if not alias:
        return
    older, newer = case.tensor(alias.alias_of), case.tensor(alias.key)
    bias, other = code(alias.alias_of), code(alias.key)
    if older is None and newer is None:
        return
    if older is None:
        yield case.say("bias_newer_name", bias=bias, alias=other)
    elif newer is None:
        lost = not case.tied and _has(case, alias)
        yield case.say("bias_lost" if lost else "bias_once", bias=bias, alias=other)
    elif older.shape != newer.shape or older.dtype != newer.dtype:
        yield case.say("bias_differs", bias=bias, alias=other)
    elif not (readable(older) and readable(newer)) and not older.same_bytes(newer):
        yield case.say("bias_not_read")
    elif case.equal(older, newer):
        yield case.say("bias_equal", bias=bias, alias=other)
    elif not case.tied and not any(read_bytes(newer, case.shelf, 0, min(newer.numbers, WHOLE))):
        yield case.say("bias_untied_zero", bias=bias, alias=other)
    else:
        yield case.say("bias_differs" if case.tied else "bias_untied", bias=bias, alias=other)


def _has(case: Case, alias: Row) -> bool:
    return any(one.row.role == alias.role for one in case.named.values())


def check_pad(case: Case) -> Iterator[Finding]:
    """The [PAD] row: its length, among all, and beside the [unused] rows."""
    words = case.words
    if words is None or not case.family:
        return
    pad = case.config.get("pad_token_id", case.family.pad)
    if pad is None:
        yield case.say("pad_none")
    elif type(pad) is not int or not 0 <= pad < words.shape[0]:
        yield case.say("pad_outside", pad=code(pad), rows=words.shape[0])
    elif not readable(words) or not words.numbers:
        yield case.say("pad_not_read", why_not=why_not(words))
    else:
        values = row(words, case.shelf, pad)
        if not isfinite(sum(values)):
            yield case.say("pad_row_bad", pad=pad)
        elif not any(values):
            yield case.say("pad_row_zero", pad=pad)
        else:
            length = norm(values)
            yield case.say("pad_row", pad=pad, length=f"{length:.4g}", rank=_rank(case, words, length))
            yield from _twins(case, words, pad)


def _rank(case: Case, words: Tensor, length: float) -> str:
    if case.full:
        lengths = row_norms(words, case.shelf)
        shorter = int((lengths < length * (1 - 1e-9)).sum())
        middle = sorted(float(one) for one in lengths if isfinite(one))
        return (
            f"that of the middle row {middle[len(middle) // 2]:.4g}, and {shorter} of {len(lengths)} rows are shorter"
        )
    lengths = [norm(row(words, case.shelf, index)) for index in spread(words.shape[0])]
    lengths = [one for one in lengths if isfinite(one)]
    if not lengths:
        return "and no other row that was read is whole"
    shorter = sum(one < length for one in lengths)
    return f"that of a middle row {median(lengths):.4g} ({shorter} of {len(lengths)} rows that were read are shorter)"


def _twins(case: Case, words: Tensor, pad: int) -> Iterator[Finding]:
    vocabulary = case.header.vocabulary[: words.shape[0]]
    unused = [index for index, token in enumerate(vocabulary) if token.startswith("[unused") and index != pad]
    if len(unused) < 2 or len(vocabulary) <= pad or vocabulary[pad] != "[PAD]":
        return
    rows = [row(words, case.shelf, index) for index in (unused[one] for one in spread(len(unused), 32))]
    mean = [sum(numbers) / len(rows) for numbers in zip(*rows, strict=True)]
    others = [row(words, case.shelf, index) for index in spread(len(vocabulary), 32) if index not in {*unused, pad}]
    if not all(isfinite(sum(one)) for one in [mean, *others]) or not others:
        return
    mine = cosine(row(words, case.shelf, pad), mean)
    theirs = median(cosine(one, mean) for one in others)
    name = "pad_twin" if mine > TWIN and mine > theirs else "pad_no_twin"
    yield case.say(name, count=len(unused), cosine=f"{mine:.2f}", others=f"{theirs:.2f}")


def check_finite(case: Case) -> Iterator[Finding]:
    """NaN and infinities."""
    looked = [one for one in case.header.tensors.values() if readable(one) and one.numbers]
    looked.sort(key=lambda one: (str(one.place.file), one.place.offset, one.start) if one.place else ("", 0, 0))
    seen: dict[str, Seen] = {}
    done: set[tuple[str, int, tuple[int, ...]]] = set()
    for one in looked:
        if (one.storage, one.start, one.shape) not in done:  # of two names for the same bytes, one
            done.add((one.storage, one.start, one.shape))
            seen[one.name] = look(one, case.shelf, case.full)
    numbers = sum(one.looked_at for one in seen.values())
    how = f"all {numbers:,} numbers" if case.full else f"{numbers:,} numbers looked at; --full looks at all"
    if bad := [name for name, one in seen.items() if one.bad]:
        count = sum(one.bad for one in seen.values())
        yield case.say("not_finite", count=f"{count:,}", tensors=f"{len(bad)}", looked=how, examples=listed(bad))
    elif seen:
        yield case.say("finite", looked=how)
    names = {one.name for one in looked}
    left = [
        one
        for one in case.tensors.values()
        if one.name not in names and one.numbers and one.dtype.startswith(("float", "bfloat"))
    ]
    if left:
        yield case.say("values_not_read", count=len(left), why_not=why_not(*left))


def check_bytes(case: Case) -> Iterator[Finding]:
    """What is stored twice, what is shared, and what nobody uses."""
    total = sum(one.size for one in case.header.files)
    groups = shared(case)
    twice = _twice(case)
    if twice:
        too_many = sum(one.size for one in twice)
        names = Code(" and ".join(code(one.name) for one in twice[:3]))
        yield case.say("stored_twice", examples=names, bytes=in_words(too_many), total=in_words(total))
    elif groups:
        yield case.say("stored_shared", examples=Code("; ".join(listed(names) for names in groups[:3])))
    elif case.family:
        yield case.say("stored_once")
    if (spare := beyond(case)) > SPARE:
        yield case.say("stored_beyond", bytes=in_words(spare))


def _twice(case: Case) -> list[Tensor]:
    """Tensors that are another name of one that is stored as well, with the same bytes elsewhere."""
    found = []
    for one in case.named.values():
        if one.row.kind == "alias" and (case.tied or not one.row.role.endswith("head")):
            alias, source = case.tensors[one.name], case.tensor(one.row.alias_of)
            if source and _copies(case, alias, source):
                found.append(alias)
    return found


def _copies(case: Case, one: Tensor, other: Tensor) -> bool:
    if one.shape != other.shape or one.dtype != other.dtype or one.same_bytes(other):
        return False
    return readable(one) and readable(other) and case.equal(one, other)
