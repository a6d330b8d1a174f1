"""Render all that follows from the record and from what people wrote: what pages show by macros, and generated files.

No program of a claim runs here, and no library that the claims measure is needed: the hook of the site can call it.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TypeAlias

from explainer.errors import UserError
from explainer.facts.record import ClaimRecord, Record, output_path, read_record
from explainer.inputs.content import JOINED_TABLES_FILE, LABS_FILE
from explainer.inputs.pages import read_pages
from explainer.inputs.quotes import call_of
from explainer.inputs.site import Site, read_site
from explainer.inputs.snippets import Snippet
from explainer.inputs.variants import claim_digests
from explainer.paths import ADDRESSES_FILE, GENERATED_FILES, GENERATED_PAGES, RECORD_FILES, Project
from explainer.pipeline.artifact_files import NO_TIMEOUT, locked, read_files, read_reports, text_to_bytes
from explainer.pipeline.checks import problems as problems_of_site
from explainer.pipeline.extension import Extension, Tool
from explainer.render import overviews, provenance
from explainer.render.context import Context, View, address
from explainer.render.figures import figure_views
from explainer.render.files import RenderFile, record_file, site_files, site_views
from explainer.render.joined_tables import joined_table_views
from explainer.render.redirects import redirect_files, redirect_problems
from explainer.versions.answers import mark_untested, read_answers, select_current

ADDRESSED_PAGES = ("../c/", "../m/")  # pages of claims and of messages, to which other people link
# A site is rendered from these, besides the pages themselves; one that is not there is passed over.
WATCHED = ("content", "snippets", "checkpoints", "docs/artifacts", "mkdocs.yml")
Stamp: TypeAlias = tuple[tuple[str, int, int], ...]


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


@dataclass(frozen=True)
class RenderedSite:
    """Hold a state of the site, and render what is asked for.

    `figures` and `tool_files` are rendered already, because only that shows their `drawing_problems`. `claim_pages` are
    those that were rendered before, by name of the file; `stamp` says of which state of the files all this is.
    """

    context: Context
    figures: dict[str, str] = field(default_factory=dict)
    tool_files: dict[str, str] = field(default_factory=dict)
    drawing_problems: tuple[str, ...] = ()
    stray_pages: tuple[str, ...] = ()
    stamp: Stamp = ()
    claim_pages: dict[str, str] = field(default_factory=dict)

    @cached_property
    def _joined_tables(self) -> tuple[dict[str, View], list[str]]:
        return joined_table_views(self.context)

    @cached_property
    def views(self) -> dict[str, View]:
        """Return all that a page may show by a macro."""
        drawn = {**self.figures, **{_tool_view(name): text for name, text in self.tool_files.items() if _is_view(name)}}
        return {
            **dict(site_views(self.context)),
            **self._joined_tables[0],
            **{name: partial(_same_text, text) for name, text in drawn.items()},
        }

    @cached_property
    def files(self) -> dict[str, RenderFile]:
        """Return the files of the site that nobody writes, by name from the artifacts, without the record."""
        tool_files = {
            name: partial(str, text)
            for name, text in self.tool_files.items()
            if not _is_view(name) and not name.startswith(RECORD_FILES)
        }
        return {**dict(site_files(self.context)), **dict(redirect_files(self.context)), **tool_files}

    @cached_property
    def recorded(self) -> dict[str, str]:
        """Return what a build writes into git: facts, outputs, addresses, and what tools record."""
        of_tools = {name: text for name, text in self.tool_files.items() if name.startswith(RECORD_FILES)}
        return {**self.context.outputs, **record_file(self.context), **_addresses_file(self.files), **of_tools}

    @property
    def last_run(self) -> str:
        """Return when and with what the record was last run, for the foot of every page; empty if it is empty."""
        return provenance.last_run_line(self.context) if self.context.record.claims else ""

    @cached_property
    def problems(self) -> list[str]:
        """Return a line for each problem of what people wrote, and for each view that cannot be rendered."""
        can_be_shown = self.views.keys() | self.context.outputs.keys() | self.context.reports.keys()
        of_site = problems_of_site(self.context, can_be_shown)
        sources = (*self.context.site.pages, *map(source_of, self.files))
        of_redirects = redirect_problems(self.context, sources)
        return [*self.stray_pages, *self.drawing_problems, *self._joined_tables[1], *of_site, *of_redirects]

    def show(self, view: str, page: str) -> str:
        """Return a view for a page. Raise UserError if there is no such view."""
        if view not in self.views:
            raise UserError(f"docs/{page}: nothing is shown by {call_of(view)}")
        return self.views[view](page).rstrip("\n")

    def mark(self, name: str, page: str) -> str:
        """Return a claim's mark for a page. Raise UserError if no such claim is recorded."""
        snippet = self.context.site.snippets_by_name.get(name)
        if snippet is None or snippet.key not in self.context.record.claims:
            raise UserError(f"docs/{page}: there is no recorded claim `{name}`")
        return self.context.mark(snippet, page)

    def references(self, page: str) -> str:
        """Return the definitions of the glossary's terms, which every page gets at its end."""
        return overviews.references(self.context, page)

    def file_texts(self) -> Iterator[tuple[str, str]]:
        """Yield each generated file with its text."""
        for name, render in self.files.items():
            if name.startswith("../c/"):
                if name not in self.claim_pages:
                    self.claim_pages[name] = render()
                yield name, self.claim_pages[name]
            else:
                yield name, render()

    def with_pages(self, pages: dict[str, str]) -> "RenderedSite":
        """Return the site with other texts of its pages. Claims' pages stay if all is shown where it was."""
        old, new = self.context, replace(self.context, site=replace(self.context.site, pages=pages))
        stays = [*old.shown_on.items()] == [*new.shown_on.items()] and old.explained_on == new.explained_on
        return replace(self, context=new, claim_pages=self.claim_pages if stays else {})


