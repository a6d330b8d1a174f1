"""Run JavaScript programs in node, with the pages' own modules."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def node(*arguments: str | Path, data: Any = None) -> str:
    """Run a program with `given` as JSON on standard input. Return what it prints. Skip the test without node."""
    program = shutil.which("node")
    if program is None:
        pytest.skip("no node on this machine; the browser tests run the same modules")
    done = subprocess.run(
        [program, *arguments], input=json.dumps(data), cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr
    return done.stdout
