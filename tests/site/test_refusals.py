"""What the strict build refuses, seen on a small site under our settings; and which setting each refusal hangs on."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.small import refusals

LAB = "artifacts/labs/sums.ipynb"
# What is written onto a page, and what the engine says of it, under whatever settings.
UNKNOWN = [
    ("{{ facts.sums.four.nothing }}", "`facts.sums.four.nothing` does not exist"),
    ('{{ claim("nothing") }}', "`claim.nothing` does not exist"),
    ('{{ program("sums/nothing") }}', 'nothing is shown by {{ program("sums/nothing") }}'),
    ('--8<-- "outputs/nothing.txt"', "nothing recorded is `outputs/nothing.txt`"),
]
# What is written onto a page, what is said of it, and the line of mkdocs.yml without which nothing is said.
WRITTEN = [
    ("[a link](../sums/index.md#no-such-claim)", "no-such-claim", "    anchors: warn\n"),
    ("[a link](#no-such-claim)", "no-such-claim", "    anchors: warn\n"),
    ("[a lab](../artifacts/labs/sums.ipynb#no-such-claim)", "no-such-claim", "    anchors: warn\n"),
    ("[absolute](/sums/)", "/sums/", "    absolute_links: warn\n"),
    ("[a folder](../nowhere/)", "../nowhere/", "    unrecognized_links: warn\n"),
    ("[a link](nowhere.md)", "nowhere.md", "strict: true\n"),
]


@pytest.fixture
def folder(small_site: Path, tmp_path: Path) -> Path:
    """A copy of the small site, which a test may break."""
    return shutil.copytree(small_site, tmp_path / "copy")


def append(folder: Path, text: str) -> None:
    with (folder / "docs/changes/index.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{text}\n")


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_small_site_is_built_and_shows_its_panel_its_fact_and_its_lab(folder: Path) -> None:
    assert refusals(folder) == []
    assert "The sum is 4:" in (folder / "site/index.html").read_text(encoding="utf-8")
    assert 'class="panel"' in (folder / "site/sums/index.html").read_text(encoding="utf-8")
    lab = (folder / "site/artifacts/labs/sums/index.html").read_text(encoding="utf-8")
    assert '<h2 id="lab-four">' in lab
    assert "nbconvert" not in lab


@pytest.mark.parametrize(("text", "complaint", "setting"), WRITTEN)
def test_the_strict_build_refuses(folder: Path, text: str, complaint: str, setting: str) -> None:
    append(folder, text)
    assert complaint in " ".join(refusals(folder))
    replace(folder / "ours.yml", setting, "")
    assert refusals(folder) == []


@pytest.mark.parametrize(("text", "complaint"), UNKNOWN)
def test_the_strict_build_refuses_what_is_not_recorded(folder: Path, text: str, complaint: str) -> None:
    append(folder, text)
    assert f"docs/changes/index.md:5: {complaint}" in " ".join(refusals(folder))


def change(folder: Path, source: str, code: str) -> None:
    """Add a hook that changes a generated file's `text`."""
    lines = ["import json, pathlib", "def on_files(files, config):", f"    file = files.get_file_from_path({source!r})"]
    lines += ["    text = file.content_string", *(f"    {line}" for line in code.splitlines())]
    in_place = "pathlib.Path(file.abs_src_path).write_text(text)"  # a notebook is a file, which the plugin reads
    lines.append(f"    {in_place if source.endswith('.ipynb') else 'file.content_string = text'}")
    (folder / "change.py").write_text("\n".join([*lines, ""]), encoding="utf-8")
    replace(folder / "ours.yml", "  - overrides/lab_pages.py\n", "  - overrides/lab_pages.py\n  - change.py\n")


@pytest.mark.parametrize(("old", "new"), [("md)", "md#no-such-heading)"), ("/c/", "/nowhere/"), ("artifacts", "..")])
def test_the_strict_build_refuses_a_lab_that_leads_nowhere(folder: Path, old: str, new: str) -> None:
    added = "[x](../../../x.md)" if new == ".." else ""
    change(
        folder,
        LAB,
        "notebook = json.loads(text)\nheading = notebook['cells'][2]\n"
        f"heading['source'] = ''.join(heading['source']).replace({old!r}, {new!r}) + {added!r}\n"
        "text = json.dumps(notebook)",
    )
    found = " ".join(refusals(folder))
    assert re.search(f"artifacts/labs/sums.ipynb' contains a link .*{re.escape(new.rstrip(')'))}", found)


def test_the_strict_build_refuses_a_page_that_is_not_in_the_navigation(folder: Path) -> None:
    (folder / "docs/alone.md").write_text("# Alone\n", encoding="utf-8")
    assert "alone.md" in " ".join(refusals(folder))


def test_nothing_in_a_lab_s_code_or_output_is_rendered(folder: Path) -> None:
    odd = 'x = """\n--8<-- "outputs/nothing.txt"\n```\n````text\n</div>\n{{ facts.nothing }} {% raw %}\n"""'
    code = f"notebook = json.loads(text)\ncell = notebook['cells'][3]\ncell['source'] = odd = {odd!r}\n"
    change(folder, LAB, code + "cell['outputs'][0]['text'] = [odd]\ntext = json.dumps(notebook)")
    assert refusals(folder) == []
    page = (folder / "site/artifacts/labs/sums/index.html").read_text(encoding="utf-8")
    shown = re.sub("<[^>]+>", "", page)
    for line in ("8&lt;-- ", "````text", "&lt;/div&gt;", "{{ facts.nothing }} {% raw %}"):
        assert shown.count(line) == 2


def test_braces_that_a_program_prints_are_shown_as_they_are(folder: Path) -> None:
    change(folder, "c/four.md", "text = text.replace('total 4', 'total {{ facts.nothing }} {% raw %}')")
    assert refusals(folder) == []
    shown = re.sub("<[^>]+>", "", (folder / "site/c/four/index.html").read_text(encoding="utf-8"))
    assert "total {{ facts.nothing }} {% raw %}" in shown


def test_a_hook_that_needs_more_than_reading_is_found(
    folder: Path, build_site: Callable[..., object], reading_environment: dict[str, str]
) -> None:
    """In the environment of somebody who only reads."""
    hook = folder / "overrides/lab_pages.py"
    for text, fine in (("", True), ("\nimport torch\n", False)):
        hook.write_text(hook.read_text(encoding="utf-8") + text, encoding="utf-8")
        done = build_site("mkdocs", folder, **reading_environment)
        assert (done.returncode == 0) == fine  # type: ignore[attr-defined]
    assert "No module named 'torch'" in done.stderr  # type: ignore[attr-defined]
