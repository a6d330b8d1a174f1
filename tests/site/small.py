"""A site of three pages, a panel and a lab, under our mkdocs.yml's settings: what these refuse is seen in a second."""

import logging
import shutil
from contextlib import chdir
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from pymdownx.snippets import SnippetMissingError

from tests.conftest import ROOT, TinyProject

LAB = "labs:\n  sums:\n    title: Sums\n    introduction: You add.\n    claims: [sums/four]\n"
# Ours but for the pages. mkdocs resolves the paths of both files from here.
CONFIG = """INHERIT: ours.yml
nav: [index.md, sums/index.md, changes/index.md, artifacts/labs/sums.ipynb]
"""
PAGES = {
    "index.md": "# Home\n\nThe sum is {{ facts.sums.four.total }}: [see](sums/index.md#claim-four).\n\n"
    '{{ measured("sums") }}\n',
    "changes/index.md": '# Changes\n\n{{ measured("all") }}\n',
}


def make_small_site(project: TinyProject) -> Path:
    """Builds its artifacts with the engine, and puts our settings, hooks and templates beside them."""
    project.snippet("sums/four")
    project.write("content/labs.yml", LAB)
    done = project.build()
    assert done.returncode == 0, done.stdout + done.stderr
    for name, text in PAGES.items():
        project.write(f"docs/{name}", text)
    shutil.copy(ROOT / "mkdocs.yml", project.root / "ours.yml")
    (project.root / "docs/assets").mkdir(exist_ok=True)
    shutil.copy(ROOT / "docs/assets/card.png", project.root / "docs/assets")
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "src", project.root / "src", ignore=ignored)
    shutil.copytree(ROOT / "overrides", project.root / "overrides", ignore=ignored, dirs_exist_ok=True)
    project.write("mkdocs.yml", CONFIG)
    return project.root


class Said(logging.Handler):
    """Keeps what mkdocs warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def refusals(folder: Path) -> list[str]:
    """What the strict build of a small site refuses; nothing if the site is built."""
    said = Said()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(said)
    try:
        with chdir(folder):
            build(load_config("mkdocs.yml"))
    except (Abort, SnippetMissingError, SystemExit) as error:  # mkdocs-macros exits
        return [*said.lines, str(error)]
    finally:
        logger.removeHandler(said)
    return []
