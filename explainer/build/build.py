"""One build: which runs are stale, what they give, and the files that follow from it."""

import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from explainer.build import artifact_files as artifacts
from explainer.build.extension import NOTHING, Extension, Tool
from explainer.errors import UserError
from explainer.facts import store
from explainer.facts.record import Change, all_facts, causes, changes, merge, quotable, quotable_tree, used_now
from explainer.facts.store import SCHEMA
from explainer.inputs import pages
from explainer.inputs.checkpoints import NAMED
from explainer.inputs.ledgers import CLAIMS, JOINED, Figure, disagreements
from explainer.inputs.library_versions import ASKED
from explainer.inputs.site import Site, read_site
from explainer.measure import fingerprints
from explainer.measure.find_checkpoints import Finder, Found
from explainer.measure.installed import Versions
from explainer.measure.plan import Run, plan, select
from explainer.measure.runner import Result, resolve_device, run_all
from explainer.paths import Project
from explainer.render import social_card as card
from explainer.render.files import (
    changes_files,
    figure_files,
    joined_files,
    ledger_files,
    overview_files,
    record_files,
    topic_files,
    version_files,
)
from explainer.render.panels import Then
from explainer.render.social_card import filled
from explainer.render.tables import Proof
from explainer.versions.history import first_holding, since, span
from explainer.versions.record import Record, read_answers


@dataclass(frozen=True)
class Options:
    """What the command line asks for. `wanted` are topics or snippets; empty means all. `limit` is in seconds."""

    wanted: tuple[str, ...] = ()
    check: bool = False
    force: bool = False
    checkpoints: tuple[str, ...] = ()
    folders: tuple[Path, ...] = ()
    device: str = "cpu"
    jobs: int = 2
    limit: float = 300.0


@dataclass
class Outcome:
    """What a build did or, under `--check`, would do. Plain data for the report.

    `where` maps fact and artifact names to the page lines that show them. `new_here` are runs on checkpoints that
    only this machine has and nobody has recorded: under `--check` they are named and otherwise left alone.
    """

    where: dict[str, list[str]]
    ran: int = 0
    unchanged: int = 0
    failures: list[Result] = field(default_factory=list)
    not_available: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    causes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    new_here: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def build(
    project: Project, options: Options, progress: Callable[[Result], None], extension: Extension = NOTHING
) -> Outcome:
    """Runs what is stale and brings the artifacts up to date; with `options.check`, only says what would change.

    Raises UserError for bad input and OSError when the artifacts cannot be written; then nothing has changed.
    """
    site = read_site(project.root)
    tools = [read(project.root, {snippet.key for snippet in site.snippets}) for read in extension.tools]
    record = store.read_record(project)
    existing = artifacts.read_files(project)
    known = fingerprints.read_fingerprints(project)
    outcome = Outcome(where=pages.where_quoted(site.pages))
    if site.preview is not None:
        outcome.where.setdefault(site.preview.fact, []).append(f"card.yml:{site.preview.line}")
    everything = plan(site)

    selected = select(everything, options.wanted, options.checkpoints, site)
    found = _find(selected, site, options, project, outcome)
    used = {
        slug: {"revision": one.checkpoint.revision[:7], "files": one.checkpoint.digest} for slug, one in found.items()
    }
    selected = [run for run in selected if set(run.uses) <= found.keys()]
    device = resolve_device(options.device, project.root)
    versions, machinery = Versions(), fingerprints.machinery_digest("explainer.facts.compare")
    prints = {
        run.name: fingerprints.fingerprint(run, used_now(run, used), versions, project, machinery, device)
        for run in selected
    }
    stale = [
        run
        for run in selected
        if options.force or known.get(run.name) != [prints[run.name], _on_disk(run, record, existing)]
    ]
    _require_libraries(stale)
    results = run_all(
        stale,
        root=project.root,
        hub_home=project.hub_home,
        device=device,
        jobs=options.jobs,
        limit=options.limit,
        progress=progress,
    )
    outcome.ran, outcome.unchanged = len(stale), len(selected) - len(stale)
    outcome.failures = [result for result in results if result.failure]
    if options.check:
        new = _new_here(results, site, record)
        outcome.new_here = [result.run.name for result in new]
        results = [result for result in results if result not in new]

    updated, outputs = merge(everything, record, existing, results, used, versions)
    refused = _refused(site, tools, outcome.failures, updated)
    answers = read_answers(project.root)
    files, undrawn = _render(site, everything, updated, outputs, answers, extension)
    files |= {name: text for name, text in existing.items() if name == ASKED or name.startswith("reports/")}
    unfit = []
    for tool in tools:
        made, wrong = tool.files(site, updated, _shown_on(site), files)
        files |= made
        unfit += wrong
    files = _unpublished(files, existing, outcome.failures, refused)
    picture, no_card = _card(site, updated, existing)
    files.update(picture)
    outcome.changes = list(changes(record, updated))
    outcome.causes = list(causes(record, updated))
    outcome.problems = [
        *refused.values(),
        *undrawn,
        *unfit,
        *_problems(site, everything, updated, set(files)),
        *no_card,
    ]
    outcome.removed = sorted(existing.keys() - files.keys())
    if options.check:
        outcome.files = sorted(name for name in files.keys() | existing.keys() if files.get(name) != existing.get(name))
        return outcome
    outcome.files = artifacts.write_files(project, files, existing)
    good = [result.run for result in results if not result.failure]
    fresh = {run.name: [prints[run.name], _on_disk(run, updated, files)] for run in good}
    forgotten = {result.run.name for result in outcome.failures}
    names = {run.name for run in everything} - forgotten
    remembered = {name: entry for name, entry in {**known, **fresh}.items() if name in names}
    if remembered != known:
        fingerprints.write_fingerprints(project, remembered)
    return outcome


