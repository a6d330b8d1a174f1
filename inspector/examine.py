"""A header → a report: every check, the worst finding first."""

from dataclasses import replace

from inspector.checks_class import check_asked
from inspector.checks_form import check_adapter, check_form
from inspector.checks_names import check_classes, check_encoder, check_family, check_names
from inspector.checks_sizes import check_files, check_sizes, check_types
from inspector.checks_storage import check_bytes, in_words
from inspector.checks_values import check_bias, check_finite, check_matrix, check_pad
from inspector.class_coverage import class_coverage, held_parts
from inspector.context import CheckContext, make_context
from inspector.data import LEVELS, Finding, Header, Report
from inspector.families import Family
from inspector.messages import Messages
from inspector.sources import OpenFiles

BROKEN_TIE = {"decoder_differs", "bias_differs", "decoder_other_shape"}


def examine(
    header: Header, messages: Messages, families: tuple[Family, ...], opened: OpenFiles, full: bool = False,
    asked: str | None = "",
) -> Report:  # fmt: skip
    """What the header means. Reads sampled rows, or with `full` every number that matters.

    `asked` is the class that the reader will load: it comes first, and decides which problems count. None takes the
    class that the configuration names, if it is one of the family's.
    """
    context = make_context(header, messages, families, opened, full)
    ties = [*check_matrix(context), *check_bias(context)]
    classes = class_coverage(context, any(one.name in BROKEN_TIE for one in ties))
    findings: list[Finding] = [
        *check_form(context), *check_adapter(context), *check_family(context), *check_encoder(context),
        *check_classes(context, classes), *ties, *check_pad(context),
        *check_sizes(context), *check_files(context), *check_names(context), *check_types(context),
        *check_finite(context), *check_bytes(context),
    ]  # fmt: skip
    if asked is None:
        asked = next((one.name for one in classes if one.name == context.config.class_name), "")
    findings.sort(key=lambda one: -LEVELS.index(one.level))  # stable: within a level in the order above
    if asked:
        fit, first = check_asked(context, classes, asked)
        abouts = ("file", "head") if fit and context.has_head(fit.name) else ("file",)
        findings = [*first, *(replace(one, counts=one.about in abouts) for one in findings)]
        classes = tuple(sorted(classes, key=lambda one: one is not fit))
    return Report(
        header.source, header.format, full, header.files, context.file.family.type if context.file.family else "",
        _summary(context), held_parts(context), classes, tuple(findings), header.notes, asked,
    )  # fmt: skip


def _summary(context: CheckContext) -> dict[str, str]:
    file, config = context.file, context.config
    tensors = file.header.tensors.values()
    stored = {(one.storage, one.start, one.shape): one.numbers for one in tensors if one.name not in file.aside}
    types = sorted({one.dtype for one in tensors})
    family = context.class_prefix or ("an adapter" if context.header.adapter is not None else "not known here")
    if config.model_type and file.family and config.names_of != file.family.type:
        family += f" (the configuration says {config.model_type})"
    words = file.word_embedding
    return {
        "family": family,
        "layers": context.layers_in_words(" + ", "", "") or "–",
        "word embedding": " × ".join(str(one) for one in words.shape) if words is not None else "–",
        "tensors": f"{len(file.header.tensors):,}",
        "parameters": f"{sum(stored.values()):,}",
        "types": ", ".join(types[:5]),
        "bytes": in_words(sum(one.size for one in file.header.files)),
        "configuration": file.header.config_name or "none",
    }
