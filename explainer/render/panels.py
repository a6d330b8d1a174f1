"""The panel of a snippet: the claim, the code, and one tab per checkpoint with what the code printed there."""

import ast
import difflib
import re
from dataclasses import dataclass
from typing import Any

from explainer.inputs.checkpoints import NAMED, Checkpoint
from explainer.inputs.ports import without_ports
from explainer.inputs.snippets import Snippet
from explainer.plain import Plain

# Every page fetches the index of the search: what a program says, or what is said elsewhere, is not worth its weight.
UNSEARCHED = 'data-search-exclude=""'
MARKS = ("---", "+++", "@@")  # of a diff, beside its lines


@dataclass(frozen=True)
class Tab:
    """One recorded run as a page shows it. `checkpoint` heads the tab; it is None for a claim that is run once.

    `uses` are the checkpoints that the run read.
    """

    checkpoint: Checkpoint | None
    uses: list[Checkpoint]
    measured: dict[str, Any]
    facts: dict[str, Plain]
    output: str


@dataclass(frozen=True)
class Then:
    """A claim under other versions: its range in a sentence, and how one wrote it with which library."""

    span: str = ""
    variants: tuple[tuple[str, str], ...] = ()


def panel(snippet: Snippet, tabs: list[Tab], then: Then = Then()) -> str:
    """Markdown for `docs/artifacts/panels/<topic>/<name>.md`; pages in `docs/<topic>/` include it with one line."""
    anchor = anchor_of(snippet.name)
    parts = [
        '<div class="panel" markdown="1">',
        f"{snippet.claim} [#](#{anchor}){{ .permalink title='Permanent link to this claim' }}\n{{ .claim #{anchor} }}",
        fenced(code_of(snippet.source), code_fence("python", snippet.path.as_posix())),
        tabbed([(tab.checkpoint, _run(snippet, tab)) for tab in tabs]),
        *([f"{then.span}\n{{ .panel-span {UNSEARCHED} }}"] if then.span else []),
        *(_variant(snippet, library, source) for library, source in then.variants),
        f"{_links(snippet, then)}\n{{ .panel-links {UNSEARCHED} }}",
        "</div>",
    ]
    return "\n\n".join(parts) + "\n"


def _variant(snippet: Snippet, library: str, source: str) -> str:
    """The lines that one wrote otherwise with an older library, beside today's."""
    ours, theirs = (code_of(text).splitlines() for text in (without_ports(snippet.source), source))
    lines = [line for line in difflib.unified_diff(ours, theirs, n=0, lineterm="") if not line.startswith(MARKS)]
    title = f"What one wrote with {_title(library)}, where it differs"
    return f'??? note "{title}"\n\n' + indented(fenced("\n".join(lines), code_fence("diff")))


def _links(snippet: Snippet, then: Then) -> str:
    copies = [("Download this snippet", copy_path(snippet.key))]
    copies += [(f"for {_title(library)}", copy_path(snippet.key, library)) for library, _ in then.variants]
    links = [f"[{text}](../artifacts/{path}){{ download }}" for text, path in copies]
    lab = f"{lab_path(snippet.topic)}#{lab_anchor(snippet.name)}"
    return " · ".join([*links, f"[See it in its lab](../artifacts/{lab})"])


def _title(library: str) -> str:
    """A library's name as pip spells it, from its module's."""
    return library.replace("_", "-")


def code_of(source: str) -> str:
    """The source below its docstring, which stands above it already."""
    end = ast.parse(source).body[0].end_lineno or 0
    return "\n".join(source.splitlines()[end:]).strip("\n")


def anchor_of(name: str) -> str:
    """The permalink of a claim, unique on the site because a snippet's name is."""
    return "claim-" + name.replace("_", "-")


def copy_path(key: str, library: str = "") -> str:
    """Where the reader's copy of a snippet, or of its variant for a library, lies below the artifacts.

    Zensical follows no link out of `docs/`.
    """
    return f"snippets/{key}.{library}.py" if library else f"snippets/{key}.py"


def lab_path(topic: str) -> str:
    """Where the lab of a topic lies, below the artifacts."""
    return f"labs/{topic}.ipynb"


def lab_anchor(name: str) -> str:
    """A snippet's place in the lab of its topic."""
    return "lab-" + name.replace("_", "-")


def tabbed(blocks: list[tuple[Checkpoint | None, str]]) -> str:
    """Blocks of Markdown as linked tabs, one a checkpoint; a block without one stands by itself."""
    return "\n\n".join(
        f'=== "{checkpoint.title}"\n\n{indented(text)}' if checkpoint else text for checkpoint, text in blocks
    )


def indented(text: str) -> str:
    """The text as the content of a tab."""
    return "\n".join(f"    {line}" if line else "" for line in text.split("\n"))


def fenced(text: str, language: str) -> str:
    """A code block that nothing in the text can end, and in which no include is followed."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    text = re.sub(r"^(\s*)(-+8<-+)", r"\1;\2", text, flags=re.MULTILINE)
    return f"{fence}{language}\n{text}\n{fence}"


def code_fence(language: str, title: str = "") -> str:
    """What opens a block of code that the search leaves out."""
    named = f' title="{title}"' if title else ""
    return f"{{ .{language}{named} {UNSEARCHED} }}"


def _run(snippet: Snippet, tab: Tab) -> str:
    lines: list[str] = []
    if tab.checkpoint is not None:
        lines.append(f'Run with `checkpoint = "{tab.checkpoint.id}"`, it prints:\n{{ .panel-run }}')
    else:
        lines.append("It prints:\n{ .panel-run }")
    lines.append(fenced(tab.output.strip("\n") or "(nothing)", code_fence("text")))
    lines.append(f"{caption(tab)}\n{{ .panel-caption {UNSEARCHED} }}")
    return "\n\n".join([*lines, *reservations(snippet, tab)])


def reservations(snippet: Snippet, tab: Tab) -> list[str]:
    """What a reader must know of an output that the source above it, or the checkpoint of today, did not give."""
    lines: list[str] = []
    if tab.measured["snippet"] != snippet.digest:
        lines.append("This output is of an earlier version of the snippet, which has not been run here since.")
    if any(tab.measured[used.slug]["files"] != used.digest for used in tab.uses):
        lines.append("This output is of another revision of the checkpoint than the one now named in the registry.")
    return lines


def caption(tab: Tab) -> str:
    """What a number was measured on: checkpoint and revision, library versions, device, date."""
    parts = [measured_checkpoint(tab, used) for used in tab.uses]
    parts += [f"{name} {tab.measured[name]}" for name in NAMED if name in tab.measured]
    return "Measured on " + ", ".join([*parts, tab.measured["device"], tab.measured["date"]]) + "."


def measured_checkpoint(tab: Tab, used: Checkpoint) -> str:
    """A checkpoint with the revision that was measured, which need not be the one the registry names now."""
    revision = tab.measured[used.slug]["revision"]
    return f"{used.title} at {revision}" if revision else used.title
