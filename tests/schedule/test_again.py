"""Temporaries of rows that a kernel computes again: where that is right and worth it, and where it
is not."""

from __future__ import annotations

from collections import Counter

import pytest
import sympy

from adc.ir.build import apply
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Expr, Read
from adc.ir.names import NameSource
from adc.ir.node import Access
from adc.ir.shapes import symbol
from adc.schedule.accesses import touches
from adc.schedule.again import computed_again
from adc.schedule.tree import Declare, For, If, Node, Statement, Tree, walk

N, K, L = symbol("N"), symbol("k"), symbol("l")
ZERO = sympy.Integer(0)


def read(name: str, *index: sympy.Expr) -> Read:
    return Read(name, index, DType.FLOAT64)


def put(name: str, index: tuple[sympy.Expr, ...], expr: Expr, op: Update = Update.ASSIGN) -> Node:
    return Statement(Access(name, index), op, expr)


def over(*body: Node, start: sympy.Expr = ZERO, stop: sympy.Expr = N) -> For:
    return For("l", start, stop, body)


TMP = read("tmp", K, L)
MADE = put("tmp", (K, L), apply("exp", read("x", K, L)))
USED = put("y", (K, L), TMP)
SUMMED = put("s", (), TMP, Update.ADD)
BEGIN = Declare("s", read("a"), False)
SCALED = put("tmp", (K, L), apply("mul", read("x", K, L), read("s")))


def arrays_after(*body: Node) -> set[str]:
    """The names of elements that are read or written once all is done that may be."""
    nest = For("k", ZERO, N, body)
    known = {
        name: Container(name, DType.FLOAT64, (N, N), role)
        for name, role in (("tmp", Role.LOCAL), ("x", Role.INPUT), ("y", Role.OUTPUT))
    }
    counts = Counter(t.container for t in touches((nest,)))
    found, new = computed_again(nest, known, counts, frozenset({"tmp"}), NameSource(set(known)))
    declared = {n.name for n in walk((found,)) if isinstance(n, Declare)}
    assert set(new) <= declared
    return {t.container for t in touches((found,)) if t.index}


@pytest.mark.parametrize(
    "body",
    [
        (over(MADE), over(USED)),
        (BEGIN, over(MADE, SUMMED), over(USED)),
        (over(MADE), over(USED, start=sympy.Integer(1))),
        (over(MADE), over(put("y", (K, L), read("tmp", K, L + 1)), stop=N - 1)),
        # a scalar that has its value before
        (BEGIN, over(put("s", (), read("x", K, L), Update.ADD)), over(SCALED), over(USED)),
        (over(MADE), over(If(apply("lt", TMP, read("x", K, L)), (USED,)))),
    ],
)  # fmt: skip
def test_what_is_computed_again(body: Tree) -> None:
    assert arrays_after(*body) == {"x", "y"}


@pytest.mark.parametrize(
    "body",
    [
        # elements that this loop has not made, or not these
        (over(MADE, stop=N - 1), over(USED)),
        (over(MADE), over(put("y", (K, L), read("tmp", K, L + 1)))),
        (over(MADE), over(put("y", (K, L), read("tmp", L, K)))),
        (over(MADE), over(put("y", (K, L), read("tmp", K + 1, L)))),
        (over(MADE), over(put("y", (K, L), read("tmp", K, 2 * L)))),
        (over(MADE), put("y", (K, ZERO), read("tmp", K, ZERO))),
        # read before it is made, changed afterwards, or made under a condition
        (over(USED), over(MADE)),
        (over(USED, MADE)),
        (over(MADE), over(put("tmp", (K, L), TMP, Update.ADD)), over(USED)),
        (over(If(apply("lt", read("a"), read("b")), (MADE,))), over(USED)),
        (over(put("tmp", (K, L), read("x", K, L), Update.ADD)), over(USED)),
        # what it is made of changes
        (over(MADE), over(put("x", (K, L), TMP))),
        (BEGIN, over(SCALED), put("s", (), read("b")), over(USED)),
        (BEGIN, over(SCALED, put("s", (), read("b"))), over(USED)),
        (over(Declare("s", read("x", K, L), True), SCALED), over(USED)),
        # more to read, or to compute, than is saved
        (over(put("tmp", (K, L), apply("mul", read("x", K, L), read("x", L, K)))), over(USED)),
        (over(MADE), *[over(put("y", (K, L), TMP, Update.ADD))] * 6),
    ],
)  # fmt: skip
def test_what_is_kept(body: Tree) -> None:
    tree = body if isinstance(body, tuple) else (body,)
    assert "tmp" in arrays_after(*tree)
