"""Turn a header into a report: run every check, and sort the findings, the worst first."""

from dataclasses import replace

from inspector.checks_class import check_requested_class
from inspector.checks_form import check_adapter, check_form
from inspector.checks_names import check_classes, check_encoder, check_family, check_names
from inspector.checks_sizes import check_files, check_sizes, check_types
from inspector.checks_storage import check_bytes, human_bytes
from inspector.checks_values import check_bias, check_finite, check_matrix, check_pad
from inspector.class_coverage import class_coverage, parts_in_file
from inspector.context import CheckContext, make_context
from inspector.data import LEVELS, Finding, Header, Report
from inspector.families import Family
from inspector.messages import Messages
from inspector.sources import OpenFiles

BROKEN_TIE_FINDINGS = {"decoder_differs", "bias_differs", "decoder_other_shape"}


def examine(
    header: Header, messages: Messages, families: tuple[Family, ...], open_files: OpenFiles, full: bool = False,
    class_name: str | None = "",
) -> Report:  # fmt: skip
    """Return what the header means. Read sampled rows for it, or with `full` every number that matters.

    `class_name` is the class that the reader will load: it comes first, and decides which problems count. "" is none;
    None takes the class that the configuration names, if it is one of the family's.
    """
    context = make_context(header, messages, families, open_files, full)
    tie_findings = [*check_matrix(context), *check_bias(context)]
    classes = class_coverage(context, any(finding.name in BROKEN_TIE_FINDINGS for finding in tie_findings))
    findings: list[Finding] = [
        *check_form(context), *check_adapter(context), *check_family(context), *check_encoder(context),
        *check_classes(context, classes), *tie_findings, *check_pad(context),
        *check_sizes(context), *check_files(context), *check_names(context), *check_types(context),
        *check_finite(context), *check_bytes(context),
    ]  # fmt: skip
    if class_name is None:
        class_name = next((fit.name for fit in classes if fit.name == context.config.class_name), "")
    findings.sort(key=lambda finding: -LEVELS.index(finding.level))  # stable: within a level in the order above
    if class_name:
        fit, class_findings = check_requested_class(context, classes, class_name)
        counted_subjects = ("file", "head") if fit and context.has_tieable_output_matrix(fit.name) else ("file",)
        findings = [
            *class_findings,
            *(replace(finding, counts=finding.about in counted_subjects) for finding in findings),
        ]
        classes = tuple(sorted(classes, key=lambda class_fit: class_fit is not fit))
    return Report(
        header.source, header.format, full, header.files, context.file.family.model_type if context.file.family else "",
        _summary(context), parts_in_file(context), classes, tuple(findings), header.notes, class_name,
    )  # fmt: skip


def _summary(context: CheckContext) -> dict[str, str]:
    """Return the lines at the report's top: label → text."""
    file, config = context.file, context.config
    tensors = file.header.tensors.values()
    # Numbers that several names share count once.
    stored = {
        (tensor.storage_id, tensor.storage_offset, tensor.shape): tensor.numel
        for tensor in tensors
        if tensor.name not in file.names_left_aside
    }
    dtypes = sorted({tensor.dtype for tensor in tensors})
    family = context.class_prefix or ("an adapter" if context.header.adapter_config is not None else "not known here")
    if config.model_type and file.family and config.naming_type != file.family.model_type:
        family += f" (the configuration says {config.model_type})"
    embedding = file.word_embedding
    return {
        "family": family,
        "layers": context.describe_layers(" + ", "", "") or "–",
        "word embedding": " × ".join(str(length) for length in embedding.shape) if embedding is not None else "–",
        "tensors": f"{len(file.header.tensors):,}",
        "parameters": f"{sum(stored.values()):,}",
        "types": ", ".join(dtypes[:5]),
        "bytes": human_bytes(sum(weights.size for weights in file.header.files)),
        "configuration": file.header.config_name or "none",
    }
