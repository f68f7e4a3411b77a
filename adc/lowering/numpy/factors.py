"""Factors of matrices: QR, eigenvalues and eigenvectors of symmetric ones."""

from __future__ import annotations

from collections.abc import Callable

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.shapes import minimum
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import require
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import window
from adc.lowering.numpy.solving import exchanged, gained, precision, section, square
from adc.lowering.numpy.written import call_written
from adc.lowering.objects.record_types import named_type
from adc.lowering.promotion import strong
from adc.lowering.reshaping import transpose
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Unknown, Value, scalar
from adc.ops.library import Eigh, Qr, Svd

Handler = Callable[[Context, CallSite], Value]


# -- QR --------------------------------------------------------------------------------------------


def _qr(cx: Context, site: CallSite) -> Value:
    """`np.linalg.qr(a)`, of whose whole factors R is the reduced one with zeros below."""
    bound = site.bind("a", "mode")
    mode = bound.get("mode", Text("reduced"))
    if mode not in (Text("reduced"), Text("r"), Text("complete")):
        raise site.error(
            "the factors of `qr` are supported, not what they are made of", help="leave out `mode=`"
        )
    a = strong(array_operand(cx, site, bound["a"]))
    names = named_type("QRResult", ["Q", "R"], site.span)
    if mode == Text("complete"):
        return Items(_whole_factors(cx, site, a), type=names)
    q, r = factored(cx, site, a)
    return r if mode == Text("r") else Items((q, r), type=names)


def _scipy_qr(cx: Context, site: CallSite) -> Value:
    """`scipy.linalg.qr(a, mode="economic")`, or its whole factors."""
    bound = site.bind("a", "overwrite_a lwork mode pivoting check_finite")
    a, mode = strong(array_operand(cx, site, bound["a"])), bound.get("mode", Text("full"))
    if a.rank != 2 or mode not in (Text("economic"), Text("full"), Text("r")):
        raise site.error(
            "the factors of one matrix are supported, not what they are made of",
            help="pass `mode='economic'`",
        )
    for name in ("overwrite_a", "pivoting"):
        if site.flag(bound.get(name), name):
            raise site.error(f"`{name}` of `qr` is not supported", help="leave it out")
    if mode == Text("economic"):
        return Items(factored(cx, site, a))
    q, r = _whole_factors(cx, site, a)
    return Items((r,)) if mode == Text("r") else Items((q, r))


def _whole_factors(cx: Context, site: CallSite, a: Array) -> tuple[Value, Value]:
    """Q, a square matrix, and R, which has the shape of `a`. Beside its first columns, those of the
    reduced one, Q may have any that are orthogonal to them."""
    q, r = factored(cx, site, a)
    *lead, m, n = (cx.extent(e) for e in a.shape)
    if cx.prover.nonneg(sympy.expand(n - m)):
        return q, r
    if lead:
        raise site.error("the whole factors of one matrix are supported", help="leave out `mode=`")
    way_out = "take the reduced one, by `mode='reduced'`"
    if site.name.startswith("scipy."):
        way_out = "take the reduced one, by `mode='economic'`"
    reason = "has columns beside the reduced ones, which nothing determines"
    whole = call_written(cx, site, "adc_rows_below", r, Integer(sympy.expand(m - n)))
    return Unknown(reason, way_out, site.span, "ADC0220"), whole


def factored(cx: Context, site: CallSite, a: Array) -> tuple[Array, Array]:
    if a.rank < 2:
        square(cx, site, a)
    *lead, m, n = (cx.extent(e) for e in a.shape)
    if a.rank == 2 and m != n and cx.prover.nonneg(sympy.expand(n - m)):
        found = call_written(cx, site, "adc_wide_qr", a)
        assert isinstance(found, Items)
        q, r = (site.array(part) for part in found.items)
        return q, r
    what = f"`{site.short}` of a matrix with as many rows as columns or more"
    require(cx, sympy.expand(m - n), what, site.span)
    dtype = precision(a)
    operands = (section(cx, a, tuple(lead), (m, n), dtype),)
    made = [("orthonormal", dtype, (*lead, m, n)), ("triangle", dtype, (*lead, n, n))]
    q, r = gained(cx, Qr, operands, made)
    return q, r