def _same_text(text: str, _page: str) -> str:
    return text


def _is_view(name: str) -> bool:
    """Return whether a tool's file is something to show on a page: Markdown, but no page of its own."""
    return name.endswith(".md") and not name.startswith("../")


def _tool_view(name: str) -> str:
    return f"view/{name.removesuffix('.md')}"


def render_site(site_inputs: SiteInputs, context: Context) -> RenderedSite:
    """Draw the figures and let the tools make their files; the rest is rendered when it is asked for."""
    figures, problems = figure_views(context, site_inputs.figures)
    files: dict[str, str] = {}
    for tool in site_inputs.tools:
        tool_files, tool_problems = tool.files(context)
        files |= tool_files
        problems += tool_problems
    return RenderedSite(context, figures, files, tuple(problems), tuple(_stray_pages(site_inputs.project)))


def _stray_pages(project: Project) -> Iterator[str]:
    """Yield a line for each place in which somebody wrote what the site would not show."""
    for name in GENERATED_FILES:
        if (project.docs / name).exists():
            yield f"docs/{name}:1: the site makes this file itself; move or delete it"
    for name in GENERATED_PAGES:
        if page := next((project.docs / name).rglob("*.md"), None):
            where = f"docs/{name}/{page.name}:1"
            yield f"{where}: the site makes the pages of docs/{name}/ itself; move or delete this folder"


def _addresses_file(files: Iterable[str]) -> dict[str, str]:
    """Return, by file name, the list of addresses that people link to: its diff shows one that leads nowhere now."""
    names = (name.removeprefix("../").replace(".html", ".md") for name in files if name.startswith(ADDRESSED_PAGES))
    pages = sorted(map(address, names))
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


# By root: what this process rendered last. `mkdocs serve` builds many times.
_last_sites: dict[Path, RenderedSite] = {}


def remember(project: Project, extension: Extension, site: RenderedSite) -> None:
    """Keep what a build rendered, for the site that this process builds next."""
    _last_sites[project.root] = replace(site, stamp=_stamp(project.root, extension))


def current_site(project: Project, extension: Extension) -> RenderedSite:
    """Return the site as its files are now. What this process read before is read again only if it changed.

    Wait for a build in another process to end. Raise UserError for bad input.
    """
    with locked(project, patience=NO_TIMEOUT):
        stamp, known = _stamp(project.root, extension), _last_sites.get(project.root)
        if known and known.stamp == stamp:
            pages = read_pages(project.root)
            site = known if known.context.site.pages == pages else known.with_pages(pages)
        else:
            site_inputs = SiteInputs(project, extension)
            rendered = render_site(site_inputs, site_inputs.make_context(site_inputs.record, site_inputs.outputs))
            site = replace(rendered, stamp=stamp)
    _last_sites[project.root] = site
    return site


def write_site_files(site: RenderedSite, folder: Path) -> None:
    """Write the files that nobody writes into a folder, each where it would lie below docs/; touch what differs."""
    for name, text in site.file_texts():
        path, content = folder / source_of(name), text_to_bytes(text)
        if not path.is_file() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f".{path.name}.{os.getpid()}")
            part.write_bytes(content)
            part.replace(path)


def source_of(name: str) -> str:
    """Return where a generated file seems to lie below docs/; `name` is relative to the artifacts."""
    return name.removeprefix("../") if name.startswith("../") else f"artifacts/{name}"


def _stamp(root: Path, extension: Extension) -> Stamp:
    """Return names, times and sizes of the files that a site is rendered from, besides its pages."""
    names = (*WATCHED, *extension.folders)
    paths = (path for name in names for path in (root / name, *sorted((root / name).rglob("*"))))
    files = (path for path in paths if path.suffix != ".pyc" and path.is_file())
    return tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files)
