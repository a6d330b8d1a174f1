"""What names alone tell: the family, whether encoder and classes are whole, prefixes, and names of no class."""

import re
from collections.abc import Iterator

from inspector.context import CheckContext
from inspector.data import ClassFit, Finding
from inspector.messages import Code, code, listed
from inspector.values import readable, why_not

AUTO_MODEL = re.compile(r"^\d+\.auto_model\.$")


def check_family(context: CheckContext) -> Iterator[Finding]:
    """Which family, and whether its classes would know the names."""
    file, config, match = context.file, context.config, context.file.match
    if context.header.wrapper:
        yield context.say("inside_another_dict", wrapper=code(context.header.wrapper))
    if match is None:
        yield from [] if context.header.adapter is not None else [_no_family(context)]
        return
    title = context.class_prefix
    yield context.say("family", title=title, matched=len(match.named), names=len(file.tensors))
    if match.wrapper:
        name = "prefix_of_sentence_transformer" if AUTO_MODEL.search(match.wrapper) else "prefix_unknown"
        yield context.say(name, wrapper=code(match.wrapper), wrapper_code=code(match.wrapper).strip("`"))
    if config.names_of and match.family.type != config.names_of:
        known = config.names_of in [one.type for one in file.families]
        yield context.say("family_differs" if known else "family_other", said=code(config.model_type), title=title)
    elif match.alike and not config.names_of:
        others = [one.name for one in file.families if one.type in match.alike]
        yield context.say("family_alike", title=title, others=" and ".join(others))


def _no_family(context: CheckContext) -> Finding:
    file, config = context.file, context.config
    names, examples = len(file.tensors), listed(file.tensors)
    if 2 * sum(bool(re.search(context.messages.adapter, one)) for one in file.tensors) > names:
        return context.say("adapter", examples=examples)
    family = next((one for one in file.families if one.type == config.names_of), None)
    classes = [config.class_prefix(family) + ending for ending in family.endings] if family else []
    if family and (not config.class_name or config.class_name in classes):
        return context.say("family_not_there", said=code(config.model_type), names=names, examples=examples)
    return context.say("family_unknown", names=names, examples=examples)


def check_encoder(context: CheckContext) -> Iterator[Finding]:
    """Whether the encoder is whole, layer by layer."""
    file = context.file
    if file.family is None:
        return
    short = set()
    for field, held in file.layers.items():
        asked = context.config.number(field)
        if asked is not None and asked != held:
            name = "layers_missing" if asked > held else "layers_left_out"
            yield context.say(name, field=code(field), asked=asked, held=held)
            short.add(field)
    rows = [row for row in file.family.rows.values() if row.part == "encoder" and row.kind == "parameter"]
    rows = [row for row in rows if context.wanted(row)]
    keys = [key for row in rows for key in context.keys(row) if row.layers not in short]
    if missing := [key for key in keys if key not in file.named]:
        yield context.say("encoder_incomplete", count=len(missing), examples=listed(missing))
    elif not short and not context.header.lost_files:
        yield context.say("encoder_whole", layers=context.layers_in_words(" and ", " layer", " layers") or "no layers")


def check_classes(context: CheckContext, classes: tuple[ClassFit, ...]) -> Iterator[Finding]:
    """Whether the class that the configuration names finds everything."""
    family, config = context.file.family, context.config
    if not classes or not config.class_name:
        return
    fit = next((one for one in classes if one.name == config.class_name), None)
    if fit is None:
        if family and config.names_of == family.type:  # otherwise another finding says that the families differ
            yield context.say("class_unknown", class_name=code(config.class_name))
    elif context.file.is_wrapped or context.header.lost_files:
        return  # another finding says so
    elif fit.misfits:
        yield context.say("class_misfit", class_name=code(fit.name), examples=listed(fit.misfits))
    elif fit.missing:
        yield context.say("class_incomplete", class_name=code(fit.name), missing=" and ".join(fit.missing))
    else:
        yield context.say("class_whole", class_name=code(fit.name))


def check_names(context: CheckContext) -> Iterator[Finding]:
    """The names' era and prefix, and names that nobody reads."""
    file, match = context.file, context.file.match
    named = file.named.values()
    if file.is_tensorflow:
        yield context.say("names_of_tensorflow", examples=listed(context.header.tensors, 1))
    elif old := [one.name for one in named if one.old]:
        yield context.say("names_of_2018", examples=listed(old, 1))
    if match and not match.wrapper:
        prefix = code(match.family.prefix)
        if any(one.prefixed for one in named):
            yield context.say("prefix_present", prefix=prefix)
        elif match.family.type != "t5":
            yield context.say("prefix_absent", prefix=prefix, base=code(f"{context.class_prefix}Model"))
    buffers = [one.name for one in named if one.row.kind == "buffer"]
    kinds = {**file.aside, **dict.fromkeys(buffers, "lists of numbers that the class makes itself")}
    for kind in dict.fromkeys(kinds.values()):
        names = [name for name, one in kinds.items() if one == kind]
        yield context.say("left_aside", kind=kind, examples=listed(names))
    if match and match.twice:
        yield _twice_named(context, match.twice)
    yield from _check_unknown(context, list(match.unknown) if match else [])


def _twice_named(context: CheckContext, names: tuple[tuple[str, str], ...]) -> Finding:
    examples = Code(" and ".join(code(one) for one in names[0]))
    tensors = context.file.tensors
    pairs = [(tensors[mine], tensors[its]) for mine, its in names]
    unread = [two for two in pairs if not two[0].same_bytes(two[1]) and not (readable(two[0]) and readable(two[1]))]
    alike = all(one.shape == other.shape and one.dtype == other.dtype for one, other in pairs)
    if alike and unread:
        return context.say("names_twice_not_read", count=len(pairs), examples=examples, why_not=why_not(*unread[0]))
    differ = not alike or not all(context.equal(one, other) for one, other in pairs)
    looked = context.looked(*max(pairs, key=lambda two: two[0].numbers))
    name = "names_twice_differ" if differ else "names_twice"
    return context.say(name, count=len(pairs), examples=examples, looked=looked)


def _check_unknown(context: CheckContext, unknown: list[str]) -> Iterator[Finding]:
    """Names of no class: scales of a quantised file, layers that a configuration can ask for, or anything."""
    scales = [one for one in unknown if re.search(context.messages.scales, one)] if context.quantised else []
    if context.quantised:
        yield context.say("quantised", count=len(scales))
    rest = [one for one in unknown if one not in {*scales}]
    for pattern, field in context.messages.optional:
        if found := [one for one in rest if re.search(pattern, one)]:
            name = "names_optional" if context.config.content.get(field) else "names_optional_off"
            yield context.say(name, count=len(found), field=code(field), examples=listed(found))
            rest = [one for one in rest if one not in {*found}]
    yield from _check_conditions(context)
    if rest:
        yield context.say("names_unknown", count=len(rest), examples=listed(rest))


def _check_conditions(context: CheckContext) -> Iterator[Finding]:
    """Names that a class has only under another configuration, such as DeBERTa's other head."""
    found: dict[str, list[str]] = {}
    for one in context.file.named.values():
        if one.row.kind != "buffer" and not context.wanted(one.row):
            words = " and ".join(f"{field} {how} {str(value).lower()}" for field, how, value in one.row.only_if)
            found.setdefault(words, []).append(one.name)
    for words, names in found.items():
        say = "names_of_another_configuration"
        yield context.say(say, condition=code(words), count=len(names), examples=listed(names))
