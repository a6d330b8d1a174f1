"""Check what is stored twice, what shares its bytes, and bytes that no tensor uses."""

from collections.abc import Iterator

from inspector.context import CheckContext
from inspector.data import ITEM_BYTES, Finding, Tensor
from inspector.messages import Code, code, code_list
from inspector.values import is_readable

NEGLIGIBLE_BYTES = 4096  # beyond the tensors, that are not worth a finding


def check_bytes(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about what is stored twice, what shares its bytes, and bytes that no tensor uses."""
    total = sum(file.size for file in context.header.files)
    groups = shared_groups(context)
    pairs = _stored_twice(context)
    copies = [copy for copy, _ in pairs]
    if copies:
        names = Code(" and ".join(code(copy.name) for copy in copies[:3]))
        how = context.how_compared(*max(pairs, key=lambda pair: pair[0].numel))
        surplus = human_bytes(sum(copy.nbytes for copy in copies))
        yield context.finding("stored_twice", examples=names, how_compared=how, bytes=surplus, total=human_bytes(total))
    elif groups:
        yield context.finding("stored_shared", examples=Code("; ".join(code_list(names) for names in groups[:3])))
    elif context.file.family and not context.header.missing_files:
        yield context.finding("stored_once")
    if (unused := unused_bytes(context)) > NEGLIGIBLE_BYTES:
        yield context.finding("stored_beyond", bytes=human_bytes(unused))


def _stored_twice(context: CheckContext) -> list[tuple[Tensor, Tensor]]:
    """Return pairs of a tied tensor and its source, if both are stored, with equal bytes in two places."""
    pairs = []
    for entry in context.file.matched_by_key.values():
        if entry.known_name.kind == "alias" and (context.is_tied or not entry.known_name.part.endswith("head")):
            alias = context.file.tensors[entry.tensor_name]
            source = context.file.tensor_of_key(entry.known_name.alias_of)
            if source and _is_copy(context, alias, source):
                pairs.append((alias, source))
    return pairs


def _is_copy(context: CheckContext, one: Tensor, other: Tensor) -> bool:
    if one.shape != other.shape or one.dtype != other.dtype or one.shares_bytes(other):
        return False
    return is_readable(one) and is_readable(other) and context.found_equal(one, other)


def human_bytes(count: int) -> str:
    """Return a number of bytes with a decimal unit and at most three digits: "438 MB"."""
    if count < 1000:
        return f"{count} bytes"
    for unit in ("kB", "MB", "GB", "TB"):
        count_in_unit = count / 1000 ** (("kB", "MB", "GB", "TB").index(unit) + 1)
        if count_in_unit < 1000:
            break
    return f"{count_in_unit:.3g} {unit}" if count_in_unit < 100 else f"{count_in_unit:.0f} {unit}"


def shared_groups(context: CheckContext) -> list[list[str]]:
    """Return groups of names that mean the same bytes of one storage."""
    groups: dict[tuple[str, int, tuple[int, ...]], list[str]] = {}
    for name, tensor in context.header.tensors.items():
        if tensor.numel:
            groups.setdefault((tensor.storage_id, tensor.storage_offset, tensor.shape), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def unused_bytes(context: CheckContext) -> int:
    """Return how many bytes of the storages no tensor uses: a slice saves all of the tensor that it was cut from."""
    by_storage: dict[str, list[Tensor]] = {}
    for tensor in context.header.tensors.values():
        by_storage.setdefault(tensor.storage_id, []).append(tensor)
    unused = 0
    for tensors in by_storage.values():
        location = tensors[0].location
        if location and tensors[0].dtype in ITEM_BYTES:
            used = {(tensor.storage_offset, tensor.shape): tensor.nbytes for tensor in tensors}
            unused += max(location.size - sum(used.values()), 0)
    return unused
