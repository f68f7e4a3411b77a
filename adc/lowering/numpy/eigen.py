"""Eigenvalues and eigenvectors of matrices of which nothing is said."""

from __future__ import annotations

from collections.abc import Callable

from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.complex import by_data
from adc.lowering.context import Context
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.factors import warn_of_signs
from adc.lowering.numpy.solving import gained, precision, section, square
from adc.lowering.numpy.written import call_written
from adc.lowering.objects.record_types import named_type
from adc.lowering.promotion import strong
from adc.lowering.undecided import ByData
from adc.lowering.values import Complex, Items, Nothing, Value
from adc.ops.library import Eig

Handler = Callable[[Context, CallSite], Value]


def _eig(cx: Context, site: CallSite) -> Value:
    w, v = pairs(cx, site, site.bind("a")["a"])
    warn_of_signs(cx, site, "`eigvals`")
    return Items((w, v), type=named_type("EigResult", ["eigenvalues", "eigenvectors"], site.span))


def _eigvals(cx: Context, site: CallSite) -> Value:
    return pairs(cx, site, site.bind("a")["a"])[0]


def _scipy_eig(only_values: bool) -> Handler:
    """`scipy.linalg.eig(a)` and `eigvals(a)`: the values are complex whatever they are."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("a", "b left right overwrite_a check_finite")
        for name in ("left", "overwrite_a"):
            if site.flag(bound.get(name), name):
                raise site.error(
                    f"`{name}` of `{site.short}` is not supported", help="leave it out"
                )
        if not isinstance(bound.get("b", Nothing()), Nothing) or "right" in bound:
            raise site.error(f"only `{site.short}(a)` is supported", help="pass the matrix alone")
        w, v = pairs(cx, site, bound["a"])
        if only_values:
            return w.numbers
        warn_of_signs(cx, site, "`eigvals`")
        return Items((w.numbers, v))

    return call


def pairs(cx: Context, site: CallSite, given: Value) -> tuple[ByData, ByData]:
    """The eigenvalues, and the vectors as columns, as adc's own text finds them."""
    a = strong(array_operand(cx, site, given))
    n, dtype = square(cx, site, a), precision(a)
    if a.rank > 2:
        raise site.error(f"`{site.short}` of several matrices is not supported",
                         help="call it in a loop over the matrices")  # fmt: skip
    if not cx.of_sizes(n):
        raise site.error("eigenvalues of matrices whose size changes in a loop are not supported",
                         help="use matrices of one size")  # fmt: skip
    operands = (section(cx, a, (), (n, n), dtype),)
    names = ("eigenvalues", "imaginary", "eigenvectors", "imaginary")
    shapes = [(n,), (n,), (n, n), (n, n)]
    made = [(name, dtype, shape) for name, shape in zip(names, shapes, strict=True)]
    re, im, x, y, found = gained(cx, Eig, operands, [*made, ("found", DType.INT64, ())])
    call_written(cx, site, "adc_found", found)
    decided = by_data.made(cx, site, im)
    return ByData((Complex((re, im)), decided)), ByData((Complex((x, y)), decided))


TABLE: dict[str, Handler] = {
    "numpy.linalg.eig": _eig, "numpy.linalg.eigvals": _eigvals,
    "scipy.linalg.eig": _scipy_eig(only_values=False),
    "scipy.linalg.eigvals": _scipy_eig(only_values=True),
}  # fmt: skip
