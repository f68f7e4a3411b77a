"""Which arrays are allocated: `allocated(w)` of a routine's own arrays, which are None where they
are not. What takes an array of another routine from it can only be seen in the whole program."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.handed_out import (
    allocated_names,
    assigned_whole,
    component_of,
    given_away,
    handed_out,
    handed_through,
)
from adc.frontends.fortran.parts import Parts
from adc.frontends.fortran.routine import Routine, Shared, names_in, unsupported, walk
from adc.frontends.fortran.symbols import Symbol
from adc.frontends.terms import intrinsic


def asked_for(r: Routine) -> set[str]:
    """The routine's own allocatable arrays of which it asks whether they are allocated, or which it
    hands to procedures and never allocates, as the components of objects that it hands on are, or
    to one that asks; and those that its caller gets with or without an array."""
    calls = [n for n in walk(r.scope.body) if isinstance(n, tree.Call)]
    freed = {n for s in walk(r.scope.body) if isinstance(s, tree.Deallocate) for n in s.names}
    through = {name for call in calls for name in _given_through(r, call)}
    out = handed_out(r, r.unit)
    never = out - {*allocated_names(r, r.scope)} - assigned_whole(r.scope.body) if out else out
    own = handed_through(r, r.unit) | (out & freed) | never
    asked = (
        _handed_alone(r)
        | through
        | own
        | {
            argument.name
            for node in walk(r.scope.body)
            if isinstance(node, tree.Apply) and node.name == "allocated"
            for argument in node.arguments
            if isinstance(argument, tree.Name)
        }
    )
    symbols = [r.symbol(name, r.unit.span) for name in sorted(asked)]
    return {s.name for s in symbols if s.storage == "local" and s.allocatable and not r.hosted(s)}


def _given_through(r: Routine, call: tree.Call) -> set[str]:
    """The names of the arrays that a call is given, be they allocated or not."""
    given = given_away(r, r.scope, call)
    unit = r.scope.lookup(call.name, call.span).unit if given else None
    through = handed_through(r, unit) if unit is not None else frozenset[str]()
    return {name for name, dummy in given.items() if dummy in through}


def _handed_alone(r: Routine) -> set[str]:
    found: set[str] = set()
    other: set[str] = set()
    for node in walk(r.scope.body):
        match node:
            case tree.Call("move_alloc"):
                other |= names_in(node.arguments)
            case tree.Call() | tree.Apply():
                given = (a.value if isinstance(a, tree.Keyword) else a for a in node.arguments)
                found |= {a.name for a in given if isinstance(a, tree.Name)}
            case tree.Allocate():
                other |= {name for name, _, _ in node.items}
            case tree.Assign(tree.Name(name) | tree.Apply(name), value):
                other.add(name)  # and a component may be copied that is not allocated
                found |= {value.name} if isinstance(value, tree.Name) else set()
    declared = {*r.scope.symbols, *r.scope.declared()}
    return {name for name in found & declared if name not in other or _is_part(r, name)}


def _is_part(r: Routine, name: str) -> bool:
    """Whether it is a component, which an object may be handed on with before it is allocated."""
    return bool(Parts(r.sources.elaboration).origin(r.symbol(name, r.unit.span)))


def without_array(r: Routine, name: str, span: Span) -> surface.Assign:
    """The array of `asked_for` is not allocated from here on."""
    symbol = r.symbol(name, span)
    nothing = surface.NoneValue(span)
    return surface.Assign((surface.Name(symbol.name, span),), nothing, span)


def of_module(r: Routine, symbol: Symbol, span: Span) -> list[surface.Statement]:
    """ALLOCATE of an array of a module, which the caller has allocated: what it holds is no matter.
    Where the unit asks whether it is allocated, or does not say its extents, this is refused where
    the program may come to it, as it does not behind `if (.not. allocated(w))`."""
    name, nodes = symbol.name, list(walk(r.scope.body))
    said = intrinsic("allocate_of_module", (surface.String(name, span),), span)
    refused: list[surface.Statement] = [surface.Evaluate(said, span)]
    if asks_for(r, name):
        return refused
    first = next(k for k, n in enumerate(nodes) if name in _names(n, tree.Allocate))
    if any(name in _names(n, tree.Deallocate) for n in nodes[first:]):
        r.shared.dropped.add(r.shared.name_of(symbol))
    r.shared.made.setdefault(r.shared.name_of(symbol), (span, _begins_with(nodes, name)))
    return refused


def _begins_with(nodes: list[Any], name: str) -> bool:
    """Whether the first thing that is done with an array is to allocate it."""
    for node in nodes:
        if name in _names(node, tree.Allocate):
            return True
        freed = name in _names(node, tree.Deallocate)
        if freed or (isinstance(node, (tree.Name, tree.Apply)) and node.name == name):
            return False
    return False


def asks_for(r: Routine, name: str) -> bool:
    """Whether the unit asks whether the array is allocated, and not for to free it."""
    given = (a for asked in _asked(r.scope.body) for a in asked.arguments)
    return any(isinstance(a, tree.Name) and a.name == name for a in given)


def _names(node: object, kind: type) -> set[str]:
    """The names that an ALLOCATE or a DEALLOCATE lists; none of any other statement."""
    if not isinstance(node, kind):
        return set()
    names = [n for n, _, _ in node.items] if isinstance(node, tree.Allocate) else node.names  # type: ignore[attr-defined]
    return set(names)


def refilled(r: Routine, symbol: Symbol, value: surface.Expr, span: Span) -> surface.Statement:
    """`value` in the array of a module, which has its extents, else the call ends there."""
    name = surface.Name(r.key(symbol), span)
    whole = surface.Subscript(name, (surface.Ellipsis(span),), span, exact=True)
    return surface.Assign((whole,), intrinsic("fits", (name, value), span), span)


def note_allocations(r: Routine) -> None:
    """Note where the routine asks whether something is allocated, and where it frees an array that
    may be another routine's: by DEALLOCATE, or as a dummy of INTENT(OUT)."""
    for dummy in r.scope.arguments:
        followed = dummy.name in handed_out(r, r.unit)
        if dummy.allocatable and dummy.intent == "out" and not followed:
            r.shared.freed.append((dummy.span, component_of(r, dummy)))
    for node in walk(r.scope.body):
        for name in node.names if isinstance(node, tree.Deallocate) else ():
            symbol = r.symbol(name, node.span)
            if symbol.storage != "local" or r.hosted(symbol):
                r.shared.freed.append((node.span, component_of(r, symbol)))
                if not any(symbol.name in _names(n, tree.Allocate) for n in walk(r.scope.body)):
                    r.shared.dropped.add(r.shared.name_of(symbol))
    for asked in _asked(r.scope.body):
        first = asked.arguments[0] if len(asked.arguments) == 1 else None
        name = first.name if isinstance(first, tree.Name) else ""
        if name and r.shared.first_call and r.symbol(name, asked.span).storage == "module":
            raise unsupported(
                f"`allocated` of `{name}`, an array of a module, with `--first-call`", asked.span,
                "leave `--first-call` out: the array is then taken to be allocated",
            )  # fmt: skip
        component = component_of(r, r.symbol(name, asked.span)) if name else None
        r.shared.asked.append((asked.span, component, _key(r, name, asked.span)))


