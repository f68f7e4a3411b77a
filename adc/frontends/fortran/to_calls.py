"""Calls of the sources' own procedures: arguments go by reference, integers in and out by value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.allocated import asked_for, without_array
from adc.frontends.fortran.call_order import may_come_first
from adc.frontends.fortran.effects import integers_changed, names_changed, paired
from adc.frontends.fortran.given_anew import moved_anew
from adc.frontends.fortran.handed_out import handed_out, may_hand_out, taken_back
from adc.frontends.fortran.host_bounds import check_bounds_kept
from adc.frontends.fortran.hosts import added
from adc.frontends.fortran.library import OWN, is_library, is_supplied
from adc.frontends.fortran.routine import Routine, names_in, unsupported, walk
from adc.frontends.fortran.shared_arguments import check_integers_apart
from adc.frontends.fortran.shared_integers import carried, check_function, given, returned
from adc.frontends.fortran.symbols import Scope, Symbol
from adc.frontends.fortran.to_expressions import element, expression, positions
from adc.frontends.fortran.unasked import is_unasked
from adc.frontends.fortran.unread import is_unread, texts_of
from adc.frontends.terms import intrinsic
from adc.ir.dtypes import DType


def function_call(r: Routine, expr: tree.Apply, unit: tree.Unit) -> surface.Expr:
    if unit.kind != "function":
        raise AdcError.of(
            "ADC0229", f"`{expr.name}` is a subroutine", expr.name_span, help="use CALL",
            notes=(Note("the subroutine is defined here", unit.span),),
        )  # fmt: skip
    if id(expr) in r.hoisted:
        return r.hoisted[id(expr)]
    changed = handed_back(r, unit, expr)
    if changed:
        raise unsupported(
            f"a function that changes its integer argument `{min(changed)}`, here,",
            expr.span, "assign its value to a variable, or make it a subroutine",
        )  # fmt: skip
    if may_hand_out(r, unit):
        raise unsupported("a function that allocates an argument", expr.span, "use a subroutine")
    check_function(r, unit, expr.span)
    return call(r, unit, expr.arguments, expr.span, expr.name_span)


def handed_back(r: Routine, unit: tree.Unit, expr: tree.Apply) -> dict[str, tree.Argument]:
    """The integer arguments that the function changes, by the names of its dummies."""
    changed = integers_changed(r, unit)
    actuals = actuals_of(r, unit, expr.arguments, expr.span)
    return {d.name: a for d, a in actuals if d.name in changed}


def calls_in_front(
    r: Routine, statement: tree.Assign | tree.Expr, value: tree.Expr
) -> list[surface.Statement]:
    """The calls in the `value` that an assignment, or a condition, evaluates of functions that also
    change integer arguments, or integers that other routines see. What these are occurs nowhere
    else in the statement (Fortran 2018, 10.1.4): they may as well come first."""
    made: list[surface.Statement] = []
    for expr in evaluated(r, value):
        unit = r.symbol(expr.name, expr.name_span).unit if r.meaning(expr.name) is None else None
        if unit is None or unit.kind != "function" or id(expr) in r.hoisted:
            continue
        changed = handed_back(r, unit, expr)
        beside = names_in(tuple(changed.values())) & _names_beside(statement, expr)
        if not all(is_unasked(r, name, expr) for name in beside):
            continue
        if not changed and not carried(r, unit).changed:
            continue
        if carried(r, unit).changed and not may_come_first(r, statement, expr, unit):
            continue
        held = surface.Name(r.fresh(expr.name), expr.span)
        called_ = call(r, unit, expr.arguments, expr.span, expr.name_span)
        targets = surface.Sequence((held, *_targets(r, unit, expr)), False, expr.span)
        made.append(surface.Assign((targets,), called_, expr.span))
        r.hoisted[id(expr)] = held
    return made


def evaluated(r: Routine, expr: Any) -> Iterator[tree.Apply]:
    """The references in `expr` that are evaluated once whenever it is, inner ones first."""
    if isinstance(expr, tree.Binary) and expr.op in (".and.", ".or."):
        return
    if isinstance(expr, tree.ImpliedDo):
        return
    if isinstance(expr, tree.Apply):
        own = r.meaning(expr.name) is None
        if not own or r.symbol(expr.name, expr.name_span).definition is not None:
            return
    if isinstance(expr, tuple):
        parts = expr
    else:
        parts = tuple(getattr(expr, f.name) for f in fields(expr)) if tree.is_node(expr) else ()
    for part in parts:
        yield from evaluated(r, part)
    if isinstance(expr, tree.Apply):
        yield expr


def _names_beside(statement: tree.Assign | tree.Expr, expr: tree.Apply) -> set[str]:
    """The names of variables in the statement that are not arguments of the call `expr` alone;
    one that is an argument twice is among them."""
    inside = Counter(n.name for n in walk(expr) if isinstance(n, (tree.Name, tree.Apply)))
    both = Counter(n.name for n in walk(statement) if isinstance(n, (tree.Name, tree.Apply)))
    return {name for name, number in both.items() if number > min(inside[name], 1)}


def subroutine_call(r: Routine, statement: tree.Call) -> list[surface.Statement]:
    if statement.name.startswith(OWN) and is_library(r.unit):
        return [own_statement(r, statement)]
    symbol = r.scope.procedure(statement.name, statement.span)
    unit = symbol.unit
    if symbol.storage == "intrinsic" and statement.name == "move_alloc":
        return moved(r, statement)
    if symbol.storage == "intrinsic":
        drawn = statement.name == "random_number"
        raise AdcError.of(
            "ADC0227", f"the intrinsic subroutine `{statement.name}` is not supported",
            statement.span, help="pass the numbers that are drawn as an argument" if drawn
            else "leave the call to the program that calls the routine",
        )  # fmt: skip
    if unit is None or unit.kind != "subroutine":
        raise AdcError.of(
            "ADC0225", f"`{statement.name}` is no subroutine that adc has", statement.span,
            help="give the file that defines it, too",
        )  # fmt: skip
    made = call(r, unit, statement.arguments, statement.span, statement.span)
    targets = _targets(r, unit, statement)
    if not targets:
        return [surface.Evaluate(made, statement.span)]
    target = (
        targets[0] if len(targets) == 1 else surface.Sequence(tuple(targets), False, statement.span)
    )
    return [surface.Assign((target,), made, statement.span)]


def _targets(r: Routine, unit: tree.Unit, node: tree.Call | tree.Apply) -> list[surface.Expr]:
    """Where the integers go that come back from a call."""
    changed = integers_changed(r, unit)
    actuals = {d.name: a for d, a in actuals_of(r, unit, node.arguments, node.span)}
    targets: list[surface.Expr] = []
    for dummy in r.sources.scope(unit).arguments:  # in the order of `results`
        if dummy.name in changed and dummy.name in actuals:
            targets.append(integer_target(r, actuals[dummy.name], node.span))
        elif dummy.name in changed:  # not present: what comes back for it is nothing
            targets.append(surface.Name(f"{dummy.name}%", node.span))
    targets += taken_back(r, unit, node, actuals)
    return targets + returned(r, unit, node.span)


def moved(r: Routine, statement: tree.Call) -> list[surface.Statement]:
    """MOVE_ALLOC of an array of the routine's own, to such a one, which is then what the other was,
    or to one of a module; the first one is no more there."""
    names, span = ("from", "to"), statement.span
    given = dict(zip(names, statement.arguments, strict=False))
    given |= {a.name: a.value for a in statement.arguments if isinstance(a, tree.Keyword)}
    symbols = []
    for name in names:
        actual = given.get(name)
        symbol = r.symbol(actual.name, actual.span) if isinstance(actual, tree.Name) else None
        own = symbol is not None and symbol.storage in ("local", "result") and symbol.allocatable
        shared = symbol is not None and symbol.storage == "module" and name == "to"
        if symbol is None or not (own or shared) or r.hosted(symbol) or len(given) > 2:
            raise unsupported(
                "MOVE_ALLOC of other than an array of the routine's own, to such a one or one of a"
                " module,", span, "assign the array, and deallocate the other",
            )  # fmt: skip
        symbols.append(symbol)
    source, target = symbols
    check_bounds_kept(r, source.name, source, target, span)
    value = surface.Name(source.name, span)
    gone = [without_array(r, source.name, span)] if source.name in asked_for(r) else []
    if target.storage == "module":
        return [*moved_anew(r, target, value, span), *gone]
    copy = intrinsic("copy", (value,), span)
    return [surface.Assign((surface.Name(target.name, span),), copy, span), *gone]


#: What gives two values, which the first two arguments are names for.
_FACTORS = ("adc_lu", "adc_cholesky", "adc_eigenvalues", "adc_eigenvectors")


def own_statement(r: Routine, statement: tree.Call) -> surface.Statement:
    """`call adc_vector(x, n, incx)` of a library's routine: the dummy is from here on what that
    makes of its storage, for elements of the declared type."""
    span = statement.span
    given = tuple(expression(r, a) for a in statement.arguments if isinstance(a, tree.Expr))
    if statement.name in _FACTORS:
        targets = surface.Sequence(given[:2], False, span)
        return surface.Assign((targets,), intrinsic(statement.name, given[2:], span), span)
    first = statement.arguments[0]
    assert isinstance(first, tree.Name)
    symbol = r.symbol(first.name, first.span)
    assert symbol.dtype is not None
    dtype = surface.String(symbol.element, span)
    made = intrinsic(statement.name, (*given, dtype), span)
    return surface.Assign((given[0],), made, span)


def integer_target(r: Routine, actual: tree.Argument, span: Span) -> surface.Expr:
    """Where an integer that the callee changes goes: that of an expression nowhere."""
    if not isinstance(actual, (tree.Name, tree.Apply)):
        return surface.Name(r.fresh("unseen"), span)
    if isinstance(actual, tree.Name):
        found = expression(r, actual)
        own = "%" not in getattr(found, "name", "") or _is_carried(r, actual)
        if isinstance(found, surface.Name) and (own or found.name in carried(r, r.unit).known):
            return found
    if isinstance(actual, tree.Apply):
        symbol = r.symbol(actual.name, actual.name_span)
        if symbol.bounds is not None:
            return element(r, actual, symbol)
    raise unsupported("this argument, which the callee changes,", span, "pass a variable")


def _is_carried(r: Routine, actual: tree.Name) -> bool:
    """Whether a name is that of another routine's variable, which this one hands on."""
    return r.meaning(actual.name) is None and r.hosted(r.symbol(actual.name, actual.span))


