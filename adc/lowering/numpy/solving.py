"""Systems of linear equations and factorisations, which are operations on whole matrices."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sympy

from adc.diagnostics import AdcError
from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.ir.node import Access, Dim, Write
from adc.ir.operation import Operation, Section
from adc.ir.shapes import Shape, choose, integer, symbol, wrap
from adc.lowering import elementwise
from adc.lowering.broadcasting import broadcast, broadcast_to, stretched, unify
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import remap
from adc.lowering.linear_algebra import matmul, operand
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.written import call_written
from adc.lowering.objects.record_types import named_type
from adc.lowering.promotion import common, convert, strong
from adc.lowering.store import materialise
from adc.lowering.values import Array, Items, Text, Value, View, of_view, places, scalar
from adc.ops.library import Cholesky, Determinant, Lu, LuSolve, Solve, triangular

Handler = Callable[[Context, CallSite], Value]

#: Determinants of more rows take a factorisation.
MOST_ROWS = 3


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
    dtype = precision(a, b)
    a = _in_place(cx, a, dtype)
    if not b.shape:
        raise site.error("the right-hand side is a number", help="make it a vector or a matrix")
    columns = b.shape[-1:] if b.rank > 1 else ()
    rows, help = b.shape[-1 - len(columns)], "give both the same number of rows"
    unify(cx, n, rows, f"`{site.short}`", site.span, help)
    b_lead = b.shape[: -1 - len(columns)]
    batch = broadcast(cx, [a.shape[:-2], b_lead], f"`{site.short}`", site.span)
    matrix = section(cx, a, batch, (n, n), dtype)
    side = section(cx, b, batch, (n, *columns), dtype)
    matrix = exchanged(matrix) if turned else matrix
    if kind is Solve and not batch:
        again = section(cx, a, (), (n, n), dtype)
        return _by_factors(cx, (matrix, exchanged(again) if turned else again), side, dtype)
    return emitted(cx, kind, (matrix, side), dtype, (*batch, n, *columns), "solution")


def _by_factors(cx: Context, matrix: tuple[Section, Section], side: Section, dtype: DType) -> Array:
    """The solution of one system, whose LU factors are there for the reverse sweep too."""
    shape = tuple(dim.stop for dim in side.domain)
    made = [("factor", dtype, (shape[0], shape[0])), ("pivots", DType.INT32, shape[:1])]
    factor, pivots = gained(cx, Lu, matrix[:1], made)
    factors = [section(cx, of, (), of.shape, of.dtype) for of in (factor, pivots)]
    operands = (matrix[1], factors[0], side, factors[1])
    return emitted(cx, LuSolve, operands, dtype, shape, "solution")


def _scipy_solve(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.solve(a, b)` of a matrix that is anything, or of a part of one: its triangle,
    or the half that tells a symmetric one."""
    options = "lower overwrite_a overwrite_b check_finite assume_a transposed"
    bound = site.bind("a b", options)
    a, b = (strong(array_operand(cx, site, bound[name])) for name in ("a", "b"))
    one_system(site, a, b)
    for name in ("overwrite_a", "overwrite_b"):
        if site.flag(bound.get(name), name):
            raise site.error(f"`{name}` of `solve` is not supported", help="leave it out")
    lower = site.flag(bound.get("lower"), "lower")
    turned = site.flag(bound.get("transposed"), "transposed")
    if bound.get("assume_a") in (Text("sym"), Text("symmetric")):
        half = scalar(build.const(lower, DType.BOOL), weak=True)
        whole = call_written(cx, site, "blas_symmetric", operand(cx, a), half)
        assert isinstance(whole, Array)
        return solved(cx, site, Solve, whole, b)
    if bound.get("assume_a") in (Text("upper triangular"), Text("lower triangular")):
        below = bound["assume_a"] == Text("lower triangular")
        return solved(cx, site, triangular(below != turned, False), a, b, turned=turned)
    if bound.get("assume_a") in (Text("pos"), Text("positive definite")):
        factor = _factor(cx, site, operand(cx, a), not lower)
        first = solved(cx, site, triangular(True, False), factor, b, turned=not lower)
        return solved(cx, site, triangular(False, False), factor, first, turned=lower)
    if lower or bound.get("assume_a", Text("gen")) not in (Text("gen"), Text("general")):
        raise site.error("this `assume_a` of `solve` is not supported", help="leave it out")
    return solved(cx, site, Solve, a, b, turned=turned)


