"""Loops of one iteration as conditions: what they say, and that values stay."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
import sympy

from adc.ir.build import apply
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Const, IntValue
from adc.ir.node import Access
from adc.ir.shapes import evaluate, maximum, minimum, symbol
from adc.schedule.points import with_points
from adc.schedule.tree import Declare, For, If, Parallel, Parallelism, Statement, Tree, walk
from tests.differentiate.programs import M, N, i, j

ONE = Const("1.0", DType.FLOAT64)


def write(*index: sympy.Expr) -> Statement:
    return Statement(Access("x", index), Update.ASSIGN, ONE)


def ranging(var: sympy.Symbol, start: object, stop: object, *body: object) -> For:
    return For(str(var), sympy.sympify(start), sympy.sympify(stop), body)  # type: ignore[arg-type]


def written(tree: Tree, sizes: dict[str, int]) -> list[tuple[int, ...]]:
    """The elements that are written, in order."""
    result: list[tuple[int, ...]] = []
    for node in tree:
        if isinstance(node, Statement):
            result.append(tuple(evaluate(e, sizes) for e in node.target.index))
        elif isinstance(node, If):
            result += written(node.then, sizes) if holds(node.condition, sizes) else []
        elif isinstance(node, For):
            for value in range(evaluate(node.start, sizes), evaluate(node.stop, sizes)):
                result += written(node.body, {**sizes, node.var: value})
    return result


def holds(condition: object, sizes: dict[str, int]) -> bool:
    if isinstance(condition, IntValue):
        return bool(evaluate(condition.value, sizes))
    one, two = condition.args  # type: ignore[attr-defined]
    if condition.op == "and":  # type: ignore[attr-defined]
        return holds(one, sizes) and holds(two, sizes)
    a, b = (evaluate(e.value, sizes) for e in (one, two))
    return a > b if condition.op == "gt" else a < b  # type: ignore[attr-defined]


def turned(*tree: For) -> Tree:
    """The tree after the pass, which must write the same at small sizes."""
    after = with_points(tree)
    for n, m in itertools.product(range(8), range(5)):
        assert written(after, {"N": n, "M": m}) == written(tree, {"N": n, "M": m})
    return after


def test_an_edge_below() -> None:
    (found,) = turned(ranging(i, 1, minimum(2, N - 2), write(i)))
    assert isinstance(found, If) and found.then == (write(sympy.Integer(1)),)


def test_an_edge_above() -> None:
    (found,) = turned(ranging(i, maximum(2, N - 2), N - 1, write(i, i + 1)))
    assert isinstance(found, If) and found.then == (write(N - 2, N - 1),)


def test_the_middle_has_two_conditions() -> None:
    (found,) = turned(ranging(i, maximum(1, N - 2), minimum(2, N - 1), write(i)))
    assert isinstance(found, If)
    assert found.condition.op == "and"  # type: ignore[union-attr]


def test_two_iterations() -> None:
    found = turned(ranging(i, 0, minimum(2, N - 2), write(i)))
    assert [type(n) for n in found] == [If, If]
    above = ranging(j, maximum(2, N - 2), N, write(i, j))
    (loop,) = turned(ranging(i, 2, N - 2, above))
    assert isinstance(loop, For) and loop.body == (write(i, N - 2), write(i, N - 1))
    down = replace(above, backwards=True)
    assert with_points((ranging(i, 2, N - 2, down),))[0].body == loop.body[::-1]  # type: ignore[union-attr]


def test_two_iterations_of_loops_stay() -> None:
    tree = ranging(i, 0, minimum(2, N - 2), ranging(j, 0, N, write(i, j)))
    assert turned(tree) == (tree,)


def test_loops_around_show_it() -> None:
    inner = (
        ranging(j, 1, minimum(2, N - 2), write(i, j)),
        ranging(j, maximum(1, N - 2), minimum(2, N - 1), write(i, j)),
        ranging(j, maximum(2, N - 1), N, write(i, j)),
    )
    (found,) = turned(ranging(i, 2, N - 2, *inner))
    assert isinstance(found, For)
    assert found.body == (write(i, sympy.Integer(1)), write(i, N - 1))


def test_other_extents_show_nothing() -> None:
    (found,) = turned(ranging(i, 2, M - 2, ranging(j, 1, minimum(2, N - 2), write(i, j))))
    assert isinstance(found, If) and isinstance(found.then[0], For)


def test_neighbours_share_their_condition_and_loops_stand_under_it() -> None:
    edges = (
        ranging(j, 0, minimum(1, M - 1), write(i, j)),
        ranging(j, maximum(1, M - 1), M, write(i, j)),
    )
    (found,) = turned(ranging(i, 0, N, *edges))
    assert isinstance(found, If) and isinstance(found.then[0], For)
    assert found.then[0].body == (write(i, sympy.Integer(0)), write(i, M - 1))


def test_innermost_loops_on_threads_are_cut_at_conditions() -> None:
    edge = ranging(j, 0, minimum(1, M - 1), write(i, j))
    threads = Parallel(Parallelism.THREADS, sympy.Integer(1))
    tree = replace(ranging(i, 0, N, edge, write(i), edge), parallel=threads)
    kinds = [type(n) for n in with_points((tree,))]
    assert kinds == [If, For, If]
    apart = replace(tree, parallel=None)
    assert [type(n) for n in turned(apart)] == [For]
    deep = replace(tree, body=(edge, ranging(j, 0, M, write(i, j))))
    assert [type(n) for n in with_points((deep,))] == [For]


def test_conditions_of_the_loops_own_variable_stay_inside() -> None:
    (found,) = turned(ranging(i, 0, N, ranging(j, 1, minimum(2, i), write(i, j))))
    assert isinstance(found, For)


def test_branches_of_the_program_stay() -> None:
    own = If(apply("gt", IntValue(M), IntValue(sympy.Integer(0))), (write(i),), label="B")
    tree = ranging(i, 0, N, own)
    assert with_points((tree,)) == (tree,)
    assert with_points((own, own)) == (own, own)


def test_one_iteration_whatever_the_size() -> None:
    assert turned(ranging(i, N - 1, N, write(i))) == (write(N - 1),)


@pytest.mark.parametrize(
    "tree",
    [
        ranging(i, 1, minimum(4, N - 2), write(i)),
        ranging(i, 0, N, write(i)),
        ranging(i, maximum(1, N - 2, M), minimum(2, N, M + 2), write(i)),
    ],
)
def test_others_stay(tree: For) -> None:
    assert turned(tree) == (tree,)


def test_the_sources_own_loops_stay() -> None:
    own = For("i", sympy.Integer(1), minimum(2, N), (write(i),), sequential=True)
    assert with_points((own,)) == (own,)


def test_locals_keep_their_block() -> None:
    declared = Declare("s", ONE, True)
    tree = ranging(i, N - 1, N, declared, write(i))
    assert with_points((tree,)) == (tree,)


def test_ranges_of_all_kinds() -> None:
    """Starts and stops of one and two parts, inside a loop that shows some of it."""
    ends = [sympy.Integer(1), sympy.Integer(2), N - 2, N - 1, symbol("i"), M]
    starts = [*ends, *(maximum(a, b) for a, b in itertools.combinations(ends, 2))]
    stops = [e + 1 for e in ends] + [minimum(a + 1, b) for a, b in itertools.permutations(ends, 2)]
    changed = 0
    for k, (start, stop) in enumerate(itertools.product(starts, stops)):
        if k % 7:
            continue
        tree = ranging(i, 2, N - 2, ranging(j, start, stop, write(i, j)))
        changed += not any(isinstance(n, For) and n.var == "j" for n in walk(turned(tree)))
    assert changed > 20
