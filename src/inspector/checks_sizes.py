"""Check shapes and types against the configuration: sizes, labels, vocabulary, files, dtypes."""

from collections import Counter
from collections.abc import Iterator

from inspector.context import CheckContext
from inspector.data import FLOATS, Finding
from inspector.families import LABELS_FIELD
from inspector.file_contents import most_frequent_size
from inspector.messages import Code, code, code_list

HALF_PRECISION = ("float16", "bfloat16")
MAX_LISTED_SIZES = 6


def check_sizes(context: CheckContext) -> Iterator[Finding]:
    """Yield findings on whether the shapes agree with the configuration, and with one another."""
    file, config = context.file, context.config
    fields = [field for field in file.field_sizes if field != LABELS_FIELD]
    if context.undivided:
        heads, width, count, size = context.undivided
        yield context.finding("heads_do_not_divide", heads=code(heads), width=code(width), count=count, size=size)
    if context.unjudged:
        yield context.finding("config_not_judged", said=code_list(context.unjudged, 9))
    findings = [*_check_labels(context), *(finding for field in fields for finding in _check_size(context, field))]
    yield from findings
    listed = [f"{code(field)} {most_frequent_size(file.field_sizes[field])}" for field in fields[:MAX_LISTED_SIZES]]
    if not config.exists and context.header.adapter_config is None:
        layers = [f"{code(field)} {count}" for field, count in file.layer_counts.items()]
        name = "config_absent" if file.family and file.family.model_type == "bert" else "config_absent_other"
        yield context.finding(name, sizes=Code(", ".join([*listed, *layers])) or "nothing")
    elif not findings and any(config.int_field(field) is not None for field in fields):
        yield context.finding("sizes_agree", sizes=Code(", ".join(listed)))
    yield from _check_vocabulary(context)


def _check_size(context: CheckContext, field: str) -> Iterator[Finding]:
    """Yield findings about one field: shapes that disagree, and a configuration that says what no shape has."""
    names_by_size = context.file.field_sizes[field]
    in_file, configured = most_frequent_size(names_by_size), context.config.int_field(field)
    if len(names_by_size) > 1:
        examples = Code(", ".join(f"{code(names[0])} has {size}" for size, names in list(names_by_size.items())[:3]))
        yield context.finding("sizes_conflict", field=code(field), examples=examples)
    if configured is not None and configured not in names_by_size:
        example = code(names_by_size[in_file][0])
        yield context.finding(
            "sizes_differ", field=code(field), configured=configured, in_file=in_file, example=example
        )


def _check_labels(context: CheckContext) -> Iterator[Finding]:
    """Yield a finding if the config's class has a task layer with more or fewer outputs than there are labels."""
    label_count, ending = context.config.label_count, context.config_class_ending
    if label_count is None or ending is None or ending in context.messages.one_output:
        return
    for entry in context.file.matched_by_key.values():
        rows = context.file.tensors[entry.tensor_name].shape[:1]
        if (
            LABELS_FIELD in entry.known_name.shape
            and ending in entry.known_name.class_endings
            and rows != (label_count,)
        ):
            example = code(entry.tensor_name)
            yield context.finding(
                "labels_differ", labels=label_count, rows=rows[0] if rows else "no rows", example=example
            )
            return


def _check_vocabulary(context: CheckContext) -> Iterator[Finding]:
    """Yield a finding if vocab.txt has more or fewer lines than the word embedding has rows."""
    lines, embedding = context.header.vocabulary.line_count, context.file.word_embedding
    if embedding is not None and lines and lines != embedding.shape[0]:
        name = "vocabulary_longer" if lines > embedding.shape[0] else "vocabulary_shorter"
        yield context.finding(name, lines=lines, rows=embedding.shape[0])


def check_files(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about an archive, a configuration of another name, and further weights in the folder."""
    header = context.header
    if header.format.endswith(".tar.gz"):
        yield context.finding("archive_of_2018")
    elif header.config_name and header.config_name != "config.json" and not context.file.is_tensorflow:
        yield context.finding("config_of_2018", config_name=code(header.config_name))
    if header.ignored_files:
        ignored = code_list(header.ignored_files)
        yield context.finding("several_files", file=code(header.files[0].name), ignored=ignored)


def check_types(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about the weights' dtypes, and the one that the configuration names."""
    dtypes = [tensor.dtype for tensor in context.file.tensors.values()]
    counts = Counter(dtype for dtype in dtypes if dtype in FLOATS or dtype.startswith("float"))
    if not counts:
        return
    most_common = counts.most_common(1)[0][0]
    if len(counts) > 1:
        listed = ", ".join(f"{dtype} ({count})" for dtype, count in counts.most_common())
        yield context.finding("dtype_mixed", dtypes=listed)
    else:
        yield context.finding("dtype_half" if most_common in HALF_PRECISION else "dtype", dtype=most_common)
    configured = context.config.dtype
    if configured is not None and configured.removeprefix("torch.") not in counts:
        yield context.finding("dtype_differs", configured=code(configured), dtype=most_common)
