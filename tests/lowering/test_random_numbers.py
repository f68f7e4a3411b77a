"""The text of NumPy's generator of random numbers: run by Python, it draws what NumPy draws."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import special

from adc.ir.program import Program
from adc.ir.walking import statements
from adc.resources import folder
from tests.lowering.harness import lowered

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


#: Of generators of today.
CALLS_OF_TODAY = (
    "random()", "random((3, 2))", "standard_normal(5)", "normal(1.0, 2.0, 3)", "random(0)",
    "uniform(-1, 3, size=(2, 2))", "exponential(2.0, 50)", "rayleigh(2.0, 3)",
    "lognormal(0.1, 0.3, 4)", "integers(0, 100, 7)", "integers(5)", "random()",
    "integers(3, 2**31, size=(2, 2))", "integers(0, 1, 4)", "integers(1, 6, 5, endpoint=True)",
    "standard_normal(2000)", "standard_exponential(2000)", "integers(2**31 + 9, size=400)",
    "normal(np.arange(3.0), np.ones((2, 1)))", "standard_normal()", "standard_exponential()",
)  # fmt: skip


def text_of(name: str) -> Any:
    names: dict[str, Any] = {"np": np, "special": special}
    for file in ("random_numbers.py", "random_generators.py"):
        exec((folder("templates") / "numpy" / file).read_text(), names)
    return names[name]


@pytest.mark.parametrize("seed", [0, 42, 2**32 - 1, 2**40 + 7, 2**62])
def test_generators_of_today_draw_what_numpys_do(seed: int) -> None:
    own, numpys = text_of("adc_random_default_rng")(seed), np.random.default_rng(seed)
    for call in CALLS_OF_TODAY:
        drawn, expected = (eval(f"rng.{call}", {"rng": r, "np": np}) for r in (own, numpys))
        np.testing.assert_allclose(drawn, expected, rtol=1e-12, atol=0.0, err_msg=call)


@pytest.mark.parametrize("seed", [0, 42, 2**32 - 1])
def test_it_draws_what_numpy_draws(seed: int) -> None:
    own, numpys = text_of("adc_random_state")(seed), np.random.RandomState(seed)
    for call in CALLS:
        drawn, expected = (eval(f"rng.{call}", {"rng": r, "np": np}) for r in (own, numpys))
        # NumPy draws by C's logarithm; its own is another by a last place on some machines.
        np.testing.assert_allclose(drawn, expected, rtol=1e-14, atol=0.0, err_msg=call)
    for items in (np.arange(6.0), np.arange(6.0).reshape(3, 2)):
        ours, theirs = items.copy(), items.copy()
        own.shuffle(ours)
        numpys.shuffle(theirs)
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_seeds_that_numpy_refuses(seed: int) -> None:
    for made in (text_of("adc_random_state"), np.random.RandomState):
        with pytest.raises(ValueError, match="Seed must be between 0 and"):
            made(seed)


@pytest.mark.parametrize(
    "call",
    ["normal(0.0, -1.0)", "lognormal(0.0, -1.0)", "exponential(-1.0)", "rayleigh([1.0, -1.0])"],
)
def test_what_numpy_does_not_draw(call: str) -> None:
    call = call.replace("[", "np.array([").replace("]", "])")
    for own, numpys in (
        ("adc_random_state", np.random.RandomState),
        ("adc_random_default_rng", np.random.default_rng),
    ):
        for made in (text_of(own), numpys):
            with pytest.raises(ValueError, match="< 0"):
                eval(f"rng.{call}", {"rng": made(1), "np": np})


def test_bounds_that_are_the_wrong_way_round() -> None:
    for made in (text_of("adc_random_default_rng"), np.random.default_rng):
        with pytest.raises(ValueError, match=r"low > high|high - low"):
            made(1).uniform(1.0, 0.5)
    for made in (text_of("adc_random_state"), np.random.RandomState):
        assert made(1).uniform(1.0, 0.5) == np.random.RandomState(1).uniform(1.0, 0.5)


@pytest.mark.parametrize("made", ["default_rng", "RandomState"])
def test_generators_are_routines_that_all_draws_share(made: str) -> None:
    """A further draw is a further call."""

    def drawn(times: int) -> Program:
        draws = "".join("    x = x * rng.normal(0.0, x[0], x.shape)\n" for _ in range(times))
        text = "def f(x: 'float64[n]'):\n    rng = np.random.%s(3)\n%s    return np.sum(x)\n"
        return lowered(text % (made, draws))

    few, many = drawn(2), drawn(5)
    assert not any(r.name.endswith("_2") for r in few.routines)  # on branches and elsewhere
    assert few.routines and {r.name for r in few.routines} == {r.name for r in many.routines}
    assert len(list(statements(many.body))) - len(list(statements(few.body))) < 40


def test_results_are_named_before_what_is_called_returns() -> None:
    text = """
        def sign_of(v):
            if v > 0.0:
                return 1.0
            return -1.0

        def f(x: "float64[n]"):
            return sign_of(x[0]) * x[1] + sign_of(x[1])
    """
    program = lowered(text)
    assert program.returns == ("return_0",)
    assert {"sign_of_value", "sign_of_value_1"} <= set(program.by_name)
