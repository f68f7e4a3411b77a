"""Dummies that their routine allocates: `real, allocatable, intent(out) :: y(:)`, and those that
nothing is known of before it does. Within it such a dummy is an array of its own, which a call
hands back as it does a function's value; what is differentiated itself fills the caller's array,
which has that shape already.

One that the routine allocates or frees on some way alone, or asks for before, is handed through:
the call is given it, be it allocated or not, and hands back what there is of it. What is
differentiated itself has the caller's array for it on entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.effects import is_beyond, paired
from adc.frontends.fortran.host_bounds import check_bounds_kept
from adc.frontends.fortran.parts import Parts
from adc.frontends.fortran.routine import Routine, names_in, unsupported, walk
from adc.frontends.fortran.symbols import Scope, Symbol
from adc.frontends.fortran.units import LazyUnit
from adc.frontends.terms import intrinsic

_NUMBERS = ("real", "complex", "integer", "logical")


def handed_out(r: Routine, unit: tree.Unit) -> frozenset[str]:
    """The names of the dummies of `unit` that have no array before it allocates them, or hands them
    to what does."""
    return _handing(r, unit)[0]


def handed_through(r: Routine, unit: tree.Unit) -> frozenset[str]:
    """The names of the dummies that `unit` may find with an array, and may give another or none."""
    return _handing(r, unit)[1]


def may_hand_out(r: Routine, unit: tree.Unit) -> frozenset[str]:
    """The names of both: what a call hands back."""
    out, through = _handing(r, unit)
    return out | through


def _handing(r: Routine, unit: tree.Unit) -> tuple[frozenset[str], frozenset[str]]:
    return r.shared.handed_out.of(unit, lambda: _handed_by(r, unit))


def _handed_by(r: Routine, unit: tree.Unit) -> tuple[frozenset[str], frozenset[str]]:
    scope = r.sources.scope(unit)
    own = {d.name for d in unit.arguments} if not unit.contains else set()
    may = {s.name: s for s in scope.arguments if s.name in own and _may_be(s)}
    made = {*allocated_names(r, scope)} if may else set[str]()
    called = unit is not r.shared.target  # whose caller's are freed, INTENT(OUT)
    freed = {n for node in walk(scope.body) if isinstance(node, tree.Deallocate)
             for n in node.names}  # fmt: skip
    out = {
        name for name, s in may.items()
        if (s.intent == "out" and (called or name in made))
        or (name in made and is_unset(r, scope, name))
    }  # fmt: skip
    subroutine = called and unit.kind == "subroutine"
    given = assigned_whole(scope.body) if subroutine and may else set[str]()
    through = {*may} & (made | freed | given) - out if not unit.family else set[str]()
    return frozenset(out), frozenset(through)


def _may_be(dummy: Symbol) -> bool:
    plain = dummy.bounds is not None and dummy.base in _NUMBERS and not dummy.optional
    return plain and dummy.allocatable and dummy.intent != "in"


def allocated_names(r: Routine, scope: Scope) -> Iterator[str]:
    """The names of what ALLOCATE, MOVE_ALLOC or a call gives a shape."""
    for node in walk(scope.body):
        if isinstance(node, tree.Allocate):
            yield from (name for name, _, _ in node.items)
        elif isinstance(node, tree.Call) and node.name == "move_alloc":
            yield from (a.name for a in node.arguments if isinstance(a, tree.Name))
        elif isinstance(node, tree.Call):
            yield from given_away(r, scope, node)


def given_away(r: Routine, scope: Scope, call: tree.Call) -> dict[str, str]:
    """The names of the arrays that the procedure which is called may allocate or free, with those
    of its dummies."""
    unit = None if is_beyond(r, scope, call) else _unit(scope, call)
    if unit is None or not (inner := may_hand_out(r, unit)):
        return {}
    return {
        actual.name: dummy.name
        for dummy, actual in paired(r, unit, call.arguments, call.span)
        if dummy.name in inner and isinstance(actual, tree.Name)
    }


# -- what is allocated first -----------------------------------------------------------------------


def is_unset(r: Routine, scope: Scope, name: str) -> bool:
    """Whether the unit allocates a dummy before it does anything else with it, on all ways: its
    caller's is not allocated then, or the program is wrong, or it is freed first."""
    jumps = (tree.Goto, tree.ComputedGoto, tree.ArithmeticIf)
    if any(isinstance(node, jumps) for node in walk(scope.body)):
        return False
    for statement in scope.body:
        if _is_freeing(statement, name):
            continue
        if name in names_in(statement):
            return _begins(r, scope, statement, name)
        if any(isinstance(node, tree.Return) for node in walk(statement)):
            return False
    return False


def _is_freeing(statement: tree.Statement, name: str) -> bool:
    """Whether it is `if (allocated(name)) deallocate(name)`."""
    match statement:
        case tree.If(branches=((tree.Apply("allocated", (tree.Name(asked),)), inner, _),)):
            freed = {n for s in inner if isinstance(s, tree.Deallocate) for n in s.names}
            alone = all(isinstance(s, tree.Deallocate) for s in inner) and not statement.orelse
            return alone and asked == name and name in freed
    return False


