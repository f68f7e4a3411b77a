# Functions of arrays whose length data decide, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np


def adc_diff(a):
    return a[1:] - a[:-1]


def adc_trapezoid(y, x):
    return np.sum((x[1:] - x[:-1]) * (y[1:] + y[:-1]) / 2.0)


def adc_trapezoid_even(y, dx):
    return np.sum(dx * (y[1:] + y[:-1]) / 2.0)


def adc_flip(a):
    return a[::-1]


def adc_quantile(a, q):
    # Hyndman and Fan's seventh; NaN are last in order, and make the quantile one.
    ordered = np.sort(a)
    last = len(ordered) - 1
    place = last * q
    low = int(place)
    high = min(low + 1, last)
    share = place - low
    between = ordered[low] + (ordered[high] - ordered[low]) * share
    return np.where(np.isnan(ordered[-1]), ordered[-1], between)


def adc_percentile(a, q):
    return adc_quantile(a, q / 100)


def adc_median(a):
    ordered = np.sort(a)
    count = len(ordered)
    middle = (ordered[(count - 1) // 2] + ordered[count // 2]) / 2
    return np.where(np.isnan(ordered[-1]), ordered[-1], middle)


def adc_largest(a):
    return a[np.argmax(a)]


def adc_smallest(a):
    return a[np.argmin(a)]


def adc_searchsorted(a, v, right):
    return np.sum(a <= v) if right else np.sum(a < v)


def adc_cov(x, y, ddof):
    return np.sum((x - np.mean(x)) * (y - np.mean(y))) / (len(x) - ddof)


def adc_corrcoef(x, y):
    # NumPy's matrix is clipped to what correlations may be.
    both = adc_cov(x, y, 1) / np.sqrt(adc_cov(x, x, 1)) / np.sqrt(adc_cov(y, y, 1))
    both = min(max(both, -1.0), 1.0)
    return np.array([[1.0, both], [both, 1.0]])


def adc_interp_one(x, xp, fp, left, right):
    # At the last of equal points, as a search from the right finds it.
    last = len(xp) - 1
    low = int(np.sum(xp <= x)) - 1
    if np.isnan(x):
        found = x
    elif low < 0:
        found = fp[0] if left is None else left
    elif x > xp[-1]:
        found = fp[-1] if right is None else right
    elif low >= last:
        found = fp[-1]
    else:
        slope = (fp[low + 1] - fp[low]) / (xp[low + 1] - xp[low])
        found = slope * (x - xp[low]) + fp[low]
    return found


def adc_interp(x, xp, fp, left, right):
    if np.ndim(x) == 0:
        return adc_interp_one(x, xp, fp, left, right)
    points = np.ravel(x)
    found = np.empty(len(points))
    for i in range(len(points)):
        found[i] = adc_interp_one(points[i], xp, fp, left, right)
    return found.reshape(np.shape(x))


def adc_gradient(f, h):
    last = len(f) - 1
    if last < 1:
        raise ValueError("array too small to calculate a numerical gradient")
    found = np.empty(len(f))
    if np.ndim(h) == 0:
        found[1:-1] = (f[2:] - f[:-2]) / (2.0 * h)
        found[0] = (f[1] - f[0]) / h
        found[-1] = (f[last] - f[last - 1]) / h
        return found
    if len(h) != len(f):
        raise ValueError("distances of another length")
    one, two = h[1:-1] - h[:-2], h[2:] - h[1:-1]
    inside = (two - one) / (one * two) * f[1:-1]
    found[1:-1] = inside - two / (one * (one + two)) * f[:-2] + one / (two * (one + two)) * f[2:]
    found[0] = (f[1] - f[0]) / (h[1] - h[0])
    found[-1] = (f[last] - f[last - 1]) / (h[last] - h[last - 1])
    return found


def adc_convolve(a, v, mode):
    m, n = len(a), len(v)
    if m == 0 or n == 0:
        raise ValueError("no elements to convolve")
    full = np.zeros(m + n - 1)
    for i in range(m):
        for k in range(n):
            full[i + k] += a[i] * v[k]
    if mode == "full":
        return full
    if mode == "same":
        first = (min(m, n) - 1) // 2
        return full[first : first + max(m, n)]
    if mode != "valid":
        raise NotImplementedError('for the modes "full", "same" and "valid"')
    return full[min(m, n) - 1 : max(m, n)]


def adc_without(a, at):
    keep = np.ones(len(a), dtype=np.bool_)
    keep[at] = False
    return a[keep]


def adc_outer(a, b):
    return a[:, None] * b


def numpy_unique(ar, return_index=False, return_inverse=False, return_counts=False):
    a = np.ravel(ar)
    if return_inverse and (return_index or np.ndim(ar) != 1):
        raise NotImplementedError("for the inverse of vectors, without the index of values")
    ordered = np.sort(a)
    first = np.ones(len(a), dtype=np.bool_)
    # NaN come last, and are one value.
    first[1:] = (ordered[1:] != ordered[:-1]) & ~(np.isnan(ordered[1:]) & np.isnan(ordered[:-1]))
    values = ordered[first]
    if return_counts:
        counts = np.diff(np.append(np.where(first)[0], len(a)))
    if return_index:
        index = np.argsort(a, kind="stable")[first]
        if return_counts:
            return values, index, counts
        return values, index
    if return_inverse:
        order = np.argsort(a)
        inverse = np.zeros(len(a), dtype=np.int64)
        group = -1
        for i in range(len(a)):
            if first[i]:
                group += 1
            inverse[order[i]] = group
        if return_counts:
            return values, inverse, counts
        return values, inverse
    if return_counts:
        return values, counts
    return values


def adc_rolled(a, shift, axis=None):
    if axis is None:
        flat = a.reshape(-1)
        return flat[(np.arange(flat.size) - shift) % flat.size].reshape(a.shape)
    n = a.shape[axis]
    return np.take(a, (np.arange(n) - shift) % n, axis=axis)


def adc_deleted(a, k):
    # The array without the element at k.
    last = len(a) - 1
    k = k + len(a) if k < 0 else k
    if k < 0 or k > last:
        raise IndexError("position out of range")
    return np.where(np.arange(last) < k, a[:-1], a[1:])


def adc_inserted(a, k, value):
    # The array with one more element, before the one at k.
    size = len(a)
    k = k + size if k < 0 else k
    if k < 0 or k > size:
        raise IndexError("position out of range")
    found = np.empty(size + 1, dtype=a.dtype)
    for i in range(size + 1):
        if i == k:
            found[i] = value
    for i in range(size):
        if i < k:
            found[i] = a[i]
        else:
            found[i + 1] = a[i]
    return found
