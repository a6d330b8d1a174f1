"""What an experiment logs, with what a clock wrote taken out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.forked import HANGS


def log_of(folder: Path) -> Any:
    log = json.loads((folder / "log.json").read_text(encoding="utf-8"))
    for one in log["runs"]:
        assert one.pop("seconds") > 0
    return log


def log_of_a_process(script: Path, folder: Path) -> Any:
    """Of the small run in a process of its own: what depends on a hash seed must show."""
    command = [sys.executable, str(script), "--smoke", "--out", str(folder)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=HANGS)
    assert result.returncode == 0, result.stderr
    return log_of(folder)
