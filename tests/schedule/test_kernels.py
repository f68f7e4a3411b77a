"""Nests that are to be kernels: split, brought together, without arrays that need no memory."""

from __future__ import annotations

from collections import Counter

import pytest

from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role, Update
from adc.ir.expressions import Apply, Const, Expr, IntValue, Read
from adc.ir.node import Access
from adc.ir.shapes import symbol
from adc.schedule.accesses import touches
from adc.schedule.independent import independent
from adc.schedule.kernels import brought_together, split, without_arrays
from adc.schedule.parallel import sums_apart
from adc.schedule.tree import Declare, For, If, Node, Statement, Tree, walk

ROW, COL, N = symbol("i"), symbol("j"), symbol("N")


def read(name: str, *index: object) -> Read:
    return Read(name, index, DType.FLOAT64)  # type: ignore[arg-type]


def put(name: str, index: tuple, expr: Expr, op: Update = Update.ASSIGN) -> Statement:
    return Statement(Access(name, index), op, expr)


def over(body: Tree, start: int = 1) -> For:
    return For("i", symbol("N") * 0 + start, N, body)


def rows(*bodies: Tree) -> For:
    return over(tuple(For("j", N * 0 + 1, N, body) for body in bodies), 0)


def named(tree: Tree) -> list[set[str]]:
    """What is written in each node, comments aside."""
    return [
        {n.target.container for n in walk((node,)) if isinstance(n, Statement)} for node in tree
    ]


def expressions(node: Node) -> list[Expr]:
    return [n.expr for n in walk((node,)) if isinstance(n, Statement)]


def test_rows_that_wait_for_each_other_are_split() -> None:
    nest = rows(
        (put("b", (ROW, COL), read("a", ROW, COL)),),
        (put("c", (ROW, COL), read("b", ROW, COL - 1)),),
    )
    assert named(split(nest, independent)) == [{"b"}, {"c"}]


def test_what_carries_on_along_a_row_is_not_split() -> None:
    carried = (put("c", (ROW, COL), read("c", ROW, COL - 1)),)
    nest = rows((put("b", (ROW, COL), read("a", ROW, COL)),), carried)
    assert split(nest, independent) == (nest,)


def test_what_carries_on_from_row_to_row_is_not_split() -> None:
    """The second loop of one row makes what the first one of the next row reads."""
    nest = rows(
        (put("b", (ROW, COL), read("c", ROW - 1, COL)),),
        (put("c", (ROW, COL), read("b", ROW, COL)),),
    )
    assert split(nest, independent) == (nest,)


def test_a_nest_joins_that_which_it_shares_arrays_with() -> None:
    first = over((put("b", (ROW,), read("a", ROW)),))
    second = over((put("c", (ROW,), read("b", ROW - 1)),))
    third = over((put("d", (ROW,), Apply("mul", (read("a", ROW), read("b", ROW)), DType.FLOAT64)),))
    found = brought_together((first, second, third), independent, added)
    assert named(found) == [{"b", "d"}, {"c"}]


@pytest.mark.parametrize(
    "between",
    [
        put("c", (ROW,), read("d", ROW - 1)),  # it reads what the third writes
        put("d", (ROW,), read("b", ROW - 1)),  # it writes it too
        put("a", (ROW,), read("b", ROW - 1)),  # it writes what the third reads
    ],
)
def test_no_nest_passes_what_it_conflicts_with(between: Statement) -> None:
    first = over((put("b", (ROW,), read("a", ROW)),))
    product = Apply("mul", (read("a", ROW + 1), read("b", ROW)), DType.FLOAT64)
    third = over((put("d", (ROW,), product),))
    found = brought_together((first, over((between,)), third), independent, added)

    order = [expr for node in found for expr in expressions(node)]
    assert order.index(between.expr) < order.index(product)
    assert order.index(read("a", ROW)) < order.index(product)


def test_what_shares_nothing_moves_on_to_where_it_is_used() -> None:
    zero = over((put("s", (ROW,), Const("0", DType.FLOAT64)),))
    first = over((put("b", (ROW,), read("a", ROW)),))
    second = over((put("s", (ROW,), read("b", ROW - 1), Update.ADD),))
    found = brought_together((first, zero, second), independent, added)
    assert named(found) == [{"b"}, {"s"}]


