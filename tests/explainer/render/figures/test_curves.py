"""Curves and their names are told apart."""

import itertools

from explainer.render.figures import curves


def test_names_never_overlap_and_keep_their_order() -> None:
    wanted = [100.0, 101.0, 99.0, 200.0, 100.5]
    places = curves.spread(wanted, 10)
    assert sorted(range(5), key=lambda i: places[i]) == sorted(range(5), key=lambda i: wanted[i])
    assert min(b - a for a, b in itertools.pairwise(sorted(places))) >= 10 - 1e-9
    assert curves.spread([0.0, 50.0], 10) == [0.0, 50.0]


def test_each_of_eight_lines_has_a_dash_and_a_mark_of_its_own() -> None:
    assert len(set(curves.DASHES)) == 8
    assert len({curves.mark(index, 0, 0) for index in range(8)}) == 8
