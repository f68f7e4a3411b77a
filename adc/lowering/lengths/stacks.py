"""Vectors whose length data decide as the rows or columns of one array, and in other shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue
from adc.lowering.lengths.arrays import together
from adc.lowering.lengths.calls import Handler, Plain, held, joined, vector
from adc.lowering.lists.counted import as_now
from adc.lowering.masks.selections import refused, zeroed
from adc.lowering.masks.subscripts import selected
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import common_strong
from adc.lowering.store import store
from adc.lowering.values import (
    Array,
    Builtin,
    Integer,
    Items,
    Nothing,
    Selected,
    Value,
    of_view,
    place,
)

#: The functions, and whether they make columns of the vectors.
_COLUMNS = {
    "numpy.column_stack": True, "numpy.vstack": False, "numpy.row_stack": False,
    "numpy.array": False, "numpy.asarray": False,
}  # fmt: skip


def stacks(site: CallSite) -> bool:
    """Whether the call makes one array of several that masks select."""
    if site.name not in STACKING or not site.arguments:
        return False
    return any(isinstance(value, Selected) for value in held(site.arguments[0]))


def _stacked(name: str) -> Handler:
    def call(cx: Context, site: CallSite, plain: Plain) -> Value:
        del plain
        options = "dtype" if name in ("numpy.array", "numpy.asarray") else ""
        bound = site.bind("arrays", options)
        if not isinstance(bound.get("dtype", Nothing()), Nothing):
            raise refused(f"`dtype=` of `{site.short}` of what masks select is not supported",
                          site.span, "use `.astype`")  # fmt: skip
        return _beside(cx, site, held(bound["arrays"]), _COLUMNS[name])

    return call


def _stack(cx: Context, site: CallSite, plain: Plain) -> Value:
    del plain
    bound = site.bind("arrays", "axis")
    axis = site.axis(bound.get("axis", Integer(sympy.Integer(0))), 2)
    return _beside(cx, site, held(bound["arrays"]), axis == 1)


def _beside(cx: Context, site: CallSite, values: Sequence[Value], columns: bool) -> Selected:
    """The vectors `values` beside one another; the call fails where they are not equally long."""
    given: list[Value] = []
    for value in values:
        value = as_now(cx, value)
        found = value if isinstance(value, Selected) else array_operand(cx, site, value)
        if found.rank != 1:
            raise refused(f"`{site.short}` of what masks select takes vectors", site.span)
        given.append(vector(cx, site, found) if isinstance(found, Selected) else found)
    parts = [p for p in together(cx, given, 0, site.span) if isinstance(p, Selected)]
    if len(parts) != len(values):
        raise refused(f"`{site.short}` of vectors and of single elements is not supported",
                      site.span)  # fmt: skip
    dtype = common_strong([p.array for p in parts])
    extent, count = parts[0].array.shape[0], sympy.Integer(len(parts))
    shape = (extent, count) if columns else (count, extent)
    made = cx.new_container(cx.new_name("stacked"), dtype, shape)
    for k, part in enumerate(parts):
        at = (place(0), sympy.Integer(k)) if columns else (sympy.Integer(k), place(0))
        store(cx, made.select((extent,), at), dtype, zeroed(part), site.span)
    array = of_view(made, dtype)
    if columns:
        return replace(parts[0], array=array, own=True, packed=None, sliced=False)
    return Selected(array, parts[0].mask, 1, own=True)


# -- other shapes ----------------------------------------------------------------------------------


def _reshape(cx: Context, site: CallSite, plain: Plain) -> Value:
    """A vector as itself, a row or a column."""
    del plain
    value, shape = site.arguments[0], list(site.arguments[1:])
    if len(shape) == 1 and isinstance(shape[0], Items):
        shape = list(shape[0].items)
    numbers = [int(s.value) if isinstance(s, Integer) and s.value.is_Integer else 0 for s in shape]
    if not isinstance(value, Selected) or value.rank != 1 or site.keywords:
        numbers = []
    if numbers not in ([-1], [-1, 1], [1, -1]):
        raise refused("this `reshape` of what a mask selects is not supported", site.span,
                      "give it as `reshape(-1, 1)`")  # fmt: skip
    assert isinstance(value, Selected)
    return _with_axis(cx, value, len(numbers), numbers[0], site.span)


def _with_axis(cx: Context, value: Selected, rank: int, first: int, span: Span) -> Value:
    every = (SliceValue(None, None, 1, span), span)
    new = (Nothing(), span)
    if rank == 1:
        return value
    return selected(cx, value, [every, new] if first == -1 else [new, every], span)


def _outer(cx: Context, site: CallSite, plain: Plain) -> Value:
    """`np.outer(a, b)` of a vector whose length data decide and one of known length."""
    del plain
    bound = site.bind("a b")
    a, b = bound["a"], bound["b"]
    if not isinstance(a, Selected) or isinstance(b, Selected) or not isinstance(b, Array):
        raise refused("`outer` of these is not supported", site.span, "let the vector whose length "
                      "data decide be the first, and take the transpose")  # fmt: skip
    return call_written(cx, site, "adc_outer", vector(cx, site, a), b)


def stacked(cx: Context, site: CallSite, plain: Plain) -> Value:
    """The call of one of `STACKING`, for which the lengths have to be known as data are."""
    if not cx.learned.lengths:
        raise refused(f"`{site.short}` of what masks select is not supported", site.span)
    return TABLE[site.name](cx, site, plain)


def beside(cx: Context, owner: Value, items: list[Item], span: Span) -> Value | None:
    """`np.r_[…]` and `np.c_[…]` of what masks select, and other vectors; None for others."""
    values = [i for i, _ in items if isinstance(i, (Selected, Array, Integer, Items))]
    selects = cx.learned.lengths and any(isinstance(value, Selected) for value in values)
    if not selects or len(values) < len(items):
        return None
    if owner == Builtin("numpy.c_"):
        return _beside(cx, CallSite("numpy.c_", (), {}, (), span), values, True)
    return joined(cx, CallSite("numpy.append", (), {}, (), span), values)


TABLE: dict[str, Handler] = {
    **{name: _stacked(name) for name in _COLUMNS},
    "numpy.stack": _stack, "numpy.reshape": _reshape, "numpy.outer": _outer,
}  # fmt: skip
#: What may be given a list or tuple of such vectors.
STACKING = frozenset({*_COLUMNS, "numpy.stack"})