def _find(runs: list[Run], site: Site, options: Options, project: Project, outcome: Outcome) -> dict[str, Found]:
    """The checkpoints that the runs need, verified; what cannot be had is one line of the outcome."""
    finder = Finder(project.root, project.hub_home, list(options.folders), ask_hub_again=options.force)
    found: dict[str, Found] = {}
    needed = {slug for run in runs for slug in run.uses}
    for checkpoint in site.checkpoints:
        if checkpoint.slug not in needed:
            continue
        answer = finder.find(checkpoint)
        if isinstance(answer, Found):
            found[checkpoint.slug] = answer
            outcome.notes += [f"{checkpoint.slug}: {why}; taken from {answer.source}" for why in answer.passed_over]
        else:
            outcome.not_available.append(answer)
    return found


def _require_libraries(runs: list[Run]) -> None:
    wanted = {name.split(".")[0] for run in runs for name in run.snippet.imports}
    missing = [name for name in NAMED if name in wanted and importlib.util.find_spec(name) is None]
    if missing:
        raise UserError(f"snippets need {' and '.join(missing)}, not installed here: `make site` installs into .venv")


def _on_disk(run: Run, record: dict[str, Any], files: dict[str, str]) -> str:
    """Names the run as the record and its output stand, so that an edit by hand makes it stale."""
    entry = store.run_record(record, run.snippet.key, run.slug)
    return fingerprints.entry_digest(entry, files.get(store.output_path(run.snippet.key, run.slug)))


def _new_here(results: list[Result], site: Site, record: dict[str, Any]) -> list[Result]:
    optional = {checkpoint.slug for checkpoint in site.checkpoints if not checkpoint.always_available}
    return [
        result
        for result in results
        if not result.failure
        and result.run.slug in optional
        and store.run_record(record, result.run.snippet.key, result.run.slug) is None
    ]


