"""Puts ES modules into one classic script, so that a page saved to disk still runs: nothing is fetched or imported."""

import json
import re
from typing import Any

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"\./([\w.-]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?function|const|class)", re.MULTILINE)
_TOP = re.compile(r"^(?:export )?(?:async )?(?:function\*?|const|let|class) +(\w+)", re.MULTILINE)
_ABOUT = re.compile(r"^ *(?:/\*\*.*?\*/|// .*?)\n", re.MULTILINE | re.DOTALL)
_LEFT = re.compile(r"^(?:import|export)\b", re.MULTILINE)


def bundle(modules: dict[str, str], main: str, data: Any, name: str) -> str:
    """The modules that `main` needs, each after those it imports, in one function; `data` is the constant `name`.

    Raises ValueError for what these few lines do not understand: another form of import or export, a cycle, a name of
    the top level that two modules have, an import of a module or a name that is not there. No comment is taken over.
    """
    order: list[str] = []
    _visit(main, modules, order, ())
    owners: dict[str, str] = {name: "the data"}
    parts = []
    for module in order:
        source = modules[module]
        for found in _TOP.findall(source):
            if found in owners:
                raise ValueError(f"{module}: {owners[found]} has the name `{found}` too")
            owners[found] = module
        text = _EXPORT.sub("", _IMPORT.sub("", source))
        if _LEFT.search(text):
            raise ValueError(f"{module}: an import or export in a form that cannot be bundled")
        parts.append(f"// {module}\n{_ABOUT.sub('', text).strip()}\n")
    # "</" must not end a script that somebody puts into a page; U+2028 ends a line for old engines.
    literal = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    literal = literal.replace("</", "<\\/").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    return f'(() => {{\n"use strict";\nconst {name} = {literal};\n\n' + "\n".join(parts) + "})();\n"


def _visit(module: str, modules: dict[str, str], order: list[str], above: tuple[str, ...]) -> None:
    if module in above:
        raise ValueError(f"{module}: it imports itself, through {', '.join(above)}")
    if module in order:
        return
    for names, wanted in _IMPORT.findall(modules[module]):
        if wanted not in modules:
            raise ValueError(f"{module}: there is no module {wanted}")
        for name in re.findall(r"\w+", names):
            if not re.search(
                rf"^export (?:async )?(?:function\*?|const|class) +{name}\b", modules[wanted], re.MULTILINE
            ):
                raise ValueError(f"{module}: {wanted} exports no `{name}`")
        _visit(wanted, modules, order, (*above, module))
    order.append(module)
