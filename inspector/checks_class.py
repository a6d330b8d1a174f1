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
        name = "class_not_judged" if names else "class_auto_not_judged"
        name = name if classes else "class_not_judged_at_all"
        said = code(context.config.model_type) if context.config.model_type else "nothing"
        return None, [context.say(name, class_name=code(asked), known=known, said=said)]
    if how := context.header.not_loaded:
        return fit, [context.say("class_reads_no_such_form", class_name=code(fit.name), verdict=fit.verdict, how=how)]
    if unsaid := context.unsaid:
        return fit, [context.say("class_asked_unsure", class_name=code(fit.name), fields=listed(unsaid, 9))]
    name = {"fine": "class_asked_fits", "note": "class_asked_note", "problem": "class_asked_lacks"}[fit.level]
    name = "class_asked_new" if fit.level == "note" and fit.missing else name
    return fit, [context.say(name, class_name=code(fit.name), verdict=fit.verdict)]


def _class_names(context: CheckContext, asked: str) -> tuple[str, ...]:
    """The class, or those that an Auto class stands for in this family."""
    if not asked.startswith(AUTO):
        return (asked,)
    if context.file.family and context.config.names_of != context.file.family.type:
        return ()  # it goes by model_type
    ending = asked.removeprefix(AUTO)
    return tuple(context.class_prefix + one for one in (ending or "Model", OTHERS.get(ending, ending) or "Model"))
