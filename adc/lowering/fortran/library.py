"""What the text of BLAS and LAPACK routines says by functions of its own (`adc_…`).

Vectors and matrices are passed as BLAS has it: an element where they begin, a distance between
elements or columns. `adc_vector` and `adc_matrix` make arrays of these, by which assignments are to
the caller's elements. The rest are operations on whole matrices, with their rows first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import sympy

from adc.diagnostics import AdcError
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Index, IntValue
from adc.ir.operation import Operation, Section
from adc.lowering import elementwise, linear_algebra
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.where_run import ask
from adc.lowering.fortran.association import in_sequence
from adc.lowering.indexing import SliceValue, remap, whole_rows
from adc.lowering.integers.expressions import expression_of
from adc.lowering.lengths.read_slices import DataSlice
from adc.lowering.numpy import solving
from adc.lowering.positions.subscripts import placed
from adc.lowering.store import materialise
from adc.lowering.values import (
    Array,
    Integer,
    Items,
    Sequenced,
    Text,
    Value,
    describe,
    of_view,
    place,
)
from adc.ops.library import (
    CholeskyInfo,
    CholeskySolve,
    Eigh,
    Lu,
    LuSolve,
    RowsExchanged,
    RowsReturned,
    triangular,
)

Handler = Callable[[Context, CallSite], Value]
ZERO, ONE = sympy.Integer(0), sympy.Integer(1)


def _storage(cx: Context, site: CallSite) -> Value:
    """The storage of an array from one of its elements on, which need not be there where nothing
    of it is used."""
    owner, *given = site.arguments
    if not isinstance(owner, Array) or owner.view is None:
        raise site.error(f"{describe(owner)} has no storage to pass on", help="pass an array")
    items = placed(cx, owner, [(v, site.span) for v in given])
    start = [
        expression_of(cx, item, "subscript", "ADC0216", span).value
        for item, span in items
        if not isinstance(item, (SliceValue, DataSlice))
    ]
    return Sequenced(owner, tuple(start))


def _vector(cx: Context, site: CallSite) -> Value:
    """`adc_vector(x, n, inc)`: n elements, each `inc` behind the one before in storage; with a
    negative `inc` the last one comes first."""
    value, length, distance, dtype = site.arguments
    count = _count(cx, site.integer(length, "length"))
    inc = site.integer(distance, "distance of elements")
    array, start = _begun(cx, site, value, dtype)
    if array.view is None or not array.shape:
        return _of_one(cx, site, array, (count,), inc)
    axis, step, array, start = _way_along(cx, site, array, start, count, inc)
    return _along(cx, site, array, start, axis, step, count)


def _along(
    cx: Context, site: CallSite, array: Array, start: Index, axis: int, step: sympy.Expr,
    count: sympy.Expr,
) -> Array:  # fmt: skip
    """`count` elements of `array` along `axis`, `step` apart."""
    end, index = list(start), list(start)
    end[axis] = sympy.expand(start[axis] + (count - 1) * _size(cx, step))
    _inside(cx, site, array, start, end, (count,))
    index[axis] = sympy.expand(start[axis] + _first(cx, count, step) + step * place(0))
    assert array.view is not None
    return of_view(array.view.select((count,), tuple(index)), array.dtype)


def _matrix(cx: Context, site: CallSite) -> Value:
    """`adc_matrix(a, m, n, lda)`: m rows and n columns, which are `lda` elements apart."""
    value, *sizes, dtype = site.arguments
    rows, columns, ld = (site.integer(v, "size") for v in sizes)
    rows, columns = _count(cx, rows), _count(cx, columns)
    array, start = _begun(cx, site, value, dtype)
    if array.view is None or not array.shape:
        return _of_one(cx, site, array, (columns, rows), ZERO)
    if array.rank > 1 and not _apart(cx, array, columns, ld):
        array, start = _flat(cx, site, array, start)
    index, end = list(start), list(start)
    if array.rank > 1:
        index[-1], index[-2] = start[-1] + place(1), start[-2] + place(0)
        end[-1], end[-2] = start[-1] + rows - 1, start[-2] + columns - 1
    else:
        index[0] = sympy.expand(start[0] + place(1) + ld * place(0))
        end[0] = sympy.expand(start[0] + rows - 1 + ld * (columns - 1))
        _rows_apart(cx, site, rows, columns, ld)
    _inside(cx, site, array, start, end, (rows, columns))
    assert array.view is not None
    return of_view(array.view.select((columns, rows), tuple(index)), array.dtype)


def _apart(cx: Context, array: Array, columns: sympy.Expr, ld: sympy.Expr) -> bool:
    """Whether columns that are `ld` apart in storage are rows of the array's last axis."""
    return cx.prover.equal(ld, cx.extent(array.shape[-1])) or columns == 1


