"""The one line of a claim's output that a reader sees under its sentence."""

from collections.abc import Iterator

from explainer.inputs.snippets import Snippet


def deciding_line(output: str, decides: str | None) -> str:
    """The first line that contains `decides`; where none does, the last that is not empty."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return next((line for line in lines if decides and decides in line), lines[-1] if lines else "(it prints nothing)")


def undecided(snippet: Snippet, slug: str, output: str) -> Iterator[str]:
    """One line if the snippet marks no line, or more than one, of what the run with this slug printed."""
    if snippet.decides is not None:
        count = sum(snippet.decides in line for line in output.splitlines())
        if count != 1:
            where = f"{snippet.path}:{snippet.line_of('decides')}: `decides`"
            found = f"{count} lines contain" if count else "no line contains"
            yield f"{where}: {found} {snippet.decides!r} in the output of {slug}; take a piece of exactly one"
