"""A call whose arguments are evaluated: binding them to parameter names, and reading options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, IntValue
from adc.lowering.integers.folding import folded
from adc.lowering.promotion import as_array, integer_of, is_literal_bool
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Type, Value

_DTYPE_NAMES = {d.value: d for d in DType} | {
    "float": DType.FLOAT64, "double": DType.FLOAT64, "single": DType.FLOAT32, "int": DType.INT64,
    "d": DType.FLOAT64, "f": DType.FLOAT32, "f8": DType.FLOAT64, "f4": DType.FLOAT32,
}  # fmt: skip


#: How a text goes on that says for what a function is supported; others are sentences.
_SAYING_FOR_WHAT = frozenset({
    "for", "with", "without", "where", "by", "of", "in", "at", "from", "up", "through", "beyond",
    "along",
})  # fmt: skip


@dataclass(frozen=True)
class CallSite:
    """`name(*arguments, **keywords)`; `spans` follow the positional arguments. `new_output`: what
    `out=` is given is an array that the call's own text makes, so that nothing else sees it."""

    name: str
    arguments: tuple[Value, ...]
    keywords: dict[str, Value]
    spans: tuple[Span, ...]
    span: Span
    new_output: bool = False

    @property
    def short(self) -> str:
        return self.name.removeprefix("numpy.").removeprefix("math.")

    @contextmanager
    def supported(self) -> Iterator[None]:
        """Within it, what text of adc's own raises as NotImplementedError says what it is for."""
        try:
            yield
        except AdcError as error:
            _, beyond, what = error.diagnostics[0].message.rpartition("`NotImplementedError: ")
            if not beyond or what.partition(" ")[0] not in _SAYING_FOR_WHAT:
                raise
            raise self.error(f"`{self.short}` is supported {what.rstrip('`')}") from error

    def bind(self, required: str, optional: str = "") -> dict[str, Value]:
        """Arguments by name; `required` and `optional` list parameter names in order."""
        needed, extra = required.split(), optional.split()
        names = needed + extra
        if len(self.arguments) > len(names):
            raise self.error(f"`{self.short}` takes at most {len(names)} arguments here")
        bound = dict(zip(names, self.arguments, strict=False))
        for key, value in self.keywords.items():
            if key not in names:
                raise self.error(
                    f"keyword `{key}` of `{self.short}` is not supported",
                    help=f"leave out `{key}=`",
                )
            if key in bound:
                raise self.error(f"`{self.short}` gets `{key}` twice")
            bound[key] = value
        missing = [n for n in needed if n not in bound]
        if missing:
            raise self.error(f"`{self.short}` needs the argument `{missing[0]}`")
        return bound

    def error(self, message: str, *, help: str = "check the call's arguments") -> AdcError:
        return AdcError.of("ADC0220", message, self.span, help=help)

    def array(self, value: Value) -> Array:
        return as_array(value, self.span)

    def flag(self, value: Value | None, what: str) -> bool:
        """A literal True or False, or 1 or 0; False where it is not given."""
        if value is None:
            return False
        known = is_literal_bool(value)
        if isinstance(value, Integer) and value.value in (0, 1):
            known = bool(value.value)
        if known is None:
            raise self.error(f"`{what}` of `{self.short}` must be a literal", help="write True")
        return known

    def refuse_no_mask(self) -> None:
        """ADC0220 for `where=None`, which is False to NumPy."""
        if isinstance(self.keywords.get("where"), Nothing):
            raise self.error("`where=None` is False to NumPy", help="leave it out, or give True")

    def integer(self, value: Value, what: str) -> sympy.Expr:
        if isinstance(value, Integer):
            return value.value
        if isinstance(value, Array) and not value.shape and value.dtype.is_integer:
            known = integer_of(value.at(()))
            if known is not None:
                return known
        raise self.error(
            f"`{what}` of `{self.short}` must be an integer expression of sizes",
            help="use sizes, integer arguments and literals",
        )

    def number(self, value: Value, what: str) -> int:
        found = self.integer(value, what)
        if not found.is_Integer:
            name = min((s.name for s in found.free_symbols), default="k")
            raise self.error(
                f"`{what}` of `{self.short}` must be a literal integer",
                help=f"write a number; an integer argument becomes one by `--fix {name}=3`",
            )
        return int(found)

    def literal(self, value: Value, what: str) -> float:
        """A literal number, with or without a sign, or arithmetic of such."""
        array = self.array(value)
        expr = array.at(()) if not array.shape else None
        sign = 1.0
        if isinstance(expr, Apply) and expr.op == "neg":
            expr, sign = expr.args[0], -1.0
        if isinstance(expr, IntValue) and expr.value.is_Integer:
            return sign * float(expr.value)
        if isinstance(expr, Const):
            return sign * float(build.const_value(expr))
        known = folded(expr) if expr is not None and not array.shape else None
        if known is not None:
            return sign * known
        raise self.error(f"`{what}` of `{self.short}` must be a literal number")

    def shape(self, value: Value) -> tuple[sympy.Expr, ...]:
        """A shape given as an integer or a tuple."""
        items = value.items if isinstance(value, Items) else (value,)
        return tuple(self.integer(v, "shape") for v in items)

    def axes(self, value: Value | None, rank: int) -> tuple[int, ...] | None:
        """Axes as positions, in ascending order; None where none is given."""
        if value is None or isinstance(value, Nothing):
            return None
        items = value.items if isinstance(value, Items) else (value,)
        found = sorted(self.axis(v, rank) for v in items)
        if len(set(found)) != len(found):
            raise self.error("an axis is named twice", help="name each axis once")
        return tuple(found)

    def axis(self, value: Value, rank: int) -> int:
        axis = self.number(value, "axis")
        if not -rank <= axis < rank:
            raise AdcError.of(
                "ADC0221", f"axis {axis} is out of range for {rank} axes", self.span,
                help=f"use an axis from {-rank} to {rank - 1}",
            )  # fmt: skip
        return axis % rank

    def dtype(self, value: Value | None, default: DType) -> DType:
        """An element type given as `np.float32`, `float`, `A.dtype` or its name."""
        if value is None or isinstance(value, Nothing):
            return default
        if isinstance(value, Type):
            return value.dtype
        if isinstance(value, Text) and value.value in _DTYPE_NAMES:
            return _DTYPE_NAMES[value.value]
        raise AdcError.of(
            "ADC0222", "this element type is not supported", self.span,
            help="use float64, float32, int64, int32 or bool",
        )  # fmt: skip
