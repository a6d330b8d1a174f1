"""List the folders and files that the build owns."""

from dataclasses import dataclass
from pathlib import Path

# Below `docs/`: `artifacts` is the record; the site makes the pages of claims, `c`, and of a site's own tools, `m`.
GENERATED_PAGES = ("c", "m")
GENERATED_FILES = ("claims.json", "llms.txt")
GENERATED_FOLDERS = ("artifacts", *GENERATED_PAGES)

# The record, by names below `docs/artifacts/`; one that ends in a slash is a folder.
RECORDED_BY_OTHER_COMMANDS = ("versions.yml", "reports/")  # by --versions and --bisect
RECORD_FILES = ("facts.json", "outputs/", "families/")  # by a build; `families/` is a tool's
# A generated file outside `docs/artifacts/`, named from there as all generated files are: every public address, so that
# a reviewer sees one go.
ADDRESSES_FILE = "../../content/addresses.txt"


@dataclass(frozen=True)
class Project:
    """Hold the paths of one site; `root` is the folder of its mkdocs.yml."""

    root: Path

    @property
    def docs(self) -> Path:
        """Return the folder of the pages."""
        return self.root / "docs"

    @property
    def artifacts(self) -> Path:
        """Return the folder of the record."""
        return self.docs / "artifacts"

    @property
    def generated(self) -> tuple[Path, ...]:
        """Return all folders and files that a build writes; it deletes whatever else it finds there."""
        return (*(self.artifacts / name for name in RECORD_FILES), self.root / ADDRESSES_FILE.removeprefix("../../"))

    @property
    def cache(self) -> Path:
        """Return the folder of the local cache, which git ignores; deleting it costs only time."""
        return self.root / ".cache"

    @property
    def hub_home(self) -> Path:
        """Return the project's own HF_HOME, the folder of Hugging Face's cache."""
        return self.cache / "huggingface"

    @property
    def staging(self) -> Path:
        """Return the folder where new artifacts wait, on the same file system: a rename moves them in one step."""
        return self.docs / ".artifacts-staged"

    @property
    def runs(self) -> Path:
        """Return the file with what each run gave on this machine."""
        return self.cache / "runs.jsonl"
