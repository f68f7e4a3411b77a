"""Products of arrays: an accumulation `t += a*b` over an explicit domain."""

from __future__ import annotations

import string

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Index
from adc.ir.shapes import Shape
from adc.lowering.broadcasting import broadcast, stretched, unify
from adc.lowering.context import Context
from adc.lowering.promotion import common, convert, kind
from adc.lowering.store import Points, materialise
from adc.lowering.values import Array, of_view


def zeroed(cx: Context, stem: str, dtype: DType, shape: Shape) -> Array:
    """A fresh local array of zeros."""
    view = cx.new_container(cx.new_name(stem), dtype, shape)
    points = Points(cx, shape)
    cx.emit(view, points.position, Update.ASSIGN, build.zero(dtype), points.dims)
    return of_view(view, dtype)


def operand(cx: Context, value: Array) -> Array:
    """An operand of a product in memory: what is computed is computed once."""
    if value.view is not None:
        return value
    return of_view(materialise(cx, value, "tmp"), value.dtype, weak=value.weak)


def product_sum(
    cx: Context, a: Array, b: Array, outer: Shape, inner: sympy.Expr,
    a_at: Index, b_at: Index, stem: str,
) -> Array:  # fmt: skip
    """sum over k of a[a_at]*b[b_at]; the indices use places 0..len(outer)-1, then k last."""
    from adc.lowering.values import at_places

    dtype, _ = common([a, b])
    if dtype is DType.BOOL:
        dtype = DType.INT64
    result = zeroed(cx, stem, dtype, outer)
    points = Points(cx, (*outer, inner))
    left = a.at(tuple(at_places(i, points.position) for i in a_at))
    right = b.at(tuple(at_places(i, points.position) for i in b_at))
    expr = build.apply("mul", convert(left, dtype), convert(right, dtype))
    assert result.view is not None
    cx.emit(result.view, points.position[: len(outer)], Update.ADD, expr, points.dims)
    return result


def matmul(cx: Context, a: Array, b: Array, span: Span) -> Array:
    """`a @ b`: vectors, matrices, and stacks of matrices broadcast over leading axes."""
    if not a.shape or not b.shape:
        raise AdcError.of(
            "ADC0212", "`@` needs arrays on both sides", span, help="use `*` for a scalar factor"
        )
    _refuse_booleans([a, b], span)
    a, b = operand(cx, a), operand(cx, b)
    row, column = a.rank > 1, b.rank > 1
    inner = unify(cx, a.shape[-1], b.shape[-2 if column else -1], "the product", span)
    batch = broadcast(cx, [a.shape[:-2], b.shape[:-2]], "the product", span)
    outer = (*batch, *(a.shape[-2:-1] if row else ()), *(b.shape[-1:] if column else ()))
    from adc.lowering.values import place, places

    k, stacked = place(len(outer)), places(len(batch))
    a_lead = _leading(a, batch, stacked) if row else ()
    b_lead = _leading(b, batch, stacked) if column else ()
    a_at = (*a_lead, *((place(len(batch)),) if row else ()), k)
    b_at = (*b_lead, k, *((place(len(outer) - 1),) if column else ()))
    return product_sum(cx, a, b, outer, inner, a_at, b_at, "product")


def _leading(value: Array, batch: Shape, position: Index) -> Index:
    """The position of `value`'s stacking axes at `position` of the broadcast stack."""
    stack = Array(value.shape[:-2], value.dtype, lambda _: build.zero(value.dtype))
    return stretched(stack, batch, position)


def dot(cx: Context, a: Array, b: Array, span: Span) -> Array:
    """`np.dot`: a product with scalars, `@` up to two axes, else the last with the second last."""
    from adc.lowering.elementwise import arithmetic
    from adc.lowering.values import place

    if not a.shape or not b.shape:
        return arithmetic(cx, "mul", [a, b], span, strong=True)
    if b.rank <= 2 and a.rank <= 2:
        return matmul(cx, a, b, span)
    a, b = operand(cx, a), operand(cx, b)
    inner = unify(cx, a.shape[-1], b.shape[-2] if b.rank > 1 else b.shape[-1], "the product", span)
    rest = b.shape[:-2] + b.shape[-1:] if b.rank > 1 else ()
    outer = (*a.shape[:-1], *rest)
    k = place(len(outer))
    own = [place(axis) for axis in range(a.rank - 1)]
    others = [place(a.rank - 1 + axis) for axis in range(len(rest))]
    b_at = (*others[:-1], k, others[-1]) if b.rank > 1 else (k,)
    return product_sum(cx, a, b, outer, inner, (*own, k), b_at, "product")


def inner(cx: Context, a: Array, b: Array, span: Span) -> Array:
    """`np.inner`: over the last axes of both."""
    from adc.lowering.elementwise import arithmetic
    from adc.lowering.values import place

    if not a.shape or not b.shape:
        return arithmetic(cx, "mul", [a, b], span, strong=True)
    a, b = operand(cx, a), operand(cx, b)
    extent = unify(cx, a.shape[-1], b.shape[-1], "the product", span)
    outer = (*a.shape[:-1], *b.shape[:-1])
    k = place(len(outer))
    own = [place(axis) for axis in range(a.rank - 1)]
    others = [place(a.rank - 1 + axis) for axis in range(b.rank - 1)]
    return product_sum(cx, a, b, outer, extent, (*own, k), (*others, k), "product")


