"""What a step of a loop needs: its statements, and the state that earlier steps leave to it."""

from __future__ import annotations

from collections.abc import Set

import sympy

from adc.analysis.accesses import Polyhedra
from adc.analysis.flow import carries
from adc.analysis.placement import Placed
from adc.checkpoint.transform.expand import forward_uses
from adc.checkpoint.transform.pairs import Pair
from adc.checkpoint.transform.uses import Availability, uses_in
from adc.ir.declarations import Container
from adc.ir.enums import Update
from adc.ir.node import Body, Node, Statement
from adc.ir.nodes import Branch, Compute, Loop, ReverseWhile, While
from adc.ir.program import Program
from adc.ir.shapes import maximum, same, symbol
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
    steps = [found for label, found in placed.items() if label in inside]
    readers, writers = _by_container(steps)
    for container in own:
        reading = readers.get(container, [])
        uses = forward_uses(reading, container, availability.polyhedra.program[container].dtype)
        uses += [u for u in adjoint_uses if u.need.container == container]
        writing = writers.get(container, []) if uses else []
        whole = [p for p in writing if sets_in_all_arms(p.node, program[container], inside)]
        for use in uses:
            if any(comes_first(writer, placed[use.need.point]) for writer in whole):
                continue
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


def _by_container(
    steps: list[Placed],
) -> tuple[dict[str, list[Placed]], dict[str, list[Placed]]]:
    """The statements that read each container, and those that write it by themselves or, in
    branches, by what is in their arms."""
    readers: dict[str, list[Placed]] = {}
    writers: dict[str, list[Placed]] = {}
    for placed in steps:
        for name in dict.fromkeys(u.container for u in placed.node.reads):
            readers.setdefault(name, []).append(placed)
        for name in dict.fromkeys(written_in((placed.node,))):
            writers.setdefault(name, []).append(placed)
    return readers, writers


def sets_in_all_arms(node: Node, container: Container, labels: Set[str]) -> bool:
    """Whether `node`, by statements that are among `labels`, sets all elements of `container`
    whenever it is reached: each arm of a branch does."""
    if isinstance(node, Branch):
        arms = (node.then, node.orelse)
        return all(any(sets_in_all_arms(n, container, labels) for n in arm) for arm in arms)
    return isinstance(node, Compute) and node.label in labels and sets_all(node, container)


def sets_all(node: Node, container: Container) -> bool:
    """Whether `node` sets all elements of `container`, whenever it is run."""
    if not isinstance(node, Compute) or node.op != Update.ASSIGN:
        return False
    dims = {symbol(d.var): d for d in node.domain}
    index = node.target.index
    if node.container != container.name or set(index) != set(dims) or len(index) != len(dims):
        return False
    runs = (dims[e] for e in index if isinstance(e, sympy.Symbol))
    return all(
        same(dim.start, 0) and (same(dim.stop, extent) or same(maximum(dim.stop, 0), extent))
        for dim, extent in zip(runs, container.shape, strict=True)
    )


def comes_first(writer: Placed, here: Placed) -> bool:
    """Whether `writer` has run in this iteration whenever `here` is reached: it stands before it,
    or before what is around it, in one arm of a branch as well as in a loop's own body."""
    *around, position = writer.schedule
    depth = len(around)
    if len(here.schedule) <= depth or here.schedule[:depth] != tuple(around):
        return False
    other = here.schedule[depth]
    return isinstance(position, int) and isinstance(other, int) and position < other
