"""Render a page for each kind of message, and one that lists them, into `docs/m/`."""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.snippets import Snippet
from explainer.render import breadcrumbs
from explainer.render.context import Context, claim_page
from explainer.render.templating import render_text
from explainer.versions.history import describe_releases
from load_report.rules import GROUPS, Group, Kind, LoadReportSources, Rules

PAGES_FOLDER = "m"
INDEX_PAGE = f"{PAGES_FOLDER}/index.md"
REPORTS_FOLDER = "reports/"
EXAMPLE_PREFIX = "module."  # DataParallel's: the one that programs on the pages remove
# In characters: a heading that fits two lines of a telephone, the end of a message that is cut, and the longest end
# if it is the important part.
MAX_HEADING, PLAIN_END, MAX_END = 80, 48, 76
IMPORTANT_END = re.compile(r"newly initialized\b.*|not used when\b.*", re.DOTALL)
# The box's colours for messages whose keys differ in what they mean for the model.
COLOURS: dict[Group, str] = {
    "nothing": "error",
    "lost": "stop",
    "train": "train",
    "depends": "train",
    "harmless": "fine",
    "later": "own",
}
# In characters: a report's line that is shown in full, and of a longer one its start and what is around the match.
MAX_LINE, CONTEXT_LENGTH = 400, 120
NOTHING_TO_DO = "Nothing."
# mkdocs-macros renders these pages with Jinja. Messages may contain braces, so all but the site's address is raw.
RAW, ENDRAW = "{% raw %}", "{% endraw %}"
SITE = "{{ (config.site_url or '')|trim('/') }}"


