"""Functions of SciPy that are computed element by element, of what a mask selects."""

from __future__ import annotations

from dataclasses import replace

from adc.ir import build
from adc.ir.dtypes import DType
from adc.lowering.masks.selections import filled
from adc.lowering.values import Selected, Value

#: Functions of scipy.special that are none of elements, and methods of distributions that are.
_OF_ARRAYS = ("logsumexp", "softmax", "log_softmax", "comb", "factorial")
_OF_POINTS_OF_DISTRIBUTIONS = (
    "pdf", "logpdf", "pmf", "logpmf", "cdf", "logcdf", "sf", "logsf", "ppf", "isf",
)  # fmt: skip


def is_of_elements(name: str) -> bool:
    """Whether it is a function of SciPy that is computed element by element."""
    module, _, own = name.rpartition(".")
    if module == "scipy.special":
        return own not in _OF_ARRAYS
    return module.startswith("scipy.stats.") and own in _OF_POINTS_OF_DISTRIBUTIONS


def harmless(value: Value) -> Value:
    """`value` with a number where nothing is selected that any function may be computed of: what
    stands there might keep one from ending."""
    if not isinstance(value, Selected) or value.array.dtype is DType.BOOL:
        return value
    number = build.const(0.5 if value.array.dtype.is_float else 1, value.array.dtype)
    return replace(value, array=filled(value, number), own=False)
