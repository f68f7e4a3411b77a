# Objects that NumPy and SciPy make, as adc reads them (`adc/lowering/numpy/written.py`): not to
# be imported.

import math

import numpy as np


class adc_frozen:
    # A distribution that keeps its parameters.
    def __init__(self, family, args, keywords):
        self._family = family
        self._args = args
        self._keywords = keywords

    def pdf(self, x):
        return self._family.pdf(x, *self._args, **self._keywords)

    def logpdf(self, x):
        return self._family.logpdf(x, *self._args, **self._keywords)

    def pmf(self, k):
        return self._family.pmf(k, *self._args, **self._keywords)

    def logpmf(self, k):
        return self._family.logpmf(k, *self._args, **self._keywords)

    def cdf(self, x):
        return self._family.cdf(x, *self._args, **self._keywords)

    def logcdf(self, x):
        return self._family.logcdf(x, *self._args, **self._keywords)

    def sf(self, x):
        return self._family.sf(x, *self._args, **self._keywords)

    def logsf(self, x):
        return self._family.logsf(x, *self._args, **self._keywords)

    def ppf(self, q):
        return self._family.ppf(q, *self._args, **self._keywords)

    def isf(self, q):
        return self._family.isf(q, *self._args, **self._keywords)

    def mean(self):
        return self._family.mean(*self._args, **self._keywords)

    def var(self):
        return self._family.var(*self._args, **self._keywords)

    def std(self):
        return self._family.std(*self._args, **self._keywords)

    def median(self):
        return self._family.ppf(0.5, *self._args, **self._keywords)

    def interval(self, confidence):
        low, high = 0.5 - 0.5 * confidence, 0.5 + 0.5 * confidence
        return self.ppf(low), self.ppf(high)


class adc_broadcast:
    # What arrays are together; its numbers are not drawn.
    def __init__(self, shape, arrays):
        self.shape = shape
        self.ndim = len(shape)
        self.nd = len(shape)
        self.size = math.prod(shape)
        self.numiter = arrays


def numpy_broadcast(*arrays):
    return adc_broadcast(np.broadcast_shapes(*[np.shape(a) for a in arrays]), len(arrays))


