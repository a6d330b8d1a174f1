"""What is stored twice, what is shared, and bytes that nobody uses."""

from collections.abc import Iterator

from inspector.context import CheckContext
from inspector.data import ITEM_BYTES, Finding, Tensor
from inspector.messages import Code, code, listed
from inspector.values import readable

SPARE = 4096  # bytes beyond the tensors that are not worth a finding


def check_bytes(context: CheckContext) -> Iterator[Finding]:
    """What is stored twice, what is shared, and what nobody uses."""
    total = sum(one.size for one in context.header.files)
    groups = shared(context)
    pairs = _twice(context)
    twice = [one for one, _ in pairs]
    if twice:
        names = Code(" and ".join(code(one.name) for one in twice[:3]))
        looked = context.looked(*max(pairs, key=lambda two: two[0].numbers))
        too_many = in_words(sum(one.size for one in twice))
        yield context.say("stored_twice", examples=names, looked=looked, bytes=too_many, total=in_words(total))
    elif groups:
        yield context.say("stored_shared", examples=Code("; ".join(listed(names) for names in groups[:3])))
    elif context.file.family and not context.header.lost_files:
        yield context.say("stored_once")
    if (spare := beyond(context)) > SPARE:
        yield context.say("stored_beyond", bytes=in_words(spare))


def _twice(context: CheckContext) -> list[tuple[Tensor, Tensor]]:
    """Tensors that are another name of one that is stored as well, with the same bytes elsewhere, and that one."""
    found = []
    for one in context.file.named.values():
        if one.row.kind == "alias" and (context.tied or not one.row.part.endswith("head")):
            alias, source = context.file.tensors[one.name], context.file.tensor(one.row.alias_of)
            if source and _copies(context, alias, source):
                found.append((alias, source))
    return found


def _copies(context: CheckContext, one: Tensor, other: Tensor) -> bool:
    if one.shape != other.shape or one.dtype != other.dtype or one.same_bytes(other):
        return False
    return readable(one) and readable(other) and context.equal(one, other)


def in_words(count: int) -> str:
    """Bytes as a person reads them."""
    if count < 1000:
        return f"{count} bytes"
    for unit in ("kB", "MB", "GB", "TB"):
        count_in = count / 1000 ** (("kB", "MB", "GB", "TB").index(unit) + 1)
        if count_in < 1000:
            break
    return f"{count_in:.3g} {unit}" if count_in < 100 else f"{count_in:.0f} {unit}"


def shared(context: CheckContext) -> list[list[str]]:
    """Names that mean the very same bytes."""
    groups: dict[tuple[str, int, tuple[int, ...]], list[str]] = {}
    for name, one in context.header.tensors.items():
        if one.numbers:
            groups.setdefault((one.storage, one.start, one.shape), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def beyond(context: CheckContext) -> int:
    """Bytes of storages that no tensor uses."""
    used: dict[str, list[Tensor]] = {}
    for one in context.header.tensors.values():
        used.setdefault(one.storage, []).append(one)
    spare = 0
    for tensors in used.values():
        place = tensors[0].place
        if place and tensors[0].dtype in ITEM_BYTES:
            spare += max(place.size - sum({(one.start, one.shape): one.size for one in tensors}.values()), 0)
    return spare
