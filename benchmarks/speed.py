"""What a build costs on this machine, as whole processes: `make benchmark`. Printed, never a test.

The floor is what no build can avoid: one import of what the snippets import, and then the longest chain of snippets,
which is their own seconds shared out over the jobs, or the longest single one if that is more.
"""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = 5
IMPORTS = """
import gc, time
started = time.perf_counter()
gc.disable()
import torch
from transformers import AutoTokenizer, BertForMaskedLM, BertForPreTraining, BertForSequenceClassification, BertModel
print(time.perf_counter() - started)
import os
os._exit(0)
"""
SITE = ["-m", "mkdocs", "build", "--strict", "--quiet"]
JOBS = os.cpu_count() or 1
BUILD = ["build_artifacts.py", "--jobs", str(JOBS)]


def run(tree: Path, *arguments: str) -> tuple[float, str]:
    """Seconds of one whole process in the tree, and everything it printed."""
    env = {**os.environ, "HF_HUB_OFFLINE": "1", "NO_MKDOCS_2_WARNING": "1", "OMP_NUM_THREADS": "1"}
    command = [sys.executable, *arguments]
    started = time.perf_counter()
    done = subprocess.run(command, cwd=tree, env=env, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return seconds, done.stdout + done.stderr


def report(name: str, times: list[float]) -> float:
    """Prints median, least and greatest; gives the median."""
    middle = statistics.median(times)
    print(f"{name:34} {middle:7.2f} s   ({min(times):.2f} to {max(times):.2f}, {len(times)} runs)", flush=True)
    return middle


def cold(tree: Path) -> tuple[float, float]:
    """Seconds of a build with no cache, and of its longest chain of snippets once the imports are there."""
    shutil.rmtree(tree / ".cache", ignore_errors=True)
    seconds, output = run(tree, *BUILD)
    # The first runs of the fork server wait for its imports; only those that start later say what a snippet costs.
    single = [float(text) for text in re.findall(r"  ok  ([\d.]+) s", output)[JOBS:]]
    return seconds, max(max(single), sum(single) / JOBS)


def edited(tree: Path, number: int) -> float:
    """Seconds of a build after one snippet was edited."""
    snippet = tree / "snippets/padding_embeddings/plain_embedding_has_a_zero_row.py"
    snippet.write_text(f"{snippet.read_text()}# {number}\n")
    return run(tree, *BUILD)[0]


def main() -> None:
    """Measures in a copy of the repository, so that nothing here changes."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(".git", ".venv", ".cache", "site", ".*_cache"))
        imports = [float(run(tree, "-c", IMPORTS)[1]) for _ in range(RUNS)]
        imported = report("import once", imports)
        colds = [cold(tree) for _ in range(RUNS)]
        longest = report("longest chain of snippets", [chain for _, chain in colds])
        built = report("cold build", [seconds for seconds, _ in colds])
        print(f"{'cold build / (import + longest)':34} {built / (imported + longest):7.2f}")
        report("nothing to do", [run(tree, *BUILD)[0] for _ in range(RUNS)])
        report("one edited snippet", [edited(tree, number) for number in range(RUNS)])
        report("the site, by mkdocs", [run(tree, *SITE)[0] for _ in range(RUNS)])


if __name__ == "__main__":
    main()
