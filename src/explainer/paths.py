"""List the folders and files that the build owns, and which of them git has."""

from dataclasses import dataclass
from pathlib import Path

# Folders and files below `docs/` that the build owns: `c` has the claims' pages, `m` those of a site's own tools.
GENERATED_FOLDERS = ("artifacts", "c", "m")
GENERATED_FILES = ("claims.json", "llms.txt")

# Names below `docs/artifacts/`; one that ends in a slash is a folder.
RECORDED_BY_OTHER_COMMANDS = ("versions.yml", "reports/")  # by --versions and --bisect
RECORD_FILES = ("facts.json", "outputs/")  # by a build
# Git has the record, and the tables and pictures in which a reviewer sees a change of it. Everything else that a build
# writes is a view: it is rendered from the record and from what people write, and git ignores it.
COMMITTED = (*RECORDED_BY_OTHER_COMMANDS, *RECORD_FILES, "tables/", "figures/", "families/")
# Two generated files outside `docs/artifacts/`, named from there as all artifacts are:
ADDRESSES_FILE = "../../content/addresses.txt"  # every public address; committed, so that a reviewer sees one go
LAST_RUN_FILE = "../../overrides/theme/partials/last_run.html"  # a view: the theme's footer includes it


def is_view(name: str) -> bool:
    """Return whether a generated file is a view, which git ignores; `name` is relative to `docs/artifacts/`."""
    # `startswith`, because COMMITTED has folders
    return name != ADDRESSES_FILE and not name.startswith(COMMITTED)


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
        """Return the folder of what pages include: the record, and views of it."""
        return self.docs / "artifacts"

    @property
    def generated(self) -> tuple[Path, ...]:
        """Return all folders and files that the build owns; it deletes whatever else it finds there."""
        in_docs = (self.docs / name for name in (*GENERATED_FOLDERS, *GENERATED_FILES))
        return (*in_docs, *(self.root / name.removeprefix("../../") for name in (ADDRESSES_FILE, LAST_RUN_FILE)))

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
