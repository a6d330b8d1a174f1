"""Render a claim: its panel and its advice on a topic's page, and its own page."""

import difflib
import re
from functools import cache
from typing import Any

from explainer.fact_values import MAIN_LIBRARIES
from explainer.inputs.code_digest import lines_without_assignments
from explainer.inputs.content import STATEMENT_VERDICTS
from explainer.inputs.lessons import lesson_of, without_marks
from explainer.inputs.snippet_settings import EXPERIMENT, deciding_line, run_count
from explainer.inputs.snippets import HIDDEN_SETTINGS, Snippet
from explainer.render import breadcrumbs, releases
from explainer.render.context import Context, ShownRun, claim_anchor, claim_page
from explainer.render.downloads import downloads
from explainer.render.markup import slug, tabbed
from explainer.render.provenance import caption, staleness_notes
from explainer.render.statements import statement_anchor
from explainer.render.templating import render
from explainer.versions.history import describe_releases, summarize_releases

EXPLANATION_PAGE = "how-it-works/index.md"  # of a site that has one; terms of a claim's page link to its anchors
SCOPE_ANCHOR = "scope"
SCOPE_LABELS = {
    "arithmetic": "arithmetic: any weights",
    "library": "library: any weights",
    "checkpoint": "checkpoint: measured",
    EXPERIMENT: "experiment: {} runs",
}
DIFF_HEADERS = ("---", "+++", "@@")  # the lines of a unified diff that name files and line numbers


def panel(snippet: Snippet, context: Context, page: str) -> str:
    """Return a claim's panel for a page: its sentence, its mark, its lesson and what the program printed.

    A program without a lesson is shown whole.
    """
    runs = context.shown_runs(snippet)
    return render(
        "panel.md",
        sentence=snippet.sentence,
        mark=context.mark(snippet, page),
        anchor=claim_anchor(snippet.key),
        downloads=_downloads(snippet, context, page),
        code=lesson_of(snippet.source, HIDDEN_SETTINGS) or code_of(snippet.source),
        output=runs[0].output.strip("\n") if len(runs) == 1 else "",
        runs=[_run_values(snippet, run, with_checkpoint=len(runs) > 1) for run in runs],
        notes=sorted({note for run in runs for note in staleness_notes(snippet, run)}),
    )


def _downloads(snippet: Snippet, context: Context, page: str) -> list[dict[str, Any]]:
    """Return the zips that a reader unzips beside the program."""
    return downloads({snippet.checkpoint_id, *(text.partition("/")[0] for text in snippet.strings)}, context, page)


def advice(snippet: Snippet, context: Context, page: str) -> str:
    """Return a claim as a list item for “What to do” on a page: its first sentence and its mark."""
    return f"- {snippet.sentence} {context.mark(snippet, page)}\n"


def _run_values(snippet: Snippet, run: ShownRun, *, with_checkpoint: bool) -> dict[str, str]:
    """Return a run's checkpoint, and its deciding line or why the claim fails in it; each is "" where there is none."""
    checkpoint = run.checkpoint.title if run.checkpoint and with_checkpoint else ""
    line = "" if run.failure else deciding_line(run.output, snippet.decides)
    return {"checkpoint": checkpoint, "deciding_line": line, "failure": run.failure}


def own_page(snippet: Snippet, context: Context) -> str:
    """Return a claim's own page, `c/<name>.md`."""
    page, runs = claim_page(snippet.key), context.shown_runs(snippet)
    explaining_page = context.explained_on.get(snippet.key)
    lab_files = [lab.artifact for lab in context.site.labs if snippet.key in lab.claims]
    description = " ".join([_without_markdown(snippet.claim), *_checkpoint_titles(runs)])
    return render(
        "claim_page.md",
        badge=_badge(snippet, runs, context, page),
        downloads=_downloads(snippet, context, page),
        code=code_of(snippet.source),
        download=context.relative_link(page, f"artifacts/{copy_path(snippet.key)}"),
        title=_without_markdown(snippet.sentence),
        sentence=snippet.sentence,
        conditions=snippet.conditions,
        # The themes write it into an attribute of HTML and escape no straight quotes.
        description=re.sub(r'"([^"]*)"', r"“\1”", description).replace('"', "”"),
        crumbs=breadcrumbs.crumbs_of_claims(snippet.topic, explaining_page, context),
        citation=citation(snippet, context),
        explained=explaining_page and context.relative_link(page, explaining_page) + context.panel_anchor(snippet.key),
        variants=[
            {
                "library": slug(library),
                "diff": _program_diff(snippet.source, source),
                "download": context.relative_link(page, f"artifacts/{copy_path(snippet.key, library)}"),
            }
            for library, source in context.site.variants.get(snippet.key, ())
        ],
        labs=[context.relative_link(page, f"artifacts/{lab}") + f"#lab-{slug(snippet.name)}" for lab in lab_files],
        outputs=outputs_in_tabs(snippet, runs),
        releases=context.describe_answers(describe_releases, snippet.key),
        reasons=releases.reasons(snippet.key, context),
        settles=_settled_statements(snippet, context, page),
    )