class MessagePages:
    """Render the pages from the kinds, the rules, the recorded reports and outputs.

    `versions_by_form`: form → the first and the last version whose reports have its words; "" for the newest.
    """

    def __init__(self, sources: LoadReportSources, context: Context, versions_by_form: dict[str, list[str]]) -> None:
        self.sources, self.context, self.versions_by_form = sources, context, versions_by_form
        self.reported_sets = [library_set for library_set in context.site.libraries.sets if self._report(library_set)]

    def files(self) -> dict[str, str]:
        """Return every page by its path from docs/artifacts."""
        pages = {page_of_kind(kind): self._page(kind) for kind in self.sources.kinds}
        return {f"../{name}": text for name, text in (pages | {INDEX_PAGE: self._index()}).items()}

    def _index(self) -> str:
        """Return the page that lists all messages, by group."""

        def list_item(kind: Kind) -> dict[str, str]:
            verdict = verdict_of(kind, self.sources.rules)
            answer = self.context.sentences_by_key[kind.reason]
            return {"title": kind.title, "page": f"{kind.slug}.md", "verdict": verdict, "answer": answer}

        groups = [
            {"title": title, "kinds": [list_item(kind) for kind in self.sources.kinds if kind.group == group]}
            for group, title in GROUPS.items()
        ]
        return render_text(self.sources.templates["messages.md"], groups=[group for group in groups if group["kinds"]])

    def _page(self, kind: Kind) -> str:
        """Return the page of a kind of message."""
        rules, page_path = self.sources.rules, page_of_kind(kind)
        verdict = verdict_of(kind, rules)
        report_claim, newest = rules.report, self.context.site.libraries.sets[-1:]
        outputs = [
            {
                "name": key.partition("/")[2].replace("_", " "),
                "page": self.context.relative_link(page_path, claim_page(key)),
            }
            for key in kind.claims
            if key != report_claim
            and any(next(_matching_lines(kind, text), "") for text in self._outputs_of_claim(key))
        ]
        printed = list(self.printed_ranges(kind))
        return render_text(
            self.sources.templates["message.md"],
            kind=kind,
            title=without_backticks(kind.title),
            heading=heading_pieces(without_backticks(kind.title)),
            description=meta_description(verdict, self.context.sentences_by_key[kind.reason]),
            crumbs=[
                *breadcrumbs.tab_of_page(INDEX_PAGE, self.context),
                {"title": "Messages", "address": f"{PAGES_FOLDER}/"},
            ],
            verdict=verdict,
            colour=colour_of(kind, rules),
            reason=self._claim(kind.reason, page_path),
            why=[self._claim(key, page_path) for key in kind.why],
            do=[self._claim(key, page_path) for key in kind.do],
            nothing=NOTHING_TO_DO,
            variants=[{"text": variant, "era": self._era(variant)} for variant in kind.variants],
            code=program_of(kind, rules),
            record=self.context.relative_link(page_path, claim_page(report_claim)),
            release_count=len(self.reported_sets),
            printed=printed,
            logged=any(item["line"].startswith("INFO") for item in printed),
            outputs=outputs,
            today=newest[0].title if newest else "",
            claims=[
                {
                    "claim": self.context.sentences_by_key[key],
                    "page": self.context.relative_link(page_path, claim_page(key)),
                    "releases": self.context.describe_answers(describe_releases, key),
                }
                for key in kind.claims
            ],
            sources=[{"url": url, "name": re.sub(r"^https://(?:github\.com/)?", "", url)} for url in kind.sources],
            reply=self._reply(kind, verdict, printed=bool(printed)),
            address=f"{PAGES_FOLDER}/{kind.slug}/",
            raw=RAW,
            endraw=ENDRAW,
            site=SITE,
        )

    def _claim(self, key: str, page_path: str) -> dict[str, str]:
        """Return a claim's sentence and its mark, a link from the page at `page_path`."""
        return {
            "sentence": self.context.sentences_by_key[key],
            "mark": self.context.mark(self._snippets[key], page_path),
        }

    @cached_property
    def _snippets(self) -> dict[str, Snippet]:
        return {snippet.key: snippet for snippet in self.context.site.snippets}

    def _reply(self, kind: Kind, verdict: str, *, printed: bool) -> str:
        """Return a reply in Markdown for somebody's issue, with the program. The template adds the page's address."""
        code, claims = program_of(kind, self.sources.rules), self.context.sentences_by_key
        do = (
            ["What to do:", "", *(f"- {claims[key]}" for key in kind.do)]
            if kind.do
            else [f"What to do: {NOTHING_TO_DO}"]
        )
        lines = [
            f"> {kind.title}",
            "",
            f"**{verdict}.** {claims[kind.reason]} {why_of(kind, self.context)}".rstrip(),
            "",
            *do,
            "",
            *(["```python", code, "```", ""] if code else []),
        ]
        on_page = [*(["which releases print it"] if printed else []), "the programs that show it"]
        return "\n".join([*lines, f"{', and '.join(on_page).capitalize()}:"])

    def printed_ranges(self, kind: Kind) -> Iterator[dict[str, Any]]:
        """Yield each release range whose recorded reports have the message in the same line, with that line."""
        lines = [
            (library_set, next(_matching_lines(kind, self._report(library_set)), ""))
            for library_set in self.reported_sets
        ]
        for (line, _), group in groupby(lines, key=lambda pair: (pair[1], pair[0].library)):
            sets = [library_set for library_set, _ in group]
            if line:
                newest = sets[-1] == self.context.site.libraries.sets[-1]
                yield {"where": _release_range(sets, newest=newest), "count": len(sets), "line": line}

    def _report(self, library_set: LibrarySet) -> str:
        return self.context.reports.get(f"{REPORTS_FOLDER}{self.sources.rules.report}.{library_set.slug}.txt", "")

    def _outputs_of_claim(self, key: str) -> Iterator[str]:
        """Yield what each recorded run of a claim printed."""
        yield from self._outputs_by_claim.get(f"outputs/{key}", [])

    @cached_property
    def _outputs_by_claim(self) -> dict[str, list[str]]:
        by_claim: dict[str, list[str]] = {}
        for name, text in self.context.outputs.items():
            by_claim.setdefault(name.partition(".")[0], []).append(text)
        return by_claim

    def _era(self, text: str) -> str:
        """Return the release range that has a wording, or "TensorFlow's classes" say; "" if neither is known."""
        if framework := re.search(r"\b(TF|Flax)[A-Z]", text):
            return {"TF": "TensorFlow's classes", "Flax": "Flax's classes"}[framework[1]]
        for form, phrases in self.sources.rules.forms.items():
            if any(phrase in text for phrase in phrases) or (form == "table" and re.search(r"\| [A-Z]{7}", text)):
                return self._range_text(*self.versions_by_form.get(form, []))
        return ""

    def _range_text(self, first: str = "", last: str = "") -> str:
        """Return a release range as text. A `last` that is no version of ours means that it goes on."""
        by_version = {library_set.version: library_set for library_set in self.reported_sets}
        if not first or first == last:
            return by_version[first].title if first else ""
        start, end = by_version[first], by_version.get(last)
        if end is None:
            return f"{start.title} and later"
        return f"{start.title} to {end.version if end.library == start.library else end.title}"