def added(loop: For) -> bool:
    return sums_apart(loop) == ("total",)


TOTAL = put("total", (), read("a", ROW), Update.ADD)


@pytest.mark.parametrize(
    "statement, together",
    [
        (put("b", (ROW,), read("a", ROW)), True),
        (put("b", (ROW,), read("a", ROW - 1)), True),
        (put("total", (), read("a", ROW + 1), Update.ADD), True),
        (put("b", (ROW,), read("c", ROW)), False),  # it shares nothing
        (put("a", (ROW,), read("c", ROW)), True),
        (put("a", (ROW,), read("a", ROW + 1)), False),
        (put("a", (ROW + 1,), read("c", ROW)), True),
        (put("a", (2 * ROW,), read("c", ROW)), False),  # another iteration adds that
        (put("b", (ROW,), Apply("mul", (read("a", ROW), read("total")), DType.FLOAT64)), False),
        (put("total", (), read("a", ROW)), False),
    ],
)  # fmt: skip
def test_sums_join_what_reads_the_same(statement: Statement, together: bool) -> None:
    for first, second in ((TOTAL, statement), (statement, TOTAL)):
        found = brought_together((over((first,)), over((second,))), independent, added)
        assert len(found) == (1 if together else 2)
        written = [n.target.container for n in walk(found) if isinstance(n, Statement)]
        assert written == [first.target.container, second.target.container]


def arrays(*names: str) -> tuple[Container, ...]:
    return tuple(Container(n, DType.FLOAT64, (N,), Role.LOCAL) for n in names)


def under(stop: object, *body: Node) -> If:
    condition = Apply("lt", (IntValue(ROW), IntValue(stop)), DType.BOOL)  # type: ignore[arg-type]
    return If(condition, tuple(body))


def shrunk(nest: For, *, once: bool, elsewhere: int = 0) -> tuple[For, dict[str, tuple]]:
    counts = Counter(t.container for t in touches((nest,)))
    counts["t"] += elsewhere
    found, kept = without_arrays(nest, arrays("t", "y"), counts, frozenset(("t",)), once)
    return found, {c.name: c.shape for c in kept}


def test_an_array_of_own_elements_becomes_a_scalar() -> None:
    nest = over((put("t", (ROW,), read("x", ROW)), put("y", (ROW,), read("t", ROW))))
    found, shapes = shrunk(nest, once=False)
    assert shapes == {"t": (), "y": (N,)}
    assert any(isinstance(n, Declare) and n.name == "t" for n in walk((found,)))


def test_what_scalars_are_declared_of_counts_as_read() -> None:
    shown = (Declare("s", read("t", ROW), True), put("y", (ROW,), read("s")))
    found, shapes = shrunk(over((put("t", (ROW,), read("x", ROW)), *shown)), once=False)
    assert shapes["t"] == ()
    declared = {n.name: n.expr for n in walk((found,)) if isinstance(n, Declare)}
    assert declared == {"t": read("x", ROW), "s": read("t")}


def test_a_first_value_under_a_condition() -> None:
    """Of a nest that runs again and again an element may be that of the last time."""
    nest = over(
        (
            under(N - 1, put("t", (ROW,), read("x", ROW))),
            under(N - 2, put("y", (ROW,), read("t", ROW))),
        )
    )
    assert shrunk(nest, once=True)[1]["t"] == ()
    assert shrunk(nest, once=False)[1]["t"] == (N,)


@pytest.mark.parametrize("once", [True, False])
def test_arrays_that_stay(once: bool) -> None:
    neighbours = over((put("t", (ROW,), read("x", ROW)), put("y", (ROW,), read("t", ROW - 1))))
    own = over((put("t", (ROW,), read("x", ROW)), put("y", (ROW,), read("t", ROW))))
    assert shrunk(neighbours, once=once)[1]["t"] == (N,)
    assert shrunk(own, once=once, elsewhere=1)[1]["t"] == (N,)