# -- eigenvalues -----------------------------------------------------------------------------------


def _eigh(cx: Context, site: CallSite) -> Value:
    """`np.linalg.eigh(a)`: eigenvalues and eigenvectors, whose signs are no one's rule."""
    bound = site.bind("a", "UPLO")
    w, v = _diagonal(cx, site, bound["a"], _upper(site, bound))
    warn_of_signs(cx, site)
    return Items((w, v), type=named_type("EighResult", ["eigenvalues", "eigenvectors"], site.span))


def _eigvalsh(cx: Context, site: CallSite) -> Value:
    bound = site.bind("a", "UPLO")
    return _diagonal(cx, site, bound["a"], _upper(site, bound))[0]


def _upper(site: CallSite, bound: dict[str, Value]) -> bool:
    given = bound.get("UPLO", Text("L"))
    if not isinstance(given, Text) or given.value.upper() not in ("L", "U"):
        raise site.error("`UPLO` is 'L' or 'U'")
    return given.value.upper() == "U"


def _scipy_eigh(only_values: bool) -> Handler:
    """`scipy.linalg.eigh` and `eigvalsh` of one matrix, or of two, of which the second is positive
    definite: A v = w B v."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("a", "b lower eigvals_only type check_finite subset_by_index driver")
        lower = "lower" not in bound or site.flag(bound["lower"], "lower")
        if "type" in bound and site.number(bound["type"], "type") != 1:
            raise site.error("only `type=1` is supported", help="leave out `type=`")
        if isinstance(bound.get("b", Nothing()), Nothing):
            w, v = _diagonal(cx, site, bound["a"], not lower)
        else:
            flag = scalar(build.const(lower, DType.BOOL), weak=True, stable=True)
            given = (bound["a"], bound["b"], flag)
            found = call_written(cx, site, "adc_generalised_eigh", *given)
            assert isinstance(found, Items)
            w, v = (site.array(part) for part in found.items)
        if not isinstance(bound.get("subset_by_index", Nothing()), Nothing):
            w, v = (_chosen_of(cx, site, part, bound["subset_by_index"]) for part in (w, v))
        if only_values or site.flag(bound.get("eigvals_only"), "eigvals_only"):
            return w
        warn_of_signs(cx, site)
        return Items((w, v))

    return call


def _chosen_of(cx: Context, site: CallSite, value: Array, given: Value) -> Array:
    """The elements along the last axis from the first to the last of two positions."""
    if not isinstance(given, Items) or len(given.items) != 2:
        raise site.error("`subset_by_index` is a pair of positions")
    first, last = (site.integer(v, "subset_by_index") for v in given.items)
    extent = value.shape[-1]
    for needed in (first, last - first, extent - 1 - last):
        require(cx, needed, f"`subset_by_index` of {extent} eigenvalues", site.span)
    return window(value, value.rank - 1, first, sympy.expand(last - first + 1))


def _diagonal(cx: Context, site: CallSite, given: Value, upper: bool) -> tuple[Array, Array]:
    a = strong(array_operand(cx, site, given))
    n, dtype, lead = square(cx, site, a), precision(a), a.shape[:-2]
    matrix = section(cx, a, lead, (n, n), dtype)
    operands = (exchanged(matrix) if upper else matrix,)
    made = [("eigenvalues", dtype, (*lead, n)), ("eigenvectors", dtype, (*lead, n, n))]
    w, v = gained(cx, Eigh, operands, made)
    return w, v


def warn_of_signs(cx: Context, site: CallSite, values: str = "`eigvalsh`") -> None:
    cx.warn(
        "ADC0250", f"the signs of the vectors of `{site.short}` are arbitrary: NumPy's may be "
        "others", site.span, help=f"take the values alone by {values}, or let no result change "
        "with a vector's sign",
    )  # fmt: skip


# -- singular values -------------------------------------------------------------------------------


def _svd(cx: Context, site: CallSite) -> Value:
    """`np.linalg.svd(a)`: of the factors those that are reduced, and are square where the matrix
    is. Pairs of vectors have no one's signs."""
    options = "full_matrices compute_uv hermitian"
    if site.name.startswith("scipy."):
        options = "full_matrices compute_uv overwrite_a check_finite lapack_driver"
    bound = site.bind("a", options)
    for name in ("hermitian", "overwrite_a", "lapack_driver"):
        if name in bound and not (name != "lapack_driver" and not site.flag(bound[name], name)):
            raise site.error(f"`{name}` of `svd` is not supported", help="leave it out")
    a = strong(array_operand(cx, site, bound["a"]))
    u, s, v = decomposed(cx, site, a)
    if "compute_uv" in bound and not site.flag(bound["compute_uv"], "compute_uv"):
        return s
    full = "full_matrices" not in bound or site.flag(bound["full_matrices"], "full_matrices")
    m, n = (cx.extent(e) for e in a.shape[-2:])
    parts: list[Value] = [u, s, _turned(v)]
    for place, extra in ((0, m - n), (2, n - m)):
        if full and not cx.prover.nonneg(sympy.expand(-extra)):
            parts[place] = _whole(site)
    if any(isinstance(parts[place], Array) for place in (0, 2)):
        warn_of_signs(cx, site, "`compute_uv=False`")
    return Items(tuple(parts), type=named_type("SVDResult", ["U", "S", "Vh"], site.span))


