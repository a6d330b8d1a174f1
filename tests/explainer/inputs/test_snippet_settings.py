"""A snippet's settings: what its scope lets it load and makes it name, and the line of output that decides."""

from pathlib import Path

import pytest

from explainer.inputs.content import read_checkpoints
from explainer.inputs.snippet_settings import bad_decides, deciding_line, few_runs, run_count, scope_problems
from explainer.inputs.snippets import parse_snippet
from tests.conftest import TinyProject

CHECKPOINTS = """checkpoints:
  small: {id: models/small, title: Small, revision: "1", what_for: tests, has: [encoder],
    sources: [{folder: models/small}], files: {a: %s}}
  hub: {id: org/big, title: Big, revision: "1", what_for: tests, has: [encoder], sources: [hub], files: {a: %s}}
  packed: {id: org/packed, title: Packed, revision: "1", what_for: tests, has: [encoder],
    sources: [{package: pack-age, path: pack_age/model}, hub], files: {a: %s}}
  lone: {id: lone, title: Lone, revision: "1", what_for: tests, has: [encoder], sources: [hub], files: {a: %s}}
""" % (("a" * 64,) * 4)


def problems(project: TinyProject, program: str, scope: str) -> list[str]:
    project.write("content/checkpoints.yml", CHECKPOINTS)
    project.write("experiments/one/log.json", "{}")
    text = f'"""A claim."""\n\nscope = "{scope}"\n{program}\nassert True\n'
    snippet = parse_snippet(Path("snippets/topic/one.py"), text)
    return list(scope_problems([snippet], read_checkpoints(project.root), project.root))


@pytest.mark.parametrize("scope", ["arithmetic", "library"])
@pytest.mark.parametrize(
    ("program", "line", "named"),
    [
        ('checkpoint = "org/big"', 4, "has no parameter `checkpoint`"),
        ('x = 1\nfolder = "models/small"', 5, "this names models/small"),
        ('folder = "./models/small/"', 4, "this names models/small"),
        ('folder = "models"', 4, "this names models/small"),
        ('name = "org/big"', 4, "this names org/big"),
        ('name = "pack_age/model"', 4, "this names pack_age"),
        ('name = "lone"', 4, "this names lone"),
        ('name = "lone/weights.bin"', 4, "this names lone"),
        ('name = 3\nfile = f"models/small/{name}.bin"', 5, "this names models/small"),
        ("other = '''\nimport x\nx.load('models/small')\n'''", 4, "this names models/small"),
    ],
)
def test_what_needs_no_weights_names_no_trained_file(
    project: TinyProject, program: str, line: int, named: str, scope: str
) -> None:
    [problem] = problems(project, program, scope)
    assert problem.startswith(f"snippets/topic/one.py:{line}: a claim of scope `{scope}`")
    assert named in problem
    assert 'make a fresh model from a configuration, or say `scope = "checkpoint"`' in problem
    assert problems(project, program, "checkpoint") == []


@pytest.mark.parametrize(
    "program",
    [
        'name = "org/bigger"',
        'name = "models/smaller/x"',
        'name = "other-models/small"',
        'name = "a lone word"',
        'name = "alone"',
        'def one():\n    """Unlike models/small, it is fresh."""',
        'folder = "configs/bert-base-uncased.json"',
    ],
)
def test_what_is_no_trained_file(project: TinyProject, program: str) -> None:
    assert problems(project, program, "library") == []


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        ("seeds_run = 5", "names its log, a .json file below"),
        ('seeds_run, log = 5, "experiments/one/gone.json"', "names its log"),
        ('seeds_run, log = 5, "other/log.json"', "names its log"),
        ('log = "experiments/one/log.json"', "says how many runs it had: assign `seeds_run` (or `runs`)"),
    ],
)
def test_an_experiment_names_its_log_and_how_many_runs(project: TinyProject, program: str, complaint: str) -> None:
    [problem] = problems(project, program, "experiment")
    assert problem.startswith("snippets/topic/one.py:3: a claim of scope `experiment`")
    assert complaint in problem


def test_an_experiment_of_several_runs(project: TinyProject) -> None:
    for name in ("seeds_run", "runs"):
        assert problems(project, f'{name} = 5\nlog = "experiments/one/log.json"', "experiment") == []


@pytest.mark.parametrize(
    ("facts", "complaint"),
    [
        ({"seeds_run": 1}, "`seeds_run` is 1, which is no experiment"),
        ({"seeds_run": [1, 2]}, "`seeds_run` is no whole number"),
        ({"seeds_run": True}, "`seeds_run` is no whole number"),
        ({"seeds_run": 2}, None),
        ({"runs": 3, "seeds_run": [1]}, None),
    ],
)
def test_a_single_run_is_no_experiment(facts: dict[str, object], complaint: str | None) -> None:
    snippet = parse_snippet(
        Path("snippets/topic/one.py"), '"""A claim."""\nscope = "experiment"\nseeds_run = 1\nassert seeds_run\n'
    )
    said = list(few_runs(snippet, facts))
    assert len(said) == (complaint is not None)
    assert complaint is None or said[0].startswith(f"snippets/topic/one.py:2: {complaint}")
    assert complaint is None or run_count(facts) != 2


def test_a_claim_without_a_scope_may_do_what_it_likes(project: TinyProject) -> None:
    project.write("content/checkpoints.yml", CHECKPOINTS)
    snippet = parse_snippet(Path("snippets/topic/one.py"), '"""A claim."""\nx = "models/small"\nassert x\n')
    assert list(scope_problems([snippet], read_checkpoints(project.root), project.root)) == []


OUTPUT = "a heading\n  rows  2\n  the rows are equal\nlast of all\n\n"
SNIPPET = '"""A claim."""\n\n%s\nprint("so")\nassert True\n'


@pytest.mark.parametrize(
    ("output", "decides", "line"),
    [
        (OUTPUT, None, "last of all"),
        (OUTPUT, "are equal", "the rows are equal"),
        (OUTPUT, "rows", "rows  2"),
        (OUTPUT, "columns", "last of all"),
        ("one\n \n", None, "one"),
        ("", None, "(it prints nothing)"),
        ("\n", "rows", "(it prints nothing)"),
    ],
)
def test_the_line_that_decides(output: str, decides: str | None, line: str) -> None:
    assert deciding_line(output, decides) == line


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("", ""),
        ('decides = "are equal"', ""),
        ('decides = "columns"', "no line contains 'columns' in the output of small"),
        ('decides = "rows"', "2 lines contain 'rows' in the output of small"),
    ],
)
def test_a_mark_marks_one_line(setting: str, complaint: str) -> None:
    snippet = parse_snippet(Path("snippets/topic/one.py"), SNIPPET % setting)
    expected = f"snippets/topic/one.py:3: `decides`: {complaint}; take a piece of exactly one"
    assert list(bad_decides(snippet, "small", OUTPUT)) == ([expected] if complaint else [])
