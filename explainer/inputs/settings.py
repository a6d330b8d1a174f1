"""What a snippet's settings promise, against its text, its output and its facts: `scope` and `decides`."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from explainer.inputs.code_digest import DOCUMENTED, syntax_tree
from explainer.inputs.content import CHECKPOINTS, Checkpoint
from explainer.inputs.snippets import LONGEST_SENTENCE, PARAMETER, Snippet

WITHOUT_WEIGHTS = ("arithmetic", "library")  # claims of these scopes load no trained file
EXPERIMENT = "experiment"
COUNTS = ("seeds_run", "runs")  # the facts that say how many runs an experiment had; one is enough
LEAST = 2
LOGS = ("checkpoints/", "experiments/")


def scope_problems(snippets: Iterable[Snippet], checkpoints: list[Checkpoint], root: Path) -> Iterator[str]:
    """Yield a line for each snippet whose text does not fit its scope: where, what, and how to mend it."""
    known = _Known(checkpoints)
    for snippet in snippets:
        if snippet.scope in WITHOUT_WEIGHTS:
            yield from _loads(snippet, known)
        elif snippet.scope == EXPERIMENT:
            yield from _experiment(snippet, root)


def count_of(facts: Mapping[str, object]) -> int | None:
    """Return how many runs an experiment had, as its facts say it; None if they do not."""
    named = (facts.get(name) for name in COUNTS)
    return next((value for value in named if isinstance(value, int) and not isinstance(value, bool)), None)


class _Known:
    """Find the checkpoint that a literal names: by its id, by its folder or a path in it, or by a folder around it."""

    def __init__(self, checkpoints: list[Checkpoint]) -> None:
        names: list[str] = []
        self.holders: dict[str, str] = {}
        for checkpoint in checkpoints:
            folders = [source.path for source in checkpoint.sources if source.kind == "folder"]
            packages = [source for source in checkpoint.sources if source.kind == "package"]
            inside = [name for one in packages for name in (one.name, one.path.partition("/")[0])]
            names += [checkpoint.id, *folders, *inside]
            for parent in (parent for folder in folders for parent in PurePosixPath(folder).parents if parent.name):
                self.holders.setdefault(str(parent), checkpoint.id)
        # A name with a slash is seen inside of a longer text, too; another one is an ordinary word there.
        within, alone = r"(?<![\w.-]){}(?![\w-])", r"\A{}(?=/|\Z)"
        patterns = [(within if "/" in name else alone).format(re.escape(name)) for name in names]
        self.names = re.compile("|".join(patterns or ["(?!)"]))

    def named(self, text: str) -> str:
        """Return the name by which a literal names a checkpoint; nothing if it names none."""
        found = self.names.search(text)
        return found[0] if found else self.holders.get(text.strip("/"), "")


def _loads(snippet: Snippet, known: _Known) -> Iterator[str]:
    """Yield a line for each literal that names a trained file."""
    mend = 'make a fresh model from a configuration, or say `scope = "checkpoint"`'
    if snippet.parameter is not None:
        where = f"{snippet.path}:{snippet.line_of(PARAMETER)}"
        yield f"{where}: a claim of scope `{snippet.scope}` has no parameter `{PARAMETER}`: {mend}"
    elif any(known.named(text) for text in snippet.strings):
        for line, text in _literals(syntax_tree(snippet.source)):
            if name := known.named(text):
                where = f"{snippet.path}:{line}: a claim of scope `{snippet.scope}` loads no trained file"
                yield f"{where}, and this names {name} ({CHECKPOINTS}): {mend}"


def _literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the string literals of a program with their lines, without docstrings."""
    documented = (node for node in ast.walk(tree) if isinstance(node, DOCUMENTED) and ast.get_docstring(node))
    docstrings = {id(node.body[0].value) for node in documented if isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def _experiment(snippet: Snippet, root: Path) -> Iterator[str]:
    logs = (text for text in snippet.strings if text.startswith(LOGS) and text.endswith(".json"))
    problems = []
    if not any((root / text).is_file() for text in logs):
        problems.append(f"names its log, a .json file below {' or '.join(LOGS)}: name it, or choose another scope")
    if not snippet.assigned.intersection(COUNTS):
        names = f"assign `{COUNTS[0]}` (or `{COUNTS[1]}`), a number of {LEAST} or more"
        problems.append(f"says how many runs it had: {names}")
    for problem in problems:  # only then, since the line is found by parsing the program again
        yield f"{snippet.path}:{snippet.line_of('scope')}: a claim of scope `{EXPERIMENT}` {problem}"


def few_runs(snippet: Snippet, facts: Mapping[str, object]) -> Iterator[str]:
    """Yield a line if what the program gave is no number of runs that can carry an experiment."""
    if snippet.scope == EXPERIMENT and snippet.assigned.intersection(COUNTS):
        count = count_of(facts)
        if count is None or count < LEAST:
            said = "is no whole number" if count is None else f"is {count}, which is no experiment"
            what = f"`{' or `'.join(f'{name}`' for name in COUNTS if name in snippet.assigned)}"
            yield f"{snippet.path}:{snippet.line_of('scope')}: {what} {said}: run more seeds, or choose another scope"


def long_sentences(snippets: Iterable[Snippet]) -> Iterator[str]:
    """Yield a line for each claim whose first sentence, which readers see, is too long."""
    for snippet in snippets:
        if (words := len(snippet.sentence.split())) > LONGEST_SENTENCE:
            mend = "say when and where in a second one"
            yield f"{snippet.path}:1: the first sentence has {words} words, of {LONGEST_SENTENCE}; {mend}"


def deciding_line(output: str, decides: str | None) -> str:
    """Return the line that a reader sees under a claim: the first with `decides` in it, or else the last."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return next((line for line in lines if decides and decides in line), lines[-1] if lines else "(it prints nothing)")


def undecided(snippet: Snippet, slug: str, output: str) -> Iterator[str]:
    """Yield a line if the snippet marks no line, or more than one, of what the run with this slug printed."""
    if snippet.decides is not None:
        count = sum(snippet.decides in line for line in output.splitlines())
        if count != 1:
            where = f"{snippet.path}:{snippet.line_of('decides')}: `decides`"
            found = f"{count} lines contain" if count else "no line contains"
            yield f"{where}: {found} {snippet.decides!r} in the output of {slug}; take a piece of exactly one"
