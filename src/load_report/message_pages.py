"""Render a page for each message, and one that lists them, into `docs/m/`."""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

from explainer.inputs.library_versions import LibrarySet
from explainer.render import breadcrumbs
from explainer.render.context import Context, claim_page
from explainer.render.downloads import downloads
from explainer.render.templating import render_text
from explainer.versions.history import describe_releases
from load_report.messages import PILLS, WHOSE, Answer, Doing, Message, reply_sentences
from load_report.rules import LoadReportSources

PAGES_FOLDER = "m"
INDEX_PAGE = f"{PAGES_FOLDER}/index.md"
REPORTS_FOLDER = "reports/"
DOING: dict[Doing, str] = {
    "loading": "While loading",
    "saving": "While saving",
    "training": "While training or computing",
    "generating": "While generating",
}
# What the page's code says where the box fills in a message's own: the site's model, and the class of the title.
EXAMPLE_PATH, EXAMPLE_PREFIX, ANY_CLASS = "pydoc-bert", "module.", "AutoModel"
YOUR_PATH = "your-model"  # in a reply, whose reader has not been here
CLASSIFIER = "AutoModelForSequenceClassification"
EXAMPLE_NAMES = {EXAMPLE_PATH, "minilm-mlm"}
CLASS_IN_TITLE = re.compile(r"\bBert\w*(?:Model|For[A-Z]\w+)\b")
KEY_IN_TITLE = re.compile(r"(?<![\w.])\w+(?:\.\w+)*\.(?:weight|bias|\w+_ids)(?!\w)")
MAX_KEYS = 4  # in code
# In characters: a heading that fits two lines of a telephone, the end of a message that is cut, and the longest end
# if it is the important part.
MAX_HEADING, PLAIN_END, MAX_END = 80, 48, 76
IMPORTANT_END = re.compile(r"newly initialized\b.*|not used when\b.*", re.DOTALL)
# In characters: a report's line that is shown in full, and of a longer one its start and what is around the match.
MAX_LINE, CONTEXT_LENGTH = 400, 120
# mkdocs-macros renders these pages with Jinja. Messages may contain braces, so all but the site's address is raw.
RAW, ENDRAW = "{% raw %}", "{% endraw %}"
SITE = "{{ (config.site_url or '')|trim('/') }}"


