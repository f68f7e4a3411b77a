"""What a mask selects of complex numbers: both parts, under one mask."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

import sympy

from adc.diagnostics import Span
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item
from adc.lowering.masks.selections import refused, with_own_mask
from adc.lowering.values import Array, Complex, Held, Integer, Selected, Value

Call = Callable[[Context, CallSite], Value]
#: `subscripts.mapped`.
Mapped = Callable[[Context, Sequence[Value], Callable[[list[Value]], Value], Span], Value]


@dataclass(frozen=True)
class SelectedComplex(Held):
    """A copy of the complex numbers that a mask selects: `items` are the real and the imaginary
    part, both of the same elements."""

    words: ClassVar[str] = "what a mask selects of complex numbers"

    @property
    def re(self) -> Selected:
        return self._part(0)

    @property
    def im(self) -> Selected:
        return self._part(1)

    def _part(self, number: int) -> Selected:
        part = self.items[number]
        assert isinstance(part, Selected)
        return part

    @property
    def whole(self) -> Complex:
        """The numbers that they are selected of."""
        return Complex((self.re.array, self.im.array))


def of_parts(
    cx: Context, owner: Complex, items: list[Item], select: Callable[[Array, list[Item]], Value]
) -> SelectedComplex:
    """`owner[items]`, by `select` of each part."""
    re = select(owner.re, items)
    assert isinstance(re, Selected)
    re = with_own_mask(cx, re)
    im = select(owner.im, items)
    assert isinstance(im, Selected)
    return SelectedComplex((re, replace(im, mask=re.mask)))


def parts_of(value: Value) -> tuple[Value, ...]:
    """Both parts of complex numbers; of anything else the value itself."""
    return value.items if isinstance(value, (Complex, SelectedComplex)) else (value,)


def whole_parts(values: Sequence[Value], parts: Sequence[Value]) -> list[Value]:
    """`values` with `parts`, all their `parts_of`, in place of their own, where masks select with
    the arrays that they are selected of."""
    arrays = iter([p.array if isinstance(p, Selected) else p for p in parts])
    return [
        Complex((next(arrays), next(arrays)))
        if isinstance(value, (Complex, SelectedComplex))
        else next(arrays)
        for value in values
    ]


# -- calls -----------------------------------------------------------------------------------------

#: Functions of elements.
_OF_ELEMENTS = frozenset({
    "abs", "pow", "numpy.where", *(f"numpy.{name}" for name in (
        "abs", "absolute", "exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh",
        "square", "negative", "reciprocal", "add", "subtract", "multiply", "divide", "true_divide",
        "power", "equal", "not_equal", "isnan", "isinf", "isfinite", "angle", "conj", "conjugate",
    )),
})  # fmt: skip
#: Views of one part of the numbers.
_PARTS = {"numpy.real": 0, "numpy.imag": 1}
#: Functions that are linear, or copies: of each part by itself.
_OF_PARTS = frozenset({
    "sum", *(f"numpy.{name}" for name in ("sum", "mean", "copy", "array", "asarray", "asanyarray")),
})  # fmt: skip


def call_with_complex(cx: Context, site: CallSite, plain: Call, mapped: Mapped) -> Value:
    """A call with complex numbers of which a mask selects some; `plain` is the call of any function
    that adc knows."""
    given = (*site.arguments, *site.keywords.values())
    first = site.arguments[0] if site.arguments else None
    alone = isinstance(first, SelectedComplex) and all(v is first or not _holds(v) for v in given)
    if alone and isinstance(first, SelectedComplex):
        if site.name in ("len", "numpy.size"):
            return plain(cx, replace(site, arguments=(first.re,)))
        if site.name in _PARTS and not site.keywords:  # which lie in it
            return first.items[_PARTS[site.name]]
        if site.name in _OF_PARTS and "dtype" not in site.keywords and len(site.arguments) == 1:
            re, im = (plain(cx, replace(site, arguments=(part,))) for part in first.items)
            return joined_parts(re, im)
        if site.name == "numpy.nansum" and len(site.arguments) == 1:
            kept = _without_nan(cx, site, first, plain, mapped)
            site = replace(site, name="numpy.sum", arguments=(kept,))
            return call_with_complex(cx, site, plain, mapped)
    if site.name in _OF_ELEMENTS and not site.keywords:
        return mapped(
            cx, site.arguments, lambda v: plain(cx, replace(site, arguments=tuple(v))), site.span
        )
    raise refused(
        f"`{site.short}` of what a mask selects of complex numbers is not supported", site.span,
        "compute it of the real and the imaginary part: `z.real`, `z.imag`",
    )  # fmt: skip


def _without_nan(
    cx: Context, site: CallSite, value: SelectedComplex, plain: Call, mapped: Mapped
) -> Value:
    """`value` with 0 where either part is NaN."""
    of_elements = replace(site, keywords={})

    def call(name: str, *arguments: Value) -> Value:
        return call_with_complex(
            cx, replace(of_elements, name=name, arguments=arguments), plain, mapped
        )

    return call("numpy.where", call("numpy.isnan", value), Integer(sympy.Integer(0)), value)


def _holds(value: Value) -> bool:
    return isinstance(value, (Selected, Complex, SelectedComplex))


def joined_parts(re: Value, im: Value) -> Complex | SelectedComplex:
    """The complex numbers of these parts."""
    if isinstance(re, Selected) and isinstance(im, Selected):
        return SelectedComplex((re, im))
    return Complex((re, im))
