"""Functions of complex numbers that are text of adc's own, and Einstein's sums of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.lowering.callsite import CallSite
from adc.lowering.complex.arithmetic import refused
from adc.lowering.context import Context
from adc.lowering.numpy.written import call_as
from adc.lowering.values import Complex, Text, Value

Call = Callable[[Context, CallSite], Value]
Product = Callable[[Context, CallSite, Value, Value, Call], Complex]

#: The text of a function of complex numbers: templates/numpy. `arctan` and `arcsinh` are not among
#: them: the sign of a real part that is zero tells the side of their cuts, which nothing keeps.
TEXTS = {
    "numpy.polyval": "adc_complex_polyval", "scipy.special.wofz": "scipy_special_wofz",
    **{
        f"numpy.{name}": f"adc_complex_{name}"
        for name in (
            "var", "std", "prod", "cumprod", "tanh", "average", "nan_to_num", "correlate",
            "isclose", "allclose", "tan", "arcsin", "arccos", "arccosh", "arctanh",
            "log10", "log2", "log1p", "expm1", "array_equal",
        )
    },
    **{
        f"numpy.linalg.{name}": f"adc_complex_{name}" for name in ("solve", "inv", "matrix_power")
    },
    **{
        f"scipy.linalg.{name}": f"scipy_linalg_{name}"
        for name in ("toeplitz", "circulant", "hankel")
    },
    **{
        f"{module}.fft.{name}": f"{module}_fft_{name}"
        for module in ("numpy", "scipy")
        for name in ("irfft2", "irfftn")
    },
}  # fmt: skip


def call_text(cx: Context, site: CallSite) -> Value:
    """The call of a function that has a text for complex numbers."""
    return call_as(cx, site, TEXTS[site.name])


def einsum(cx: Context, site: CallSite, product: Product, call: Call) -> Value:
    """Einstein's sum of one array or two, which is linear in each."""
    subscripts, *operands = site.arguments
    if not isinstance(subscripts, Text) or len(operands) not in (1, 2):
        raise refused("`einsum` of more than two arrays", site.span, help="take two at a time")

    def of(cx: Context, made: CallSite) -> Value:
        return call(cx, replace(made, arguments=(subscripts, *made.arguments)))

    if len(operands) == 2:
        left, right = operands
        return product(cx, replace(site, arguments=(left, right)), left, right, of)
    (value,) = operands
    assert isinstance(value, Complex)
    parts = tuple(of(cx, replace(site, arguments=(part,))) for part in (value.re, value.im))
    return Complex(parts)
