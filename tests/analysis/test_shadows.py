"""That leaving out writes that order rules out changes no answer of the dataflow analysis."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from adc.analysis import flow
from adc.analysis.accesses import Polyhedra
from adc.analysis.flow import Flow, Sink, last_writes, next_writes
from adc.analysis.shadows import Visible, Write, visible
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import walk_nodes
from adc.simplify.tapes import all_reads
from tests.differentiate.programs import M, N, array, c, i, program, put, r
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case


def everything(polyhedra: Polyhedra, container: str, use: object, reverse: bool) -> Visible:
    writes = [Write(w, polyhedra.placed[w.label]) for w in polyhedra.writes_of(container)]
    return Visible(writes, None)


def flows(p: Program, search: Callable[[Polyhedra, list[Sink]], Flow]) -> list[Flow]:
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
    return [search(polyhedra, [sink]) for sink in sinks]


def same(some: Flow, others: Flow) -> bool:
    sources = [[d.source for d in found.dependences] for found in (some, others)]
    return (
        some.unmatched == others.unmatched
        and sources[0] == sources[1]
        and [d.together for d in some.dependences] == [d.together for d in others.dependences]
    )


@pytest.mark.parametrize("name", ["gramschmidt", "limiter", "relaxation", "lu"])
@pytest.mark.parametrize("search", [last_writes, next_writes])
def test_pruned_questions_have_the_same_answers(
    name: str,
    search: Callable[[Polyhedra, list[Sink]], Flow],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gradient = compile_case(load_cases()[name]).gradient
    pruned = flows(gradient, search)
    monkeypatch.setattr(flow, "visible", everything)
    whole = flows(gradient, search)
    assert [k for k, pair in enumerate(zip(pruned, whole, strict=True)) if not same(*pair)] == []


def test_the_nearest_write_hides_those_before() -> None:
    twice = [put(r("A", 0), c("1.0")), put(r("A", 0), c("2.0"))]
    last = put(r("B", 0), r("A", 0))
    p = program("p", [array("A", N), array("B", N)], [*twice, last])
    assert labels(p, last, ()) == [twice[1].label]


def test_one_write_that_surely_is_all_that_is_read_is_no_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(flow, "answer", None)
    p = program(
        "p", [array("A", N), array("B", N)], [put(r("A", 0), c("1.0")), put(r("B", 0), r("A", 0))]
    )
    sink = Sink("r", p.body[1].label, "A", p.body[0].target.index)  # type: ignore[attr-defined]
    (found,) = last_writes(Polyhedra(p), [sink]).dependences
    assert (found.source, found.together) == (p.body[0].label, ())


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
    return [w.placed.label for w in found.writes]
