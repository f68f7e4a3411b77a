"""Storing by expansion: a temporary that each iteration makes anew gets a slot per iteration.

Where no value of a local container flows from one iteration of a loop to another, the container
can have the loop's iterations as a further axis (Feautrier, "Array expansion", 1988). Nothing is
overwritten then, and the reverse sweep reads each iteration's values in place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from adc.analysis.extents import counter, extent, trips
from adc.analysis.flow import carries
from adc.analysis.placement import Placed
from adc.checkpoint.rewrite import rewrite_index
from adc.checkpoint.uses import Intactness, Use, use_of
from adc.ir.expressions import Need, reads
from adc.ir.nodes import Body, Compute, Loop, Program, parts


def private_loops(
    program: Program, intactness: Intactness, container: str, uses: Iterable[Use]
) -> tuple[Loop, ...]:
    """The loops around all accesses to `container` across whose iterations no value flows."""
    if program[container].role != "local" or container in program.returns:
        return ()
    placed = intactness.polyhedra.placed
    touching = [p for p in placed.values() if touches(p, container)]
    loops = common_loops([p.loops for p in touching])
    if not loops:
        return ()
    carried: set[str] = set()
    own_uses = [u for u in uses if u.need.container == container]
    for use in own_uses + forward_uses(touching, container):
        flow = intactness.last_writes(use)
        if use.sink.name in flow.unmatched:
            return ()
        sink_place = placed[use.need.point]
        for dependence in flow.dependences:
            source = placed[dependence.source]
            for level, loop in enumerate(loops):
                if carries(dependence, source, sink_place, level):
                    carried.add(loop.var)
    return tuple(loop for loop in loops if loop.var not in carried)


def touches(placed: Placed, container: str) -> bool:
    node = placed.node
    if isinstance(node, Compute):
        if node.target.container == container:
            return True
        return any(r.container == container for r in reads(node.expr))
    return any(r.container == container for r in reads(node.condition))


def forward_uses(touching: list[Placed], container: str) -> list[Use]:
    """What the forward sweep itself reads of `container`."""
    found = []
    for placed in touching:
        node = placed.node
        expr = node.expr if isinstance(node, Compute) else node.condition
        domain = node.domain if isinstance(node, Compute) else ()
        for r in dict.fromkeys(reads(expr)):
            if r.container == container:
                found.append(use_of(Need(r.container, r.index, r.dtype, node.label), domain))
        if isinstance(node, Compute) and node.op == "+=" and node.container == container:
            need = Need(container, node.target.index, node.expr.dtype, node.label)
            found.append(use_of(need, domain))
    return found


def common_loops(nests: list[tuple[Loop, ...]]) -> tuple[Loop, ...]:
    """The outermost loops that all of `nests` share."""
    shared: list[Loop] = []
    for loops in zip(*nests, strict=False):
        if any(loop != loops[0] for loop in loops):
            break
        shared.append(loops[0])
    return tuple(shared)


def expand(
    program: Program,
    reverse: Body,
    container: str,
    loops: tuple[Loop, ...],
    outer: tuple[Loop, ...] = (),
) -> tuple[Program, Body]:
    """Both sweeps with the iterations of `loops` as further leading axes of `container`; `outer`
    are loops around all."""
    placed = program[container]
    extents = [extent(trips(loop), (*outer, *enclosing(program, loop))) for loop in loops]
    prefix = tuple(counter(loop) for loop in loops)
    wider = replace(placed, shape=(*extents, *placed.shape))
    containers = tuple(wider if c.name == container else c for c in program.containers)
    program = replace(
        program,
        containers=containers,
        body=rewrite_index(program.body, container, lambda index: (*prefix, *index)),
    )
    return program, rewrite_index(reverse, container, lambda index: (*prefix, *index))


def enclosing(program: Program, inner: Loop) -> tuple[Loop, ...]:
    """The loops around `inner`, outermost first."""

    def search(body: Body, path: tuple[Loop, ...]) -> tuple[Loop, ...] | None:
        for node in body:
            if node == inner:
                return path
            deeper = (*path, node) if isinstance(node, Loop) else path
            for part in parts(node):
                found = search(part, deeper)
                if found is not None:
                    return found
        return None

    return search(program.body, ()) or ()
