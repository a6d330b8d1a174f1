"""A header → a report: every check, the worst finding first."""

from inspector.case import Case
from inspector.checks_names import (
    check_classes,
    check_encoder,
    check_family,
    check_files,
    check_names,
    check_sizes,
    check_types,
    in_words,
)
from inspector.checks_values import check_bias, check_bytes, check_finite, check_matrix, check_pad
from inspector.data import LEVELS, Finding, Header, Report
from inspector.fits import fits, parts
from inspector.ledger import Ledger
from inspector.sources import Shelf

BROKEN_TIE = {"decoder_differs", "bias_differs", "decoder_other_shape"}


def examine(header: Header, ledger: Ledger, shelf: Shelf, full: bool = False) -> Report:
    """What the header means. Reads sampled rows, or with `full` every number that matters."""
    case = Case(header, ledger, shelf, full)
    ties = [*check_matrix(case), *check_bias(case)]
    classes = fits(case, any(one.name in BROKEN_TIE for one in ties))
    findings: list[Finding] = [
        *check_family(case), *check_encoder(case), *check_classes(case, classes), *ties, *check_pad(case),
        *check_sizes(case), *check_files(case), *check_names(case), *check_types(case), *check_finite(case),
        *check_bytes(case),
    ]  # fmt: skip
    findings.sort(key=lambda one: -LEVELS.index(one.level))  # stable: within a level in the order above
    return Report(
        header.source, header.format, full, header.files, case.family.type if case.family else "", _summary(case),
        parts(case), classes, tuple(findings), header.notes,
    )  # fmt: skip


def _summary(case: Case) -> dict[str, str]:
    tensors = case.header.tensors.values()
    seen = {(one.storage, one.start, one.shape): one.numbers for one in tensors if one.name not in case.aside}
    types = sorted({one.dtype for one in tensors})
    family = f"{case.family.name}" if case.family else "not known here"
    if case.said and case.family and case.config_type != case.family.type:
        family += f" (the configuration says {case.said})"
    return {
        "family": family,
        "layers": " + ".join(str(one) for one in case.layers.values()) or "–",
        "word embedding": " × ".join(str(one) for one in case.words.shape) if case.words is not None else "–",
        "tensors": f"{len(case.header.tensors):,}",
        "parameters": f"{sum(seen.values()):,}",
        "types": ", ".join(types[:5]),
        "bytes": in_words(sum(one.size for one in case.header.files)),
        "configuration": case.header.config_name or "none",
    }
