# Polynomials as functions, conversions and parts of numbers, as adc reads them
# (adc/lowering/written.py): not to be imported.

import numpy as np
from scipy import special


def numpy_poly1d(c_or_r, r=False):
    # A polynomial that is called, and asked for nothing else.
    if r:
        raise NotImplementedError("for coefficients")
    coefficients = np.asarray(c_or_r)

    def call(val):
        return np.polyval(coefficients, val)

    return call


def numpy_polynomial_legendre_legval(x, c):
    if np.ndim(c) > 1:
        raise NotImplementedError("for a vector of coefficients")
    c = np.asarray(c)
    before = np.zeros_like(x)
    found = np.zeros_like(x)
    for i in range(len(c) - 1, 0, -1):
        after = c[i] + (2 * i + 1) / (i + 1.0) * x * found - (i + 1) / (i + 2.0) * before
        before = found
        found = after
    return c[0] + x * found - 0.5 * before


def numpy_polynomial_polynomial_polyder(c):
    c = np.asarray(c)
    return c[1:] * np.arange(1, len(c))


def numpy_require(a, dtype=None, requirements=None):
    # What is asked of the memory changes no element.
    return np.asarray(a, dtype=dtype)


def numpy_asfortranarray(a, dtype=None):
    return np.asarray(a, dtype=dtype)


def numpy_modf(x):
    whole = np.trunc(x)
    return np.copysign(np.where(np.isinf(x), 0.0, x - whole), x), whole


def numpy_ldexp(x1, x2):
    return x1 * 2.0**x2


def numpy_cumulative_sum(x, axis=None):
    x = np.asarray(x)
    if axis is None and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` is required.")
    return np.cumsum(x, axis=0 if axis is None else axis)


def numpy_cumulative_prod(x, axis=None):
    x = np.asarray(x)
    if axis is None and x.ndim != 1:
        raise ValueError("For arrays which have more than one dimension ``axis`` is required.")
    return np.cumprod(x, axis=0 if axis is None else axis)


def numpy_kaiser(M, beta):
    if M == 1:
        return np.ones(1)
    n = np.arange(0, M)
    alpha = (M - 1) / 2.0
    square = 1.0 - ((n - alpha) / alpha) ** 2.0
    # At the ends the root is 0, where its derivative is none.
    root = np.where(square > 0, np.sqrt(np.where(square > 0, square, 1.0)), 0.0)
    return special.i0(beta * root) / special.i0(beta)
