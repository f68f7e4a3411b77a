"""Innermost loops whose iterations meet in no element, where a compiler would ask at run time.

What runs on threads sees the function's arrays through a record of pointers: that they are apart,
as their declarations say, is forgotten there. A compiler then compares the addresses of a row with
those of all others before each run of the loop along it, which takes as long as a short row itself,
or leaves the loop scalar. The tree knows by its subscripts and by the arena that nothing is shared,
and says so.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace

from adc.ir.expressions import Index
from adc.schedule.accesses import AccessKind, Touch, by_container, touches
from adc.schedule.parallel import is_parallel
from adc.schedule.tree import (
    Declare,
    For,
    If,
    Node,
    Parallel,
    Parallelism,
    Statement,
    Tree,
    parts,
    walk,
    with_parts,
)


def with_lanes(tree: Tree, threaded: bool = False) -> Tree:
    """`tree` with the innermost loops marked, in those that run on threads, whose iterations may be
    the lanes of vectors.

    All buffers that a loop on threads touches are live throughout it, so no two of them share
    memory, but for one that is made in the place of another element by element: there both have the
    same subscripts, and an iteration reads before it writes.
    """
    return tuple(_marked(node, threaded) for node in tree)


def _marked(node: Node, threaded: bool) -> Node:
    if threaded and isinstance(node, For) and has_lanes(node):
        private = tuple(dict.fromkeys(n.name for n in walk(node.body) if isinstance(n, Declare)))
        return replace(node, parallel=Parallel(Parallelism.LANES, private=private))
    threaded |= isinstance(node, For) and node.threaded
    return with_parts(node, tuple(with_lanes(part, threaded) for part in parts(node)))


def has_lanes(loop: For) -> bool:
    """Whether iterations of `loop`, which holds no other, may be the lanes of vectors, and a
    compiler would have to ask for it."""
    inside = list(walk(loop.body))
    plain = all(isinstance(n, (Statement, Declare, If)) for n in inside)
    atomic = any(isinstance(n, Statement) and n.atomic for n in inside)
    if loop.parallel is not None or not plain or atomic:
        return False
    groups = [g for g in by_container(touches(loop.body)).values() if g[0].index]
    written = [g for g in groups if any(t.kind != AccessKind.READ for t in g)]
    several = len({(t.container, t.index) for g in groups for t in g}) > 1
    return bool(written) and several and all(map(_told_apart, written)) and is_parallel(loop)


def _told_apart(group: Sequence[Touch]) -> bool:
    """Whether any two of these accesses in one iteration are to the same element, plainly, or to
    different ones whatever the sizes: then it is known what has to stay in order."""
    indices = dict.fromkeys(t.index for t in group)
    return all(_differ(a, b) for a, b in itertools.combinations(indices, 2))


def _differ(a: Index, b: Index) -> bool:
    return any((x - y).is_Integer and x != y for x, y in zip(a, b, strict=True))
