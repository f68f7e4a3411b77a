"""Which sums become assignments."""

from __future__ import annotations

import pytest

from adc.analysis.accesses import Polyhedra
from adc.ir.enums import Role, Update
from adc.ir.node import Node
from adc.ir.nodes import Compute
from adc.ir.shapes import floordiv
from adc.ir.walking import computes
from adc.simplify.zeroing import adds_to_neighbour, assign_first
from tests.differentiate.programs import M, N, array, c, i, loop, put, r, t
from tests.simplify.programs import program

CONTAINERS = [array("A", N, role=Role.INOUT), array("x", N, role=Role.LOCAL)]


def zero() -> Compute:
    return put(r("x", i), c("0.0"), (i, 0, N))


def add(*index: object, start: int = 0, stop: object = N) -> Compute:
    return put(r("x", *(index or (i,))), r("A", i), (i, start, stop), how="+=")


def ops(*body: Node) -> str:
    return " ".join(s.op for s in computes(assign_first(program(CONTAINERS, *body)).body))


def test_first_sum_after_zeros_assigns() -> None:
    assert ops(zero(), add(), add()) == "= = +="
    assert ops(zero(), add(stop=N - 1), add(start=1)) == "= = +="


def test_sums_into_elements_apart_all_assign() -> None:
    half = floordiv(N, 2)
    assert ops(zero(), add(stop=half), add(start=half)) == "= = ="


def test_sum_of_a_loop_stays() -> None:
    assert ops(zero(), loop(t, 0, M, add())) == "= +="
    assert ops(zero(), loop(t, 0, M, zero(), add())) == "= = ="
    assert ops(zero(), loop(t, 0, M, add(), zero())) == "= = ="


def test_sum_after_a_loop_that_may_not_run_stays() -> None:
    assert ops(zero(), loop(t, 0, M, add()), add()) == "= += +="


@pytest.mark.parametrize(
    ("between", "expected"),
    [((), True), ((zero(),), False), ((loop(t, 0, M, zero()),), False)],
)
def test_neighbour_is_the_write_just_before(between: tuple[Node, ...], expected: bool) -> None:
    first, last = add(), add()
    p = program(CONTAINERS, zero(), first, *between, last)
    zeros = {s.label for s in computes(p.body) if s.op == Update.ASSIGN}
    assert adds_to_neighbour(Polyhedra(p), last, zeros) is expected
    apart = program(CONTAINERS, zero(), add(stop=1), sum_ := add(start=1))
    assert not adds_to_neighbour(Polyhedra(apart), sum_, set())
