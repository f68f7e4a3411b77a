"""Dummies that their routine allocates: `real, allocatable, intent(out) :: y(:)`. Within it such a
dummy is an array of its own, which a call hands back as it does a function's value; what is
differentiated itself fills the caller's array, which has that shape already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import paired
from adc.frontends.fortran.host_bounds import check_bounds_kept
from adc.frontends.fortran.routine import Routine, unsupported, walk
from adc.frontends.fortran.symbols import Scope, Symbol

_NUMBERS = ("real", "complex", "integer", "logical")


def handed_out(r: Routine, unit: tree.Unit) -> frozenset[str]:
    """The names of the dummies that `unit` allocates, or hands on to what allocates them."""
    known = r.shared.handed_out
    if id(unit) not in known:
        known[id(unit)] = frozenset()  # for what calls itself, which is refused elsewhere
        scope = r.sources.scope(unit)
        own = {d.name for d in unit.arguments} if not unit.contains else set()
        may = {s.name for s in scope.arguments if s.name in own and _may_be(s)}
        found = may & {*_allocated(r, scope)} if may else frozenset[str]()
        known[id(unit)] = frozenset(found)
    return known[id(unit)]


def _may_be(dummy: Symbol) -> bool:
    plain = dummy.bounds is not None and dummy.base in _NUMBERS and not dummy.optional
    return plain and dummy.allocatable and dummy.intent == "out"


def _allocated(r: Routine, scope: Scope) -> Iterator[str]:
    """The names of what ALLOCATE, MOVE_ALLOC or a call gives a shape."""
    for node in walk(scope.body):
        if isinstance(node, tree.Allocate):
            yield from (name for name, _, _ in node.items)
        elif isinstance(node, tree.Call) and node.name == "move_alloc":
            yield from (a.name for a in node.arguments if isinstance(a, tree.Name))
        elif isinstance(node, tree.Call):
            unit = _unit(scope, node)
            if unit is None or not (inner := handed_out(r, unit)):
                continue
            for dummy, actual in paired(r, unit, node.arguments, node.span):
                if dummy.name in inner and isinstance(actual, tree.Name):
                    yield actual.name


def _unit(scope: Scope, call: tree.Call) -> tree.Unit | None:
    try:
        return scope.lookup(call.name, call.span).unit
    except AdcError:
        return None


def taken_back(
    r: Routine, unit: tree.Unit, node: tree.Call | tree.Apply, actuals: dict[str, tree.Argument]
) -> Iterator[surface.Expr]:
    """The caller's arrays that take what a call hands out, in the order of the dummies."""
    for dummy in r.sources.scope(unit).arguments:
        if dummy.name not in handed_out(r, unit):
            continue
        actual = actuals[dummy.name]
        symbol = r.symbol(actual.name, actual.span) if isinstance(actual, tree.Name) else None
        own = symbol is not None and symbol.storage in ("local", "result") and symbol.allocatable
        if symbol is None or not own or r.hosted(symbol):
            raise unsupported(
                f"`{dummy.name}`, which `{unit.name}` allocates, of other than an array of the"
                " routine's own", node.span, "pass a local array, and assign it to the other",
            )  # fmt: skip
        there = replace(dummy, storage="local")  # its lower bounds are those of its ALLOCATEs
        check_bounds_kept(r, symbol.name, symbol, there, node.span)
        yield surface.Name(symbol.name, actual.span)


def _given(name: str, span: Span) -> surface.Name:
    return surface.Name(f"{name}%given", span)


def callers_own(r: Routine) -> list[surface.Statement]:
    """What the caller's arrays are called where the dummies are arrays of the routine's own."""
    dummies = [d for d in r.scope.arguments if d.name in handed_out(r, r.unit)]
    return [
        surface.Associate(
            _given(d.name, d.span).name, d.element, surface.Name(d.name, d.span), None, d.span
        )
        for d in dummies
    ]


def callers_filled(r: Routine) -> list[surface.Statement]:
    """What is in the routine's own arrays, in those of the caller."""
    made: list[surface.Statement] = []
    for dummy in r.scope.arguments:
        if dummy.name in handed_out(r, r.unit):
            name, span = _given(dummy.name, dummy.span), dummy.span
            whole = surface.Subscript(name, (surface.Ellipsis(span),), span, exact=True)
            made.append(surface.Assign((whole,), surface.Name(dummy.name, span), span))
    return made