def call(
    r: Routine, unit: tree.Unit, arguments: tuple[tree.Argument, ...], span: Span, name_span: Span
) -> surface.Call:
    callee = r.sources.scope(unit)
    if "elemental" in unit.prefixes and any(s.bounds for s in added(callee).values()):
        raise unsupported(
            "an elemental procedure that uses arrays of its host", span, "leave out ELEMENTAL"
        )
    check_integers_apart(r, unit, arguments, span)
    _check_constants(r, unit, arguments, span)
    name = called_name(r, unit, span)
    keywords = []
    for dummy, actual in actuals_of(r, unit, arguments, span):
        if dummy.name in handed_out(r, unit):
            continue
        keywords.append(
            surface.Keyword(dummy.name, actual_argument(r, callee, dummy, actual), span)
        )
    keywords += given(r, unit, span)
    return surface.Call(surface.Name(name, name_span), (), tuple(keywords), span)


def _check_constants(
    r: Routine, unit: tree.Unit, arguments: tuple[tree.Argument, ...], span: Span
) -> None:  # fmt: skip
    """Raises ADC0213 where the procedure changes what is a constant, as `--fix` makes some."""
    for dummy, actual in paired(r, unit, arguments, span):
        if dummy.base != "logical" or not isinstance(actual, tree.Name) or dummy.value:
            continue
        symbol = r.symbol(actual.name, actual.span)
        if symbol.storage == "constant" and dummy.name in names_changed(r, unit):
            raise AdcError.of(
                "ADC0213", f"`{actual.name}` is a constant, and `{unit.name}` changes it",
                actual.span, help="pass a variable, or leave out the `--fix` that gives it",
            )  # fmt: skip


