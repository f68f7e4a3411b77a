"""Systems of linear equations and factorisations, which are operations on whole matrices."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.diagnostics import AdcError
from adc.ir.dtypes import DType
from adc.ir.node import Access, Dim, Write
from adc.ir.operation import Operation, Section
from adc.ir.shapes import Shape, choose, integer, symbol, wrap
from adc.lowering.broadcasting import broadcast, stretched, unify
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.numpy_create import array_operand
from adc.lowering.promotion import common, strong
from adc.lowering.store import materialise
from adc.lowering.values import Array, Items, Text, Value, View, of_view, places
from adc.ops.library import Cholesky, Solve, triangular

Handler = Callable[[Context, CallSite], Value]


def _solve(cx: Context, site: CallSite) -> Value:
    """`np.linalg.solve(a, b)`; `b` is a vector where it has one axis, else a matrix, or several."""
    bound = site.bind("a b")
    a, b = (strong(array_operand(cx, site, bound[name])) for name in ("a", "b"))
    return solved(cx, site, Solve, a, b)


def solved(
    cx: Context, site: CallSite, kind: type[Operation], a: Array, b: Array, turned: bool = False
) -> Array:
    """What `kind` gives for `a`, transposed where it is `turned`, and `b`, in a new array."""
    n = square(cx, site, a)
    if not b.shape:
        raise site.error("the right-hand side is a number", help="make it a vector or a matrix")
    columns = b.shape[-1:] if b.rank > 1 else ()
    rows, help = b.shape[-1 - len(columns)], "give both the same number of rows"
    unify(cx, n, rows, f"`{site.short}`", site.span, help)
    b_lead = b.shape[: -1 - len(columns)]
    batch = broadcast(cx, [a.shape[:-2], b_lead], f"`{site.short}`", site.span)
    dtype = precision(a, b)
    matrix = section(cx, a, batch, (n, n), dtype)
    side = section(cx, b, batch, (n, *columns), dtype)
    operands = (exchanged(matrix) if turned else matrix, side)
    return emitted(cx, kind, operands, dtype, (*batch, n, *columns), "solution")


def _triangular(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.solve_triangular` of a matrix and a vector or a matrix."""
    options = "trans lower unit_diagonal overwrite_b check_finite"
    bound = site.bind("a b", options)
    a, b = (strong(array_operand(cx, site, bound[name])) for name in ("a", "b"))
    one_system(site, a, b)
    lower = site.flag(bound.get("lower"), "lower")
    unit = site.flag(bound.get("unit_diagonal"), "unit_diagonal")
    if site.flag(bound.get("overwrite_b"), "overwrite_b"):
        raise site.error("what `overwrite_b` leaves is unknown", help="leave it out")
    if not _turned(site, bound.get("trans")):
        return solved(cx, site, triangular(lower, unit), a, b)
    return solved(cx, site, triangular(not lower, unit), a, b, turned=True)


def _turned(site: CallSite, trans: Value | None) -> bool:
    """Whether the matrix is transposed: `trans` is 0, 1, 2, "N", "T" or "C"."""
    if trans is None:
        return False
    given = trans.value if isinstance(trans, Text) else site.number(trans, "trans")
    if given not in (0, 1, 2, "N", "T", "C"):
        raise site.error(f"`trans` is {given!r}", help="use 0, 1 or 2")
    return given not in (0, "N")


