"""Loops with their adjoints, and the state that a step takes over from the steps before it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from adc.analysis.accesses import Polyhedra
from adc.analysis.flow import carries
from adc.checkpoint.transform.assemble import Frame
from adc.checkpoint.transform.expand import forward_uses
from adc.checkpoint.transform.rewrite import written
from adc.checkpoint.transform.uses import Intactness, uses_in
from adc.ir.expressions import reads
from adc.ir.node import Body, Node
from adc.ir.nodes import Branch, Compute, Loop, ReverseWhile, While
from adc.ir.program import Program
from adc.ir.walking import labels_in, map_body, walk_nodes


@dataclass(frozen=True)
class Pair:
    """A loop of the forward sweep, the loops around it, and its adjoint in the reverse sweep."""

    loop: Loop | While
    adjoint: Loop | ReverseWhile
    around: tuple[Loop, ...]


def pairs(frame: Frame) -> list[Pair]:
    """The loops of `frame` that have an adjoint, outermost first."""
    adjoints = {
        n.var: n
        for n in walk_nodes(frame.reverse)
        if isinstance(n, ReverseWhile) or (isinstance(n, Loop) and n.backwards)
    }
    return [
        Pair(loop, adjoints[loop.var], around)
        for loop, around in loops_of(frame.forward.body, ())
        if loop.var in adjoints
    ]


def loops_of(
    body: Body, around: tuple[Loop, ...]
) -> Iterator[tuple[Loop | While, tuple[Loop, ...]]]:
    for node in body:
        if isinstance(node, While) or (isinstance(node, Loop) and not node.backwards):
            yield node, around
        inside = (*around, node) if isinstance(node, Loop) else around
        for part in node.parts:
            yield from loops_of(part, inside)


# -- what a step needs -----------------------------------------------------------------------------


def sliced(body: Body, wanted: set[str]) -> Body:
    """The statements of `body` that compute the containers of `wanted`, which grows to all that
    these need (of what `body` writes)."""
    own = set(written(body))
    while True:
        before = len(wanted)
        kept = _sliced(body, wanted)
        for node in walk_nodes(kept):
            if isinstance(node, Compute):
                wanted |= {r.container for r in reads(node.expr)} & own
            elif isinstance(node, (Branch, While)):
                wanted |= {r.container for r in reads(node.condition)} & own
        if len(wanted) == before:
            return kept


def _sliced(body: Body, wanted: set[str]) -> Body:
    def visit(node: Node) -> Body:
        if isinstance(node, Compute):
            return (node,) if node.target.container in wanted else ()
        if isinstance(node, While):
            return (node,) if node.body or node.trips in wanted else ()
        if isinstance(node, (Loop, Branch)) and not any(node.parts):
            return ()
        return (node,)

    return map_body(body, visit)


def needed_by(adjoint: Loop | ReverseWhile, body: Body) -> set[str]:
    """The containers written in `body` whose values the adjoint of the loop needs."""
    own = set(written(body))
    wanted = {u.need.container for u in uses_in((adjoint,))}
    wanted |= {n.trips for n in walk_nodes(adjoint.body) if isinstance(n, ReverseWhile)}
    return wanted & own


def state_of(program: Program, pair: Pair, body: Body) -> tuple[str, ...]:
    """The containers that a step (`body`) or its adjoint reads as an earlier step left them."""
    intactness = Intactness(Polyhedra(program))
    placed = intactness.polyhedra.placed
    inside = {n.label for n in walk_nodes(body) if hasattr(n, "label")}
    all_inside = labels_in(pair.loop.body)
    own = written(body)
    level = len(pair.around)
    state: dict[str, None] = {}
    adjoint_uses = uses_in((pair.adjoint,))
    for container in own:
        steps = [placed[label] for label in inside if label in placed]
        steps.sort(key=lambda p: list(placed).index(p.label))
        uses = forward_uses(steps, container, intactness.polyhedra.program[container].dtype)
        uses += [u for u in adjoint_uses if u.need.container == container]
        for use in uses:
            flow = intactness.last_writes(use)
            exposed = use.sink.name in flow.unmatched or any(
                d.source not in all_inside
                or carries(d, placed[d.source], placed[use.need.point], level)
                for d in flow.dependences
            )
            if exposed:
                state[container] = None
                break
    return tuple(c for c in own if c in state)
