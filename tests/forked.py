"""Run programs in forks of a server process that has already imported what they need: much faster than a start."""

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

# The servers' environment, copied once: what a test changes in its own must not affect a server that later ones use.
ENVIRONMENT = {**os.environ, "HF_HUB_OFFLINE": "1"}
HANG_TIMEOUT = 600  # timeout in seconds that only a hanging process reaches, even on a loaded machine

# Reads a program in each line, and answers with its exit status and output. A child joins its threads, runs the
# functions of `atexit` and calls `os._exit`: an interpreter with torch takes over a second to free its memory. What
# happens only at that point does not happen here, such as flushing a file that was left open.
SERVER = """
import atexit, json, os, signal, sys, tempfile, threading, traceback

def time_out(*_):
    raise TimeoutError

signal.signal(signal.SIGALRM, time_out)
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
    reason = end.code  # an int, a message or None, as for sys.exit
    status = reason if isinstance(reason, int) else int(reason is not None)
    if status and not isinstance(reason, int):
        print(reason, file=sys.stderr)
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
    """Start a server that runs the imports `loaded` and then forks for each program. It ends with this process."""
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
    imports: str,
    seconds: int = HANG_TIMEOUT,
) -> "subprocess.CompletedProcess[str]":
    """Run `python -c code arguments` in the folder, in a fork that has done the imports `loaded`.

    The hash seed is the server's, whatever the environment says. The program is killed after so many `seconds`.
    """
    server = _server(imports)
    assert server.stdin is not None
    assert server.stdout is not None
    program = {"code": code, "folder": str(folder), "arguments": list(arguments), "environment": dict(environment)}
    server.stdin.write(json.dumps({**program, "seconds": seconds}) + "\n")
    server.stdin.flush()
    status, out, err = json.loads(server.stdout.readline())
    return subprocess.CompletedProcess(code, status, out, err)
