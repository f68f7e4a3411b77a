"""How long the loops are that the threads of one block share.

A block reads a few numbers in a billionth of a second, a whole device hundreds; a launch takes some
millionths of a second. So one block should run in order what has short rows between its barriers,
and not the time loop of a long array.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy

from adc.ir.declarations import Container
from adc.ir.shapes import evaluate, names
from adc.schedule.accesses import touches
from adc.schedule.arena import REFERENCE_SIZE
from adc.schedule.tree import For, Parallelism, Tree, parts
from adc.schedule.work import ends, most, open_ended, trips

#: A block takes about as long for so many iterations as another launch would.
SHORT = 2048


def short(
    tree: Tree,
    around: Sequence[For],
    containers: Mapping[str, Container],
    sizes: Mapping[str, int],
) -> bool:
    """Whether all loops in `tree` that a block's threads share are short, at `sizes`.

    Of a size that is not given, a row of a matrix is taken to be short, and a vector is not.
    """
    for node in tree:
        inner = (*around, node) if isinstance(node, For) else around
        if (
            isinstance(node, For)
            and _is_shared(node)
            and not _is_short(node, around, containers, sizes)
        ):
            return False
        if not all(short(part, inner, containers, sizes) for part in parts(node)):
            return False
    return True


def _is_shared(loop: For) -> bool:
    return loop.parallel is not None and loop.parallel.kind is Parallelism.BLOCK


def _is_short(
    loop: For,
    around: Sequence[For],
    containers: Mapping[str, Container],
    sizes: Mapping[str, int],
) -> bool:
    count = _most_iterations(loop, around)
    unknown = names(count) - set(sizes)
    if unknown and any(len(containers[n].shape) == 1 for n in _arrays(loop, containers)):
        return False
    return evaluate(count, {**dict.fromkeys(unknown, REFERENCE_SIZE), **sizes}) <= SHORT


def _arrays(loop: For, containers: Mapping[str, Container]) -> set[str]:
    """The arrays that different iterations of `loop` touch in different elements."""
    return {
        t.container
        for t in touches(loop.body)
        if t.container in containers and any(loop.var in names(e) for e in t.index)
    }


def _most_iterations(loop: For, around: Sequence[For]) -> sympy.Expr:
    """An upper bound in sizes alone, whatever the loops `around` are at."""
    count = trips(loop)
    for outer in reversed(around):
        if outer.var in names(count) and not open_ended(outer):
            count = most(count, outer.var, *ends(outer))
    return count
