"""Programs on which an unsound step of the analysis would give a wrong gradient."""

from __future__ import annotations

from dataclasses import replace

import islpy
import pytest

from adc.analysis import extents
from adc.analysis.remainders import Remainder
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.nodes import Loop
from adc.ir.program import Program
from adc.ir.shapes import evaluate, floordiv, integer, maximum, minimum
from tests.differentiate.harness import prove
from tests.differentiate.programs import N, array, branch, c, i, j, loop, op, program, put, r


def sum_of(name: str, *steps: object) -> Program:
    """`s` of a program that works on A in place."""
    containers = [array("A", N, role=Role.INOUT), array("s", role=Role.OUTPUT)]
    return program(name, containers, [put(r("s"), c("0.0")), *steps], ("s",))


def test_definition_that_overwrites_what_it_read() -> None:
    """At i == j, A[j] no longer holds what A[i] was made of."""
    p = sum_of(
        "p",
        loop(
            i, 0, N,
            loop(
                j, 0, i + 1,
                put(r("A", i), op("mul", r("A", j), c("1.5"))),
                put(r("s"), op("add", r("s"), op("mul", r("A", i), r("A", i)))),
            ),
        ),
    )  # fmt: skip
    prove(p, ("A",), ("s",))


def strides() -> Program:
    """Loops of several steps, nested, over parity classes of one array."""
    return sum_of(
        "p",
        loop(
            i, N - 1, -1,
            put(r("s"), op("add", r("s"), r("A", i))),
            put(r("A", i), op("mul", r("A", i), r("s"))),
            loop(
                j, i, N,
                put(r("A", j), op("mul", op("sin", r("A", j)), r("A", floordiv(j, 2)))),
                put(r("s"), op("add", op("sin", r("A", j)), r("s"))),
                step=2,
            ),
            step=-3,
        ),
    )  # fmt: skip


def test_strides() -> None:
    prove(strides(), ("A",), ("s", "A"))


def test_without_dataflow(monkeypatch: pytest.MonkeyPatch, asked_anew: None) -> None:
    """Where isl gives up, every earlier write may be the one: dearer, and still right."""

    def give_up(*_: object) -> object:
        raise islpy.Error("no dataflow")

    monkeypatch.setattr(Remainder, "_told", give_up)
    monkeypatch.setattr(islpy.UnionAccessInfo, "compute_flow", give_up)
    prove(strides(), ("A",), ("s", "A"))


@pytest.mark.parametrize(
    ("inner", "outer"),
    [
        ((maximum(0, i - 2), minimum(N, i + 2), 1), (0, N, 1)),
        ((i, N, 3), (0, N, 2)),
        ((i, -1, -3), (N - 1, -1, -2)),
        ((floordiv(i, 2), N - floordiv(i, 3), 1), (0, N, 1)),
    ],
)
def test_extent_bounds_every_trip_count(inner: tuple, outer: tuple) -> None:  # type: ignore[type-arg]
    around = Loop("i", integer(outer[0]), integer(outer[1]), outer[2], ())
    within = Loop("j", integer(inner[0]), integer(inner[1]), inner[2], ())
    for size in range(8):
        most = evaluate(extents.extent(extents.trips(within), (around,)), {"N": size})
        bounds = [evaluate(e, {"N": size}) for e in (around.start, around.stop)]
        for value in range(*bounds, around.step):
            ends = [evaluate(e, {"N": size, "i": value}) for e in (within.start, within.stop)]
            assert len(range(*ends, within.step)) <= most


@pytest.mark.parametrize("bound", ["0.0", "9.0"])
def test_what_may_define_a_value_does_not_define_it(bound: str) -> None:
    """Whether A is doubled, or keeps its value on entry, only data says."""
    condition = op("gt", r("B", 0), c(bound))
    p = program(
        "p",
        [array("A", N, role=Role.INOUT), array("B", N), array("C", N, role=Role.LOCAL)],
        [
            branch(replace(condition, dtype=DType.BOOL), [put(r("A", i), r("B", i), (i, 0, N))]),
            put(r("C", i), op("sin", r("A", i)), (i, 0, N)),
            put(r("A", i), r("C", i), (i, 0, N)),
        ],
    )
    for value in (False, True):
        prove(p, ("A", "B"), ("A",), value=value)


def test_a_branch_that_changes_what_it_was_decided_on() -> None:
    """At the branch's adjoint the condition would be of the value that the branch left behind."""
    above = replace(op("gt", r("s"), c("6.0")), dtype=DType.BOOL)
    p = program(
        "p",
        [array("A", N), array("s", role=Role.OUTPUT)],
        [
            put(r("s"), op("mul", r("A", 0), c("20.0"))),
            loop(
                i, 0, N,
                branch(
                    above,
                    [put(r("s"), op("div", op("mul", r("s"), r("A", i)), c("3.0")))],
                    [put(r("s"), op("mul", op("mul", r("s"), r("s")), r("A", i)))],
                ),
            ),
        ],
        ("s",),
    )  # fmt: skip
    for value in (False, True):
        prove(p, ("A",), ("s",), value=value)
