"""A page for each kind of message, and one that lists them: the build writes them whole, below `docs/m/`."""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import groupby
from typing import Any

from explainer.inputs.library_versions import LibrarySet
from explainer.inputs.snippets import Snippet
from explainer.render import whereabouts
from explainer.render.context import Context, claim_page
from explainer.render.templating import render_text
from explainer.versions.history import span
from load_report.rules import GROUPS, Group, Kind, LoadReportSources, Rules

FOLDER = "m"
LIST = f"{FOLDER}/index.md"
RECORDED = "reports/"
PREFIX = "module."  # that a program on a page takes off: DataParallel's
# Characters of a message that fit two lines of a telephone; of them for its end, or for what it comes to.
IN_TITLE, ITS_END, LONGEST_END = 80, 48, 76
COMES_TO = re.compile(r"newly initialized\b.*|not used when\b.*", re.DOTALL)
# The box's colours, where not all keys of a message mean the same for the model.
COLOURS: dict[Group, str] = {
    "nothing": "error",
    "lost": "stop",
    "train": "train",
    "depends": "train",
    "harmless": "fine",
    "later": "own",
}
LONGEST, AROUND = 400, 120  # characters of a line that is shown whole, and of its start and its place where it is not
NOTHING_TO_DO = "Nothing."
# What the pages' engine fills in: nothing but the address, which the host knows.
RAW, ENDRAW = "{% raw %}", "{% endraw %}"
SITE = "{{ (config.site_url or '')|trim('/') }}"


