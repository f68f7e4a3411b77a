"""NumPy's products under their names."""

from __future__ import annotations

import string
from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build
from adc.lowering import elementwise, linear_algebra, reshaping
from adc.lowering.broadcasting import unify
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import remap
from adc.lowering.linear_algebra import operand
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import join
from adc.lowering.promotion import strong
from adc.lowering.reductions import total
from adc.lowering.reshaping import expand_dims, squeeze
from adc.lowering.values import Array, Dots, Integer, Items, Text, Value, places

Handler = Callable[[Context, CallSite], Value]


def _product(rule: Callable[..., Array]) -> Handler:
    """A product of two arrays; Python's numbers count as arrays of float64 or int64."""

    def call(cx: Context, site: CallSite) -> Value:
        a, b = _pair(cx, site)
        return rule(cx, a, b, site.span)

    return call


def _pair(cx: Context, site: CallSite, options: str = "") -> tuple[Array, Array]:
    bound = site.bind("a b", options)
    a, b = (strong(array_operand(cx, site, bound[name])) for name in ("a", "b"))
    return a, b


def _multi_dot(cx: Context, site: CallSite) -> Value:
    """The product of several matrices, from the left: NumPy chooses another order of products by
    their extents, which changes no more than rounding."""
    given = site.bind("arrays")["arrays"]
    if not isinstance(given, Items) or len(given.items) < 2:
        raise site.error("`multi_dot` takes a list of two arrays or more")
    first, *others = (strong(array_operand(cx, site, v)) for v in given.items)
    for other in others:
        first = linear_algebra.dot(cx, first, other, site.span)
    return first


def _vecdot(cx: Context, site: CallSite) -> Value:
    """The sum of products along the last axis."""
    a, b = _pair(cx, site)
    if not a.shape or not b.shape:
        raise site.error("`vecdot` takes vectors", help="use `*` for a scalar factor")
    products = elementwise.arithmetic(cx, "mul", [a, b], site.span)
    return total(cx, products, (products.rank - 1,))


def _matvec(cx: Context, site: CallSite) -> Value:
    a, b = _pair(cx, site)
    if b.rank == 1:
        return linear_algebra.matmul(cx, a, b, site.span)
    columns = linear_algebra.matmul(cx, a, expand_dims(b, (b.rank,)), site.span)
    return squeeze(columns, (columns.rank - 1,))


def _tensordot(cx: Context, site: CallSite) -> Value:
    """The sum over pairs of axes: `axes=n` means the last n of `a` and the first n of `b`."""
    a, b = _pair(cx, site, "axes")
    given = site.keywords.get("axes", site.arguments[2] if len(site.arguments) > 2 else None)
    pairs = _paired_axes(site, given, a, b)
    letters = "abcdefghijklmnopqrstuvwxyz"
    first, second = list(letters[: a.rank]), list(letters[a.rank : a.rank + b.rank])
    for left, right in pairs:
        second[right] = first[left]
    kept = [c for axis, c in enumerate(first) if axis not in [left for left, _ in pairs]]
    kept += [c for axis, c in enumerate(second) if axis not in [right for _, right in pairs]]
    spec = f"{''.join(first)},{''.join(second)}->{''.join(kept)}"
    return linear_algebra.einsum(cx, spec, [operand(cx, a), operand(cx, b)], site.span)


def _paired_axes(site: CallSite, given: Value | None, a: Array, b: Array) -> list[tuple[int, int]]:
    if isinstance(given, Items) and len(given.items) == 2:
        sides = [v.items if isinstance(v, Items) else (v,) for v in given.items]
        left = [site.axis(v, a.rank) for v in sides[0]]
        right = [site.axis(v, b.rank) for v in sides[1]]
    else:
        number = 2 if given is None else site.number(given, "axes")
        if number > min(a.rank, b.rank):
            raise site.error(f"the arrays have fewer than {number} axes")
        left, right = list(range(a.rank - number, a.rank)), list(range(number))
    if len(left) != len(right):
        raise site.error("`axes` must pair the axes of both arrays")
    return list(zip(left, right, strict=True))


