"""Types: what a declaration's type, or a literal's kind, is in memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import integer_constant
from adc.ir.dtypes import DType

if TYPE_CHECKING:
    from adc.frontends.fortran.scope import Scope

#: The kind number, which is the number of bytes, of each type that adc computes with.
_BY_KIND = {
    ("real", 4): DType.FLOAT32,
    ("real", 8): DType.FLOAT64,
    ("integer", 4): DType.INT32,
    ("integer", 8): DType.INT64,
}
_HELP = {
    "real": "use the kind of `real` (4) or `double precision` (8)",
    "integer": "use an integer of kind 4 or 8",
}


@dataclass(frozen=True)
class Typed:
    """A type; `length` is a character's, None where it is assumed."""

    base: str
    dtype: DType | None
    length: int | None = None


def typed(spec: tree.TypeSpec, scope: Scope, length: tree.Expr | None = None) -> Typed:
    """What `spec` in `scope` stands for; `length` is one that the entity has of its own.

    Raises ADC0119 for complex numbers, ADC0173 for derived types, ADC0222 for kinds that adc does
    not compute with, and ADC0179 for a kind whose value it cannot tell.
    """
    if spec.base in ("complex", "double complex"):
        message, way_out = "complex numbers are not supported", "keep real and imaginary parts in"
        raise AdcError.of("ADC0119", message, spec.span, help=f"{way_out} variables of their own")
    if spec.base in ("type", "class"):
        message = f"the derived type `{spec.name}` is not supported"
        way_out = "pass its components as arguments of their own"
        raise AdcError.of("ADC0173", message, spec.span, help=way_out)
    if spec.base == "character":
        return Typed("character", None, _length(spec, scope, length))
    if spec.base == "double precision":
        return Typed("real", DType.FLOAT64)
    if spec.base == "logical":
        return Typed("logical", DType.BOOL)
    kind = 4 if spec.kind is None else kind_number(spec.kind, scope)
    return Typed(spec.base, of_kind(spec.base, kind, spec.span))


def component_refused(part: tree.Component) -> AdcError:
    """What to say of a use of `part`."""
    owner = getattr(part.owner, "name", "")
    message = f"`{owner}%{part.name}` is a component of a derived type, which is not supported"
    way_out = "use an argument or a variable of its own in its place"
    return AdcError.of("ADC0173", message, part.span, help=way_out)


def of_kind(base: str, kind: int, span: Span) -> DType:
    """The element type of a real or integer of this kind; raises ADC0222 for others."""
    found = _BY_KIND.get((base, kind))
    if found is None:
        message = f"`{base}` of kind {kind} is not supported"
        raise AdcError.of("ADC0222", message, span, help=_HELP[base])
    return found


def kind_number(expr: tree.Expr, scope: Scope) -> int:
    """The number that a kind is; raises ADC0179 where it is no constant."""
    found = integer_constant(expr, scope)
    if found is None:
        message = "adc cannot tell the value of this kind"
        raise AdcError.of("ADC0179", message, expr.span, help="use a constant, such as `kind(1d0)`")
    return found


def _length(spec: tree.TypeSpec, scope: Scope, own: tree.Expr | None) -> int | None:
    if own is not None:
        return integer_constant(own, scope)
    if spec.length is None:
        return None if spec.star else 1
    return integer_constant(spec.length, scope)


def literal_dtype(number: tree.Number, scope: Scope) -> DType:
    """`1.0` is single precision, `1.0d0` double, `1.0_dp` of its kind, `1` a 4-byte integer."""
    if number.kind == "double":
        return DType.FLOAT64
    kind = 4 if number.suffix is None else kind_number(number.suffix, scope)
    return of_kind(number.kind, kind, number.span)
