"""Run the experiment on a missing NSP head on a little text. Test its pairs, and what each method trains."""

import json
from dataclasses import asdict
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.experiments.logs import log_of, log_of_a_process

SCRIPT = Path(__file__).resolve().parents[2] / "experiments" / "nsp_head" / "train.py"
COMMITTED = SCRIPT.parent / "log.json"


def test_smoke_writes_the_log_and_nothing_else(smoke: Path) -> None:
    assert [path.name for path in smoke.iterdir()] == ["log.json"]
    assert str(smoke) not in (smoke / "log.json").read_text(encoding="utf-8")


def test_the_committed_log_is_that_of_this_script(smoke: Path, script: ModuleType) -> None:
    """Compare runs, columns and text. If you change one of them, run the experiment again."""
    small, committed = log_of(smoke), log_of(COMMITTED.parent)
    assert list(committed) == list(small)
    assert committed["recipe"] == json.loads(json.dumps(asdict(script.Recipe())))
    assert committed["data"]["held_out_sha256"] == small["data"]["held_out_sha256"]
    assert [(run["condition"], run["seed"], list(run)) for run in committed["runs"]] == [
        (run["condition"], run["seed"], list(run)) for run in small["runs"]
    ]


@pytest.mark.parametrize("places", [4, 5])
def test_half_of_any_even_number_of_pairs_are_true_and_none_is_random_within_a_file(
    script: ModuleType, places: int
) -> None:
    files = {"a": [("a1", "a2"), ("a3", "a4")], "b": [(f"b{at}", f"b{at + 1}") for at in range(1, 2 * places - 4, 2)]}
    pairs = script.make_pairs(files, script.torch.Generator().manual_seed(0))
    assert len(pairs.texts) == 2 * places
    for number in range(2, 2 * places + 1, 2):
        assert pairs.first(number).labels.sum() == number // 2
    assert len({first for first, _ in pairs.texts[:places]}) == places
    true = {pair for of_file in files.values() for pair in of_file}
    assert set(pairs.labelled(script.IS_NEXT)) == true
    assert all(first[0] != second[0] for first, second in pairs.labelled(script.IS_RANDOM))


def test_a_threshold_makes_the_fewest_mistakes(script: ModuleType) -> None:
    similarity = {("a", "b"): 0.9, ("c", "d"): 0.6, ("e", "f"): 0.5, ("g", "h"): 0.1}
    pairs = script.Pairs(list(similarity), script.torch.tensor([0, 0, 1, 1]))
    scorer = script.set_threshold(lambda texts: script.torch.tensor([similarity[pair] for pair in texts]), pairs)
    assert (scorer(pairs.texts) > 0).tolist() == [True, True, False, False]
    assert script.shared_words([("A b c", "b C d"), ("a", "b")]).tolist() == [0.5, 0.0]


def test_each_method_trains_what_it_says_and_nothing_else(script: ModuleType) -> None:
    torch = script.torch
    torch.set_grad_enabled(False)
    recipe = script.Recipe(**script.SMOKE)
    encoder = script.Encoder(script.PYDOC_BERT, script.FOLDERS[script.PYDOC_BERT], 64, torch.device("cpu"))
    models: list[Any] = []
    load = encoder.load

    def load_and_keep() -> Any:
        models.append(load())
        return models[-1]

    encoder.load = load_and_keep
    texts = script.read_texts(script.HELD_OUT, recipe.words)
    pairs = script.make_pairs(dict(list(texts.items())[:6]), torch.Generator().manual_seed(0)).first(12)
    file = encoder.frozen.state_dict()
    head, pooler = (
        {f"cls.seq_relationship.{kind}" for kind in ("weight", "bias")},
        {f"bert.pooler.dense.{kind}" for kind in ("weight", "bias")},
    )
    for method, expected in (("new head", head), ("new pooler and head", head | pooler)):
        script.learn(method, encoder, pairs, recipe)
        now = models[-1].state_dict()
        assert {name for name in file if not torch.equal(file[name], now[name])} == expected
    loaded = len(models)
    longer = script.Recipe(**{**script.SMOKE, "new_steps": 300})
    scorer = script.learn("head on both texts", encoder, pairs, longer)
    assert ((scorer(pairs.texts) > 0) == (pairs.labels == script.IS_NEXT)).all(), "it learned nothing"
    assert len(models) == loaded, "it needs no model of its own"
    script.learn("all trained", encoder, pairs, recipe)
    now = models[-1].state_dict()
    assert "bert.encoder.layer.0.attention.self.query.weight" in {
        name for name in file if not torch.equal(file[name], now[name])
    }


@pytest.mark.long
def test_a_second_process_gives_the_same_numbers(smoke: Path, tmp_path: Path) -> None:
    assert log_of_a_process(SCRIPT, tmp_path) == log_of(smoke)
