"""Compute what each class of the family finds in the file, and what it would make new."""

from inspector.context import CheckContext
from inspector.data import LEVELS, ClassFit, Level
from inspector.families import (
    LABELS_FIELD,
    PRE_TRAINED_PARTS,
    TASK_LAYER,
    WITHOUT_POOLER_SWITCH,
    Family,
    KnownName,
)

OUTPUT_PARTS = ("output matrix", "output bias")
MAX_MISSING_NAMES = 400  # that a report lists: a configuration may ask for a thousand layers
WITHOUT_POOLER = "all there with add_pooling_layer=False"


def class_coverage(context: CheckContext, tie_broken: bool) -> tuple[ClassFit, ...]:
    """Return how each class of the family fits; () without a family.

    `tie_broken`: the configuration ties the decoder, and the file holds another one.
    """
    family = context.file.family
    return tuple(_fit(context, family, ending, tie_broken) for ending in family.class_endings) if family else ()


def _fit(context: CheckContext, family: Family, ending: str, tie_broken: bool) -> ClassFit:
    """Return how the class with this ending fits: what it finds, lacks and leaves out, and the verdict on that."""
    matched = context.file.matched_by_key
    expected_names = [
        known_name
        for known_name in family.known_names.values()
        if ending in known_name.class_endings and context.is_expected(known_name)
    ]
    found, missing = _find_keys(context, family, expected_names)
    expected_keys = {known_name.key for known_name in expected_names}
    unused_parts = {
        entry.known_name.part
        for entry in matched.values()
        if entry.known_name.key not in expected_keys and entry.known_name.kind != "buffer"
    }
    misfits = tuple(matched[key].tensor_name for key in found if _is_misfit(context, key, ending))
    has_tieable_head = any(
        known_name.kind == "alias" and known_name.part.endswith("head") for known_name in expected_names
    )
    parts = _missing_parts(family, expected_names, missing)
    level, verdict = _verdict(parts, has_tieable_head and tie_broken, has_tieable_head and not context.is_tied)
    if parts == ("pooler",) and ending == "Model" and family.model_type not in WITHOUT_POOLER_SWITCH:
        level, verdict = "note", WITHOUT_POOLER
    elif missing and not parts:  # only what is_harmless
        verdict += ", but biases of keys, which change nothing"
    is_other_task = context.class_prefix + ending != context.config.class_name
    if is_other_task and TASK_LAYER in {matched[key].known_name.part for key in found}:
        # Classes for different tasks call their task layer the same, so a layer of that name may be another task's.
        level, verdict = max((level, verdict), ("note", f"{verdict}, if it is for the same task"), key=_badness)
    level, verdict = _overrule(context, bool(misfits), level, verdict)
    missing_names = tuple(key for _, key in missing)[:MAX_MISSING_NAMES]
    return ClassFit(
        context.class_prefix + ending, level, len(found), parts, _in_order(unused_parts), missing_names, misfits,
        verdict,
    )  # fmt: skip