def _cross(cx: Context, site: CallSite) -> Value:
    """The vector product of axes of three elements, the last ones where none is named."""
    options = ("axisa", "axisb", "axisc", "axis")
    bound = site.bind("a b", " ".join(options))
    a, b = (strong(array_operand(cx, site, bound[name])) for name in ("a", "b"))
    whole = bound.get("axis")
    given = [bound.get(name, _number(-1)) if whole is None else whole for name in options[:3]]
    a, b = (_with_last(v, site.axis(at, v.rank)) for v, at in zip((a, b), given, strict=False))
    if not a.shape or not b.shape:
        raise site.error("`cross` takes vectors", help="pass arrays")
    a, b = (_of_three(cx, site, v) for v in (a, b))
    flat = a.shape[-1] == 2 and b.shape[-1] == 2

    def component(value: Array, number: int) -> Array:
        if number == 2 and value.shape[-1] == 2:
            zero = build.zero(value.dtype)
            return Array(value.shape[:-1], value.dtype, lambda _: zero)
        index = (*places(value.rank - 1), sympy.Integer(number))
        return remap(value, value.shape[:-1], index)

    def difference(i: int, j: int) -> Array:
        products = [
            elementwise.arithmetic(cx, "mul", [component(a, x), component(b, y)], site.span)
            for x, y in ((i, j), (j, i))
        ]
        return elementwise.arithmetic(cx, "sub", list(products), site.span)

    if flat:  # vectors of a plane: what is across to it alone
        return difference(0, 1)
    parts = [difference(1, 2), difference(2, 0), difference(0, 1)]
    axis = site.axis(given[2], parts[0].rank + 1)
    return join(cx, site, [expand_dims(p, (axis,)) for p in parts], axis)


def _number(value: int) -> Integer:
    return Integer(sympy.Integer(value))


def _with_last(value: Array, axis: int) -> Array:
    """`value` with `axis` put last."""
    others = [k for k in range(value.rank) if k != axis]
    return reshaping.transpose(value, (*others, axis))


def _of_three(cx: Context, site: CallSite, value: Array) -> Array:
    """Vectors of three elements, or of two where `np.cross` takes these; an extent that is not
    known has to be 3."""
    extent = value.shape[-1]
    if extent == 3 or (extent == 2 and site.name == "numpy.cross"):
        return value
    if extent.is_Integer:
        raise site.error("`cross` takes vectors of three elements", help="declare the extent as 3")
    three = unify(cx, extent, sympy.Integer(3), f"`{site.short}`", site.span)
    return replace(value, shape=(*value.shape[:-1], three))


def _by_numbers(site: CallSite) -> tuple[str, list[Value]]:
    """The subscripts of `np.einsum(A, [0, 1], x, [1], [0])`, and its arrays."""
    values, terms = list(site.arguments[::2]), list(site.arguments[1::2])
    output = values.pop() if len(values) > len(terms) else None
    spelled = [_letters(site, term) for term in (*terms, *([] if output is None else [output]))]
    spec = ",".join(spelled[: len(terms)])
    return (spec if output is None else f"{spec}->{spelled[-1]}"), values


def _letters(site: CallSite, term: Value) -> str:
    if not isinstance(term, Items):
        raise site.error("`einsum` takes a literal of subscripts and arrays")
    numbers = [-1 if isinstance(i, Dots) else site.number(i, "subscripts") for i in term.items]
    if not all(-1 <= n < len(string.ascii_letters) for n in numbers):
        raise site.error("the subscripts of `einsum` are numbers from 0 to 51")
    return "".join("..." if n < 0 else string.ascii_letters[n] for n in numbers)


def _einsum(cx: Context, site: CallSite) -> Value:
    first = site.arguments[0] if site.arguments else None
    unknown = sorted(set(site.keywords) - {"optimize"})
    if unknown or first is None:
        what = f"keyword `{unknown[0]}` of `einsum` is not supported" if unknown else "no operands"
        raise site.error(what, help="give subscripts and arrays")
    spec, given = (
        (first.value, list(site.arguments[1:])) if isinstance(first, Text) else (_by_numbers(site))
    )
    values = [strong(array_operand(cx, site, v)) for v in given]
    return linear_algebra.einsum(cx, spec, values, site.span)


TABLE: dict[str, Handler] = {
    "numpy.dot": _product(linear_algebra.dot),
    "numpy.matmul": _product(linear_algebra.matmul),
    "numpy.inner": _product(linear_algebra.inner),
    "numpy.outer": _product(linear_algebra.outer),
    "numpy.vdot": _product(linear_algebra.vdot),
    "numpy.einsum": _einsum,
    "numpy.tensordot": _tensordot,
    "numpy.vecdot": _vecdot,
    "numpy.matvec": _matvec,
    "numpy.cross": _cross,
    "numpy.linalg.multi_dot": _multi_dot,
    "numpy.linalg.matmul": _product(linear_algebra.matmul),
    "numpy.linalg.outer": _product(linear_algebra.outer),
    "numpy.linalg.tensordot": _tensordot,
    "numpy.linalg.vecdot": _vecdot,
    "numpy.linalg.cross": _cross,
}
