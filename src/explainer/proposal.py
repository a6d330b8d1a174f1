"""Write a patch of what a rebuild changed, and the text of its pull request. `make proposal` runs this.

    PYTHONPATH=src python -m explainer.proposal docs/artifacts requirements    # folders and files that may have changed

It needs Python and git alone. Nothing is written if nothing changed.
"""

import shutil
import subprocess
import sys
from pathlib import Path

PROPOSAL_FOLDER = Path(".cache/proposal")
REPORT_FILE = Path(".cache/report.md")
MAX_TEXT_LENGTH = 60_000  # characters; GitHub takes 65,536 as the text of a pull request
CUT_NOTE = "\n\nCut here. `make report` writes all of it."


def shorten(text: str, max_length: int = MAX_TEXT_LENGTH) -> str:
    """Return the text or, if it is longer than `max_length` characters, as many lines as fit, and CUT_NOTE."""
    if len(text) <= max_length:
        return text
    beginning = text[: max_length - len(CUT_NOTE)]
    return (beginning.rpartition("\n")[0] or beginning) + CUT_NOTE  # a first line that is too long is cut in its middle


def git(root: Path, *arguments: str) -> bytes:
    """Return what `git ARGUMENTS` prints in `root`. Raise CalledProcessError if it fails."""
    return subprocess.run(["git", *arguments], cwd=root, stdout=subprocess.PIPE, check=True).stdout  # noqa: S607


def main(root: Path, names: list[str]) -> None:
    """Write `change.patch` and `text.md` for what differs from the last commit in the folders and files `names`."""
    shutil.rmtree(root / PROPOSAL_FOLDER, ignore_errors=True)
    # git fails for a path that is neither on disk nor tracked
    paths = [name for name in names if (root / name).exists() or git(root, "ls-files", "--", name)]
    if not paths:  # without a path, git would take the whole repository
        return
    git(root, "add", "--intent-to-add", "--", *paths)  # or the patch would leave new files out
    patch = git(root, "diff", "--binary", "--", *paths)
    if not patch:
        return
    report = root / REPORT_FILE
    text = report.read_text(encoding="utf-8") if report.exists() else git(root, "diff", "--stat", "--", *paths).decode()
    (root / PROPOSAL_FOLDER).mkdir(parents=True)
    (root / PROPOSAL_FOLDER / "change.patch").write_bytes(patch)
    (root / PROPOSAL_FOLDER / "text.md").write_text(shorten(text), encoding="utf-8")


if __name__ == "__main__":
    main(Path.cwd(), sys.argv[1:])
