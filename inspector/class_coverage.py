"""Compute what each class of the family finds in the file, and what it would make new."""

from inspector.context import CheckContext
from inspector.data import LEVELS, ClassFit, Level
from inspector.families import LABELS_FIELD, PRE_TRAINED, TASK_LAYER, Family, KnownName

OUTPUT_PARTS = ("output matrix", "output bias")


def class_coverage(context: CheckContext, tie_broken: bool) -> tuple[ClassFit, ...]:
    """Return how each class of the family fits; () without a family.

    `tie_broken`: the configuration ties the decoder, and the file holds another one.
    """
    family = context.file.family
    return tuple(_fit(context, family, ending, tie_broken) for ending in family.endings) if family else ()


def _fit(context: CheckContext, family: Family, ending: str, tie_broken: bool) -> ClassFit:
    """Return how the class with this ending fits: what it finds, lacks and leaves out, and the verdict on that."""
    matched = context.file.matched
    expected = [known for known in family.known_names.values() if ending in known.classes and context.applies(known)]
    found, missing = [], []
    for known in expected:
        for key in context.keys(known):
            if key in matched:
                found.append(key)
            elif known.kind in ("parameter", "alias") and not _is_tied_to_stored(context, family, known):
                missing.append((_missing_part(known), key))
    expected_keys = {known.key for known in expected}
    unused = {
        entry.known.part
        for entry in matched.values()
        if entry.known.key not in expected_keys and entry.known.kind != "buffer"
    }
    missing_parts = {part for part, _ in missing}
    # A head that is missing with its parameters is reported by its name; one that lacks only matrix or bias, by these.
    missing_heads = {known.part for known in expected if known.kind == "parameter" and known.part in missing_parts}
    lost = _in_order(
        {part for part, key in missing if part not in OUTPUT_PARTS or not missing_heads & {_part(family, key)}}
    )
    misfits = tuple(matched[key].stored_name for key in found if _is_misfit(context, key, ending))
    head = any(known.kind == "alias" and known.part.endswith("head") for known in expected)
    class_name = context.class_prefix + ending
    level, verdict = _verdict(lost, head and tie_broken, head and not context.tied)
    if misfits:
        level, verdict = "problem", "does not load: other sizes"
    elif TASK_LAYER in {matched[key].known.part for key in found} and class_name != context.config.class_name:
        # Classes for different tasks call their task layer the same, so a layer of that name may be another task's.
        level, verdict = max((level, verdict), ("note", f"{verdict}, if it is for the same task"), key=_badness)
    if context.file.is_wrapped:
        level, verdict = "problem", "finds no name"
    if context.header.missing_files:
        level, verdict = "problem", "its numbers are not there"
    elif step := context.header.needed_step:
        level, verdict = max(level, "note", key=LEVELS.index), f"{verdict}, once {step}"
    missing_names = tuple(key for _, key in missing)
    return ClassFit(class_name, level, len(found), lost, _in_order(unused), missing_names, misfits, verdict)


def _badness(rated: tuple[Level, str]) -> int:
    return LEVELS.index(rated[0])


def _is_misfit(context: CheckContext, key: str, ending: str) -> bool:
    """Return whether a tensor's shape is not the one that the class has."""
    entry = context.file.matched[key]
    if LABELS_FIELD in entry.known.shape and ending in context.messages.one_output:
        return context.file.tensors[entry.stored_name].shape[:1] != (1,)
    return key in context.misfits


def _part(family: Family, key: str) -> str:
    known = family.known_names.get(key)
    return known.part if known else ""


def _missing_part(known: KnownName) -> str:
    """Return what a report calls a missing tensor: its part, or for a head's other name "output matrix" or "… bias"."""
    if known.kind == "alias" and known.part.endswith("head"):
        return "output bias" if known.key.endswith("bias") else "output matrix"
    return known.part


def _is_tied_to_stored(context: CheckContext, family: Family, known: KnownName) -> bool:
    """Return whether a tensor that is not in the file is another name of one that is, so that tying fills it."""
    # tie_word_embeddings unties heads only: a stack's own copy of the embedding stays tied whatever it says.
    tied = context.tied or not known.part.endswith("head")
    if known.kind == "alias":
        return tied and known.alias_of in context.file.matched
    return any(
        other.kind == "alias" and other.alias_of == known.key and other.key in context.file.matched and context.tied
        for other in family.known_names.values()
    )


def _verdict(missing: tuple[str, ...], tie_broken: bool, untied: bool) -> tuple[Level, str]:
    """Return level and words for the missing parts. A new task layer is only a note: fine-tuning begins with one."""
    pre_trained = [part for part in missing if part != TASK_LAYER]
    if pre_trained == ["output bias"]:
        return "problem", "output bias new: zeros"
    if pre_trained:
        return "problem", f"{', '.join(pre_trained)} random"
    if tie_broken:
        return "problem", "tie broken"
    if missing:
        return "note", f"{TASK_LAYER} new: train it"
    return ("note", "all there, untied as asked") if untied else ("fine", "all there")


def _in_order(parts: set[str]) -> tuple[str, ...]:
    """Return parts in a report's order, those that PRE_TRAINED does not list last."""
    known = [part for part in PRE_TRAINED if part in parts]
    return (*known, *sorted(parts - {*known}))


def parts_in_file(context: CheckContext) -> tuple[str, ...]:
    """Return what the file holds: encoder, pooler, heads, task layer. A tied head without tensors of its own counts."""
    family = context.file.family
    parts = {entry.known.part for entry in context.file.matched.values() if entry.known.kind != "buffer"}
    if family and context.tied and parts:  # GPT-2's head is nothing but the word embedding's other name
        heads = {
            known.part for known in family.known_names.values() if known.kind == "alias" and known.part.endswith("head")
        }
        own = {known.part for known in family.known_names.values() if known.kind != "alias"}
        parts |= heads - own
    return _in_order(parts)
