"""Packs what a rebuild changed for a pull request: a patch, and its text. `make proposal` runs this.

    python -m explainer.proposal docs/artifacts requirements    # what may have changed

It needs Python and git alone. Nothing is written if nothing changed.
"""

import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(".cache/proposal")
REPORT = Path(".cache/report.md")
LONGEST = 60_000  # characters; GitHub takes 65,536 as the text of a pull request
CUT = "\n\nCut here. The whole report is in content/changes/."


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text, or as many of its whole lines as fit, and a note that it was cut."""
    if len(text) <= longest:
        return text
    kept = text[: longest - len(CUT)]
    return (kept.rpartition("\n")[0] or kept) + CUT


def git(root: Path, *arguments: str) -> bytes:
    """What git prints. Raises CalledProcessError if it fails."""
    return subprocess.run(["git", *arguments], cwd=root, stdout=subprocess.PIPE, check=True).stdout  # noqa: S607


def main(root: Path, names: list[str]) -> None:
    """Writes `change.patch` and `text.md` for what differs from the last commit in these folders and files."""
    shutil.rmtree(root / FOLDER, ignore_errors=True)
    folders = [name for name in names if (root / name).exists() or git(root, "ls-files", "--", name)]  # git wants them
    git(root, "add", "--intent-to-add", "--", *folders)
    patch = git(root, "diff", "--binary", "--", *folders)
    if not patch:
        return
    report = root / REPORT
    text = (
        report.read_text(encoding="utf-8") if report.exists() else git(root, "diff", "--stat", "--", *folders).decode()
    )
    (root / FOLDER).mkdir(parents=True)
    (root / FOLDER / "change.patch").write_bytes(patch)
    (root / FOLDER / "text.md").write_text(shortened(text), encoding="utf-8")


if __name__ == "__main__":
    main(Path.cwd(), sys.argv[1:])
