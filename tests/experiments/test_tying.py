"""Run the experiment on tying on a little text, and test that it is repeatable and fair to both sides."""

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from tests.experiments.logs import log_of, log_of_a_process

SCRIPT = Path(__file__).resolve().parents[2] / "experiments" / "tying" / "train.py"
COMMITTED = SCRIPT.parent / "log.json"


def test_smoke_writes_the_log_and_nothing_else(smoke: Path) -> None:
    assert [path.name for path in smoke.iterdir()] == ["log.json"]
    assert str(smoke) not in (smoke / "log.json").read_text(encoding="utf-8")


def test_the_committed_log_is_that_of_this_script(smoke: Path, script: ModuleType) -> None:
    """Compare conditions, seeds and columns. If you change one of them, run the experiment again."""
    small, committed = log_of(smoke), log_of(COMMITTED.parent)
    assert list(committed) == list(small)
    assert list(committed["compared"][0]) == list(small["compared"][0])
    assert len(committed["compared"]) == len(small["compared"])
    assert committed["recipe"] == {**small["recipe"], **vars(script.Recipe())}
    assert [(run["condition"], run["seed"], list(run)) for run in committed["runs"]] == [
        (run["condition"], run["seed"], list(run)) for run in small["runs"]
    ]


def test_tied_and_untied_start_alike_and_see_the_same_batches(script: ModuleType) -> None:
    recipe = script.Recipe(**script.SMOKE)
    tied, untied = (script.training.make_masked_lm(recipe, 300, 1, tied=tied) for tied in (True, False))
    other = script.training.make_masked_lm(recipe, 300, 2, tied=True)
    assert script.word_embedding(tied) is tied.cls.predictions.decoder.weight
    assert script.word_embedding(untied) is not untied.cls.predictions.decoder.weight
    differ = [
        name for name, value in untied.state_dict().items() if not script.torch.equal(value, tied.state_dict()[name])
    ]
    assert differ == ["cls.predictions.decoder.weight"]
    assert not script.torch.equal(script.word_embedding(other), script.word_embedding(tied))

    batches = importlib.import_module("batches")
    text = batches.Text.of([[[200 + i for i in range(20)], [230 + i for i in range(20)]], [[250, 251], [252]]])
    drawn = [
        batches.make_batch(text, batches.draw_pairs(text, 4, generator), 20, 300, generator)
        for generator in (script.torch.Generator().manual_seed(seed) for seed in (1, 1, 2))
    ]
    assert script.torch.equal(drawn[0].input_ids, drawn[1].input_ids)
    assert not script.torch.equal(drawn[0].input_ids, drawn[2].input_ids)


def test_what_is_one_matrix_is_logged_as_one(smoke: Path) -> None:
    log = log_of(smoke)
    for one in log["runs"]:
        assert len({len(one[column]) for column in ("step", "held_out_loss", "cosine")}) == 1
        if one["condition"].startswith("untied"):
            assert abs(one["cosine"][0]) < 0.1
            assert one["norm"] != one["out_norm"]
        else:
            assert set(one["cosine"]) == {1.0}
            assert one["norm"] == one["out_norm"]


def test_matrices_are_compared_by_how_they_arrange_the_words(script: ModuleType) -> None:
    torch = script.torch
    one = torch.randn(30, 8, generator=torch.Generator().manual_seed(0))
    turned = one @ torch.linalg.qr(torch.randn(8, 8, generator=torch.Generator().manual_seed(1)))[0]
    other = torch.randn(30, 8, generator=torch.Generator().manual_seed(2))
    matrices = {("tied", 0): [one, one], ("untied", 0): [other, one]}
    matrices |= {("tied", 1): [turned, turned], ("untied", 1): [other, turned * 3]}
    parts = [{"run": {"condition": name, "seed": seed}, "matrices": of} for (name, seed), of in matrices.items()]
    same = script.compare(parts)["compared"]
    assert [(pair["rate"], pair["seeds"]) for pair in same] == [(1.0, [0, 1]), (1.0, [1, 0])]
    assert same[0]["tied_and_tied"] == pytest.approx(1, abs=1e-4)
    assert same[0]["tied_and_output"] == pytest.approx(1, abs=1e-4)
    assert same[0]["input_and_input"] == pytest.approx(1)
    assert abs(same[0]["tied_and_input"]) < 0.2


@pytest.mark.long
def test_a_second_process_gives_the_same_numbers(smoke: Path, tmp_path: Path) -> None:
    assert log_of_a_process(SCRIPT, tmp_path) == log_of(smoke)
