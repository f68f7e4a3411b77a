"""Dummies of the routine that `--fix` gives one value: characters, integers and logicals. They are
no arguments of the generated function."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.fortran import tree
from adc.frontends.fortran.alternates import DUMMY
from adc.frontends.fortran.symbols import Scope, Symbol
from adc.frontends.fortran.texts import ASSUMED, MESSAGE, padded
from adc.frontends.fortran.unread import unread_texts
from adc.frontends.terms import number
from adc.frontends.types import Signature
from adc.ir.dtypes import DType
from adc.ir.shapes import IntLike, substitute

_INTEGER = re.compile(r"[+-]?[0-9]{1,18}")
_LOGICALS = {"true": True, "t": True, "false": False, "f": False}
_WAYS_OUT = {
    "integer": "write its digits, as in `{0}=2`",
    "logical": "write `{0}=.true.` or `{0}=.false.`",
}


def fixed_values(head: tree.Unit, scope: Scope, texts: Mapping[str, str]) -> dict[str, str]:
    """What dummies hold, as the source writes it: texts as long as they are, blanks for those that
    nothing reads. Raises ADC0301 for what is no scalar dummy of these types, and for a value that
    is none of its type."""
    unread = unread_texts(scope)
    none = {d.name: "0" for d in scope.arguments if d.name == DUMMY}
    if not (texts or unread):
        return none
    dummies = {
        d.name: d for d in scope.arguments
        if d.base in ("character", *_WAYS_OUT) and d.bounds is None and d.name != DUMMY
    }  # fmt: skip
    for name in texts:
        if name not in dummies:
            listed = ", ".join(f"`{d}`" for d in dummies)
            raise AdcError.of(
                "ADC0301", f"`--fix` names `{name}`, which is no character, integer or logical"
                f" argument of `{head.name}`", head.span,
                help=f"name one of {listed}" if listed else "leave `--fix` out",
            )  # fmt: skip
    blanks = {d.name: padded(d, "", ASSUMED if d.bounds else MESSAGE) for d in unread}
    return {**none, **blanks, **{name: _value(dummies[name], text) for name, text in texts.items()}}


def _value(dummy: Symbol, text: str) -> str:
    if dummy.base == "character":
        return padded(dummy, text)
    logical = _LOGICALS.get(text.strip().strip(".").lower())
    if dummy.base == "logical" and logical is not None:
        return ".true." if logical else ".false."
    if dummy.base == "integer" and _INTEGER.fullmatch(text.strip()):
        value = int(text)
        if dummy.dtype is not DType.INT32 or abs(value) < 2**31:
            return str(value)
    raise AdcError.of(
        "ADC0301", f"`--fix` gives `{dummy.name}` the value `{text}`, which is no"
        f" {dummy.base} of its kind", dummy.span, help=_WAYS_OUT[dummy.base].format(dummy.name),
    )  # fmt: skip


def sized(signature: Signature, scope: Scope, fixed: Mapping[str, str]) -> Signature:
    """The types with the integers that are fixed in their shapes; no extent is below 0 (Fortran
    2018, 8.5.8.2)."""
    sizes: dict[str, IntLike] = {
        d.name: int(fixed[d.name]) for d in scope.arguments
        if d.name in fixed and d.base == "integer"
    }  # fmt: skip
    return {
        name: replace(kind, shape=tuple(_extent(substitute(e, sizes)) for e in kind.shape))
        for name, kind in signature.items()
    } if sizes else signature  # fmt: skip


def _extent(expr: sympy.Expr) -> sympy.Expr:
    return sympy.Integer(0) if expr.is_negative else expr


def literal(dummy: Symbol, value: str) -> surface.Expr:
    """What the dummy holds, in the surface tree."""
    if dummy.base == "integer":
        return number(int(value), dummy.span)
    if dummy.base == "logical":
        return surface.Boolean(value == ".true.", dummy.span)
    return surface.String(value, dummy.span)
