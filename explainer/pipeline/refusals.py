"""What rests on a claim that does not hold is not published."""

from collections.abc import Iterator
from dataclasses import replace

from explainer.inputs.content import JOINED, LABS
from explainer.measure.runner import Result
from explainer.pipeline.extension import Tool
from explainer.render.context import Context, claim_page, proof_page

# The artifacts, by folder and ending, that show a snippet's claim.
SHOWN_IN = (("panels", ".md"), ("snippets", "."), ("tables", "/"))


def refused(context: Context, tools: list[Tool], failures: list[Result]) -> dict[str, str]:
    """Artifact (a folder ends in /) → why it is refused: a snippet that it rests on does not hold, or never ran."""
    failed = {result.run.snippet.key for result in failures}
    found: dict[str, str] = {}
    for artifact, what, key in _resting(context, tools):
        why = "does not hold" if key in failed else "has never been run" if key not in context.record.claims else ""
        if why:
            found[artifact] = f"{what} rests on {key}, which {why}"
    return found


def _resting(context: Context, tools: list[Tool]) -> Iterator[tuple[str, str, str]]:
    """Each artifact that rests on a claim, what it is in words with its place, and the claim."""
    for entry in context.site.statements:
        what = f"{entry.where}: the verdict `{entry.verdict}` on `{entry.name}`"
        yield from ((f"statements/{entry.topic}/{entry.name}.md", what, key) for key in entry.snippets)
    for tool in tools:
        yield from ((f"{folder}/", what, key) for what, key in tool.claims_used() for folder in tool.folders)
    for table in context.site.joined_tables:
        what = f"{JOINED}:{table.line}: `{table.name}`"
        keys = [key for _, keys in table.rows(context.site.assigned) for key in keys]
        yield from ((f"tables/joined/{table.name}.md", what, key) for key in keys)
    for lab in context.site.labs:
        yield from ((lab.artifact, f"{LABS}:{lab.line}: the lab `{lab.name}`", key) for key in lab.claims)


def published(context: Context, refused: dict[str, str]) -> Context:
    """The context without the statements that are refused: nothing else may show such a verdict either."""
    said = [one for one in context.site.statements if f"statements/{one.topic}/{one.name}.md" not in refused]
    return replace(context, site=replace(context.site, statements=said))


def unpublished(
    files: dict[str, str], existing: dict[str, str], failures: list[Result], refused: dict[str, str]
) -> dict[str, str]:
    """The files, with those that would show a claim that does not hold left as they are on disk."""
    failed = {result.run.snippet.key: result.run.snippet.topic for result in failures}
    kept = {f"{kind}/{key}{end}" for key in failed for kind, end in SHOWN_IN} | {*refused}
    kept |= {f"../{page}" for key, topic in failed.items() for page in (claim_page(key), proof_page(topic))}
    kept |= {"measured/claims.md", "../claims.json"} if failures else set()
    for name in refused:
        if name.startswith("statements/"):  # its topic shows it, too, and the page of all
            kept |= {f"{name.rpartition('/')[0]}.md", "said/"}
    folders = tuple(name for name in kept if name.endswith(("/", ".")))  # or programs for several libraries

    def stays(name: str) -> bool:
        return name in kept or name.startswith(folders)

    return {name: text for name, text in files.items() if not stays(name)} | {
        name: text for name, text in existing.items() if stays(name)
    }
