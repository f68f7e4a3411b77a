"""Lower bounds of arrays that a routine sees of its host, and which ALLOCATE gives to an array."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.effects import names_changed
from adc.frontends.fortran.routine import Routine, names_in, unsupported, walk
from adc.frontends.fortran.symbols import Symbol


def allocations(symbol: Symbol) -> list[tuple[tree.Bounds, ...]]:
    """The bounds that the ALLOCATEs of its unit give to an array."""
    return [
        bounds
        for node in walk(symbol.scope.body)
        if isinstance(node, tree.Allocate)
        for name, bounds, _ in node.items
        if name == symbol.original
    ]


def allocated_low(symbol: Symbol, dimension: int, span: Span) -> tree.Expr | None:
    """The lower bound that the host gives to an array, which must be a constant; None for 1."""
    lows = [bounds[dimension].lower for bounds in allocations(symbol)]
    known = {1 if low is None else integer_constant(low, symbol.scope) for low in lows}
    if len(known) > 1 or None in known:
        raise unsupported(
            f"`{symbol.name}` of the host, whose lower bound is no constant,", span,
            "make it an argument",
        )  # fmt: skip
    return lows[0] if lows else None


def check_settled(r: Routine, symbol: Symbol, low: tree.Expr) -> None:
    """An internal procedure finds the lower bounds of its host's arrays by evaluating them anew:
    what they are made of must be the same there, and keep its value."""
    inside = (symbol.scope.unit, *symbol.scope.unit.contains)
    for name in names_in(low):
        own, there = r.symbol(name, low.span), symbol.scope.lookup(name, low.span)
        same = own.scope is there.scope and own.storage == there.storage
        if not same or any(name in names_changed(r, u) for u in inside):
            raise unsupported(
                f"`{symbol.name}` of the host, whose lower bound is made of variables,", low.span,
                "give the array constant lower bounds, or make it an argument",
            )  # fmt: skip
