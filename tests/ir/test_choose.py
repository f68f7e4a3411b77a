"""`choose(c, a, b)`: the integer that a sign picks."""

import sympy

from adc.ir import shapes
from adc.ir.evaluation import compiled
from adc.ir.shapes import choose, evaluate, symbol


def test_the_sign_picks() -> None:
    n, i = symbol("n"), symbol("i")
    expr = choose(i + 1 - n, i + 1, sympy.Integer(0))
    for value in range(5):
        wanted = value + 1 if value + 1 < 5 else 0
        assert evaluate(expr, {"i": value, "n": 5}) == wanted
        assert compiled(expr)({"i": value, "n": 5}) == wanted


def test_what_is_known_is_picked_at_once() -> None:
    a, b = symbol("a"), symbol("b")
    assert choose(sympy.Integer(-1), a, b) == a
    assert choose(sympy.Integer(0), a, b) == b
    assert choose(a, b, b) == b
    assert shapes.substitute(choose(a, b, a), {"a": -3}) == b
