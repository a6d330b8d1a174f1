"""Check what kind of checkpoint it is: numbers that are missing, a SentenceTransformer, an adapter."""

import re
from collections.abc import Iterator

from inspector.context import CheckContext
from inspector.data import Finding
from inspector.messages import Code, code, code_list


def check_form(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about files with numbers that are not there, and about the modules of a SentenceTransformer."""
    header = context.header
    if header.missing_files:
        missing = code_list(header.missing_files)
        yield context.finding("data_missing", index=code(header.files[0].name), missing=missing)
    if header.modules:
        modules = Code(", ".join(code(module) for module in header.modules))
        yield context.finding("sentence_transformer", modules=modules)


def check_adapter(context: CheckContext) -> Iterator[Finding]:
    """Yield findings about what an adapter changes, and about layers that it holds in full."""
    config = context.header.adapter_config
    if config is None:
        return
    kind, rank = config.get("peft_type"), config.get("r")
    base, targets = config.get("base_model_name_or_path"), config.get("target_modules")
    details = [code(kind) if isinstance(kind, str) else "of a kind that its configuration does not name"]
    details += [f"rank {rank}" + " with exceptions" * bool(config.get("rank_pattern"))] if type(rank) is int else []
    details += [f"for {code_list(_as_names(targets))}"] if _as_names(targets) else []
    base_name = code(base) if isinstance(base, str) and base else Code("a model that its configuration does not name")
    yield context.finding(
        "adapter_of_lora" if kind == "LORA" else "adapter_of", kind=Code(", ".join(details)), base=base_name
    )
    requested = code_list(_as_names(config.get("modules_to_save")))
    saved = [name for name in context.header.tensors if not re.search(context.messages.adapter, name)]
    if saved and kind == "LORA":  # the names of other kinds are not known here
        finding_name = "adapter_saves" if requested else "adapter_saves_unasked"
        yield context.finding(finding_name, modules=requested, count=len(saved), examples=code_list(saved))
    elif requested and not saved:
        yield context.finding("adapter_saves_nothing", modules=requested)


def _as_names(value: object) -> list[str]:
    """Return the names in a field that may be a list, one name, or anything else; each once."""
    value = [value] if isinstance(value, str) else value
    return [*dict.fromkeys(name for name in value if isinstance(name, str))] if isinstance(value, list) else []