def actuals_of(
    r: Routine, unit: tree.Unit, arguments: tuple[tree.Argument, ...], span: Span
) -> list[tuple[Symbol, tree.Argument]]:
    """Each dummy with its actual argument: of an array that an external procedure takes as a
    number, as ODEPACK hands on its NEQ, the first element, which is where it lies."""
    found = paired(r, unit, arguments, span)
    if "elemental" in unit.prefixes or is_supplied(unit) or r.sources.scope(unit).host:
        return found
    return [(dummy, _first_of(r, dummy, actual)) for dummy, actual in found]


def _first_of(r: Routine, dummy: Symbol, actual: tree.Argument) -> tree.Argument:
    if dummy.bounds is not None or not isinstance(actual, tree.Name):
        return actual
    symbol = r.symbol(actual.name, actual.span) if r.meaning(actual.name) is None else dummy
    lows = tuple(b.lower or tree.Number("1", "integer", actual.span) for b in symbol.bounds or ())
    known = all(isinstance(low, (tree.Number, tree.Unary)) for low in lows)
    kept = symbol.allocatable or symbol.pointed or symbol.dtype is not dummy.dtype
    if not lows or not known or kept or symbol.base != dummy.base or symbol.base == "character":
        return actual
    return tree.Apply(actual.name, lows, actual.span, actual.span)


