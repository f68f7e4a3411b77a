"""Loops that data ends, snapshots and replays: dataflow finds all that a run shows, and is sure of
nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.extents import largest, trips
from adc.analysis.flow import Flow, last_writes, next_writes
from adc.analysis.placement import Iterations
from adc.ir.extremes import UnboundedError
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.shapes import symbol
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from tests.analysis.traces import Trace, traced

HEAD = """\
program f(N: size, m: integer, x: array, a: array)
input x: float64[N]
inout a: float64[N]
local b: float64[N]
local s: float64
local r: float64
local n: int64
local n_2: int64
local k: int64
local stop: bool
tape s_snap: float64[3]
tape a_snap: float64[3, N]

"""
PROGRAMS = {
    "halving": """
S1: s = x[0]
L1: while s > 1.0 as t into n:
    S2: s = s/2.0
S3: r = s
S4: k = n
S5: s = 0.0
""",
    "whole array": """
L1: while a[0] > 1.0 as t into n:
    S1: b[i] = a[i] for i in 0:N
    S2: a[j] = b[j]/2.0 for j in 0:N
S3: r = a[0] + a[N - 1]
""",
    "own element": """
S1: b[i] = 0.0 for i in 0:N
L1: while x[t] > 1.0 as t to N into n:
    S2: b[t] = x[t]
S3: r += b[j] for j in 0:N
S4: k = n
""",
    "limit below zero": """
S1: s = x[0]
L1: while s > 1.0 as t to -m into n:
    S2: s = s/2.0
S3: r = s
S4: k = n
""",
    "inside a loop": """
S1: s = x[0]
L2: for u in range(0, m):
    S2: r = s + x[u]
    L1: while r > 1.0 as t into n:
        S3: r = r/2.0
        S4: a[u] = r
    S5: k = n
    S6: s = s + r
S7: s = s + a[0]
""",
    "nested": """
S1: s = x[0]
L1: while s > 1.0 as t into n:
    S2: r = s
    L2: while r > 0.5 as u into n_2:
        S3: r = r/3.0
    S4: k = n_2
    S5: s = s/2.0 + r/8.0
S6: r = r + s
""",
    "exit by a flag": """
S1: s = x[0]
S2: stop = False
L1: while not stop as t to m into n:
    B1: if s < 0.5:
        S3: stop = True
    else:
        S4: s = s/2.0
S5: r = s
S6: stop = False
""",
    "under a condition": """
S1: s = x[0]
B1: if x[1] > 1.0:
    L1: while s > 1.0 as t into n:
        S2: s = s/2.0
    S3: k = n
S4: r = s
""",
    "unwound": """
S1: s = x[0]
L1: while s > 1.0 as t into n:
    S2: a[0] = s
    S3: s = s/2.0
L2: reverse while u from n:
    S4: r = a[0] + s
    S5: s = r
S6: r = s
""",
    "replayed": """
S1: s = x[0]
L1: for t in range(0, m):
    K1: snapshot L1 step t of m slot k_1 of 3:
        S2: s_snap[k_1] = s
    S3: s = s*1.5
L2: for u in range(0, m) backwards:
    K2: replay L1 step u slot k_2 of 3:
        S4: r = s_snap[k_2]
    advance v:
        S5: r = r*1.5
    save:
        S6: s_snap[k_2] = r
    S7: a[0] = a[0] + r
S8: s = r
""",
    "replayed arrays": """
L1: while a[0] > 1.0 as t into n:
    K1: snapshot L1 step t slot k_1 of 3:
        S1: a_snap[k_1, i] = a[i] for i in 0:N
    S2: a[j] = a[j]/2.0 for j in 0:N
L2: reverse while u from n:
    K2: replay L1 step u slot k_2 of 3:
        S3: b[i_1] = a_snap[k_2, i_1] for i_1 in 0:N
    advance v:
        S4: b[j_1] = b[j_1]/2.0 for j_1 in 0:N
    save:
        S5: a_snap[k_2, i_2] = b[i_2] for i_2 in 0:N
    S6: s = s + b[0]*b[N - 1]
S7: r = b[0]
""",
}
STARTS = [0.25, 1.5, 3.0, 20.0, 3000.0]


def program(name: str) -> Program:
    found = parse_program(HEAD + PROGRAMS[name])
    verify(found, "planned")
    return found


def traces(found: Program) -> list[Trace]:
    runs = []
    for start in STARTS:
        for m in (0, 1, 2, 5):
            x = np.array([start, 2.0, 0.5, start, 2.0])
            runs.append(traced(found, {"N": 5, "m": m}, {"x": x, "a": x * 1.25}))
    return runs


def admits(flow: Flow, seen: set[str | None]) -> bool:
    """Whether what a run showed is among what the analysis says."""
    named = {d.source for d in flow.dependences}
    return all(w in named if w is not None else bool(flow.unmatched) for w in seen)


@pytest.mark.parametrize("name", PROGRAMS)
def test_dataflow_admits_what_runs_show(name: str) -> None:
    found = program(name)
    polyhedra = Polyhedra(found)
    runs = traces(found)
    uses = dict.fromkeys(use for run in runs for use in run.made)
    assert uses
    for use in uses:
        label, container, index = use
        node = polyhedra.placed[label].node
        dims = node.domain if isinstance(node, Compute) else ()
        sink = Sink("use", label, container, index, dims)
        made, destroyed = last_writes(polyhedra, [sink]), next_writes(polyhedra, [sink])
        for run in runs:
            assert admits(made, run.made.get(use, set())), (use, run.made[use], made)
            assert admits(destroyed, run.destroyed.get(use, set())), (use, run.destroyed[use])


def sources(name: str, label: str, container: str) -> tuple[set[str], bool]:
    polyhedra = Polyhedra(program(name))
    flow = last_writes(polyhedra, [Sink("use", label, container, ())])
    return {d.source for d in flow.dependences}, bool(flow.unmatched)


def test_what_surely_happens_is_known() -> None:
    assert sources("halving", "S3", "s") == ({"S1", "S2"}, False)
    assert sources("halving", "S4", "n") == ({"L1"}, False)
    assert sources("limit below zero", "S4", "n") == ({"L1"}, False)
    assert sources("inside a loop", "S5", "n") == ({"L1"}, False)
    assert sources("inside a loop", "S6", "r") == ({"S2", "S3"}, False)
    assert sources("nested", "S4", "n_2") == ({"L2"}, False)
    assert sources("replayed", "S7", "r") == ({"S4", "S5"}, False)
    assert sources("replayed", "S6", "r") == ({"S4", "S5"}, False)


def test_the_condition_is_read_before_each_iteration() -> None:
    assert sources("halving", "L1", "s") == ({"S1", "S2"}, False)
    polyhedra = Polyhedra(program("halving"))
    after = next_writes(polyhedra, [Sink("use", "L1", "s", ())])
    assert {d.source for d in after.dependences} == {"S2", "S5"}


def test_extents_are_bounded_by_a_limit_alone() -> None:
    placed = {p.label: p for p in Polyhedra(program("own element")).placed.values()}
    (loop,) = placed["S2"].loops
    assert isinstance(loop, Iterations)
    assert trips(loop) == symbol("N") and largest(symbol("t") + 1, (loop,)) == symbol("N")
    (open_ended,) = Polyhedra(program("halving")).placed["S2"].loops
    for ask in (lambda: trips(open_ended), lambda: largest(symbol("t"), (open_ended,))):
        with pytest.raises(UnboundedError):
            ask()
