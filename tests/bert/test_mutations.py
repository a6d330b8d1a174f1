"""Test this site's mutation operators, and that a program with fresh weights gets no trained ones."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bert.mutations import OPERATORS
from explainer.mutate.operators import Program, make_mutants
from tests.explainer.parts import SNIPPET

ROOT = Path(__file__).resolve().parents[2]
FRESH = "fresh weights in place of the file's"


def changes(body: str, scope: str = "library") -> list[str]:
    program = Program(replace(SNIPPET, source=f'"""A claim."""\n{body}\n', scope=scope))
    return [mutant.name.rpartition("⟶ ")[2] for mutant in make_mutants(program, OPERATORS)]


@pytest.mark.parametrize(
    ("body", "change"),
    [
        ("a = BertModel(config)\nb = BertForMaskedLM.from_pretrained(place)", "BertModel → BertForMaskedLM"),
        ("a = BertModel(config)\nb = BertForMaskedLM.from_pretrained(place)", "BertForMaskedLM → BertModel"),
        ("mask = tokenizer.id_of('[MASK]')", "[MASK] → [SEP]"),
        ("model = Model(add_pooling_layer=False)", "False → True"),
        ("config = read({'hidden_size': 8, 'tie_word_embeddings': True})", "True → False"),
        ("config.is_decoder = True", "True → False"),
    ],
)
def test_an_operator_changes_what_it_should(body: str, change: str) -> None:
    assert change in changes(body)


def test_what_is_no_class_no_token_and_no_such_flag_is_left_alone() -> None:
    assert changes("model = BertModel(config)\nlabels = ['[CLS]', 'x']\nrow = find(exact=True)") == []


def test_a_claim_about_a_checkpoint_gets_fresh_weights() -> None:
    load = "model = BertModel.from_pretrained('x')"
    assert changes(load, "checkpoint") == [FRESH]
    assert changes(load, "library") == changes("words = BertTokenizer.from_pretrained('x')", "checkpoint") == []


PROGRAM = """
import tempfile
import bert.mutations
bert.mutations.read_fresh_weights()
from safetensors.torch import load_file, save_file
from transformers import BertForMaskedLM

place = "checkpoints/pydoc-bert"
one, other = (load_file(f"{place}/model.safetensors") for _ in range(2))
name = next(name for name in one if name.endswith("word_embeddings.weight"))
assert (one[name] == other[name]).all()
assert 0.015 < one[name].std() < 0.025
model = BertForMaskedLM.from_pretrained(place)
assert model.cls.predictions.decoder.weight is model.bert.embeddings.word_embeddings.weight
assert abs(model.bert.embeddings.word_embeddings.weight.std() - model.config.initializer_range) < 0.005
with tempfile.TemporaryDirectory() as own:
    save_file({"x": one[name] * 0 + 7}, f"{own}/model.safetensors")
    assert (load_file(f"{own}/model.safetensors")["x"] == 7).all()
"""


def test_files_give_fresh_weights_but_not_those_that_the_program_saved() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
