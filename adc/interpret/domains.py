"""The points of an index domain, as index arrays that broadcast."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from adc.ir.evaluation import compiled
from adc.ir.node import Dim
from adc.ir.shapes import names

Values = Mapping[str, Any]


@dataclass(slots=True)
class Points:
    """Points in lexicographic order.

    `values` maps every integer name in scope to a number, or to an array that broadcasts to
    `shape`; a rectangular domain is an open mesh, any other a flat list of points. Nothing changes
    it; it is not frozen because each statement that is run makes one, and that takes longer.
    """

    values: Values
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        return prod(self.shape)

    def where(self, mask: np.ndarray) -> Points:
        """The points where `mask` (of the points' shape) holds, as a flat list."""
        chosen = {
            name: np.broadcast_to(v, self.shape)[mask] if isinstance(v, np.ndarray) else v
            for name, v in self.values.items()
        }
        return Points(chosen, (int(np.count_nonzero(mask)),))


def spread(value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """`value` in the points' shape; NumPy is asked only where it has another one."""
    same = isinstance(value, np.ndarray) and value.shape == shape
    return value if same else np.broadcast_to(value, shape)


def points_of(domain: tuple[Dim, ...], outer: Values) -> Points:
    """All points of `domain`, `outer` being the values of sizes and enclosing loops' variables."""
    if not domain:
        return Points(outer, ())
    return _mesh(domain, outer) if _is_rectangular(domain) else _flat(domain, outer)


@lru_cache(maxsize=None)
def _is_rectangular(domain: tuple[Dim, ...]) -> bool:
    variables = {d.var for d in domain}
    return all(variables.isdisjoint(names(d.start) | names(d.stop)) for d in domain)


def _mesh(domain: tuple[Dim, ...], outer: Values) -> Points:
    values, shape = dict(outer), []
    for axis, dim in enumerate(domain):
        run = np.arange(compiled(dim.start)(outer), compiled(dim.stop)(outer))
        values[dim.var] = run.reshape((-1,) + (1,) * (len(domain) - axis - 1))
        shape.append(len(run))
    return Points(values, tuple(shape))


def _flat(domain: tuple[Dim, ...], outer: Values) -> Points:
    values, count = dict(outer), 1
    for dim in domain:
        start = np.broadcast_to(compiled(dim.start)(values), (count,))
        stop = np.broadcast_to(compiled(dim.stop)(values), (count,))
        lengths = np.maximum(stop - start, 0)
        parents = np.repeat(np.arange(count), lengths)
        first = np.repeat(np.cumsum(lengths) - lengths, lengths)
        values = {
            name: v[parents] if isinstance(v, np.ndarray) else v for name, v in values.items()
        }
        count = len(parents)
        values[dim.var] = start[parents] + np.arange(count) - first
    return Points(values, (count,))


def projection(domain: tuple[Dim, ...], used: frozenset[str]) -> tuple[Dim, ...]:
    """The part of `domain` that the variables in `used`, and their bounds, speak of."""
    kept: list[Dim] = []
    needed = set(used)
    for dim in reversed(domain):
        if dim.var in needed:
            kept.insert(0, dim)
            needed |= names(dim.start) | names(dim.stop)
    return tuple(kept)
