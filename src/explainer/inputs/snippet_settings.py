"""Check a snippet's `scope` against its text and facts, its `decides` against its output, and its sentence's length."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath

from explainer.inputs.code_digest import NODES_WITH_DOCSTRINGS, syntax_tree
from explainer.inputs.content import CHECKPOINTS_FILE, Checkpoint
from explainer.inputs.snippets import CHECKPOINT_NAME, MAX_SENTENCE_WORDS, Snippet

SCOPES_WITHOUT_WEIGHTS = ("arithmetic", "library")  # claims of these scopes load no trained file
EXPERIMENT = "experiment"
RUN_COUNTS = ("seeds_run", "runs")  # the facts that may say how many runs an experiment had
MIN_RUNS = 2
LOG_FOLDERS = ("checkpoints/", "experiments/")


def scope_problems(snippets: Iterable[Snippet], checkpoints: list[Checkpoint], root: Path) -> Iterator[str]:
    """Yield a line for each snippet whose text does not fit its scope: place, problem, and how to mend it."""
    checkpoint_names = _CheckpointNames(checkpoints)
    for snippet in snippets:
        if snippet.scope in SCOPES_WITHOUT_WEIGHTS:
            yield from _check_loads_no_file(snippet, checkpoint_names)
        elif snippet.scope == EXPERIMENT:
            yield from _check_experiment(snippet, root)


def run_count(facts: Mapping[str, object]) -> int | None:
    """Return how many runs an experiment had, by its facts `seeds_run` or `runs`; None if neither is an integer."""
    values = (facts.get(name) for name in RUN_COUNTS)
    return next((value for value in values if isinstance(value, int) and not isinstance(value, bool)), None)


class _CheckpointNames:
    """Find a checkpoint's name in a string: its id, its package or folder, or a folder around that."""

    def __init__(self, checkpoints: list[Checkpoint]) -> None:
        names: list[str] = []
        self.parents: dict[str, str] = {}  # a folder that contains a checkpoint's → the checkpoint's id
        for checkpoint in checkpoints:
            folders = [source.path for source in checkpoint.sources if source.kind == "folder"]
            packages = [source for source in checkpoint.sources if source.kind == "package"]
            modules = [name for package in packages for name in (package.name, package.path.partition("/")[0])]
            names += [checkpoint.id, *folders, *modules]
            for parent in (parent for folder in folders for parent in PurePosixPath(folder).parents if parent.name):
                self.parents.setdefault(str(parent), checkpoint.id)
        # A name with a slash counts inside a longer text, too. One without is an ordinary word there, so it counts only
        # as the whole text, or as the first part of a path.
        anywhere, at_start = r"(?<![\w.-]){}(?![\w-])", r"\A{}(?=/|\Z)"
        patterns = [(anywhere if "/" in name else at_start).format(re.escape(name)) for name in names]
        self.pattern = re.compile("|".join(patterns or ["(?!)"]))  # `(?!)` matches nothing

    def find_in(self, text: str) -> str:
        """Return the name of a checkpoint in the string (for a folder around it, its id); empty if there is none."""
        match = self.pattern.search(text)
        return match[0] if match else self.parents.get(text.strip("/"), "")


def _check_loads_no_file(snippet: Snippet, checkpoint_names: _CheckpointNames) -> Iterator[str]:
    """Yield a line if the snippet takes a `checkpoint`, else one for each string that names a trained file."""
    mend = 'make a fresh model from a configuration, or say `scope = "checkpoint"`'
    if snippet.checkpoint_id is not None:
        where = f"{snippet.path}:{snippet.line_of(CHECKPOINT_NAME)}"
        yield f"{where}: a claim of scope `{snippet.scope}` has no parameter `{CHECKPOINT_NAME}`: {mend}"
    elif any(checkpoint_names.find_in(text) for text in snippet.strings):
        # only now find the lines, which takes longer
        for line, text in _string_literals(syntax_tree(snippet.source)):
            if name := checkpoint_names.find_in(text):
                where = f"{snippet.path}:{line}: a claim of scope `{snippet.scope}` loads no trained file"
                yield f"{where}, and this names {name} ({CHECKPOINTS_FILE}): {mend}"


def _string_literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each string literal of a program, except docstrings."""
    documented = (
        node for node in ast.walk(tree) if isinstance(node, NODES_WITH_DOCSTRINGS) and ast.get_docstring(node)
    )
    docstrings = {id(node.body[0].value) for node in documented if isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def _check_experiment(snippet: Snippet, root: Path) -> Iterator[str]:
    """Yield a line if an experiment names no log that exists, and one if it does not assign its number of runs."""
    log_paths = (text for text in snippet.strings if text.startswith(LOG_FOLDERS) and text.endswith(".json"))
    problems = []
    if not any((root / path).is_file() for path in log_paths):
        problems.append(
            f"names its log, a .json file below {' or '.join(LOG_FOLDERS)}: name it, or choose another scope"
        )
    if not snippet.assigned_names.intersection(RUN_COUNTS):
        mend = f"assign `{RUN_COUNTS[0]}` (or `{RUN_COUNTS[1]}`), a number of {MIN_RUNS} or more"
        problems.append(f"says how many runs it had: {mend}")
    for problem in problems:
        yield f"{snippet.path}:{snippet.line_of('scope')}: a claim of scope `{EXPERIMENT}` {problem}"


def few_runs(snippet: Snippet, facts: Mapping[str, object]) -> Iterator[str]:
    """Yield a line if an experiment's recorded number of runs is not an integer, or is less than MIN_RUNS."""
    if snippet.scope == EXPERIMENT and snippet.assigned_names.intersection(RUN_COUNTS):
        count = run_count(facts)
        if count is None or count < MIN_RUNS:
            problem = "is no whole number" if count is None else f"is {count}, which is no experiment"
            names = f"`{' or `'.join(f'{name}`' for name in RUN_COUNTS if name in snippet.assigned_names)}"
            where = f"{snippet.path}:{snippet.line_of('scope')}"
            yield f"{where}: {names} {problem}: run more seeds, or choose another scope"


def long_sentences(snippets: Iterable[Snippet]) -> Iterator[str]:
    """Yield a line for each claim whose first sentence has more than MAX_SENTENCE_WORDS words."""
    for snippet in snippets:
        if (words := len(snippet.sentence.split())) > MAX_SENTENCE_WORDS:
            mend = "say when and where in a second one"
            yield f"{snippet.path}:1: the first sentence has {words} words, of {MAX_SENTENCE_WORDS}; {mend}"


def deciding_line(output: str, decides: str | None) -> str:
    """Return the printed line that a reader sees under a claim: the first that contains `decides`, else the last."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return next((line for line in lines if decides and decides in line), lines[-1] if lines else "(it prints nothing)")


def bad_decides(snippet: Snippet, slug: str, output: str) -> Iterator[str]:
    """Yield a line if `decides` is in no line, or in several, of the output of the run with this slug."""
    if snippet.decides is not None:
        count = sum(snippet.decides in line for line in output.splitlines())
        if count != 1:
            where = f"{snippet.path}:{snippet.line_of('decides')}: `decides`"
            matches = f"{count} lines contain" if count else "no line contains"
            yield f"{where}: {matches} {snippet.decides!r} in the output of {slug}; take a piece of exactly one"
