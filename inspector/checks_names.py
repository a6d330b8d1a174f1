"""What names and shapes alone tell: family, encoder, classes, prefix, sizes, types, bytes."""

from collections import Counter
from collections.abc import Iterator

from inspector.case import Case
from inspector.data import FLOATS, ITEM_BYTES, ClassFit, Finding, Tensor
from inspector.families import LABELS
from inspector.ledger import Code, code, listed
from inspector.values import readable

HALF = ("float16", "bfloat16")
SHOWN_SIZES = 6


def check_family(case: Case) -> Iterator[Finding]:
    """Which family, and whether its classes would know the names."""
    match = case.match
    if case.header.wrapper:
        yield case.say("inside_another_dict", wrapper=code(case.header.wrapper))
    if match is None:
        yield _no_family(case)
        return
    title = match.family.name
    yield case.say("family", title=title, matched=len(match.named), names=len(case.tensors))
    if match.wrapper:
        yield case.say("prefix_unknown", wrapper=code(match.wrapper), wrapper_code=code(match.wrapper).strip("`"))
    if case.config_type and match.family.type != case.config_type:
        known = case.config_type in [one.type for one in case.ledger.families]
        yield case.say("family_differs" if known else "family_other", said=code(case.said), title=title)
    elif match.alike and not case.config_type:
        others = [one.name for one in case.ledger.families if one.type in match.alike]
        yield case.say("family_alike", title=title, others=" and ".join(others))


def _no_family(case: Case) -> Finding:
    names, examples = len(case.tensors), listed(case.tensors)
    if 2 * sum(bool(case.ledger.adapter.search(one)) for one in case.tensors) > names:
        return case.say("adapter", examples=examples)
    family = next((one for one in case.ledger.families if one.type == case.config_type), None)
    known = case.ledger.content["same_names"].get(case.said, [None, family.name])[1] if family else ""
    if family and (not case.class_named or case.class_named in [known + ending for ending in family.endings]):
        return case.say("family_not_there", said=code(case.said), names=names, examples=examples)
    return case.say("family_unknown", names=names, examples=examples)


def check_encoder(case: Case) -> Iterator[Finding]:
    """Whether the encoder is whole, layer by layer."""
    family = case.family
    if family is None:
        return
    short = set()
    for field, held in case.layers.items():
        asked = case.config.get(field)
        if type(asked) is int and asked != held:
            name = "layers_missing" if asked > held else "layers_left_out"
            yield case.say(name, field=code(field), asked=asked, held=held)
            short.add(field)
    rows = [row for row in family.rows.values() if row.role == "encoder" and row.kind == "parameter"]
    keys = [key for row in rows for key in case.keys(row) if row.layers not in short]
    if missing := [key for key in keys if key not in case.named]:
        yield case.say("encoder_incomplete", count=len(missing), examples=listed(missing))
    elif not short:
        layers = " and ".join(f"{held} layers" for held in case.layers.values()) or "no layers"
        yield case.say("encoder_whole", layers=layers)


def check_classes(case: Case, fits: tuple[ClassFit, ...]) -> Iterator[Finding]:
    """Whether the class that the configuration names finds everything."""
    if not fits or not case.class_named:
        return
    fit = next((one for one in fits if one.name == case.class_named), None)
    if fit is None:
        if case.family and case.config_type == case.family.type:  # else it is said that the families differ
            yield case.say("class_unknown", class_name=code(case.class_named))
    elif case.hidden:
        return  # said already
    elif fit.misfits:
        yield case.say("class_misfit", class_name=code(fit.name), examples=listed(fit.misfits))
    elif fit.missing:
        yield case.say("class_incomplete", class_name=code(fit.name), missing=" and ".join(fit.missing))
    else:
        yield case.say("class_whole", class_name=code(fit.name))


def check_names(case: Case) -> Iterator[Finding]:
    """The names' era and prefix, and names that nobody reads."""
    if case.is_tensorflow:
        yield case.say("names_of_tensorflow", examples=listed(case.header.tensors, 1))
    elif old := [one.name for one in case.named.values() if one.old]:
        yield case.say("names_of_2018", examples=listed(old, 1))
    if case.match and not case.match.wrapper:
        family = case.match.family
        if any(one.prefixed for one in case.named.values()):
            yield case.say("prefix_present", prefix=code(family.prefix))
        elif family.type != "t5":
            yield case.say("prefix_absent", prefix=code(family.prefix), base=code(f"{family.name}Model"))
    buffers = {
        one.name: "lists of numbers that the class makes itself"
        for one in case.named.values()
        if one.row.kind == "buffer"
    }
    kinds = {**case.aside, **buffers}
    for kind in dict.fromkeys(kinds.values()):
        names = [name for name, one in kinds.items() if one == kind]
        yield case.say("left_aside", kind=kind, examples=listed(names))
    if case.match and case.match.twice:
        yield _twice_named(case, case.match.twice)
    yield from _check_unknown(case, list(case.match.unknown) if case.match else [])


def _twice_named(case: Case, pairs: tuple[tuple[str, str], ...]) -> Finding:
    examples = Code(" and ".join(code(one) for one in pairs[0]))
    differ = False
    for one, other in ((case.tensors[mine], case.tensors[its]) for mine, its in pairs):
        same = one.shape == other.shape and one.dtype == other.dtype
        differ = differ or not same or (readable(one) and readable(other) and not case.equal(one, other))
    return case.say("names_twice_differ" if differ else "names_twice", count=len(pairs), examples=examples)