def _begun(cx: Context, site: CallSite, value: Value, dtype: Value) -> tuple[Array, Index]:
    """The array, and where in it the argument begins; of the type that is declared."""
    array, start = value, None
    if isinstance(value, Sequenced):
        array, start = value.array, value.start
    if isinstance(array, Integer) or not isinstance(array, Array) or array.ways:
        raise site.error(f"{describe(array)} is passed for an array", help="pass an array")
    _check_type(site, array, dtype)
    if array.view is None and array.shape:
        array = of_view(materialise(cx, array, "passed"), array.dtype)
    array = whole_rows(array)
    return array, start or tuple(ZERO for _ in array.shape)


def _check_type(site: CallSite, array: Array, dtype: Value) -> None:
    wanted = dtype.value if isinstance(dtype, Text) else ""
    if array.dtype.value != wanted:
        raise AdcError.of(
            "ADC0229", f"what is passed is {array.dtype}, and should be {wanted}", site.span,
            help="call the routine for that type",
        )  # fmt: skip


def _count(cx: Context, length: sympy.Expr) -> sympy.Expr:
    """A length; none where it is negative."""
    return length if cx.prover.nonneg(length) else shapes.maximum(length, ZERO)


def _first(cx: Context, count: sympy.Expr, inc: sympy.Expr) -> sympy.Expr:
    """Where the first element is, from where the argument begins."""
    if cx.prover.nonneg(inc):
        return ZERO
    back = sympy.expand((1 - count) * inc)
    return back if cx.prover.nonneg(-inc) else shapes.maximum(ZERO, back)


def _size(cx: Context, inc: sympy.Expr) -> sympy.Expr:
    if cx.prover.nonneg(inc):
        return inc
    return -inc if cx.prover.nonneg(-inc) else shapes.maximum(inc, -inc)


def _of_one(
    cx: Context, site: CallSite, array: Array, shape: shapes.Shape, inc: sympy.Expr
) -> Array:
    """A number, passed for a vector: one element, or as many of the same."""
    several = [n for n in shape if not cx.prover.nonneg(1 - n)]
    if several and (inc != 0 or len(shape) > 1):
        raise site.error("a number is passed for an array", help="pass an array")
    if array.view is None:
        return Array(shape, array.dtype, lambda _: array.at(()))
    return of_view(array.view.select(shape, ()), array.dtype)


def _way_along(
    cx: Context, site: CallSite, array: Array, start: Index, count: sympy.Expr, inc: sympy.Expr
) -> tuple[int, sympy.Expr, Array, Index]:
    """The axis that the elements are along, how far apart they are there, and the array with where
    it begins: that itself, or all of its elements in a row."""
    last = cx.extent(array.shape[-1])
    if array.rank > 1:
        rows = sympy.cancel(inc / last) if last != 0 else ZERO
        if rows.is_Integer and rows != 0 and (last != 1 or inc != 1):
            return array.rank - 2, rows, array, start
        if not inc.is_number or _over_several(cx, count, inc, start, last):
            array, start = _flat(cx, site, array, start)
    return array.rank - 1, inc, array, start


def _over_several(
    cx: Context, count: sympy.Expr, inc: sympy.Expr, start: Index, last: sympy.Expr
) -> bool:
    """Whether the elements go on into the next column, as far as can be told: where they surely
    do, or are a whole number of columns."""
    reach = sympy.expand(start[-1] + (count - 1) * abs(inc) + 1)
    if cx.prover.nonneg(last - reach):
        return False
    if cx.prover.nonneg(reach - last - 1):
        return True
    columns = sympy.cancel(count / last)
    return bool(start[-1] == 0 and columns.is_polynomial() and columns != 1)


