# Sets, tests, and arrays rearranged, as adc reads them (`adc/lowering/numpy/written.py`): not to
# be imported.

import numpy as np


def numpy_isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    element = np.asarray(element)
    found = np.any(element[..., None] == np.ravel(test_elements), axis=-1)
    return ~found if invert else found


def numpy_union1d(ar1, ar2):
    return np.unique(np.concatenate((np.ravel(ar1), np.ravel(ar2))))


def numpy_intersect1d(ar1, ar2, assume_unique=False):
    if assume_unique:
        raise NotImplementedError("without `assume_unique=`")
    one, other = np.ravel(ar1), np.ravel(ar2)
    both = np.result_type(one, other)
    one, other = np.unique(one.astype(both)), other.astype(both)
    return one[np.any(one[:, None] == other, axis=-1)]


def numpy_setdiff1d(ar1, ar2, assume_unique=False):
    if assume_unique:
        raise NotImplementedError("without `assume_unique=`")
    one = np.unique(np.ravel(ar1))
    return one[~np.any(one[:, None] == np.ravel(ar2), axis=-1)]


def numpy_setxor1d(ar1, ar2, assume_unique=False):
    if assume_unique:
        raise NotImplementedError("without `assume_unique=`")
    one, other = np.ravel(ar1), np.ravel(ar2)
    both = np.result_type(one, other)
    one, other = one.astype(both), other.astype(both)
    if np.any(one != one) or np.any(other != other):
        raise NotImplementedError("without NaN")
    every = np.unique(np.concatenate((one, other)))
    in_one = np.any(every[:, None] == one, axis=-1)
    in_other = np.any(every[:, None] == other, axis=-1)
    return every[in_one != in_other]


def numpy_asarray_chkfinite(a, dtype=None):
    a = np.asarray(a, dtype=dtype)
    if not np.all(np.isfinite(a)):
        raise ValueError("array must not contain infs or NaNs")
    return a


def numpy_isposinf(x):
    return np.asarray(x) == np.inf


def numpy_isneginf(x):
    return np.asarray(x) == -np.inf


def numpy_isreal(x):
    return np.ones(np.shape(x), dtype=np.bool_)


def numpy_iscomplex(x):
    return np.zeros(np.shape(x), dtype=np.bool_)


def numpy_real_if_close(a, tol=100):
    return np.asarray(a)


def numpy_signbit(x):
    return np.copysign(1.0, x) < 0


def numpy_atleast_3d(a):
    a = np.asarray(a)
    if a.ndim == 0:
        return a.reshape(1, 1, 1)
    if a.ndim == 1:
        return a[None, :, None]
    return a[:, :, None] if a.ndim == 2 else a


def numpy_row_stack(tup):
    return np.vstack(tup)


def numpy_dsplit(ary, indices_or_sections):
    return np.split(ary, indices_or_sections, axis=2)


def numpy_unstack(x, *, axis=0):
    parts = np.moveaxis(x, axis, 0)
    return [part[0] for part in np.split(parts, parts.shape[0])]


def numpy_vecmat(x1, x2):
    if np.ndim(x1) != 1 or np.ndim(x2) != 2:
        raise NotImplementedError("for a vector and a matrix")
    return x1 @ x2


def numpy_resize(a, new_shape):
    a = np.ravel(a)
    size = np.zeros(new_shape).size
    return a[np.arange(size) % len(a)].reshape(new_shape)


def numpy_place(arr, mask, vals):
    vals = np.ravel(vals)
    if len(vals) != 1:
        raise NotImplementedError("for one value")
    np.copyto(arr, vals[0], where=mask)


def numpy_extract(condition, arr):
    return np.ravel(arr)[np.ravel(condition) != 0]


def numpy_compress(condition, a, axis=None):
    condition, a = np.asarray(condition) != 0, np.asarray(a)
    if axis is None:
        a = np.ravel(a)
    elif a.ndim > 1 and axis not in (0, -a.ndim):
        raise NotImplementedError("for the first axis")
    return a[: len(condition)][condition]


def adc_compressed(a, condition, axis=None):
    return np.compress(condition, a, axis)


def numpy_lexsort(keys, axis=-1):
    if np.ndim(keys[0]) != 1 or axis not in (0, -1):
        raise NotImplementedError("for keys that are vectors")
    order = np.argsort(keys[0], kind="stable")
    for key in keys[1:]:
        order = order[np.argsort(key[order], kind="stable")]
    return order


def numpy_ediff1d(ary, to_end=None, to_begin=None):
    found = np.diff(np.ravel(ary))
    if to_begin is not None:
        found = np.concatenate((np.ravel(to_begin).astype(found.dtype), found))
    if to_end is not None:
        found = np.concatenate((found, np.ravel(to_end).astype(found.dtype)))
    return found


def numpy_histogram_bin_edges(a, bins=10, range=None, weights=None):
    return np.histogram(a, bins, range)[1]


def numpy_histogram2d(x, y, bins=10, range=None, density=None, weights=None):
    if np.ndim(bins) > 0 and not isinstance(bins, (list, tuple)):
        raise NotImplementedError("for one number of bins, or two numbers or vectors of edges")
    first, second = bins if np.ndim(bins) > 0 or isinstance(bins, tuple) else (bins, bins)
    low, high = (None, None) if range is None else range
    rows = np.histogram(x, first, low)[1]
    columns = np.histogram(y, second, high)[1]
    counted = np.zeros((len(rows) - 1, len(columns) - 1))
    inside = (rows[0] <= x) & (x <= rows[-1]) & (columns[0] <= y) & (y <= columns[-1])
    i = np.searchsorted(rows, x, side="right") - 1
    j = np.searchsorted(columns, y, side="right") - 1
    i = np.where(inside, np.where(x == rows[-1], len(rows) - 2, i), 0)
    j = np.where(inside, np.where(y == columns[-1], len(columns) - 2, j), 0)
    weights = 1.0 if weights is None else weights
    np.add.at(counted, (i, j), np.where(inside, weights, 0.0))
    if density:
        areas = np.diff(rows)[:, None] * np.diff(columns)
        counted = counted / areas / np.sum(counted)
    return counted, rows, columns


def numpy_linalg_tensorinv(a, ind=2):
    before, behind = a.shape[:ind], a.shape[ind:]
    size = np.zeros(behind).size
    return np.linalg.inv(a.reshape(-1, size)).reshape(*behind, *before)


def adc_no_complex(inside):
    if not np.all(inside):
        raise NotImplementedError("for numbers whose result is real")


def numpy_emath_sqrt(x):
    adc_no_complex(np.logical_not(np.less(x, 0)))
    return np.sqrt(x)


def numpy_emath_log(x):
    adc_no_complex(np.logical_not(np.less(x, 0)))
    return np.log(x)


def numpy_emath_log2(x):
    adc_no_complex(np.logical_not(np.less(x, 0)))
    return np.log2(x)


def numpy_emath_log10(x):
    adc_no_complex(np.logical_not(np.less(x, 0)))
    return np.log10(x)


def numpy_emath_power(x, p):
    adc_no_complex(np.logical_not(np.less(x, 0)))
    return np.power(x, p)


def numpy_emath_arccos(x):
    adc_no_complex(np.logical_not(np.greater(np.abs(x), 1)))
    return np.arccos(x)


def numpy_emath_arcsin(x):
    adc_no_complex(np.logical_not(np.greater(np.abs(x), 1)))
    return np.arcsin(x)


def numpy_emath_arctanh(x):
    adc_no_complex(np.logical_not(np.greater(np.abs(x), 1)))
    return np.arctanh(x)