def _check_unknown(case: Case, unknown: list[str]) -> Iterator[Finding]:
    """Names of no class: scales of a quantised file, layers that a class has if it is asked to, or anything."""
    scales = [one for one in unknown if case.ledger.scales.search(one)] if case.quantised else []
    if case.quantised:
        yield case.say("quantised", count=len(scales))
    rest = [one for one in unknown if one not in {*scales}]
    for pattern, field in case.ledger.optional:
        if found := [one for one in rest if pattern.search(one)]:
            name = "names_optional" if case.config.get(field) else "names_optional_off"
            yield case.say(name, count=len(found), field=code(field), examples=listed(found))
            rest = [one for one in rest if one not in {*found}]
    if rest:
        yield case.say("names_unknown", count=len(rest), examples=listed(rest))


def check_sizes(case: Case) -> Iterator[Finding]:
    """Whether the shapes agree with the configuration, and with one another."""
    sizes = {field: found for field, found in case.sizes.items() if field != LABELS}
    labels = list(_check_labels(case))
    yield from labels
    wrong = bool(labels)
    for field, found in sizes.items():
        held = max(found, key=lambda size: len(found[size]))
        if len(found) > 1:
            wrong = True
            examples = Code(", ".join(f"{code(names[0])} has {size}" for size, names in list(found.items())[:3]))
            yield case.say("sizes_conflict", field=code(field), examples=examples)
        said = case.config.get(field)
        if type(said) is int and said not in found:
            wrong = True
            yield case.say("sizes_differ", field=code(field), said=said, held=held, example=code(found[held][0]))
    shown = Code(
        ", ".join(
            f"{code(field)} {max(found, key=lambda size: len(found[size]))}"
            for field, found in list(sizes.items())[:SHOWN_SIZES]
        )
    )
    if case.header.config is None:
        shown = Code(
            ", ".join([*([shown] if shown else []), *(f"{code(field)} {held}" for field, held in case.layers.items())])
        )
        yield case.say("config_absent", sizes=shown or "nothing")
    elif sizes and not wrong and any(type(case.config.get(field)) is int for field in sizes):
        yield case.say("sizes_agree", sizes=shown)
    yield from _check_vocabulary(case)


def _check_labels(case: Case) -> Iterator[Finding]:
    """The outputs of the task layer of the class that the configuration names."""
    wanted = case.ending is not None and case.ending not in case.ledger.content["one_output"]
    rows = [one for one in case.named.values() if LABELS in one.row.shape and wanted and case.ending in one.row.classes]
    for one in rows:
        held = case.tensors[one.name].shape[:1]
        if case.labels is not None and held != (case.labels,):
            yield case.say(
                "labels_differ", said=case.labels, held=held[0] if held else "no rows", example=code(one.name)
            )
            return


def _check_vocabulary(case: Case) -> Iterator[Finding]:
    lines = len(case.header.vocabulary)
    if case.words is not None and lines and lines != case.words.shape[0]:
        name = "vocabulary_longer" if lines > case.words.shape[0] else "vocabulary_shorter"
        yield case.say(name, lines=lines, rows=case.words.shape[0])


def check_files(case: Case) -> Iterator[Finding]:
    """What else lies in the folder, and how the configuration is called."""
    header = case.header
    if header.format.endswith(".tar.gz"):
        yield case.say("archive_of_2018")
    elif header.config_name and header.config_name != "config.json" and not case.is_tensorflow:
        yield case.say("config_of_2018", config_name=code(header.config_name))
    if header.others:
        yield case.say("several_files", read=code(header.files[0].name), others=listed(header.others))


def check_types(case: Case) -> Iterator[Finding]:
    """The weights' types, and the one that the configuration says."""
    types = Counter(one.dtype for one in case.tensors.values() if one.dtype in FLOATS or one.dtype.startswith("float"))
    if not types:
        return
    most = types.most_common(1)[0][0]
    if len(types) > 1:
        yield case.say("dtype_mixed", dtypes=", ".join(f"{one} ({count})" for one, count in types.most_common()))
    else:
        yield case.say("dtype_half" if most in HALF else "dtype", dtype=most)
    said = case.config.get("dtype", case.config.get("torch_dtype"))
    if isinstance(said, str) and said.removeprefix("torch.") not in types:
        yield case.say("dtype_differs", said=code(said), dtype=most)


def in_words(count: int) -> str:
    """Bytes as a person reads them."""
    if count < 1000:
        return f"{count} bytes"
    for unit in ("kB", "MB", "GB", "TB"):
        count_in = count / 1000 ** (("kB", "MB", "GB", "TB").index(unit) + 1)
        if count_in < 1000:
            break
    return f"{count_in:.3g} {unit}" if count_in < 100 else f"{count_in:.0f} {unit}"


def shared(case: Case) -> list[list[str]]:
    """Names that mean the very same bytes."""
    groups: dict[tuple[str, int, tuple[int, ...]], list[str]] = {}
    for name, one in case.header.tensors.items():
        if one.numbers:
            groups.setdefault((one.storage, one.start, one.shape), []).append(name)
    return [names for names in groups.values() if len(names) > 1]


def beyond(case: Case) -> int:
    """Bytes of storages that no tensor uses."""
    used: dict[str, list[Tensor]] = {}
    for one in case.header.tensors.values():
        used.setdefault(one.storage, []).append(one)
    spare = 0
    for tensors in used.values():
        place = tensors[0].place
        if place and tensors[0].dtype in ITEM_BYTES:
            spare += max(place.size - sum({(one.start, one.shape): one.size for one in tensors}.values()), 0)
    return spare
