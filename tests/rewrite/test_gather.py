"""Sums into shifted elements: what is joined, and that the values stay."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
import sympy

from adc.diagnostics import Span
from adc.finishing import verified
from adc.interpret.machine import run
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Apply
from adc.ir.node import Node
from adc.ir.nodes import Branch, Compute, Heading
from adc.ir.program import Program
from adc.ir.shapes import evaluate, maximum, minimum, symbol
from adc.ir.walking import computes
from adc.rewrite.gather import gather
from adc.schedule import schedule
from adc.schedule.tree import For, walk
from tests.differentiate.programs import M, N, array, c, i, j, loop, op, put, r, t
from tests.simplify.programs import program

x, y = array("x", N, role=Role.INOUT), array("y", N)
X, Y = array("X", N, M, role=Role.INOUT), array("Y", N, M)


def shifted(by: int, start: object = 1, stop: object = N - 1, how: str = "+=") -> Compute:
    """`x[i + by] += (by + 2)*y[i]`."""
    value = op("mul", c(f"{by + 2}.0"), r("y", i))
    return put(r("x", i + by), value, (i, start, stop), how=how)


def joined(containers: list[Container], *body: Node) -> list[Compute]:
    """The statements after the pass, which must be right at small sizes."""
    before = program(containers, *body)
    after = gather(before)
    verified(after, "planned")
    for n in range(8):
        for m in range(6) if any(len(a.shape) > 1 for a in containers) else (2,):
            expect_same(before, after, {"N": n, "M": m, "T": 3})
    return list(computes(after.body))


def expect_same(one: Program, two: Program, sizes: dict[str, int]) -> None:
    drawn = np.random.default_rng(7)
    inputs = {
        a.name: drawn.uniform(-1, 1, tuple(evaluate(e, sizes) for e in a.shape)).astype(
            a.dtype.value
        )
        for a in one.containers
        if a.role in (Role.INPUT, Role.INOUT)
    }
    wanted, got = (run(p, sizes, inputs) for p in (one, two))
    for name in wanted:
        np.testing.assert_allclose(got[name], wanted[name], rtol=1e-13, atol=1e-13, err_msg=name)


def test_three_terms_have_one_core() -> None:
    found = joined([x, y], shifted(0), shifted(-1), shifted(1))
    core, *edges = found
    assert core.target.index == (i,)
    assert (core.domain[0].start, core.domain[0].stop) == (2, N - 2)
    assert {(d.start, d.stop) for e in edges for d in e.domain} == {
        (0, minimum(1, N - 2)), (1, minimum(2, N - 2)),
        (maximum(1, N - 2), minimum(2, N - 1)),  # of a single element in the middle
        (maximum(2, N - 2), N - 1), (maximum(2, N - 1), N),
    }  # fmt: skip


def test_an_assignment_may_come_first() -> None:
    found = joined([x, y], shifted(0, how="="), shifted(-1), shifted(1))
    assert [s.op for s in found] == ["=", "+=", "=", "=", "=", "+="]


def test_later_assignments_are_left() -> None:
    before = program([x, y], shifted(-1), shifted(0, how="="))
    assert gather(before) is before


def test_terms_of_one_shift_are_left_alone() -> None:
    before = program([x, y], shifted(1), shifted(1))
    assert gather(before) is before


def zeros(start: object, stop: object) -> Compute:
    return put(r("x", i), c("0.0"), (i, start, stop))


def test_zeros_come_first_whatever_their_line() -> None:
    other = replace(zeros(1, N - 1), span=Span("k.py", 7))
    found = joined([x, y], other, shifted(-1), shifted(1))
    core = found[0]
    assert (core.op, core.domain[0].start, core.domain[0].stop) == ("=", 2, N - 2)
    assert [s.op for s in found[1:]] == ["+=", "=", "=", "=", "+="]


def test_sums_at_the_elements_of_the_zeros_assign() -> None:
    found = joined([x, y], zeros(1, N - 1), shifted(0), shifted(1), shifted(-1))
    assert not [s for s in found if s.expr == c("0.0")]
    assert [s.op for s in found] == ["=", "+=", "=", "=", "=", "+="]


def test_one_sum_takes_the_place_of_its_zeros() -> None:
    (found,) = joined([x, y], zeros(1, N - 1), shifted(0))
    assert found.op == "=" and found.expr == shifted(0).expr


def test_zeros_that_are_read_stay() -> None:
    z = array("z", N, role=Role.INOUT)
    read = put(r("z", i), r("x", i), (i, 0, N))
    assert len(joined([x, y, z], zeros(0, N), read, shifted(0))) == 3


def test_loops_and_branches_are_entered() -> None:
    found = joined([x, y], loop(t, 0, 2, shifted(0), shifted(1)))
    assert len(found) == 3


def test_the_core_runs_in_parallel() -> None:
    body = (loop(t, 0, 2, shifted(0), shifted(-1), shifted(1)),)
    before = program([x, y], *body)
    tree = schedule(gather(before), openmp=True, blas=False).tree
    parallel = [n for n in walk(tree) if isinstance(n, For) and n.threaded]
    assert [(n.start, n.stop) for n in parallel] == [(2, N - 2)]


def between(*nodes: Node) -> list[Compute]:
    z = array("z", N, role=Role.INOUT)
    return joined([x, y, z], shifted(0), *nodes, shifted(1))


def test_other_work_may_stand_between() -> None:
    other = put(r("z", i), r("y", i), (i, 0, N))
    assert len(between(other)) == 4


@pytest.mark.parametrize(
    "node",
    [
        put(r("z", i), r("x", i), (i, 0, N)),
        put(r("x", j), r("x", j), (j, 0, N)),
        put(r("x", N - 1), c("2.0")),
        loop(t, 0, 2, put(r("z", i), r("x", i), (i, 0, N))),
    ],
)
def test_what_touches_the_target_keeps_them_apart(node: Node) -> None:
    z = array("z", N, role=Role.INOUT)
    before = program([x, y, z], shifted(0), node, shifted(1))
    assert gather(before) is before


def test_what_writes_an_operand_keeps_them_apart() -> None:
    w = array("y", N, role=Role.INOUT)
    before = program([x, w], shifted(0), put(r("y", i), c("1.0"), (i, 0, N)), shifted(1))
    assert gather(before) is before


def test_headings_keep_them_apart() -> None:
    before = program([x, y], shifted(0), Heading("sweep"), shifted(1))
    assert gather(before) is before


def test_sums_of_their_own_target_are_left() -> None:
    own = put(r("x", i + 1), r("x", i), (i, 0, 0), how="+=")
    before = program([x, y], shifted(0), own)
    assert gather(before) is before


def test_other_lines_are_left() -> None:
    one, two = (replace(shifted(k), span=Span("k.py", k + 1)) for k in (0, 1))
    before = program([x, y], one, two)
    assert gather(before) is before


def test_sums_in_another_precision_are_left() -> None:
    narrow = replace(y, dtype=DType.FLOAT32)
    terms = [
        put(r("x", i + by), replace(r("y", i), dtype=DType.FLOAT32), (i, 1, N - 1), how="+=")
        for by in (0, 1)
    ]
    before = program([x, narrow], *terms)
    assert gather(before) is before


def test_scalars_of_one_line_stay_scalars() -> None:
    w = array("w", N, role=Role.LOCAL)
    made = put(r("w", i), r("y", i), (i, 1, N - 1))
    uses = [put(r("x", i + by), r("w", i), (i, 1, N - 1), how="+=") for by in (0, 1)]
    before = program([x, y, w], made, *uses)
    assert gather(before) is before


def test_triangles_are_left() -> None:
    lower = [
        put(r("X", i, j + by), r("Y", i, j), (i, 1, N - 1), (j, 0, i), how="+=") for by in (0, 1)
    ]
    before = program([X, Y], *lower)
    assert gather(before) is before


def both(term: Callable[[int], Node], *others: Container) -> None:
    """Terms of shifts 0 and 1 are not joined."""
    before = program([x, y, X, Y, *others], term(0), term(1))
    assert gather(before) is before


def test_maxima_are_left() -> None:
    before = program([x, y], shifted(0, how="max="), shifted(1))
    assert gather(before) is before


def test_blanks_are_left() -> None:
    before = program([x, y], replace(shifted(0, how="="), blank=True), shifted(1))
    assert gather(before) is before


def test_sums_over_further_variables_are_left() -> None:
    ranges = ((0, M), (1, M))
    both(lambda by: put(r("x", i + by), r("Y", i, j), (i, 1, N - 1), (j, *ranges[by]), how="+="))


def test_diagonals_are_left() -> None:
    S = array("S", N, N, role=Role.INOUT)
    both(lambda by: put(r("S", i, i + by), r("y", i), (i, 0, N - 1), how="+="), S)
    sums = ((i, 0, N - 1), (j, 0, M))
    both(lambda by: put(r("S", i, i + by), r("Y", i, j), *sums, how="+="), S)


def test_other_steps_are_left() -> None:
    long = array("z", 2 * N + 2, role=Role.INOUT)
    both(lambda by: put(r("z", 2 * i + by), r("y", i), (i, 0, N), how="+="), long)
    both(lambda by: put(r("x", N - 1 - i - by), r("y", i), (i, 0, N - 1), how="+="))
    both(lambda by: put(r("z", i + by * N), r("y", i), (i, 0, N), how="+="), long)


def test_boxes_of_other_axes_are_left() -> None:
    whole = put(r("X", i, j), r("Y", i, j), (i, 0, N), (j, 0, M), how="+=")
    edge = put(r("X", i + 1, sympy.Integer(0)), r("y", i), (i, 0, N - 1), how="+=")
    for terms in ((whole, edge), (edge, whole)):
        before = program([x, y, X, Y], *terms)
        assert gather(before) is before


def test_ranges_that_sizes_set_apart_are_left() -> None:
    v, w = array("v", N + M, role=Role.INOUT), array("w", N + M)
    ends = (N, M)
    both(lambda by: put(r("v", i + by), r("w", i), (i, 0, ends[by]), how="+="), v, w)


def test_two_axes() -> None:
    stencil = [(0, 0), (0, -1), (0, 1), (1, 0), (-1, 0)]
    terms = [
        put(r("X", i + a, j + b), op("mul", c(f"{k + 1}.0"), r("Y", i, j)),
            (i, 1, N - 1), (j, 1, M - 1), how="=" if k == 0 else "+=")
        for k, (a, b) in enumerate(stencil)
    ]  # fmt: skip
    core = joined([X, Y], *terms)[0]
    assert [(d.start, d.stop) for d in core.domain] == [(2, N - 2), (2, M - 2)]
    # The edges of the second axis are in the loop over the core's rows.
    gathered = gather(program([X, Y], *terms))
    tree = schedule(gathered, openmp=True, blas=False, source_order=False).tree
    rows = [n for n in tree if isinstance(n, For) and (n.start, n.stop) == (2, N - 2)]
    assert len(rows) == 1
    assert len(rows[0].body) > 2


def test_many_places_are_left_in_terms() -> None:
    found = joined([x, y], *(shifted(by, 2, N - 2) for by in range(-2, 3)))
    assert len(found) == 1 + 2 * 4


def test_rows_at_the_edges_are_joined_along_themselves() -> None:
    stencil = [(0, 0), (0, -1), (0, 1), (1, 0), (-1, 0)]
    terms = [
        put(r("X", i + a, j + b), r("Y", i, j), (i, 1, N - 1), (j, 1, M - 1), how="+=")
        for a, b in stencil
    ]
    found = joined([X, Y], *terms)
    below = [s for s in found if s.domain[0].stop == minimum(2, N - 1)]
    assert len([s for s in below if s.domain[1].start == 2 and s.domain[1].stop == M - 2]) == 1


def test_rows_beside_each_other_are_told_apart() -> None:
    """Sums into row 0 stand between those into row 1; into an unknown row they keep them apart."""
    k = symbol("k")
    Z = array("Z", 3, N, role=Role.INOUT)

    def row(at: object, by: int) -> Compute:
        return put(r("Z", at, i + by), r("y", i), (i, 0, N - 1), how="+=")

    one, two = sympy.Integer(1), sympy.Integer(0)
    assert len(joined([Z, y], row(one, 0), row(two, 0), row(one, 1), row(two, 1))) == 6
    before = program([Z, y], loop(k, 0, 3, row(one, 0), row(k, 0), row(one, 1)))
    assert gather(before) is before


def test_axes_in_another_order_and_positions_that_stay() -> None:
    Z = array("Z", 3, N, M, role=Role.INOUT)
    terms = [
        put(r("Z", 2, i + 1, j), r("Y", i, j), (i, 0, N - 1), (j, 0, M), how="+="),
        put(r("Z", 2, j, i), r("Y", j, i), (i, 0, M), (j, 0, N), how="+="),
        put(r("Z", 1, i, j), r("Y", i, j), (i, 0, N), (j, 0, M), how="+="),
    ]
    found = joined([Z, Y], *terms)
    assert [s.target.index[0] for s in found] == [2, 2, 1]


@pytest.mark.parametrize("seed", range(60))
def test_random_boxes(seed: int) -> None:
    draw = random.Random(seed)
    deep = draw.random() < 0.5
    terms: list[Node] = []
    for k in range(draw.randint(2, 6)):
        dims, index = [], []
        for var, size in ((i, N), (j, M))[: 1 + deep]:
            by = draw.randint(-2, 2)
            start, stop = draw.randint(max(0, -by), 3), size - draw.randint(max(0, by), 3)
            dims.append((symbol(f"{var}{draw.randint(0, 1)}"), start, stop))
            index.append(dims[-1][0] + by)
        at = tuple(d[0] for d in dims)
        source, target = ("Y", "X") if deep else ("y", "x")
        how = "=" if draw.random() < (0.4 if k == 0 else 0.1) else "+="
        value = op("mul", c(f"{draw.randint(1, 2)}.5"), r(source, *at))
        if k == 0 and how == "=" and draw.random() < 0.6:
            value = c("0.0")
        terms.append(put(r(target, *index), value, *dims, how=how))
        if draw.random() < 0.2:
            terms.append(put(r("s"), r(source, *at), *dims, how="+="))
    s = array("s", role=Role.INOUT)
    body: list[Node] = terms if draw.random() < 0.5 else [loop(t, 0, 2, *terms)]
    if draw.random() < 0.3:
        body = [Branch(Apply("gt", (r("s"), c("0.0")), DType.BOOL), tuple(body), (), label="B")]
    joined([X, Y, s] if deep else [x, y, s], *body)
