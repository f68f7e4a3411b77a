"""Nests as one over the hull of their ranges: what each of them did is done at the same places."""

from __future__ import annotations

import sympy

from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Read
from adc.ir.node import Access
from adc.ir.shapes import symbol
from adc.schedule.hulls import one_nest
from adc.schedule.independent import independent
from adc.schedule.tree import For, If, Statement, walk

ROW, COL, M, N = map(symbol, "ijMN")


def nest(outer: str, inner: str, first: sympy.Expr, second: sympy.Expr, name: str) -> For:
    """`name[outer, inner] = a[outer, inner]` for `outer` below `first`, `inner` below `second`."""
    index = (symbol(outer), symbol(inner))
    put = Statement(Access(name, index), Update.ASSIGN, Read("a", index, DType.FLOAT64))
    within = For(inner, sympy.S.Zero, second, (put,))
    return For(outer, sympy.S.Zero, first, (within,))


def test_variables_that_are_called_the_other_way_round() -> None:
    """The outer variable of one nest is called like the inner one of the other."""
    found = one_nest([nest("i", "j", N, M, "b"), nest("j", "i", N - 1, M + 1, "c")], independent)
    assert found is not None
    statements = [n for n in walk((found,)) if isinstance(n, Statement)]
    assert [n.target.index for n in statements] == [(ROW, COL), (ROW, COL)]
    assert [n.expr for n in statements] == [Read("a", (ROW, COL), DType.FLOAT64)] * 2
    assert [n.var for n in walk((found,)) if isinstance(n, For)] == ["i", "j"]
    limits = [n.condition for n in walk((found,)) if isinstance(n, If)]
    assert len(limits) == 2  # each nest is shorter in one dimension


def test_no_nest_over_far_more_than_there_is() -> None:
    """M by N and N by M are two nests, whichever is larger; one line of each may differ."""
    assert one_nest([nest("i", "j", N, M, "b"), nest("i", "j", M, N, "c")], independent) is None
    line = [nest("i", "j", N, M, "b"), nest("i", "j", symbol("K"), M, "c")]
    assert one_nest(line, independent) is not None
    edges = [nest("i", "j", N, sympy.S.One, "b"), nest("i", "j", sympy.S.One, M, "c")]
    assert one_nest(edges, independent) is None
    core = nest("i", "j", N - 2, M - 2, "d")
    assert one_nest([*edges, core], independent) is not None
