"""Shapes that meet: NumPy's broadcasting with symbolic extents."""

from __future__ import annotations

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir.expressions import Index
from adc.ir.shapes import Shape, same
from adc.ir.spelling import spelled
from adc.lowering.context import Context
from adc.lowering.control.where_run import equal_where_run
from adc.lowering.values import Array, Value, View


def formal(extent: sympy.Expr) -> sympy.Expr:
    """An extent without the `max(0, …)` that makes it a number: as a loop bound both agree."""
    if isinstance(extent, sympy.Max) and len(extent.args) == 2 and 0 in extent.args:
        return next(a for a in extent.args if a != 0)
    return extent


def is_one(extent: sympy.Expr) -> bool:
    return bool(extent == 1)


def unify(
    cx: Context, a: sympy.Expr, b: sympy.Expr, what: str, span: Span | None,
    help: str = "make the extents equal, or give one of them the extent 1",
) -> sympy.Expr:  # fmt: skip
    """The extent that `a` and `b` share; two symbols are assumed equal, and that is recorded.

    Also where a branch on data may pass over the statement: nothing else keeps it in its arrays.
    """
    if same(formal(a), formal(b)) or cx.prover.equal(formal(a), formal(b)):
        return a
    left, right = cx.extent(formal(a)), cx.extent(formal(b))
    if cx.prover.below(formal(a), right) or cx.prover.below(formal(b), left):
        raise AdcError.of(
            "ADC0212",
            f"extents {spelled(left)} and {spelled(right)} do not fit together in {what}",
            span,
            help=help,
        )
    equal_where_run(cx, left, right, f"{what} needs equal extents", span)
    return a


def reshapes(cx: Context, old: Value, new: Value) -> bool:
    """Whether an assignment of the array `new` to all of the variable `old` gives that another
    shape (Fortran 2018, 10.2.1.3), as far as can be told: extents that may agree are held to it.
    One of fewer dimensions is the default value of a component, for all elements of an array."""
    if not isinstance(old, Array) or not isinstance(new, Array):
        return False
    if not new.shape or len(new.shape) != len(old.shape):
        return False
    return any(
        is_one(a) is not is_one(b) or cx.prover.below(a, b) or cx.prover.below(b, a)
        for a, b in zip(map(formal, old.shape), map(formal, new.shape), strict=True)
    )


def broadcast(cx: Context, shapes: list[Shape], what: str, span: Span | None) -> Shape:
    """The shape that arrays of `shapes` have together (only a literal 1 is stretched)."""
    rank = max(len(s) for s in shapes)
    result: list[sympy.Expr] = [sympy.Integer(1)] * rank
    for shape in shapes:
        for axis, extent in enumerate(shape, start=rank - len(shape)):
            if is_one(result[axis]):
                result[axis] = extent
            elif not is_one(extent):
                result[axis] = unify(cx, result[axis], extent, what, span)
    return tuple(result)


def stretched(value: Array, shape: Shape, position: Index) -> Index:
    """The position in `value` that meets `position` of the broadcast `shape`."""
    offset = len(shape) - value.rank
    return tuple(
        sympy.Integer(0) if is_one(value.shape[axis]) else position[axis + offset]
        for axis in range(value.rank)
    )


def stretched_view(view: View, shape: Shape) -> View:
    """`view` broadcast to `shape` (for reading)."""
    from adc.lowering.values import places

    offset = len(shape) - len(view.shape)
    position = places(len(shape))
    index = tuple(
        sympy.Integer(0) if is_one(extent) else position[axis + offset]
        for axis, extent in enumerate(view.shape)
    )
    return view.select(shape, index)


def broadcast_to(cx: Context, value: Array, shape: Shape, what: str, span: Span | None) -> Array:
    """`value` stretched to `shape`, which must be able to hold it: a view of it, but of a number,
    which its name may change."""
    joined = broadcast(cx, [shape, value.shape], what, span)
    bad = len(joined) > len(shape) or any(
        is_one(given) and not is_one(extent) for given, extent in zip(shape, joined, strict=False)
    )
    if bad:
        raise AdcError.of(
            "ADC0212",
            f"a value of shape {show_shape(value.shape)} does not fit into {show_shape(shape)}",
            span,
            help="make the shapes agree",
        )
    seen = value.view is not None and (value.is_shared or not shape)
    view = stretched_view(value.view, shape) if value.view and seen else None
    return Array(
        shape, value.dtype, lambda p: value.at(stretched(value, shape, p)), value.weak, view
    )


def show_shape(shape: Shape) -> str:
    if len(shape) == 1:
        return f"({spelled(shape[0])},)"
    return "(" + ", ".join(spelled(n) for n in shape) + ")"
