"""Check what the class that the reader will load finds: the finding that decides the exit code."""

from inspector.class_coverage import WITHOUT_POOLER
from inspector.context import CheckContext
from inspector.data import ClassFit, Finding
from inspector.messages import code, code_list

AUTO_PREFIX = "AutoModel"
# What some families call the class that an Auto class stands for: AutoModelForCausalLM, GPT2LMHeadModel.
OTHER_ENDINGS = {"ForCausalLM": "LMHeadModel", "ForSeq2SeqLM": "ForConditionalGeneration"}


def check_requested_class(
    context: CheckContext, classes: tuple[ClassFit, ...], requested: str
) -> tuple[ClassFit | None, list[Finding]]:
    """Return how the requested class fits, None if it cannot be judged, and a list of the one finding about it."""
    names = _possible_names(context, requested)
    fit = next((fit for fit in classes if fit.name in names), None)
    if fit is None:
        known = code_list([fit.name for fit in classes], 20)
        name = "class_not_judged" if names else "class_auto_not_judged"
        name = name if classes else "class_not_judged_at_all"
        model_type = code(context.config.model_type) if context.config.model_type else "nothing"
        return None, [context.finding(name, class_name=code(requested), known=known, model_type=model_type)]
    if step := context.header.needed_step:
        values = {"class_name": code(fit.name), "verdict": fit.verdict, "step": step}
        return fit, [context.finding("class_reads_no_such_form", **values)]
    if fields := context.undefined_fields:
        return fit, [context.finding("class_asked_unsure", class_name=code(fit.name), fields=code_list(fields, 9))]
    if context.unjudged and not fit.verdict.startswith("does not load"):
        said = code_list(context.unjudged, 9)
        return fit, [context.finding("class_asked_unjudged", class_name=code(fit.name), said=said)]
    if fit.verdict == WITHOUT_POOLER:
        return fit, [context.finding("class_asked_no_pooler", class_name=code(fit.name), verdict=fit.verdict)]
    name = {"fine": "class_asked_fits", "note": "class_asked_note", "problem": "class_asked_lacks"}[fit.level]
    name = "class_asked_new" if fit.level == "note" and fit.missing else name
    return fit, [
        context.finding(name, class_name=code(fit.name), verdict=fit.verdict, names=code_list(fit.missing_names))
    ]


def _possible_names(context: CheckContext, requested: str) -> tuple[str, ...]:
    """Return the class, or those that an Auto class may stand for in this family; () if that family is not known."""
    if not requested.startswith(AUTO_PREFIX):
        return (requested,)
    if context.file.family and context.config.naming_type != context.file.family.model_type:
        return ()  # an Auto class goes by model_type, and the names are those of another family
    ending = requested.removeprefix(AUTO_PREFIX)
    return tuple(
        context.class_prefix + name for name in (ending or "Model", OTHER_ENDINGS.get(ending, ending) or "Model")
    )
