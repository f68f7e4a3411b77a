# Conversions and parts of numbers, as adc reads them
# (adc/lowering/written.py): not to be imported.

import numpy as np
from scipy import special


def numpy_require(a, dtype=None, requirements=None):
    # Of several axes there may be a copy.
    a = np.asarray(a, dtype=dtype)
    if requirements is None:
        return a
    if requirements not in ("C", "F", ["C"], ["F"]):
        raise NotImplementedError("for the requirements C and F")
    return np.asfortranarray(a) if requirements in ("F", ["F"]) else np.ascontiguousarray(a)


def numpy_asfortranarray(a, dtype=None):
    return np.transpose(np.ascontiguousarray(np.transpose(np.asarray(a, dtype=dtype))))


def numpy_modf(x):
    whole = np.trunc(x)
    return np.copysign(np.where(np.isinf(x), 0.0, x - whole), x), whole


def numpy_ldexp(x1, x2):
    return x1 * 2.0**x2


def adc_with_initial(found, axis, initial):
    # Before the first of what adds up, or is multiplied, along an axis.
    first = np.full_like(np.take(found, [0], axis=axis), initial)
    return np.concatenate((first, found), axis=axis)


def numpy_cumulative_sum(x, axis=None, include_initial=False):
    x = np.asarray(x)
    if axis is None and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` is required.")
    axis = 0 if axis is None else axis
    found = np.cumsum(x, axis=axis)
    return adc_with_initial(found, axis, 0) if include_initial else found


def numpy_cumulative_prod(x, axis=None, include_initial=False):
    x = np.asarray(x)
    if axis is None and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` is required.")
    axis = 0 if axis is None else axis
    found = np.cumprod(x, axis=axis)
    return adc_with_initial(found, axis, 1) if include_initial else found


def numpy_kaiser(M, beta):
    if M == 1:
        return np.ones(1)
    n = np.arange(0, M)
    alpha = (M - 1) / 2.0
    square = 1.0 - ((n - alpha) / alpha) ** 2.0
    # At the ends the root is 0, where its derivative is none.
    root = np.where(square > 0, np.sqrt(np.where(square > 0, square, 1.0)), 0.0)
    return special.i0(beta * root) / special.i0(beta)
