"""What kind of checkpoint it is: data that is missing, an adapter, a SentenceTransformer."""

import re
from collections.abc import Iterator

from inspector.context import CheckContext
from inspector.data import Finding
from inspector.messages import Code, code, listed


def check_form(context: CheckContext) -> Iterator[Finding]:
    """Files with numbers that are not there, and the modules of a SentenceTransformer."""
    header = context.header
    if header.lost_files:
        yield context.say("data_missing", index=code(header.files[0].name), lost=listed(header.lost_files))
    if header.modules:
        yield context.say("sentence_transformer", modules=Code(", ".join(code(one) for one in header.modules)))


def check_adapter(context: CheckContext) -> Iterator[Finding]:
    """What an adapter changes, and the layers that it holds whole."""
    about = context.header.adapter
    if about is None:
        return
    kind, rank = about.get("peft_type"), about.get("r")
    base, targets = about.get("base_model_name_or_path"), about.get("target_modules")
    words = [code(kind) if isinstance(kind, str) else "of a kind that its configuration does not name"]
    words += [f"rank {rank}" + " with exceptions" * bool(about.get("rank_pattern"))] if type(rank) is int else []
    words += [f"for {listed(_as_names(targets))}"] if _as_names(targets) else []
    said = code(base) if isinstance(base, str) and base else Code("a model that its configuration does not name")
    name = "adapter_of_lora" if kind == "LORA" else "adapter_of"
    yield context.say(name, words=Code(", ".join(words)), base=said)
    asked = listed(_as_names(about.get("modules_to_save")))
    saved = [one for one in context.header.tensors if not re.search(context.messages.adapter, one)]
    if saved and kind == "LORA":  # the names of other kinds are not known here
        name = "adapter_saves" if asked else "adapter_saves_unasked"
        yield context.say(name, asked=asked, count=len(saved), examples=listed(saved))
    elif asked and not saved:
        yield context.say("adapter_saves_nothing", asked=asked)


def _as_names(value: object) -> list[str]:
    value = [value] if isinstance(value, str) else value
    return [*dict.fromkeys(one for one in value if isinstance(one, str))] if isinstance(value, list) else []