def _flat(cx: Context, site: CallSite, array: Array, start: Index) -> tuple[Array, Index]:
    """All elements in storage order, and which of them is at `start`."""
    number, stride = ZERO, ONE
    for position, extent in zip(reversed(start), reversed(array.shape), strict=True):
        number += stride * position
        stride *= cx.extent(extent)
    flat = in_sequence(cx, array, None, (None,), site.span)
    return flat, (sympy.expand(number),)


def _inside(
    cx: Context, site: CallSite, array: Array, first: Index, last: Sequence[sympy.Expr],
    counts: tuple[sympy.Expr, ...],
) -> None:  # fmt: skip
    """See to it that the array has what is from `first` to `last`, or that one of `counts` is zero:
    no element is there then."""
    for low, high, extent in zip(first, last, array.shape, strict=True):
        _holds(cx, site, low, counts)
        _holds(cx, site, cx.extent(extent) - 1 - high, counts)


def _rows_apart(
    cx: Context, site: CallSite, rows: sympy.Expr, columns: sympy.Expr, ld: sympy.Expr
) -> None:
    """See to it that no element is in two columns."""
    _holds(cx, site, ld - rows, (rows, sympy.expand(columns - 1)))


def _holds(cx: Context, site: CallSite, slack: sympy.Expr, counts: tuple[sympy.Expr, ...]) -> None:
    """See to it that `slack` is not negative, or that one of `counts` is zero."""
    slack = sympy.expand(slack)
    if cx.prover.nonneg(slack):
        return
    what = f"an argument of `{_routine(cx)}` holds what the call asks for"
    empty = tuple(sympy.expand(-n) for n in counts if not cx.prover.nonneg(n - 1))
    if not ask(cx, (slack, *empty), what, site.span):
        raise AdcError.of(
            "ADC0231", f"an argument of `{_routine(cx)}` is too small for the call", site.span,
            help="pass an array that holds what the sizes in the call say",
        )  # fmt: skip


def _routine(cx: Context) -> str:
    return cx.scope.function.name.partition("%")[0]


def _number(cx: Context, site: CallSite) -> Value:
    """`adc_number(a)`: a number that is only read; a literal stays one."""
    array, dtype = site.arguments
    if isinstance(array, Integer) or not isinstance(array, Array) or array.shape:
        raise site.error(f"{describe(array)} is passed for a number", help="pass a number")
    _check_type(site, array, dtype)
    if is_literal(array) or array.view is not None:
        return array
    return of_view(materialise(cx, array, "passed"), array.dtype)


def is_literal(array: Array) -> bool:
    """Whether the array is a number that the source spells, with or without a sign."""
    if array.shape or array.view is not None:
        return False
    value = array.at(())
    while isinstance(value, Apply) and value.op == "neg":
        (value,) = value.args
    return isinstance(value, Const)


class UnsupportedCallError(AdcError):
    """A routine of a library is called as no text of it that adc has lets it be."""


def _required(cx: Context, site: CallSite) -> Value:
    """`call adc_required(x, e, what)`: `e` is not negative, or the call is one that adc refuses; to
    be looked at where it runs where sizes and integers decide."""
    _, value, what, _ = site.arguments
    least = site.integer(value, "requirement")
    said = what.value if isinstance(what, Text) else "this"
    never = cx.prover.nonneg(-least - 1)
    if never or not ask(cx, (least,), f"`{_routine(cx)}` with {said}", site.span):
        raise _unsupported(cx, said, site)
    return Items(())


def _refused(cx: Context, site: CallSite) -> Value:
    """What adc does not do, or what libraries do not agree on."""
    _, what, _ = site.arguments
    raise _unsupported(cx, what.value if isinstance(what, Text) else "this", site)


def _unsupported(cx: Context, said: str, site: CallSite) -> AdcError:
    return UnsupportedCallError.of(
        "ADC0232", f"`{_routine(cx)}` with {said} is not supported", site.span,
        help="write the statement out, or give the routine's source or a rule for it",
    )  # fmt: skip


