"""Check what facts torch's values become. Needs torch."""

from types import ModuleType
from typing import Any

import pytest
import torch

from explainer.measure.values import BadFact, facts_of


def facts(**values: Any) -> Any:
    module = ModuleType("m")
    vars(module).update(values)
    return facts_of(module, frozenset(values))


def test_plain_values_and_what_torch_adds() -> None:
    assert facts(
        a=True, b=2, c=1 / 3, d="x", shape=torch.Size([2, 3]), dtype=torch.float16, e=(1, "a"), f={"x": [1.5]}
    ) == {
        "a": True,
        "b": 2,
        "c": 0.333333,
        "d": "x",
        "shape": [2, 3],
        "dtype": "float16",
        "e": [1, "a"],
        "f": {"x": [1.5]},
    }


def test_a_tensor_is_a_summary_of_its_values() -> None:
    matrix = torch.tensor([[0.0, 3.0, 0.0, 4.0], [0.0, 0.0, 0.0, 0.0]], requires_grad=True)
    assert facts(t=matrix)["t"] == {
        "shape": [2, 4],
        "dtype": "float32",
        "first": [0.0, 3.0, 0.0],
        "last": [3.0, 0.0, 4.0],
        "min": 0.0,
        "max": 4.0,
        "mean": 0.875,
        "std": 1.53603,
        "norm": 5.0,
        "zeros": 0.75,
    }


def test_odd_tensors() -> None:
    assert facts(t=torch.tensor(2.5)) == {"t": 2.5}
    assert facts(t=torch.empty(0, 3))["t"] == {"shape": [0, 3], "dtype": "float32"}
    assert facts(t=torch.empty(2, 3, device="meta"))["t"] == {"shape": [2, 3], "dtype": "float32"}
    assert facts(t=torch.tensor([True, False]))["t"]["zeros"] == 0.5


@pytest.mark.parametrize(
    "value",
    [
        object(),
        None,
        {1, 2},
        torch.nn.Linear(1, 1),
        [torch.ones(1)],
        {1: 2},
        {"a": None},
        list(range(501)),
        [{"x": 1}] * 4_001,
        len,
    ],
)
def test_what_is_not_plain_is_no_fact(value: Any) -> None:
    assert facts(x=value) == {}


@pytest.mark.parametrize(
    ("value", "where"),
    [(float("nan"), "x"), ([1.0, float("inf")], r"x\[1\]"), (torch.tensor([1.0, float("nan")]), r"x.first\[1\]")],
)
def test_nan_and_infinities_are_refused_by_name(value: Any, where: str) -> None:
    with pytest.raises(BadFact, match=f"`{where}"):
        facts(x=value)


def test_a_number_of_a_library_is_a_number() -> None:
    import numpy

    assert type(facts(x=numpy.float64(0.5))["x"]) is float
