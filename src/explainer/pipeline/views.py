"""Render every file that follows from the record and from what people wrote, and write those that pages include.

No program of a claim runs here, and no library that the claims measure is needed: the hook of the site can call it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from explainer.facts.record import ClaimRecord, Record, output_path, read_record
from explainer.inputs.content import JOINED_TABLES_FILE, LABS_FILE
from explainer.inputs.site import Site, read_site
from explainer.inputs.snippets import Snippet
from explainer.inputs.variants import claim_digests
from explainer.paths import ADDRESSES_FILE, RECORD_FILES, Project
from explainer.pipeline.artifact_files import (
    NO_TIMEOUT,
    locked,
    read_files,
    read_reports,
    write_files,
)
from explainer.pipeline.checks import problems as problems_of_site
from explainer.pipeline.extension import Extension, Tool
from explainer.render.context import Context, address
from explainer.render.files import all_files
from explainer.versions.answers import mark_untested, read_answers, select_current

ADDRESSED_PAGES = ("../c/", "../m/")  # pages of claims and of messages, to which other people link


@dataclass(frozen=True)
class RenderedFiles:
    """Hold every rendered file by its name from the artifacts, the names that a page may include, and the problems."""

    files: dict[str, str]
    includable: set[str]
    problems: list[str]


class SiteInputs:
    """Hold all that a site is rendered from: what people wrote, the record, answers, tools, and present files."""

    def __init__(self, project: Project, extension: Extension) -> None:
        """Read all inputs. Raise UserError for bad input."""
        self.project, self.figures, self.site = project, extension.figures, read_site(project.root)
        keys = {snippet.key for snippet in self.site.snippets}
        self.tools = [tool for read_tool in extension.tools if (tool := read_tool(project.root, keys))]
        self.existing_files = read_files(project)
        self.reports = read_reports(project)
        self.record = read_record(project)
        self.claim_digests = claim_digests(self.site.snippets, self.site.variants, self.site.libraries)
        self.answers = select_current(read_answers(project.root, self.site.libraries), self.claim_digests)

    @property
    def outputs(self) -> dict[str, str]:
        """Return what each recorded run printed, by file name; "" if the file is missing."""
        names = (output_path(key, slug) for key, claim in self.record.claims.items() for slug in claim.runs)
        return {name: self.existing_files.get(name, "") for name in names}

    def make_context(self, record: Record, outputs: dict[str, str]) -> Context:
        """Return what everything is rendered from, for this record and these outputs.

        A snippet that changed since it was recorded gets its recorded claim. A statement is left out if one of its
        claims has no record.
        """
        snippets = [_with_proved_claim(snippet, record.claims.get(snippet.key)) for snippet in self.site.snippets]
        recorded = {snippet.key for snippet in snippets if snippet.key in record.claims}
        statements = [statement for statement in self.site.statements if recorded.issuperset(statement.snippets)]
        site = replace(self.site, snippets=snippets, statements=statements)
        answers = mark_untested(self.answers, site.libraries.not_tested)
        return Context(site, record, outputs, self.reports, answers, self.project.root)


def _with_proved_claim(snippet: Snippet, claim_record: ClaimRecord | None) -> Snippet:
    """Return the snippet, with the recorded claim if the record is of another program."""
    if claim_record is None or any(run.measured.snippet_digest == snippet.digest for run in claim_record.runs.values()):
        return snippet
    return replace(snippet, claim=claim_record.claim)


def render_files(site_inputs: SiteInputs, context: Context) -> RenderedFiles:
    """Render all files; the problems have a line for each that could not be rendered."""
    of_tools = [tool.files(context) for tool in site_inputs.tools]  # first: a page links what a tool writes
    files, includable, problems = all_files(context, site_inputs.figures)
    for tool_files, tool_problems in of_tools:
        files |= tool_files
        problems += tool_problems
    files |= _addresses_file(files)  # last: it lists the pages of the tools, too
    return RenderedFiles(files, includable | files.keys() | site_inputs.reports.keys(), problems)


def _addresses_file(files: dict[str, str]) -> dict[str, str]:
    """Return, by file name, the list of addresses that people link to: its diff shows a page that disappears."""
    pages = sorted(address(name.removeprefix("../")) for name in files if name.startswith(ADDRESSED_PAGES))
    return {ADDRESSES_FILE: "".join(f"{page}\n" for page in pages)} if pages else {}


def uses_of_claims(site: Site, tools: list[Tool]) -> Iterator[tuple[str, str]]:
    """Yield what rests on a claim, in words with file and line, and the claim as `topic/name`."""
    for entry in site.statements:
        yield from ((f"{entry.where}: the verdict `{entry.verdict}` on `{entry.name}`", key) for key in entry.snippets)
    for tool in tools:
        yield from tool.claims_used()
    for table in site.joined_tables:
        row_keys = (key for _, keys in table.rows(site.assigned_names) for key in keys)
        yield from ((f"{JOINED_TABLES_FILE}:{table.line}: `{table.name}`", key) for key in row_keys)
    for lab in site.labs:
        yield from ((f"{LABS_FILE}:{lab.line}: the lab `{lab.name}`", key) for key in lab.claims)


def write_views(project: Project, extension: Extension) -> list[str]:
    """Render the site and write what differs, leaving the record alone. Return the problems, a line each.

    Wait for another build to end. Raise UserError for bad input, and OSError if the files cannot be written.
    """
    with locked(project, patience=NO_TIMEOUT):
        site_inputs = SiteInputs(project, extension)
        context = site_inputs.make_context(site_inputs.record, site_inputs.outputs)
        views = render_files(site_inputs, context)
        # Without the record: outputs and facts are a build's to write, and what is not in `files` would be deleted.
        files = {name: text for name, text in views.files.items() if not name.startswith(RECORD_FILES)}
        existing = {
            name: text for name, text in site_inputs.existing_files.items() if not name.startswith(RECORD_FILES)
        }
        write_files(project, files, existing)
    return [*views.problems, *problems_of_site(context, views.includable)]
