"""Products of vectors and matrices that masks select."""

from __future__ import annotations

from adc.diagnostics import Span
from adc.lowering import elementwise, linear_algebra
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.lengths.arrays import together
from adc.lowering.lists.counted import refuse_list
from adc.lowering.masks.complex import SelectedComplex
from adc.lowering.masks.selections import refused, same_mask, zeroed
from adc.lowering.masks.subscripts import check_fit, mapped_real
from adc.lowering.promotion import as_array
from adc.lowering.reductions import total
from adc.lowering.values import Array, Complex, Selected, Value


def masked_product(cx: Context, left: Value, right: Value, span: Span) -> Value:
    """`a @ b` of vectors and matrices, one or both of which are what a mask selects."""
    for value in (left, right):
        refuse_list(value, "a product", span)
        if isinstance(value, (Complex, SelectedComplex)):
            raise refused("a product with complex numbers that a mask selects is not supported",
                          span, "sum over products of elements: `np.sum(a * b)`")  # fmt: skip
    if cx.learned.lengths and all(_is_vector(v) for v in (left, right)):
        left, right = together(cx, [left, right], 0, span)
    if isinstance(left, Selected) and isinstance(right, Selected):
        return _contracted(cx, left, right, span)
    one = left if isinstance(left, Selected) else right
    assert isinstance(one, Selected)
    rows = isinstance(left, Selected)
    if rows and one.mask.rank == 1 and not one.axis and one.rank > 2:  # a matrix for each
        found = linear_algebra.matmul(cx, zeroed(one), as_array(right, span), span)
        if found.rank == one.rank:
            return Selected(found, one.mask, 0)
    if one.mask.rank != 1 or one.rank != 2 or one.axis != (0 if rows else 1):
        raise refused("an array beside what a mask selects is not known to be as long", span,
                      "select of it by the same mask: `a[m] @ b[m]`")  # fmt: skip
    a, b = (
        zeroed(v) if isinstance(v, Selected) else as_array(v, span) for v in (left, right)
    )  # fmt: skip
    found = linear_algebra.matmul(cx, a, b, span)
    return Selected(found, one.mask, 0 if rows else found.rank - 1)


def _is_vector(value: Value) -> bool:
    return isinstance(value, (Selected, Array)) and value.rank == 1


def _contracted(cx: Context, left: Selected, right: Selected, span: Span) -> Array:
    """The sum over what is selected."""
    if left.rank == right.rank == 1:
        check_fit(left, right, span)
        both = mapped_real(
            cx, [left, right], lambda v: elementwise.arithmetic(cx, "mul", v, span), span
        )  # fmt: skip
        return total(cx, zeroed(both), tuple(range(both.array.rank)))
    summed = left.axis == left.rank - 1 and right.axis == max(right.rank - 2, 0)
    if not summed or left.mask.rank != 1 or not same_mask(left, right):
        raise refused("this product of what masks select is not supported", span)
    return linear_algebra.matmul(cx, zeroed(left), zeroed(right), span)


def dot(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a b")
    left, right = bound["a"], bound["b"]
    vectors = all(isinstance(v, Selected) and v.rank == 1 for v in (left, right))
    if site.name in ("numpy.inner", "numpy.vdot") and not vectors:
        raise refused(f"`{site.short}` of these is not supported", site.span, "use `@`")
    return masked_product(cx, left, right, site.span)
