"""Assignments of Fortran -> the surface tree, and blocks that are left."""

from __future__ import annotations

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import is_own_logical
from adc.frontends.fortran.handed_out import handed_through
from adc.frontends.fortran.host_bounds import allocations, check_bounds_kept, lows_of
from adc.frontends.fortran.kinds import component_refused
from adc.frontends.fortran.routine import Routine, unsupported
from adc.frontends.fortran.shared_integers import carried
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.fortran.texts import left_out
from adc.frontends.fortran.to_expressions import element, expression, in_type
from adc.frontends.terms import intrinsic, number

Body = tuple[surface.Statement, ...]


def assignments(r: Routine, statement: tree.Assign) -> list[surface.Statement]:
    """An assignment; none of what is told the caller in a character."""
    name = left_out(r, statement)
    if not name:
        return [assignment(r, statement)]
    r.warn(
        "ADC0170", f"the assignment to the character `{name}` is left out of the generated code",
        statement.span, "characters may only select: pass what the caller needs in a number",
    )  # fmt: skip
    return []


def assignment(r: Routine, statement: tree.Assign) -> surface.Statement:
    target, span = statement.target, statement.span
    value = expression(r, statement.value)
    symbol = assigned_symbol(r, target)
    if isinstance(target, tree.Apply):
        return surface.Assign((element(r, target, symbol),), value, span)
    source, alike = statement.value, False
    if symbol.allocatable and isinstance(source, tree.Name) and r.meaning(source.name) is None:
        given = r.symbol(source.name, source.span)
        if given.bounds is not None and not is_allocated(symbol):
            check_bounds_kept(r, source.name, given, symbol, span)
        alike = given.allocatable and given.dtype == symbol.dtype
    if symbol.bounds is not None and symbol.name in handed_through(r, r.unit):
        return _kept_or_made(r, symbol, value, target.span, span, alike)
    return store(r, symbol, value, target.span, span, alike)


def _kept_or_made(
    r: Routine, symbol: Symbol, value: surface.Expr, target: Span, span: Span, alike: bool
) -> surface.Statement:
    """An assignment to a whole dummy that may be allocated: in its storage where it is."""
    made = store(r, symbol, value, target, span, alike)
    name = surface.Name(r.key(symbol), target)
    if is_allocated(symbol) or not isinstance(made.targets[0], surface.Name) or alike:
        return made
    anew = set(lows_of(r, symbol, span)) == {1}
    kept = value if anew else intrinsic("fits", (name, value), span)
    whole = surface.Subscript(name, (surface.Ellipsis(target),), target, exact=True, anew=anew)
    there = intrinsic("allocated", (name,), span)
    return surface.If(there, (surface.Assign((whole,), kept, span),), (made,), span)


def assigned_symbol(r: Routine, target: tree.Expr) -> Symbol:
    if isinstance(target, tree.Component):
        raise component_refused(target)
    if not isinstance(target, (tree.Name, tree.Apply)):
        raise unsupported("an assignment to this", target.span, "assign to a variable or element")
    name_span = target.name_span if isinstance(target, tree.Apply) else target.span
    symbol = r.symbol(target.name, name_span)
    variable = symbol.storage in ("dummy", "local", "result", "common", "module")
    if not variable or (isinstance(target, tree.Apply) and symbol.bounds is None):
        raise AdcError.of(
            "ADC0213", f"`{target.name}` cannot be assigned to", target.span,
            help="assign to a variable or to elements of an array",
        )  # fmt: skip
    return symbol


def store(
    r: Routine, symbol: Symbol, value: surface.Expr, target: Span, span: Span, alike: bool = False
) -> surface.Assign:
    """`symbol = value`: names stand for integers, characters and own logicals; all else is
    stored. `alike`: the value is an allocatable array of the type, which may be a component that is
    not allocated, and neither is the other then."""
    name = surface.Name(r.key(symbol), target)
    if symbol.base == "integer" and symbol.bounds is None:
        if symbol.storage in ("common", "module") and name.name not in carried(r, r.unit).known:
            raise unsupported(
                f"a change of the integer `{symbol.name}`, which other routines see,", span,
                "use a local variable",
            )  # fmt: skip
        return surface.Assign((name,), intrinsic("int", (value,), span), span)
    own = symbol.storage in ("local", "result") and not r.hosted(symbol)
    if symbol.base == "character" and not own:
        raise unsupported(
            f"a change of the character `{symbol.name}`, which other routines see,", span,
            "use a local variable",
        )  # fmt: skip
    shaped = symbol.allocatable and own and not is_allocated(symbol)
    if symbol.base == "character" and symbol.bounds is None:
        return surface.Assign((name,), of_length(symbol, value, span), span)
    if shaped and symbol.base != "character" and not (alike and symbol.bounds is not None):
        value = in_type(value, symbol, span)
    if shaped and symbol.bounds is not None:
        return surface.Assign((name,), intrinsic("copy", (value,), span), span)
    if symbol.base == "character" or shaped or is_own_logical(r, symbol):
        return surface.Assign((name,), value, span)
    if r.hosted(symbol) and symbol.allocatable and not is_allocated(symbol):
        raise unsupported(
            f"an assignment that allocates `{symbol.name}` of the host", span,
            "allocate it in the host",
        )  # fmt: skip
    anew = False
    if symbol.allocatable and symbol.bounds is not None:
        anew = own and set(lows_of(r, symbol, span)) == {1}
        value = value if anew else intrinsic("fits", (name, value), span)
    whole = surface.Subscript(name, (surface.Ellipsis(target),), target, exact=True, anew=anew)
    return surface.Assign((whole,), value, span)


def of_length(symbol: Symbol, value: surface.Expr, span: Span) -> surface.Expr:
    """A text as the character `symbol` holds it."""
    if symbol.length is None:
        return value
    return intrinsic("text", (value, number(symbol.length, span)), span)


def is_allocated(symbol: Symbol) -> bool:
    """Whether an ALLOCATE gives the array its shape (else an assignment does)."""
    return bool(allocations(symbol))


def left_by(block: int, inner: Body, span: Span) -> Body:
    """`inner`, in a block of that number where something leaves it."""
    return (surface.Block(block, inner, span),) if block else inner
