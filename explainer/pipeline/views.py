"""Render every file that follows from the record and from what people wrote, and write those that pages include.

No program of a claim runs here, and no library that the claims measure is needed: the hook of the site can call it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from explainer.errors import UserError
from explainer.facts.record import ClaimRecord, Record, output_path, read_record
from explainer.inputs.content import JOINED_TABLES_FILE, LABS_FILE, SocialCard
from explainer.inputs.site import Site, read_site
from explainer.inputs.snippets import Snippet
from explainer.inputs.variants import claim_digests
from explainer.mutate.mutants_file import read_mutants
from explainer.paths import ADDRESSES_FILE, RECORD_FILES, Project
from explainer.pipeline.artifact_files import (
    NO_TIMEOUT,
    bytes_to_text,
    locked,
    read_files,
    read_reports,
    text_to_bytes,
    write_files,
)
from explainer.pipeline.checks import problems as problems_of
from explainer.pipeline.extension import Extension, Tool
from explainer.render import social_card
from explainer.render.context import Context, address
from explainer.render.files import all_files
from explainer.versions.answers import mark_untested, read_answers, select_current


@dataclass(frozen=True)
class RenderedFiles:
    """Hold every rendered file by its name from the artifacts, the names that a page may include, and the problems."""

    files: dict[str, str]
    includable: set[str]
    problems: list[str]


class SiteInputs:
    """Hold everything that a site is rendered from: what people wrote, the record, the tools, and the present files."""

    def __init__(self, project: Project, extension: Extension) -> None:
        """Read all of it. Raise UserError for bad input."""
        self.project, self.figures, self.site = project, extension.figures, read_site(project.root)
        keys = {snippet.key for snippet in self.site.snippets}
        self.tools = [tool for read_tool in extension.tools if (tool := read_tool(project.root, keys))]
        self.existing = read_files(project)
        self.reports = read_reports(project)
        self.record = read_record(project)
        self.programs = claim_digests(self.site.snippets, self.site.variants, self.site.libraries)
        self.answers = select_current(read_answers(project.root, self.site.libraries), self.programs)
        self.mutants = read_mutants(project.root)

    @property
    def outputs(self) -> dict[str, str]:
        """Return what each recorded run printed, by artifact; empty text for an output that is missing."""
        names = (output_path(key, slug) for key, claim in self.record.claims.items() for slug in claim.runs)
        return {name: self.existing.get(name, "") for name in names}

    def context(self, record: Record, outputs: dict[str, str]) -> Context:
        """Return what everything is rendered from, given a record.

        A snippet whose program has changed since it was recorded has its recorded claim, and a statement that rests on
        a claim without a record is left out.
        """
        snippets = [_with_proved_claim(snippet, record.claims.get(snippet.key)) for snippet in self.site.snippets]
        recorded = {snippet.key for snippet in snippets if snippet.key in record.claims}
        statements = [statement for statement in self.site.statements if recorded.issuperset(statement.snippets)]
        site = replace(self.site, snippets=snippets, statements=statements)
        answers = mark_untested(self.answers, site.libraries.not_tested)
        return Context(site, record, outputs, self.reports, answers, self.mutants)


def _with_proved_claim(snippet: Snippet, record: ClaimRecord | None) -> Snippet:
    """Return the snippet as it is if its program was recorded, else with the claim that the recorded program proved."""
    if record is None or any(run.measured.snippet == snippet.digest for run in record.runs.values()):
        return snippet
    return replace(snippet, claim=record.claim)


def render_files(source: SiteInputs, context: Context) -> RenderedFiles:
    """Render all files. What cannot be drawn, or does not fit a page, is a line of the problems."""
    files, includable, problems = all_files(context, source.figures)
    for tool in source.tools:
        tool_files, tool_problems = tool.files(context)
        files |= tool_files
        problems += tool_problems
    if context.site.social_card is not None:
        card_files, card_problems = _render_card(
            context.site.social_card, context, source.existing.get(social_card.CARD_FILE, "")
        )
        files |= card_files
        problems += card_problems
    files |= _address_file(files)  # last: it lists the pages of the tools, too
    return RenderedFiles(files, includable | files.keys() | source.reports.keys(), problems)


def _render_card(card: SocialCard, context: Context, existing: str) -> tuple[dict[str, str], list[str]]:
    """Return the picture that social networks show for a link, and the problems.

    It is drawn only if its content changed: other releases of the drawing library give other bytes.
    """
    existing_file = {social_card.CARD_FILE: existing} if existing else {}
    try:
        content = social_card.card_content(card, context)
        if social_card.is_current(content, text_to_bytes(existing)):
            return existing_file, []
        return {social_card.CARD_FILE: bytes_to_text(social_card.draw(content))}, []
    except UserError as error:
        return existing_file, [*error.lines]


def _address_file(files: dict[str, str]) -> dict[str, str]:
    """Return the list of addresses of claims and messages, which people link to, so that a diff shows one that goes."""
    pages = sorted(address(name.removeprefix("../")) for name in files if name.startswith(("../c/", "../m/")))
    return {ADDRESSES_FILE: "".join(f"{page}\n" for page in pages)} if pages else {}


def uses_of_claims(site: Site, tools: list[Tool]) -> Iterator[tuple[str, str]]:
    """Yield what rests on a claim, in words with file and line, and the claim as `topic/name`."""
    for entry in site.statements:
        yield from ((f"{entry.where}: the verdict `{entry.verdict}` on `{entry.name}`", key) for key in entry.snippets)
    for tool in tools:
        yield from tool.claims_used()
    for table in site.joined_tables:
        keys = (key for _, keys in table.rows(site.assigned_names) for key in keys)
        yield from ((f"{JOINED_TABLES_FILE}:{table.line}: `{table.name}`", key) for key in keys)
    for lab in site.labs:
        yield from ((f"{LABS_FILE}:{lab.line}: the lab `{lab.name}`", key) for key in lab.claims)


def write_views(project: Project, extension: Extension) -> list[str]:
    """Render the site and write what differs, leaving the record alone. Return the problems, a line each.

    Wait for another build to end. Raise UserError for bad input, and OSError if the files cannot be written.
    """
    with locked(project, patience=NO_TIMEOUT):
        source = SiteInputs(project, extension)
        context = source.context(source.record, source.outputs)
        views = render_files(source, context)
        # Without the record: outputs and facts are a build's to write, and what is not in `files` would be deleted.
        files = {name: text for name, text in views.files.items() if not name.startswith(RECORD_FILES)}
        existing = {name: text for name, text in source.existing.items() if not name.startswith(RECORD_FILES)}
        write_files(project, files, existing)
    return [*views.problems, *problems_of(context, views.includable)]
