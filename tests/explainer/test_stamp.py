"""A build with nothing to do ends before anything is parsed; whatever a build reads makes the next one look again."""

import os
import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from explainer.paths import Project
from explainer.stamp import Digests, Stamp
from explainer.stamp import digests as state_of
from tests.conftest import BUILD_PROGRAM, ROOT, SNIPPET_SOURCE, TinyProject
from tests.forked import run_forked

CHECKPOINTS = """checkpoints:
  small:
    id: models/small
    title: Small
    revision: "1"
    what_for: tests
    has: [encoder]
    sources: [{package: smallmodel, path: small}]
    files: {size.txt: 4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce}
"""  # the hash of "3"
SIZE = '''"""A model is small."""

from pathlib import Path

checkpoint = "models/small"
size = len(Path("notes/size.md").read_text())
assert size
'''


@pytest.fixture
def built(project: TinyProject) -> TinyProject:
    """A project in which everything is up to date, with a checkpoint that lies in an installed package."""
    project.library("smallmodel", "1.0")
    project.write("libraries/small/size.txt", "3")
    project.write("content/checkpoints.yml", CHECKPOINTS)
    project.write("notes/size.md", "3")
    project.snippet("sums/four")
    project.snippet("sizes/size", SIZE)
    done = project.build()
    assert done.returncode == 0, done.stdout + done.stderr
    return project


BARE = f"import sys; sys.path.append({str(ROOT)!r})"
PARSED = "import atexit; atexit.register(lambda: print('yaml' in sys.modules, file=sys.stderr))"


def parses(project: TinyProject, *arguments: str, **environment: str) -> bool:
    """Whether a build reads the inputs: where nothing is loaded, it then loads their parser."""
    code = f"import sys; {PARSED}\n{BUILD_PROGRAM}"
    done = run_forked(code, project.root, arguments, project.environment(environment), imports=BARE)
    assert done.returncode in (0, 1), done.stdout
    return {"True": True, "False": False}[done.stderr.splitlines()[-1]]


def test_a_build_with_nothing_to_do_parses_nothing_and_says_the_same(built: TinyProject) -> None:
    first = built.build()
    assert first.stdout.startswith(
        "ran 0, unchanged 2, facts changed 0, claims failed 0, checkpoints not available 0, "
    )
    assert built.build("--force").returncode == 0
    for arguments in ((), ("--check",), ("--root", str(built.root)), ("--root", str(built.root), "--check")):
        assert not parses(built, *arguments)
    built.write("libraries/small/size.txt", "3")  # the same, but it was written
    assert parses(built, "--check")
    for arguments in (("--force",), ("sums",), ("--list",), ("--checkpoint", "small"), ("--report", "r.md")):
        assert parses(built, *arguments)


CHANGES: dict[str, Callable[[TinyProject], object]] = {
    "a snippet": lambda project: project.write("snippets/sums/four.py", SNIPPET_SOURCE + "# more\n"),
    "a page": lambda project: project.write("docs/sums/index.md", "# Another\n"),
    "an artifact": lambda project: project.write("docs/artifacts/panels/sums/four.md", "edited by hand"),
    "no artifact": lambda project: (project.root / "docs/artifacts/panels/sums/four.md").unlink(),
    "one more": lambda project: project.write("docs/artifacts/more.txt", "?"),
    "a file that a snippet names": lambda project: project.write("notes/size.md", "4"),
    "what people write": lambda project: project.write("content/glossary.yml", "terms: {}\n"),
    "a folder that is linked": lambda project: project.write("elsewhere/one.md", "4"),
    "another torch": lambda project: project.library("torch", "9.1"),
    "another library": lambda project: project.library("other", "1.0"),
}


