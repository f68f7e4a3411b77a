"""Assignments to variables of derived types: one for each component."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.elaboration.meaning import Meaning, mentions
from adc.frontends.fortran.elaboration.refs import Ref, parts, plain
from adc.frontends.fortran.elaboration.terms import pointer_copied
from adc.frontends.fortran.elaboration.types import DerivedType, Leaf
from adc.frontends.fortran.units import LazyUnit
from adc.frontends.fortran.usage import walk

Pairs = list[tuple[Leaf, Ref]]
_NUMERIC = ("real", "complex", "integer")


def assigned(m: Meaning, statement: tree.Assign) -> list[tree.Statement]:
    """`target = value`, for each component where they are of a derived type."""
    defined = _defined(m, statement)
    if defined is not None:
        return [defined]
    target = m.reference(statement.target)
    if target is None or target.type is None:
        made = m.expression(statement.target) if target is None else plain(target, m.added.names)
        return [replace(statement, target=made, value=m.expression(statement.value))]
    _refuse_bound_parts(target.type, statement.span)
    _check_seen(m, target, statement.value)
    found = m.values(statement.value)
    if found is None or found[0] is not target.type:
        raise AdcError.of(
            "ADC0173", "this value of a derived type is not supported", statement.value.span,
            help="assign a variable of the same type, a structure constructor, or components",
        )  # fmt: skip
    pairs, values = list(parts(target)), found[1]
    for leaf, _ in pairs:
        if leaf.is_behind:
            raise pointer_copied("%".join(leaf.path), statement.span)
    written = {m.added.names.of(ref.path) for _, ref in pairs}
    targets = [plain(ref, m.added.names) for _, ref in pairs]
    constructed = m.constructed(_bare(statement.value)) is not None
    _check_subscripts(m, (*targets, *(() if constructed else values)), written, statement.span)
    before: list[tree.Statement] = []
    if constructed:
        _check_conformable(target, pairs, values, statement.span)
        values = _settled(m, pairs, values, written, before)
    after = [
        tree.Assign(t, value, statement.span) for t, value in zip(targets, values, strict=True)
    ]
    return [*before, *after]


def _check_seen(m: Meaning, target: Ref, value: tree.Expr) -> None:
    """Refuses an array of others whose name the function has that gives its new value: gfortran
    makes the value in its place, while the function may still read it."""
    name = target.path[0]
    called = m.function(_bare(value)) if name not in m.visible.variables else None
    result = m.resolver.result(called.unit) if called is not None else None
    if called is None or result is None or not result.shape:
        return
    if isinstance(called.unit, LazyUnit) and any(name in line for line in called.unit.lines()):
        raise AdcError.of(
            "ADC0173", f"`{name}`, which `{called.unit.name}` may read while it gets its value, is"
            " not supported here", value.span, help="assign the value to a local array first",
        )  # fmt: skip


def _bare(value: tree.Expr) -> tree.Expr:
    while isinstance(value, tree.Unary) and value.op == "()":
        value = value.operand
    return value


def _defined(m: Meaning, statement: tree.Assign) -> tree.Call | None:
    """The call that an assignment is by `assignment(=)`; None for one of Fortran's own. The value
    goes in as an expression, not as a variable (Fortran 2018, 10.2.1.5)."""
    interfaces = m.visible.generics("assignment(=)")
    target = m.reference(statement.target)
    derived = target is not None and target.type is not None
    if not (interfaces or derived or m.may_be_derived(statement.value)):
        return None
    kinds = [("", m.kind(statement.target)), ("", m.kind(statement.value))]
    types = [k.type for _, k in kinds if k is not None and k.type is not None]
    numbers = all(k is not None and k.base in _NUMERIC for _, k in kinds)
    if numbers or not (types or interfaces):
        return None
    unit = m.resolver.operator("assignment(=)", kinds, types, statement.span)
    if unit is None:
        return None
    value = tree.Unary("()", statement.value, statement.value.span)
    name = m.added.alias(unit)
    given = m.passed((statement.target, value), unit)
    return tree.Call(name, given, statement.span, statement.label)


def _refuse_bound_parts(type_: DerivedType, span: Span) -> None:
    """A component whose type binds `assignment(=)` is assigned by that (Fortran 2018, 10.2.1.3)."""
    for part in type_.components:
        if part.type is None:
            continue
        if any(name == "assignment(=)" for name, _ in part.type.generics):
            raise AdcError.of(
                "ADC0176", f"an assignment of `{type_.name}`, whose component `{part.name}` has an"
                " assignment of its own, is not supported", span, help="assign the components",
            )  # fmt: skip
        _refuse_bound_parts(part.type, span)


def _check_subscripts(
    m: Meaning, nodes: tuple[tree.Expr, ...], written: set[str], span: Span
) -> None:
    """Subscripts are evaluated for each component: that must give the same each time."""
    for node in nodes:
        for part in walk(getattr(_bare(node), "arguments", ())):
            called = isinstance(part, tree.Apply) and _is_called(m, part)
            if called or mentions(part, written):
                raise AdcError.of(
                    "ADC0173", "a subscript here that the assignment may change is not supported",
                    span, help="assign the subscript to an integer first",
                )  # fmt: skip


def _is_called(m: Meaning, node: tree.Apply) -> bool:
    if node.name in m.added.aliases:
        return True
    symbol = m.kinds.meaning(node)
    return symbol is not None and symbol.storage == "procedure"


def _check_conformable(target: Ref, pairs: Pairs, values: list[tree.Expr], span: Span) -> None:
    """A constructor for all elements of an array, whose own components are arrays."""
    if target.shape_level is not None and any(any(leaf.shapes) for leaf, _ in pairs):
        raise AdcError.of(
            "ADC0173", "a structure constructor with an array for all elements of an array is not"
            " supported", span, help="assign to the elements in a loop",
        )  # fmt: skip


def _settled(
    m: Meaning, pairs: Pairs, values: list[tree.Expr], written: set[str],
    before: list[tree.Statement],
) -> list[tree.Expr]:  # fmt: skip
    """The values, in variables of their own where assigning one may change another."""
    if not any(_may_see(m, value, written) for value in values):
        return values
    found: list[tree.Expr] = []
    for (leaf, ref), value in zip(pairs, values, strict=True):
        if isinstance(value, (tree.Number, tree.Logical)):
            found.append(value)
            continue
        shape = tuple(b for s in reversed(leaf.shapes) for b in s)
        last = leaf.last
        if leaf.held is not None:
            raise AdcError.of(
                "ADC0173", "this structure constructor is not supported", ref.span,
                help="assign to the components one by one",
            )  # fmt: skip
        held = m.added.variable("_".join(ref.path), last.spec, shape, value.span)
        before.append(tree.Assign(held, value, value.span))
        found.append(held)
    return found


def _may_see(m: Meaning, value: tree.Expr, written: set[str]) -> bool:
    called = (n for n in walk(value) if isinstance(n, tree.Apply))
    return mentions(value, written) or any(_is_called(m, n) for n in called)


# -- default initialisation ------------------------------------------------------------------------


def default_values(m: Meaning, ref: Ref, span: Span) -> list[tree.Statement]:
    """What the definition of the type gives to the components of a new object."""
    made: list[tree.Statement] = []
    for leaf, part in parts(ref):
        if leaf.init is not None and leaf.held is None:
            made.append(tree.Assign(plain(part, m.added.names), leaf.init, span))
    return made


def on_entry(m: Meaning, unit: tree.Unit) -> list[tree.Statement]:
    """Default values of the unit's own variables and of its INTENT(OUT) dummies."""
    made: list[tree.Statement] = []
    dummies = {a.name for a in unit.stated.arguments}
    if m.visible.saves_all:
        return made
    for name in m.visible.variables:
        object_ = _object(m, name)
        if object_ is None:
            continue
        said = object_.attributes
        initial = m.visible.variables[name][1].init is not None
        kept = {"save", "parameter", "allocatable", "pointer"} & said or initial
        if kept or (name in dummies and "intent(out)" not in said):
            continue
        ref = m.reference(tree.Name(name, object_.span))
        assert ref is not None
        values = default_values(m, ref, object_.span)
        if values and "optional" in said:
            values = [_if_present(name, values, object_.span)]
        made += values
    return made


def _object(m: Meaning, name: str) -> Any:
    try:
        return m.visible.object(name)
    except AdcError:
        return None


def _if_present(name: str, values: list[tree.Statement], span: Span) -> tree.Statement:
    first = values[0]
    assert isinstance(first, tree.Assign)
    test = tree.Apply("present", (first.target,), span, span)
    return tree.If(((test, tuple(values), span),), (), span)
