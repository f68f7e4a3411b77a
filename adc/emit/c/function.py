"""One scheduled program as C functions, in which arrays are views: pointers to their rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import sympy

from adc.emit.c.statements import CTreeText
from adc.emit.clike.function import FunctionText
from adc.emit.clike.statements import TreeText
from adc.emit.clike.values import C_TYPES
from adc.emit.interface.abi import Argument
from adc.ir.declarations import Container
from adc.schedule.arena import non_negative


@dataclass
class CFunctionText(FunctionText):
    """Renders one function in C."""

    speller: ClassVar[type[TreeText]] = CTreeText

    def view(self, container: Container, argument: Argument | None) -> str:
        """The body's parameter: a scalar, a vector, or a pointer to rows of known length."""
        rows = self.rows(container)
        if not rows:
            return super().view(container, argument)
        const = "const " if argument and not argument.written else ""
        name = f"{self.restrict(container)}{self.names[container.name]}"
        return f"{const}{C_TYPES[container.dtype]} (*{name}){rows}"

    def pointer(self, container: Container) -> str:
        return f"{C_TYPES[container.dtype]} (*){self.rows(container)}"

    def cast(self, argument: Argument) -> str:
        rows = self.rows(self.container(argument))
        const = "" if argument.written else "const "
        return f"({const}{C_TYPES[argument.dtype]} (*){rows})" if rows else ""

    def rows(self, container: Container) -> str:
        """The lengths of the axes after the first."""
        return "".join(f"[{self.row(extent)}]" for extent in container.shape[1:])

    def row(self, extent: sympy.Expr) -> str:
        if isinstance(extent, sympy.Max) and 0 in extent.args:
            extent = sympy.Max(*(a for a in extent.args if a != 0))
        text = self.integers(extent)
        return text if non_negative(extent - 1, self.sizes) else f"adc_row({text})"
