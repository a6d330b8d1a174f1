"""How many small changes of its program a claim's asserts notice, in words."""

from explainer.inputs.snippets import Snippet
from explainer.render.context import Context

PAGE = "how-it-works/index.md"  # explains the changes, where a site has it, under this anchor
ANCHOR = "changes-of-a-program"


def noticed(snippet: Snippet, context: Context) -> str:
    """One line for a claim's panel; nothing for a program that was not changed yet, as it stands."""
    entry = context.mutants.get(snippet.key)
    if entry is None or entry.digest != snippet.digest or not entry.mutants:
        return ""
    changes = f"small change{'s' if entry.mutants > 1 else ''} of this program"
    if f"{{ #{ANCHOR} }}" in context.site.pages.get(PAGE, ""):
        changes = f"[{changes}](../{PAGE}#{ANCHOR})"
    return f"{entry.killed} of {entry.mutants} {changes} {'fail' if entry.mutants > 1 else 'fails'} it."
