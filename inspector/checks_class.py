"""What the class that the reader names would find: the answer that decides the exit code."""

from inspector.context import CheckContext
from inspector.data import ClassFit, Finding
from inspector.messages import code, listed

AUTO = "AutoModel"
OTHERS = {"ForCausalLM": "LMHeadModel", "ForSeq2SeqLM": "ForConditionalGeneration"}  # as some families call them


def check_asked(
    context: CheckContext, classes: tuple[ClassFit, ...], asked: str
) -> tuple[ClassFit | None, list[Finding]]:
    """What the named class finds, and what is said of it."""
    names = _class_names(context, asked)
    fit = next((one for one in classes if one.name in names), None)
    if fit is None:
        known = listed([one.name for one in classes], 20)
        name = "class_not_judged" if classes else "class_not_judged_at_all"
        return None, [context.say(name, class_name=code(asked), known=known)]
    if how := context.header.not_loaded:
        return fit, [context.say("class_reads_no_such_form", class_name=code(fit.name), verdict=fit.verdict, how=how)]
    name = {"fine": "class_asked_fits", "note": "class_asked_note", "problem": "class_asked_lacks"}[fit.level]
    name = "class_asked_new" if fit.level == "note" and fit.missing else name
    return fit, [context.say(name, class_name=code(fit.name), verdict=fit.verdict)]


def _class_names(context: CheckContext, asked: str) -> tuple[str, ...]:
    """The class, or those that an Auto class stands for in this family."""
    if not asked.startswith(AUTO):
        return (asked,)
    ending = asked.removeprefix(AUTO)
    return tuple(context.class_prefix + one for one in (ending or "Model", OTHERS.get(ending, ending) or "Model"))
