"""What the site weighs, for a reader on a slow line and for everyone who clones it."""

import random
from pathlib import Path

import pytest

from explainer.paths import Project
from tests.site.built import ROOT, compressed

# All in bytes. A page and the search index are sent compressed; every page fetches the index.
PAGE = 65_000
SEARCH_INDEX = 145_000  # with all myths, and 81 messages in each of their wordings
ARTIFACTS = 9_000_000
LARGEST_ARTIFACT = 1_100_000
# A trained model's weights, of two bytes each. A page fetches them when a reader wants to run the model, not before.
WEIGHTS, LARGEST_WEIGHTS = "live/*.safetensors", 3_500_000


def too_heavy(site: Path, files: str, limit: int) -> list[str]:
    """One line for each of these files that weighs more than the limit when it is sent."""
    sizes = {path.relative_to(site): compressed(path.read_bytes()) for path in sorted(site.rglob(files))}
    assert sizes, f"there is no {files}"
    return [f"{name} weighs {size:,} bytes compressed, of {limit:,}" for name, size in sizes.items() if size > limit]


def over_budget(folder: Path, total: int = ARTIFACTS, largest: int = LARGEST_ARTIFACT) -> list[str]:
    """What in a folder is over the budget: one line for the whole, one for each file."""
    sizes = {path.relative_to(folder): path.stat().st_size for path in sorted(folder.rglob("*")) if path.is_file()}
    limits = {name: LARGEST_WEIGHTS if name.match(WEIGHTS) else largest for name in sizes}
    files = [f"{name} has {size:,} bytes, of {limits[name]:,}" for name, size in sizes.items() if size > limits[name]]
    whole = sum(size for name, size in sizes.items() if limits[name] == largest)
    return [*([f"all files have {whole:,} bytes, of {total:,}"] if whole > total else []), *files]


def test_no_page_is_heavy(site: Path) -> None:
    found = too_heavy(site, "*.html", PAGE)
    assert found == [], "move what few readers need to a page or a file of its own, or split the page"


def test_the_search_index_is_light(site: Path) -> None:
    found = too_heavy(site, "search_index.json", SEARCH_INDEX)
    assert found == [], (
        "every page fetches it: leave recorded output or generated pages out of it "
        "(`search: exclude: true` in a page's head, `{ data-search-exclude }` behind a heading)"
    )


def test_the_artifacts_stay_in_their_budget() -> None:
    found = [line for folder in Project(ROOT).generated if folder.is_dir() for line in over_budget(folder)]
    assert found == [], (
        "shorten what the snippet prints, or record a summary in place of a list (a tensor becomes one by itself); "
        "if the site has really grown, raise the budget in tests/site/test_weight.py and say why in the commit"
    )


@pytest.mark.parametrize("share", [0.9, 1.1])
def test_these_checks_can_fail(tmp_path: Path, share: float) -> None:
    (tmp_path / "page").mkdir()
    # Random bytes do not compress, and are what their number says.
    (tmp_path / "page/index.html").write_bytes(random.Random(0).randbytes(int(PAGE * share)))  # noqa: S311
    assert bool(too_heavy(tmp_path, "*.html", PAGE)) == (share > 1)
    size = int(PAGE * share)
    (tmp_path / "small.txt").write_bytes(b"x")
    assert over_budget(tmp_path, total=PAGE, largest=10 * PAGE) == (
        [f"all files have {size + 1:,} bytes, of {PAGE:,}"] if share > 1 else []
    )
    (tmp_path / "live").mkdir()
    (tmp_path / "live/weights.safetensors").write_bytes(bytes(int(LARGEST_WEIGHTS * share)))
    assert any("weights" in line for line in over_budget(tmp_path)) == (share > 1)
    (tmp_path / "live/weights.safetensors").unlink()
    assert over_budget(tmp_path, total=10 * PAGE, largest=PAGE) == (
        [f"page/index.html has {size:,} bytes, of {PAGE:,}"] if share > 1 else []
    )
