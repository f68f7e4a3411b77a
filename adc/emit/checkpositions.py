"""What a check draws for inputs that subscripts are read from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sympy

from adc.emit.clike.integers import IntegerText
from adc.emit.wrapping import wrap
from adc.ir.declarations import Container, narrowest

_RANGES = "    position_ranges(p->n, p->set, p->low, p->high);\n"


@dataclass(frozen=True)
class Positions:
    """What of `inputs`, in their order, subscripts are read from."""

    inputs: Sequence[Container]

    @property
    def tables(self) -> list[tuple[int, tuple[sympy.Expr, sympy.Expr]]]:
        """The numbers of these inputs, and the range that each has to be in."""
        found = ((k, narrowest(c.within)) for k, c in enumerate(self.inputs))
        return [(k, within) for k, within in found if within is not None]

    @property
    def distinct(self) -> list[int]:
        """Those of them no two elements of which are equal."""
        return [k for k, _ in self.tables if self.inputs[k].unique]

    @property
    def call(self) -> str:
        """The call of the function that `functions` give."""
        return _RANGES if self.tables else ""

    @property
    def unless(self) -> str:
        """What keeps a loop over inputs `k` from these, in C."""
        return "".join(f"k != {k} && " for k, _ in self.tables)

    def functions(self, text: IntegerText) -> list[str]:
        """The function that says what may be drawn for them, where there are any."""
        lines = [
            f"    if (!set[{k}]) {{\n"
            f"        low[{k}] = (double)({text(low)});\n"
            f"        high[{k}] = (double)({text(stop - 1)});\n"
            "    }"
            for k, (low, stop) in self.tables
        ]
        head = (
            "static void position_ranges(const int64_t *n, const bool *set, double *low,"
            " double *high)"
        )
        return ["\n".join([*wrap(head, 0), "{", *lines, "}"])] if lines else []
