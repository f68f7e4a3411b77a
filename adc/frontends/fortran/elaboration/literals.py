"""Constant expressions of a definition, as numbers: units that use the type need not know the
names that its kinds, bounds and initial values are made of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant, integer_constant, kind_number
from adc.frontends.fortran.reals import AS_WRITTEN, Reals
from adc.frontends.fortran.symbol import Scope


def number(value: int, span: Span) -> tree.Expr:
    made = tree.Number(str(abs(value)), "integer", span)
    return tree.Unary("-", made, span) if value < 0 else made


def settled_type(spec: tree.TypeSpec, scope: Scope) -> tree.TypeSpec:
    """`spec` with its kind as a number."""
    if spec.kind is None or spec.star or spec.base == "character":
        return spec
    kind = kind_number(spec.kind, scope)
    return replace(spec, kind=tree.Number(str(kind), "integer", spec.span))


def settled_bounds(shape: tuple[tree.Bounds, ...], scope: Scope) -> tuple[tree.Bounds, ...]:
    """Bounds as numbers; raises ADC0173 for those that are no constants."""
    return tuple(
        replace(b, lower=_settled_bound(b.lower, scope), upper=_settled_bound(b.upper, scope))
        for b in shape
    )


def _settled_bound(bound: tree.Expr | None, scope: Scope) -> tree.Expr | None:
    if bound is None:
        return None
    value = integer_constant(bound, scope)
    if value is None:
        raise AdcError.of(
            "ADC0173", "this bound of a component is no constant that adc can tell", bound.span,
            help="write it with numbers and PARAMETER constants",
        )  # fmt: skip
    return number(value, bound.span)


def settled_value(expr: tree.Expr, scope: Scope) -> tree.Expr:
    """A constant expression without names: scalars as numbers, constructors by their items."""
    if isinstance(expr, tree.Constructor):
        items = tuple(settled_value(item, scope) for item in expr.items)
        return replace(expr, items=items)
    if isinstance(expr, tree.Apply) and expr.name == "reshape" and len(expr.arguments) == 2:
        given = [a for a in expr.arguments if isinstance(a, tree.Constructor)]
        if len(given) == 2:
            return replace(expr, arguments=tuple(settled_value(a, scope) for a in given))
    value = constant(expr, scope)
    if value is None:
        raise AdcError.of(
            "ADC0173", "this initial value of a component is none that adc can tell", expr.span,
            help="assign to the component in the routine",
        )  # fmt: skip
    return _literal(value, expr.span, scope.reals)


def _literal(value: object, span: Span, reals: Reals) -> tree.Expr:
    if isinstance(value, bool):
        return tree.Logical(value, span)
    if isinstance(value, str):
        return tree.String(value, span)
    if isinstance(value, int):
        return number(value, span)
    assert isinstance(value, np.floating)
    single = isinstance(value, np.float32) and reals == AS_WRITTEN
    kind = "real" if single else "double"
    text = str(abs(value)) if kind == "real" else _double(float(abs(value)))
    made = tree.Number(text, kind, span)
    return tree.Unary("-", made, span) if value < 0 else made


def _double(value: float) -> str:
    text = repr(value)
    return text.replace("e", "d") if "e" in text else f"{text}d0"
