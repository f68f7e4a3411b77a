"""Calls of the sources' own procedures: arguments go by reference, integers in and out by value."""

from __future__ import annotations

from adc.diagnostics import AdcError, Note, Span
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.routine import Routine, unsupported, walk
from adc.frontends.fortran.symbols import Scope, Symbol
from adc.frontends.fortran.to_expressions import Argument, element, expression, intrinsic, positions


def function_call(r: Routine, expr: tree.Apply, unit: tree.Unit) -> surface.Expr:
    if unit.kind != "function":
        raise AdcError.of(
            "ADC0229", f"`{expr.name}` is a subroutine", expr.name_span, help="use CALL",
            notes=(Note("the subroutine is defined here", unit.span),),
        )  # fmt: skip
    changed = integers_changed(r, unit)
    actuals = {d.name for d, _ in paired(r, unit, expr.arguments, expr.span)}
    if changed & actuals:
        raise unsupported(
            f"a function that changes its integer argument `{sorted(changed & actuals)[0]}`",
            expr.span, "make it a subroutine",
        )  # fmt: skip
    return call(r, unit, expr.arguments, expr.span, expr.name_span)


def subroutine_call(r: Routine, statement: tree.Call) -> surface.Statement:
    symbol = r.scope.procedure(statement.name, statement.span)
    unit = symbol.unit
    if unit is None or unit.kind != "subroutine":
        raise AdcError.of(
            "ADC0225", f"`{statement.name}` is no subroutine that adc has", statement.span,
            help="give the file that defines it, too",
        )  # fmt: skip
    made = call(r, unit, statement.arguments, statement.span, statement.span)
    changed = integers_changed(r, unit)
    targets: list[surface.Expr] = []
    for dummy, actual in paired(r, unit, statement.arguments, statement.span):
        if dummy.name in changed:
            targets.append(integer_target(r, actual, statement.span))
    given = {d.name for d, _ in paired(r, unit, statement.arguments, statement.span)}
    if changed - given:
        raise unsupported(
            "an optional integer argument that is changed and not given", statement.span, "give it"
        )
    if not targets:
        return surface.Evaluate(made, statement.span)
    target = (
        targets[0] if len(targets) == 1 else surface.Sequence(tuple(targets), False, statement.span)
    )
    return surface.Assign((target,), made, statement.span)


def integer_target(r: Routine, actual: Argument, span: Span) -> surface.Expr:
    """Where an integer that the callee changes goes."""
    if isinstance(actual, tree.Name):
        found = expression(r, actual)
        if isinstance(found, surface.Name) and "%" not in found.name:
            return found
    if isinstance(actual, tree.Apply):
        symbol = r.symbol(actual.name, actual.name_span)
        if symbol.bounds is not None:
            return element(r, actual, symbol)
    raise unsupported("this argument, which the callee changes,", span, "pass a variable")


def call(
    r: Routine, unit: tree.Unit, arguments: tuple[Argument, ...], span: Span, name_span: Span
) -> surface.Call:
    callee = r.sources.scope(unit)
    name = called_name(r, unit)
    keywords = []
    for dummy, actual in paired(r, unit, arguments, span):
        keywords.append(
            surface.Keyword(dummy.name, actual_argument(r, callee, dummy, actual), span)
        )
    return surface.Call(surface.Name(name, name_span), (), tuple(keywords), span)


def called_name(r: Routine, unit: tree.Unit) -> str:
    """The callee's name in the surface tree: units of one name stay apart."""
    number = 0
    while True:
        name = f"{unit.name}%{number}" if number else f"{unit.name}%"
        if r.called.setdefault(name, unit) is unit:
            return name
        number += 1


def paired(
    r: Routine, unit: tree.Unit, arguments: tuple[Argument, ...], span: Span
) -> list[tuple[Symbol, Argument]]:
    """Each dummy with its actual argument; optional ones that are not given are left out."""
    dummies = r.sources.scope(unit).arguments
    by_name = {d.name: d for d in dummies}
    positional = [a for a in arguments if not isinstance(a, tree.Keyword)]
    if len(positional) > len(dummies):
        raise wrong(unit, f"takes {len(dummies)} arguments", span)
    found: dict[str, Argument] = {d.name: a for d, a in zip(dummies, positional, strict=False)}
    for given in arguments:
        if isinstance(given, tree.Keyword):
            if given.name not in by_name or given.name in found:
                raise wrong(unit, f"does not take `{given.name}` here", given.span)
            found[given.name] = given.value
    missing = [d.name for d in dummies if d.name not in found and not d.optional]
    if missing:
        raise wrong(unit, f"needs the argument `{missing[0]}`", span)
    return [(d, found[d.name]) for d in dummies if d.name in found]


def wrong(unit: tree.Unit, what: str, span: Span) -> AdcError:
    return AdcError.of(
        "ADC0229", f"`{unit.name}` {what}", span, help="match the call with the definition",
        notes=(Note("it is defined here", unit.span),),
    )  # fmt: skip


def actual_argument(r: Routine, callee: Scope, dummy: Symbol, actual: Argument) -> surface.Expr:
    """An actual argument; an element passed for an array stands for the storage behind it."""
    if isinstance(actual, (tree.Section, tree.Keyword)):
        raise unsupported("this argument", actual.span, "pass a variable or an expression")
    if isinstance(actual, tree.Apply) and r.meaning(actual.name) is None:
        symbol = r.symbol(actual.name, actual.name_span)
        is_element = symbol.bounds is not None and not any(
            isinstance(a, tree.Section) for a in actual.arguments
        )
        if is_element and dummy.bounds is not None:
            owner = surface.Name(r.key(symbol), actual.name_span)
            return surface.From(owner, positions(r, actual, symbol), actual.span)
    value = expression(r, actual)
    by_value = dummy.value and dummy.bounds is None
    bracketed = isinstance(actual, tree.Unary) and actual.op == "()"  # not the variable itself
    if (by_value or bracketed) and dummy.base in ("real", "logical"):
        return intrinsic("copy", (value,), actual.span)
    return value


# -- what a callee changes -------------------------------------------------------------------------


def integers_changed(r: Routine, unit: tree.Unit) -> set[str]:
    """The scalar integer dummies of `unit` that it, or what it calls, assigns to."""
    found: set[str] = set()
    collect_changed(r, unit, found, ())
    return found


def collect_changed(
    r: Routine, unit: tree.Unit, found: set[str], above: tuple[tree.Unit, ...]
) -> None:
    scope = r.sources.scope(unit)
    dummies = {
        d.name for d in scope.arguments
        if d.base == "integer" and d.bounds is None and not d.value and d.intent != "in"
    }  # fmt: skip
    if not dummies or unit in above:
        return
    for node in walk(scope.body):
        if isinstance(node, tree.Assign) and isinstance(node.target, tree.Name):
            found |= {node.target.name} & dummies
        elif isinstance(node, tree.Do):
            found |= {node.var} & dummies
        elif isinstance(node, tree.Call):
            changed_by_call(r, scope, node, dummies, found, (*above, unit))


def changed_by_call(
    r: Routine, scope: Scope, node: tree.Call, dummies: set[str], found: set[str],
    above: tuple[tree.Unit, ...],
) -> None:  # fmt: skip
    unit = scope.procedure(node.name, node.span).unit
    if unit is None:
        return
    inner: set[str] = set()
    collect_changed(r, unit, inner, above)
    for dummy, actual in paired(r, unit, node.arguments, node.span):
        if dummy.name in inner and isinstance(actual, tree.Name):
            found |= {actual.name} & dummies
