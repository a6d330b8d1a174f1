"""The engine alone builds a site on another subject, with three snippets, two pages and nothing else."""

import html
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from explainer.facts.record import read_record
from explainer.paths import Project

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]


def command(*arguments: str, cwd: Path = ROOT, path: str = "") -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": path}
    return subprocess.run([sys.executable, *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False)


def build(site: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """With the engine's folder and nothing else of this repository."""
    engine = site.parent / "engine"
    if not engine.exists():
        shutil.copytree(ROOT / "src/explainer", engine / "explainer", ignore=shutil.ignore_patterns("__pycache__"))
    return command("-m", "explainer.start", *arguments, cwd=site, path=str(engine))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    site = tmp_path_factory.mktemp("another") / "site"
    shutil.copytree(HERE, site, ignore=shutil.ignore_patterns("*.pyc", "__pycache__", "test_*"))
    done = build(site)
    assert done.returncode == 0, done.stdout + done.stderr
    return site


def test_the_site_has_nothing_but_snippets_pages_and_its_engine_s_file() -> None:
    names = {path.name for path in HERE.iterdir() if not path.name.startswith(("test_", "__"))}
    assert names == {"docs", "snippets", "mkdocs.yml"}


def test_its_facts_are_recorded_and_a_second_build_runs_nothing(built: Path) -> None:
    record = read_record(Project(built))
    assert len(record.claims) == 3
    run = record.run("batch_norm/running_mean_moves_by_the_momentum", "once")
    assert run is not None
    assert set(run.measured.versions) == {"torch"}
    assert build(built).stdout.startswith("ran 0, unchanged 3, facts changed 0")
    assert build(built, "--check").returncode == 0


def test_its_pages_show_the_facts_in_a_strict_build(built: Path) -> None:
    done = command("-m", "mkdocs", "build", "--strict", cwd=built)
    assert done.returncode == 0, done.stdout + done.stderr
    home = (built / "site/index.html").read_text(encoding="utf-8")
    run = read_record(Project(built)).run("batch_norm/running_mean_moves_by_the_momentum", "once")
    assert run is not None
    mean = run.facts["running_mean"]
    assert isinstance(mean, float)
    assert f"the running mean is\n{round(mean, 2)}." in home
    page = html.unescape((built / "site/batch-norm/index.html").read_text(encoding="utf-8"))
    assert len(re.findall('class="panel"', page)) == 3
    assert "One batch moves the running mean by a tenth" in page
    assert page.count('class="proof"') == 3
    assert re.search("<td[^>]*>running_var</td>", re.sub("</?code>|<wbr>", "", page))


def test_its_style_sheets_are_those_of_the_engine(built: Path) -> None:
    named = yaml.safe_load((built / "mkdocs.yml").read_text(encoding="utf-8"))["extra_css"]
    assert {f"{sheet.parent.name}/{sheet.name}" for sheet in (ROOT / "src/explainer/render/style").iterdir()} == {
        name.removeprefix("artifacts/") for name in named
    }
    for name in named:
        sheet = ROOT / "src/explainer/render/style" / Path(name).name
        colours = set(re.findall(r"var\((--c-[^)]*)\)", sheet.read_text(encoding="utf-8")))
        assert not [colour for colour in colours if "," not in colour], f"{name}: a colour that this site has not"


WRONG = [
    ("docs/index.md", "mean.batch_mean", "mean.batch_men", "did you mean facts.batch_norm.running_mean_moves_by"),
    ("docs/index.md", "[How that", "0.25 of it. [How that", "the number 0.25 is typed by hand"),
    ("snippets/batch_norm/running_variance_is_unbiased.py", "momentum=1.0", "momentum=0.5", "FAILED  batch_norm/"),
]


def test_what_is_wrong_on_it_is_refused(built: Path, tmp_path: Path) -> None:
    site = shutil.copytree(built, tmp_path / "copy")
    for file, old, new, _ in WRONG:
        text = (site / file).read_text(encoding="utf-8")
        assert old in text
        (site / file).write_text(text.replace(old, new), encoding="utf-8")
    done = build(site)
    assert done.returncode != 0
    assert [complaint for *_, complaint in WRONG if complaint not in done.stdout] == []


def test_a_root_that_is_no_folder_is_one_line(tmp_path: Path) -> None:
    done = command("build_artifacts.py", "--root", str(tmp_path / "nowhere"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "--root" in done.stderr


def test_one_command_builds_the_site_too(built: Path, tmp_path: Path) -> None:
    site = shutil.copytree(built, tmp_path / "copy", ignore=shutil.ignore_patterns("site"))
    home, page = site / "site/index.html", site / "docs/index.md"
    page.write_text(page.read_text(encoding="utf-8") + "\nMore.\n", encoding="utf-8")
    assert build(site).returncode == 0
    assert not home.exists()  # without --site
    done = build(site, "--site")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "More." in home.read_text(encoding="utf-8")


def test_a_site_that_mkdocs_refuses_is_not_taken_for_built(built: Path, tmp_path: Path) -> None:
    site = shutil.copytree(built, tmp_path / "copy", ignore=shutil.ignore_patterns("site"))
    page = site / "docs/index.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(f"{text}\n[a link](nowhere.md)\n", encoding="utf-8")
    for _ in range(2):
        done = build(site, "--site")
        assert done.returncode == 1
        assert "nowhere.md" in done.stderr
    page.write_text(text, encoding="utf-8")
    assert build(site, "--site").returncode == 0
    assert "nowhere.md" not in (site / "site/index.html").read_text(encoding="utf-8")
    assert build(site, "--site", "--check").returncode == 2
