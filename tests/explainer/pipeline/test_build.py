"""Build a tiny project: check what runs, what is written, and what is reported."""

import os
import re
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import pytest
import yaml

from explainer.paths import Project
from explainer.pipeline.extension import NO_EXTENSION
from explainer.pipeline.views import current_site
from tests.conftest import ENGINE_IMPORTS, SNIPPET_SOURCE, TinyProject
from tests.forked import HANG_TIMEOUT, run_forked

IMPORTS_TORCH = SNIPPET_SOURCE.replace("\ntotal", "\nimport torch\n\ntotal", 1)
CHECKPOINTS = """checkpoints:
  small:
    id: models/small
    title: Small
    revision: "1"
    what_for: tests
    has: [encoder]
    sources: [{folder: models/small}]
    files: {size.txt: 4e07408562bedb8b60ce05c1decfe3ad16b72230967de01f640b7e4729b49fce}
  big:
    id: models/big
    title: Big
    revision: "2"
    what_for: tests
    has: [encoder, mlm_head]
    sources: [{folder: models/big}]
    files: {size.txt: 4b227777d4dd1fc61c6f884f48641d02b4d121d3fd328cb08b5531fcacdabf8a}
"""  # the hashes of "3" and "4"
NOT_BY_DEFAULT = CHECKPOINTS.replace("has: [encoder]\n", "has: [encoder]\n    by_default: false\n")
MEASURES_A_SIZE = '''"""A model has a size."""

from pathlib import Path

checkpoint = "models/small"
size = int(Path(checkpoint, "size.txt").read_text())
print("size", size)
assert size > 0
'''


def ran(done: "subprocess.CompletedProcess[str]") -> list[str]:
    return sorted(re.findall(r"^(\S+ · \S+)  ok", done.stderr, re.MULTILINE))


def summary(done: "subprocess.CompletedProcess[str]") -> str:
    return done.stdout.strip().splitlines()[-1].rsplit(",", 1)[0]


def is_recorded(name: str) -> bool:
    return name.startswith(("facts.json", "outputs/"))


def with_checkpoints(project: TinyProject) -> None:
    project.write("content/checkpoints.yml", CHECKPOINTS)
    project.write("models/small/size.txt", "3")
    project.write("models/big/size.txt", "4")


def test_a_second_build_runs_nothing_and_never_imports_torch(project: TinyProject) -> None:
    project.snippet("sums/four", IMPORTS_TORCH)
    first = project.build()
    assert first.returncode == 0, first.stdout + first.stderr
    assert project.mark.exists()
    project.mark.unlink()
    before = {path: path.stat().st_mtime_ns for path in (project.root / "docs").rglob("*") if path.is_file()}
    second = project.build()
    assert (second.returncode, ran(second)) == (0, [])
    assert summary(second) == "ran 0, unchanged 1, facts changed 0, claims failed 0, checkpoints not available 0"
    assert not project.mark.exists()
    assert before == {path: path.stat().st_mtime_ns for path in (project.root / "docs").rglob("*") if path.is_file()}


