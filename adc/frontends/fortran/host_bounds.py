"""Lower bounds of arrays that a routine sees of its host, and which ALLOCATE gives to an array."""

from __future__ import annotations

from collections.abc import Iterator

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.frontends.fortran.effects import names_changed
from adc.frontends.fortran.routine import Routine, names_in, unsupported, walk
from adc.frontends.fortran.symbols import Scope, Symbol


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


def module_low(r: Routine, symbol: Symbol, dimension: int, span: Span) -> int:
    """The lower bound of an allocatable array of a module, which the ALLOCATEs of all files give
    it; raises ADC0169 where they differ or it is no constant."""
    key = f"{symbol.owner}%{symbol.original}"
    if key not in r.shared.lows:
        r.shared.lows[key] = set(_module_lows(r, symbol))
    found = {lows[dimension] for lows in r.shared.lows[key]} or {1}
    low = found.pop()
    if found or low is None:
        raise unsupported(
            f"`{symbol.name}` of a module, whose lower bound no constant gives,", span,
            "allocate it with the same constant lower bounds everywhere",
        )  # fmt: skip
    return low


def _module_lows(r: Routine, symbol: Symbol) -> Iterator[tuple[int | None, ...]]:
    for unit in r.sources.allocating_array(symbol.original):
        scope = r.sources.scope(unit)
        for node in walk(unit.body):
            for name, bounds, span in node.items if isinstance(node, tree.Allocate) else ():
                if _is_same(scope, name, span, symbol):
                    yield tuple(
                        1 if b.lower is None else integer_constant(b.lower, scope) for b in bounds
                    )


def _is_same(scope: Scope, name: str, span: Span, symbol: Symbol) -> bool:
    try:
        found = scope.lookup(name, span)
    except AdcError:
        return False
    return (found.storage, found.owner, found.original) == (
        symbol.storage, symbol.owner, symbol.original
    )  # fmt: skip


def lows_of(r: Routine, symbol: Symbol, span: Span) -> list[int | None]:
    """The lower bounds of an array as numbers; None for one that is no constant. An allocatable
    array of the unit's own has those of its ALLOCATEs, one that is passed on those declared."""
    bounds = symbol.bounds or ()
    if symbol.storage == "module" and symbol.allocatable:
        return [module_low(r, symbol, d, span) for d in range(len(bounds))]
    given = allocations(symbol) if symbol.storage in ("local", "result") else []
    found: list[int | None] = []
    for dimension, bound in enumerate(bounds):
        lows = [b[dimension].lower for b in given] or [bound.lower]
        known = {1 if low is None else integer_constant(low, symbol.scope) for low in lows}
        found.append(known.pop() if len(known) == 1 else None)
    return found


def check_bounds_kept(r: Routine, name: str, actual: Symbol, dummy: Symbol, span: Span) -> None:
    """An allocatable dummy has the bounds of what is passed, an array that an assignment allocates
    those of the array that is assigned: both must be as they are declared here."""
    lows = lows_of(r, actual, span)
    word = "POINTER" if dummy.pointed else "ALLOCATABLE"
    if None in lows or lows != lows_of(r, dummy, span):
        raise unsupported(
            f"`{dummy.name}`, whose lower bounds are those of `{name}`,", span,
            f"give `{name}` the lower bounds 1, or declare `{dummy.name}` without {word}",
        )  # fmt: skip


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
