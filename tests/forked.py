"""Runs programs, each in a process of its own that need not import what others have imported: a fork, not a start."""

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

# Of the servers: what a test changes for itself must not decide what a later one finds imported, or where.
ENVIRONMENT = {**os.environ, "HF_HUB_OFFLINE": "1"}
HANGS = 600  # seconds that only what hangs takes, however loaded the machine is

# Reads a program a line, and answers with its exit status and what it said. A child joins its threads,
# runs what `atexit` knows, and leaves at once: an interpreter with torch takes more than a second to clear its memory.
# What happens only then, such as writing to a file that was left open, does not happen.
SERVER = """
import atexit, json, os, signal, sys, tempfile, threading, traceback

def late(*_):
    raise TimeoutError

signal.signal(signal.SIGALRM, late)
for line in sys.stdin:
    program = json.loads(line)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            for number, file in enumerate((open(os.devnull), out, err)):
                os.dup2(file.fileno(), number)
            break
        signal.alarm(program["seconds"])
        try:
            status = os.waitpid(child, 0)[1]
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            status = os.waitpid(child, 0)[1]
        signal.alarm(0)
        texts = [(file.seek(0), file.read().decode(errors="replace"))[1] for file in (out, err)]
    print(json.dumps([os.waitstatus_to_exitcode(status), *texts]), flush=True)
else:
    sys.exit()
os.chdir(program["folder"])
os.environ.clear()
os.environ.update(program["environment"])
sys.path[1:1] = [path for path in program["environment"].get("PYTHONPATH", "").split(os.pathsep) if path]
sys.argv[1:] = program["arguments"]
status = 0
try:
    exec(compile(program["code"], "<string>", "exec"), {"__name__": "__main__"})
except SystemExit as end:
    said = end.code
    status = said if isinstance(said, int) else int(said is not None)
    if status and not isinstance(said, int):
        print(said, file=sys.stderr)
except BaseException:
    traceback.print_exc()
    status = 1
try:
    threading._shutdown()
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
finally:
    os._exit(status)
"""


@cache
def _server(loaded: str) -> "subprocess.Popen[str]":
    """The process that has run `loaded`, and forks for each program; it ends with this one."""
    command = [sys.executable, "-c", f"{loaded}\n{SERVER}"]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    atexit.register(server.communicate)
    return server


def run_forked(
    code: str,
    folder: Path,
    arguments: Sequence[str] = (),
    environment: Mapping[str, str] = os.environ,
    *,
    loaded: str,
    seconds: int = HANGS,
) -> "subprocess.CompletedProcess[str]":
    """What `python -c code arguments` in the folder does, where the imports of `loaded` are done.

    Its hash seed is that of all of them, whatever the environment says. After so many seconds it is killed.
    """
    server = _server(loaded)
    assert server.stdin is not None
    assert server.stdout is not None
    program = {"code": code, "folder": str(folder), "arguments": list(arguments), "environment": dict(environment)}
    server.stdin.write(json.dumps({**program, "seconds": seconds}) + "\n")
    server.stdin.flush()
    status, out, err = json.loads(server.stdout.readline())
    return subprocess.CompletedProcess(code, status, out, err)
