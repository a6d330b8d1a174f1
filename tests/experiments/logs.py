"""Read the logs of experiments, without the seconds, which differ from run to run."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.forked import HANG_TIMEOUT


def log_of(folder: Path) -> Any:
    log = json.loads((folder / "log.json").read_text(encoding="utf-8"))
    for run in log["runs"]:
        assert run.pop("seconds") > 0
    return log


def log_of_a_process(script: Path, folder: Path) -> Any:
    """Return the log of a smoke run in a new process, which would differ if a number depended on the hash seed."""
    command = [sys.executable, str(script), "--smoke", "--out", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=HANG_TIMEOUT)
    assert result.returncode == 0, result.stderr
    return log_of(folder)