def _whole(site: CallSite) -> Value:
    reason = "has columns beside the reduced ones, which nothing determines"
    return Unknown(reason, "pass `full_matrices=False`", site.span, "ADC0220")


def decomposed(cx: Context, site: CallSite, a: Array) -> list[Array]:
    """U, the singular values and V, the reduced ones."""
    if a.rank < 2:
        square(cx, site, a)
    *lead, m, n = (cx.extent(e) for e in a.shape)
    dtype, k = precision(a), smaller(cx, m, n)
    matrix = section(cx, a, tuple(lead), (m, n), dtype)
    wide = cx.prover.nonneg(sympy.expand(n - m))  # rotations are of columns: few of them are better
    shapes = {"left": (*lead, m, k), "singular": (*lead, k), "right": (*lead, n, k)}
    made = [(stem, dtype, shape) for stem, shape in shapes.items()]
    if not wide:
        return gained(cx, Svd, (matrix,), made)
    v, s, u = gained(cx, Svd, (exchanged(matrix),), made[::-1])
    return [u, s, v]


def smaller(cx: Context, m: sympy.Expr, n: sympy.Expr) -> sympy.Expr:
    for one, other in ((m, n), (n, m)):
        if cx.prover.nonneg(sympy.expand(other - one)):
            return one
    return minimum(m, n)


def _turned(value: Array) -> Array:
    *lead, row, column = range(value.rank)
    return transpose(value, (*lead, column, row))


def _svdvals(cx: Context, site: CallSite) -> Value:
    name = "x" if site.name.startswith("numpy.") else "a"
    bound = site.bind(name, "" if name == "x" else "overwrite_a check_finite")
    return decomposed(cx, site, strong(array_operand(cx, site, bound[name])))[1]


TABLE: dict[str, Handler] = {
    "numpy.linalg.qr": _qr, "scipy.linalg.qr": _scipy_qr,
    "numpy.linalg.eigh": _eigh, "numpy.linalg.eigvalsh": _eigvalsh,
    "numpy.linalg.svd": _svd, "scipy.linalg.svd": _svd,
    "numpy.linalg.svdvals": _svdvals, "scipy.linalg.svdvals": _svdvals,
    "scipy.linalg.eigh": _scipy_eigh(only_values=False),
    "scipy.linalg.eigvalsh": _scipy_eigh(only_values=True),
}  # fmt: skip
