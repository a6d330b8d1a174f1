"""What a claim's scope forbids or asks for, as far as its text shows: the files that it may load, or must name."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from explainer.inputs.checkpoints import FILE, Checkpoint
from explainer.inputs.code_digest import DOCUMENTED, parsed
from explainer.inputs.snippets import PARAMETER, Snippet

WITHOUT_WEIGHTS = ("arithmetic", "library")  # claims of these scopes load no trained file
EXPERIMENT = "experiment"
COUNTS = ("seeds_run", "runs")  # the facts that say how many runs an experiment had; one is enough
LEAST = 2
LOGS = ("checkpoints/", "experiments/")


def scope_problems(snippets: Iterable[Snippet], checkpoints: list[Checkpoint], root: Path) -> Iterator[str]:
    """One line for each snippet whose text does not fit its scope: where, what, and how to mend it."""
    known = _Known(checkpoints)
    for snippet in snippets:
        if snippet.scope in WITHOUT_WEIGHTS:
            yield from _loads(snippet, known)
        elif snippet.scope == EXPERIMENT:
            yield from _experiment(snippet, root)


def count_of(facts: Mapping[str, object]) -> int | None:
    """How many runs an experiment had, as its facts say it; None if they do not."""
    named = (facts.get(name) for name in COUNTS)
    return next((value for value in named if isinstance(value, int) and not isinstance(value, bool)), None)


class _Known:
    """How a literal names a checkpoint: by its id, by its folder or a path in it, or by a folder that holds it."""

    def __init__(self, checkpoints: list[Checkpoint]) -> None:
        self.names: dict[str, re.Pattern[str] | None] = {}  # a name with a slash is seen inside of a longer text, too
        self.holders: dict[str, str] = {}
        for checkpoint in checkpoints:
            folders = [source.path for source in checkpoint.sources if source.kind == "folder"]
            packages = [source for source in checkpoint.sources if source.kind == "package"]
            inside = [name for one in packages for name in (one.name, one.path.partition("/")[0])]
            for name in (checkpoint.id, *folders, *inside):
                self.names[name] = re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-])") if "/" in name else None
            for parent in (parent for folder in folders for parent in PurePosixPath(folder).parents if parent.name):
                self.holders.setdefault(str(parent), checkpoint.id)

    def named(self, text: str) -> str:
        """The checkpoint that a literal names, by the name that was found; nothing if it names none."""
        for name, within in self.names.items():
            if text == name or text.startswith(f"{name}/") or (within and within.search(text)):
                return name
        return self.holders.get(text.strip("/"), "")


def _loads(snippet: Snippet, known: _Known) -> Iterator[str]:
    """Literals that name a trained file. Only a snippet that may have one is parsed again, for the line."""
    mend = 'make a fresh model from a configuration, or say `scope = "checkpoint"`'
    if snippet.parameter is not None:
        where = f"{snippet.path}:{snippet.line_of(PARAMETER)}"
        yield f"{where}: a claim of scope `{snippet.scope}` has no parameter `{PARAMETER}`: {mend}"
    elif any(known.named(text) for text in snippet.strings):
        for line, text in _literals(parsed(snippet.source)):
            if name := known.named(text):
                where = f"{snippet.path}:{line}: a claim of scope `{snippet.scope}` loads no trained file"
                yield f"{where}, and this names {name} ({FILE}): {mend}"


def _literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The string literals of a program with their lines, without docstrings."""
    documented = (node for node in ast.walk(tree) if isinstance(node, DOCUMENTED) and ast.get_docstring(node))
    docstrings = {id(node.body[0].value) for node in documented if isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def _experiment(snippet: Snippet, root: Path) -> Iterator[str]:
    where = f"{snippet.path}:{snippet.line_of('scope')}: a claim of scope `{EXPERIMENT}`"
    logs = (text for text in snippet.strings if text.startswith(LOGS) and text.endswith(".json"))
    if not any((root / text).is_file() for text in logs):
        yield f"{where} names its log, a .json file below {' or '.join(LOGS)}: name it, or choose another scope"
    if not snippet.assigned.intersection(COUNTS):
        yield f"{where} says how many runs it had: assign `{COUNTS[0]}` (or `{COUNTS[1]}`), a number of {LEAST} or more"


def few_runs(snippet: Snippet, facts: Mapping[str, object]) -> Iterator[str]:
    """One line if what the program gave is no number of runs that can carry an experiment."""
    if snippet.scope == EXPERIMENT and snippet.assigned.intersection(COUNTS):
        count = count_of(facts)
        if count is None or count < LEAST:
            said = "is no whole number" if count is None else f"is {count}, which is no experiment"
            what = f"`{' or `'.join(f'{name}`' for name in COUNTS if name in snippet.assigned)}"
            yield f"{snippet.path}:{snippet.line_of('scope')}: {what} {said}: run more seeds, or choose another scope"
