"""What a step of a loop needs: its statements, and the state that earlier steps leave to it."""

from __future__ import annotations

from adc.analysis.accesses import Polyhedra
from adc.analysis.flow import carries
from adc.checkpoint.transform.expand import forward_uses
from adc.checkpoint.transform.pairs import Pair
from adc.checkpoint.transform.uses import Availability, uses_in
from adc.ir.node import Body, Node, Statement
from adc.ir.nodes import Branch, Loop, ReverseWhile, While
from adc.ir.program import Program
from adc.ir.walking import labels_in, map_body, walk_nodes, written_in

# -- what a step needs -----------------------------------------------------------------------------


def sliced(body: Body, wanted: set[str]) -> Body:
    """The statements of `body` that compute the containers of `wanted`, which grows to all that
    these need (of what `body` writes)."""
    own = set(written_in(body))
    while True:
        before = len(wanted)
        kept = _sliced(body, wanted)
        for node in walk_nodes(kept):
            wanted |= {u.container for u in node.uses} & own
        if len(wanted) == before:
            return kept


def _sliced(body: Body, wanted: set[str]) -> Body:
    def visit(node: Node) -> Body:
        if isinstance(node, Statement):
            return (node,) if any(w.container in wanted for w in node.writes) else ()
        if isinstance(node, While):
            return (node,) if node.body or node.trips in wanted else ()
        if isinstance(node, (Loop, Branch)) and not any(node.parts):
            return ()
        return (node,)

    return map_body(body, visit)


def needed_by(adjoint: Loop | ReverseWhile, body: Body) -> set[str]:
    """The containers written in `body` whose values the adjoint of the loop needs."""
    own = set(written_in(body))
    wanted = {u.need.container for u in uses_in((adjoint,))}
    wanted |= {n.trips for n in walk_nodes(adjoint.body) if isinstance(n, ReverseWhile)}
    return wanted & own


def state_of(program: Program, pair: Pair, body: Body) -> tuple[str, ...]:
    """The containers that a step (`body`) or its adjoint reads as an earlier step left them."""
    availability = Availability(Polyhedra(program))
    placed = availability.polyhedra.placed
    inside = labels_in(body)
    all_inside = labels_in(pair.loop.body)
    own = written_in(body)
    level = len(pair.around)
    state: dict[str, None] = {}
    adjoint_uses = uses_in((pair.adjoint,))
    for container in own:
        steps = [placed[label] for label in inside if label in placed]
        steps.sort(key=lambda p: list(placed).index(p.label))
        uses = forward_uses(steps, container, availability.polyhedra.program[container].dtype)
        uses += [u for u in adjoint_uses if u.need.container == container]
        for use in uses:
            flow = availability.definitions(use)
            exposed = use.sink.name in flow.unmatched or any(
                d.source not in all_inside
                or carries(d, placed[d.source], placed[use.need.point], level)
                for d in flow.dependences
            )
            if exposed:
                state[container] = None
                break
    return tuple(c for c in own if c in state)
