"""Arrays of modules that a routine allocates or that MOVE_ALLOC gives an array of its own: they are
the caller's, who has to pass them with these extents. Else the call ends there, as at a STOP."""

from __future__ import annotations

from collections.abc import Sequence

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.allocated import asks_for, of_module
from adc.frontends.fortran.allocated_lows import extent
from adc.frontends.fortran.routine import WHOLE, Routine, walk
from adc.frontends.fortran.stops import STOPPED
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.fortran.to_expressions import expression
from adc.frontends.terms import intrinsic, number


def ended(r: Routine, span: Span) -> list[surface.Statement]:
    """The end of the program: the call returns an error code."""
    r.shared.stopped = r.shared.stopped or span
    r.shared.stopping.add(id(r.unit))
    flag = surface.Subscript(
        surface.Name(STOPPED, span), (surface.Ellipsis(span),), span, exact=True
    )
    raised = surface.Assign((flag,), surface.Boolean(True, span), span)
    return [raised, surface.Leave(WHOLE, span)]


def may_end(r: Routine, body: tree.Body) -> bool:
    """Whether something in `body` gives an array of a module an array anew."""
    for node in walk(body):
        match node:
            case tree.Allocate():
                names = [(name, span) for name, _, span in node.items]
            case tree.Call("move_alloc"):
                names = [(n.name, n.span) for n in walk(node.arguments) if isinstance(n, tree.Name)]
            case _:
                continue
        if any(r.symbol(*named).storage == "module" for named in names):
            return True
    return False


def allocated_anew(
    r: Routine, symbol: Symbol, bounds: tuple[tree.Bounds, ...], span: Span
) -> list[surface.Statement]:
    """ALLOCATE of an array of a module."""
    extents = []
    for bound in bounds:
        if bound.upper is None or asks_for(r, symbol.name):
            return of_module(r, symbol, span)
        low = number(1, bound.span) if bound.lower is None else expression(r, bound.lower)
        extents.append(extent(low, expression(r, bound.upper), bound.span))
    of_module(r, symbol, span)
    if not _is_always_run(r, span):
        return _held(r, symbol, extents, span)
    anew = surface.Name(r.fresh(f"{symbol.name}_anew"), span)
    shape = tuple(reversed(extents))
    declared = surface.Declare(anew.name, symbol.element, shape, span)
    return [declared, _refilled(r, symbol, anew, span)]


def moved_anew(
    r: Routine, target: Symbol, source: surface.Name, span: Span
) -> list[surface.Statement]:
    """MOVE_ALLOC of the routine's own array `source` to the array `target` of a module."""
    axes = range(1, len(target.bounds or ()) + 1)
    extents = [intrinsic("size", (source, number(axis, span)), span) for axis in axes]
    if _is_always_run(r, span):
        return [_refilled(r, target, source, span)]
    name, zero, one = surface.Name(r.key(target), span), number(0, span), number(1, span)
    own = (intrinsic("size", (name, number(axis, span)), span) for axis in reversed(axes))
    items = tuple(surface.Slice(zero, size, one, span) for size in own)
    whole = surface.Subscript(name, (surface.Ellipsis(span),), span, exact=True)
    part = surface.Subscript(source, items, span, exact=True)
    return [*_held(r, target, extents, span), surface.Assign((whole,), part, span)]


def _is_always_run(r: Routine, span: Span) -> bool:
    """Whether what stands at `span` is in no construct of its routine: its extents are then assumed
    to be the array's, which is checked where it runs."""
    return any(isinstance(s, _GIVING) and _holds(s.span, span) for s in r.scope.body)


#: The statements that give arrays.
_GIVING = (tree.Allocate, tree.Call)


def _holds(outer: Span, inner: Span) -> bool:
    return (outer.file, outer.line) == (inner.file, inner.line)


def _refilled(r: Routine, symbol: Symbol, value: surface.Expr, span: Span) -> surface.Statement:
    """`value` in the array, which has its extents."""
    name = surface.Name(r.key(symbol), span)
    whole = surface.Subscript(name, (surface.Ellipsis(span),), span, exact=True)
    return surface.Assign((whole,), intrinsic("fits", (name, value), span), span)


def _held(
    r: Routine, symbol: Symbol, extents: Sequence[surface.Expr], span: Span
) -> list[surface.Statement]:
    """The end of the program where the array has other extents than these."""
    name = surface.Name(r.key(symbol), span)
    own = [intrinsic("size", (name, number(k, span)), span) for k in range(1, len(extents) + 1)]
    tests: tuple[surface.Expr, ...] = tuple(
        surface.Compare(("!=",), pair, span) for pair in zip(extents, own, strict=True)
    )
    if not tests:
        return []
    r.warn(
        "ADC0171", f"giving `{symbol.name}` of a module other extents becomes an error code of the"
        " generated function", span, "pass the array with the extents that it gets",
    )  # fmt: skip
    test = tests[0] if len(tests) == 1 else surface.Logical("or", tests, span)
    return [surface.If(test, tuple(ended(r, span)), (), span)]