class adc_masked:
    # An array of which elements count as not there, whatever they are.
    def __init__(self, data, mask, fill_value):
        self._data = data
        self.mask = mask
        self.fill_value = fill_value

    def adc_of_arrays(self):
        return True

    @property
    def shape(self):
        return self._data.shape

    @property
    def size(self):
        return self._data.size

    @property
    def ndim(self):
        return self._data.ndim

    def filled(self, fill_value=None):
        # Where none is masked NumPy gives the array itself, which may be changed by it.
        found = self._data
        if np.any(self.mask):
            found = self._with(self.fill_value if fill_value is None else fill_value)
        return found

    def _with(self, value):
        return np.where(self.mask, value, self._data)

    def compressed(self):
        return np.ravel(self._data)[np.ravel(~self.mask)]

    def astype(self, dtype):
        return numpy_ma_array(self._data.astype(dtype), np.array(self.mask), self.fill_value)

    def count(self, axis=None):
        return np.sum(~self.mask, axis=axis)

    def sum(self, axis=None):
        return adc_unless_none(self, np.sum(self._with(0), axis=axis), axis)

    def prod(self, axis=None):
        return adc_unless_none(self, np.prod(self._with(1), axis=axis), axis)

    def mean(self, axis=None):
        return adc_unless_none(self, adc_masked_mean(self, axis, False), axis)

    def var(self, axis=None, ddof=0):
        found, few = adc_masked_var(self, axis, ddof)
        return found if axis is None else adc_masked(found, few, self.fill_value)

    def std(self, axis=None, ddof=0):
        found, few = adc_masked_var(self, axis, ddof)
        found = np.sqrt(np.where(few, 1.0, found))
        return found if axis is None else adc_masked(found, few, self.fill_value)

    def min(self, axis=None):
        return adc_unless_none(self, np.min(self._with(np.inf), axis=axis), axis)

    def max(self, axis=None):
        return adc_unless_none(self, np.max(self._with(-np.inf), axis=axis), axis)

    def __add__(self, other):
        return adc_both(self, other, adc_data(self) + adc_data(other))

    def __radd__(self, other):
        return adc_both(self, other, adc_data(other) + adc_data(self))

    def __sub__(self, other):
        return adc_both(self, other, adc_data(self) - adc_data(other))

    def __rsub__(self, other):
        return adc_both(self, other, adc_data(other) - adc_data(self))

    def __mul__(self, other):
        return adc_both(self, other, adc_data(self) * adc_data(other))

    def __rmul__(self, other):
        return adc_both(self, other, adc_data(other) * adc_data(self))

    def __truediv__(self, other):
        return adc_masked_quotient(self, other)

    def __rtruediv__(self, other):
        return adc_masked_quotient(other, self)

    def __pow__(self, other):
        found = adc_both(self, other, adc_data(self) ** adc_data(other))
        return adc_masked(found._data, found.mask | ~np.isfinite(found._data), found.fill_value)

    def __iadd__(self, other):
        raise NotImplementedError("without changes in place")

    def __isub__(self, other):
        raise NotImplementedError("without changes in place")

    def __imul__(self, other):
        raise NotImplementedError("without changes in place")

    def __itruediv__(self, other):
        raise NotImplementedError("without changes in place")

    def __ipow__(self, other):
        raise NotImplementedError("without changes in place")

    def __neg__(self):
        return adc_masked(-adc_data(self), self.mask, self.fill_value)

    # What NumPy's own functions make of it; where they are not defined is masked, too.
    def abs(self):
        return adc_of_masked(self, np.abs)

    def absolute(self):
        return adc_of_masked(self, np.absolute)

    def square(self):
        return adc_of_masked(self, np.square)

    def exp(self):
        return adc_of_masked(self, np.exp)

    def sin(self):
        return adc_of_masked(self, np.sin)

    def cos(self):
        return adc_of_masked(self, np.cos)

    def sinh(self):
        return adc_of_masked(self, np.sinh)

    def cosh(self):
        return adc_of_masked(self, np.cosh)

    def tanh(self):
        return adc_of_masked(self, np.tanh)

    def arctan(self):
        return adc_of_masked(self, np.arctan)

    def arcsinh(self):
        return adc_of_masked(self, np.arcsinh)

    def radians(self):
        return adc_of_masked(self, np.radians)

    def deg2rad(self):
        return adc_of_masked(self, np.deg2rad)

    def degrees(self):
        return adc_of_masked(self, np.degrees)

    def rad2deg(self):
        return adc_of_masked(self, np.rad2deg)

    def log(self):
        return adc_where_defined(self, np.log, self._data <= 0)

    def log2(self):
        return adc_where_defined(self, np.log2, self._data <= 0)

    def log10(self):
        return adc_where_defined(self, np.log10, self._data <= 0)

    def sqrt(self):
        return adc_where_defined(self, np.sqrt, self._data < 0)


def adc_of_masked(a, f):
    return adc_masked(f(adc_data(a)), a.mask, a.fill_value)


def adc_where_defined(a, f, none):
    none = a.mask | none
    return adc_masked(f(np.where(none, 1.0, a._data)), none, a.fill_value)


def adc_data(a):
    # What is masked is zero here, so that no derivative of it is NaN.
    return np.where(a.mask, 0.0, a._data) if isinstance(a, adc_masked) else a


def adc_both(a, other, data):
    if isinstance(other, adc_masked):
        return adc_masked(data, a.mask | other.mask, a.fill_value)
    if np.ndim(other) > a.ndim:
        raise NotImplementedError("for arrays of as many axes as the masked one")
    return adc_masked(data, np.broadcast_to(a.mask, data.shape).copy(), a.fill_value)


def adc_masked_quotient(a, other):
    # Masked where it would overflow, or be no number.
    over, under = adc_data(a), adc_data(other)
    none = ~(np.abs(over) * np.finfo(np.float64).tiny < np.abs(under))
    found = over / np.where(none, 1.0, under)
    if isinstance(a, adc_masked):
        whole = adc_both(a, other, found)
    else:
        whole = adc_both(other, a, found)
    return adc_masked(found, whole.mask | none | ~np.isfinite(found), whole.fill_value)


def adc_unless_none(a, found, axis):
    # Of nothing at all there is no number; a line of such elements is masked in the result.
    if axis is None:
        if np.all(a.mask):
            raise NotImplementedError("for elements of which some are not masked")
        return found
    return adc_masked(found, np.all(a.mask, axis=axis), a.fill_value)


