"""The ticks of an axis."""

import pytest

from explainer.render.figures import axes


@pytest.mark.parametrize(
    ("lowest", "highest", "expected"),
    [
        (0, 1.1, [0, 0.2, 0.4, 0.6, 0.8, 1, 1.2]),
        (0, 1000, [0, 200, 400, 600, 800, 1000]),
        (-0.11, 0.3, [-0.2, -0.1, 0, 0.1, 0.2, 0.3]),
        (5, 5, [5, 5.2, 5.4, 5.6, 5.8, 6]),
    ],
)
def test_ticks_are_round_and_hold_all_values(lowest: float, highest: float, expected: list[float]) -> None:
    assert axes.ticks(lowest, highest) == pytest.approx(expected)
