"""Integers that are read from arrays, on either side of the bus."""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from adc.emit.clike.integers import IntegerText
from adc.emit.clike.values import C_TYPES
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.expressions import Index
from adc.ir.shapes import Shape, entry


def linear(shape: Shape, index: Index) -> sympy.Expr:
    """The place of the first of the elements at `index` in a row-major array."""
    place = sympy.Integer(0)
    for axis, extent in enumerate(shape):
        place = place * extent + (index[axis] if axis < len(index) else 0)
    return sympy.expand(place)


class DeviceIntegers(IntegerText):
    """Integers in a kernel: arrays are pointers to their first element."""

    def __init__(
        self, names: Mapping[str, str], sizes: frozenset[str], containers: Mapping[str, Container]
    ) -> None:
        super().__init__(names, sizes, local=True)
        self.containers = containers

    def place(self, of: entry) -> sympy.Expr:
        return linear(self.containers[of.container].shape, of.index)

    def element(self, of: entry) -> str:
        return f"{self.names[of.container]}[{self(self.place(of))}]"

    def _at(self, expr: sympy.Expr, level: int) -> str:
        """Elements of narrow arrays are computed with in 64 bits."""
        text = super()._at(expr, level)
        narrow = isinstance(expr, entry) and (
            self.containers[expr.container].dtype is not DType.INT64
        )
        return f"(int64_t){text}" if narrow else text


class HostIntegers(DeviceIntegers):
    """Integers of the host: elements of arrays are fetched from the device, over `stream`."""

    def __init__(
        self,
        names: Mapping[str, str],
        sizes: frozenset[str],
        containers: Mapping[str, Container],
        stream: str,
    ) -> None:
        super().__init__(names, sizes, containers)
        self.stream = stream
        self.fetched: Mapping[entry, str] = {}

    def know(self, fetched: Mapping[entry, str]) -> None:
        """From here on these elements have been fetched, and have these names."""
        self.fetched = fetched
        self._known.clear()

    def element(self, of: entry) -> str:
        return self.fetched.get(of) or self.fetch(of)

    def fetch(self, of: entry) -> str:
        ctype, place = C_TYPES[self.containers[of.container].dtype], self.place(of)
        start = self.names[of.container] + ("" if place == 0 else f" + {self.term(place)}")
        return f"adc_fetched<{ctype}>({start}, {self.stream})"
