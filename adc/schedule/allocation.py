"""The arena of a loop tree: a place for every local array that it touches."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from adc.ir.declarations import Container
from adc.ir.enums import Role
from adc.ir.program import Program
from adc.schedule.accesses import used_containers
from adc.schedule.arena import Slot, byte_size, never_negative, reference_sizes
from adc.schedule.constants import Constant
from adc.schedule.lifetimes import lives
from adc.schedule.memory import APART, Placing, Sharing
from adc.schedule.scheduled import Scheduled
from adc.schedule.tree import Declare, Tree, walk


def allocated(
    program: Program,
    containers: tuple[Container, ...],
    tree: Tree,
    sizes: Mapping[str, int],
    sharing: Sharing = APART,
    host: frozenset[str] = frozenset(),
    constants: tuple[Constant, ...] = (),
) -> Scheduled:
    """`tree` with its arena: every local array that it touches gets a place; those that are in the
    `host`'s memory one there, of their own. What is staged keeps its place from then on, for a copy
    may be at it while others statements run. `constants` have none."""
    known = never_negative(program)
    arguments = program.passed
    own = {c.container.name for c in constants}
    used = {name: k for k, name in enumerate(used_containers(tree))}
    local = [
        c
        for c in containers
        if c.shape
        and c.name not in own.union(arguments)
        and c.name in used
        and c.role is not Role.PARTIAL
    ]
    buffers = sorted(local, key=lambda c: used[c.name])
    arrays = [program[name] for name in arguments if program[name].shape]
    arguments_bytes = sum((byte_size(c, known) for c in arrays), sympy.Integer(0))
    results = [c for c in arrays if c.role is Role.GRADIENT] if sharing.scratch else []
    staged = {c.name for c in buffers if c.role is Role.STAGED}
    found = lives(tree, buffers, known, results, program.flags | staged)
    reference = reference_sizes(program, sizes)
    placing = Placing(found, buffers, results, arguments_bytes, known, reference, host)
    memory = placing.best(sharing)
    arena_bytes = memory.arena_bytes
    kept = tuple(c for c in containers if c.name in used or c.name in arguments)
    begun = {n.name for n in walk(tree) if isinstance(n, Declare)}.union(arguments)
    return Scheduled(
        program=program,
        containers=kept,
        tree=tree,
        arena=memory.arena,
        scratch=memory.scratch,
        host_arena=tuple(Slot((c.name,), byte_size(c, known)) for c in buffers if c.name in host),
        arguments_bytes=arguments_bytes,
        arena_bytes=arena_bytes,
        peak_bytes=arguments_bytes + arena_bytes,
        lifetimes={c.name: found.span(c.name) for c in buffers},
        timeline=memory.timeline,
        constants=constants,
        scalars=tuple(
            c for c in kept if (not c.shape and c.name not in begun) or c.role is Role.PARTIAL
        ),
    )
