"""The text of NumPy's generator of random numbers: run by Python, it draws what NumPy draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from adc.resources import folder

CALLS = (
    "rand()", "rand(3, 2)", "randn(5)", "randn()", "normal(1.0, 2.0, 3)", "random(2)",
    "normal(np.arange(3.0), 1.0)", "uniform(-1, 3, size=(2, 2))", "uniform(0.5, np.ones(3))",
    "exponential(2.0, 5)", "standard_exponential()", "lognormal(0.1, 0.3, 4)", "rayleigh(2.0, 3)",
    "weibull(1.5, 3)", "pareto(2.5, 3)", "power(2.5, 3)", "standard_cauchy(4)",
    "standard_cauchy()", "standard_cauchy((2, 2))", "randint(0, 100, 7)", "randint(5)",
    "randint(3, 2**31, size=(2, 2))", "randint(0, 1, 4)", "permutation(7)",
    "permutation(np.arange(5.0) ** 2)", "permutation(np.arange(10.0).reshape(5, 2))",
    "choice(5, 3)", "choice(np.arange(4.0), size=6)", "choice(9, 4, replace=False)",
    "choice(4, 6, p=[0.1, 0.2, 0.3, 0.4])", "choice(4)", "randn(0)", "rand(700)", "randn(701)",
)  # fmt: skip


def text_of(name: str) -> Any:
    names: dict[str, Any] = {"np": np}
    exec((folder("templates") / "numpy" / "random_numbers.py").read_text(), names)
    return names[name]


@pytest.mark.parametrize("seed", [0, 42, 2**32 - 1])
def test_it_draws_what_numpy_draws(seed: int) -> None:
    own, numpys = text_of("numpy_random_RandomState")(seed), np.random.RandomState(seed)
    for call in CALLS:
        drawn, expected = (eval(f"rng.{call}", {"rng": r, "np": np}) for r in (own, numpys))
        np.testing.assert_array_equal(drawn, expected, err_msg=call)
    for items in (np.arange(6.0), np.arange(6.0).reshape(3, 2)):
        ours, theirs = items.copy(), items.copy()
        own.shuffle(ours)
        numpys.shuffle(theirs)
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_seeds_that_numpy_refuses(seed: int) -> None:
    for made in (text_of("numpy_random_RandomState"), np.random.RandomState):
        with pytest.raises(ValueError, match="Seed must be between 0 and"):
            made(seed)
