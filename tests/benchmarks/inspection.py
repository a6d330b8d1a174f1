"""What an inspection costs on this machine, beside `from_pretrained` in the same run: `make benchmark`. Never a test.

The files have bert-base's shapes and random numbers. Their bytes have just been written, so they come from memory and
not from a disk. Memory is the most that a process ever had: Linux tells it in /proc.
"""

import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RUNS = 5
BEGIN = """
import re, sys, time
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
NOTHING = "pass"
HEADER = """
from inspector.find import find
from inspector.read import read
from inspector.sources import OpenFiles
started = time.perf_counter()  # the imports are Python's
with OpenFiles() as opened:
    read(find(sys.argv[1]), sys.argv[1], opened)
"""
REPORT = """
from inspector.command import main
main(sys.argv[1:])
"""
READ_ONCE = """
with open(sys.argv[1], "rb", buffering=0) as file:
    while file.read(4 * 2**20):
        pass
"""
LOAD = """
import os
os.environ["HF_HUB_OFFLINE"] = "1"
from transformers import BertForPreTraining, logging
logging.set_verbosity_error()
logging.disable_progress_bar()
started = time.perf_counter()  # the imports are Python's
BertForPreTraining.from_pretrained(Path(sys.argv[1]).parent)
"""
WRITE = """
import torch
from safetensors.torch import save_file
from transformers import BertConfig, BertForPreTraining
model = BertForPreTraining(BertConfig(architectures=["BertForPreTraining"]))
tensors = model.state_dict()
words, decoder = "bert.embeddings.word_embeddings.weight", "cls.predictions.decoder.weight"
tied = {name: one for name, one in tensors.items() if not name.startswith("cls.predictions.decoder")}
twice = {**tied, decoder: tensors[words].clone()}
for name, content in {"tied": tied, "twice": twice}.items():
    for form in ("safetensors", "bin"):
        folder = Path(sys.argv[1], f"{name}-{form}")
        folder.mkdir()
        model.config.save_pretrained(folder)
        if form == "bin":
            torch.save(content, folder / "pytorch_model.bin")
        else:
            save_file(content, folder / "model.safetensors", {"format": "pt"})
"""


def run(program: str, *arguments: str) -> tuple[float, float, float]:
    """Seconds of a whole process, seconds of its program alone, and its peak of memory in MB."""
    command = [sys.executable, "-c", BEGIN + program + END, str(ROOT), *arguments]
    started = time.perf_counter()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    found = re.search(r"^#(\S+) (\d+)$", done.stdout, re.MULTILINE)
    if done.returncode != 0 or found is None:
        raise SystemExit(f"{done.stdout}{done.stderr}")
    return seconds, float(found[1]), int(found[2]) * 1024 / 1e6


def report(name: str, *program: str) -> None:
    """Prints the medians of some runs."""
    measured = [run(*program) for _ in range(RUNS)]
    whole, inside, peak = (statistics.median(numbers) for numbers in zip(*measured, strict=True))
    print(f"  {name:38} {inside:8.3f} s   {whole:8.3f} s   {peak:8.0f} MB", flush=True)


def main() -> None:
    """Writes the files once, and measures everything on each of them."""
    with tempfile.TemporaryDirectory() as folder:
        run(WRITE, folder)
        print(f"{'medians of ' + str(RUNS):38}   {'the work':>10}   {'as a process':>10}   {'peak':>8}")
        report("python, and nothing else", NOTHING)
        for place in sorted(Path(folder).iterdir()):
            file = str(next(path for path in place.iterdir() if path.name != "config.json"))
            print(f"{place.name}, {Path(file).stat().st_size / 1e6:.0f} MB")
            report("its header", HEADER, file)
            report("the report", REPORT, file)
            report("the report, --full", REPORT, file, "--full")
            report("every byte read once", READ_ONCE, file)
            report("from_pretrained", LOAD, file)


if __name__ == "__main__":
    main()
