"""What an inspection costs, beside `from_pretrained`, what one would use instead, and a read of the file.

The file is the worst case: bert-base's shapes, random numbers, the decoder stored as a second copy, so that --full has
two matrices to compare. Its bytes have just been written, so they come from memory and not from a disk. Runs of all
programs take turns, and the quickest of each counts: whatever else a machine does can only add.

`safe_open` is asked for numpy, as it need not import torch then. A cached read is measured in two ways.
`Path.read_bytes` is what somebody writes who wants the bytes: it pays for memory to keep them. The strict one reads
into one buffer that it uses again, keeps nothing and looks at nothing, and takes a few hundredths of a second, less
than the start of Python with numpy. So the process of --full is held against the process of the first, and what each
further byte costs, from this file to one four times its size, against the second. --full has two threads and that
read has one: where other programs keep the cores busy, this bound may be missed. Memory is the most that a process
ever had: Linux tells it in /proc.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.figures import ROOT, Report

RUNS = 7
FASTER, MORE_MEMORY = 30.0, 4.0  # than from_pretrained, times; for a file four times as large, MB
SLOWER = {"safetensors": 1.3, "bin": 2.0}  # than a cached read, times at most
BEGIN = """
import os, re, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv.pop(1))
started = time.perf_counter()
"""
END = """
seconds = time.perf_counter() - started
status = Path("/proc/self/status")
peak = re.search(r"VmHWM:\\s+(\\d+) kB", status.read_text())[1] if status.exists() else "0"
print(f"#{seconds} {peak}", flush=True)
"""
REPORT = """
from inspector.command import main
main(sys.argv[1:])
"""
READ_INTO = """
file, buffer = os.open(sys.argv[1], os.O_RDONLY), bytearray(4 * 2**20)
at = 0
while count := os.preadv(file, [buffer], at):
    at += count
"""
READ_BYTES = """
kept = Path(sys.argv[1]).read_bytes()
"""
SAFE_OPEN = """
from safetensors import safe_open
with safe_open(sys.argv[1], "numpy") as file:
    shapes = {name: file.get_slice(name).get_shape() for name in file.keys()}
"""
MAPPED = """
import torch
shapes = {name: one.shape for name, one in torch.load(sys.argv[1], mmap=True, weights_only=True).items()}
"""
LOAD = """
os.environ["HF_HUB_OFFLINE"] = "1"
from transformers import BertForPreTraining, logging
logging.set_verbosity_error()
logging.disable_progress_bar()
BertForPreTraining.from_pretrained(Path(sys.argv[1]).parent)
"""
INSTEAD = {"safetensors": ("safe_open, keys and shapes", SAFE_OPEN), "bin": ("torch.load, mapped, shapes", MAPPED)}
WRITE = """
import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertForPreTraining
folder, times = Path(sys.argv[1]), int(sys.argv[2])
sizes = {"vocab_size": 30522 * times, "num_hidden_layers": 12 * times}
config = BertConfig(architectures=["BertForPreTraining"], **sizes)
with torch.device("meta"):
    tensors = BertForPreTraining(config).state_dict()
tensors = {name: torch.randn(one.shape) for name, one in tensors.items() if one.is_floating_point()}
tensors["cls.predictions.bias"] = tensors["cls.predictions.decoder.bias"]
tensors["cls.predictions.decoder.weight"] = tensors["bert.embeddings.word_embeddings.weight"].clone()
del tensors["cls.predictions.decoder.bias"]
for form, name in (("safetensors", "model.safetensors"), ("bin", "pytorch_model.bin")):
    (folder / form).mkdir(parents=True)
    config.save_pretrained(folder / form)
    file = folder / form / name
    save_file(tensors, file, {"format": "pt"}) if form == "safetensors" else torch.save(tensors, file)
"""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a program took: seconds of its process, seconds of its work alone, and its peak of memory in MB."""

    process: float
    work: float
    peak: float


def run(program: str, *arguments: str) -> Cost:
    """Runs a program in a process of its own. Ends the benchmark if it fails."""
    command = [sys.executable, "-c", BEGIN + program + END, str(ROOT), *arguments]
    # An installed command has its modules compiled.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    found = re.search(r"^#(\S+) (\d+)$", done.stdout, re.MULTILINE)
    if done.returncode != 0 or found is None:
        raise SystemExit(f"{done.stdout}{done.stderr}")
    return Cost(seconds, float(found[1]), int(found[2]) * 1024 / 1e6)


def measure(programs: dict[str, tuple[str, ...]], runs: int = RUNS) -> dict[str, Cost]:
    """The least that each program took, in turns, after one turn that is not counted."""
    turns = [{name: run(*program) for name, program in programs.items()} for _ in range(runs + 1)][1:]
    return {
        name: Cost(*(min(getattr(turn[name], what) for turn in turns) for what in ("process", "work", "peak")))
        for name in programs
    }


def programs_for(form: str, small: str, large: str) -> dict[str, tuple[str, ...]]:
    """What is measured, by the name that is printed."""
    instead, program = INSTEAD[form]
    return {
        "python, and nothing else": ("pass",),
        "the report": (REPORT, small),
        instead: (program, small),
        "from_pretrained": (LOAD, small),
        "the report, --full": (REPORT, small, "--full"),
        "read into one buffer": (READ_INTO, small),
        "Path.read_bytes": (READ_BYTES, small),
        "the report of 4 times as much": (REPORT, large),
        "the report of 4 times as much, --full": (REPORT, large, "--full"),
        "4 times as much, read into one buffer": (READ_INTO, large),
    }


def judge(figures: Report, form: str, cost: dict[str, Cost]) -> None:
    """Prints what holds of one form of file."""
    report, full, load = (cost[name] for name in ("the report", "the report, --full", "from_pretrained"))
    figures.ratio(f"{form}: the report, faster than from_pretrained", load.process / report.process, FASTER)
    as_process = full.process / cost["Path.read_bytes"].process
    figures.times_at_most(f"{form}: --full beside Path.read_bytes, processes", as_process, SLOWER[form])
    large, read = cost["the report of 4 times as much, --full"], cost["4 times as much, read into one buffer"]
    further = (large.work - full.work) / (read.work - cost["read into one buffer"].work)
    figures.times_at_most(f"{form}: --full beside the strict read, each byte", further, SLOWER[form])
    more = {"the report": cost["the report of 4 times as much"].peak - report.peak, "--full": large.peak - full.peak}
    for name, megabytes in more.items():
        text = f"{megabytes:+.1f} MB"
        figures.fact(f"{form}: {name}, memory for 4 times as much", text, megabytes <= MORE_MEMORY)


def report(figures: Report) -> None:
    """Writes the files once, and measures everything on each of them."""
    with tempfile.TemporaryDirectory() as folder:
        for times in (1, 4):
            run(WRITE, f"{folder}/{times}", str(times))
        for form in SLOWER:
            small, large = (
                str(next(one for one in Path(folder, times, form).iterdir() if one.suffix != ".json"))
                for times in ("1", "4")
            )
            title = f"{Path(small).name}, {Path(small).stat().st_size / 1e6:.0f} MB, the least of {RUNS} runs"
            print(f"{title:60} {'work':>9} {'process':>9} {'peak':>9}", flush=True)
            cost = measure(programs_for(form, small, large))
            for name, one in cost.items():
                print(f"  {name:58} {one.work:7.3f} s {one.process:7.3f} s {one.peak:6.0f} MB", flush=True)
            judge(figures, form, cost)
