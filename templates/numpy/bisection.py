# Python's `bisect`, as adc reads it (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np


def bisect_bisect_right(a, x, lo=0, hi=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    items = np.array(a) if isinstance(a, (list, tuple)) else a
    if hi is None:
        hi = len(items)
    while lo < hi:
        middle = (lo + hi) // 2
        if x < items[middle]:
            hi = middle
        else:
            lo = middle + 1
    return lo


def bisect_bisect_left(a, x, lo=0, hi=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    items = np.array(a) if isinstance(a, (list, tuple)) else a
    if hi is None:
        hi = len(items)
    while lo < hi:
        middle = (lo + hi) // 2
        if items[middle] < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_bisect(a, x, lo=0, hi=None):
    return bisect_bisect_right(a, x, lo, hi)