def test_one_edited_snippet_runs_alone(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.snippet("sums/six", SNIPPET_SOURCE.replace("Two and two are four", "Six it is").replace("2 + 2", "3 + 1"))
    project.build()
    project.snippet("sums/six", SNIPPET_SOURCE.replace("Two and two are four", "Six it is").replace("2 + 2", "1 + 3"))
    checked = project.build("--check")
    assert checked.returncode == 1
    assert "BECAUSE snippets/sums/six.py was edited (1 run)" in checked.stdout
    assert "STALE   docs/artifacts/facts.json" in checked.stdout
    assert ran(checked) == ["sums/six · once"]
    assert ran(project.build()) == [], "what the check ran is remembered"
    assert project.build("--check").returncode == 0


def test_a_changed_library_reruns_what_it_affects(project: TinyProject) -> None:
    project.snippet("sums/four", IMPORTS_TORCH)
    project.snippet("sums/five", SNIPPET_SOURCE.replace("Two and two are", "This is"))
    project.build()
    project.library("torch", "9.1")
    checked = project.build("--check", "--report", str(project.root / "report.md"))
    assert checked.returncode == 1
    assert "BECAUSE torch: 9.0 → 9.1 (1 run)" in checked.stdout
    report = (project.root / "report.md").read_text()
    assert report.startswith("# torch 9.1: 1 program ran again, all hold, no number moved\n")
    assert "docs/c/four.md" not in checked.stdout, "a view, which is no file of the repository"
    assert "to bring it up to date: python build_artifacts.py" in checked.stdout
    assert ran(checked) == ["sums/four · once"]
    assert ran(project.build()) == []
    facts = project.artifacts()["facts.json"]
    assert '"torch": "9.1"' in facts
    assert facts.count("9.1") == 1, "a version is written once"
    assert project.record()["sums"]["four"]["runs"]["once"]["measured"]["with"] == "torch"
    checked = project.build("--force", "--report", str(project.root / "report.md"))
    assert (project.root / "report.md").read_text().startswith("# 2 programs ran again, all hold, no number moved\n")


def test_another_build_of_the_same_version_rewrites_nothing(project: TinyProject) -> None:
    project.snippet("sums/four", IMPORTS_TORCH)
    project.build()
    before = project.artifacts()
    project.library("torch", "9.0+cu128")
    assert project.build("--force").returncode == 0
    assert project.artifacts() == before


def test_two_builds_under_different_hash_seeds_write_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for seed in ("0", "1", "4711"):
        project = TinyProject(tmp_path / seed)
        with_checkpoints(project)
        project.snippet("sizes/size", MEASURES_A_SIZE)
        project.snippet("sums/four", SNIPPET_SOURCE + "names = sorted({'a', 'b', 'c'})\n")
        assert project.build(PYTHONHASHSEED=seed).returncode == 0
        written.append(project.artifacts())
    assert written[0] == written[1] == written[2]


def test_bad_snippets_fail_alone_and_in_their_own_words(project: TinyProject) -> None:
    project.snippet("sums/four")
    bad = {
        "asserts": "x = 1\nassert x == 2",
        "speaks": "assert 1 == 2, 'one is not two'",
        "raises": "def inner():\n    raise ValueError('no good')\n\ninner()\nassert True",
        "crashes": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\nassert True",
        "leaves": "import os\nos._exit(3)\nassert True",
        "exits": "import sys\nsys.exit(0)\nassert True",
        "not_finite": "loss = float('nan')\nassert True",
        "infinite": "losses = [1.0, float('inf')]\nassert True",
        "shadows": "row = {'keys': 3}\nassert True",
        "path": "import os\nwhere = os.getcwd() + '/x'\nassert True",
        "signals": "import os\nos.kill(os.getpid(), 40)\nassert True",
        "half": "letter = '\\ud800'\nassert True",
        "long_number": "number = 10**5000\nassert True",
        "mute": "class E(Exception):\n    def __str__(self):\n        raise ValueError\n\nraise E\nassert True",
        "forks": "import os\nparent = os.fork()\nassert not parent",
        "shouts": "for _ in range(10**7):\n    print('x' * 80)\nassert True",
        "typing": "import torhc\nassert True",
    }
    for name, body in bad.items():
        project.snippet(f"bad/{name}", f'"""The claim of {name}."""\n{body}\n')
    done = project.build("--jobs", "4")
    assert done.returncode == 1
    assert ran(done) == ["sums/four · once"]
    expected = {
        "asserts": "snippets/bad/asserts.py:3: does not hold: assert x == 2",
        "speaks": "snippets/bad/speaks.py:2: AssertionError: one is not two",
        "raises": "snippets/bad/raises.py:3: ValueError: no good",
        "crashes": "snippets/bad/crashes.py: was killed by SIGSEGV",
        "leaves": "ended without an answer (exit status 3)",
        "exits": "snippets/bad/exits.py:3: SystemExit: 0",
        "not_finite": "`loss` is nan: a fact is finite",
        "infinite": "`losses[1]` is inf",
        "shadows": "`row` has the key 'keys'",
        "path": "holds a path of this machine",
        "signals": "was killed by signal 40",
        "half": "`letter` holds half a character",
        "long_number": "ValueError: Exceeds the limit",
        "mute": "E: (its text cannot be shown)",
        "forks": "snippets/bad/forks.py:4: does not hold: assert not parent",
        "shouts": "printed more than 200,000 bytes",
        "typing": "snippets/bad/typing.py:2: ModuleNotFoundError: No module named 'torhc'",
    }
    for name, message in expected.items():
        assert f"FAILED  bad/{name} · once: The claim of {name}." in done.stdout
        assert message in done.stdout
    trace = done.stdout.split("no good\n")[1].split("FAILED")[0]
    assert "inner()" in trace
    assert "explainer" not in trace
    assert done.stdout.count(str(project.root)) == 1  # where a path is the complaint
    assert set(project.record()) == {"sums"}  # nothing of a failed claim is published
    assert ran(project.build("--jobs", "4")) == []  # and what was good is not run again


def test_a_snippet_that_hangs_is_stopped(project: TinyProject) -> None:
    """Build without a good snippet: under a limit as short as this, it might be stopped, too."""
    hang = "import os, signal\n{}signal.pause()\nassert True\n"
    project.snippet("bad/hangs", '"""It hangs."""\n' + hang.format(""))
    project.snippet("bad/closes", '"""It closes its answer, and hangs."""\n' + hang.format("os.closerange(3, 99)\n"))
    done = project.build("--timeout", "0.5", "--jobs", "2")
    assert done.returncode == 1
    for name in ("hangs", "closes"):
        assert f"snippets/bad/{name}.py: ran longer than its 0.5 s and was stopped" in done.stdout


def test_a_claim_that_flips_is_named_first_and_its_record_stays(project: TinyProject) -> None:
    project.snippet("sums/four", SNIPPET_SOURCE)
    project.build()
    before = project.artifacts()
    project.snippet("sums/four", SNIPPET_SOURCE.replace("2 + 2", "2 + 3"))
    for arguments in (("--check",), ()):
        done = project.build(*arguments)
        assert done.returncode == 1
        assert done.stdout.startswith("FAILED  sums/four · once: Two and two are four.")
    assert project.artifacts()["facts.json"] == before["facts.json"]


def test_a_falsified_number_is_named_with_the_pages_that_quote_it(project: TinyProject) -> None:
    project.snippet("sums/four")
    page = project.root / "docs/sums/index.md"
    quoting = "\n{{ facts.sums.four.total }}\n{% set sum = facts.sums.four %}\n{{ sum.total }}\n\n"
    page.write_text(page.read_text() + quoting + '{{ measured("sums") }}\n')
    assert project.build().returncode == 0
    facts = project.root / "docs/artifacts/facts.json"
    facts.write_text(facts.read_text().replace('"total": 4', '"total": 5'))
    done = project.build("--check", "--report", str(project.root / "report.md"))
    assert done.returncode == 1
    assert "STALE   facts.sums.four.total: 5 → 4" in done.stdout
    assert "quoted in docs/sums/index.md:5" in done.stdout
    assert "quoted in docs/sums/index.md:7" in done.stdout
    assert "docs/sums/index.md:6" not in done.stdout
    assert "to bring it up to date: python build_artifacts.py" in done.stdout
    report = (project.root / "report.md").read_text()
    assert "| `facts.sums.four.total` | 5 | 4 |" in report
    assert "to mend" not in report.lower()  # `make rebuild` mends it before anybody reads this
    assert '"total": 5' in facts.read_text()  # --check writes nothing
    assert project.build().returncode == 0
    assert '"total": 4' in facts.read_text()
    assert project.build("--check").returncode == 0


def test_a_report_is_written_as_text_and_as_data(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.build()
    report = project.root / "report.yml"
    assert project.build("--check", "--report", str(report)).returncode == 0
    assert not report.exists()  # nothing became different: nothing to keep
    project.snippet("sums/four", SNIPPET_SOURCE.replace("2 + 2", "2 + 3").replace("== 4", "== 5"))
    project.snippet("sums/five", SNIPPET_SOURCE.replace("2 + 2", "2 + 3").replace("Two and two", "Two and three"))
    project.snippet("sums/fresh", SNIPPET_SOURCE.replace("Two and two", "Twice two"))
    two_reports = ["--report", str(report), "--report", str(project.root / "report.md")]
    assert project.build("--check", *two_reports).returncode == 1
    text = (project.root / "report.md").read_text()
    assert text.startswith("# 3 programs ran again, 1 does not hold, 1 value changed\n")
    assert (
        "## Claims that do not hold\n\n- sums/five · once: Two and three are four.  \n  `snippets/sums/five.py" in text
    )
    assert "## New\n\n- sums.fresh.once: 1 new value" in text
    assert "fresh.once.total" not in text
    content = yaml.safe_load(report.read_text())
    assert content["title"] == "edited snippets"
    assert [entry["snippet"] for entry in content["failed"]] == ["sums/five"]
    fact = {"fact": "facts.sums.four.total", "was": "4", "now": "5", "pages": ["docs/sums/index.md"]}
    assert content["facts"] == [fact]
    assert content["new"] == [{"snippet": "sums/fresh", "values": 1}]


def test_float_noise_and_device_rewrite_nothing_and_a_real_change_does(project: TinyProject) -> None:
    text = '"""A number is near one."""\nnumber = %s\nprint(f"{number:.4f}")\nassert number\n'
    project.snippet("sums/near", text % "1.0")
    project.build()
    before = project.record()["sums"]["near"]["runs"]["once"]
    project.snippet("sums/near", text % "1.00001")
    project.build()
    after = project.record()["sums"]["near"]["runs"]["once"]
    assert after["facts"] == before["facts"] == {"number": 1.0}
    project.snippet("sums/near", text % "1.1")
    assert "number: 1.0 → 1.1" in project.build().stdout
    assert project.artifacts()["outputs/sums/near.once.txt"] == "1.1000\n"


def test_each_checkpoint_that_fits_gets_its_run(project: TinyProject) -> None:
    with_checkpoints(project)
    project.snippet("sizes/size", MEASURES_A_SIZE)
    needs = MEASURES_A_SIZE.replace("A model has a size", "A head has one").replace("small", "big")
    project.snippet("sizes/head", needs.replace("\nsize", '\nneeds = ("mlm_head",)\nsize', 1))
    particular = MEASURES_A_SIZE.replace("A model has a size", "The small one is three").replace("checkpoint", "small")
    project.snippet("sizes/small_one", particular)
    done = project.build()
    assert done.returncode == 0, done.stdout
    assert ran(done) == ["sizes/head · big", "sizes/size · big", "sizes/size · small", "sizes/small_one · once"]
    sizes = {slug: run["facts"]["size"] for slug, run in project.record()["sizes"]["size"]["runs"].items()}
    assert sizes == {"small": 3, "big": 4}
    assert "with Small (revision 1" in project.page("c/small-one")
    assert project.build("--force", "--checkpoint", "big").stderr.count("ok") == 2


def test_a_checkpoint_that_goes_keeps_its_facts(project: TinyProject) -> None:
    with_checkpoints(project)
    project.snippet("sizes/size", MEASURES_A_SIZE)
    project.build()
    before = project.artifacts()
    project.write("models/big/size.txt", "5")
    done = project.build("--force")
    assert done.returncode == 0
    assert "SKIPPED big (models/big) is not available: folder models/big: size.txt (1 bytes) has sha256" in done.stdout
    assert project.artifacts() == before
    project.snippet("sizes/size", MEASURES_A_SIZE.replace("A model", "Any model") + "# which says nothing else\n")
    project.build()
    assert "An earlier version of this program printed this." not in project.rendered()["program/sizes/size"]
    project.snippet("sizes/size", MEASURES_A_SIZE.replace("size > 0", "size >= 0"))
    project.build()
    assert "An earlier version of this program printed this." in project.rendered()["program/sizes/size"]


HUB_ONLY = CHECKPOINTS.replace("[{folder: models/big}]", "[hub]").replace(
    "    what_for: tests\n    has: [encoder, mlm_head]",
    "    what_for: tests\n    megabytes: 44\n    has: [encoder, mlm_head]",
)


def with_a_model_of_the_hub(project: TinyProject, *, bound: int) -> None:
    """Put `big`, of size 4, into the folder `mine` alone; the claim is that a size is at most `bound`."""
    with_checkpoints(project)
    project.write("content/checkpoints.yml", HUB_ONLY)
    (project.root / "mine").mkdir()
    (project.root / "models/big").rename(project.root / "mine/big")
    text = MEASURES_A_SIZE.replace("Path(checkpoint,", "Path(checkpoint if 'small' in checkpoint else 'mine/big',")
    project.snippet("sizes/size", text.replace("assert size > 0", f'assert size <= {bound}, f"it is {{size}}"'))


def test_a_build_for_the_cpu_sees_no_gpu(project: TinyProject) -> None:
    """Hide the GPU: `pipeline()` and `DataParallel` would take it, and give other numbers."""
    program = 'import os\n\nassert os.environ["CUDA_VISIBLE_DEVICES"] == ""\n'
    project.snippet("sizes/unseen", f'"""No GPU is seen."""\n\n{program}')
    done = project.build(CUDA_VISIBLE_DEVICES="0")
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_plain_build_measures_no_model_on_request_and_says_how_one_can(project: TinyProject) -> None:
    with_a_model_of_the_hub(project, bound=4)
    done = project.build(HF_HUB_OFFLINE="")
    assert (done.returncode, ran(done)) == (0, ["sizes/size · small"]), done.stdout + done.stderr
    assert "NOTE    big (models/big) is not available: " in done.stdout
    assert "`--hub` downloads from it, as does `make site HUB=1`" in done.stdout
    assert "checkpoints not available 0" in done.stdout


def test_a_model_of_the_hub_is_measured_like_any_other(project: TinyProject) -> None:
    with_a_model_of_the_hub(project, bound=4)
    project.build()
    checked = project.build("--check", "--checkpoints-folder", "mine")
    assert (checked.returncode, ran(checked)) == (1, ["sizes/size · big"])
    measured = project.build("--checkpoints-folder", "mine")
    assert (measured.returncode, ran(measured)) == (0, [])  # the check's run is remembered
    assert '"size": 4' in project.artifacts()["facts.json"]


def test_what_does_not_hold_on_a_model_of_the_hub_is_an_answer(project: TinyProject) -> None:
    with_a_model_of_the_hub(project, bound=3)
    done = project.build("--checkpoints-folder", "mine")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (
        "NOTE    sizes/size · big: does not hold there: snippets/sizes/size.py:8: AssertionError: it is 4"
        in done.stdout
    )
    artifacts = project.artifacts()
    assert '"answer": "fails"' in artifacts["facts.json"]
    assert "does not hold: it is 4" in project.rendered()["program/sizes/size"]
    assert "**The claim does not hold: it is 4**" in project.page("c/size")
    assert "Small, Big" not in project.page("c/size")  # neither its badge nor its citation names a model against it
    again = project.build("--checkpoints-folder", "mine")
    assert (again.returncode, ran(again)) == (0, [])
    assert project.artifacts() == artifacts


def test_what_cannot_run_on_a_model_of_the_hub_is_an_answer_too(project: TinyProject) -> None:
    with_a_model_of_the_hub(project, bound=3)
    text = (project.root / "snippets/sizes/size.py").read_text()
    project.snippet("sizes/size", text.replace("print(", "[0, 0, 0, 0][size]\nprint("))
    done = project.build("--checkpoints-folder", "mine")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "cannot run: IndexError: list index out of range" in project.rendered()["program/sizes/size"]


PUBLISHED = """published:
  theirs:
    topic: sizes
    what: the size
    value: 7
    decimals: 0
    source: a thread
    url: https://example.org
    fact: facts.sizes.size.big.size
"""


def test_a_model_of_the_hub_that_contradicts_what_others_published_is_a_problem(project: TinyProject) -> None:
    with_a_model_of_the_hub(project, bound=4)
    project.write("content/published.yml", PUBLISHED)
    assert project.build().returncode == 0  # there is such a fact, where the model is
    done = project.build("--checkpoints-folder", "mine")
    assert done.returncode == 2, done.stdout
    assert "`theirs` says 7, but facts.sizes.size.big.size is 4" in done.stdout


def test_where_the_claim_must_hold_a_failure_stays_one(project: TinyProject) -> None:
    with_a_model_of_the_hub(project, bound=2)
    done = project.build("--checkpoints-folder", "mine")
    assert done.returncode == 1
    assert "FAILED  sizes/size · small" in done.stdout


def test_a_run_that_is_killed_is_no_answer_about_a_model(project: TinyProject) -> None:
    with_a_model_of_the_hub(project, bound=4)
    text = (project.root / "snippets/sizes/size.py").read_text()
    project.snippet(
        "sizes/size", text.replace("print(", "import os\nif size == 4:\n    os.kill(os.getpid(), 9)\nprint(")
    )
    done = project.build("--checkpoints-folder", "mine")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "NOTE    sizes/size · big: not answered here, and not recorded: " in done.stdout
    assert "was killed by SIGKILL" in done.stdout
    assert list(project.record()["sizes"]["size"]["runs"]) == ["small"]


@pytest.mark.parametrize(
    ("device", "sees_gpu", "status", "expected"),
    [
        ("cuda", False, 2, "--device cuda: torch sees no CUDA device here; use --device cpu"),
        ("auto", False, 0, '"device": "cpu"'),
        ("auto", True, 0, '"device": "cuda"'),
        ("cuda", True, 0, '"device": "cuda"'),
    ],
)
def test_which_device_is_taken(project: TinyProject, device: str, sees_gpu: bool, status: int, expected: str) -> None:
    """Replace torch by a stand-in that sees a device, or none."""
    project.snippet("sums/four")
    path = project.root / "libraries/torch/__init__.py"
    cuda = f"class cuda:\n    is_available = staticmethod(lambda: {sees_gpu})\ndef set_default_device(_): pass\n"
    path.write_text(path.read_text() + cuda)
    done = project.build("--device", device)
    assert done.returncode == status, done.stdout + done.stderr
    assert expected in (done.stderr if status else project.artifacts()["facts.json"])


def test_a_snippet_that_needs_the_cpu_gets_it_beside_others_on_a_gpu(project: TinyProject) -> None:
    """Ask the stand-in for torch which default device the build set for each."""
    program = '"""The default device is {}."""\n\nimport torch\n\nassert torch.defaults == {!r}\n'
    project.snippet("sizes/there", program.format("cuda", ["cuda"]))
    project.snippet("sizes/here", program.format("cpu", []) + 'needs_cpu = "it forks"\n')
    path = project.root / "libraries/torch/__init__.py"
    cuda = "class cuda:\n    is_available = staticmethod(lambda: True)\n"
    path.write_text(f"{path.read_text()}defaults = []\nset_default_device = defaults.append\n{cuda}")
    done = project.build("--device", "cuda")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "NOTE    sizes/here: on the CPU: it forks" in done.stdout
    listed = project.build("--list")
    assert "sizes/here · once  (on the CPU: it forks)\n    The default device is cpu." in listed.stdout


def test_artifacts_of_a_removed_snippet_go(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.snippet("other/four_again", SNIPPET_SOURCE.replace("are four", "make four"))
    project.build()
    (project.root / "snippets/other/four_again.py").unlink()
    (project.root / "docs/other/index.md").unlink()
    assert project.build().returncode == 0
    assert not [name for name in project.artifacts() if "four_again" in name]
    assert "four_again" not in project.artifacts()["facts.json"]


def test_only_what_is_named_runs(project: TinyProject) -> None:
    project.snippet("a/four")
    project.snippet("b/five", SNIPPET_SOURCE.replace("are four", "make four"))
    assert ran(project.build("b")) == ["b/five · once"]
    assert ran(project.build("snippets/a/four.py", "--force")) == ["a/four · once"]
    assert ran(project.build("five", "--force")) == ["b/five · once"]
    listed = project.build("--list")
    assert "a/four · once\n    Two and two are four." in listed.stdout


@pytest.mark.parametrize(
    ("files", "arguments", "complaint"),
    [
        ({}, ["nothing"], "nothing: no such topic or snippet"),
        ({}, ["--checkpoint", "nope"], "--checkpoint nope: content/checkpoints.yml has"),
        ({}, ["--jobs", "0"], "not a whole number"),
        ({}, ["--timeout", "nan"], "not a number of seconds"),
        ({}, ["--timeout", "0"], "not a number of seconds"),
        ({}, ["--report", "no/such/report.md"], "--report no/such/report.md: there is no such folder"),
        ({}, ["sums", "--checkpoint", "big"], "nothing to run"),
        ({"snippets/a/b.py": "assert True\n"}, [], "snippets/a/b.py:1: no docstring"),
        ({"snippets/a/b.py": '"""A claim."""\nassert (\n'}, [], "snippets/a/b.py:2: syntax error"),
        ({"content/checkpoints.yml": "checkpoints: [\n"}, [], "content/checkpoints.yml:2:"),
        (
            {"content/statements/sums.yml": "statements:\n  a: 3\n"},
            [],
            "content/statements/sums.yml:1: `a`: expected a mapping",
        ),
        (
            {"snippets/a/b.py": MEASURES_A_SIZE.replace("small", "tiny")},
            [],
            "there is no checkpoint `models/tiny` in content/checkpoints.yml",
        ),
        (
            {"snippets/a/b.py": MEASURES_A_SIZE.replace("\nsize", '\nneeds = ("soul",)\nsize', 1)},
            [],
            "there is no checkpoint with `soul` in content/checkpoints.yml",
        ),
        (
            {"snippets/a/b.py": MEASURES_A_SIZE.replace("\nsize", '\nneeds = ("mlm_head",)\nsize', 1)},
            [],
            "models/small has no mlm_head",
        ),
        (
            {"snippets/a/b.py": MEASURES_A_SIZE, "content/checkpoints.yml": NOT_BY_DEFAULT},
            [],
            "models/small is only for snippets with `needs`",
        ),
        ({"docs/artifacts/facts.json": "<<<<<<< HEAD\n"}, [], "docs/artifacts/facts.json:1: merge-conflict marks"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(
    project: TinyProject, files: dict[str, str], arguments: list[str], complaint: str
) -> None:
    with_checkpoints(project)
    project.snippet("sums/four")
    for name, text in files.items():
        project.write(name, text)
    done = project.build(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr
    assert "Traceback" not in done.stderr
    assert not (project.root / "docs/artifacts/outputs").exists()


@pytest.mark.parametrize("name", ["docs/pipe.md", "snippets/sums/pipe.py"])
def test_a_pipe_among_the_files_is_named_and_not_read(project: TinyProject, name: str) -> None:
    project.snippet("sums/four")
    path = project.root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(path)
    done = project.build()
    assert done.returncode == 2
    assert f"{name}: this is no file" in done.stderr


def test_an_output_with_merge_conflict_marks_is_stale_and_written_again(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.build()
    (output,) = project.root.glob("docs/artifacts/outputs/**/*.txt")
    right = output.read_text()
    output.write_text(f"<<<<<<< HEAD\n{right}=======\n{right}>>>>>>> theirs\n")
    assert project.build("--check").returncode == 1
    assert project.build().returncode == 0
    assert output.read_text() == right


@pytest.mark.parametrize(
    ("page", "complaint"),
    [
        ("{{ facts.sums.four.totl }}", "did you mean facts.sums.four.total?"),
        ("{{ facts.sums.four.thing }}", "is no fact: snippets/sums/four.py assigns `thing`, but not a plain"),
        ("0.5 of them", "the number 0.5 is typed by hand"),
    ],
)
def test_a_page_that_quotes_what_is_not_there(project: TinyProject, page: str, complaint: str) -> None:
    project.snippet("sums/four", SNIPPET_SOURCE + "thing = object()\n")
    path = project.root / "docs/sums/index.md"
    path.write_text(path.read_text() + f'{page}\n{{{{ measured("sums") }}}}\n')
    done = project.build()
    assert done.returncode == 2
    assert f"WRONG   docs/sums/index.md:4: {'the' if 'typed' in complaint else '`facts'}" in done.stdout
    assert complaint in done.stdout


def test_a_snippet_that_no_page_shows_has_its_own_page(project: TinyProject) -> None:
    project.write("snippets/sums/four.py", SNIPPET_SOURCE)
    assert project.build().returncode == 0
    assert "Where it is explained" not in project.page("c/four")
    (project.root / "snippets/sums/four.py").unlink()
    assert project.build().returncode == 0
    assert "../c/four.md" not in project.rendered()


def test_an_address_that_goes_is_named(project: TinyProject) -> None:
    project.snippet("sums/four", SNIPPET_SOURCE)
    project.build()
    (project.root / "snippets/sums/four.py").unlink()
    (project.root / "docs/sums/index.md").write_text("# Sums\n")
    assert (project.root / "content/addresses.txt").read_text() == "c/four/\n"
    done = project.build()
    assert (
        "NOTE    c/four/ goes, and is in other people's issues: say in content/redirects.yml where it leads"
        in done.stdout
    )
    assert "goes" not in project.build().stdout
    assert not (project.root / "content/addresses.txt").exists()


def test_a_verdict_whose_snippet_does_not_hold_is_refused(project: TinyProject) -> None:
    project.snippet("sums/four", SNIPPET_SOURCE.replace("2 + 2", "5"))
    project.snippet(
        "sums/six", SNIPPET_SOURCE.replace("four", "six").replace("Two", "Three").replace("2", "3").replace("4", "6")
    )
    project.write(
        "content/statements/sums.yml",
        "statements:\n  one:\n    says: It is five.\n    source: A thread\n    url: https://e.org\n"
        "    verdict: wrong\n    why: It is four.\n    snippets: [sums/four, sums/six]\n",
    )
    project.write("docs/sums/index.md", '{{ program("sums/six") }}\n{{ said("sums") }}\n')
    done = project.build()
    assert "It is five" not in project.page("c/six"), "what it rests on beside this claim does not hold"
    assert done.returncode == 1
    assert (
        "content/statements/sums.yml:3: the verdict `wrong` on `one` rests on sums/four, which does not hold"
        in done.stdout
    )


def test_a_joined_table_is_refused_when_a_claim_of_it_does_not_hold(project: TinyProject) -> None:
    rowed = SNIPPET_SOURCE.replace("print", 'row = [{"sum": "two and two", "is": str(total)}]\nprint')
    project.snippet("sums/four", rowed)
    project.write(
        "content/joined_tables.yml",
        "tables:\n  all_sums:\n    caption: Sums.\n    fact: row\n    columns: [sum, is]\n    groups: {Even: [sums]}\n",
    )
    assert project.build().returncode == 0
    table = project.rendered()["joined/all_sums"]
    assert "two and two</a></th><td>4</td>" in table
    project.snippet("sums/four", rowed.replace("2 + 2", "5"))
    done = project.build()
    assert done.returncode == 1
    assert "content/joined_tables.yml:3: `all_sums` rests on sums/four, which does not hold" in done.stdout
    assert project.rendered()["joined/all_sums"] == table
    project.snippet("sums/four", rowed.replace('"is"', '"are"'))
    done = project.build()
    assert done.returncode == 2
    assert "`all_sums`: sums/four has the columns sum, are; the table has sum, is" in done.stdout


LAB = "labs:\n  sums:\n    title: Sums\n    introduction: You add.\n    claims: [sums/four]\n"


def test_a_lab_is_built_from_its_file_and_refused_when_a_claim_of_it_does_not_hold(project: TinyProject) -> None:
    project.snippet("sums/four")
    assert project.build().returncode == 0
    assert "labs/sums.ipynb" not in project.rendered()
    project.write("content/labs.yml", LAB)
    assert project.build().returncode == 0
    lab = project.rendered()["labs/sums.ipynb"]
    assert '"total 4\\n"' in lab
    project.snippet("sums/four", SNIPPET_SOURCE.replace("2 + 2", "5"))
    done = project.build()
    assert done.returncode == 1
    assert "content/labs.yml:3: the lab `sums` rests on sums/four, which does not hold" in done.stdout
    old_lab = project.rendered()["labs/sums.ipynb"]
    assert '"total 4\\n"' in old_lab, "what was printed when it held"
    assert "The new one has not run here yet." in old_lab


# It writes its pid, in one step, before it hangs.
HANGS = """import os, pathlib, signal

pathlib.Path("part").write_text(str(os.getpid()))
os.rename("part", "started")
signal.pause()
assert True
"""


def hanging(project: TinyProject, *arguments: str) -> "tuple[subprocess.Popen[str], int]":
    """Start a build whose snippet hangs; return the build's process and the pid of the snippet's."""
    project.snippet("sums/hangs", f'"""It hangs."""\n{HANGS}')
    process, started = project.start(*arguments), project.root / "started"
    while not started.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    return process, int(started.read_text())


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().split()[2] != "Z" if Path(f"/proc/{pid}").exists() else True


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_stopped_build_leaves_nothing_half_written(project: TinyProject, how: signal.Signals) -> None:
    project.snippet("sums/four")
    project.build()
    before = project.artifacts()
    process, child = hanging(project)
    process.send_signal(how)
    if how == signal.SIGKILL:
        process.wait(HANG_TIMEOUT)
        os.kill(child, signal.SIGKILL)
    else:
        _, err = process.communicate(timeout=HANG_TIMEOUT)
        assert process.returncode == 130
        assert err.strip().endswith("stopped; the artifacts are as they were, or the next build writes them all")
        assert not alive(child)
    assert project.artifacts() == before
    (project.root / "snippets/sums/hangs.py").unlink()
    project.write("docs/sums/index.md", '{{ program("sums/four") }}\n')
    assert project.build().returncode == 0  # the lock is free and nothing is in the way


@pytest.mark.parametrize(("last_message", "status"), [("ours.send_bytes(b'')", -signal.SIGALRM), ("ours.close()", 0)])
def test_a_snippet_whose_build_is_gone_ends_itself_or_never_begins(
    tmp_path: Path, last_message: str, status: int
) -> None:
    code = f"""
import multiprocessing; from explainer.measure import child
child.GRACE_PERIOD = 0
job = child.Job(".", "a.py", "import signal; signal.pause()", frozenset(), None, "cpu", "printed", limit=0.1)
ours, theirs = multiprocessing.Pipe()
{last_message}
child.run_in_child(job, theirs)
"""
    assert run_forked(code, tmp_path, imports=ENGINE_IMPORTS).returncode == status


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_build_keeps_what_it_has_finished(project: TinyProject, how: signal.Signals) -> None:
    """Stop a build as on a fresh clone: nothing is remembered, and finished runs give what is recorded."""
    project.snippet("sums/four")
    project.snippet("sums/hangs", '"""It hangs."""\nassert True\n')
    project.build()
    (project.root / ".cache/runs.jsonl").unlink()
    process, _ = hanging(project, "--jobs", "1")
    process.send_signal(how)
    process.send_signal(how)  # a second one, as `timeout` and a shell send it
    out, err = process.communicate(timeout=HANG_TIMEOUT)
    assert (process.returncode, "Traceback" in out + err) == (130, False)
    project.snippet("sums/hangs", '"""It hangs."""\nassert True\n')
    assert ran(project.build()) == ["sums/hangs · once"]


def test_output_is_captured_in_order_and_cleaned(project: TinyProject) -> None:
    body = (
        '"""It prints."""\nimport os, sys, subprocess\nprint("\\033[1mone\\033[0m  ")\n'
        'print("two", file=sys.stderr)\nos.write(1, b"three\\n")\nsubprocess.run(["echo", "four"])\n'
        'print("/usr/lib/python3/site-packages/x.py: a warning")\nassert sys.argv == [__file__]\n'
    )
    project.snippet("sums/prints", body)
    assert project.build().returncode == 0
    assert (
        project.artifacts()["outputs/sums/prints.once.txt"] == "one\ntwo\nthree\nfour\nsite-packages/x.py: a warning\n"
    )


def test_the_proof_stands_whatever_the_interpreters_flags(project: TinyProject) -> None:
    project.snippet("sums/four", SNIPPET_SOURCE.replace("2 + 2", "5"))
    assert project.build(PYTHONOPTIMIZE="1").returncode == 1


def test_the_readers_settings_do_not_reach_a_snippet(project: TinyProject) -> None:
    names = "[name for name in os.environ if name.startswith(('TRANSFORMERS_', 'HF_'))]"
    body = f'import os\nprint(sorted({names}), os.environ["TRANSFORMERS_VERBOSITY"])\nassert True\n'
    project.snippet("sums/sees", f'"""It sees the same."""\n{body}')
    project.build(TRANSFORMERS_VERBOSITY="error", HF_TOKEN="secret", TRANSFORMERS_CACHE="/somewhere")  # noqa: S106
    output = project.artifacts()["outputs/sums/sees.once.txt"]
    assert output.endswith("] warning\n")
    assert "TOKEN" not in output
    assert "TRANSFORMERS_CACHE" not in output


def test_a_claim_that_does_not_hold_is_not_published(project: TinyProject) -> None:
    project.snippet("sums/four", SNIPPET_SOURCE)
    assert project.build().returncode == 0
    before = project.artifacts()
    project.snippet("sums/four", SNIPPET_SOURCE.replace("are four", "are five").replace("== 4", "== 5"))
    assert project.build().returncode == 1
    after = project.artifacts()
    assert [name for name in before if is_recorded(name) and after[name] != before[name]] == []
    for text in (project.rendered()["program/sums/four"], project.page("c/four")):
        assert "Two and two are four." in text
        assert "are five" not in text
        assert "An earlier version of this program printed this." in text


def test_a_mark_that_no_line_of_a_run_has_is_refused_and_runs_nothing(project: TinyProject) -> None:
    with_checkpoints(project)
    project.snippet("sizes/size", MEASURES_A_SIZE)
    project.build()
    project.snippet("sizes/size", MEASURES_A_SIZE.replace("size = int", 'decides = "size 3"\nsize = int'))
    done = project.build()
    assert (done.returncode, ran(done)) == (2, [])
    [line] = [line for line in done.stdout.splitlines() if "decides" in line]
    assert "snippets/sizes/size.py:6: `decides`: no line contains 'size 3' in the output of big" in line
    project.snippet("sizes/size", MEASURES_A_SIZE.replace("size = int", 'decides = "size"\nsize = int'))
    assert (project.build("--check").returncode, project.build().returncode) == (0, 0), (
        "a mark is no part of the record"
    )


def test_a_failure_is_not_forgotten(project: TinyProject) -> None:
    text = (
        SNIPPET_SOURCE.replace("\ntotal", "\nimport pathlib\n\ntotal", 1) + "assert not pathlib.Path('flag').exists()\n"
    )
    project.snippet("sums/four", text)
    assert project.build().returncode == 0
    project.write("flag", "")
    assert project.build("--force").returncode == 1
    assert project.build().returncode == 1
    assert project.build("--check").returncode == 1


def test_a_file_that_a_snippet_names_is_part_of_what_it_depends_on(project: TinyProject) -> None:
    project.write("logs/train.txt", "1.0")
    body = (
        "from pathlib import Path\n\nloss = float(Path('logs/train.txt').read_text())\nprint(loss)\nassert loss < 5\n"
    )
    project.snippet("sums/trained", f'"""The loss is small."""\n{body}')
    assert project.build().returncode == 0
    project.write("logs/train.txt", "9.0")
    assert project.build("--check").returncode == 1


def test_programs_of_a_folder_that_a_snippet_names_are_part_of_what_it_depends_on(project: TinyProject) -> None:
    project.write("tool/number.py", "print(1)")
    project.write("rules.yml", "most: 5")
    body = (
        "import subprocess, sys\n\n_again = ['tool/*.py', 'rules.yml']\n"
        "number = int(subprocess.run([sys.executable, 'tool/number.py'], capture_output=True).stdout)\n"
        "assert number < 5\n"
    )
    project.snippet("sums/tool", f'"""The number is small."""\n{body}')
    assert project.build().returncode == 0
    assert "ran 0" in project.build().stdout
    project.write("rules.yml", "most: 6")
    assert "ran 1" in project.build().stdout
    project.write("tool/number.py", "print(9)")
    assert project.build("--check").returncode == 1
    project.write("tool/number.py", "print(1)")
    project.write("tool/other.py", "")
    assert "ran 1" in project.build().stdout


def test_output_never_contradicts_the_facts_beside_it(project: TinyProject) -> None:
    text = '"""A number is there."""\nn = %s\nprint(f"moved by {n} under lib 5.%s.0")\nassert n >= 0\n'
    project.snippet("sums/moves", text % ("0.0", 23))
    project.build()
    project.snippet("sums/moves", text % ("0.1", 24))
    project.build()
    assert project.artifacts()["outputs/sums/moves.once.txt"] == "moved by 0.1 under lib 5.24.0\n"


def test_a_stray_file_is_named_when_it_is_removed(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.build()
    project.write("docs/artifacts/outputs/notes.txt", "mine")
    assert "REMOVED docs/artifacts/outputs/notes.txt" in project.build("--check").stdout
    assert "REMOVED docs/artifacts/outputs/notes.txt" in project.build().stdout


def test_every_stale_file_is_named(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.build()
    facts = project.root / "docs/artifacts/facts.json"
    facts.write_text(facts.read_text() + " ")
    done = project.build("--check")
    assert done.returncode == 1
    assert "STALE   docs/artifacts/facts.json" in done.stdout


def test_the_cache_may_lie_on_another_file_system(project: TinyProject) -> None:
    if not Path("/dev/shm").is_dir():
        pytest.skip("no second file system on this machine to put the cache on")
    with tempfile.TemporaryDirectory(dir="/dev/shm") as elsewhere:
        (project.root / ".cache").symlink_to(elsewhere)
        project.snippet("sums/four")
        assert project.build().returncode == 0
        assert project.build("--check").returncode == 0


def test_a_published_number_that_could_never_be_compared(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.write(
        "content/published.yml",
        "published:\n  sum:\n    topic: sums\n    what: x\n    value: 4\n    decimals: 0\n    source: s\n"
        "    url: u\n    fact: facts.sums.four.totl\n",
    )
    done = project.build()
    assert done.returncode == 2
    assert "content/published.yml:3: `sum`: no snippet gives facts.sums.four.totl" in done.stdout


def test_cuda_where_there_is_none_is_one_line(project: TinyProject) -> None:
    project.snippet("sums/four")
    project.write("libraries/torch/__init__.py", "class cuda:\n    is_available = staticmethod(lambda: False)\n")
    done = project.build("--device", "cuda")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "torch sees no CUDA device here" in done.stderr


def test_a_missing_torch_is_one_line(project: TinyProject) -> None:
    project.snippet("sums/four", IMPORTS_TORCH)
    hide = "import importlib.util as u; find = u.find_spec\n"
    hide += "u.find_spec = lambda name, *rest: None if name == 'torch' else find(name, *rest)\n"
    project.write("libraries/sitecustomize.py", hide)
    done = project.build()
    assert done.returncode == 2
    assert "snippets need torch, not installed here: `make site`" in done.stderr


READS_AN_OUTPUT = '''"""The output of another snippet is read."""

from pathlib import Path

path = Path("docs/artifacts/outputs/sums/four.once.txt")
length = len(path.read_text()) if path.exists() else 0
print("length", length)
assert length != 1
'''


def test_a_claim_that_reads_what_the_build_replaces_is_named_and_runs_next(project: TinyProject) -> None:
    project.snippet("sums/four")
    assert project.build().returncode == 0
    project.snippet("sums/reader", READS_AN_OUTPUT)
    assert ran(project.build()) == ["sums/reader · once"]
    project.snippet("sums/four", SNIPPET_SOURCE.replace("\nassert", '\nprint("and a longer output")\nassert', 1))
    done = project.build()
    name = "outputs/sums/four.once.txt"
    assert f"NOTE    snippets/sums/reader.py reads {name}, which this build changes: build again" in done.stdout
    again = project.build()
    assert (ran(again), "build again" in again.stdout) == (["sums/reader · once"], False)
    assert ran(project.build()) == []


def test_a_build_writes_the_record_alone_and_the_site_follows_from_it(project: TinyProject) -> None:
    project.snippet("sums/four", SNIPPET_SOURCE.replace("print", "row = [{'sum': 1}]\nprint"))
    assert project.build().returncode == 0
    assert project.artifacts().keys() == {"facts.json", "outputs/sums/four.once.txt"}
    assert {path.name for path in (project.root / "docs").iterdir()} == {"artifacts", "sums"}
    project.mark.unlink(missing_ok=True)
    rendered = project.rendered()
    assert {"program/sums/four", "table/sums/four/row", "../c/four.md", "snippets/sums/four.py"} <= rendered.keys()
    assert not project.mark.exists(), "torch was imported"


def test_an_edited_page_is_seen_and_pages_of_claims_stay_if_all_is_shown_where_it_was(project: TinyProject) -> None:
    project.snippet("sums/four")
    assert project.build().returncode == 0
    first = current_site(Project(project.root), NO_EXTENSION)
    own = dict(first.file_texts())["../c/four.md"]
    page = project.root / "docs/sums/index.md"
    text = page.read_text(encoding="utf-8")
    page.write_text(f"{text}\nMore.\n", encoding="utf-8")
    second = current_site(Project(project.root), NO_EXTENSION)
    assert second.context.site.pages["sums/index.md"].endswith("More.\n")
    assert second.claim_pages is first.claim_pages
    page.write_text("# A page\n", encoding="utf-8")
    third = current_site(Project(project.root), NO_EXTENSION)
    assert "Where it is explained" in own
    assert "Where it is explained" not in dict(third.file_texts())["../c/four.md"]
    assert current_site(Project(project.root), NO_EXTENSION) is third


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ('{{ claim("for") }}', "`claim.for` does not exist; did you mean claim.four?"),
        (
            '{{ program("sums/for") }}',
            'nothing is shown by {{ program("sums/for") }}; did you mean {{ program("sums/four")',
        ),
        ('{{ table("sums/four", "row") }}', 'nothing is shown by {{ table("sums/four", "row") }}'),
        ("{{ program(sums) }}", 'write {{ program("…") }}, with the name itself in quotes'),
        ('{{ table("sums/four") }}', 'write {{ table("…", "…") }}, with the name itself in quotes'),
    ],
)
def test_a_macro_of_what_is_not_there_is_one_line_and_stops_the_build(
    project: TinyProject, wrong: str, complaint: str
) -> None:
    project.snippet("sums/four")
    with (project.root / "docs/sums/index.md").open("a", encoding="utf-8") as page:
        page.write(f"\n{wrong}\n")
    done = project.build()
    assert done.returncode == 2
    [line] = [line for line in done.stdout.splitlines() if line.startswith("WRONG")]
    assert line.startswith(f"WRONG   docs/sums/index.md:5: {complaint}")


@pytest.mark.parametrize("name", ["c/mine.md", "llms.txt"])
def test_what_somebody_writes_where_the_site_makes_its_own_is_refused(project: TinyProject, name: str) -> None:
    project.snippet("sums/four")
    project.write(f"docs/{name}", "# Mine\n")
    done = project.build()
    assert done.returncode == 2
    assert f"WRONG   docs/{name}:1: the site makes " in done.stdout
    assert (project.root / "docs" / name).read_text(encoding="utf-8") == "# Mine\n"
