"""Two files for programs that read the site: `llms.txt`, what there is and where, and `claims.json`, every claim.

Addresses in them start from the site's root: where that is, only the host knows.
"""

from collections.abc import Iterator
from typing import Any

from explainer.inputs.pages import description_of, title_of
from explainer.inputs.snippets import Snippet
from explainer.inputs.statements import VERDICTS
from explainer.inputs.yaml_files import to_lined_json
from explainer.render.context import Context, address, anchor_of, claim_page
from explainer.render.templating import render
from explainer.versions.answers import NOTHING
from explainer.versions.history import bands, span

HOME = "index.md"
CLAIMS, LLMS = "../claims.json", "../llms.txt"  # beside the artifacts
ABOUT = (
    "Every claim of the site. It held in each run that is recorded; `holds_on` names the checkpoints that these runs "
    "read, none for a claim about any weights. `releases` are the answers under older versions. An `address` starts "
    "from the site's root."
)


def program_files(context: Context) -> dict[str, str]:
    """Both, on a site that has something to say in them."""
    files = {}
    if context.record.claims:
        files[CLAIMS] = to_lined_json({"about": ABOUT, "claims": list(_claims(context))}, levels=2)
    if HOME in context.site.pages:
        files[LLMS] = _llms(context)
    return files


def _claims(context: Context) -> Iterator[dict[str, Any]]:
    for snippet in context.site.snippets:
        if tabs := context.tabs(snippet):
            page = context.shown_on.get(snippet.key)
            yield {
                "name": snippet.key,
                "claim": snippet.claim,
                "scope": snippet.scope or "",
                "holds_on": list(dict.fromkeys(used.id for tab in tabs for used in tab.uses)),
                "measured_with": tabs[-1].measured.versions,
                "settles": [
                    {"verdict": VERDICTS[entry.verdict], "says": entry.says}
                    for entry in context.site.statements
                    if snippet.key in entry.snippets
                ],
                "versions": context.under_versions(span, snippet.key),
                "releases": list(_releases(snippet, context)),
                "address": address(claim_page(snippet.key)),
                "explained": f"{address(page)}#{anchor_of(snippet.key)}" if page else "",
            }


def _releases(snippet: Snippet, context: Context) -> Iterator[dict[str, str]]:
    answers = context.answers.get(snippet.key, NOTHING).answers
    for band in bands(answers, context.site.libraries.sets):
        yield {"answer": band.answer, "first": band.first.title, "last": band.last.title}


def _llms(context: Context) -> str:
    pages = context.site.pages
    nav = context.site.nav or (("", tuple(pages)),)
    sections = [
        {
            "title": title,
            "pages": [
                {"title": title_of(pages[page]), "address": address(page), "says": description_of(pages[page])}
                for page in inside
                if page in pages and page != HOME
            ],
        }
        for title, inside in nav
    ]
    return render(
        "llms.txt",
        title=title_of(pages[HOME]),
        says=description_of(pages[HOME]),
        sections=[section for section in sections if section["pages"]],
        claims=len(context.record.claims),
    )