def _key(r: Routine, name: str, span: Span) -> str | None:
    """The key of an array that is asked for: "" for the routine's own, None where it may be any."""
    symbol = r.symbol(name, span) if name else None
    if symbol is None or symbol.storage == "dummy" or r.hosted(symbol):
        return None
    return r.shared.name_of(symbol)


def _asked(node: Any) -> list[tree.Apply]:
    """Where `allocated` stands below `node`, but for the condition of `if (allocated(w))
    deallocate(w)`: whatever that is, `w` is not allocated behind it."""
    if isinstance(node, tuple):
        return [found for part in node for found in _asked(part)]
    if not tree.is_node(node):
        return []
    alone = isinstance(node, tree.If) and len(node.branches) == 1 and not node.orelse
    if alone and all(isinstance(s, tree.Deallocate) for s in node.branches[0][1]):
        return []
    below = [found for f in fields(node) for found in _asked(getattr(node, f.name))]
    own = isinstance(node, tree.Apply) and node.name == "allocated"
    return [node, *below] if own else below


def check_allocations(shared: Shared) -> None:
    """ADC0169 where one routine may free what another one asks for. Two components are the same
    array only where they are declared together; any other name may be one of a component."""
    for asked, _, key in shared.asked:
        for made, (span, _) in shared.made.items():
            if key is None or key == made:
                raise AdcError.of(
                    "ADC0169", "`allocated` where another routine allocates an array that this one"
                    " may have is not supported", asked, help="keep a LOGICAL of your own",
                    notes=(Note("an array is allocated here", span),),
                )  # fmt: skip
    for asked, one, _ in shared.asked:
        for freed, other in shared.freed:
            if one is None or other is None or one == other:
                raise AdcError.of(
                    "ADC0169", "`allocated` where a routine frees an array that another one may"
                    " have is not supported", asked, help="keep a LOGICAL of your own, or free it"
                    " where it is allocated", notes=(Note("an array is freed here", freed),),
                )  # fmt: skip