def adc_masked_mean(a, axis, keepdims):
    count = np.sum(~a.mask, axis=axis, keepdims=keepdims)
    some = np.where(count == 0, 1, count)
    return np.sum(a._with(0), axis=axis, keepdims=keepdims) / some


def adc_masked_var(a, axis, ddof):
    away = np.where(a.mask, 0.0, a._data - adc_masked_mean(a, axis, True))
    count = a.count(axis) - ddof
    few = count <= 0
    if axis is None and np.any(few):
        raise NotImplementedError("for more elements that are not masked than `ddof=` says")
    return np.sum(away * away, axis=axis) / np.where(few, 1, count), few


def adc_as_masked(a):
    return a if isinstance(a, adc_masked) else numpy_ma_array(a, False)


def numpy_ma_array(data, mask=None, fill_value=1e20):
    if mask is None:
        raise NotImplementedError("with `mask=`")
    data = np.asarray(data)
    if data.dtype != np.float64:
        raise NotImplementedError("for elements that are float64")
    if np.ndim(data) == 0:
        raise NotImplementedError("for arrays")
    mask = np.asarray(mask)
    if mask.ndim == 0:
        return adc_masked(data, np.full(data.shape, mask), fill_value)
    if mask.shape != data.shape:
        raise NotImplementedError("for a mask of the array's shape")
    return adc_masked(data, mask if mask.dtype == np.bool_ else mask != 0, fill_value)


def numpy_ma_masked_array(data, mask=None, fill_value=1e20):
    return numpy_ma_array(data, mask, fill_value)


def numpy_ma_masked_where(condition, a, copy=True):
    return numpy_ma_array(np.array(a) if copy else a, np.array(condition))


def numpy_ma_masked_invalid(a, copy=True):
    return numpy_ma_array(np.array(a) if copy else a, ~np.isfinite(a))


def numpy_ma_masked_less(x, value):
    return numpy_ma_array(np.array(x), np.less(x, value))


def numpy_ma_masked_less_equal(x, value):
    return numpy_ma_array(np.array(x), np.less_equal(x, value))


def numpy_ma_masked_greater(x, value):
    return numpy_ma_array(np.array(x), np.greater(x, value))


def numpy_ma_masked_greater_equal(x, value):
    return numpy_ma_array(np.array(x), np.greater_equal(x, value))


def numpy_ma_masked_equal(x, value):
    return numpy_ma_array(np.array(x), np.equal(x, value), value)


def numpy_ma_masked_not_equal(x, value):
    return numpy_ma_array(np.array(x), np.not_equal(x, value))


def numpy_ma_masked_outside(x, v1, v2):
    x = np.array(x)
    low, high = min(v1, v2), max(v1, v2)
    return numpy_ma_array(x, (x < low) | (x > high))


def numpy_ma_masked_inside(x, v1, v2):
    x = np.array(x)
    low, high = min(v1, v2), max(v1, v2)
    return numpy_ma_array(x, (x >= low) & (x <= high))


def numpy_ma_filled(a, fill_value=None):
    return a.filled(fill_value) if isinstance(a, adc_masked) else np.asarray(a)


def numpy_ma_getmaskarray(arr):
    return adc_as_masked(arr).mask


def numpy_ma_mean(a, axis=None):
    return adc_as_masked(a).mean(axis)


def numpy_ma_sum(a, axis=None):
    return adc_as_masked(a).sum(axis)


def numpy_ma_prod(a, axis=None):
    return adc_as_masked(a).prod(axis)


def numpy_ma_var(a, axis=None, ddof=0):
    return adc_as_masked(a).var(axis, ddof)


def numpy_ma_std(a, axis=None, ddof=0):
    return adc_as_masked(a).std(axis, ddof)


def numpy_ma_min(a, axis=None):
    return adc_as_masked(a).min(axis)


def numpy_ma_max(a, axis=None):
    return adc_as_masked(a).max(axis)


def numpy_ma_count(arr, axis=None):
    return adc_as_masked(arr).count(axis)


def numpy_ma_isMaskedArray(x):  # noqa: N802 - NumPy's name
    return isinstance(x, adc_masked)


def numpy_ma_is_masked(x):
    if isinstance(x, adc_masked):
        return np.any(x.mask)
    return False


def numpy_ma_isMA(x):  # noqa: N802
    return isinstance(x, adc_masked)


def numpy_ma_isarray(x):
    return isinstance(x, adc_masked)
