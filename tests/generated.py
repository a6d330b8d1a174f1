"""Have the files that the site adds to docs/, for tests that need one on the disk or its text."""

from functools import cache
from pathlib import Path

from build_artifacts import extension
from explainer.paths import Project
from explainer.pipeline.views import current_site, source_of, write_site_files

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".cache/site"


@cache
def generated() -> Path:
    """Write them, remove what an earlier state of the site left, and return their folder, which is like docs/."""
    site = current_site(Project(ROOT), extension())
    write_site_files(site, FOLDER)
    written = {FOLDER / source_of(name) for name in site.files}
    for path in FOLDER.rglob("[!.]*"):
        if path.is_file() and path not in written:
            path.unlink(missing_ok=True)  # another process of the tests may do the same
    return FOLDER
