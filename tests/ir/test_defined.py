"""Symbols with a definition: they stand for it wherever a number is asked for."""

from __future__ import annotations

import pickle

from adc.emit.clike.integers import IntegerText
from adc.ir import shapes
from adc.ir.evaluation import compiled
from adc.ir.shapes import Defined, choose, evaluate, floordiv, symbol
from adc.ir.shapes_text import ir_text
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from tests.lowering.harness import lowered

N, K = symbol("n"), symbol("k")
FLAG = Defined("flag", choose(K - 3, shapes.integer(1), shapes.integer(0)))
SIZE = Defined("size", choose(-FLAG, N, 2 * N))

SOURCE = """
def pick(k: int, x: "float64[n]"):
    if k == 3 or k == 5:
        m = 1
    elif k == 7 or k == 9:
        m = 2
    else:
        m = 0
    s = 0.0
    if k == 3 or k == 5:
        s = x[m] * x[m]
    return s + x[m + 1]
"""


def test_value() -> None:
    for k, wanted in ((2, 4), (3, 8)):
        assert evaluate(SIZE + 1, {"n": 4, "k": k}) == wanted + 1
        assert compiled(SIZE + 1)({"n": 4, "k": k}) == wanted + 1


def test_names_are_those_of_the_definition() -> None:
    assert shapes.names(SIZE) == {"n", "k"}


def test_one_name_with_two_definitions_is_two_symbols() -> None:
    assert Defined("flag", N) != Defined("flag", K) != symbol("flag")
    assert Defined("flag", N) == Defined("flag", N)


def test_substitution_reaches_the_definition() -> None:
    assert evaluate(shapes.substitute(SIZE + N, {"k": 0, "n": 7}), {}) == 14


def test_copies() -> None:
    assert pickle.loads(pickle.dumps(SIZE + 1)) == SIZE + 1


def test_spelled_by_its_definition_or_as_a_variable() -> None:
    assert IntegerText({})(FLAG + 1) == "(k < 3 ? 1 : 0) + 1"
    text = IntegerText({}, local=True)
    assert text(SIZE + 1) == "size + 1"
    assert text.definitions() == [
        "const int64_t flag = k < 3 ? 1 : 0;",
        "const int64_t size = 0 < flag ? n : 2*n;",
    ]


def test_declared_once_and_where_first_used() -> None:
    text = IntegerText({}, local=True)
    text(FLAG)
    assert len(text.definitions()) == 1
    text(SIZE + FLAG)
    assert text.definitions() == ["const int64_t size = 0 < flag ? n : 2*n;"]
    assert text.definitions() == []


def test_a_variable_may_divide_by_zero() -> None:
    """Where nothing asks for it, the divisor may be zero: the helper divides by nothing then."""
    halves, parts = Defined("halves", floordiv(N, 2)), Defined("parts", choose(K, N % K, N))
    shared = Defined("shared", choose(N, halves, parts))
    text = IntegerText({}, local=True)
    expr = choose(K, shared, N)
    assert text(expr) == "(k < 0 ? shared : n)"
    assert text.definitions() == [
        "const int64_t halves = adc_floordiv(n, 2);",
        "const int64_t parts = k < 0 ? adc_floormod(n, k) : n;",
        "const int64_t shared = n < 0 ? halves : parts;",
    ]
    assert compiled(expr)({"n": 5, "k": 0}) == evaluate(expr, {"n": 5, "k": 0}) == 5


def test_definitions_of_definitions_grow_by_one_each() -> None:
    """Each is asked for twice by the next, in whatever is made of them."""
    value = N
    for k in range(30):
        value = Defined(f"d{k}", choose(K - k, value + 1, 2 * value))
    assert len(ir_text(value)) < 10
    assert compiled(value)({"n": 1, "k": 0}) == evaluate(value, {"n": 1, "k": 0}) == 2 + 29
    text = IntegerText({}, local=True)
    text(value)
    assert len(text.definitions()) == 30


def test_a_variable_is_called_nothing_that_c_knows() -> None:
    text = IntegerText({"int_": "int_"}, local=True)
    assert text(Defined("int", N)) not in ("int", "int_")


def test_text_of_a_program_and_back() -> None:
    text = program_text(lowered(SOURCE), spans=False)
    assert text.count("define ") >= 1
    assert program_text(parse_program(text), spans=False) == text
