# Functions along axes, statistics and samples, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np


def numpy_apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = np.asarray(arr)
    if arr.ndim > 2:
        raise NotImplementedError("for vectors and matrices")
    if arr.ndim == 1:
        return np.array(func1d(arr, *args, **kwargs))
    if arr.ndim == 2 and axis in (1, -1):
        return np.array([func1d(row, *args, **kwargs) for row in arr])
    return np.array([func1d(row, *args, **kwargs) for row in arr.T]).T


def numpy_fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*np.indices(shape).astype(dtype), **kwargs)


def numpy_nancumsum(a, axis=None):
    return np.cumsum(np.where(np.isnan(a), 0, a), axis=axis)


def numpy_nancumprod(a, axis=None):
    return np.cumprod(np.where(np.isnan(a), 1, a), axis=axis)


def numpy_nanargmax(a, axis=None):
    return np.argmax(np.where(np.isnan(a), -np.inf, a), axis=axis)


def numpy_nanargmin(a, axis=None):
    return np.argmin(np.where(np.isnan(a), np.inf, a), axis=axis)


def adc_interp_period(x, xp, fp, period):
    if period == 0:
        raise ValueError("period must be a non-zero value")
    if len(xp) != len(fp):
        raise ValueError("fp and xp are not of the same length")
    period = abs(period)
    x = x % period
    xp = xp % period
    order = np.argsort(xp)
    xp = xp[order]
    fp = fp[order]
    xp = np.concatenate((xp[-1:] - period, xp, xp[:1] + period))
    fp = np.concatenate((fp[-1:], fp, fp[:1]))
    return np.interp(x, xp, fp)


def adc_share(share, whole):
    if not (share >= 0 and share <= whole):
        raise ValueError("quantiles must lie within the whole")
    return share


def adc_place_along(along, extent):
    if np.any(np.less(along, 0)) or np.any(np.greater_equal(along, extent)):
        raise ValueError("invalid entry in coordinates array")
    return along


def adc_weighted_logsumexp(a, b, axis, keepdims, signed):
    a = np.where(b != 0, a, -np.inf)
    largest = np.max(a, axis=axis, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0.0)
    sums = np.sum(b * np.exp(a - largest), axis=axis, keepdims=keepdims)
    if not keepdims:
        largest = np.sum(largest, axis=axis)
    if signed:
        return np.log(np.abs(sums)) + largest, np.sign(sums)
    return np.log(sums) + largest


def adc_weighted_cov(rows, weights, ddof, total_of_squares):
    # total_of_squares: the weights' sum of squares by aweights, or None.
    total = np.sum(weights)
    if total_of_squares is None:
        factor = total - ddof
    else:
        factor = total - ddof * total_of_squares / total
    centre = rows @ weights / total
    away = rows - centre[:, None]
    return (away * weights) @ away.T / factor


def scipy_integrate_trapezoid(y, x=None, dx=1.0, axis=-1):
    if x is None:
        return np.trapezoid(y, dx=dx, axis=axis)
    return np.trapezoid(y, x, axis=axis)


def scipy_integrate_cumulative_trapezoid(y, x=None, dx=1.0, axis=-1, initial=None):
    y = np.asarray(y)
    if x is not None and np.ndim(x) > 1:
        raise NotImplementedError("for places in one vector")
    if y.ndim > 1:
        y = np.moveaxis(y, axis, -1)
    if y.shape[-1] == 0:
        raise ValueError("At least one point is required along `axis`.")
    if x is not None and len(x) != y.shape[-1]:
        raise ValueError("If given, length of x along axis must be the same as y.")
    if initial is not None and initial != 0:
        raise ValueError("`initial` must be `None` or `0`.")
    d = dx if x is None else np.diff(x)
    found = np.cumsum(d * (y[..., 1:] + y[..., :-1]) / 2.0, axis=-1)
    if initial is not None:
        found = np.concatenate((np.full((*y.shape[:-1], 1), initial + 0.0), found), axis=-1)
    if y.ndim > 1:
        found = np.moveaxis(found, -1, axis)
    return found


def numpy_logspace(start, stop, num=50, endpoint=True, base=10.0):
    return np.power(base, np.linspace(start, stop, num, endpoint=endpoint))


def numpy_geomspace(start, stop, num=50, endpoint=True):
    logs = np.linspace(np.log10(start), np.log10(stop), num, endpoint=endpoint)
    found = np.power(10.0, logs)
    found[0] = start
    if endpoint:
        found[-1] = stop
    return found


def numpy_hsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, axis=1 if np.ndim(ary) > 1 else 0)


def numpy_diagflat(v, k=0):
    return np.diag(np.ravel(v), k)