def outer(cx: Context, a: Array, b: Array, span: Span) -> Array:
    """`np.outer` of (flattened) vectors: elementwise, no temporary."""
    from adc.lowering.elementwise import arithmetic
    from adc.lowering.reshaping import expand_dims, reshape

    flat = [reshape(cx, v, (sympy.Integer(-1),), span) if v.rank != 1 else v for v in (a, b)]
    rows, columns = expand_dims(flat[0], (1,)), expand_dims(flat[1], (0,))
    return arithmetic(cx, "mul", [rows, columns], span, strong=True)


def vdot(cx: Context, a: Array, b: Array, span: Span) -> Array:
    """`np.vdot`: of all elements in order."""
    from adc.lowering.reshaping import reshape

    flat = [reshape(cx, v, (sympy.Integer(-1),), span) if v.rank != 1 else v for v in (a, b)]
    return matmul(cx, flat[0], flat[1], span)


def _refuse_booleans(operands: list[Array], span: Span) -> None:
    """NumPy's product of booleans is one of truth values: whether any pair holds."""
    if all(v.dtype is DType.BOOL for v in operands):
        raise AdcError.of(
            "ADC0213", "a product of boolean matrices is not supported", span,
            help="count instead: `(1.0*a) @ b`",
        )  # fmt: skip


def einsum(cx: Context, spec: str, values: list[Array], span: Span) -> Array:
    """`np.einsum`: one accumulation; what `...` stands for gets letters of its own."""
    spec = _spelled_out(spec, [v.rank for v in values])
    inputs, _, output = spec.replace(" ", "").partition("->")
    terms = inputs.split(",")
    letters = "".join(terms)
    if not spec.count("->"):
        output = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
    good = len(terms) == len(values) and all(
        len(t) == v.rank and (t.isalpha() or not t) for t, v in zip(terms, values, strict=False)
    )
    if not good or not set(output) <= set(letters) or len(set(output)) != len(output):
        raise AdcError.of(
            "ADC0220", f"the subscripts {spec!r} do not fit the operands", span,
            help="give one letter for each axis of each operand",
        )  # fmt: skip
    extents: dict[str, sympy.Expr] = {}
    for term, value in zip(terms, values, strict=True):
        for letter, extent in zip(term, value.shape, strict=True):
            known = extents.get(letter)
            extents[letter] = extent if known is None else unify(cx, known, extent, "einsum", span)
    if len(values) == 1 and set(output) == set(terms[0]):
        return _seen_as(values[0], terms[0], output, extents)
    _refuse_booleans(values, span)
    return _contract(cx, terms, values, output, extents)


def _seen_as(value: Array, term: str, output: str, extents: dict[str, sympy.Expr]) -> Array:
    """The array with its axes in another order, or its diagonal: as in NumPy, the same elements."""
    from adc.lowering.indexing import remap
    from adc.lowering.values import place

    shape = tuple(extents[c] for c in output)
    return remap(value, shape, tuple(place(output.index(c)) for c in term))


def _spelled_out(spec: str, ranks: list[int]) -> str:
    """The subscripts with letters for `...`, the same for the same axis counted from the last.
    Where no output is given, these come first in it."""
    inputs, arrow, output = spec.replace(" ", "").partition("->")
    terms = inputs.split(",")
    if "..." not in inputs or len(terms) != len(ranks):
        return spec
    spare = [c for c in string.ascii_letters if c not in spec]
    widths = [rank - len(t) + 3 if "..." in t else 0 for t, rank in zip(terms, ranks, strict=True)]
    wide = "".join(spare[: max(0, *widths)])
    found = [
        t.replace("...", wide[len(wide) - max(w, 0) :], 1)
        for t, w in zip(terms, widths, strict=True)
    ]
    if not arrow:
        named = "".join(terms)
        output = "..." + "".join(sorted(c for c in set(named) - {"."} if named.count(c) == 1))
    return f"{','.join(found)}->{output.replace('...', wide, 1)}"


def _contract(
    cx: Context, terms: list[str], values: list[Array], output: str,
    extents: dict[str, sympy.Expr],
) -> Array:  # fmt: skip
    dtype, _ = common(values)
    order = output + "".join(c for c in extents if c not in output)
    result = zeroed(cx, "product", dtype, tuple(extents[c] for c in output))
    points = Points(cx, tuple(extents[c] for c in order))
    where = dict(zip(order, points.position, strict=True))
    factors = [
        convert(v.at(tuple(where[c] for c in t)), dtype) for t, v in zip(terms, values, strict=True)
    ]
    expr = factors[0]
    for factor in factors[1:]:
        expr = build.apply("mul", expr, factor)
    assert result.view is not None
    cx.emit(result.view, points.position[: len(output)], Update.ADD, expr, points.dims)
    return result


def floating(dtype: DType) -> DType:
    """The type that a division or square root of `dtype` gives."""
    return dtype if kind(dtype) == 2 else DType.FLOAT64