def _cho_factor(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.cho_factor(a)`: the factor above what `a` has in the other triangle, and
    which triangle it is."""
    bound = site.bind("a", "lower overwrite_a check_finite")
    a = operand(cx, strong(array_operand(cx, site, bound["a"])))
    one_system(site, a, a)
    if site.flag(bound.get("overwrite_a"), "overwrite_a"):
        raise site.error("what `overwrite_a` leaves is unknown", help="leave it out")
    lower = site.flag(bound.get("lower"), "lower")
    factor, dtype = _factor(cx, site, a, not lower), precision(a)
    op = "le" if lower else "ge"

    def at(position: Index) -> Expr:
        here = build.compare(op, IntValue(position[1]), IntValue(position[0]))
        return build.where(here, factor.at(position), convert(a.at(position), dtype))

    both = materialise(cx, Array(factor.shape, dtype, at), "factor")
    return Items((of_view(both, dtype), scalar(build.const(lower, DType.BOOL), weak=True)))


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
    matrix = section(cx, a, batch, (n, n), dtype)
    shape = (*batch, n, n)
    operands = (exchanged(matrix) if upper else matrix,)
    return emitted(cx, Cholesky, operands, dtype, shape, "factor", turned=upper)


def _inverse(cx: Context, site: CallSite) -> Value:
    """`np.linalg.inv(a)`: the solution for the columns of the identity."""
    return inverse(cx, site, strong(array_operand(cx, site, site.bind("a")["a"])))


def inverse(cx: Context, site: CallSite, a: Array) -> Array:
    """The inverse of a matrix, or of each of several."""
    return solved(cx, site, Solve, a, identity(square(cx, site, a), precision(a)))


def _determinant(cx: Context, site: CallSite) -> Value:
    """`np.linalg.det`: of matrices of up to three rows by their minors, as smooth where a matrix is
    singular; of others by the logarithm of its size, whose derivative has no number there."""
    a = strong(array_operand(cx, site, site.bind("a")["a"]))
    extent = square(cx, site, a)
    if not extent.is_Integer or not 1 <= extent <= MOST_ROWS:
        sign, logarithm = _sign_and_logarithm(cx, site, a)
        size = elementwise.float_function(cx, "exp", [logarithm], site.span)
        return elementwise.arithmetic(cx, "mul", [sign, size], site.span)
    dtype = precision(a)
    a, lead = operand(cx, a), a.shape[:-2]

    def at(position: Index) -> Expr:
        rows = [
            [convert(a.at((*position, integer(i), integer(j))), dtype) for j in range(int(extent))]
            for i in range(int(extent))
        ]
        return _minors(rows)

    return Array(lead, dtype, at)


def _slogdet(cx: Context, site: CallSite) -> Value:
    """`np.linalg.slogdet(a)`: a pair, of which no derivative passes through the sign."""
    a = strong(array_operand(cx, site, site.bind("a")["a"]))
    return Items(
        _sign_and_logarithm(cx, site, a),
        type=named_type("SlogdetResult", ["sign", "logabsdet"], site.span),
    )


def _sign_and_logarithm(cx: Context, site: CallSite, a: Array) -> tuple[Array, Array]:
    n, dtype, lead = square(cx, site, a), precision(a), a.shape[:-2]
    matrix = section(cx, a, lead, (n, n), dtype)
    pair = emitted(cx, Determinant, (matrix,), dtype, (*lead, integer(2)), "determinant")
    sign, logarithm = (remap(pair, lead, (*places(len(lead)), integer(which))) for which in (0, 1))
    return sign, logarithm


def _minors(rows: list[list[Expr]]) -> Expr:
    """The determinant of a few rows, along the first of them."""
    first, *others = rows
    if not others:
        return first[0]
    result: Expr | None = None
    for column, element in enumerate(first):
        minor = _minors([row[:column] + row[column + 1 :] for row in others])
        term = build.apply("mul", element, minor)
        op = "sub" if column % 2 else "add"
        result = term if result is None else build.apply(op, result, term)
    assert result is not None
    return result


def identity(extent: sympy.Expr, dtype: DType) -> Array:
    """The identity of `extent` rows."""

    def at(position: Index) -> Expr:
        test = build.compare("eq", IntValue(position[0]), IntValue(position[1]))
        return build.where(test, build.one(dtype), build.zero(dtype))

    return Array((extent, extent), dtype, at)


def _matrix_power(cx: Context, site: CallSite) -> Value:
    """`np.linalg.matrix_power(a, n)`: products of repeated squares, of the inverse where n < 0."""
    bound = site.bind("a n")
    a, power = strong(array_operand(cx, site, bound["a"])), site.number(bound["n"], "n")
    extent = square(cx, site, a)
    if power == 0:
        one = identity(extent, a.dtype)
        return broadcast_to(cx, one, a.shape, f"`{site.short}`", site.span)
    a = inverse(cx, site, a) if power < 0 else a
    result = _product_of_squares(cx, site, a, abs(power))
    return Array(result.shape, result.dtype, result.at)


def _product_of_squares(cx: Context, site: CallSite, a: Array, power: int) -> Array:
    """a**power, multiplied in the order in which NumPy does it."""
    if power == 3:
        return matmul(cx, matmul(cx, a, a, site.span), a, site.span)
    squares, result = a, None
    while power:
        power, odd = divmod(power, 2)
        if odd:
            result = squares if result is None else matmul(cx, result, squares, site.span)
        squares = matmul(cx, squares, squares, site.span) if power else squares
    assert result is not None
    return result


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
    value = _in_place(cx, value, dtype)
    view = value.view
    assert view is not None
    shape = (*batch, *own)
    domain = tuple(Dim(cx.domain_symbol(k).name, integer(0), e) for k, e in enumerate(shape))
    position = tuple(symbol(d.var) for d in domain)
    lead = len(value.shape) - len(own)
    stack = Array(value.shape[:lead], dtype, value.at)
    at = (*stretched(stack, batch, position[: len(batch)]), *position[len(batch) :])
    return Section(of_view(view, dtype).at(at), domain)


def _in_place(cx: Context, value: Array, dtype: DType) -> Array:
    """The value where it is, or what is no section of an array copied into one."""
    if value.view is None or value.dtype is not dtype or not _plain(value.view):
        return of_view(materialise(cx, value, "tmp", dtype=dtype), dtype)
    return value


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


def gained(
    cx: Context, kind: type[Operation], operands: tuple[Section, ...],
    made: Sequence[tuple[str, DType, Shape]],
) -> list[Array]:  # fmt: skip
    """New arrays, each of a name, a type and a shape, that are what `kind` gives for `operands`."""
    found, writes = [], []
    for stem, dtype, shape in made:
        view = cx.new_container(cx.new_name(stem), dtype, shape)
        domain = tuple(Dim(cx.domain_symbol(k).name, integer(0), e) for k, e in enumerate(shape))
        target = Access(view.container, view.at(tuple(symbol(d.var) for d in domain)))
        writes.append(Write(target, domain))
        found.append(of_view(view, dtype))
    cx.body.append(kind("", operands, tuple(writes), cx.span))
    for write in writes:
        cx.types.settle(write.container)
    return found


TABLE: dict[str, Handler] = {
    "numpy.linalg.solve": _solve,
    "numpy.linalg.cholesky": _cholesky,
    "numpy.linalg.inv": _inverse,
    "numpy.linalg.det": _determinant,
    "numpy.linalg.slogdet": _slogdet,
    "numpy.linalg.matrix_power": _matrix_power,
    "scipy.linalg.solve": _scipy_solve,
    "scipy.linalg.cho_factor": _cho_factor,
    "scipy.linalg.solve_triangular": _triangular,
    "scipy.linalg.cho_solve": _cho_solve,
}
