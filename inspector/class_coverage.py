"""What each class of the family finds in the file, and what it would make new."""

from inspector.context import CheckContext
from inspector.data import LEVELS, ClassFit, Level
from inspector.families import LABELS, PRE_TRAINED, TASK, Family, Row

OUTPUT = ("output matrix", "output bias")


def class_coverage(context: CheckContext, tie_broken: bool) -> tuple[ClassFit, ...]:
    """One for each class of the family."""
    family = context.file.family
    return tuple(_fit(context, family, ending, tie_broken) for ending in family.endings) if family else ()


def _fit(context: CheckContext, family: Family, ending: str, tie_broken: bool) -> ClassFit:
    named = context.file.named
    wanted = [row for row in family.rows.values() if ending in row.classes and context.wanted(row)]
    found, missing = [], []
    for row in wanted:
        for key in context.keys(row):
            if key in named:
                found.append(key)
            elif row.kind in ("parameter", "alias") and not _elsewhere(context, family, row):
                missing.append((_missing_part(row), key))
    has = {row.key for row in wanted}
    unused = {one.row.part for one in named.values() if one.row.key not in has and one.row.kind != "buffer"}
    whole = {row.part for row in wanted if row.kind == "parameter" and any(part == row.part for part, _ in missing)}
    lost = _in_order({part for part, key in missing if part not in OUTPUT or not whole & {_part(family, key)}})
    misfits = tuple(named[key].name for key in found if _is_misfit(context, key, ending))
    head = any(row.kind == "alias" and row.part.endswith("head") for row in wanted)
    class_name = context.class_prefix + ending
    level, verdict = _verdict(lost, head and tie_broken, head and not context.tied)
    if misfits:
        level, verdict = "problem", "does not load: other sizes"
    elif TASK in {named[key].row.part for key in found} and class_name != context.config.class_name:
        level, verdict = max((level, verdict), ("note", f"{verdict}, if it is for the same task"), key=_badness)
    if context.file.is_wrapped:
        level, verdict = "problem", "finds no name"
    if context.header.lost_files:
        level, verdict = "problem", "its numbers are not there"
    elif how := context.header.not_loaded:
        level, verdict = max(level, "note", key=LEVELS.index), f"{verdict}, once {how}"
    names = tuple(key for _, key in missing)
    return ClassFit(class_name, level, len(found), lost, _in_order(unused), names, misfits, verdict)


def _badness(rated: tuple[Level, str]) -> int:
    return LEVELS.index(rated[0])


def _is_misfit(context: CheckContext, key: str, ending: str) -> bool:
    one = context.file.named[key]
    if LABELS in one.row.shape and ending in context.messages.one_output:
        return context.file.tensors[one.name].shape[:1] != (1,)
    return key in context.misfits


def _part(family: Family, key: str) -> str:
    row = family.rows.get(key)
    return row.part if row else ""


def _missing_part(row: Row) -> str:
    """What a report calls a tensor that is missing: of a head that is not tied, the matrix and the bias by name."""
    if row.kind == "alias" and row.part.endswith("head"):
        return "output bias" if row.key.endswith("bias") else "output matrix"
    return row.part


def _elsewhere(context: CheckContext, family: Family, row: Row) -> bool:
    """Whether a tensor that is not in the file is another name of one that is."""
    tied = context.tied or not row.part.endswith("head")  # a stack's own copy of the embedding is tied whatever is said
    if row.kind == "alias":
        return tied and row.alias_of in context.file.named
    return any(
        other.kind == "alias" and other.alias_of == row.key and other.key in context.file.named and context.tied
        for other in family.rows.values()
    )


def _verdict(missing: tuple[str, ...], tie_broken: bool, untied: bool) -> tuple[Level, str]:
    lost = [part for part in missing if part != TASK]
    if lost == ["output bias"]:
        return "problem", "output bias new: zeros"
    if lost:
        return "problem", f"{', '.join(lost)} random"
    if tie_broken:
        return "problem", "tie broken"
    if missing:
        return "note", f"{TASK} new: train it"
    return ("note", "all there, untied as asked") if untied else ("fine", "all there")


def _in_order(parts: set[str]) -> tuple[str, ...]:
    known = [part for part in PRE_TRAINED if part in parts]
    return (*known, *sorted(parts - {*known}))


def held_parts(context: CheckContext) -> tuple[str, ...]:
    """What the file holds: encoder, pooler, heads, task layer."""
    family = context.file.family
    parts = {one.row.part for one in context.file.named.values() if one.row.kind != "buffer"}
    if family and context.tied and parts:  # a head that is nothing but the word embedding's other name
        heads = {row.part for row in family.rows.values() if row.kind == "alias" and row.part.endswith("head")}
        own = {row.part for row in family.rows.values() if row.kind != "alias"}
        parts |= heads - own
    return _in_order(parts)
