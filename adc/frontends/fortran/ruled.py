"""The routines that rules are for, as Fortran: subroutines that declare their dummies."""

from __future__ import annotations

from collections.abc import Iterable

import sympy

from adc.frontends.fortran import tree
from adc.frontends.fortran.units import parse
from adc.frontends.rules import Rule
from adc.ir.declarations import Container
from adc.ir.dtypes import DType
from adc.ir.enums import SYMBOLS, Role
from adc.ir.shapes import integer

_TYPES = {DType.FLOAT64: "real(8)", DType.INT64: "integer(8)", DType.INT32: "integer(4)"}


def ruled_units(rules: Iterable[Rule]) -> dict[str, tree.Unit]:
    """A subroutine for each rule, by its name: it takes what the routine takes, and assigns to what
    that writes."""
    return {rule.name: _unit(rule) for rule in rules}


def _unit(rule: Rule) -> tree.Unit:
    (unit,) = parse(rule.span.file, text_of(rule), False).units
    unit.__dict__["span"] = rule.span  # where messages say that it is defined
    return unit


def text_of(rule: Rule) -> str:
    """The subroutine, on the line of the rule."""
    primal = rule.primal
    names = [p.name for p in primal.parameters]
    integers = (p.name for p in primal.parameters if p.kind in SYMBOLS)
    declared = [f"integer(8), intent(in) :: {name}" for name in integers]
    declared += [f"{_TYPES[c.dtype]} :: {c.name}{_dimensions(c)}" for c in primal.containers]
    written = [c for c in primal.containers if c.role != Role.INPUT]
    set_ = [f"{c.name}{_first(c)} = 0" for c in written]
    lines = [f"subroutine {rule.name}({', '.join(names)})", "implicit none", *declared, *set_]
    return "\n" * (rule.span.line - 1) + "\n".join([*lines, "end subroutine"]) + "\n"


def _dimensions(container: Container) -> str:
    if not container.shape:
        return ""
    return f"({', '.join(f'1:{_expression(e)}' for e in reversed(container.shape))})"


def _first(container: Container) -> str:
    return f"({', '.join('1' for _ in container.shape)})" if container.shape else ""


def _expression(extent: sympy.Expr) -> str:
    return str(integer(extent)) if extent.is_Integer else str(extent)
