"""The folders that the build owns, and which of their files git keeps."""

from dataclasses import dataclass
from pathlib import Path

# Below `docs/` the build owns these folders and files; `m` is for the pages of a site's own tools.
GENERATED = ("artifacts", "c", "m", "proofs")
FOR_PROGRAMS = ("claims.json", "llms.txt")

# Below `docs/artifacts/`. What `--versions`, `--bisect` and `--mutate` measure:
MEASURED_ELSEWHERE = ("versions.yml", "mutants.json", "reports/")
# what a build measures,
RECORD = ("facts.json", "outputs/", "evidence.json")
# and the tables and pictures in which a reviewer sees a change of it. All these are in git; everything else that a
# build writes is a view, which follows from them and from what people wrote, and which git ignores.
IN_GIT = (*MEASURED_ELSEWHERE, *RECORD, "tables/", "figures/", "families/", "card.png")
ADDRESSES = "../../content/addresses.txt"  # from the artifacts: a list that a person reviews, among what people write
LAST_RUN = "../../overrides/theme/partials/last_run.html"  # for a theme that says so in its foot: a view, as most are


def is_view(name: str) -> bool:
    """Return whether git ignores a generated file; names start from the artifacts."""
    return name != ADDRESSES and not name.startswith(IN_GIT)


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
        """What the pages include: the record, and views of it."""
        return self.docs / "artifacts"

    @property
    def generated(self) -> tuple[Path, ...]:
        """What the build owns: the artifacts, folders of pages that are generated whole, and single files elsewhere."""
        pages = (self.docs / name for name in (*GENERATED, *FOR_PROGRAMS))
        return (*pages, *(self.root / name.removeprefix("../../") for name in (ADDRESSES, LAST_RUN)))

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
        return self.docs / ".artifacts-staged"

    @property
    def fingerprints(self) -> Path:
        """What each run was last made from."""
        return self.cache / "fingerprints.json"
