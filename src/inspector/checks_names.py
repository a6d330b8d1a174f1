"""Check what names alone tell: the family, complete encoder and classes, prefixes, and names of no class."""

import re
from collections.abc import Iterator

from inspector.class_coverage import WITHOUT_POOLER
from inspector.context import CheckContext
from inspector.data import ClassFit, Finding
from inspector.messages import Code, code, code_list
from inspector.values import is_readable, why_not_readable

SENTENCE_TRANSFORMER_PREFIX = re.compile(r"^\d+\.auto_model\.$")


def check_family(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about which family it is, and whether its classes would know the names."""
    file, config, match = context.file, context.config, context.file.match
    if context.header.wrapper:
        yield context.finding("inside_another_dict", wrapper=code(context.header.wrapper))
    if match is None:
        yield from [] if context.header.adapter_config is not None else [_no_family(context)]
        return
    title = context.class_prefix
    yield context.finding("family", title=title, matched=len(match.matched_by_key), names=len(file.tensors))
    if match.wrapper:
        known_prefix = SENTENCE_TRANSFORMER_PREFIX.search(match.wrapper)
        name = "prefix_of_sentence_transformer" if known_prefix else "prefix_unknown"
        yield context.finding(name, wrapper=code(match.wrapper), wrapper_code=code(match.wrapper).strip("`"))
    if config.naming_type and match.family.model_type != config.naming_type:
        is_recorded = config.naming_type in [family.model_type for family in file.families]
        name = "family_differs" if is_recorded else "family_other"
        yield context.finding(name, model_type=code(config.model_type), title=title)
    elif match.equally_good_types and not config.naming_type:
        families = [family.name for family in file.families if family.model_type in match.equally_good_types]
        yield context.finding("family_alike", title=title, families=" and ".join(families))


def _no_family(context: CheckContext) -> Finding:
    """Return the finding for names that fit no family."""
    file, config = context.file, context.config
    count, examples = len(file.tensors), code_list(file.tensors)
    if 2 * sum(bool(re.search(context.messages.adapter, name)) for name in file.tensors) > count:
        return context.finding("adapter", examples=examples)
    family = next((family for family in file.families if family.model_type == config.naming_type), None)
    classes = [config.class_prefix(family) + ending for ending in family.class_endings] if family else []
    # T5EncoderModel, say, is of a known family, and its names are not recorded: that is no problem of the file.
    if family and (not config.class_name or config.class_name in classes):
        return context.finding("family_not_there", model_type=code(config.model_type), names=count, examples=examples)
    return context.finding("family_unknown", names=count, examples=examples)


def check_encoder(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about an encoder that lacks layers or names, or the finding that it is complete."""
    file = context.file
    if file.family is None:
        return
    differing_fields = set()
    for field, in_file in file.layer_counts.items():
        configured = context.config.int_field(field)
        if configured is not None and configured != in_file:
            name = "layers_missing" if configured > in_file else "layers_left_out"
            yield context.finding(name, field=code(field), configured=configured, in_file=in_file)
            differing_fields.add(field)
    required_names = [
        known_name
        for known_name in file.family.known_names.values()
        if known_name.part == "encoder" and known_name.kind == "parameter" and context.is_expected(known_name)
    ]
    # Of layers whose number is wrong one finding is enough.
    keys = [
        key
        for known_name in required_names
        for key in context.keys_in_layers(known_name)
        if known_name.layers not in differing_fields
    ]
    lost = [key for key in keys if key not in file.matched_by_key]
    if harmless := [key for key in lost if file.family.is_harmless(key)]:
        yield context.finding("key_biases_lost", count=len(harmless), examples=code_list(harmless))
    if missing := [key for key in lost if key not in {*harmless}]:
        values = {"count": len(missing), "examples": code_list(missing), "title": context.class_prefix}
        is_known = context.config.naming_type in ("", *(family.model_type for family in file.families))
        name = "encoder_incomplete" if is_known else "encoder_of_another"
        yield context.finding(name, **values, model_type=code(context.config.model_type))
    elif not differing_fields and not context.header.missing_files:
        layers = context.describe_layers(" and ", " layer", " layers") or "no layers"
        yield context.finding("encoder_whole", layers=layers)


def check_classes(context: CheckContext, classes: tuple[ClassFit, ...]) -> Iterator[Finding]:
    """Yield the finding on whether the class that the configuration names finds everything."""
    family, config = context.file.family, context.config
    if not classes or not config.class_name:
        return
    fit = next((fit for fit in classes if fit.name == config.class_name), None)
    if fit is None:
        if family and config.naming_type == family.model_type:  # otherwise check_family says that the families differ
            yield context.finding("class_unknown", class_name=code(config.class_name))
    elif context.file.is_wrapped or context.header.missing_files:
        return  # another finding says so
    elif fit.misfits:
        yield context.finding("class_misfit", class_name=code(fit.name), examples=code_list(fit.misfits))
    elif fit.verdict == WITHOUT_POOLER:
        yield context.finding("class_without_pooler", class_name=code(fit.name))
    elif fit.missing:
        missing, names = " and ".join(fit.missing), code_list(fit.missing_names)
        yield context.finding("class_incomplete", class_name=code(fit.name), missing=missing, names=names)
    elif not context.unjudged and not context.undivided:
        yield context.finding("class_whole", class_name=code(fit.name))


def check_names(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about the names' age and prefix, and about names that no class reads."""
    file, match = context.file, context.file.match
    matched = file.matched_by_key.values()
    if file.is_tensorflow:
        name = "names_of_tensorflow" if file.family else "names_of_tensorflow_other"
        yield context.finding(name, examples=code_list(context.header.tensors, 1))
    elif old_names := [entry.tensor_name for entry in matched if entry.has_old_spelling]:
        yield context.finding("names_of_2018", examples=code_list(old_names, 1))
    if match and not match.wrapper:
        prefix = code(match.family.prefix)
        if any(entry.has_prefix for entry in matched):
            yield context.finding("prefix_present", prefix=prefix)
        elif match.family.model_type != "t5":  # its base_model_prefix, `transformer`, begins no name of its classes
            yield context.finding("prefix_absent", prefix=prefix, base=code(f"{context.class_prefix}Model"))
    buffers = [entry.tensor_name for entry in matched if entry.known_name.kind == "buffer"]
    kinds = {**file.names_left_aside, **dict.fromkeys(buffers, "lists of numbers that the class makes itself")}
    for kind in dict.fromkeys(kinds.values()):
        names = [name for name, kind_of_name in kinds.items() if kind_of_name == kind]
        yield context.finding("left_aside", kind=kind, count=f"{len(names):,}", examples=code_list(names))
    if match and match.duplicate_names:
        yield _compare_duplicates(context, match.duplicate_names)
    yield from _check_unknown(context, list(match.unknown_names) if match else [])


def _compare_duplicates(context: CheckContext, name_pairs: tuple[tuple[str, str], ...]) -> Finding:
    """Return the finding on whether two names for one key, with and without prefix, hold equal tensors."""
    examples = Code(" and ".join(code(name) for name in name_pairs[0]))
    tensors = context.file.tensors
    pairs = [(tensors[first], tensors[second]) for first, second in name_pairs]
    unread_pairs = [pair for pair in pairs if not pair[0].shares_bytes(pair[1]) and not all(map(is_readable, pair))]
    alike = all(first.shape == second.shape and first.dtype == second.dtype for first, second in pairs)
    if alike and unread_pairs:
        reason = why_not_readable(*unread_pairs[0])
        return context.finding("names_twice_not_read", count=len(pairs), examples=examples, why_not=reason)
    differ = not alike or not all(context.found_equal(first, second) for first, second in pairs)
    how = context.how_compared(*max(pairs, key=lambda pair: pair[0].numel))
    name = "names_twice_differ" if differ else "names_twice"
    return context.finding(name, count=len(pairs), examples=examples, how_compared=how)


def _check_unknown(context: CheckContext, unknown: list[str]) -> Iterator[Finding]:
    """Yield findings about names of no class: scales of a quantised file, layers that a config can ask for, others."""
    scales = [name for name in unknown if re.search(context.messages.scales, name)] if context.is_quantised else []
    if context.is_quantised:
        yield context.finding("quantised", count=len(scales))
    unexplained = [name for name in unknown if name not in {*scales}]
    for pattern, field in context.messages.optional:
        if optional := [name for name in unexplained if re.search(pattern, name)]:
            finding_name = "names_optional" if context.config.content.get(field) else "names_optional_off"
            examples = code_list(optional)
            yield context.finding(finding_name, count=len(optional), field=code(field), examples=examples)
            unexplained = [name for name in unexplained if name not in {*optional}]
    yield from _check_conditions(context)
    if unexplained:
        yield context.finding("names_unknown", count=len(unexplained), examples=code_list(unexplained))


def _check_conditions(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about names that a class has only under another configuration, such as DeBERTa's other head."""
    by_condition: dict[str, list[str]] = {}
    for entry in context.file.matched_by_key.values():
        if entry.known_name.kind != "buffer" and not context.is_expected(entry.known_name):
            condition = " and ".join(
                f"{field} {operator} {str(value).lower()}" for field, operator, value in entry.known_name.conditions
            )
            by_condition.setdefault(condition, []).append(entry.tensor_name)
    for condition, names in by_condition.items():
        finding_name = "names_of_another_configuration"
        examples = code_list(names)
        yield context.finding(finding_name, condition=code(condition), count=len(names), examples=examples)
