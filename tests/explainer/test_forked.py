"""A fork of the tests' server is to its program what a process of its own is."""

import os
import signal
from pathlib import Path

import pytest

from tests.forked import run_forked

IMPORTS = "import json"


@pytest.mark.parametrize(
    ("code", "status", "out", "err"),
    [
        ("print('so')", 0, "so\n", ""),
        ("import sys; sys.exit(3)", 3, "", ""),
        ("import sys; sys.exit('why')", 1, "", "why\n"),
        ("assert 1 == 2, 'no'", 1, "", "AssertionError: no\n"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGTERM)", -signal.SIGTERM, "", ""),
        ("import atexit; atexit.register(print, 'left')", 0, "left\n", ""),
        ("import os, sys; print(os.getcwd() == sys.argv[1], os.environ['HERE'])", 0, "True yes\n", ""),
        ("import sys; print(sys.stdin.read())", 0, "\n", ""),
        ("import sys; print('json' in sys.modules, 'decimal' in sys.modules)", 0, "True False\n", ""),
    ],
)  # fmt: skip
def test_a_program_ends_as_it_would_alone(tmp_path: Path, code: str, status: int, out: str, err: str) -> None:
    environment = {**os.environ, "HERE": "yes"}
    done = run_forked(code, tmp_path, [str(tmp_path)], environment, imports=IMPORTS)
    assert (done.returncode, done.stdout) == (status, out)
    assert done.stderr.endswith(err)


def test_a_program_that_hangs_is_killed(tmp_path: Path) -> None:
    done = run_forked("import signal; signal.pause()", tmp_path, imports=IMPORTS, seconds=1)
    assert done.returncode == -signal.SIGKILL


def test_a_program_leaves_nothing_to_the_next(tmp_path: Path) -> None:
    run_forked("import decimal, os; os.environ['LEFT'] = '1'; os.chdir('/')", tmp_path, imports=IMPORTS)
    after = run_forked(
        "import os, sys; print('decimal' in sys.modules, 'LEFT' in os.environ)", tmp_path, imports=IMPORTS
    )
    assert after.stdout == "False False\n"
