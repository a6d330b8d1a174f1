"""Runs small programs on torch and transformers, each in a process of its own: forked from one that has them loaded."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

# What is loaded before the first fork. A program that imports more loads it itself.
LOADED = "import torch; from transformers import AutoConfig, AutoModel, BertForPreTraining"
FORKS = """
import json, os, sys, tempfile, traceback

def child(code, folder):
    os.chdir(folder)
    try:
        exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else int(left.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0

def run(code, folder):
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        if (child_id := os.fork()) == 0:
            os.dup2(out.fileno(), 1), os.dup2(err.fileno(), 2)
            status = child(code, folder)
            sys.stdout.flush(), sys.stderr.flush()
            os._exit(status)
        status = os.waitstatus_to_exitcode(os.waitpid(child_id, 0)[1])
        texts = [(file.seek(0), file.read().decode(errors="replace"))[1] for file in (out, err)]
    return [status, *texts]

programs = json.load(sys.stdin)
print(json.dumps([run(*program) for program in programs]))
"""


def run_each(programs: Sequence[tuple[str, Path]]) -> list["subprocess.CompletedProcess[str]"]:
    """Runs each program (its code, the folder it runs in) to its end, one after the other, as `python -c` would."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED + "\n" + FORKS],
        input=json.dumps([(code, str(folder)) for code, folder in programs]),
        env={**os.environ, "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return [
        subprocess.CompletedProcess(code, status, out, err)
        for (code, _), (status, out, err) in zip(programs, json.loads(done.stdout), strict=True)
    ]
