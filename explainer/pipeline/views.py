"""What follows from the record and from what people wrote: every file that pages include or a reader opens.

No program of a claim runs here and no library that they measure is needed, so the site's own engine can call it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from explainer.errors import UserError
from explainer.facts.record import ClaimRecord, Record, output_path, read_record
from explainer.inputs.content import JOINED, LABS, SocialCard
from explainer.inputs.ports import program_digests
from explainer.inputs.site import Site, read_site
from explainer.inputs.snippets import Snippet
from explainer.mutate.record import read_record as read_mutants
from explainer.paths import ADDRESSES, RECORD, Project
from explainer.pipeline.artifact_files import FOREVER, as_bytes, as_text, locked, read_files, read_reports, write_files
from explainer.pipeline.checks import problems as problems_of
from explainer.pipeline.extension import Extension, Tool
from explainer.render import social_card
from explainer.render.context import Context, address
from explainer.render.files import all_files
from explainer.versions.answers import as_shown, current, read_answers


@dataclass(frozen=True)
class Rendered:
    """Every file by its name from the artifacts, the names that a page could include, and what is wrong."""

    files: dict[str, str]
    includable: set[str]
    problems: list[str]


class Source:
    """What people wrote and what is recorded, read and checked, with the tools of the site."""

    def __init__(self, project: Project, extension: Extension) -> None:
        """Raises UserError for bad input."""
        self.project, self.drawings, self.site = project, extension.drawings, read_site(project.root)
        keys = {snippet.key for snippet in self.site.snippets}
        self.tools = [tool for read in extension.tools if (tool := read(project.root, keys))]
        self.existing = read_files(project)
        self.reports = read_reports(project)
        self.record = read_record(project)
        self.programs = program_digests(self.site.snippets, self.site.variants, self.site.libraries)
        self.answers = current(read_answers(project.root, self.site.libraries), self.programs)
        self.mutants = read_mutants(project.root)

    @property
    def outputs(self) -> dict[str, str]:
        """What each recorded run printed."""
        names = (output_path(key, slug) for key, claim in self.record.claims.items() for slug in claim.runs)
        return {name: self.existing.get(name, "") for name in names}

    def context(self, record: Record, outputs: dict[str, str]) -> Context:
        """Return what everything is rendered from: a claim in the words that its recorded program proved."""
        snippets = [_as_proved(snippet, record.claims.get(snippet.key)) for snippet in self.site.snippets]
        shown = {snippet.key for snippet in snippets if snippet.key in record.claims}
        statements = [one for one in self.site.statements if shown.issuperset(one.snippets)]
        site = replace(self.site, snippets=snippets, statements=statements)
        answers = as_shown(self.answers, site.libraries.not_tested)
        return Context(site, record, outputs, self.reports, answers, self.mutants)


def _as_proved(snippet: Snippet, recorded: ClaimRecord | None) -> Snippet:
    """The snippet in today's words, if they are of the program that was recorded; else in those of that time."""
    if recorded is None or any(run.measured.snippet == snippet.digest for run in recorded.runs.values()):
        return snippet
    return replace(snippet, claim=recorded.claim)


def rendered(source: Source, context: Context) -> Rendered:
    """Render all files. What cannot be drawn or does not fit is a line of the problems."""
    files, includable, problems = all_files(context, source.drawings)
    for tool in source.tools:
        made, wrong = tool.files(context)
        files |= made
        problems += wrong
    if context.site.social_card is not None:
        card, wrong = _card(context.site.social_card, context, source.existing.get(social_card.PATH, ""))
        files |= card
        problems += wrong
    files |= _addresses(files)
    return Rendered(files, includable | files.keys() | source.reports.keys(), problems)


def _card(written: SocialCard, context: Context, existing: str) -> tuple[dict[str, str], list[str]]:
    """The picture for links. It is drawn only if it says something else than the one on disk."""
    kept = {social_card.PATH: existing} if existing else {}
    try:
        content = social_card.card_content(written, context)
        if social_card.is_current(content, as_bytes(existing)):
            return kept, []
        return {social_card.PATH: as_text(social_card.draw(content))}, []
    except UserError as error:
        return kept, [*error.lines]


def _addresses(files: dict[str, str]) -> dict[str, str]:
    """List the addresses that other people link to, of claims and messages, so that a diff shows one that goes."""
    pages = sorted(address(name.removeprefix("../")) for name in files if name.startswith(("../c/", "../m/")))
    return {ADDRESSES: "".join(f"{page}\n" for page in pages)} if pages else {}


def uses_of_claims(site: Site, tools: list[Tool]) -> Iterator[tuple[str, str]]:
    """Yield what rests on a claim, in words with its place, and the claim."""
    for entry in site.statements:
        yield from ((f"{entry.where}: the verdict `{entry.verdict}` on `{entry.name}`", key) for key in entry.snippets)
    for tool in tools:
        yield from tool.claims_used()
    for table in site.joined_tables:
        keys = (key for _, keys in table.rows(site.assigned) for key in keys)
        yield from ((f"{JOINED}:{table.line}: `{table.name}`", key) for key in keys)
    for lab in site.labs:
        yield from ((f"{LABS}:{lab.line}: the lab `{lab.name}`", key) for key in lab.claims)


def write_views(project: Project, extension: Extension) -> list[str]:
    """Bring everything but the record up to date, touching only what differs. Return what is wrong, a line each.

    Raises UserError for bad input, and OSError where they cannot be written.
    """
    with locked(project, patience=FOREVER):
        source = Source(project, extension)
        context = source.context(source.record, source.outputs)
        made = rendered(source, context)
        files = {name: text for name, text in made.files.items() if not name.startswith(RECORD)}
        existing = {name: text for name, text in source.existing.items() if not name.startswith(RECORD)}
        write_files(project, files, existing)
    return [*made.problems, *problems_of(context, made.includable)]
