from pathlib import Path

import pytest

from explainer.errors import UserError
from explainer.inputs.snippets import read_snippet, read_snippets
from explainer.measure.child import override_checkpoint

GOOD = '"""A claim."""\ntotal = 4\nassert total == 4\n'


def read(tmp_path: Path, text: str, name: str = "one") -> object:
    path = tmp_path / "snippets" / "topic" / f"{name}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return read_snippet(path, tmp_path)


def test_a_good_snippet(tmp_path: Path) -> None:
    text = (
        '"""A claim.\n\nMore words.\n"""\nfrom transformers import BertModel\nimport torch\n'
        'checkpoint = "org/name"\nneeds = ("mlm_head",)\ntolerance = 0.05\nscope = "checkpoint"\ndecides = "a line"\n'
        "_private, public = 1, [x for x in (1,)]\nfor loop in range(2):\n    inside = loop\nassert public\n"
    )
    snippet = read_snippet(_written(tmp_path, text), tmp_path)
    assert snippet.claim == "A claim."
    assert snippet.key == "topic/one"
    assert snippet.checkpoint_id == "org/name"
    assert snippet.needs == ("mlm_head",)
    assert snippet.scope == "checkpoint"
    assert snippet.decides == "a line"
    assert [snippet.line_of(name) for name in ("decides", "scope", "ports")] == [11, 10, 1]
    assert snippet.tolerance == 0.05
    assert snippet.imports == ("torch", "transformers.BertModel")
    assert snippet.assigned_names == {"public", "inside"}


def _written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "snippets" / "topic" / "one.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("assert True\n", "one.py:1: no docstring"),
        ('"""No full stop"""\nassert True\n', "ends with a full stop"),
        ('"""A claim."""\nassert (\n', "one.py:2: syntax error"),
        (
            '"""A claim."""\ncheckpoint = "a"\ncheckpoint = "b"\nassert True\n',
            "one.py:3: `checkpoint` is assigned twice",
        ),
        ('"""A claim."""\ncheckpoint = 3\nassert True\n', "must be a plain string"),
        ('"""A claim."""\ncheckpoint: str = "a"\nassert True\n', "must be a plain string"),
        ('"""A claim."""\ncheckpoint = "a" + "b"\nassert True\n', "must be a plain string"),
        ('"""A claim."""\ncheckpoint = "a"\nneeds = "mlm_head"\nassert True\n', "must be a tuple of strings"),
        ('"""A claim."""\nscope = "world"\nassert True\n', "must be one of arithmetic, library"),
        ('"""A claim."""\ndecides = ""\nassert True\n', "must be a plain string, a piece of one printed line"),
        ('"""A claim."""\ndecides = " "\nassert True\n', "must be a plain string, a piece of one printed line"),
        ('"""A claim."""\ndecides = ("one",)\nassert True\n', "must be a plain string, a piece of one"),
        ('"""A claim."""\nneeds_cpu = ""\nassert True\n', "must be a plain string, the reason in a few words"),
        ('"""A claim."""\nneeds_cpu = " "\nassert True\n', "must be a plain string, the reason in a few words"),
        ('"""A claim."""\nneeds_cpu = True\nassert True\n', "must be a plain string, the reason in a few words"),
        ('"""A claim."""\nneeds = ("mlm_head",)\nassert True\n', "`needs` without `checkpoint`"),
        ('"""A claim."""\ntolerance = 2\nassert True\n', "must be a number between 0 and 1"),
        ('"""A claim."""\nitems = [1]\nassert True\n', "`items` is also a method of dict"),
        ('"""A claim."""\nimport explainer\nassert True\n', "imports nothing from this project"),
        ('"""A claim."""\nfrom explainer.facts import kept\nassert True\n', "imports nothing from this project"),
        ('"""A claim."""\ntotal = 4\n', "no assert"),
        ('"""A claim."""\nfrom . import x\nassert True\n', "a relative import"),
        ('"""A claim."""\ncheckpoint = "a"\nneeds = {[]: 1}\nassert True\n', "must be a tuple of strings"),
        ('"""A claim."""\nassert "\0"\n', "one.py:1: syntax error"),
    ],
)
def test_a_bad_snippet_is_one_clear_line(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(UserError) as caught:
        read(tmp_path, text)
    assert len(caught.value.lines) == 1
    assert caught.value.lines[0].startswith("snippets/topic/one.py:")
    assert complaint in caught.value.lines[0]


def test_a_file_name_that_a_dict_method_shadows(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="`values` is also a method of dict"):
        read(tmp_path, GOOD, "values")


@pytest.mark.parametrize("name", ["loose.py", "topic/deep/one.py", "topic/my-claim.py", "a-topic/one.py"])
def test_a_snippet_in_the_wrong_place_is_not_passed_over(tmp_path: Path, name: str) -> None:
    path = tmp_path / "snippets" / name
    path.parent.mkdir(parents=True)
    path.write_text(GOOD)
    with pytest.raises(UserError, match=r"a snippet is snippets/<topic>/<name>\.py"):
        read_snippets(tmp_path)


def test_a_snippet_that_is_no_utf_8(tmp_path: Path) -> None:
    path = _written(tmp_path, GOOD)
    path.write_bytes(b'"""A claim."""\n\xff\n')
    with pytest.raises(UserError, match=r"one\.py:2: not UTF-8"):
        read_snippets(tmp_path)


def test_two_claims_and_two_snippets_of_one_name(tmp_path: Path) -> None:
    for name in ("a/one", "b/one"):
        path = tmp_path / "snippets" / f"{name}.py"
        path.parent.mkdir(parents=True)
        path.write_text(GOOD)
    with pytest.raises(UserError) as caught:
        read_snippets(tmp_path)
    assert [line.split(":")[2].strip()[:8] for line in caught.value.lines] == ["the same", "the same"]
    assert "the same name as snippets/a/one.py" in caught.value.lines[0]


def test_every_bad_file_is_named_at_once(tmp_path: Path) -> None:
    for name in ("a", "b"):
        path = tmp_path / "snippets" / "topic" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("assert True\n")
    with pytest.raises(UserError) as caught:
        read_snippets(tmp_path)
    assert len(caught.value.lines) == 2


def test_the_parameter_is_overridden_in_place() -> None:
    source = '"""A claim."""\ncheckpoint = "a"  # the default\nline = 3\n'
    tree = override_checkpoint(source, "x.py", "other/checkpoint")
    names: dict[str, object] = {}
    exec(compile(tree, "x.py", "exec"), names)  # noqa: S102
    assert names["checkpoint"] == "other/checkpoint"
    assert tree.body[2].lineno == 3


def test_the_code_of_the_shipped_snippets_fits_a_page(root: Path) -> None:
    for path in root.glob("snippets/*/*.py"):
        long = [n for n, line in enumerate(path.read_text().splitlines(), 1) if n > 1 and len(line) > 88]
        assert not long, f"{path.name}: lines {long} are longer than 88 characters"