def page_of_kind(kind: Kind) -> str:
    """Return the path of a kind's page. Do not change it: other people's issues link to it."""
    return f"{PAGES_FOLDER}/{kind.slug}.md"


def verdict_of(kind: Kind, rules: Rules) -> str:
    """Return what a message means for the model, as one sentence: "It depends" if its keys differ in that."""
    if verdict := kind.verdict or kind.headline:
        return verdict
    wholes = wholes_of(kind, rules)
    return rules.wholes[wholes.pop()] if len(wholes) == 1 else "It depends"


def wholes_of(kind: Kind, rules: Rules) -> set[str]:
    """Return what a message can mean for the model: names in `wholes` of rules.yml."""
    return {kind.whole} if kind.whole else {rule.whole for rule in rules.rules if rule.name in kind.rules}


def colour_of(kind: Kind, rules: Rules) -> str:
    """Return the verdict's colour: a name in `wholes`, for which the style sheet has a class."""
    wholes = wholes_of(kind, rules) - {"unknown"}
    return wholes.pop() if len(wholes) == 1 else COLOURS[kind.group]


def heading_pieces(message: str) -> list[tuple[str, bool]]:
    """Cut a message at spaces into pieces, each with whether the page's heading shows it.

    A long message shows its start, and its important end ("newly initialized …") or its last words.
    """
    if len(message) <= MAX_HEADING:
        return [(message, True)]
    important = IMPORTANT_END.search(message)
    end = message[important.start() :] if important else message[-PLAIN_END:].partition(" ")[2]
    visible_end = end if len(end) < MAX_END else end[:MAX_END].rpartition(" ")[0]
    start = message[: MAX_HEADING - len(visible_end)].rpartition(" ")[0]
    middle = message[len(start) : len(message) - len(end)].strip()
    pieces = [(start, True), (middle, False), (visible_end, True), (end[len(visible_end) :].strip(), False)]
    return [piece for piece in pieces if piece[0]]


def program_of(kind: Kind, rules: Rules) -> str:
    """Return the program of a kind, or of the rule in its `code_of`, for AutoModel. "" if it has none."""
    code = kind.code or next((rule.code for rule in rules.rules if rule.name == kind.code_of), "")
    return code.replace("{class}", "AutoModel").replace("{old}", EXAMPLE_PREFIX).replace("{new}", "").strip("\n")


def meta_description(verdict: str, reason: str) -> str:
    """Return the page's description with curly quotes: the themes put it into an HTML attribute without escaping."""
    return re.sub(r'"([^"]*)"', r"“\1”", f"{verdict}. {without_backticks(reason)}").replace('"', "”")


def why_of(kind: Kind, context: Context) -> str:
    """Return what a message is about and why it is printed, as one paragraph."""
    return " ".join([*filter(None, [kind.about]), *(context.sentences_by_key[key] for key in kind.why)])


def without_full_stop(claim: str) -> str:
    """Return a claim's sentence without its full stop, which the box adds."""
    return claim.removesuffix(".")


def without_backticks(text: str) -> str:
    """Return the text without Markdown's backticks."""
    return text.replace("`", "")


def _matching_lines(kind: Kind, report: str) -> Iterator[str]:
    """Yield the lines of a report that have the message, each with the log level before it.

    A long line is cut to its start and what is around the match.
    """
    for pattern in kind.printed:
        for match in re.finditer(pattern, report, re.MULTILINE):
            start, end = report.rfind("\n", 0, match.start()) + 1, report.find("\n", match.end())
            line = report[start : end if end >= 0 else len(report)].strip()
            if len(line) > MAX_LINE:
                match_end = match.end() - start
                around = line[max(match_end - CONTEXT_LENGTH, CONTEXT_LENGTH) : match_end + CONTEXT_LENGTH]
                line = f"{line[:CONTEXT_LENGTH]} … {around} …"
            else:  # sort lists of names: releases that differ only in their order print the same line
                line = re.sub(r"\[('[^\]]*')\]", lambda names: f"[{', '.join(sorted(names[1].split(', ')))}]", line)
            yield re.sub(r"  +", " ", line)


def _release_range(sets: list[LibrarySet], *, newest: bool) -> str:
    """Return consecutive library sets as text: first to last version, and whether the last is the newest here."""
    first, last = sets[0], sets[-1]
    if first == last:
        return first.title
    return f"{first.title} to {last.version}{', the newest here' if newest else ''}"