def state(project: TinyProject, monkeypatch: pytest.MonkeyPatch) -> Digests:
    """As a build in the project sees it, with the project's libraries."""
    monkeypatch.setattr("sys.path", [str(project.root / "libraries")])
    return state_of(Project(project.root))


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_a_build_reads_makes_it_look_again(
    project: TinyProject, change: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("snippets/sums/four.py", "docs/sums/index.md", "docs/artifacts/panels/sums/four.md", "notes/size.md"):
        project.write(name, "3")
    (project.root / "elsewhere").mkdir()
    (project.root / "docs/linked").symlink_to(project.root / "elsewhere")
    (project.root / "docs/loop").symlink_to(project.root)
    before = state(project, monkeypatch)
    assert state(project, monkeypatch) == before
    CHANGES[change](project)
    assert state(project, monkeypatch) != before


def test_an_edit_that_keeps_size_and_time_is_seen(project: TinyProject, monkeypatch: pytest.MonkeyPatch) -> None:
    page = project.write("notes/size.md", "3")
    before, was = state(project, monkeypatch), page.stat()
    page.write_text("4")
    os.utime(page, ns=(was.st_atime_ns, was.st_mtime_ns))
    assert state(project, monkeypatch) != before


def test_a_folder_called_site_among_the_pages_is_read(project: TinyProject, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(project, monkeypatch)
    project.write("docs/site/index.md", "# A page\n")
    assert state(project, monkeypatch) != before


def test_a_linked_folder_whose_name_begins_like_ours_is_looked_into(tmp_path: Path) -> None:
    root, other = tmp_path / "site-b", tmp_path / "site"
    root.mkdir()
    other.mkdir()
    (root / "snippets").symlink_to(other)
    before = state_of(Project(root))
    (other / "one.py").write_text("1")
    assert state_of(Project(root)) != before


def test_what_the_configuration_asks_of_the_environment_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mkdocs.yml").write_text('site_url: !ENV [ADDRESS, ""]\nstrict: !ENV STRICT\n')
    seen = [state_of(Project(tmp_path)).site]
    for name in ("ADDRESS", "STRICT", "UNASKED"):
        monkeypatch.setenv(name, "x")
        seen.append(state_of(Project(tmp_path)).site)
    assert [one == other for one, other in pairwise(seen)] == [False, False, True]


def test_a_link_that_leads_nowhere_or_to_itself_is_no_traceback(project: TinyProject) -> None:
    project.snippet("sums/four")
    (project.root / "loop").symlink_to("loop")
    (project.root / "snippets/sums/.#four.py").symlink_to("nobody@nowhere")
    done = project.build()
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    (project.root / "snippets/sums/.#four.py").unlink()
    assert project.build().returncode == 0


def test_a_failure_for_a_reason_outside_is_said_until_it_is_gone(project: TinyProject) -> None:
    flag = project.root.parent / f"{project.root.name}-flag"
    project.snippet(
        "sums/four", SNIPPET_SOURCE + f"\nfrom pathlib import Path\n\nassert not Path({str(flag)!r}).exists()\n"
    )
    assert project.build().returncode == 0
    flag.touch()
    assert project.build("--force").returncode == 1
    assert project.build().returncode == 1
    flag.unlink()
    assert project.build().returncode == 0


def test_another_root_wherever_it_is_named_leaves_this_one_alone(
    project: TinyProject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    project.snippet("sums/four")
    assert project.build().returncode == 0
    copy = tmp_path_factory.mktemp("copy") / "copy"
    shutil.copytree(project.root, copy, ignore=shutil.ignore_patterns(".cache"))
    project.snippet("sums/four", SNIPPET_SOURCE.replace("== 4", "== 5"))
    assert project.build("--check", "--root", str(copy)).returncode == 0
    assert project.build("--check").returncode == 1


def test_a_folder_that_is_no_site_is_not_read(project: TinyProject, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert project.build("--root", str(elsewhere)).returncode == 2
    assert list(elsewhere.iterdir()) == []


def test_what_no_build_reads_changes_nothing(project: TinyProject, monkeypatch: pytest.MonkeyPatch) -> None:
    before = state(project, monkeypatch)
    for name in ("site/index.html", "tests/test_four.py", ".git/index", "snippets/__pycache__/x.pyc", ".venv/x"):
        project.write(name, "3")
    os.mkfifo(project.root / "pipe")
    assert state(project, monkeypatch) == before


def test_the_environment_and_folders_of_the_reader_s_own_count(built: TinyProject) -> None:
    assert not parses(built, HF_HUB_OFFLINE="0")  # a build without `--hub` never asks the hub
    assert parses(built, EXPLAINER_CHECKPOINTS=str(built.root / "models"))
    assert parses(built, HF_HOME=str(built.root / "home"))


def test_a_build_that_fails_or_is_told_of_a_fault_leaves_nothing(built: TinyProject) -> None:
    built.snippet("sums/five", SNIPPET_SOURCE.replace("== 4", "== 5").replace("four", "five"))
    assert built.build().returncode == 1
    assert parses(built)
    (built.root / "snippets/sums/five.py").unlink()
    built.write("docs/sums/index.md", '# A page\n\n--8<-- "panels/sums/four.md"\n\nA typed 0.1234 number.\n')
    assert built.build().returncode == 2
    done = built.build()
    assert (done.returncode, "typed by hand" in done.stdout) == (2, True)


def test_a_page_that_is_edited_during_the_build_is_not_taken_for_built(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("before")
    stamp = Stamp(Project(tmp_path))
    page.write_text("edited while it was built")
    stamp.save(["said"], {})
    assert Stamp(Project(tmp_path)).report_if_current() is None
    Stamp(Project(tmp_path)).save(["said"], {})
    assert Stamp(Project(tmp_path)).report_if_current() == ["said"]
    Stamp(Project(tmp_path)).forget()
    assert Stamp(Project(tmp_path)).report_if_current() is None


def test_a_site_is_built_until_it_or_its_pages_are_others(tmp_path: Path) -> None:
    stamp = Stamp(Project(tmp_path))
    assert not stamp.site_is_built("these pages")
    stamp.save_site("these pages")
    assert not stamp.site_is_built("these pages"), "there is no page"
    stamp.home_page.parent.mkdir()
    stamp.home_page.write_text("home")
    stamp.save_site("these pages")
    assert stamp.site_is_built("these pages")
    assert not stamp.site_is_built("others")
    stamp.save_site(None)
    assert not stamp.site_is_built("these pages"), "it is being built"


def test_what_lies_outside_counts(tmp_path: Path) -> None:
    root, weights = tmp_path / "root", tmp_path / "weights"
    root.mkdir()

    def said(outside: dict[str, list[int] | None]) -> list[str] | None:
        Stamp(Project(root)).save(["said"], outside)
        return Stamp(Project(root)).report_if_current()

    assert said({str(weights): None}) == ["said"]
    assert said({str(weights): [1, 2, 3]}) is None
