"""A claim's scope in words: what it is about, and so how far it reaches."""

from explainer.inputs.scopes import EXPERIMENT, count_of
from explainer.inputs.snippets import Snippet
from explainer.render.context import Context, Tab

PAGE = "how-it-works/index.md"  # explains the scopes, where a site has it, under this anchor
ANCHOR = "scope"
MEANS = {
    "arithmetic": "no weights matter",
    "library": "any weights",
    "checkpoint": "measured on the files named",
    EXPERIMENT: "{} runs, from their log",
}


def scope_line(snippet: Snippet, tabs: list[Tab], context: Context) -> str:
    """One line for a claim's panel, with a link to the page that explains scopes; nothing for a claim without one."""
    if snippet.scope is None:
        return ""
    counts = [count for tab in tabs if (count := count_of(tab.facts)) is not None]
    means = MEANS[snippet.scope].format(max(counts, default="several"))
    explained = f"{{ #{ANCHOR} }}" in context.site.pages.get(PAGE, "")
    word = f"[Scope: {snippet.scope}](../{PAGE}#{ANCHOR})" if explained else f"Scope: {snippet.scope}"
    return f"{word} ({means})."


def has_scopes(context: Context) -> bool:
    """Whether the site says what its claims are about."""
    return any(snippet.scope for snippet in context.site.snippets)
