"""Have the files that the site adds to docs/, for tests that need one on the disk or its text."""

from functools import cache
from pathlib import Path

from build_artifacts import extension
from explainer.paths import Project
from explainer.pipeline.views import current_site, write_site_files

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".cache/site"


@cache
def generated() -> Path:
    """Write them, and return their folder, which is like docs/."""
    write_site_files(current_site(Project(ROOT), extension()), FOLDER)
    return FOLDER
