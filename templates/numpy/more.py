# Conversions and parts of numbers, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported.

import numpy as np
from scipy import linalg, special


def numpy_require(a, dtype=None, requirements=None):
    # Of several axes there may be a copy.
    a = np.asarray(a, dtype=dtype)
    if requirements is None:
        return a
    if isinstance(requirements, str):
        requirements = [requirements]
    by_columns, by_rows = False, False
    for wanted in requirements:
        if wanted in ("F", "F_CONTIGUOUS", "FORTRAN"):
            by_columns = True
        elif wanted in ("C", "C_CONTIGUOUS", "CONTIGUOUS"):
            by_rows = True
        elif wanted not in ("W", "WRITEABLE", "A", "ALIGNED"):
            raise NotImplementedError("for the requirements C, F, W and A")
    if by_columns and by_rows:
        raise NotImplementedError("for one order")
    if by_columns:
        return np.asfortranarray(a)
    return np.ascontiguousarray(a) if by_rows else a


def numpy_asfortranarray(a, dtype=None):
    return np.transpose(np.ascontiguousarray(np.transpose(np.asarray(a, dtype=dtype))))


def numpy_modf(x):
    x = np.asarray(x) * 1.0
    whole = np.trunc(x)
    return np.copysign(np.where(np.isinf(x), 0.0, x - whole), x), whole


def numpy_ldexp(x1, x2):
    return np.multiply(x1, 2.0**x2)


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


def math_modf(x):
    whole = np.trunc(x)
    return float(np.copysign(np.where(np.isinf(x), 0.0, x - whole), x)), float(whole)


def numpy_polynomial_legendre_leggauss(deg):
    return adc_gauss(deg)


def adc_many_between(start, stop, num, endpoint):
    # Between arrays, along a new first axis.
    start, stop = np.asarray(start) * 1.0, np.asarray(stop) * 1.0
    start, stop = np.broadcast_arrays(start, stop)
    gaps = num - 1 if endpoint else num
    if gaps < 1:
        raise NotImplementedError("for two points or more between arrays")
    step = (stop - start) / gaps
    found = np.empty((num, *start.shape))
    for i in range(num):
        found[i] = i * step + start
    if endpoint:
        found[-1] = stop
    return found


def numpy_ma_getmask(a):
    return numpy_ma_getmaskarray(a)


def numpy_ma_average(a, axis=None, weights=None):
    a = adc_as_masked(a)
    if weights is None:
        return a.mean(axis)
    weights = np.asarray(weights) * 1.0
    if axis is not None or weights.shape != a.shape:
        raise NotImplementedError("of all elements, with a weight for each")
    if np.all(a.mask):
        raise NotImplementedError("for elements of which some are not masked")
    weights = np.where(a.mask, 0.0, weights)
    return np.sum(adc_data(a) * weights) / np.sum(weights)


def scipy_linalg_solve_toeplitz(c_or_cr, b):
    if isinstance(c_or_cr, tuple):
        return np.linalg.solve(linalg.toeplitz(c_or_cr[0], c_or_cr[1]), b)
    return np.linalg.solve(linalg.toeplitz(c_or_cr), b)


def scipy_linalg_solve_sylvester(a, b, q):
    # By rows: a*x + x*b = q.
    a, b, q = np.asarray(a) * 1.0, np.asarray(b) * 1.0, np.asarray(q) * 1.0
    whole = np.kron(a, np.eye(b.shape[0])) + np.kron(np.eye(a.shape[0]), b.T)
    return np.linalg.solve(whole, np.ravel(q)).reshape(q.shape)


def scipy_linalg_solve_continuous_lyapunov(a, q):
    return scipy_linalg_solve_sylvester(a, np.transpose(a), q)


def scipy_linalg_solve_discrete_lyapunov(a, q):
    a, q = np.asarray(a) * 1.0, np.asarray(q) * 1.0
    whole = np.eye(a.shape[0] * a.shape[0]) - np.kron(a, a)
    return np.linalg.solve(whole, np.ravel(q)).reshape(q.shape)


def adc_unpacked(vector, mask, field):
    # Fortran's UNPACK: its order of elements is NumPy's of arrays with the dimensions reversed.
    places = np.cumsum(mask.ravel()) - 1
    taken = vector[np.maximum(places, 0)]
    return np.where(mask, taken.reshape(mask.shape), field)


def adc_packed(array, mask, vector):
    # Fortran's PACK with a vector that gives what is behind.
    held = mask.ravel()
    values = array.ravel()
    found = vector.copy()
    count = 0
    for k in range(held.shape[0]):
        if held[k]:
            found[count] = values[k]
            count = count + 1
    return found
