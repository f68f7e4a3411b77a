"""Which write a read sees, and that what is known is not asked again."""

from __future__ import annotations

import islpy as isl

from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.dataflow import maps_of, without_strides
from adc.analysis.flow import last_writes
from adc.analysis.whole import answer, question
from adc.ir.declarations import Assumption
from adc.ir.enums import Role
from adc.ir.nodes import Compute, Loop
from adc.ir.program import Program
from adc.ir.shapes import integer, maximum
from adc.ir.walking import computes
from tests.differentiate.programs import M, N, T, array, c, i, loop, op, program, put, r, t

CONTAINERS = [array("A", N, role=Role.INOUT), array("B", N, role=Role.LOCAL)]


def steps(*before: Compute) -> Program:
    """`B` is set, then `A` is made of `B` in every step of a loop."""
    set_b = put(r("B", i), c("1.0"), (i, 0, N))
    add = put(r("A", i), op("add", r("A", i), r("B", i)), (i, 0, N))
    return program("p", CONTAINERS, [*before, set_b, loop(t, 0, T, add)])


def sink_of(p: Program, container: str) -> Sink:
    statement = [s for s in computes(p.body) if s.target.container == "A"][-1]
    return Sink("r", statement.label, container, (i,), statement.domain)


def writers(p: Program, container: str) -> tuple[list[str], bool]:
    flow = last_writes(Polyhedra(p), [sink_of(p, container)])
    targets = {s.label: s for s in computes(p.body)}
    return [targets[d.source].target.container for d in flow.dependences], bool(flow.unmatched)


def test_write_before_a_loop_and_write_of_the_last_iteration() -> None:
    assert writers(steps(), "B") == (["B"], False)
    assert writers(steps(), "A") == (["A"], True)


def test_other_statements_change_no_question() -> None:
    p = steps()
    other = put(r("A", 0), c("0.0"))
    unrelated = p.with_body((other, *p.body))
    same = [question(Polyhedra(q), sink_of(p, "B"), False)[1] for q in (p, unrelated)]
    assert same[0] == same[1]
    assert answer(same[0]) is answer(same[1])
    changed = [question(Polyhedra(q), sink_of(p, "A"), False)[1] for q in (p, unrelated)]
    assert changed[0] != changed[1]


def test_facts_that_distinguish_cases_hold_in_the_answer() -> None:
    """`A[0]` is certainly written by the loop if that runs, and that it does is an assumption."""
    first = put(r("A", 0), c("1.0"))
    last = put(r("A", 0), op("mul", r("A", 0), c("2.0")))
    p = program("p", CONTAINERS, [Loop("t", integer(0), M, 1, (first,), label="L"), last])
    sink = Sink("r", last.label, "A", (integer(0),))
    assert last_writes(Polyhedra(p), [sink]).unmatched
    cases = Assumption(maximum(M - 1, -N - 1), ">=", integer(0))
    runs = Program(p.name, p.parameters, p.containers, p.body, (), (cases,))
    assert not last_writes(Polyhedra(runs), [sink]).unmatched
    either = Assumption(maximum(M - 1, -T), ">=", integer(0))
    may_run = Program(p.name, p.parameters, p.containers, p.body, (), (either,))
    assert last_writes(Polyhedra(may_run), [sink]).unmatched


def test_products_of_sizes_are_one_parameter_wherever_they_stand() -> None:
    one, other = (
        program("p", [array("A", N * M, role=Role.INOUT)],
                [put(r("A", i), c("0.0"), (i, 0, N * M)), *more])
        for more in ((), (put(r("A", T * M), c("1.0")),))
    )  # fmt: skip
    texts = [Polyhedra(p).writes[0].text for p in (other, one)]
    assert texts[0].startswith("[q_M_2a_N] -> ")
    assert texts[1].startswith("[q_M_2a_N] -> ")


def test_possible_writes_with_strides_in_several_dimensions_are_made_larger() -> None:
    """isl ends with a segmentation fault where there are many of these."""
    rows = isl.UnionMap("[n] -> { S_0[] -> A[a, b] : a mod 2 = 0 and 0 <= a, b < n }")
    both = "a mod 2 = 0 and b mod 3 = 0"
    grid = isl.UnionMap(f"[n] -> {{ S_1[] -> A[a, b] : {both} and 0 <= a, b < n }}")
    found = without_strides(rows.union(grid))
    assert rows.is_subset(found) and grid.is_strict_subset(found)
    kept = found.intersect_domain(isl.UnionSet("{ S_0[] }"))
    assert kept.is_equal(rows)
    (wide,) = maps_of(found.intersect_domain(isl.UnionSet("{ S_1[] }")))
    assert all(piece.dim(isl.dim_type.div) == 0 for piece in wide.get_basic_maps())