class MessagePages:
    """What the pages are made from: the kinds, the rules that they refer to, the recorded reports and outputs."""

    def __init__(self, sources: LoadReportSources, context: Context, forms: dict[str, list[str]]) -> None:
        self.sources, self.context, self.forms = sources, context, forms
        self.sets = [one for one in context.site.libraries.sets if self._report(one)]

    def files(self) -> dict[str, str]:
        """Every page, by its name from the artifacts."""
        pages = {page_of(kind): self._page(kind) for kind in self.sources.kinds}
        return {f"../{name}": text for name, text in (pages | {LIST: self._index()}).items()}

    def _index(self) -> str:
        def about(kind: Kind) -> dict[str, str]:
            verdict = verdict_of(kind, self.sources.rules)
            answer = self.context.claims[kind.reason]
            return {"title": kind.title, "page": f"{kind.slug}.md", "verdict": verdict, "answer": answer}

        groups = [
            {"title": title, "kinds": [about(kind) for kind in self.sources.kinds if kind.group == group]}
            for group, title in GROUPS.items()
        ]
        return render_text(self.sources.templates["messages.md"], groups=[one for one in groups if one["kinds"]])

    def _page(self, kind: Kind) -> str:
        rules, here = self.sources.rules, page_of(kind)
        verdict = verdict_of(kind, rules)
        record, newest = rules.report, self.context.site.libraries.sets[-1:]
        outputs = [
            {"name": key.partition("/")[2].replace("_", " "), "page": self.context.way(here, claim_page(key))}
            for key in kind.claims
            if key != record and any(next(_lines(kind, text), "") for text in self._outputs(key))
        ]
        printed = list(self.printed(kind))
        return render_text(
            self.sources.templates["message.md"],
            kind=kind,
            title=plain(kind.title),
            heading=cut(plain(kind.title)),
            description=described(verdict, self.context.claims[kind.reason]),
            crumbs=[*whereabouts.of_page(LIST, self.context), {"title": "Messages", "address": f"{FOLDER}/"}],
            verdict=verdict,
            colour=colour_of(kind, rules),
            reason=self._shown(kind.reason, here),
            why=[self._shown(key, here) for key in kind.why],
            do=[self._shown(key, here) for key in kind.do],
            nothing=NOTHING_TO_DO,
            variants=[{"text": one, "era": self._era(one)} for one in kind.variants],
            code=program_of(kind, rules),
            record=self.context.way(here, claim_page(record)),
            asked=len(self.sets),
            printed=printed,
            logged=any(one["line"].startswith("INFO") for one in printed),
            outputs=outputs,
            today=newest[0].title if newest else "",
            claims=[
                {
                    "claim": self.context.claims[key],
                    "page": self.context.way(here, claim_page(key)),
                    "span": self.context.under_versions(span, key),
                }
                for key in kind.claims
            ],
            sources=[{"url": url, "name": re.sub(r"^https://(?:github\.com/)?", "", url)} for url in kind.sources],
            reply=self._reply(kind, verdict, printed=bool(printed)),
            address=f"{FOLDER}/{kind.slug}/",
            raw=RAW,
            endraw=ENDRAW,
            site=SITE,
        )

    def _shown(self, key: str, here: str) -> dict[str, str]:
        """A claim's sentence, and its mark."""
        return {"sentence": self.context.claims[key], "mark": self.context.mark(self._snippets[key], here)}

    @cached_property
    def _snippets(self) -> dict[str, Snippet]:
        return {one.key: one for one in self.context.site.snippets}

    def _reply(self, kind: Kind, verdict: str, *, printed: bool) -> str:
        """Return an answer in Markdown for somebody's issue, with the program; the page's address goes after it."""
        code, claims = program_of(kind, self.sources.rules), self.context.claims
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
        there = [*(["which releases print it"] if printed else []), "the programs that show it"]
        return "\n".join([*lines, f"{sentence(', and '.join(there))[:-1]}:"])

    def printed(self, kind: Kind) -> Iterator[dict[str, Any]]:
        """The stretches of releases whose recorded report has the message, each with its line."""
        lines = [(one, next(_lines(kind, self._report(one)), "")) for one in self.sets]
        for (line, _), group in groupby(lines, key=lambda pair: (pair[1], pair[0].library)):
            sets = [one for one, _ in group]
            if line:
                newest = sets[-1] == self.context.site.libraries.sets[-1]
                yield {"where": _stretch(sets, newest=newest), "count": len(sets), "line": line}

    def _report(self, one: LibrarySet) -> str:
        return self.context.reports.get(f"{RECORDED}{self.sources.rules.report}.{one.slug}.txt", "")

    def _outputs(self, key: str) -> Iterator[str]:
        yield from self._outputs_of.get(f"outputs/{key}", [])

    @cached_property
    def _outputs_of(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for name, text in self.context.outputs.items():
            found.setdefault(name.partition(".")[0], []).append(text)
        return found

    def _era(self, text: str) -> str:
        """From which to which release messages have these words; empty if the words tell none."""
        if other := re.search(r"\b(TF|Flax)[A-Z]", text):
            return {"TF": "TensorFlow's classes", "Flax": "Flax's classes"}[other[1]]
        for form, words in self.sources.rules.forms.items():
            if any(word in text for word in words) or (form == "table" and re.search(r"\| [A-Z]{7}", text)):
                return self._between(*self.forms.get(form, []))
        return ""

    def _between(self, first: str = "", last: str = "") -> str:
        known = {one.version: one for one in self.sets}
        if not first or first == last:
            return known[first].title if first else ""
        start, end = known[first], known.get(last)
        if end is None:
            return f"{start.title} and later"
        return f"{start.title} to {end.version if end.library == start.library else end.title}"


def page_of(kind: Kind) -> str:
    """The source of a kind's page. Its address is in other people's issues, and stays."""
    return f"{FOLDER}/{kind.slug}.md"


def verdict_of(kind: Kind, rules: Rules) -> str:
    """What it means for the model, in the box's words; where these differ by the key, that it depends."""
    if said := kind.verdict or kind.headline:
        return said
    wholes = wholes_of(kind, rules)
    return rules.wholes[wholes.pop()] if len(wholes) == 1 else "It depends"


def wholes_of(kind: Kind, rules: Rules) -> set[str]:
    """What it can mean for the model, in the rules' names for that."""
    return {kind.whole} if kind.whole else {rule.whole for rule in rules.rules if rule.name in kind.rules}


def colour_of(kind: Kind, rules: Rules) -> str:
    """Return the box's colour for the verdict, by the name that the box's style sheet has for it."""
    wholes = wholes_of(kind, rules) - {"unknown"}
    return wholes.pop() if len(wholes) == 1 else COLOURS[kind.group]


def cut(message: str) -> list[tuple[str, bool]]:
    """Return a message in pieces, and whether its heading shows each: its start and what it comes to, or its end."""
    if len(message) <= IN_TITLE:
        return [(message, True)]
    told = COMES_TO.search(message)
    end = message[told.start() :] if told else message[-ITS_END:].partition(" ")[2]
    shown = end if len(end) < LONGEST_END else end[:LONGEST_END].rpartition(" ")[0]
    start = message[: IN_TITLE - len(shown)].rpartition(" ")[0]
    middle = message[len(start) : len(message) - len(end)].strip()
    pieces = [(start, True), (middle, False), (shown, True), (end[len(shown) :].strip(), False)]
    return [piece for piece in pieces if piece[0]]


def program_of(kind: Kind, rules: Rules) -> str:
    """The kind's own program, or that of the rule which it names, filled in for any class."""
    code = kind.code or next((rule.code for rule in rules.rules if rule.name == kind.code_of), "")
    return code.replace("{class}", "AutoModel").replace("{old}", PREFIX).replace("{new}", "").strip("\n")


def described(verdict: str, reason: str) -> str:
    """For an attribute of HTML, in which the themes escape no straight quotes."""
    return re.sub(r'"([^"]*)"', r"“\1”", f"{verdict}. {plain(reason)}").replace('"', "”")


def why_of(kind: Kind, context: Context) -> str:
    """Return what a message speaks of and why it is printed, as one paragraph."""
    return " ".join([*filter(None, [kind.about]), *(context.claims[key] for key in kind.why)])


def in_headline(claim: str) -> str:
    """Return a claim's sentence as the box has its reasons: it begins them with a capital and ends them itself."""
    return claim.removesuffix(".")


def sentence(text: str) -> str:
    """A reason as a sentence of its own; a name at its start stays as it is."""
    return f"{text[:1].upper()}{text[1:]}."


def plain(text: str) -> str:
    """Without the signs of Markdown's code."""
    return text.replace("`", "")


def _lines(kind: Kind, report: str) -> Iterator[str]:
    """The lines of a report that have the message, with the level at which they are logged.

    Names stand in one order, so that releases which list them otherwise are alike; of a long line the place is shown.
    """
    for pattern in kind.printed:
        for found in re.finditer(pattern, report, re.MULTILINE):
            start, end = report.rfind("\n", 0, found.start()) + 1, report.find("\n", found.end())
            line = report[start : end if end >= 0 else len(report)].strip()
            if len(line) > LONGEST:
                place = found.end() - start
                line = f"{line[:AROUND]} … {line[max(place - AROUND, AROUND) : place + AROUND]} …"
            else:
                line = re.sub(r"\[('[^\]]*')\]", lambda names: f"[{', '.join(sorted(names[1].split(', ')))}]", line)
            yield re.sub(r"  +", " ", line)


def _stretch(sets: list[LibrarySet], *, newest: bool) -> str:
    first, last = sets[0], sets[-1]
    if first == last:
        return first.title
    return f"{first.title} to {last.version}{', the newest here' if newest else ''}"
