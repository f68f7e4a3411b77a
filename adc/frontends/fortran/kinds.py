"""Types: what a declaration's type, or a literal's kind, is in memory."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from adc.diagnostics import AdcError
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant_dtype, integer_constant, kind_number, of_kind
from adc.frontends.fortran.symbol import Scope, Symbol
from adc.ir.dtypes import DType

#: Functions that depend on how many bits an integer has.
_OF_32_BITS = (
    "ishft", "shiftl", "shiftr", "popcnt", "poppar", "leadz", "trailz", "iall", "iany", "iparity",
)  # fmt: skip

_BYTES = {DType.FLOAT32: 4, DType.FLOAT64: 8, DType.INT32: 4, DType.INT64: 8, DType.BOOL: 4}

#: A factor by which an integer of 32 bits may leave its range soon.
_LARGE_FACTOR = 2**15


@dataclass(frozen=True)
class Typed:
    """A type; `dtype` is that of both parts of a complex number, `length` a character's, None where
    it is assumed."""

    base: str
    dtype: DType | None
    length: int | None = None


def typed(spec: tree.TypeSpec, scope: Scope, length: tree.Expr | None = None) -> Typed:
    """What `spec` in `scope` stands for; `length` is one that the entity has of its own.

    Raises ADC0173 for derived types, ADC0222 for kinds that adc does not compute with, and ADC0179
    for a kind whose value it cannot tell.
    """
    if spec.base in ("type", "class"):
        message = f"the derived type `{spec.name}` is not supported"
        way_out = "pass its components as arguments of their own"
        raise AdcError.of("ADC0173", message, spec.span, help=way_out)
    if spec.base == "character":
        return Typed("character", None, _length(spec, scope, length))
    if spec.base == "double precision":
        return Typed("real", DType.FLOAT64)
    if spec.base == "double complex":
        return Typed("complex", DType.FLOAT64)
    if spec.base == "logical":
        return Typed("logical", DType.BOOL)
    kind = None if spec.kind is None else kind_number(spec.kind, scope)
    if spec.base not in ("real", "complex"):
        return Typed(spec.base, of_kind(spec.base, kind or 4, spec.span))
    if spec.base == "complex" and spec.star and kind is not None:  # the bytes of both parts
        if kind % 2:
            raise AdcError.of(
                "ADC0222",
                f"`complex*{kind}` is not supported",
                spec.span,
                help="write `complex*16`",
            )
        kind //= 2
    kind = kind if spec.exact and kind is not None else scope.reals.kind(kind)
    return Typed(spec.base, of_kind(spec.base, kind, spec.span))


def kind_of(symbol: Symbol) -> int:
    """The bytes of an element, of a complex number of one part, of characters of a letter; of a
    logical, what its declaration says."""
    if symbol.dtype is not None and symbol.base != "logical":
        return _BYTES[symbol.dtype]
    facts = symbol.scope.declarations.get(symbol.original or symbol.name)
    spec = facts.type if facts is not None else None
    if spec is None or spec.kind is None or symbol.base not in ("logical", "integer"):
        return 1 if symbol.dtype is None else _BYTES[symbol.dtype]
    return kind_number(spec.kind, symbol.scope)


def check_bits(expr: tree.Apply, given: tree.Argument | None, scope: Scope) -> None:
    """Refuses a function of bits of an integer `given` that may have others than 32."""
    if expr.name not in _OF_32_BITS or isinstance(given, (tree.Section, tree.Keyword)):
        return
    if given is None or constant_dtype(given, scope) is not DType.INT32:
        raise AdcError.of(
            "ADC0169", f"`{expr.name}` of an integer that is not known to have 32 bits, is not"
            " supported", expr.span, help="assign it to a variable that is declared `integer`",
        )  # fmt: skip


def check_kinds(scope: Scope, kinds: Iterable[tree.Argument | None]) -> None:
    """Refuses those of the arguments `kinds` that ask for an integer of 8 or 16 bits."""
    for given in kinds:
        if given is None or isinstance(given, (tree.Section, tree.Keyword)):
            continue
        if integer_constant(given, scope) in (1, 2):
            raise AdcError.of(
                "ADC0222", "an integer of this kind is not supported", given.span,
                help="use kinds 4 and 8",
            )  # fmt: skip


def goes_round(expr: tree.Binary, scope: Scope) -> bool:
    """Whether a sum or product of integers of 32 bits has a large number as a factor, as generators
    of random numbers have: its value is what is left of it in 32 bits."""
    if constant_dtype(expr, scope) is not DType.INT32 or integer_constant(expr, scope) is not None:
        return False
    sides = (expr.left, expr.right)
    factors = [integer_constant(side, scope) for side in sides] if expr.op == "*" else []
    if any(abs(f) >= _LARGE_FACTOR for f in factors if f is not None):
        return True
    return any(_goes_round_in(side, scope) for side in sides)


def _goes_round_in(side: tree.Expr, scope: Scope) -> bool:
    if isinstance(side, tree.Unary):
        return _goes_round_in(side.operand, scope)
    return isinstance(side, tree.Binary) and side.op in ("+", "-", "*") and goes_round(side, scope)


def complex_of(scope: Scope, expr: tree.Binary) -> str:
    """The function that makes `(a, b)`, whose integers are default reals."""
    parts = (constant_dtype(expr.left, scope), constant_dtype(expr.right, scope))
    whole = all(d is not None and d.is_integer for d in parts)
    return "complex128" if whole and scope.reals.default == 8 else "complex"


def component_refused(part: tree.Component) -> AdcError:
    """What to say of a use of `part`."""
    owner = getattr(part.owner, "name", "")
    message = f"`{owner}%{part.name}` is a component of a derived type, which is not supported"
    way_out = "use an argument or a variable of its own in its place"
    return AdcError.of("ADC0173", message, part.span, help=way_out)


def _length(spec: tree.TypeSpec, scope: Scope, own: tree.Expr | None) -> int | None:
    if own is not None:
        return integer_constant(own, scope)
    if spec.length is None:
        return None if spec.star else 1
    return integer_constant(spec.length, scope)