def _render(
    site: Site,
    everything: list[Run],
    record: dict[str, Any],
    outputs: dict[str, str],
    answers: Record,
    extension: Extension,
) -> tuple[dict[str, str], list[str]]:
    """All artifacts, and one line for each figure or joined table that cannot be drawn."""
    shown_on = _shown_on(site)
    proofs = {snippet.key: snippet.claim for snippet in site.snippets}
    by_slug = {checkpoint.slug: checkpoint for checkpoint in site.checkpoints}
    used = {f"{run.snippet.key}.{run.slug}": [by_slug[slug] for slug in run.uses] for run in everything}
    by_run = {name.removeprefix("outputs/").removesuffix(".txt"): text for name, text in outputs.items()}
    counts = _counts(site, everything, record, shown_on)
    traces = {entry.name: _trace(entry, site, record) for entry in site.figures if entry.follow}
    figures, undrawn = figure_files(site.figures, record, counts, traces, answers, site.libraries, extension.drawings)
    spans = {key: span(entry, site.libraries.sets) for key, entry in answers.items()}
    settled = {
        key: Proof(claim, since(answers[key], site.libraries.sets) if key in answers else "")
        for key, claim in proofs.items()
    }
    keys = spans.keys() | site.variants.keys()
    then = {key: Then(spans.get(key, ""), site.variants.get(key, ())) for key in keys}
    firsts = {key: first_holding(entry, site.libraries.sets) for key, entry in answers.items()}
    joined, unjoined = joined_files(site.joined, site.snippets, record, firsts, shown_on)
    under_others = version_files(site.snippets, answers, site.libraries, shown_on)
    files = {
        **outputs,
        **figures,
        **joined,
        **under_others,
        **record_files(SCHEMA, record, quotable_tree(record, site.published)),
        **topic_files(site.snippets, site.checkpoints, record, by_run, used, shown_on, then),
        **ledger_files(site.statements, site.published, settled, shown_on),
        **overview_files(site.snippets, site.checkpoints, record, site.glossary, shown_on),
        **changes_files(site.reports, proofs, shown_on),
    }
    return files, [*undrawn, *unjoined]


def _shown_on(site: Site) -> dict[str, str]:
    """The page that each snippet's panel is on."""
    return {
        quote.name.removeprefix("panels/").removesuffix(".md"): quote.page
        for quote in pages.included(site.pages)
        if quote.name.startswith("panels/")
    }


def _counts(site: Site, everything: list[Run], record: dict[str, Any], shown_on: dict[str, str]) -> dict[str, int]:
    """How many things stand at each stage between a checkpoint and a page; of runs and checkpoints, the recorded."""
    recorded = [run for run in everything if store.run_record(record, run.snippet.key, run.slug)]
    return {
        "checkpoints": len({slug for run in recorded for slug in run.uses}),
        "snippets": len(site.snippets),
        "runs": len(recorded),
        "facts": len(all_facts(record)),
        "quotes": len(pages.quoted_facts(site.pages)),
        "panels": len(shown_on),
        "pages": len(site.pages),
    }


def _trace(entry: Figure, site: Site, record: dict[str, Any]) -> dict[str, str]:
    """What the fact that a flow follows looks like at each stage; empty if it is nowhere quoted in a sentence."""
    topic, name, slug = entry.facts.split(".")
    fact = f"facts.{entry.facts}.{entry.follow}"
    value = all_facts(record).get(fact)
    checkpoint = next((one for one in site.checkpoints if one.slug == slug), None)
    snippet = next(one for one in site.snippets if one.key == f"{topic}/{name}")
    source = next((line for line in snippet.source.splitlines() if line.startswith(f"{entry.follow} =")), None)
    quote = pages.first_quote(site.pages, fact)
    if checkpoint is None or source is None or quote is None or not isinstance(value, float):
        return {}
    file = next((name for name in checkpoint.files if name.endswith(".safetensors")), next(iter(checkpoint.files)))
    return {
        "checkpoint": f"{file} {checkpoint.files[file][:8]}…",
        "source": source,
        "fact": f"{entry.follow}: {value}",
        "quote": f"{quote.page}:{quote.line}",
        "shown": str(round(value, quote.digits) if quote.digits is not None else value),
    }