def _settled_statements(snippet: Snippet, context: Context, page: str) -> list[dict[str, str]]:
    """Return the statements that rest on this claim, each with the link to the page that tells why."""
    return [
        {
            "verdict": STATEMENT_VERDICTS[statement.verdict],
            "says": statement.says,
            "link": f"{context.relative_link(page, listing)}#{statement_anchor(statement)}",
        }
        for statement in context.statements_by_key.get(snippet.key, [])
        if (listing := context.statement_page(statement))
    ]


def _program_diff(source: str, variant: str) -> str:
    """Return the lines in which a program and its variant for an older library differ, as a diff without headers."""
    program_lines, variant_lines = (code_of(text).splitlines() for text in (source, variant))
    diff = difflib.unified_diff(program_lines, variant_lines, n=0, lineterm="")
    return "\n".join(line for line in diff if not line.startswith(DIFF_HEADERS))


def outputs_in_tabs(snippet: Snippet, runs: list[ShownRun]) -> str:
    """Return the complete output of each run as Markdown, in a tab per checkpoint."""
    return tabbed([(run.checkpoint, _run_output(snippet, run)) for run in runs])


def _run_output(snippet: Snippet, run: ShownRun) -> str:
    return render(
        "run.md",
        with_checkpoint=run.checkpoint.id if run.checkpoint else "",
        output=run.output.strip("\n") or "(it prints nothing)",
        failure=run.failure,
        caption=caption(run),
        notes=staleness_notes(snippet, run),
    )


def _badge(snippet: Snippet, runs: list[ShownRun], context: Context, page: str) -> list[str]:
    """Return the parts of a claim's badge as Markdown: its scope, its checkpoints, and the releases it holds in."""
    counts = [count for run in runs if (count := run_count(run.facts)) is not None]
    scope_label = SCOPE_LABELS[snippet.scope].format(max(counts, default="several")) if snippet.scope else ""
    titles = ", ".join(_checkpoint_titles(runs)) if snippet.scope in (None, "checkpoint") else ""
    if scope_label and titles:
        scope_label, titles = f"{scope_label} on {titles}", ""
    scope_label = _link_to_explanation(scope_label, SCOPE_ANCHOR, context, page)
    return [part for part in (scope_label, titles, context.describe_answers(summarize_releases, snippet.key)) if part]


def _checkpoint_titles(runs: list[ShownRun]) -> list[str]:
    """Return the titles of the checkpoints in whose runs the claim holds, each once."""
    holding = [checkpoint.title for run in runs if not run.failure for checkpoint in run.used_checkpoints]
    return list(dict.fromkeys(holding))


def _link_to_explanation(text: str, anchor: str, context: Context, page: str) -> str:
    """Return a text as a link to a section of the explanation page, or as it is if that has no such anchor."""
    has_section = text and f"{{ #{anchor} }}" in context.site.pages.get(EXPLANATION_PAGE, "")
    return f"[{text}]({context.relative_link(page, EXPLANATION_PAGE)}#{anchor})" if has_section else text


def citation(snippet: Snippet, context: Context) -> str:
    """Return one line to paste into an issue: the claim and where it holds. The page's script adds the address."""
    runs = context.shown_runs(snippet)
    versions = runs[0].measured.versions
    libraries = (context.site.libraries.library, *reversed(MAIN_LIBRARIES))  # a program with both is about transformers
    library = next((f" with {name} {versions[name]}" for name in libraries if name in versions), "")
    titles = _checkpoint_titles(runs)
    checkpoints = f" on {', '.join(titles)}" if titles else ""
    releases = context.describe_answers(summarize_releases, snippet.key)
    return f"“{snippet.claim}” Holds{library}{checkpoints}{f'; {releases}' if releases else ''}:"


def _without_markdown(text: str) -> str:
    """Return a sentence without its backticks and asterisks; an asterisk in code stays."""
    parts = text.split("`")  # every second part is code
    return "".join(part if index % 2 else part.replace("*", "") for index, part in enumerate(parts))


@cache
def code_of(source: str) -> str:
    """Return a snippet's whole program as readers see it: no docstring, no HIDDEN_SETTINGS, no marks of a lesson."""
    return "\n".join(lines_without_assignments(without_marks(source), HIDDEN_SETTINGS, first_statement=1)).strip("\n")


def copy_path(key: str, library: str = "") -> str:
    """Return the path, below the artifacts, of the copy of a snippet or of its variant for a library.

    Readers download the copy, because a link out of `docs/` leads nowhere in the built site.
    """
    return f"snippets/{key}.{library}.py" if library else f"snippets/{key}.py"
