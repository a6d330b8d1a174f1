"""The panel of a snippet: the claim, the code, and one tab per checkpoint with what the code printed there."""

import ast
import difflib
from collections.abc import Sequence
from textwrap import indent

from explainer.inputs.code_digest import without
from explainer.inputs.labs import Lab
from explainer.inputs.snippets import Snippet
from explainer.remembered import remembered
from explainer.render.context import Tab, anchor_of
from explainer.render.markup import UNSEARCHED, fenced, slug, tabbed
from explainer.render.provenance import caption, staleness_notes

MARKS = ("---", "+++", "@@")  # of a diff, beside its lines


def panel(
    snippet: Snippet,
    tabs: list[Tab],
    span: str = "",
    variants: tuple[tuple[str, str], ...] = (),
    labs: Sequence[Lab] = (),
    scope: str = "",
    noticed: str = "",
) -> str:
    """Markdown for `docs/artifacts/panels/<topic>/<name>.md`; pages in `docs/<topic>/` include it with one line.

    `span` says under which versions the claim holds, `variants` are the older libraries and how one wrote it there,
    `labs` those that it is in, `scope` what it is about, `noticed` how many changes of its program fail it.
    """
    anchor = anchor_of(snippet.name)
    parts = [
        '<div class="panel" markdown="1">',
        f"{snippet.claim} [#](#{anchor}){{ .permalink title='Permanent link to this claim' }}\n{{ .claim #{anchor} }}",
        fenced(code_of(snippet.source), "python", snippet.path.as_posix()),
        tabbed([(tab.checkpoint, _run(snippet, tab)) for tab in tabs]),
        *(
            [f"{said}\n{{ .panel-span {UNSEARCHED} }}"]
            if (said := " ".join(filter(None, (scope, noticed, span))))
            else []
        ),
        *(_variant(snippet, library, source) for library, source in variants),
        f"{_links(snippet, variants, labs)}\n{{ .panel-links {UNSEARCHED} }}",
        "</div>",
    ]
    return "\n\n".join(parts) + "\n"


def _variant(snippet: Snippet, library: str, source: str) -> str:
    """The lines that one wrote otherwise with an older library, beside today's."""
    texts = (without(text, "decides", "ports", "scope") for text in (snippet.source, source))
    ours, theirs = (code_of(text).splitlines() for text in texts)
    lines = [line for line in difflib.unified_diff(ours, theirs, n=0, lineterm="") if not line.startswith(MARKS)]
    title = f"What one wrote with {slug(library)}, where it differs"
    return f'??? note "{title}"\n\n' + indent(fenced("\n".join(lines), "diff"), "    ")


def _links(snippet: Snippet, variants: tuple[tuple[str, str], ...], labs: Sequence[Lab]) -> str:
    copies = [("Download this snippet", copy_path(snippet.key))]
    copies += [(f"for {slug(library)}", copy_path(snippet.key, library)) for library, _ in variants]
    links = [f"[{text}](../artifacts/{path}){{ download }}" for text, path in copies]
    links += [f"[See it in its lab](../artifacts/{lab.artifact}#lab-{slug(snippet.name)})" for lab in labs]
    return " · ".join(links)


@remembered(str)
def code_of(source: str) -> str:
    """The source below its docstring, which stands above it already."""
    end = ast.parse(source).body[0].end_lineno or 0
    return "\n".join(source.splitlines()[end:]).strip("\n")


def copy_path(key: str, library: str = "") -> str:
    """Where the reader's copy of a snippet, or of its variant for a library, lies below the artifacts.

    Zensical follows no link out of `docs/`.
    """
    return f"snippets/{key}.{library}.py" if library else f"snippets/{key}.py"


def _run(snippet: Snippet, tab: Tab) -> str:
    prints = f'Run with `checkpoint = "{tab.checkpoint.id}"`, it prints:' if tab.checkpoint else "It prints:"
    parts = [
        f"{prints}\n{{ .panel-run }}",
        fenced(tab.output.strip("\n") or "(nothing)", "text"),
        f"{caption(tab)}\n{{ .panel-caption {UNSEARCHED} }}",
        *staleness_notes(snippet, tab),
    ]
    return "\n\n".join(parts)