def _begins(r: Routine, scope: Scope, statement: tree.Statement, name: str) -> bool:
    """Whether the statement gives the array `name` a shape, and asks for nothing of it."""
    match statement:
        case tree.Allocate():
            bounds = tuple(bounds for _, bounds, _ in statement.items)
            return name not in names_in((bounds, statement.source, statement.status))
        case tree.Call():
            unit, dummy = _unit(scope, statement), given_away(r, scope, statement).get(name)
            used = [n for n in walk(statement.arguments) if isinstance(n, tree.Name | tree.Apply)]
            once = sum(n.name == name for n in used) == 1
            return once and unit is not None and dummy in handed_out(r, unit)
    return False


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
        if dummy.name not in may_hand_out(r, unit):
            continue
        actual = actuals[dummy.name]
        symbol = r.symbol(actual.name, actual.span) if isinstance(actual, tree.Name) else None
        own = symbol is not None and symbol.storage in ("local", "result") and symbol.allocatable
        own = own and symbol is not None and not r.hosted(symbol)
        if symbol is not None and not own and _keeps_shape(r, unit, dummy):
            yield _in_place(r, unit, dummy, symbol, node.span)
            continue
        if symbol is None or not own:
            raise unsupported(
                f"`{dummy.name}`, which `{unit.name}` allocates, of other than an array of the"
                " routine's own", node.span, "pass a local array, and assign it to the other",
            )  # fmt: skip
        there = replace(dummy, storage="local")  # its lower bounds are those of its ALLOCATEs
        if not _is_answer(r, unit, dummy):  # a function's value begins at 1 wherever it is
            check_bounds_kept(r, symbol.name, symbol, there, node.span)
        yield surface.Name(symbol.name, actual.span)


def _is_answer(r: Routine, unit: tree.Unit, dummy: Symbol) -> bool:
    """Whether it is a component of the value that a function had before it became a subroutine."""
    answers = unit.answers if isinstance(unit, LazyUnit) else None
    origin = Parts(r.sources.elaboration).origin(dummy)
    return answers is not None and origin.partition("%")[0] == answers.name


def _keeps_shape(r: Routine, unit: tree.Unit, dummy: Symbol) -> bool:
    """Whether the unit may free or set an array of its caller's, and never allocates it."""
    return dummy.name not in allocated_names(r, r.sources.scope(unit))


def _in_place(
    r: Routine, unit: tree.Unit, dummy: Symbol, symbol: Symbol, span: Span
) -> surface.Expr:
    """Where something goes that a call hands back for an array that keeps its storage: what is
    assigned to it whole, into that, and nothing else anywhere."""
    r.shared.freed.append((span, component_of(r, symbol)))
    if dummy.name not in assigned_whole(r.sources.scope(unit).body):
        return surface.Name(r.fresh("unseen"), span)
    whole = surface.Name(r.key(symbol), span)
    return surface.Subscript(whole, (surface.Ellipsis(span),), span, exact=True)


def assigned_whole(body: tree.Body) -> set[str]:
    """The names that assignments without subscripts set."""
    assigned = (n.target for n in walk(body) if isinstance(n, tree.Assign))
    return {target.name for target in assigned if isinstance(target, tree.Name)}


def component_of(r: Routine, symbol: Symbol) -> Span | None:
    """The declaration of the component that a variable is."""
    found = Parts(r.sources.elaboration).component(symbol)
    return found.span if found is not None else None


def _given(name: str, span: Span) -> surface.Name:
    return surface.Name(f"{name}%given", span)


def callers_own(r: Routine) -> list[surface.Statement]:
    """What the caller's arrays are called where the dummies are arrays of the routine's own, and
    what these hold on entry where that may be asked for."""
    made: list[surface.Statement] = []
    for d in r.scope.arguments:
        if d.name in may_hand_out(r, r.unit):
            name, given = surface.Name(d.name, d.span), _given(d.name, d.span)
            made.append(surface.Associate(given.name, d.element, name, None, d.span))
            if d.name in handed_through(r, r.unit):
                copy = intrinsic("copy", (given,), d.span)
                made.append(surface.Assign((name,), copy, d.span))
    return made


def callers_filled(r: Routine, asked: set[str]) -> list[surface.Statement]:
    """What is in the routine's own arrays, in those of the caller; of those `asked` where they are
    allocated in the end."""
    made: list[surface.Statement] = []
    for dummy in r.scope.arguments:
        if dummy.name in may_hand_out(r, r.unit):
            name, span = _given(dummy.name, dummy.span), dummy.span
            whole = surface.Subscript(name, (surface.Ellipsis(span),), span, exact=True)
            own = surface.Name(dummy.name, span)
            filled: surface.Statement = surface.Assign((whole,), own, span)
            if dummy.name in asked:
                test = intrinsic("allocated", (own,), span)
                filled = surface.If(test, (filled,), (), span)
            made.append(filled)
    return made
