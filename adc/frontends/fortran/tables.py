"""Integer arrays whose values are known while compiling, and lists of positions as subscripts."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant_shape, element, integer_constant
from adc.frontends.fortran.initial import MOST_ELEMENTS, subscripts_of
from adc.frontends.fortran.routine import Routine
from adc.frontends.fortran.symbols import Scope, Symbol
from adc.frontends.terms import number

Table = dict[tuple[int, ...], int]


def table(r: Routine, symbol: Symbol) -> Table | None:
    """The values of a constant, or of a variable that DATA or `=` sets and nothing changes.

    None for any other; elements that are given no value are left out.
    """
    fixed = symbol.storage == "constant" or (symbol.storage == "local" and symbol.saved)
    if not fixed or symbol.base != "integer" or symbol.bounds is None or r.hosted(symbol):
        return None
    shape = constant_shape(symbol) if _is_settled(symbol) else (0,)
    if prod(shape) > MOST_ELEMENTS:
        return None
    places = list(subscripts_of(symbol, shape)) if _is_settled(symbol) else []
    found: Table = {}
    if symbol.init is not None:
        values = _listed(symbol.init, symbol)
        if values is None or len(values) not in (1, len(places)):
            return None
        found |= dict(zip(places, values * (len(places) // len(values)), strict=True))
    for target, value in symbol.data:
        known = integer_constant(value, symbol.scope)
        at = _subscripts(target, symbol.scope) if isinstance(target, tree.Apply) else ()
        if known is None or at is None:
            return None
        found |= dict.fromkeys([at] if at else places, known)
    return found or None


def _is_settled(symbol: Symbol) -> bool:
    bounds = [e for b in symbol.bounds or () for e in (b.lower, b.upper) if e is not None]
    upper = all(b.upper is not None and not b.star for b in symbol.bounds or ())
    return upper and all(integer_constant(e, symbol.scope) is not None for e in bounds)


def _listed(init: tree.Expr, symbol: Symbol) -> tuple[int, ...] | None:
    """The items of a constructor of constants; a lone constant is one item."""
    items = init.items if isinstance(init, tree.Constructor) else (init,)
    values = [integer_constant(item, symbol.scope) for item in items]
    known = tuple(v for v in values if v is not None)
    return known if len(known) == len(values) and known else None


def _subscripts(element: tree.Apply, scope: Scope) -> tuple[int, ...] | None:
    """The constant subscripts of an element; None for any others, and for sections."""
    found = []
    for argument in element.arguments:
        if isinstance(argument, (tree.Section, tree.Keyword)):
            return None
        known = integer_constant(argument, scope)
        if known is None:
            return None
        found.append(known)
    return tuple(found)


def known_element(r: Routine, expr: tree.Apply, symbol: Symbol) -> int | None:
    """The value of an element of a table, where the subscripts are constants."""
    at = _subscripts(expr, r.scope) if symbol.base == "integer" else None
    values = None if at is None else table(r, symbol)
    if values is None and at is not None and symbol.storage == "constant":
        known = element(symbol, expr, r.scope)
        return known if isinstance(known, int) and not isinstance(known, bool) else None
    return None if at is None or values is None else values.get(at)


def has_constant_bounds(r: Routine, item: tree.ImpliedDo) -> bool:
    bounds = (item.start, item.stop, *((item.step,) if item.step else ()))
    return all(integer_constant(b, r.scope) is not None for b in bounds)


def positions_listed(
    r: Routine, argument: tree.Expr, unrolled: Callable[[Routine, tree.Expr], list[surface.Expr]]
) -> tuple[surface.Expr, ...] | None:
    """The positions that a vector subscript lists; None where it is something else.

    `unrolled` gives the items of a constructor's item, an implied DO among them.
    """
    if isinstance(argument, tree.Unary) and argument.op == "()":
        return positions_listed(r, argument.operand, unrolled)
    if isinstance(argument, tree.Constructor):
        loops = [i for i in argument.items if isinstance(i, tree.ImpliedDo)]
        if not all(has_constant_bounds(r, i) for i in loops):
            return None
        return tuple(x for item in argument.items for x in unrolled(r, item))
    if not isinstance(argument, tree.Name) or r.meaning(argument.name) is not None:
        return None
    symbol = r.symbol(argument.name, argument.span)
    values = table(r, symbol)
    if values is None or len(symbol.bounds or ()) != 1:
        return None
    places = list(subscripts_of(symbol, constant_shape(symbol)))
    if not all(place in values for place in places):
        return None
    return tuple(number(values[place], argument.span) for place in places)