def _card(site: Site, record: dict[str, Any], existing: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The picture for links, drawn only if it says something else than the one on disk; and what is wrong with it."""
    if site.preview is None:
        return {}, []
    now = existing.get(card.PATH, "")
    try:
        content = filled(site.preview, quotable(record, []), record, site.checkpoints)
        if not card.is_current(content, artifacts.as_bytes(now)):
            now = artifacts.as_text(card.draw(content))
    except UserError as error:
        return ({card.PATH: now} if now else {}), list(error.lines)
    return {card.PATH: now}, []


def _refused(site: Site, tools: list[Tool], failures: list[Result], record: dict[str, Any]) -> dict[str, str]:
    """topic/statement, tool/place or joined/table → why: a snippet it rests on does not hold, or was never run."""
    failed = {result.run.snippet.key for result in failures}
    recorded = {f"{topic}/{name}" for topic, snippets in record.items() for name in snippets}
    resting = [
        *(
            (
                f"{entry.topic}/{entry.name}",
                f"{CLAIMS}:{entry.line}: the verdict `{entry.verdict}` on `{entry.name}`",
                key,
            )
            for entry in site.statements
            for key in entry.snippets
        ),
        *((f"tool/{tool.folder}/{what}", what, key) for tool in tools for what, key in tool.claims_used()),
        *(
            (f"joined/{entry.name}", f"{JOINED}:{entry.line}: `{entry.name}`", key)
            for entry in site.joined
            for _, keys in entry.rows({snippet.key: snippet.assigned for snippet in site.snippets})
            for key in keys
        ),
    ]
    refused: dict[str, str] = {}
    for name, what, key in resting:
        why = "does not hold" if key in failed else "has never been run" if key not in recorded else ""
        if why:
            refused[name] = f"{what} rests on {key}, which {why}"
    return refused


# The artifacts, by folder and ending, that show a snippet's claim.
_SHOWN_IN = (("panels", ".md"), ("snippets", "."), ("tables", "/"))


def _unpublished(
    files: dict[str, str], existing: dict[str, str], failures: list[Result], refused: dict[str, str]
) -> dict[str, str]:
    """The files, with those that would show a claim that does not hold left as they are on disk."""
    kept = [f"{kind}/{result.run.snippet.key}{end}" for result in failures for kind, end in _SHOWN_IN]
    kept += [f"statements/{page}.md" for name in refused for page in (name, name.split("/")[0], "all")]
    kept += [f"tables/{name}.md" for name in refused if name.startswith("joined/")]
    kept += [f"labs/{result.run.snippet.topic}.ipynb" for result in failures]
    kept += ["measured/claims.md"] if failures else []
    kept += [f"{name.split('/')[1]}/" for name in refused if name.startswith("tool/")]

    def stays(name: str) -> bool:
        return any(name == place or (place.endswith(("/", ".")) and name.startswith(place)) for place in kept)

    return {name: text for name, text in files.items() if not stays(name)} | {
        name: text for name, text in existing.items() if stays(name)
    }


def _problems(site: Site, everything: list[Run], record: dict[str, Any], files: set[str]) -> list[str]:
    """What is wrong beside the claims themselves: contradicted numbers, ledgers, pages."""
    typed = [
        line
        for place, text in [
            *((f"claims.yml:{entry.line}", entry.why) for entry in site.statements),
            *((f"figures.yml:{entry.line}", entry.caption) for entry in site.figures),
            *((f"glossary.yml:{entry.line}", entry.means) for entry in site.glossary),
            *((f"{JOINED}:{entry.line}", entry.caption) for entry in site.joined),
        ]
        for line in pages.typed_numbers(place, text)
    ]
    return [
        *disagreements(site.published, all_facts(record)),
        *_unknown_facts(site, everything),
        *typed,
        *pages.check_pages(site.pages, quotable(record, site.published), files, site.snippets),
        *pages.unlinked_terms(site.pages, site.glossary),
    ]


def _unknown_facts(site: Site, everything: list[Run]) -> Iterator[str]:
    """Published numbers whose `fact` can never exist, and so would never be compared."""
    known = {
        f"facts.{run.snippet.topic}.{run.snippet.name}.{run.slug}.{name}"
        for run in everything
        for name in run.snippet.assigned
    }
    for entry in site.published:
        if entry.fact and ".".join(entry.fact.split(".")[:5]) not in known:
            yield f"published.yml:{entry.line}: `{entry.name}`: no snippet gives {entry.fact}"
