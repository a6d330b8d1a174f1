"""A claim as a reader meets it: three lines on a page, an address of its own, and its place among its topic's proofs.

What they look like is in the templates.
"""

import difflib
import re
from functools import cache
from typing import Any

from explainer.inputs.code_digest import lines_without
from explainer.inputs.content import VERDICTS
from explainer.inputs.pages import title_of
from explainer.inputs.settings import EXPERIMENT, count_of, deciding_line
from explainer.inputs.snippets import SETTINGS, Snippet
from explainer.mutate.record import Entry
from explainer.plain import NAMED
from explainer.render import versions, whereabouts
from explainer.render.context import Context, Tab, anchor_of, claim_page, proof_page
from explainer.render.markup import short_title, slug, tabbed, words
from explainer.render.provenance import caption, staleness_notes
from explainer.render.statements import in_full
from explainer.render.templating import render
from explainer.versions.history import in_short, span

HOW = "how-it-works/index.md"  # explains a claim's badge, where a site has it, under these anchors
SCOPE, CHANGES = "scope", "changes-of-a-program"
MEANS = {
    "arithmetic": "arithmetic: any weights",
    "library": "library: any weights",
    "checkpoint": "checkpoint: measured",
    EXPERIMENT: "experiment: {} runs",
}
SAID = SETTINGS - {"tolerance"}  # by a claim's badge and its line of output; a tolerance is for the reader to see
MARKS = ("---", "+++", "@@")  # of a diff, beside its lines


def card(snippet: Snippet, context: Context) -> str:
    """Return a claim's panel: the one program that is open on a page, with what it prints."""
    tabs, page = context.tabs(snippet), context.page_of(f"panels/{snippet.key}.md")
    return render(
        "claim_card.md",
        sentence=snippet.sentence,
        mark=context.mark(snippet, page),
        anchor=anchor_of(snippet.key),
        code=code_of(snippet.source),
        output=tabs[0].output.strip("\n") if len(tabs) == 1 else "",
        runs=[_decided(snippet, tab, tabs) for tab in tabs],
        notes=sorted({note for tab in tabs for note in staleness_notes(snippet, tab)}),
    )


def advice(snippet: Snippet, context: Context, page: str) -> str:
    """Return a claim as an item under “What to do” of a page: its first sentence and its mark."""
    return f"- {snippet.sentence} {context.mark(snippet, page)}\n"


def _everywhere(snippet: Snippet, context: Context, page: str) -> dict[str, Any]:
    """What a claim shows wherever it is shown: its sentence, its badge and its program."""
    code = code_of(snippet.source)
    return {
        "claim": snippet.claim,
        "badge": _badge(snippet, context.tabs(snippet), context, page),
        "code": code,
        "lines": code.count("\n") + 1,
        "path": snippet.path.as_posix(),
        "download": context.way(page, f"artifacts/{copy_path(snippet.key)}"),
    }


def _decided(snippet: Snippet, tab: Tab, tabs: list[Tab]) -> dict[str, str]:
    """The line that decides and, where there are several, what it was printed on; or why the claim does not hold."""
    on = tab.checkpoint.title if tab.checkpoint and len(tabs) > 1 else ""
    decides = "" if tab.against else deciding_line(tab.output, snippet.decides)
    return {"on": on, "decides": decides, "against": tab.against}


def page(snippet: Snippet, context: Context) -> str:
    """Return a claim's own page."""
    here, tabs = claim_page(snippet.key), context.tabs(snippet)
    shown = context.shown_on.get(snippet.key)
    entry = _entry(snippet, context)
    labs = [lab.artifact for lab in context.site.labs if snippet.key in lab.claims]
    return render(
        "claim_page.md",
        **_everywhere(snippet, context, here),
        title=_plain(snippet.sentence),
        sentence=snippet.sentence,
        conditions=snippet.conditions,
        # For an attribute of HTML, in which the themes escape no straight quotes.
        description=re.sub(r'"([^"]*)"', r"“\1”", " ".join([_plain(snippet.claim), *_named(tabs)])).replace('"', "”"),
        topic=snippet.topic,
        crumbs=whereabouts.of_claims(snippet.topic, shown, context),
        citation=citation(snippet, context),
        shown=shown and context.way(here, shown) + context.anchor(snippet.key),
        proofs=f"{context.way(here, proof_page(snippet.topic))}#{slug(snippet.name)}",
        labs=[context.way(here, f"artifacts/{lab}") + f"#lab-{slug(snippet.name)}" for lab in labs],
        outputs=outputs(snippet, tabs),
        span=context.under_versions(span, snippet.key),
        reasons=versions.reasons(snippet.key, context),
        noticed=noticed(snippet, context, here),
        survivors=entry.survivors if entry else [],
        attacked=_attacked(snippet, context),
        settles=_settles(snippet, context, here),
        in_full=in_full(context.statements_on.get(here, []), here, context),
    )


def _attacked(snippet: Snippet, context: Context) -> list[dict[str, Any]]:
    """The sentences that this claim shows on pages, with the attacks on each since it was last edited."""
    bound = {one.sentence: one for one in context.bound_of.get(snippet.name, [])}
    return [
        {"sentence": sentence, "attacks": context.site.attacks.get(one.digest(context.site.by_name), [])}
        for sentence, one in bound.items()
    ]


def _settles(snippet: Snippet, context: Context, here: str) -> list[dict[str, str]]:
    """What people say that rests on this claim: the verdict, the statement, and the page that says why, if another."""
    return [
        {
            "verdict": VERDICTS[entry.verdict],
            "says": entry.says,
            "link": context.way(here, page) + f"#said-{slug(entry.name)}",
        }
        for entry in context.statements_of.get(snippet.key, [])
        if (page := context.statement_page(entry)) != here
    ]


