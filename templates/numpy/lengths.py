# Functions of arrays whose length data decide, as adc reads them (adc/lowering/written.py): not to
# be imported.

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


def adc_interp(x, xp, fp):
    # At the last of equal points, as a search from the right finds it.
    last = len(xp) - 1
    low = int(np.sum(xp <= x)) - 1
    if np.isnan(x):
        found = x
    elif low < 0:
        found = fp[0]
    elif low >= last:
        found = fp[-1]
    else:
        slope = (fp[low + 1] - fp[low]) / (xp[low + 1] - xp[low])
        found = slope * (x - xp[low]) + fp[low]
    return found
