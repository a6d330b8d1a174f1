"""What each class of the family finds in the file, and what it would make new."""

from inspector.case import Case
from inspector.data import LEVELS, ClassFit, Level
from inspector.families import LABELS, PRE_TRAINED, TASK, Family, Row

OUTPUT = ("output matrix", "output bias")


def fits(case: Case, tie_broken: bool) -> tuple[ClassFit, ...]:
    """One for each class of the family."""
    family = case.family
    return tuple(_fit(case, family, ending, tie_broken) for ending in family.endings) if family else ()


def _fit(case: Case, family: Family, ending: str, tie_broken: bool) -> ClassFit:
    wanted = [row for row in family.rows.values() if ending in row.classes]
    found, missing = [], []
    for row in wanted:
        for key in case.keys(row):
            if key in case.named:
                found.append(key)
            elif row.kind in ("parameter", "alias") and not _elsewhere(case, family, row):
                missing.append((_part(row), key))
    has = {row.key for row in wanted}
    unused = {one.row.role for one in case.named.values() if one.row.key not in has and one.row.kind != "buffer"}
    whole = {row.role for row in wanted if row.kind == "parameter" and any(part == row.role for part, _ in missing)}
    roles = _in_order({part for part, key in missing if part not in OUTPUT or not whole & {_role(family, key)}})
    misfits = tuple(case.named[key].name for key in found if _is_misfit(case, key, ending))
    head = any(row.kind == "alias" and row.role.endswith("head") for row in wanted)
    level, verdict = _verdict(roles, head and tie_broken, head and not case.tied)
    if misfits:
        level, verdict = "problem", "does not load: other sizes"
    elif TASK in {case.named[key].row.role for key in found} and family.name + ending != case.class_named:
        level, verdict = max((level, verdict), ("note", f"{verdict}, if it is for the same task"), key=_badness)
    if case.hidden:
        level, verdict = "problem", "finds no name"
    names = tuple(key for _, key in missing)
    return ClassFit(family.name + ending, level, len(found), roles, _in_order(unused), names, misfits, verdict)


def _badness(rated: tuple[Level, str]) -> int:
    return LEVELS.index(rated[0])


def _is_misfit(case: Case, key: str, ending: str) -> bool:
    one = case.named[key]
    if LABELS in one.row.shape and ending in case.ledger.content["one_output"]:
        return case.tensors[one.name].shape[:1] != (1,)
    return key in case.misfits


def _role(family: Family, key: str) -> str:
    row = family.rows.get(key)
    return row.role if row else ""


def _part(row: Row) -> str:
    """What a report calls a tensor that is missing: of a head that is not tied, the matrix and the bias by name."""
    if row.kind == "alias" and row.role.endswith("head"):
        return "output bias" if row.key.endswith("bias") else "output matrix"
    return row.role


def _elsewhere(case: Case, family: Family, row: Row) -> bool:
    """Whether a tensor that is not in the file is another name of one that is."""
    tied = case.tied or not row.role.endswith("head")  # a stack's own copy of the embedding is tied whatever is said
    if row.kind == "alias":
        return tied and row.alias_of in case.named
    return any(
        other.kind == "alias" and other.alias_of == row.key and other.key in case.named and case.tied
        for other in family.rows.values()
    )


def _verdict(roles: tuple[str, ...], tie_broken: bool, untied: bool) -> tuple[Level, str]:
    lost = [role for role in roles if role != TASK]
    if lost == ["output bias"]:
        return "problem", "output bias new: zeros"
    if lost:
        return "problem", f"{', '.join(lost)} random"
    if tie_broken:
        return "problem", "tie broken"
    if roles:
        return "note", f"{TASK} new: train it"
    return ("note", "all there, untied as asked") if untied else ("fine", "all there")


def _in_order(roles: set[str]) -> tuple[str, ...]:
    known = [role for role in PRE_TRAINED if role in roles]
    return (*known, *sorted(roles - {*known}))


def parts(case: Case) -> tuple[str, ...]:
    """What the file holds: encoder, pooler, heads, task layer."""
    roles = {one.row.role for one in case.named.values() if one.row.kind != "buffer"}
    if case.family and case.tied and roles:  # a head that is nothing but the word embedding's other name
        heads = {row.role for row in case.family.rows.values() if row.kind == "alias" and row.role.endswith("head")}
        own = {row.role for row in case.family.rows.values() if row.kind != "alias"}
        roles |= heads - own
    return _in_order(roles)
