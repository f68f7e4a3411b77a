"""DATA: elements and values."""

from __future__ import annotations

import numpy as np
import pytest

from adc.frontends.fortran import tree
from adc.frontends.fortran.symbols import Scope, constant, constant_shape, integer_constant
from tests.frontends.fortran.built import look, refusal, routine


def filled(inside: Scope, name: str) -> list[float]:
    """What DATA makes of a variable, in storage order; NaN where it says nothing."""
    symbol = look(inside, name)
    found = np.full(constant_shape(symbol), np.nan, order="F")
    lowers = [1 if b.lower is None else place_of(b.lower, inside) for b in symbol.bounds or ()]
    for target, value in symbol.data:
        number = constant(value, inside)
        if isinstance(target, tree.Name):
            found[...] = number
            continue
        assert isinstance(target, tree.Apply) and target.name == name
        places = [place_of(a, inside) for a in target.arguments]
        found[tuple(p - low for p, low in zip(places, lowers, strict=True))] = number
    return [float(v) for v in found.ravel(order="F")]


def place_of(expr: tree.Expr | tree.Section | tree.Keyword, inside: Scope) -> int:
    assert not isinstance(expr, (tree.Section, tree.Keyword))
    found = integer_constant(expr, inside)
    assert found is not None
    return found


NAN = float("nan")


@pytest.mark.parametrize(
    ("lines", "values"),
    [
        (("real a(3)", "data a/3*1.5/"), [1.5] * 3),
        (("real a(3)", "data a/1.0, 2.0, -3.0/"), [1, 2, -3]),
        (("real a(2, 3)", "data a/1, 2, 3, 3*4/"), [1, 2, 3, 4, 4, 4]),
        (("real a(3)", "parameter (n = 2)", "data a/n*0.5, 7.0/"), [0.5, 0.5, 7]),
        (("real a(3)", "parameter (p = 2.5)", "data a/p, 2*p/"), [2.5] * 3),
        (("real a(0:2)", "data a(0), a(2)/1.0, 2.0/"), [1, NAN, 2]),
        (("real a(-1:1)", "data a/1.0, 2.0, 3.0/"), [1, 2, 3]),
        (("real a(5)", "data (a(i), i = 1, 5, 2)/1.0, 2.0, 3.0/"), [1, NAN, 2, NAN, 3]),
        (("real a(3)", "data (a(i), i = 3, 1, -1)/1.0, 2.0, 3.0/"), [3, 2, 1]),
        (
            ("real a(2, 3)", "data ((a(i, j), j = 1, 3), i = 1, 2)/1, 2, 3, 4, 5, 6/"),
            [1, 4, 2, 5, 3, 6],
        ),
        (
            ("real a(3, 4)", "data ((a(i, j), i = j, 3), j = 1, 4)/6*9.0/"),
            [9, 9, 9, NAN, 9, 9, NAN, NAN, 9, NAN, NAN, NAN],
        ),
        (("real a(4)", "data (a(2*i), a(2*i - 1), i = 1, 2)/1, 2, 3, 4/"), [2, 1, 4, 3]),
        (("real a(3), b", "data b, a/1.0, 3*2.0/"), [2] * 3),
        (("real a(3), b(2)", "data b, a/1.0, 3*2.0, 5.0/"), [2, 2, 5]),
        (("real a(3), b(2)", "data b, a/5*2.0/"), [2] * 3),
        (("real a(3)", "data a(1)/1.0/, a(3)/2.0/", "data a(2)/0.5/"), [1, 0.5, 2]),
        (("data a/1.0/, b/2.0/", "real a(1)"), [1]),
    ],
)
def test_data(lines: tuple[str, ...], values: list[float]) -> None:
    inside = routine(*lines)
    np.testing.assert_array_equal(filled(inside, "a"), values)
    assert look(inside, "a").saved


def test_scalars_of_one_statement() -> None:
    inside = routine("integer k", "logical l", "data b, k, l/1.5, -2, .true./")
    values = {name: constant(look(inside, name).data[0][1], inside) for name in "bkl"}
    assert values == {"b": 1.5, "k": -2, "l": True}


def test_a_large_array_of_one_value_stays_one_pair() -> None:
    assert len(look(routine("real a(1000, 1001)", "data a/1001000*0.0/"), "a").data) == 1


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (("real a(3)", "data a/1.0, 2.0/"), "ADC0248"),
        (("real a(3)", "data a/4*1.0/"), "ADC0248"),
        (("real a(3)", "data a/1.0, 2.0, 3.0, 4.0/"), "ADC0248"),
        (("real a(3)", "data (a(i), i = 1, 3)/2*1.0/"), "ADC0248"),
        (("real a(3)", "data (a(i), i = 1, 3, 0)/3*1.0/"), "ADC0248"),
        (("real a(3)", "data a/m*1.0/"), "ADC0179"),
        (("real a(3)", "data (a(i), i = 1, m)/3*1.0/"), "ADC0179"),
        (("real a(m)", "data a/3*1.0/"), "ADC0179"),
        (("real a(2:)", "data a/3*1.0/"), "ADC0179"),
    ],
)
def test_what_does_not_match(lines: tuple[str, ...], code: str) -> None:
    inside = routine(*lines, "b = x")
    assert refusal(inside, "a").code == code
    assert look(inside, "b").storage == "local"