def numpy_linalg_trace(x, offset=0):
    if x.ndim > 2:
        raise NotImplementedError("for one matrix")
    return np.trace(x, offset)


def numpy_linalg_diagonal(x, offset=0):
    if x.ndim > 2:
        raise NotImplementedError("for one matrix")
    return np.diagonal(x, offset)


def numpy_choose(a, choices):
    a = np.asarray(a)
    if np.any(np.less(a, 0)) or np.any(np.greater_equal(a, len(choices))):
        raise ValueError("invalid entry in choice array")
    found = choices[-1]
    if len(choices) == 1:
        found = np.where(a >= 0, found, found)
    for k in range(len(choices) - 1):
        found = np.where(a == k, choices[k], found)
    return found


def numpy_putmask(a, mask, values):
    if np.ndim(values) > 0:
        values = np.reshape(values, a.shape)
    np.copyto(a, values, where=mask)


def math_fsum(seq):
    return sum(seq, 0.0)


def math_prod(iterable, start=1):
    found = start
    for value in iterable:
        found = found * value
    return found


def math_dist(p, q):
    return np.sqrt(sum((a - b) ** 2 for a, b in zip(p, q)))


def adc_whole_power(z, k):
    power = np.ones_like(z)
    for _ in range(k):
        power = power * z
    return power


def numpy_fromiter(iter, dtype, count=-1):
    if count != -1:
        raise NotImplementedError("for all that there is, without `count=`")
    return np.array(iter, dtype=dtype)


def adc_mgrid(first, second=None, third=None):
    a = np.arange(*first)
    if second is None:
        return a
    b = np.arange(*second)
    if third is None:
        return np.stack(np.meshgrid(a, b, indexing="ij"))
    return np.stack(np.meshgrid(a, b, np.arange(*third), indexing="ij"))


def adc_ogrid(first, second=None, third=None):
    a = np.arange(*first)
    if second is None:
        return a
    b = np.arange(*second)
    if third is None:
        return a[:, None], b[None, :]
    return a[:, None, None], b[None, :, None], np.arange(*third)[None, None, :]


def adc_evenly(start, step, number):
    return np.arange(number) * step + start


def adc_mgrid_of(a, b=None, c=None):
    if b is None:
        return a
    if c is None:
        return np.stack(np.meshgrid(a, b, indexing="ij"))
    return np.stack(np.meshgrid(a, b, c, indexing="ij"))


def adc_ogrid_of(a, b=None, c=None):
    if b is None:
        return a
    if c is None:
        return a[:, None], b[None, :]
    return a[:, None, None], b[None, :, None], c[None, None, :]


def adc_quotient_or_0(a, b):
    # What SciPy has where two places are one.
    return a / b if b != 0.0 else 0.0


def adc_simpson_panel(a, b, c, h, k):
    # Over two intervals of lengths h and k.
    both = h + k
    at_a = 2.0 - adc_quotient_or_0(k, h)
    at_b = both * adc_quotient_or_0(both, h * k)
    at_c = 2.0 - adc_quotient_or_0(h, k)
    return both / 6.0 * (a * at_a + b * at_b + c * at_c)


def adc_simpson_last(a, b, c, h, k):
    # Over the last of two intervals of lengths h and k.
    at_c = adc_quotient_or_0(2.0 * k * k + 3.0 * h * k, 6.0 * (h + k))
    at_b = adc_quotient_or_0(k * k + 3.0 * h * k, 6.0 * h)
    at_a = adc_quotient_or_0(k * k * k, 6.0 * h * (h + k))
    return at_c * c + at_b * b - at_a * a


def scipy_integrate_simpson(y, *, x=None, dx=1.0, axis=-1):
    y = np.asarray(y)
    if y.ndim != 1 or axis not in (0, -1):
        raise NotImplementedError("for vectors")
    if x is None:
        x = dx * np.arange(len(y))
    x = np.asarray(x)
    if x.ndim != 1:
        raise NotImplementedError("for vectors")
    if len(x) != len(y):
        raise ValueError("If given, length of x along axis must be the same as y.")
    n = len(y)
    total = 0.0
    for i in range(0, n - 2, 2):
        h, k = x[i + 1] - x[i], x[i + 2] - x[i + 1]
        total = total + adc_simpson_panel(y[i], y[i + 1], y[i + 2], h, k)
    if n == 2:
        total = 0.5 * (x[n - 1] - x[n - 2]) * (y[n - 2] + y[n - 1])
    elif n % 2 == 0 and n > 2:
        h, k = x[n - 2] - x[n - 3], x[n - 1] - x[n - 2]
        total = total + adc_simpson_last(y[n - 3], y[n - 2], y[n - 1], h, k)
    return total