class MessagePages:
    """Render the pages from the messages, the recorded reports and outputs.

    `versions_by_form`: form → the first and the last version whose reports have its words; "" for the newest.
    """

    def __init__(self, sources: LoadReportSources, context: Context, versions_by_form: dict[str, list[str]]) -> None:
        self.sources, self.context, self.versions_by_form = sources, context, versions_by_form
        self.reported_sets = [library_set for library_set in context.site.libraries.sets if self._report(library_set)]

    def files(self) -> dict[str, str]:
        """Return every page by its path from docs/artifacts."""
        pages = {page_of_message(message): self._page(message) for message in self.sources.messages}
        return {f"../{name}": text for name, text in (pages | {INDEX_PAGE: self._index()}).items()}

    def _index(self) -> str:
        """Return the page that lists all messages: the commonest, then by what one was doing, the worst first."""
        scale = list(PILLS)

        def list_item(message: Message) -> dict[str, Any]:
            pills = [{"name": one.pill, "words": PILLS[one.pill]} for one in message.answers]
            answer = message.answers[0].answer
            return {
                "title": without_backticks(message.title),
                "page": f"{message.slug}.md",
                "pills": pills if len({one["name"] for one in pills}) > 1 else pills[:1],
                "answer": answer,
            }

        ordered = sorted(self.sources.messages, key=lambda one: (scale.index(one.pill), one.title.lower()))
        commonest = sorted((one for one in ordered if one.rank), key=lambda one: one.rank or 0)
        groups = [("The commonest", commonest)]
        others = [one for one in ordered if not one.rank]
        groups += [(title, [one for one in others if one.doing == doing]) for doing, title in DOING.items()]
        return render_text(
            self.sources.templates["messages.md"],
            groups=[{"title": title, "items": [list_item(one) for one in items]} for title, items in groups if items],
            raw=RAW,
            endraw=ENDRAW,
        )

    def _page(self, message: Message) -> str:
        """Return the page of a message."""
        page_path, report_claim = page_of_message(message), self.sources.rules.report
        title = without_backticks(message.title)
        printed = list(self.printed_ranges(message))
        newest = self.context.site.libraries.sets[-1:]
        return render_text(
            self.sources.templates["message.md"],
            title=title,
            heading=heading_pieces(title),
            description=meta_description(message),
            crumbs=[
                *breadcrumbs.tab_of_page(INDEX_PAGE, self.context),
                {"title": "Messages", "address": f"{PAGES_FOLDER}/"},
            ],
            answers=[self._answer(message, answer) for answer in message.answers],
            why=message.why.text,
            whole=title if len(heading_pieces(title)) > 1 else "",
            variants=[{"text": variant, "era": self._era(variant)} for variant in message.variants],
            record=self.context.relative_link(page_path, claim_page(report_claim)),
            release_count=len(self.reported_sets),
            printed=printed,
            logged=any(item["line"].startswith("INFO") for item in printed),
            outputs=self._outputs(message, page_path),
            today=newest[0].title if newest else "",
            claims=[
                {
                    "claim": self.context.sentences_by_key[key],
                    "page": self.context.relative_link(page_path, claim_page(key)),
                    "releases": self.context.describe_answers(describe_releases, key),
                }
                for key in message.claims
            ],
            sources=[{"url": url, "name": re.sub(r"^https://(?:github\.com/)?", "", url)} for url in message.sources],
            reply=reply(message),
            address=f"{PAGES_FOLDER}/{message.slug}/",
            raw=RAW,
            endraw=ENDRAW,
            site=SITE,
        )

    def _answer(self, message: Message, answer: Answer) -> dict[str, Any]:
        """Return an answer as the page shows it."""
        code = code_of(message, answer)
        named = {name for name in EXAMPLE_NAMES if f'"{name}' in code}
        return {
            "whose": WHOSE.get(answer.origin, ""),
            "pill": answer.pill,
            "words": PILLS[answer.pill],
            "answer": answer.answer,
            "code": code,
            "language": _language(code),
            "downloads": downloads(named, self.context, page_of_message(message)),
        }

    def _outputs(self, message: Message, page_path: str) -> list[dict[str, str]]:
        """Return the programs that print the message, besides the one whose output is the load report."""
        return [
            {
                "name": key.partition("/")[2].replace("_", " "),
                "page": self.context.relative_link(page_path, claim_page(key)),
            }
            for key in message.claims
            if key != self.sources.rules.report
            and any(next(_matching_lines(message, text), "") for text in self._outputs_of_claim(key))
        ]

    def printed_ranges(self, message: Message) -> Iterator[dict[str, Any]]:
        """Yield each release range whose recorded reports have the message in the same line, with that line."""
        lines = [
            (library_set, next(_matching_lines(message, self._report(library_set)), ""))
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


def page_of_message(message: Message) -> str:
    """Return the path of a message's page. Do not change it: other people's issues link to it."""
    return f"{PAGES_FOLDER}/{message.slug}.md"


def code_of(message: Message, answer: Answer, path: str = EXAMPLE_PATH) -> str:
    """Return an answer's code for the page: the class and the keys are those of the title, the model is the site's."""
    found = CLASS_IN_TITLE.search(message.title)
    keys = list(dict.fromkeys(KEY_IN_TITLE.findall(message.title)))[:MAX_KEYS]
    values = {
        "class": found[0] if found else CLASSIFIER if "classifier." in message.title else ANY_CLASS,
        "lm_class": found[0] if found and re.search("LM|PreTraining", found[0]) else "AutoModelForMaskedLM",
        "keys": str(keys).replace("'", '"'),
        "path": path,
        "old": EXAMPLE_PREFIX,
        "new": "",
    }
    return re.sub(r"\{(\w+)\}", lambda place: values.get(place[1], place[0]), answer.code).strip("\n")


def reply(message: Message) -> str:
    """Return a reply in Markdown for an issue: pill, sentence and code, with a path that is not this site's."""
    said = reply_sentences(message.answers)
    codes = [code_of(message, answer, YOUR_PATH) for answer in message.answers]
    parts = [
        f"{sentence}\n\n```{_language(code)}\n{code}\n```" if code else sentence
        for sentence, code in zip(said, codes, strict=True)
    ]
    return "\n\n".join(parts)


def _language(code: str) -> str:
    return "python" if re.search(r"^(?:import|from) |=|\(", code, re.MULTILINE) else "sh"


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


def meta_description(message: Message) -> str:
    """Return the page's description with curly quotes: the themes put it into an HTML attribute without escaping."""
    text = " ".join(reply_sentences(message.answers)).replace("**", "")
    return re.sub(r'"([^"]*)"', r"“\1”", without_backticks(text)).replace('"', "”")


def without_backticks(text: str) -> str:
    """Return the text without Markdown's backticks."""
    return text.replace("`", "")


def _matching_lines(message: Message, report: str) -> Iterator[str]:
    """Yield the lines of a report that have the message, each with the log level before it.

    A long line is cut to its start and what is around the match.
    """
    for pattern in message.printed:
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