def called_name(r: Routine, unit: tree.Unit, span: Span) -> str:
    """The callee's name in the surface tree: units of one name stay apart, and all calls of a
    library's routine."""
    number = 0
    if is_library(unit):
        name = f"{unit.name}%{len(r.shared.sites)}"
        r.shared.sites[name] = r.site or span
        r.called[name] = unit
        return name
    while True:
        name = f"{unit.name}%{number}" if number else f"{unit.name}%"
        if r.shared.units.setdefault(name, unit) is unit:
            r.called[name] = unit
            return name
        number += 1


def names_texts(r: Routine, actual: tree.Argument) -> bool:
    """Whether it is an array of characters, or a part of one, whose texts nobody follows."""
    if not isinstance(actual, (tree.Name, tree.Apply)) or r.meaning(actual.name) is not None:
        return False
    symbol = r.symbol(actual.name, actual.span)
    return symbol.base == "character" and symbol.bounds is not None


def actual_argument(
    r: Routine, callee: Scope, dummy: Symbol, actual: tree.Argument
) -> surface.Expr:
    """An actual argument; an element passed for an array stands for the storage behind it."""
    if isinstance(actual, (tree.Section, tree.Keyword)):
        raise unsupported("this argument", actual.span, "pass a variable or an expression")
    whole = isinstance(actual, (tree.Name, tree.String))
    put_together = dummy.base == "character" and not whole and bool(texts_of(actual))
    if (put_together or names_texts(r, actual)) and is_unread(callee, dummy):
        return surface.String("", actual.span)
    if isinstance(actual, tree.Apply) and r.meaning(actual.name) is None:
        symbol = r.symbol(actual.name, actual.name_span)
        is_element = symbol.bounds is not None and not any(
            isinstance(a, tree.Section) for a in actual.arguments
        )
        if is_element and dummy.bounds is not None:
            owner = surface.Name(r.key(symbol), actual.name_span)
            if is_library(callee.unit):  # which looks at no element where there are none
                start = positions(r, actual, symbol)
                return intrinsic(f"{OWN}storage", (owner, *start), actual.span)
            return surface.From(owner, positions(r, actual, symbol), actual.span)
    if isinstance(actual, tree.Name) and r.meaning(actual.name) is None:
        given = r.symbol(actual.name, actual.span)
        if dummy.allocatable or (dummy.pointed and dummy.bounds is not None and given.bounds):
            check_bounds_kept(r, actual.name, given, dummy, actual.span)
    value = expression(r, actual)
    by_value = dummy.value and dummy.bounds is None
    bracketed = isinstance(actual, tree.Unary) and actual.op == "()"  # not the variable itself
    if (by_value or bracketed) and dummy.base in ("real", "logical", "complex"):
        return intrinsic("copy", (value,), actual.span)
    if dummy.dtype is DType.INT32 and dummy.bounds and is_computed(value):
        return intrinsic("int32", (value,), actual.span)  # sizes and constants have no kind
    return value


def is_computed(value: surface.Expr) -> bool:
    of_own = isinstance(value, surface.Call) and isinstance(value.function, surface.Intrinsic)
    return of_own or isinstance(value, (surface.Unary, surface.Binary))
