"""What somebody sees who adds bert-base-uncased, rehearsed on two stand-ins of its shape, under names of their own."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
TOKENIZER = ("tokenizer.json", "tokenizer_config.json", "vocab.txt")  # all-MiniLM's are bert-base-uncased's
# In the second stand-in each tensor is filled with the values of a trained one, repeated and cut to bert-base's shape.
MAKE = """
import re, sys
import torch
from transformers import BertConfig, BertForPreTraining, BertModel

random, derived, minilm, pydoc = sys.argv[1:]
torch.manual_seed(0)
model = BertForPreTraining(BertConfig())
model.save_pretrained(random)
encoder = {f"bert.{name}": value for name, value in BertModel.from_pretrained(minilm).state_dict().items()}
heads = BertForPreTraining.from_pretrained(pydoc).state_dict()
with torch.no_grad():
    for name, parameter in model.named_parameters():
        sixth = re.sub(r"layer[.](\\d+)", lambda found: f"layer.{int(found[1]) % 6}", name)
        value = (encoder if name.startswith("bert.") else heads)[sixth]
        for dimension, size in enumerate(parameter.shape):
            times = -(-size // value.shape[dimension])
            value = torch.cat([value] * times, dimension).narrow(dimension, 0, size)
        parameter.copy_(value)
model.save_pretrained(derived)
"""


def stand_ins(folder: Path) -> dict[str, dict[str, object]]:
    """Make both below `folder`; return their entries of checkpoints.yml."""
    known = yaml.safe_load((ROOT / "content/checkpoints.yml").read_text(encoding="utf-8"))["checkpoints"]
    hub = ROOT / ".cache/huggingface/hub"
    (minilm,) = (hub / "models--sentence-transformers--all-MiniLM-L6-v2/snapshots").iterdir()
    slugs = ("stand_in_random", "stand_in_derived")
    arguments = [*(str(folder / slug) for slug in slugs), str(minilm), str(ROOT / "checkpoints/pydoc-bert")]
    subprocess.run([sys.executable, "-c", MAKE, *arguments], check=True, capture_output=True)
    entries: dict[str, dict[str, object]] = {}
    for slug in slugs:
        for name in TOKENIZER:
            shutil.copyfile(minilm / name, folder / slug / name)
        names = ("config.json", "model.safetensors", *TOKENIZER)
        files = {name: hashlib.sha256((folder / slug / name).read_bytes()).hexdigest() for name in names}
        own = {"id": f"stand-ins/{slug}", "title": slug.replace("_", " "), "what_for": "a rehearsal", "files": files}
        entries[slug] = {**known["bert_base_uncased"], **own}
    return entries


def build(root: Path, *arguments: str) -> str:
    """Run the build below `root`; return what it said last. Its site is strict: no link or anchor is broken."""
    command = [sys.executable, "build_artifacts.py", "--site", *arguments]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout


@pytest.mark.long
def test_a_model_of_the_shape_of_bert_base_breaks_no_build(tmp_path: Path) -> None:
    """No claim that does not hold on it breaks the build."""
    root, models = tmp_path / "repository", tmp_path / "models"
    shutil.copytree(
        ROOT, root, symlinks=True, ignore=shutil.ignore_patterns(".git", "site", "overlays", "node_modules", ".venv")
    )
    entries = stand_ins(models)
    registry = root / "content/checkpoints.yml"
    written = yaml.safe_load(registry.read_text(encoding="utf-8"))
    registry.write_text(yaml.safe_dump({"checkpoints": {**written["checkpoints"], **entries}}, sort_keys=False))
    said = build(root, "--checkpoints-folder", str(models), "--timeout", "3600")
    record = json.loads((root / "docs/artifacts/facts.json").read_text(encoding="utf-8"))["facts"]
    runs = {
        slug: [claim["runs"][slug] for topic in record.values() for claim in topic.values() if slug in claim["runs"]]
        for slug in entries
    }
    assert len(runs["stand_in_random"]) == len(runs["stand_in_derived"]) > 10
    against = [run for run in runs["stand_in_random"] if run.get("answer") == "fails"]
    assert against  # random weights have not learned what trained ones have
    assert said.count("does not hold there") == sum(
        run.get("answer") == "fails" for slug in entries for run in runs[slug]
    )
