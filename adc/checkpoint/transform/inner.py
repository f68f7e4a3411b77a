"""One segment of a loop, run again and reversed, as a small frame that is planned like the whole.

What the segment reads from outside its loop becomes a Need of the frame around it.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import sympy

from adc.analysis.accesses import Polyhedra
from adc.checkpoint.transform.draft import Draft
from adc.checkpoint.transform.expand import forward_uses
from adc.checkpoint.transform.frame import Frame
from adc.checkpoint.transform.rewrite import again, substitute_in_body, with_points
from adc.checkpoint.transform.segment import Segment
from adc.checkpoint.transform.uses import Availability, Use, uses_in
from adc.ir.build import zero
from adc.ir.declarations import Assumption, Container, Parameter
from adc.ir.dtypes import DType
from adc.ir.enums import ParameterKind, Role, Update
from adc.ir.expressions import Expr, Need, Read
from adc.ir.node import Access, Body, Node, Statement
from adc.ir.nodes import Branch, Compute, Loop, ReverseWhile, While
from adc.ir.program import Program
from adc.ir.shapes import symbol
from adc.ir.walking import map_body, marked, walk_nodes, written_in


def segment_frame(
    frame: Frame,
    segment: Segment,
    copies: tuple[Container, ...],
    table: dict[str, str],
    state: tuple[str, ...],
) -> Frame:
    """One segment run again, and its adjoint with Needs at the statements of that."""
    clone, adjoint, originals = sweeps_of(frame, segment, table)
    program = replace(
        frame.forward,
        parameters=(*frame.forward.parameters, *map(loop_parameter, names_around(segment))),
        assumptions=(*frame.forward.assumptions, *bounds(segment.outer)),
        containers=(*frame.forward.containers, *copies),
        body=clone,
    )
    sources = {new: frame.originals.get(old, old) for old, new in table.items()}
    if segment.steps is None:
        program = without_unneeded(program, adjoint, frame)
    return replace(
        frame,
        forward=program,
        reverse=adjoint,
        entry_copies=frozenset(),
        originals={**frame.originals, **sources},
        outer=(*frame.outer, *segment.outer),
        open=frame.open | segment.open,
        points=originals,
        pinned=frozenset(table[name] for name in state),
        sources={
            **frame.sources,
            **{new: frame.sources.get(old, old) for new, old in originals.items()},
        },
    )


def sweeps_of(
    frame: Frame, segment: Segment, table: dict[str, str]
) -> tuple[Body, Body, dict[str, str]]:
    """A segment's statements on the containers of `table`, its adjoint with Needs at them, and the
    originals of their labels."""
    clone, originals = again(segment.pair.loop.body, table, frame.labels)
    points = {original: label for label, original in originals.items()}
    adjoint = with_points(segment.pair.adjoint.body, points, table)
    if segment.steps is not None:
        label = frame.labels.fresh(f"{segment.label}_again")
        clone = (replace(segment.steps, body=clone, label=label),)
        adjoint = (
            replace(
                segment.pair.adjoint,
                start=segment.steps.start,
                stop=segment.steps.stop,
                body=adjoint,
                label=frame.labels.fresh(f"{segment.label}_bar"),
            ),
        )
    return clone, adjoint, originals


def without_unneeded(program: Program, adjoint: Body, frame: Frame) -> Program:
    """`program` with the statements emptied whose results neither its own needed statements nor
    `adjoint` read: a step that is run again need not run to its end.

    An emptied statement remains as a place that Needs refer to, until dead code goes.
    """
    needed = needed_statements(program, adjoint)
    nothing = Container(frame.fresh.fresh("nothing"), DType.FLOAT64, (), Role.LOCAL)

    def visit(node: Node) -> Body:
        if isinstance(node, Statement) and node.label not in needed:
            target = Access(nothing.name, ())
            value = zero(nothing.dtype)
            return (Compute(node.label, target, Update.ASSIGN, value, (), node.span, node.note),)
        return (node,)

    return program.with_containers(nothing).with_body(map_body(program.body, visit))


def needed_statements(program: Program, adjoint: Body) -> set[str]:
    """The statements whose values reach a Need of `adjoint`, or decide how often a loop that it
    runs back over runs, by exact dataflow."""
    availability = Availability(Polyhedra(program))
    local = set(written_in(program.body))
    waiting = [u for u in uses_in(adjoint) if u.need.container in local]
    needed = counting(program.body, adjoint)
    deciding = deciders(program.body)
    asked: set[str] = set()

    def ask(label: str) -> None:
        for name in (label, *deciding[label]):
            if name not in asked:
                asked.add(name)
                waiting.extend(uses_for(availability, name, local))

    for label in sorted(needed):
        ask(label)
    while waiting:
        for dependence in availability.definitions(waiting.pop()).dependences:
            if dependence.source not in needed:
                needed.add(dependence.source)
                ask(dependence.source)
    return needed


def counting(body: Body, adjoint: Body) -> set[str]:
    """The While loops of `body` that count the iterations of a ReverseWhile of `adjoint`."""
    counts = {n.trips for n in walk_nodes(adjoint) if isinstance(n, ReverseWhile)}
    return {n.label for n in walk_nodes(body) if isinstance(n, While) and n.trips in counts}


def uses_for(availability: Availability, label: str, local: Collection[str]) -> list[Use]:
    """What the statement, branch or While `label` itself reads of the containers `local`."""
    placed = availability.polyhedra.placed.get(label)
    if placed is None:
        return []
    program = availability.polyhedra.program
    read = dict.fromkeys(u.container for u in placed.node.reads if u.container in local)
    return [u for name in read for u in forward_uses([placed], name, program[name].dtype)]


def deciders(body: Body, around: tuple[str, ...] = ()) -> dict[str, tuple[str, ...]]:
    """For each label, those of the branches and While loops around it: what decides whether and
    how often it runs."""
    found: dict[str, tuple[str, ...]] = {}
    for node in body:
        found[node.label] = around
        inside = (*around, node.label) if isinstance(node, (Branch, While)) else around
        for part in node.parts:
            found |= deciders(part, inside)
    return found


def names_around(segment: Segment) -> list[str]:
    return [*(loop.var for loop in segment.pair.around), segment.var]


def loop_parameter(name: str) -> Parameter:
    return Parameter(name, ParameterKind.INTEGER)


def bounds(loops: tuple[Loop, ...]) -> list[Assumption]:
    """What is known of the variables of `loops` inside them."""
    known = []
    for loop in loops:
        var = symbol(loop.var)
        low, high = ("<=", "<") if loop.step > 0 else (">=", ">")
        known.append(Assumption(loop.start, low, var))
        known.append(Assumption(var, high, loop.stop))
    return known


def outward(outside: Program, inner: Draft) -> Body:
    """The planned segment and its adjoint, as a part of the frame around it.

    What they read from outside the loop becomes a Need there, at the original statements.
    """
    own = {c.name for c in inner.forward.containers} - set(outside.by_name)
    own |= {t.name for t in inner.tapes}
    foreign = set(outside.by_name)
    points = inner.frame.points

    def forward(node: Node) -> Body:
        if node.label in points:
            return (node.transformed(lambda e: as_need(e, foreign, points[node.label])),)
        return (node,)

    def as_own(e: Expr) -> Expr:
        if isinstance(e, Need) and e.container in own:
            return Read(e.container, e.index, e.dtype)
        if isinstance(e, Need):
            return replace(e, point=points.get(e.point, e.point))
        return e

    def reverse(node: Node) -> Body:
        return () if marked(node) else (node.transformed(as_own),)

    return (*map_body(inner.forward.body, forward), *map_body(inner.reverse, reverse))


def as_need(e: Expr, foreign: set[str], point: str) -> Expr:
    if isinstance(e, Read) and e.container in foreign:
        return Need(e.container, e.index, e.dtype, point)
    return e


def stepped_again(
    frame: Frame, segment: Segment, body: Body, state: tuple[str, ...], table: dict[str, str]
) -> tuple[Body, tuple[Container, ...]]:
    """One step (or segment) of a replay, on the re-run's state and temporaries of its own."""
    if not segment.slots:
        return (), ()
    private = [name for name in written_in(body) if name not in state]
    own = {name: frame.fresh.fresh(f"{name}_replay") for name in private}
    names = {**own, **{name: table[name] for name in state}}
    clone, originals = again(body, names, frame.labels, "_replay")
    foreign = set(frame.forward.by_name)

    def visit(node: Node) -> Body:
        if not node.evaluated:
            return (node,)
        return (node.transformed(lambda e: as_need(e, foreign, originals[node.label])),)

    clone = map_body(clone, visit)
    if segment.steps is not None:
        label = frame.labels.fresh(f"{segment.label}_replay")
        clone = (replace(segment.steps, body=clone, label=label),)
        values: dict[str, sympy.Expr] = {segment.var: symbol(segment.step)}
    else:
        loop = segment.pair.loop
        number = symbol(segment.step)
        start = loop.start + number * loop.step if isinstance(loop, Loop) else number
        values = {segment.var: start}
    containers = tuple(
        replace(frame.forward[old], name=new, role=Role.LOCAL, of=old) for old, new in own.items()
    )
    return substitute_in_body(clone, values), containers
