"""One build: which runs are stale, what they give, and the files that follow from it."""

import importlib.util
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from explainer import artifacts, pages
from explainer.advice import RULES
from explainer.artifacts import SCHEMA, Project, Versions
from explainer.errors import UserError
from explainer.ledgers import CLAIMS, JOINED, Figure, disagreements
from explainer.library_sets import ASKED
from explainer.measure.checkpoints import Finder, Found
from explainer.measure.runner import Result, resolve_device, run_all
from explainer.preview import filled
from explainer.record import Change, all_facts, causes, changes, merge, quotable, quotable_tree, used_now
from explainer.registry import NAMED
from explainer.render import card
from explainer.render.advice import FOLDER as ADVICE
from explainer.render.advice import advice_files
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
from explainer.render.tables import Proof
from explainer.render.versions import first_holding, since, span
from explainer.sources import Run, Sources, plan, read_sources, select


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


def build(project: Project, options: Options, progress: Callable[[Result], None]) -> Outcome:
    """Runs what is stale and brings the artifacts up to date; with `options.check`, only says what would change.

    Raises UserError for bad input and OSError when the artifacts cannot be written; then nothing has changed.
    """
    sources = read_sources(project.root)
    record = artifacts.read_record(project)
    existing = artifacts.read_files(project)
    known = artifacts.read_fingerprints(project)
    outcome = Outcome(where=pages.where_quoted(sources.pages))
    if sources.preview is not None:
        outcome.where.setdefault(sources.preview.fact, []).append(f"card.yml:{sources.preview.line}")
    everything = plan(sources)

    selected = select(everything, options.wanted, options.checkpoints, sources)
    found = _find(selected, sources, options, project, outcome)
    used = {
        slug: {"revision": one.checkpoint.revision[:7], "files": one.checkpoint.digest} for slug, one in found.items()
    }
    selected = [run for run in selected if set(run.uses) <= found.keys()]
    device = resolve_device(options.device, project.root)
    versions, machinery = Versions(), artifacts.machinery_digest()
    prints = {
        run.name: artifacts.fingerprint(run, used_now(run, used), versions, project, machinery, device)
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
        new = _new_here(results, sources, record)
        outcome.new_here = [result.run.name for result in new]
        results = [result for result in results if result not in new]

    updated, outputs = merge(everything, record, existing, results, used, versions)
    refused = _refused(sources, outcome.failures, updated)
    files, undrawn = _render(sources, everything, updated, outputs)
    files |= {name: text for name, text in existing.items() if name == ASKED or name.startswith("reports/")}
    advice, unadvised = _advise(sources, updated, files)
    files |= advice
    files = _unpublished(files, existing, outcome.failures, refused)
    picture, unfit = _card(sources, updated, existing)
    files.update(picture)
    outcome.changes = list(changes(record, updated))
    outcome.causes = list(causes(record, updated))
    outcome.problems = [
        *refused.values(),
        *undrawn,
        *unadvised,
        *_problems(sources, everything, updated, set(files)),
        *unfit,
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
        artifacts.write_fingerprints(project, remembered)
    return outcome


def _find(runs: list[Run], sources: Sources, options: Options, project: Project, outcome: Outcome) -> dict[str, Found]:
    """The checkpoints that the runs need, verified; what cannot be had is one line of the outcome."""
    finder = Finder(project.root, project.hub_home, list(options.folders), ask_hub_again=options.force)
    found: dict[str, Found] = {}
    needed = {slug for run in runs for slug in run.uses}
    for checkpoint in sources.checkpoints:
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
    entry = artifacts.run_record(record, run.snippet.key, run.slug)
    return artifacts.entry_digest(entry, files.get(artifacts.output_path(run.snippet.key, run.slug)))


def _new_here(results: list[Result], sources: Sources, record: dict[str, Any]) -> list[Result]:
    optional = {checkpoint.slug for checkpoint in sources.checkpoints if not checkpoint.always_available}
    return [
        result
        for result in results
        if not result.failure
        and result.run.slug in optional
        and artifacts.run_record(record, result.run.snippet.key, result.run.slug) is None
    ]


def _render(
    sources: Sources, everything: list[Run], record: dict[str, Any], outputs: dict[str, str]
) -> tuple[dict[str, str], list[str]]:
    """All artifacts, and one line for each figure or joined table that cannot be drawn."""
    shown_on = _shown_on(sources)
    proofs = {snippet.key: snippet.claim for snippet in sources.snippets}
    by_slug = {checkpoint.slug: checkpoint for checkpoint in sources.checkpoints}
    used = {f"{run.snippet.key}.{run.slug}": [by_slug[slug] for slug in run.uses] for run in everything}
    by_run = {name.removeprefix("outputs/").removesuffix(".txt"): text for name, text in outputs.items()}
    counts = _counts(sources, everything, record, shown_on)
    traces = {entry.name: _trace(entry, sources, record) for entry in sources.figures if entry.follow}
    figures, undrawn = figure_files(sources.figures, record, counts, traces, sources.asked, sources.libraries)
    spans = {key: span(entry, sources.libraries.sets) for key, entry in sources.asked.items()}
    settled = {
        key: Proof(claim, since(sources.asked[key], sources.libraries.sets) if key in sources.asked else "")
        for key, claim in proofs.items()
    }
    keys = spans.keys() | sources.variants.keys()
    then = {key: Then(spans.get(key, ""), sources.variants.get(key, ())) for key in keys}
    firsts = {key: first_holding(entry, sources.libraries.sets) for key, entry in sources.asked.items()}
    joined, unjoined = joined_files(sources.joined, sources.snippets, record, firsts, shown_on)
    under_others = version_files(sources.snippets, sources.asked, sources.libraries, shown_on)
    files = {
        **outputs,
        **figures,
        **joined,
        **under_others,
        **record_files(SCHEMA, record, quotable_tree(record, sources.published)),
        **topic_files(sources.snippets, sources.checkpoints, record, by_run, used, shown_on, then),
        **ledger_files(sources.statements, sources.published, settled, shown_on),
        **overview_files(sources.snippets, sources.checkpoints, record, sources.glossary, shown_on),
        **changes_files(sources.reports, proofs, shown_on),
    }
    return files, [*undrawn, *unjoined]


def _shown_on(sources: Sources) -> dict[str, str]:
    """The page that each snippet's panel is on."""
    return {
        quote.name.removeprefix("panels/").removesuffix(".md"): quote.page
        for quote in pages.included(sources.pages)
        if quote.name.startswith("panels/")
    }


def _advise(sources: Sources, record: dict[str, Any], files: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """What answers a pasted report. `files` hold the recorded reports and outputs, which are its examples."""
    claims = {snippet.key: snippet.claim for snippet in sources.snippets}
    return advice_files(
        sources.advice, claims, record, sources.asked, sources.libraries.sets, _shown_on(sources), files
    )


def _counts(
    sources: Sources, everything: list[Run], record: dict[str, Any], shown_on: dict[str, str]
) -> dict[str, int]:
    """How many things stand at each stage between a checkpoint and a page; of runs and checkpoints, the recorded."""
    recorded = [run for run in everything if artifacts.run_record(record, run.snippet.key, run.slug)]
    return {
        "checkpoints": len({slug for run in recorded for slug in run.uses}),
        "snippets": len(sources.snippets),
        "runs": len(recorded),
        "facts": len(all_facts(record)),
        "quotes": len(pages.quoted_facts(sources.pages)),
        "panels": len(shown_on),
        "pages": len(sources.pages),
    }


def _trace(entry: Figure, sources: Sources, record: dict[str, Any]) -> dict[str, str]:
    """What the fact that a flow follows looks like at each stage; empty if it is nowhere quoted in a sentence."""
    topic, name, slug = entry.facts.split(".")
    fact = f"facts.{entry.facts}.{entry.follow}"
    value = all_facts(record).get(fact)
    checkpoint = next((one for one in sources.checkpoints if one.slug == slug), None)
    snippet = next(one for one in sources.snippets if one.key == f"{topic}/{name}")
    source = next((line for line in snippet.source.splitlines() if line.startswith(f"{entry.follow} =")), None)
    quote = pages.first_quote(sources.pages, fact)
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


def _card(sources: Sources, record: dict[str, Any], existing: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The picture for links, drawn only if it says something else than the one on disk; and what is wrong with it."""
    if sources.preview is None:
        return {}, []
    now = existing.get(card.PATH, "")
    try:
        content = filled(sources.preview, quotable(record, []), record, sources.checkpoints)
        if not card.is_current(content, artifacts.as_bytes(now)):
            now = artifacts.as_text(card.draw(content))
    except UserError as error:
        return ({card.PATH: now} if now else {}), list(error.lines)
    return {card.PATH: now}, []


def _refused(sources: Sources, failures: list[Result], record: dict[str, Any]) -> dict[str, str]:
    """topic/statement, advice/rule or joined/table → why: a snippet it rests on does not hold, or was never run."""
    failed = {result.run.snippet.key for result in failures}
    recorded = {f"{topic}/{name}" for topic, snippets in record.items() for name in snippets}
    resting = [
        *(
            (
                f"{entry.topic}/{entry.name}",
                f"{CLAIMS}:{entry.line}: the verdict `{entry.verdict}` on `{entry.name}`",
                key,
            )
            for entry in sources.statements
            for key in entry.snippets
        ),
        *((f"advice/{name}", f"{RULES}:{line}: `{name}`", key) for name, line, key in sources.advice.resting()),
        *(
            (f"joined/{entry.name}", f"{JOINED}:{entry.line}: `{entry.name}`", key)
            for entry in sources.joined
            for _, keys in entry.rows({snippet.key: snippet.assigned for snippet in sources.snippets})
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
_SHOWN_IN = (("panels", ".md"), ("snippets", ".py"), ("tables", "/"))


def _unpublished(
    files: dict[str, str], existing: dict[str, str], failures: list[Result], refused: dict[str, str]
) -> dict[str, str]:
    """The files, with those that would show a claim that does not hold left as they are on disk."""
    kept = [f"{kind}/{result.run.snippet.key}{end}" for result in failures for kind, end in _SHOWN_IN]
    kept += [f"statements/{page}.md" for name in refused for page in (name, name.split("/")[0], "all")]
    kept += [f"tables/{name}.md" for name in refused if name.startswith("joined/")]
    kept += [f"labs/{result.run.snippet.topic}.ipynb" for result in failures]
    kept += ["measured/claims.md"] if failures else []
    kept += [f"{ADVICE}/"] if any(name.startswith("advice/") for name in refused) else []

    def stays(name: str) -> bool:
        return any(name == place or (place.endswith("/") and name.startswith(place)) for place in kept)

    return {name: text for name, text in files.items() if not stays(name)} | {
        name: text for name, text in existing.items() if stays(name)
    }


def _problems(sources: Sources, everything: list[Run], record: dict[str, Any], files: set[str]) -> list[str]:
    """What is wrong beside the claims themselves: contradicted numbers, ledgers, pages."""
    typed = [
        line
        for place, text in [
            *((f"claims.yml:{entry.line}", entry.why) for entry in sources.statements),
            *((f"figures.yml:{entry.line}", entry.caption) for entry in sources.figures),
            *((f"glossary.yml:{entry.line}", entry.means) for entry in sources.glossary),
            *((f"{JOINED}:{entry.line}", entry.caption) for entry in sources.joined),
        ]
        for line in pages.typed_numbers(place, text)
    ]
    return [
        *disagreements(sources.published, all_facts(record)),
        *_unknown_facts(sources, everything),
        *typed,
        *pages.check_pages(sources.pages, quotable(record, sources.published), files, sources.snippets),
        *pages.unlinked_terms(sources.pages, sources.glossary),
    ]


def _unknown_facts(sources: Sources, everything: list[Run]) -> Iterator[str]:
    """Published numbers whose `fact` can never exist, and so would never be compared."""
    known = {
        f"facts.{run.snippet.topic}.{run.snippet.name}.{run.slug}.{name}"
        for run in everything
        for name in run.snippet.assigned
    }
    for entry in sources.published:
        if entry.fact and ".".join(entry.fact.split(".")[:5]) not in known:
            yield f"published.yml:{entry.line}: `{entry.name}`: no snippet gives {entry.fact}"
