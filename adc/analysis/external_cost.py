"""What a run of a library's routine is taken to cost: nothing is known of it but its arguments."""

from __future__ import annotations

import math
from collections.abc import Mapping

from adc.analysis.levels import Level, StatementCost, Traffic
from adc.ir.call import GIVEN
from adc.ir.declarations import Container
from adc.ir.enums import READ_ONLY
from adc.ir.program import Program
from adc.ir.shapes import evaluate

#: Calls of the mathematical library for each element that it is passed: so much that a planner
#: runs a routine again only where keeping what it gives is far dearer.
_CALLS = 8


def external_cost(routine: Program, sizes: Mapping[str, int]) -> Level:
    """One run of `routine`, which has no body, at `sizes`: it touches every argument once."""
    points, traffic = 0, []
    for container in (c for c in routine.containers if c.shape):
        elements = _elements(container, sizes)
        size = elements * container.dtype.itemsize
        points += elements
        read = size if container.role in GIVEN else 0
        written = 0 if container.role in READ_ONLY else size
        traffic.append(Traffic(container.name, read, written, size))
    cost = StatementCost("", points, 1, 0, _CALLS * points, tuple(traffic), True, True, False)
    held = {t.container: t.lines for t in traffic}
    return Level(1, 1, (cost,), held, held)


def _elements(container: Container, sizes: Mapping[str, int]) -> int:
    return math.prod(max(0, evaluate(extent, dict(sizes))) for extent in container.shape)