def _solved(cx: Context, site: CallSite) -> Value:
    """`adc_solved(uplo, trans, diag, a, b)`: the solution of a triangular system."""
    uplo, trans, diag, *given = site.arguments
    lower = _one_of(cx, site, uplo, "L", "U")
    turned = not _one_of(cx, site, trans, "N", "TC")
    unit = _one_of(cx, site, diag, "U", "N")
    a, b = (_by_rows(site.array(v)) for v in given)
    kind = triangular(lower is not turned, unit)
    return _by_rows(solving.solved(cx, site, kind, a, b, turned=turned))


def _lu(cx: Context, site: CallSite) -> Value:
    """`call adc_lu(f, pivots, a)`: LU factors in one matrix, and the pivots."""
    a = _by_rows(site.array(site.arguments[0]))
    n = solving.square(cx, site, a)
    matrix = solving.section(cx, a, (), (n, n), a.dtype)
    kinds = ((a.dtype, (n, n)), (DType.INT32, (n,)))
    factor, pivots = _results(cx, Lu, (matrix,), kinds, ("factor", "pivots"))
    return Items((_by_rows(factor), pivots))


def _triangle(cx: Context, site: CallSite) -> tuple[bool, sympy.Expr, Section]:
    """Of the arguments `(a, uplo)`: whether the lower triangle of the matrix is given, the number
    of its rows, and the operand whose lower triangle is the given one."""
    given, uplo = site.arguments
    a = _by_rows(site.array(given))
    lower = _one_of(cx, site, uplo, "L", "U")
    n = solving.square(cx, site, a)
    matrix = solving.section(cx, a, (), (n, n), a.dtype)
    return lower, n, matrix if lower else solving.exchanged(matrix)


def _cholesky(cx: Context, site: CallSite) -> Value:
    """`call adc_cholesky(f, info, a, uplo)`: the factor in that triangle, and whether it is one."""
    lower, n, operand = _triangle(cx, site)
    kinds = ((operand.expr.dtype, (n, n)), (DType.INT64, ()))
    factor, info = _results(cx, CholeskyInfo, (operand,), kinds, ("factor", "info"))
    return Items((_by_rows(factor) if lower else factor, info))


def _eigen(vectors: bool) -> Handler:
    """`call adc_eigenvectors(w, v, a, uplo)`: eigenvalues and eigenvectors of the symmetric matrix
    of which that triangle is given; `adc_eigenvalues` is the same for values alone."""

    def call(cx: Context, site: CallSite) -> Value:
        _, n, operand = _triangle(cx, site)
        kinds = ((operand.expr.dtype, (n,)), (operand.expr.dtype, (n, n)))
        w, v = _results(cx, Eigh, (operand,), kinds, ("eigenvalues", "eigenvectors"))
        if vectors:
            cx.warn(
                "ADC0250", f"the signs of the vectors of `{_routine(cx)}` are arbitrary: LAPACK's"
                " may be others", site.span, help="take the values alone by `'N'`, or let no result"
                " change with a vector's sign",
            )  # fmt: skip
        return Items((w, _by_rows(v)))

    return call


def _factored(cx: Context, site: CallSite) -> Value:
    """`adc_lu_solved(a, f, pivots, b)`: the solution by the factors of `a` that are `f`."""
    a, factor, pivots, b = (_by_rows(site.array(v)) for v in site.arguments)
    n = solving.square(cx, site, a)
    operands = [solving.section(cx, v, (), v.shape, v.dtype) for v in (a, factor, b, pivots)]
    (found,) = _results(
        cx, LuSolve, tuple(operands), ((b.dtype, (n, *b.shape[1:])),), ("solution",)
    )
    return _by_rows(found)


def _cholesky_solved(cx: Context, site: CallSite) -> Value:
    """`adc_cholesky_solved(uplo, a, f, b)`: the same for a triangle of a symmetric matrix."""
    uplo, *given = site.arguments
    lower = _one_of(cx, site, uplo, "L", "U")
    a, factor, b = (_by_rows(site.array(v)) for v in given)
    n = solving.square(cx, site, a)
    operands = [solving.section(cx, v, (), v.shape, v.dtype) for v in (a, factor, b)]
    if not lower:
        operands[:2] = [solving.exchanged(of) for of in operands[:2]]
    kinds = ((b.dtype, (n, *b.shape[1:])),)
    (found,) = _results(cx, CholeskySolve, tuple(operands), kinds, ("solution",))
    return _by_rows(found)


