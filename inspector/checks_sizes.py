"""What shapes and types tell beside the configuration: sizes, labels, vocabulary, files, types."""

from collections import Counter
from collections.abc import Iterator

from inspector.context import CheckContext
from inspector.data import FLOATS, Finding
from inspector.families import LABELS
from inspector.file_contents import most_frequent
from inspector.messages import Code, code, listed

HALF = ("float16", "bfloat16")
SHOWN_SIZES = 6


def check_sizes(context: CheckContext) -> Iterator[Finding]:
    """Whether the shapes agree with the configuration, and with one another."""
    file, config = context.file, context.config
    sizes = {field: found for field, found in file.sizes.items() if field != LABELS}
    disagreements = [*_check_labels(context), *(one for field in sizes for one in _check_size(context, field))]
    yield from disagreements
    shown = [f"{code(field)} {most_frequent(found)}" for field, found in list(sizes.items())[:SHOWN_SIZES]]
    if not config.is_there and context.header.adapter is None:
        layers = [f"{code(field)} {held}" for field, held in file.layers.items()]
        yield context.say("config_absent", sizes=Code(", ".join([*shown, *layers])) or "nothing")
    elif sizes and not disagreements and any(config.number(field) is not None for field in sizes):
        yield context.say("sizes_agree", sizes=Code(", ".join(shown)))
    yield from _check_vocabulary(context)


def _check_size(context: CheckContext, field: str) -> Iterator[Finding]:
    """One field of the configuration: whether all shapes say the same of it, and what the configuration says."""
    found = context.file.sizes[field]
    held, said = most_frequent(found), context.config.number(field)
    if len(found) > 1:
        examples = Code(", ".join(f"{code(names[0])} has {size}" for size, names in list(found.items())[:3]))
        yield context.say("sizes_conflict", field=code(field), examples=examples)
    if said is not None and said not in found:
        yield context.say("sizes_differ", field=code(field), said=said, held=held, example=code(found[held][0]))


def _check_labels(context: CheckContext) -> Iterator[Finding]:
    """The outputs of the task layer of the class that the configuration names."""
    labels, ending = context.config.labels, context.ending
    if labels is None or ending is None or ending in context.messages.one_output:
        return
    for one in context.file.named.values():
        held = context.file.tensors[one.name].shape[:1]
        if LABELS in one.row.shape and ending in one.row.classes and held != (labels,):
            example = code(one.name)
            yield context.say("labels_differ", said=labels, held=held[0] if held else "no rows", example=example)
            return


def _check_vocabulary(context: CheckContext) -> Iterator[Finding]:
    lines, words = context.header.vocabulary.lines, context.file.word_embedding
    if words is not None and lines and lines != words.shape[0]:
        name = "vocabulary_longer" if lines > words.shape[0] else "vocabulary_shorter"
        yield context.say(name, lines=lines, rows=words.shape[0])


def check_files(context: CheckContext) -> Iterator[Finding]:
    """What else lies in the folder, and how the configuration is called."""
    header = context.header
    if header.format.endswith(".tar.gz"):
        yield context.say("archive_of_2018")
    elif header.config_name and header.config_name != "config.json" and not context.file.is_tensorflow:
        yield context.say("config_of_2018", config_name=code(header.config_name))
    if header.others:
        yield context.say("several_files", read=code(header.files[0].name), others=listed(header.others))


def check_types(context: CheckContext) -> Iterator[Finding]:
    """The weights' types, and the one that the configuration says."""
    dtypes = [one.dtype for one in context.file.tensors.values()]
    types = Counter(one for one in dtypes if one in FLOATS or one.startswith("float"))
    if not types:
        return
    most = types.most_common(1)[0][0]
    if len(types) > 1:
        yield context.say("dtype_mixed", dtypes=", ".join(f"{one} ({count})" for one, count in types.most_common()))
    else:
        yield context.say("dtype_half" if most in HALF else "dtype", dtype=most)
    said = context.config.dtype
    if said is not None and said.removeprefix("torch.") not in types:
        yield context.say("dtype_differs", said=code(said), dtype=most)