def proofs(topic: str, snippets: list[Snippet], context: Context) -> str:
    """The page with all proofs of a topic."""
    here = proof_page(topic)
    pages = sorted({page for one in snippets if (page := context.shown_on.get(one.key))})
    return render(
        "proof_page.md",
        topic=words(topic),
        crumbs=whereabouts.of_claims(topic, None, context),
        pages=[{"title": title_of(context.site.pages[page]), "link": context.way(here, page)} for page in pages],
        claims=[_proof(snippet, context, here) for snippet in snippets],
    )


def _proof(snippet: Snippet, context: Context, here: str) -> dict[str, Any]:
    tabs = context.tabs(snippet)
    return {
        **_everywhere(snippet, context, here),
        "slug": slug(snippet.name),
        "title": short_title(snippet.name, snippet.claim),
        "page": context.way(here, claim_page(snippet.key)),
        "variants": [
            {
                "library": slug(library),
                "diff": _difference(snippet.source, source),
                "download": context.way(here, f"artifacts/{copy_path(snippet.key, library)}"),
            }
            for library, source in context.site.variants.get(snippet.key, ())
        ],
        "outputs": outputs(snippet, tabs),
        "span": context.under_versions(span, snippet.key),
    }


def _difference(ours: str, theirs: str) -> str:
    """The lines that are written otherwise with an older library, beside today's."""
    before, after = (code_of(text).splitlines() for text in (ours, theirs))
    diff = difflib.unified_diff(before, after, n=0, lineterm="")
    return "\n".join(line for line in diff if not line.startswith(MARKS))


def outputs(snippet: Snippet, tabs: list[Tab]) -> str:
    """What each run printed, whole, in linked tabs where there are several checkpoints."""
    return tabbed([(tab.checkpoint, _run(snippet, tab)) for tab in tabs])


def _run(snippet: Snippet, tab: Tab) -> str:
    return render(
        "run.md",
        with_checkpoint=tab.checkpoint.id if tab.checkpoint else "",
        output=tab.output.strip("\n") or "(it prints nothing)",
        against=tab.against,
        caption=caption(tab),
        notes=staleness_notes(snippet, tab),
    )


def _badge(snippet: Snippet, tabs: list[Tab], context: Context, page: str) -> list[str]:
    """A claim's scope, what it was measured on and since when it holds, in a few words each, as Markdown."""
    counts = [count for tab in tabs if (count := count_of(tab.facts)) is not None]
    scope = MEANS[snippet.scope].format(max(counts, default="several")) if snippet.scope else ""
    named = ", ".join(_named(tabs)) if snippet.scope in (None, "checkpoint") else ""
    if scope and named:
        scope, named = f"{scope} on {named}", ""
    parts = [_explained(scope, SCOPE, context, page), named, context.under_versions(in_short, snippet.key)]
    return [part for part in parts if part]


def _named(tabs: list[Tab]) -> list[str]:
    """The checkpoints that the runs read in which the claim holds, each once."""
    return list(dict.fromkeys(used.title for tab in tabs if not tab.against for used in tab.uses))


def _entry(snippet: Snippet, context: Context) -> Entry | None:
    """What became of the mutants of the program as it is; None if another one was changed."""
    entry = context.mutants.get(snippet.key)
    return entry if entry and entry.digest == snippet.digest else None


def noticed(snippet: Snippet, context: Context, page: str) -> str:
    """How many small changes of a program its asserts notice; nothing for one that was not changed yet."""
    entry = _entry(snippet, context)
    if entry is None or not entry.mutants:
        return ""
    changes = f"small change{'s' if entry.mutants > 1 else ''} to this program"
    explained = _explained(changes, CHANGES, context, page)
    return f"{entry.killed} of {entry.mutants} {explained} {'make' if entry.mutants > 1 else 'makes'} it fail."


def _explained(text: str, anchor: str, context: Context, page: str) -> str:
    """A text with a link to what explains it, where the site does."""
    there = text and f"{{ #{anchor} }}" in context.site.pages.get(HOW, "")
    return f"[{text}]({context.way(page, HOW)}#{anchor})" if there else text


def citation(snippet: Snippet, context: Context) -> str:
    """One line for an issue: the sentence, that it holds, and where; the reader's browser adds the address."""
    tabs = context.tabs(snippet)
    used = tabs[0].measured.versions
    libraries = (context.site.libraries.library, *reversed(NAMED))  # of these the first that the program used
    library = next((f" with {name} {used[name]}" for name in libraries if name in used), "")
    on = f" on {', '.join(_named(tabs))}" if _named(tabs) else ""
    since = context.under_versions(in_short, snippet.key)
    return f"“{snippet.claim}” Holds{library}{on}{f'; {since}' if since else ''}:"


def _plain(text: str) -> str:
    """A sentence without Markdown's signs; a `*` inside of code is none."""
    return "".join(part if number % 2 else part.replace("*", "") for number, part in enumerate(text.split("`")))


@cache
def code_of(source: str) -> str:
    """The source below its docstring, without the settings that a claim says already."""
    return "\n".join(lines_without(source, SAID, first=1)).strip("\n")


def copy_path(key: str, library: str = "") -> str:
    """Where the reader's copy of a snippet, or of its variant for a library, lies below the artifacts.

    Zensical follows no link out of `docs/`.
    """
    return f"snippets/{key}.{library}.py" if library else f"snippets/{key}.py"
