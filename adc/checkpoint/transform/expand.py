"""Storing by privatisation: a temporary that each iteration makes anew gets a slot per iteration.

Where no value of a local container flows from one iteration of a loop to another, the container
can have the loop's iterations as a further axis (Feautrier, "Array expansion", 1988). Nothing is
overwritten then, and the reverse sweep reads each iteration's values in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

import sympy

from adc.analysis.extents import counter, extent, trips
from adc.analysis.flow import carries
from adc.analysis.placement import Iterations, Placed
from adc.checkpoint.transform.rewrite import with_prefixes
from adc.checkpoint.transform.uses import Availability, Use, use_of
from adc.ir.dtypes import DType
from adc.ir.enums import Role
from adc.ir.expressions import Need
from adc.ir.node import Body
from adc.ir.nodes import Loop, While
from adc.ir.program import Program


def private_loops(
    program: Program, availability: Availability, container: str, uses: Iterable[Use]
) -> tuple[Loop, ...]:
    """The loops around all accesses to `container` across whose iterations no value flows."""
    if program[container].role != Role.LOCAL or container in program.returns:
        return ()
    placed = availability.polyhedra.placed
    touching = [p for p in placed.values() if touches(p, container)]
    own_uses = [u for u in uses if u.need.container == container]
    # A point that is used may touch nothing itself: a segment that is run again keeps, of what it
    # does not need, only the place.
    points = [placed[u.need.point] for u in own_uses]
    loops = common_loops([p.loops for p in touching + points])
    if not loops:
        return ()
    carried: set[str] = set()
    for use in own_uses + forward_uses(touching, container, program[container].dtype):
        flow = availability.definitions(use)
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
    return container in placed.node.mentioned


def forward_uses(touching: list[Placed], container: str, dtype: DType) -> list[Use]:
    """What the forward sweep itself reads of `container`."""
    return [
        use_of(Need(container, u.index, dtype, placed.label), u.domain)
        for placed in touching
        for u in placed.node.reads
        if u.container == container
    ]


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
    private: Mapping[str, tuple[Loop, ...]],
    outer: tuple[Loop, ...] = (),
) -> tuple[Program, Body]:
    """Both sweeps with further leading axes for containers: by its name, each gets the iterations
    of its loops in `private`. `outer` are loops around all."""
    prefixes = {c: tuple(counter(loop) for loop in loops) for c, loops in private.items()}
    known: dict[int, sympy.Expr] = {}
    for loop in (loop for loops in private.values() for loop in loops):
        if id(loop) not in known:
            known[id(loop)] = extent(trips(loop), (*outer, *enclosing(program, loop)))
    extents = {c: tuple(known[id(loop)] for loop in loops) for c, loops in private.items()}
    containers = tuple(
        replace(c, shape=(*extents[c.name], *c.shape)) if c.name in private else c
        for c in program.containers
    )
    body = with_prefixes(program.body, prefixes)
    return replace(program, containers=containers, body=body), with_prefixes(reverse, prefixes)


def enclosing(program: Program, inner: Loop) -> tuple[Loop, ...]:
    """The loops around `inner`, outermost first."""

    def search(body: Body, path: tuple[Loop, ...]) -> tuple[Loop, ...] | None:
        for node in body:
            loop = Iterations.of(node) if isinstance(node, While) else node
            if loop == inner:
                return path
            deeper = (*path, loop) if isinstance(loop, Loop) else path
            for part in node.parts:
                found = search(part, deeper)
                if found is not None:
                    return found
        return None

    return search(program.body, ()) or ()