def _cho_solve(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.cho_solve((c, lower), b)`: two triangular systems."""
    bound = site.bind("c_and_lower b", "overwrite_b check_finite")
    pair = bound["c_and_lower"]
    if not isinstance(pair, Items) or len(pair.items) != 2:
        raise site.error("`cho_solve` takes a pair first", help="pass `(factor, True)`")
    lower = site.flag(pair.items[1], "lower")
    if site.flag(bound.get("overwrite_b"), "overwrite_b"):
        raise site.error("what `overwrite_b` leaves is unknown", help="leave it out")
    c, b = (strong(array_operand(cx, site, v)) for v in (pair.items[0], bound["b"]))
    one_system(site, c, b)
    first = solved(cx, site, triangular(True, False), c, b, turned=not lower)
    return solved(cx, site, triangular(False, False), c, first, turned=lower)


def one_system(site: CallSite, a: Array, b: Array) -> None:
    """SciPy's releases differ on what stacks of systems mean."""
    if a.rank > 2 or b.rank > 2:
        raise site.error(f"`{site.short}` of several matrices is not supported",
                         help="call it in a loop over the matrices")  # fmt: skip


def _cholesky(cx: Context, site: CallSite) -> Value:
    """`np.linalg.cholesky(a)`, the lower factor, or with `upper=True` its transpose."""
    bound = site.bind("a", "upper")
    a = strong(array_operand(cx, site, bound["a"]))
    return _factor(cx, site, a, site.flag(bound.get("upper"), "upper"))


def _factor(cx: Context, site: CallSite, a: Array, upper: bool) -> Array:
    """The upper factor is that of A transposed, transposed, and so of A's upper triangle."""
    n = square(cx, site, a)
    dtype, batch = precision(a), a.shape[:-2]
    operand = section(cx, a, batch, (n, n), dtype)
    shape = (*batch, n, n)
    operands = (exchanged(operand) if upper else operand,)
    return emitted(cx, Cholesky, operands, dtype, shape, "factor", turned=upper)


def exchanged(of: Section) -> Section:
    """The section with its last two axes exchanged."""
    *lead, row, column = of.domain
    return Section(of.expr, (*lead, column, row))


def square(cx: Context, site: CallSite, a: Array) -> sympy.Expr:
    """The number of rows of a matrix, or of each of several."""
    if a.rank < 2:
        raise AdcError.of(
            "ADC0212", f"`{site.short}` needs a matrix, and this has {a.rank} axes", site.span,
            help="pass an array of two axes",
        )  # fmt: skip
    what = f"`{site.short}`, which takes square matrices"
    return unify(cx, a.shape[-2], a.shape[-1], what, site.span, "pass a square matrix")


def precision(*values: Array) -> DType:
    """What NumPy's linear algebra computes with: single precision where all operands have it."""
    floating = all(v.dtype.is_float for v in values)
    return common(list(values))[0] if floating else DType.FLOAT64


def section(cx: Context, value: Array, batch: Shape, own: Shape, dtype: DType) -> Section:
    """`value` as an operand: where it is, or what is no section of an array copied into one.

    It has the leading axes `batch`, to which it is stretched, and then those of `own`.
    """
    if value.view is None or value.dtype is not dtype or not _plain(value.view):
        value = of_view(materialise(cx, value, "tmp", dtype=dtype), dtype)
    view = value.view
    assert view is not None
    shape = (*batch, *own)
    domain = tuple(Dim(cx.domain_symbol(k).name, integer(0), e) for k, e in enumerate(shape))
    position = tuple(symbol(d.var) for d in domain)
    lead = len(value.shape) - len(own)
    stack = Array(value.shape[:lead], dtype, value.at)
    at = (*stretched(stack, batch, position[: len(batch)]), *position[len(batch) :])
    return Section(of_view(view, dtype).at(at), domain)


def _plain(view: View) -> bool:
    """Whether each axis of the view runs along one of its array's, in steps."""
    for index in view.index:
        used = {s.name for s in index.free_symbols if s.name.startswith("?")}
        if len(used) > 1 or index.has(wrap, choose, sympy.floor, sympy.Mod):
            return False
    found = [p for p in places(len(view.shape)) if any(p in i.free_symbols for i in view.index)]
    return len(found) == len(view.shape)


def emitted(
    cx: Context, kind: type[Operation], operands: tuple[Section, ...], dtype: DType, shape: Shape,
    stem: str, turned: bool = False,
) -> Array:  # fmt: skip
    """A new array that is what `kind` gives for `operands`, or that transposed."""
    view = cx.new_container(cx.new_name(stem), dtype, shape)
    domain = tuple(Dim(cx.domain_symbol(k).name, integer(0), e) for k, e in enumerate(shape))
    target = Access(view.container, view.at(tuple(symbol(d.var) for d in domain)))
    if turned:
        domain = (*domain[:-2], domain[-1], domain[-2])
    cx.body.append(kind("", operands, (Write(target, domain),), cx.span))
    cx.types.settle(view.container)
    return of_view(view, dtype)


TABLE: dict[str, Handler] = {
    "numpy.linalg.solve": _solve,
    "numpy.linalg.cholesky": _cholesky,
    "scipy.linalg.solve_triangular": _triangular,
    "scipy.linalg.cho_solve": _cho_solve,
}
