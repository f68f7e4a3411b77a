"""Other sizes for the self-check, where nothing is proved at those that it begins with.

Those are distinct, tall and small. Many a routine wants some of them to be equal (the lengths of
arguments that are combined element by element), a matrix to be wide, or a work array to have room
for more than the check can see: it returns an error then, or nothing at all.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping

from adc.emit.checkselections import numbers_of, selecting
from adc.emit.checksizes import fits
from adc.ir.enums import ParameterKind
from adc.ir.program import Program
from adc.ir.shapes import names
from adc.ir.walking import walk_nodes

#: What a work array gets that nothing else tells the length of, and each axis of a matrix.
_ROOM, _WIDE = 500, 25


def other_sizes(
    primal: Program, given: Mapping[str, int], values: Mapping[str, int]
) -> Iterator[dict[str, int]]:
    """Sizes and integer arguments to try after `values`, those of `given` as they are."""
    free = [p for p in primal.parameters if p.name in values and p.name not in given]
    sizes = [p.name for p in free if p.kind == ParameterKind.SIZE]
    integers = [p.name for p in free if p.kind == ParameterKind.INTEGER]
    counts = [n for n in integers if not selecting(primal, n)]
    rooms = dict.fromkeys(_lengths(primal) & {*sizes, *counts}, _ROOM)
    most = max((values[n] for n in sizes), default=0)
    equal = dict.fromkeys(sizes, most)
    tried = [dict(values)]
    counted = dict.fromkeys(counts, most) | equal
    usual = Counter(values[n] for n in sizes).most_common(1)
    alike = dict.fromkeys(sizes, usual[0][0]) if usual else {}
    single = ({name: number} for number in (0, 1) for name in counts)
    chosen = ({n: number} for n in integers if n not in counts for number in numbers_of(primal, n))
    wide = {n: number for n, number in _alone(primal).items() if n in sizes}
    several = (equal, counted, alike, rooms, equal | rooms, counted | rooms, wide)
    for change in itertools.chain(several, chosen, single):
        found = {**values, **change}
        if found not in tried and fits(primal, found):
            tried.append(found)
            yield found


def with_integers(
    primal: Program, number: int, given: Mapping[str, int], values: Mapping[str, int]
) -> dict[str, int]:
    """`values` with `number` for each integer argument, as far as sizes still fit together; those
    of `given` as they are."""
    found = dict(values)
    for p in primal.parameters:
        if p.kind == ParameterKind.INTEGER and p.name in values and p.name not in given:
            changed = {**found, p.name: number}
            found = changed if fits(primal, changed) else found
    return found


def _alone(primal: Program) -> dict[str, int]:
    """Room for arrays, by the sizes that are one axis of one of them and tell nothing else: what
    is not used of it may be set or copied as a whole."""
    axes = [(c, e) for c in primal.containers for e in c.shape]
    shared = {n for _, e in axes if not e.is_Symbol for n in names(e)}
    extents = [e.name for _, e in axes if e.is_Symbol]
    return {
        e.name: _ROOM if len(c.shape) == 1 else _WIDE
        for c, e in axes
        if e.is_Symbol and e.name not in shared and extents.count(e.name) == 1
    }


def _lengths(primal: Program) -> set[str]:
    """Sizes and integer arguments that no statement runs over, and that at most one array has for
    its whole length: lengths of work arrays."""
    axes = [e for c in primal.containers for e in c.shape]
    shared = {n for e in axes if not e.is_Symbol for n in names(e)}
    extents = [e.name for e in axes if e.is_Symbol]
    looped = {
        n for node in walk_nodes(primal.body) for value, _, _ in node.integers for n in names(value)
    }
    return {n for n in primal.symbols if extents.count(n) <= 1} - shared - looped