def _find_keys(
    context: CheckContext, family: Family, expected_names: list[KnownName]
) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the keys that the file has, and of those that are made new the part and the key."""
    found, missing = [], []
    for known_name in expected_names:
        for key in context.keys_in_layers(known_name):
            if key in context.file.matched_by_key:
                found.append(key)
            elif known_name.kind in ("parameter", "alias") and not _is_tied_to_stored(context, family, known_name):
                missing.append((_missing_part(known_name), key))
    parts_found = {context.file.matched_by_key[key].known_name.part for key in found}
    if TASK_LAYER in dict(missing) and TASK_LAYER not in parts_found:
        # ModernBERT's task classes have the masked-LM head's dense layer, too; new together, they are one new head.
        missing = [(TASK_LAYER if part == "MLM head" else part, key) for part, key in missing]
    return found, missing


def _missing_parts(family: Family, expected_names: list[KnownName], missing: list[tuple[str, str]]) -> tuple[str, ...]:
    """Return the parts that a report names as missing; none for what changes nothing."""
    missing = [(part, key) for part, key in missing if not family.is_harmless(key)]
    parts = {part for part, _ in missing}
    # A head that is missing with its parameters is reported by its name; one that lacks only matrix or bias, by these.
    heads = {name.part for name in expected_names if name.kind == "parameter" and name.part in parts}
    return _in_order(
        {part for part, key in missing if part not in OUTPUT_PARTS or _part_of_key(family, key) not in heads}
    )


def _overrule(context: CheckContext, misfits: bool, level: Level, verdict: str) -> tuple[Level, str]:
    """Return the verdict, or what stands before it: the class cannot be made, judged, or filled from this file."""
    if context.header.missing_files:
        return "problem", "its numbers are not there"
    if context.file.is_wrapped:
        return "problem", "finds no name"
    if context.undivided:
        heads, width, count, size = context.undivided
        level, verdict = "problem", f"does not load: {heads} {count} does not divide {width} {size}"
    elif misfits:
        level, verdict = "problem", "does not load: other sizes"
    elif context.unjudged and level != "problem":
        level, verdict = "note", f"cannot judge: {', '.join(context.unjudged)}"
    if step := context.header.needed_step:
        return max(level, "note", key=LEVELS.index), f"{verdict}, once {step}"
    return level, verdict


def _badness(rated: tuple[Level, str]) -> int:
    return LEVELS.index(rated[0])


def _is_misfit(context: CheckContext, key: str, ending: str) -> bool:
    """Return whether a tensor's shape is not the one that the class has."""
    entry = context.file.matched_by_key[key]
    if LABELS_FIELD in entry.known_name.shape and ending in context.messages.one_output:
        return context.file.tensors[entry.tensor_name].shape[:1] != (1,)
    return key in context.misfit_keys


def _part_of_key(family: Family, key: str) -> str:
    known_name = family.known_names.get(key)
    return known_name.part if known_name else ""


def _missing_part(known_name: KnownName) -> str:
    """Return what a report calls a missing tensor: its part, or for a head's other name "output matrix" or "… bias"."""
    is_bias = known_name.key.endswith("bias") and known_name.shape == ("vocab_size",)
    if known_name.part.endswith("head") and (known_name.kind == "alias" or is_bias):
        return "output bias" if known_name.key.endswith("bias") else "output matrix"
    return known_name.part


def _is_tied_to_stored(context: CheckContext, family: Family, known_name: KnownName) -> bool:
    """Return whether a tensor that is not in the file is another name of one that is, so that tying fills it."""
    if known_name.kind == "alias":
        return context.is_tied and known_name.alias_of in context.file.matched_by_key
    return any(
        alias.kind == "alias"
        and alias.alias_of == known_name.key
        and alias.key in context.file.matched_by_key
        and context.is_tied
        for alias in family.known_names.values()
    )


def _verdict(missing: tuple[str, ...], tie_broken: bool, untied: bool) -> tuple[Level, str]:
    """Return level and words for the missing parts. A new task layer is only a note: fine-tuning begins with one."""
    pre_trained = [part for part in missing if part != TASK_LAYER]
    if pre_trained == ["output bias"]:
        return "problem", "output bias new: zeros"
    if pre_trained:
        return "problem", f"{', '.join(pre_trained)} random" + f", {TASK_LAYER} new" * (TASK_LAYER in missing)
    if tie_broken:
        return "problem", "tie broken"
    if missing:
        return "note", f"{TASK_LAYER} new: train it"
    return ("note", "all there, untied as asked") if untied else ("fine", "all there")


def _in_order(parts: set[str]) -> tuple[str, ...]:
    """Return parts in a report's order, those that PRE_TRAINED_PARTS does not list last."""
    pre_trained = [part for part in PRE_TRAINED_PARTS if part in parts]
    return (*pre_trained, *sorted(parts - {*pre_trained}))


def parts_in_file(context: CheckContext) -> tuple[str, ...]:
    """Return what the file holds: encoder, pooler, heads, task layer. A tied head without tensors of its own counts."""
    family = context.file.family
    parts = {
        entry.known_name.part for entry in context.file.matched_by_key.values() if entry.known_name.kind != "buffer"
    }
    if family and context.is_tied and parts:  # GPT-2's head is nothing but the word embedding's other name
        heads = {
            known_name.part
            for known_name in family.known_names.values()
            if known_name.kind == "alias" and known_name.part.endswith("head")
        }
        own = {known_name.part for known_name in family.known_names.values() if known_name.kind != "alias"}
        parts |= heads - own
    return _in_order(parts)
