"""What people say: each statement with its verdict, why, its source and the claims that settle it."""

from explainer.inputs.pages import filled
from explainer.inputs.statements import VERDICTS, Statement
from explainer.render.context import Context
from explainer.render.markup import UNSEARCHED, fenced, slug, words
from explainer.versions.history import since

ALL = "statements/all.md"  # every statement, among the artifacts


def statements(entries: list[Statement], context: Context, page: str, *, code: bool = True) -> str:
    """Statements as Markdown; `page` is where they are shown. Without `code`, a link leads to what to do."""
    return "\n\n".join(_statement(entry, context, page, code) for entry in entries) + "\n"


def all_statements(context: Context) -> str:
    """Every statement, below filters by topic and verdict that a script switches on; without it all are shown.

    The lines that say what to do are on the topics' pages alone: with them this page would be too heavy.
    """
    entries = sorted(context.site.statements, key=lambda entry: entry.topic)
    topics = {slug(entry.topic): words(entry.topic) for entry in entries}
    given = {entry.verdict for entry in entries}
    verdicts = {slug(name): word for name, word in VERDICTS.items() if name in given}
    return (
        '<form class="filters" hidden aria-label="Choose which statements are shown">\n'
        f"{_choice('topic', topics)}\n{_choice('verdict', verdicts)}\n"
        '<p class="count" role="status"></p>\n</form>\n\n'
        f"{statements(entries, context, context.page_of(ALL), code=False)}"
    )


def _choice(name: str, options: dict[str, str]) -> str:
    inputs = [
        f'<label><input type="radio" name="{name}" value="{value}"{"" if value else " checked"}> {shown}</label>'
        for value, shown in {"": "all", **options}.items()
    ]
    return f"<fieldset><legend>{name.title()}</legend>{''.join(inputs)}</fieldset>"


def _statement(entry: Statement, context: Context, page: str, code: bool) -> str:
    anchor = "said-" + slug(entry.name)
    do = f"What to do:\n{{ .do }}\n\n{fenced(entry.do.strip(), 'python')}\n\n" if entry.do else ""
    if do and not code:
        do = f"[What to do, in code]({context.way(page, context.statement_page(entry))}#{anchor}).\n\n"
    settled = "\n".join(_settled_by(key, context, page) for key in entry.snippets)
    return (
        f'<div class="statement verdict-{slug(entry.verdict)} topic-{slug(entry.topic)}" markdown="1">\n\n'
        f"{entry.says} [#](#{anchor}){{ .permalink title='Permanent link to this statement' }}\n"
        f"{{ .says #{anchor} }}\n\n"
        f"**{VERDICTS[entry.verdict]}.** {filled(entry.why, context.quotable)}\n\n{do}"
        f"From [{entry.source}]({entry.url}). Settled by:\n{{ .source }}\n\n"
        f'<div {UNSEARCHED} markdown="1">\n\n{settled}\n\n</div>\n\n</div>'
    )


def _settled_by(key: str, context: Context, page: str) -> str:
    since_when = context.under_versions(since, key)
    return f"- [{context.claims[key]}]({context.link(key, page)})" + (f" ({since_when})" if since_when else "")