def _results(
    cx: Context, kind: type[Operation], operands: tuple[Section, ...],
    kinds: tuple[tuple[DType, shapes.Shape], ...], stems: tuple[str, ...],
) -> list[Array]:  # fmt: skip
    """New arrays that are what `kind` gives for `operands`."""
    made = [(stem, *of) for stem, of in zip(stems, kinds, strict=True)]
    return solving.gained(cx, kind, operands, made)


def _exchanged(kind: type[Operation]) -> Handler:
    """Rows of a matrix, or elements of a vector, exchanged by pivots."""

    def call(cx: Context, site: CallSite) -> Value:
        pivots, rows = site.array(site.arguments[0]), _by_rows(site.array(site.arguments[1]))
        operands = (
            solving.section(cx, rows, (), rows.shape, rows.dtype),
            solving.section(cx, pivots, (), pivots.shape, pivots.dtype),
        )
        (found,) = _results(cx, kind, operands, ((rows.dtype, rows.shape),), ("rows",))
        return _by_rows(found)

    return call


def _one_of(cx: Context, site: CallSite, given: Value, yes: str, no: str) -> bool:
    """Whether a character, in either case, is one of `yes`; the others are `no`."""
    text = given.value[:1].upper() if isinstance(given, Text) else ""
    if not text or text not in yes + no:
        what = f"is `{given.value}`" if isinstance(given, Text) else "is not known while compiling"
        raise site.error(
            f"a character of `{_routine(cx)}`, one of {', '.join(yes + no)}, {what}",
            help="pass a literal",
        )  # fmt: skip
    return text in yes


def _by_rows(a: Array) -> Array:
    """A matrix with its rows first, or again as Fortran has it; vectors as they are."""
    return a if a.rank < 2 else remap(a, a.shape[::-1], (place(1), place(0)))


def _symmetric(cx: Context, site: CallSite) -> Value:
    """`adc_symmetric(uplo, a)`: the symmetric matrix of which that triangle is given."""
    lower = _one_of(cx, site, site.arguments[0], "L", "U")
    a = linear_algebra.operand(cx, site.array(site.arguments[1]))

    def at(position: Index) -> Expr:
        column, row = position
        own = build.compare("ge" if lower else "le", IntValue(row), IntValue(column))
        return build.where(own, a.at((column, row)), a.at((row, column)))

    return Array(a.shape, a.dtype, at)


def _times(cx: Context, site: CallSite) -> Value:
    """`adc_times(a, x)`: the product, and zero where `a` is, whatever `x` holds."""
    a, x = (site.array(v) for v in site.arguments)
    value = a.at(()) if is_literal(a) else None
    known = build.const_value(value) if isinstance(value, Const) else None
    if known == 0:
        return Array(x.shape, x.dtype, lambda _: build.zero(x.dtype))
    if known == 1:
        return x
    if is_literal(a):
        return elementwise.arithmetic(cx, "mul", [a, x], site.span, strong=True)
    return elementwise.arithmetic(cx, "zmul", [a, x], site.span, strong=True)


TABLE: dict[str, Handler] = {
    "adc_storage": _storage,
    "adc_vector": _vector,
    "adc_matrix": _matrix,
    "adc_number": _number,
    "adc_times": _times,
    "adc_solved": _solved,
    "adc_refused": _refused,
    "adc_required": _required,
    "adc_symmetric": _symmetric,
    "adc_lu": _lu,
    "adc_cholesky": _cholesky,
    "adc_eigenvalues": _eigen(vectors=False),
    "adc_eigenvectors": _eigen(vectors=True),
    "adc_lu_solved": _factored,
    "adc_cholesky_solved": _cholesky_solved,
    "adc_exchanged": _exchanged(RowsExchanged),
    "adc_returned": _exchanged(RowsReturned),
}
