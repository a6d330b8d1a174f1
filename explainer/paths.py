"""Where things are: every path that the build reads or writes."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Project:
    """Where things are. Every path that the build reads or writes comes from here."""

    root: Path

    @property
    def artifacts(self) -> Path:
        """The generated and committed files."""
        return self.root / "docs" / "artifacts"

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
        """A complete set of changes that is being put in place; beside the artifacts, on their file system."""
        return self.artifacts.parent / ".artifacts-staged"

    @property
    def fingerprints(self) -> Path:
        """What each run was last made from."""
        return self.cache / "fingerprints.json"
