"""What people say: one sentence each, and all of them below the navigation's own sections."""

import re
from pathlib import Path

import yaml

from explainer.inputs.site import read_site
from explainer.render.context import Context

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/what-people-say/index.md"
SITE = read_site(ROOT)
NEXT_SENTENCE = re.compile(r"[.?!][”\"]?\s+\S")


def sections(text: str) -> list[tuple[str, str]]:
    """Each heading of a page, with the folder of what is listed below it."""
    return re.findall(r'^## (.+)\n\n\{\{ said\("([\w-]+)"\) \}\}$', text, re.MULTILINE)


def tabs() -> dict[str, list[str]]:
    """The tabs of the navigation, with the folders of their pages."""
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    nav = yaml.safe_load(text.split("\nnav:\n")[1].split("\n\n")[0])
    return {
        name: [page.partition("/")[0] for page in pages if isinstance(page, str)]
        for entry in nav
        for name, pages in entry.items()
        if isinstance(pages, list)
    }


def test_every_statement_is_one_sentence() -> None:
    assert NEXT_SENTENCE.search("It is so. It is not.")
    said = {entry.where: re.sub("`[^`]*`", "code", entry.says) for entry in SITE.statements}
    assert [where for where, text in said.items() if NEXT_SENTENCE.search(text)] == []


def test_every_statement_is_in_a_section_as_the_navigation_calls_it() -> None:
    context = Context(SITE)
    folders = {context.folder_of(entry.topic) for entry in SITE.statements}
    listed = sections(PAGE.read_text(encoding="utf-8"))
    assert {folder for _, folder in listed} == folders
    assert [name for name, folder in listed if folder not in tabs().get(name, [])] == []
