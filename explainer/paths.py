"""Where things are: every path that the build reads or writes."""

from dataclasses import dataclass
from pathlib import Path

# Below `docs/` the build owns these folders and files; `m` is for the pages of a site's own tools.
GENERATED = ("artifacts", "c", "m", "proofs")
FOR_PROGRAMS = ("claims.json", "llms.txt")


@dataclass(frozen=True)
class Project:
    """The folders and files of one site."""

    root: Path

    @property
    def docs(self) -> Path:
        """The pages."""
        return self.root / "docs"

    @property
    def artifacts(self) -> Path:
        """What the pages include, generated and committed."""
        return self.docs / "artifacts"

    @property
    def generated(self) -> tuple[Path, ...]:
        """What the build owns: the artifacts, folders of pages that are generated whole, and files for programs."""
        return tuple(self.docs / name for name in (*GENERATED, *FOR_PROGRAMS))

    @property
    def cache(self) -> Path:
        """The ignored local cache: deleting it costs time and nothing else."""
        return self.root / ".cache"

    @property
    def hub_home(self) -> Path:
        """The project's own HF_HOME."""
        return self.cache / "huggingface"

    @property
    def staging(self) -> Path:
        """New files on their way to the artifacts; beside them, on their file system."""
        return self.root / "docs" / ".artifacts-staged"

    @property
    def fingerprints(self) -> Path:
        """What each run was last made from."""
        return self.cache / "fingerprints.json"
