"""That leaving out writes that order rules out changes no answer of the dataflow analysis."""

from __future__ import annotations

import pytest

from adc.analysis import whole
from adc.analysis.accesses import Polyhedra, Sink
from adc.analysis.flow import Found, at_once
from adc.analysis.shadows import Write, visible
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import walk_nodes
from adc.simplify.tapes import all_reads
from tests.differentiate.programs import M, N, array, c, i, program, put, r
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case


def everything(polyhedra: Polyhedra, container: str, use: object, reverse: bool) -> list[Write]:
    return [Write(w, polyhedra.placed[w.label]) for w in polyhedra.writes_of(container)]


def flows(p: Program, reverse: bool) -> list[Found]:
    """The answers for all that `p` reads and writes."""
    polyhedra = Polyhedra(p)
    sinks = [Sink("r", label, r.container, r.index, dims) for label, r, dims in all_reads(p)]
    for node in walk_nodes(p.body):
        if isinstance(node, Compute):
            target = node.target
            sinks += [
                Sink("w", node.label, target.container, target.index, node.domain, when)
                for when in ("before", "after")
            ]
    return [at_once(polyhedra, sink, reverse) for sink in sinks]


@pytest.mark.parametrize("name", ["gramschmidt", "limiter", "relaxation", "lu"])
@pytest.mark.parametrize("reverse", [False, True])
def test_pruned_questions_have_the_same_answers(
    name: str, reverse: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    gradient = compile_case(load_cases()[name]).gradient
    pruned = flows(gradient, reverse)
    monkeypatch.setattr(whole, "visible", everything)
    full = flows(gradient, reverse)
    assert [
        k for k, (one, other) in enumerate(zip(pruned, full, strict=True)) if one != other
    ] == []


def test_the_nearest_write_hides_those_before() -> None:
    twice = [put(r("A", 0), c("1.0")), put(r("A", 0), c("2.0"))]
    last = put(r("B", 0), r("A", 0))
    p = program("p", [array("A", N), array("B", N)], [*twice, last])
    assert labels(p, last, ()) == [twice[1].label]


def test_a_sum_over_what_may_be_nothing_hides_nothing() -> None:
    """`A[0] += B[i]` over `i` of an empty domain writes nothing."""
    zero = put(r("A", 0), c("0.0"))
    over = put(r("A", 0), r("B", i), (i, 0, M))
    last = put(r("B", 0), r("A", 0))
    p = program("p", [array("A", N), array("B", N)], [zero, over, last])
    assert labels(p, last, ()) == [zero.label, over.label]


def labels(p: Program, use: Compute, dims: tuple[()]) -> list[str]:
    polyhedra = Polyhedra(p)
    placed = polyhedra.placed[use.label]
    index = p.body[0].target.index  # type: ignore[union-attr]
    found = visible(polyhedra, "A", (placed, index, dims), False)
    return [w.placed.label for w in found]
