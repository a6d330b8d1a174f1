"""Run the experiment on the [PAD] row on a little text, and test that it is repeatable and its conditions hold."""

from pathlib import Path
from types import ModuleType

import pytest

from tests.experiments.logs import log_of, log_of_a_process

SCRIPT = Path(__file__).resolve().parents[2] / "experiments" / "pad_row" / "train.py"
COMMITTED = SCRIPT.parent / "log.json"


def test_smoke_writes_the_log_and_nothing_else(smoke: Path) -> None:
    assert [path.name for path in smoke.iterdir()] == ["log.json"]
    assert str(smoke) not in (smoke / "log.json").read_text(encoding="utf-8")


def test_the_committed_log_is_that_of_this_script(smoke: Path, script: ModuleType) -> None:
    """Compare conditions, seeds and columns. If you change one of them, run the experiment again."""
    small, committed = log_of(smoke), log_of(COMMITTED.parent)
    assert list(committed) == list(small)
    assert committed["changed"] == small["changed"]
    assert committed["base"] == small["base"]
    assert committed["recipe"] == {**small["recipe"], **vars(script.Recipe())}
    assert [(run["condition"], run["seed"], list(run)) for run in committed["runs"]] == [
        (run["condition"], run["seed"], list(run)) for run in small["runs"]
    ]


def test_what_cannot_move_the_row_does_not(smoke: Path) -> None:
    log = log_of(smoke)
    for one in log["runs"]:
        condition = {**log["base"], **log["changed"][one["condition"]]}
        assert one["pad_norm"][0] == 0.0
        if condition["tied"]:
            assert one["pad_norm"][-1] != one["pad_norm"][0]
        elif condition["padding_idx"]:
            assert set(one["pad_norm"]) == {0.0}


def test_the_parts_of_a_movement_add_up_and_an_untied_row_has_no_softmax_in_it(smoke: Path) -> None:
    """In an untied model the whole gradient is the lookup's, so the hook with the clipping must account for it."""
    log = log_of(smoke)
    groups = ("pad", "unused", "common", "rare")
    for one in log["runs"]:
        changes = log["changed"][one["condition"]]
        assert max(one["unaccounted"]) < 1e-2, one["condition"]
        for group in groups:
            shares = [one[f"{group}_by_{cause}"][-1] for cause in ("lookup", "softmax", "decay")]
            if shares[0] is None:
                assert one[f"{group}_norm"][0] == one[f"{group}_norm"][-1]
                continue
            assert sum(shares) == pytest.approx(1, abs=1e-2)
            if not changes.get("tied", True):
                assert shares[1] == pytest.approx(0, abs=1e-5)
            if changes.get("weight_decay") == 0.0:
                assert shares[2] == 0.0
        if not changes and one["seed"] == 0:
            assert one["unused_by_lookup"][-1] == 0.0
            assert one["common_by_lookup"][-1] != 0.0


def test_each_rule_puts_pads_where_it_says(script: ModuleType) -> None:
    text = script.Text.of([[[200 + i for i in range(60)]], [[300, 301, 0]]])
    assert script.without_pad(text).files[1] == [300, 301, 100]
    groups = {"pad": [0], "unused": [*range(1, 100)]}
    generator = script.torch.Generator().manual_seed(0)
    conditions = script.CONDITIONS
    names = ("base", "any token", "no mask", "no pads", "pads are labels")
    counts = {name: script.Counter() for name in names}
    for name in names:
        for _ in range(60):
            batch = script.make_batch(script.without_pad(text), conditions[name], 400, script.Recipe(), generator)
            counts[name].update(script.count(batch, groups))
    not_counted = {name: {what for what, number in counter.items() if number == 0} for name, counter in counts.items()}
    never = {"unused_under_the_mask", "unused_labels"}
    nowhere = never | {"unused_drawn", "unused_read"}
    assert not_counted == {
        "base": nowhere | {"pad_drawn", "pad_read", "pad_labels"},
        "any token": never | {"pad_labels"},
        "no mask": nowhere | {"pad_drawn", "pad_under_the_mask", "pad_labels"},
        "no pads": nowhere | {"pad_drawn", "pad_read", "pad_under_the_mask", "pad_labels"},
        "pads are labels": nowhere | {"pad_drawn", "pad_read"},
    }
    assert counts["any token"]["pad_drawn"] == counts["any token"]["pad_read"]


@pytest.mark.long
def test_a_second_process_gives_the_same_numbers(smoke: Path, tmp_path: Path) -> None:
    assert log_of_a_process(SCRIPT, tmp_path) == log_of(smoke)
