"""Type, kind and rank of expressions, as generic names and ASSOCIATE ask for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import intrinsics, tree
from adc.frontends.fortran.constants import literal_dtype
from adc.frontends.fortran.elaboration.types import DerivedType
from adc.frontends.fortran.kinds import typed
from adc.frontends.fortran.symbol import Scope, Symbol
from adc.ir.dtypes import DType


@dataclass(frozen=True)
class Kind:
    """`base` as in Symbol, "type" with the derived `type`; `dtype` None for characters."""

    base: str
    dtype: DType | None
    rank: int
    type: DerivedType | None = None

    def of_rank(self, rank: int) -> Kind:
        return replace(self, rank=rank)


_INTEGER = Kind("integer", DType.INT32, 0)
_LOGICAL = Kind("logical", DType.BOOL, 0)
_COMPLEX = Kind("complex", DType.FLOAT32, 0)
_DOUBLE = Kind("real", DType.FLOAT64, 0)
_ORDER = (DType.INT32, DType.INT64, DType.FLOAT32, DType.FLOAT64)
_LOGICAL_RESULT = ("==", "/=", "<", "<=", ">", ">=", ".and.", ".or.", ".eqv.", ".neqv.")
#: Intrinsics whose value is of their arguments' type and shape.
_ALIKE = frozenset(
    {
        "abs", "acos", "acosh", "aint", "anint", "asin", "asinh", "atan", "atan2", "atanh", "cos",
        "cosh", "dim", "erf", "erfc", "exp", "gamma", "hypot", "log", "log10", "log_gamma", "max",
        "min", "mod", "modulo", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "cshift", "eoshift",
        "merge", "conjg", "fraction", "nearest", "rrspacing", "scale", "set_exponent", "spacing",
        "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1",
    }
)  # fmt: skip
_DOUBLES = frozenset(
    {
        "dabs", "dacos", "dasin", "datan", "datan2", "dcos", "dcosh", "ddim", "dexp", "dint",
        "dlog", "dlog10", "dmax1", "dmin1", "dmod", "dnint", "dsign", "dsin", "dsinh", "dsqrt",
        "dtan", "dtanh", "dble", "dfloat", "dreal", "dimag", "cdabs", "zabs",
    }
)  # fmt: skip
_REDUCTIONS = frozenset(["sum", "product", "maxval", "minval", "norm2"])
#: Of a complex number, reals of its kind.
_PARTS = frozenset(["abs", "aimag", "imag", "imagpart", "realpart"])
_DOUBLE_COMPLEX = frozenset(
    {
        "dcmplx", "dconjg", "cdcos", "cdexp", "cdlog", "cdsin", "cdsqrt", "zcos", "zexp", "zlog",
        "zsin", "zsqrt",
    }
)  # fmt: skip
_TESTS = frozenset(["any", "all", "present", "allocated"])


class Kinds:
    """Kinds of elaborated expressions in `scope`; `added` gives those of variables that it lacks,
    `called` those of functions, as of scalars, and whether they are elemental."""

    def __init__(
        self, scope: Scope, added: Callable[[str], Kind | None],
        called: Callable[[str], tuple[Kind | None, bool]] = lambda name: (None, False),
    ) -> None:  # fmt: skip
        self.scope = scope
        self.added = added
        self.called = called

    def of(self, expr: tree.Argument) -> Kind | None:
        """None where it cannot be told."""
        match expr:
            case tree.Number():
                return self._number(expr)
            case tree.Logical():
                return _LOGICAL
            case tree.String():
                return Kind("character", None, 0)
            case tree.Unary():
                return self.of(expr.operand)
            case tree.Binary():
                return self._binary(expr)
            case tree.Name():
                return self._name(expr)
            case tree.Apply():
                return self._apply(expr)
            case tree.Constructor():
                return self._constructor(expr)
            case tree.Keyword():
                return self.of(expr.value)
        return None

    def _number(self, expr: tree.Number) -> Kind:
        if expr.kind == "integer":
            long = isinstance(expr.suffix, tree.Number) and expr.suffix.text == "8"
            return Kind("integer", DType.INT64 if long else DType.INT32, 0)
        return Kind("real", literal_dtype(expr, self.scope), 0)

    def _binary(self, expr: tree.Binary) -> Kind | None:
        left, right = self.of(expr.left), self.of(expr.right)
        if left is None or right is None:
            return None
        rank = max(left.rank, right.rank)
        if expr.op in _LOGICAL_RESULT:
            return _LOGICAL.of_rank(rank)
        if expr.op == "//":
            return left.of_rank(rank)
        if expr.op == ",":
            return _complex(left, right)
        return _wider(left, right)

    def _name(self, expr: tree.Name) -> Kind | None:
        found = self.added(expr.name)
        if found is not None:
            return found
        symbol = self.scope.lookup(expr.name, expr.span)
        if not symbol.base:
            return None
        return Kind(symbol.base, symbol.dtype, len(symbol.bounds or ()))

    def _constructor(self, expr: tree.Constructor) -> Kind | None:
        if expr.type is not None:
            found = typed(expr.type, self.scope)
            return Kind(found.base, found.dtype, 1)
        item = expr.items[0] if expr.items else None
        while isinstance(item, tree.ImpliedDo):
            item = item.items[0]
        kind = None if item is None else self.of(item)
        return kind.of_rank(1) if kind is not None else None

    # -- what is applied ---------------------------------------------------------------------------

    def _apply(self, expr: tree.Apply) -> Kind | None:
        added = self.added(expr.name)
        if added is not None:
            return added.of_rank(self._sections(expr)) if added.rank else added
        value, elemental = self.called(expr.name)
        if value is not None:
            given = [k.rank for k in map(self.of, expr.arguments) if k is not None]
            return value.of_rank(max(given, default=0)) if elemental else value
        symbol = self.meaning(expr)
        if symbol is None and expr.name in intrinsics.FUNCTIONS:
            return self._intrinsic(expr)
        if symbol is None:
            symbol = self.scope.lookup(expr.name, expr.name_span)
        if symbol.bounds is not None and symbol.storage != "procedure":
            return Kind(symbol.base, symbol.dtype, self._sections(expr))
        if symbol.storage == "procedure" and symbol.unit is not None:
            return self.result(symbol, expr)
        if symbol.storage == "intrinsic":
            return self._intrinsic(expr)
        return Kind(symbol.base, symbol.dtype, 0) if symbol.base else None

    def meaning(self, expr: tree.Apply) -> Symbol | None:
        """What the declarations around say that the name is; None where they are silent."""
        scope: Scope | None = self.scope
        while scope is not None:
            try:
                found = scope.known(expr.name, expr.name_span, applied=True)
            except AdcError:
                return None  # told where the name is used
            if found is not None:
                return found
            scope = scope.host
        unit = self.scope.sources.external(expr.name)
        if unit is None or expr.name in intrinsics.FUNCTIONS:
            return None
        inside = self.scope.sources.scope(unit)
        result = inside.result
        base, dtype = (result.base, result.dtype) if result is not None else ("", None)
        return Symbol(expr.name, unit.span, "procedure", base, inside, dtype, unit=unit)

    def result(self, symbol: Symbol, expr: tree.Apply) -> Kind | None:
        result = symbol.scope.result
        if result is None:
            return None
        rank = len(result.bounds or ())
        if symbol.unit is not None and "elemental" in symbol.unit.prefixes:
            rank = max((k.rank for k in map(self.of, expr.arguments) if k is not None), default=0)
        return Kind(result.base, result.dtype, rank)

    def _sections(self, expr: tree.Apply) -> int:
        """The dimensions of an element or a section."""
        found = 0
        for argument in expr.arguments:
            if isinstance(argument, tree.Section):
                found += 1
            else:
                kind = self.of(argument)
                found += kind is not None and kind.rank > 0
        return found

    def _intrinsic(self, expr: tree.Apply) -> Kind | None:
        name = expr.name
        given = [self.of(a) for a in expr.arguments if not isinstance(a, tree.Keyword)]
        first = given[0] if given else None
        rank = max((k.rank for k in given if k is not None), default=0)
        if name in _DOUBLES:
            return _DOUBLE.of_rank(rank)
        if name in _DOUBLE_COMPLEX:
            return Kind("complex", DType.FLOAT64, rank)
        if name in _TESTS:
            return _LOGICAL
        if name == "real" and first is not None and first.base == "complex" and len(given) == 1:
            return self._converted(expr, replace(first, base="real"))
        if name == "cmplx":
            asked = self._converted(expr, self._default(), position=2)
            return Kind("complex", asked.dtype, rank)
        if name == "complex" and len(given) == 2 and given[0] and given[1]:
            return _complex(given[0], given[1]).of_rank(rank)
        if name in ("real", "float", "sngl"):
            return self._converted(expr, self._default()).of_rank(rank)
        if name in ("int", "nint", "floor", "ceiling", "idint", "ifix", "exponent"):
            return _INTEGER.of_rank(rank)
        if name in ("size", "count", "lbound", "ubound", "shape", "len", "iachar"):
            return _INTEGER.of_rank(int(len(expr.arguments) < 2 and name in _BOUNDS))
        if first is None or any(k is None for k in given):
            return None
        return self._of_arguments(expr, first, [k for k in given if k is not None])

    def _of_arguments(self, expr: tree.Apply, first: Kind, given: list[Kind]) -> Kind | None:
        name = expr.name
        if name in _PARTS:
            return replace(first, base="real" if first.base == "complex" else first.base)
        if name in _ALIKE:
            found = first
            for kind in given[1:] if name in ("max", "min") else []:
                found = _wider(found, kind)
            return found.of_rank(max(k.rank for k in given))
        if name in _REDUCTIONS:
            return first.of_rank(first.rank - 1 if self._has_dim(expr, given) else 0)
        if name == "dot_product":
            return _wider(first, given[1]).of_rank(0) if len(given) == 2 else None
        if name == "matmul" and len(given) == 2:
            return _wider(first, given[1]).of_rank(first.rank + given[1].rank - 2)
        if name in ("transpose", "spread"):
            return first.of_rank(2 if name == "transpose" else first.rank + 1)
        if name in ("epsilon", "tiny", "huge"):
            return first.of_rank(0)
        return None

    @staticmethod
    def _has_dim(expr: tree.Apply, given: list[Kind]) -> bool:
        named = any(isinstance(a, tree.Keyword) and a.name == "dim" for a in expr.arguments)
        return named or (len(given) > 1 and given[1].base == "integer")

    def _default(self) -> Kind:
        return Kind("real", self.scope.reals.dtype, 0)

    def _converted(self, expr: tree.Apply, default: Kind, position: int = 1) -> Kind:
        kind: tree.Argument | None = next(
            (a.value for a in expr.arguments if isinstance(a, tree.Keyword) and a.name == "kind"),
            None,
        )
        if kind is None and len(expr.arguments) > position:
            kind = expr.arguments[position]
        if kind is None or isinstance(kind, (tree.Section, tree.Keyword)):
            return default
        found = typed(tree.TypeSpec("real", expr.span, kind, exact=True), self.scope)
        return Kind("real", found.dtype, 0)


_BOUNDS = ("lbound", "ubound", "shape")


def _complex(re: Kind, im: Kind) -> Kind:
    """The kind of a complex constant of these parts."""
    double = DType.FLOAT64 in (re.dtype, im.dtype)
    return replace(_COMPLEX, dtype=DType.FLOAT64 if double else DType.FLOAT32)


def _wider(a: Kind, b: Kind) -> Kind:
    rank = max(a.rank, b.rank)
    if "complex" in (a.base, b.base):
        return _complex(a, b).of_rank(rank)
    if a.dtype not in _ORDER or b.dtype not in _ORDER:
        return a.of_rank(rank)
    wider = max(a, b, key=lambda kind: _ORDER.index(kind.dtype or DType.INT32))
    return wider.of_rank(rank)


def spec_of(kind: Kind, span: Span) -> tree.TypeSpec:
    """A declaration's type for a variable of that kind."""
    size = {DType.FLOAT32: "4", DType.FLOAT64: "8", DType.INT32: "4", DType.INT64: "8"}
    text = size.get(kind.dtype) if kind.dtype is not None else None
    number = tree.Number(text, "integer", span) if text is not None else None
    return tree.TypeSpec(kind.base, span, number, exact=True)
