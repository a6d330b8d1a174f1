"""Trains a missing NSP head on a few pairs, and logs how many held-out pairs it then tells right.

The encoders are pydoc-bert's, which was trained with an NSP head and loses it here, and all-MiniLM's, whose file has
none. The pairs are made from pydoc-bert's held-out text, as Google makes them: the second text follows the first, or is
from another file. Each seed splits the files into halves, one to train on and one to test on, so none is in both.

    python experiments/nsp_head/train.py                             # writes log.json again: twenty minutes of one core
    python experiments/nsp_head/train.py --smoke --out /tmp/smoke    # the whole path in seconds
"""

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import torch

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / folder) for folder in (".", "checkpoints/pydoc-bert")]

import training_tools as tools  # noqa: E402
from batches import IS_NEXT, IS_RANDOM  # noqa: E402
from transformers import logging  # noqa: E402

from experiments import runs  # noqa: E402
from experiments.nsp_head import pairs, ways  # noqa: E402
from experiments.nsp_head.ways import MINILM, PYDOC_BERT, Encoder, Recipe  # noqa: E402

HELD_OUT = tools.PYDOC_BERT / "held_out.txt"
FOLDERS = {PYDOC_BERT: str(tools.PYDOC_BERT), MINILM: "sentence-transformers/all-MiniLM-L6-v2"}
SEEDS = range(5)
SMOKE: dict[str, Any] = {"sizes": (6, 12), "new_steps": 3, "whole_steps": 2, "words": 6}

WAYS = {
    PYDOC_BERT: ("its own head", "cosine", "head on both texts", "new head", "new pooler and head", "all trained"),
    MINILM: ("cosine", "head on both texts", "new head", "new pooler and head", "all trained"),
}
CONDITIONS = {
    "shared words": (PYDOC_BERT, "shared words"),  # no encoder sees them
    **{f"{name}, {way}": (name, way) for name, its in WAYS.items() for way in its},
}


def train(name: str, seed: int, *, files: pairs.Files, encoders: dict[str, Encoder], recipe: Recipe) -> runs.Part:
    """One run, as the log has it: the shares of true and of random test pairs called “is next”, for each size.

    The whole model is trained with the most pairs alone.
    """
    encoder, way = CONDITIONS[name]
    began = time.monotonic()
    generator = torch.Generator().manual_seed(seed)
    names = [list(files)[at] for at in torch.randperm(len(files), generator=generator)]
    halves = names[: len(names) // 2], names[len(names) // 2 :]
    training, test = (pairs.make_pairs({one: files[one] for one in half}, generator) for half in halves)
    kinds = {"true_called_next": test.labelled(IS_NEXT), "random_called_next": test.labelled(IS_RANDOM)}
    sizes = list(recipe.sizes[-1:] if way == "all trained" else recipe.sizes)
    run = {"condition": name, "seed": seed, "test_pairs": len(test.texts), "pairs": sizes}
    called: dict[str, list[float]] = {kind: [] for kind in kinds}
    for size in sizes:
        torch.manual_seed(seed)
        scorer = ways.learn(way, encoders[encoder], training.first(size), recipe)
        for kind, some in kinds.items():
            called[kind].append((scorer(some) > 0).float().mean().item())
    return {"run": {**run, "seconds": time.monotonic() - began, **called}}


def prepare(options: argparse.Namespace, device: torch.device) -> tuple[runs.Settings, runs.Train]:
    """Reads the texts and loads the encoders, for `runs.run_plan`. A smoke run has pydoc-bert's in both places."""
    torch.set_grad_enabled(False)
    logging.set_verbosity_error()  # each load reports the new head
    recipe = Recipe(**(SMOKE if options.smoke else {}))
    folders = FOLDERS | ({MINILM: FOLDERS[PYDOC_BERT]} if options.smoke else {})
    files = pairs.read_texts(HELD_OUT, recipe.words)
    if options.smoke:
        files = dict(list(files.items())[:12])
    encoders = {name: Encoder(name, folder, recipe.longest, device) for name, folder in folders.items()}
    data = {"files": len(files), "held_out_sha256": sha256(HELD_OUT.read_bytes()).hexdigest()}
    settings = {"recipe": asdict(recipe), "data": data, **tools.environment(options)}
    return settings, partial(train, files=files, encoders=encoders, recipe=recipe)


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Returns the exit code: 2 for a user's mistake, told in one line."""
    plan = [(name, seed) for name in CONDITIONS for seed in SEEDS]
    run = partial(runs.run_plan, plan=plan, prepare=prepare, summarise=lambda _: {"conditions": list(CONDITIONS)})
    return runs.command("Trains a missing NSP head on a few pairs.", run, HERE, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
