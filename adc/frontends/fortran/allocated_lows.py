"""Lower bounds that ALLOCATE gives to a routine's own arrays: what they were there, on whatever way
the routine has come behind it."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.effects import names_changed
from adc.frontends.fortran.elaboration.ahead import said
from adc.frontends.fortran.host_bounds import allocations
from adc.frontends.fortran.routine import Routine, names_in
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.fortran.to_expressions import expression
from adc.frontends.terms import intrinsic, minus, number, plus


def allocated_low(
    r: Routine, symbol: Symbol, dimension: int, low: tree.Expr | None, span: Span
) -> tuple[surface.Expr, list[surface.Statement]]:
    """The lower bound that an ALLOCATE gives, for what is behind it, and what keeps it there: a
    variable, where others give other ones, or what it is made of may change."""
    known = 1 if low is None else integer_constant(low, r.scope)
    differ = len({_told(r, bounds[dimension].lower) for bounds in allocations(symbol)}) > 1
    value = number(known, span) if known is not None else expression(r, low)  # type: ignore[arg-type]
    if not differ and (known is not None or not names_in(low) & names_changed(r, r.unit)):
        return value, []
    held = r.lowers.get((symbol.name, dimension))
    if not isinstance(held, surface.Name) or not held.name.startswith(f"{symbol.name}_low%"):
        held = surface.Name(r.fresh(f"{symbol.name}_low"), span)
    kept = surface.Assign((held,), intrinsic("int", (value,), span), span)
    return held, [kept]


def extent(low: surface.Expr, upper: surface.Expr, span: Span) -> surface.Expr:
    """The number of elements from `low` to `upper`."""
    if isinstance(low, surface.Number) and low.text == "1":
        return upper
    return plus(minus(upper, low, span), 1, span)


def _told(r: Routine, low: tree.Expr | None) -> object:
    """What tells lower bounds apart."""
    known = 1 if low is None else integer_constant(low, r.scope)
    return said(low) if known is None else known
