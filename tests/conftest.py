"""Provide fixtures for all tests: no network, a tiny project that builds without torch in under a second, the site."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from explainer.paths import Project
from explainer.pipeline.extension import NO_EXTENSION
from explainer.pipeline.views import current_site
from tests.forked import HANG_TIMEOUT, run_forked
from tests.reading_only import reading_only
from tests.tracked import copy, tracked

os.environ["HF_HUB_OFFLINE"] = "1"

ROOT = Path(__file__).resolve().parent.parent

SNIPPET_SOURCE = '''"""Two and two are four."""

total = 2 + 2
print("total", total)
assert total == 4
'''

# A stand-in for torch: it creates a file when it is imported, and has the three types that facts may contain.
FAKE_TORCH = """
import os, pathlib
pathlib.Path(os.environ["IMPORT_MARK"]).touch()
class Tensor: pass
class Size(tuple): pass
class dtype: pass
"""

# The build command, for the current folder. ENGINE_IMPORTS is the source that a fork server does beforehand.
ENGINE_IMPORTS = f"import sys; sys.path.append({str(ROOT / 'src')!r}); from explainer.pipeline.command import main"
BUILD_PROGRAM = """
import signal, sys; from pathlib import Path; from explainer.start import start
signal.signal(signal.SIGINT, signal.default_int_handler)  # a background job starts without it
sys.exit(start(sys.argv[1:], Path.cwd()))
"""


class TinyProject:
    """Hold a tiny repository in a temporary folder, and run the build command on it in another process."""

    def __init__(self, root: Path) -> None:
        self.root = root
        # Outside the project: a slow fork server imports torch after the build, which would then find a changed file.
        self.mark = root.with_name(f"{root.name}-torch-imported")
        self.write("libraries/torch/__init__.py", FAKE_TORCH)
        self.library("torch", "9.0")

    def write(self, name: str, text: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def library(self, name: str, version: str) -> None:
        """Make a version of a library look installed."""
        for old in self.root.glob(f"libraries/{name}-*.dist-info"):
            shutil.rmtree(old)
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        self.write(f"libraries/{name}-{version}.dist-info/METADATA", metadata)

    def snippet(self, name: str, text: str = SNIPPET_SOURCE) -> None:
        """Write a snippet and, on the topic's page, the line that shows it."""
        topic, stem = name.split("/")
        self.write(f"snippets/{name}.py", text)
        page = self.root / "docs" / topic / "index.md"
        line = f'{{{{ program("{topic}/{stem}") }}}}\n'
        content = page.read_text(encoding="utf-8") if page.exists() else "# A page\n\n"
        if line not in content:
            self.write(f"docs/{topic}/index.md", content + line)

    def environment(self, changes: dict[str, str]) -> dict[str, str]:
        paths = os.pathsep.join([str(self.root / "libraries"), str(ROOT / "src")])
        return {**os.environ, "PYTHONPATH": paths, "IMPORT_MARK": str(self.mark), **changes}

    def start(self, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
        """Start the command in a new interpreter, for tests that stop or watch it."""
        return subprocess.Popen(
            [sys.executable, "-c", BUILD_PROGRAM, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.root,
            env=self.environment(environment),
        )

    def build(self, *arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
        """Run the command to its end, in a fork of a process that has imported the engine, which is faster."""
        # Python reads both only when an interpreter starts, so a fork would ignore them.
        customized = (self.root / "libraries/sitecustomize.py").exists()
        if customized or "PYTHONHASHSEED" in environment:
            process = self.start(*arguments, **environment)
            out, err = process.communicate(timeout=HANG_TIMEOUT)
            return subprocess.CompletedProcess(process.args, process.returncode, out, err)
        return run_forked(BUILD_PROGRAM, self.root, arguments, self.environment(environment), imports=ENGINE_IMPORTS)

    def page(self, name: str) -> str:
        """Return the text of a page that the site makes."""
        return self.rendered()[f"../{name}.md"]

    def artifacts(self) -> dict[str, str]:
        """Read every recorded file, by its path below docs/artifacts."""
        folder = self.root / "docs" / "artifacts"
        return {str(p.relative_to(folder)): p.read_text(encoding="utf-8") for p in folder.rglob("*") if p.is_file()}

    def rendered(self) -> dict[str, str]:
        """Render the files that the site adds, and what pages can show, by the names of files and views."""
        site = current_site(Project(self.root), NO_EXTENSION)
        shown_on = site.context.shown_on
        views = {view: site.show(view, shown_on.get(view, "sums/index.md")) for view in site.views}
        return {**dict(site.file_texts()), **views}

    def record(self) -> Any:
        return json.loads(self.artifacts()["facts.json"])["facts"]


# The folders with the slowest tests run first, so that no process waits for another at the end.
LONGEST_FIRST = ("snippets", "browser", "site", "checkpoints", "experiments", "inspector")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Sort the folders with the slowest tests first. (`--dist loadfile` runs each file's tests in one process.)"""
    folders = {item: item.path.relative_to(ROOT / "tests").parts[0] for item in items}
    items.sort(key=lambda item: [*LONGEST_FIRST, folders[item]].index(folders[item]))


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers() -> Generator[None, int, int]:
    """Run one process more than there are cores, because some wait for a browser."""
    return (yield) + 1


def _shared(folders: pytest.TempPathFactory) -> Path:
    """Return a temporary folder that all processes of this test run share."""
    base = folders.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture
def only_build_here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Lock the checkout, for a test that builds in it."""
    with FileLock(_shared(tmp_path_factory) / "checkout.lock"):
        yield


@pytest.fixture
def project(tmp_path: Path) -> Iterator[TinyProject]:
    yield TinyProject(tmp_path)


@pytest.fixture
def root() -> Path:
    return ROOT


def _copy_site_sources(folder: Path) -> Path:
    """Copy the tracked files with their edits, without tests, and npm's Python into a folder. Views are not tracked."""
    if (pyodide := ROOT / "docs/assets/pyodide").is_dir():
        shutil.copytree(pyodide, folder / "docs/assets/pyodide")
    return copy((name for name in tracked() if not name.startswith("tests/")), folder)


def _build_site(engine: str, folder: Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Build the site in a copy of its sources with `engine`, a Python module. It writes `site/` there."""
    return subprocess.run(
        [sys.executable, "-m", engine, "build", "--strict"],
        cwd=folder,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": "", "REPO_URL": "", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="session")
def copy_site_sources() -> Callable[[Path], Path]:
    return _copy_site_sources


@pytest.fixture(scope="session")
def build_site() -> Callable[..., "subprocess.CompletedProcess[str]"]:
    return _build_site


@pytest.fixture(scope="session")
def reading_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return environment variables with which Python finds only what `requirements/site.txt` installs."""
    return {**os.environ, **reading_only(tmp_path_factory.mktemp("reading_only"))}


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, reading_environment: dict[str, str]) -> Path:
    """Return the folder of the site, which is built once for all tests."""
    return _built("mkdocs", tmp_path_factory, **reading_environment)


@pytest.fixture(scope="session")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a site of three pages, a panel and a lab with our settings. Copy it before you change it."""
    from tests.site.small import make_small_site

    return make_small_site(TinyProject(tmp_path_factory.mktemp("small")))


@pytest.fixture(scope="session")
def properdocs_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same site as `site`, built by ProperDocs, a drop-in for mkdocs."""
    return _built("properdocs", tmp_path_factory)


def _built(engine: str, folders: pytest.TempPathFactory, **environment: str) -> Path:
    """Build the site once for all processes, and return its folder. The first one builds it, the others wait."""
    folder = _shared(folders) / engine
    with FileLock(folder.with_suffix(".lock")):
        if not folder.exists():
            _build_strictly(engine, folder, **environment)
    return folder / "site"


def _build_strictly(engine: str, folder: Path, **environment: str) -> None:
    """Build the site. Fail at a warning. The folder appears only when the site is complete."""
    unfinished = folder.with_name(f"{engine}.part")
    unfinished.mkdir()
    done = _build_site(engine, _copy_site_sources(unfinished), **environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WARNING" not in done.stdout + done.stderr
    unfinished.rename(folder)
