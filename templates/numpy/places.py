# Positions and bins, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np


def adc_in_order(a, sorter):
    return np.asarray(a)[np.asarray(sorter)]


def adc_places_in_mode(places, extent, mode):
    places = np.asarray(places)
    if mode == "wrap":
        return places % extent
    return np.minimum(np.maximum(places, 0), extent - 1)


def adc_bincount(x, weights):
    x = np.asarray(x)
    if weights is None:
        counts = np.zeros(np.max(x) + 1, dtype=np.int64)
        for k in range(len(x)):
            counts[x[k]] += 1
        return counts
    weights = np.asarray(weights)
    sums = np.zeros(np.max(x) + 1)
    for k in range(len(x)):
        sums[x[k]] += weights[k]
    return sums


def adc_triangle(n, k, upper):
    # Rows and columns of a triangle of n rows, in storage order.
    first = max(0, n - k) if k >= 0 else max(0, n - 1 + k)
    half = first * (first + 1) // 2
    above = half if k >= 0 else n * n - half
    count = above if upper else n * n - above
    rows = np.zeros(count, dtype=np.int64)
    columns = np.zeros(count, dtype=np.int64)
    place = 0
    for i in range(n):
        for j in range(n):
            if (j >= i + k) == upper:
                rows[place] = i
                columns[place] = j
                place += 1
    return rows, columns


def numpy_triu_indices(n, k=0):
    return adc_triangle(n, k, True)


def numpy_tril_indices(n, k=0):
    return adc_triangle(n, k + 1, False)


def numpy_triu_indices_from(arr, k=0):
    if arr.shape[0] != arr.shape[1]:
        raise NotImplementedError("for square matrices")
    return adc_triangle(arr.shape[-1], k, True)


def numpy_tril_indices_from(arr, k=0):
    if arr.shape[0] != arr.shape[1]:
        raise NotImplementedError("for square matrices")
    return adc_triangle(arr.shape[-1], k + 1, False)


def numpy_digitize(x, bins, right=False):
    x = np.asarray(x)[..., None]
    bins = np.asarray(bins)
    # Beyond NaN is the end of what ascends, and the beginning of what descends.
    if right:
        up = np.count_nonzero(~(bins >= x), axis=-1)
        down = np.count_nonzero(bins >= x, axis=-1)
    else:
        up = np.count_nonzero(~(bins > x), axis=-1)
        down = np.count_nonzero(bins > x, axis=-1)
    return np.where(bins[0] <= bins[-1], up, down)


def adc_counted(a, edges, weights):
    # The last bin has both of its ends. What is in none adds nothing to the first one.
    a = np.ravel(a)
    inside = (edges[0] <= a) & (a <= edges[-1])
    place = np.searchsorted(edges, a, side="right") - 1
    place = np.where(inside, np.where(a == edges[-1], len(edges) - 2, place), 0)
    if weights is None:
        counted = np.zeros(len(edges) - 1)
        np.add.at(counted, place, np.where(inside, 1.0, 0.0))
        return counted.astype(np.int64)
    weights = np.where(inside, np.ravel(weights), 0)
    if weights.dtype == np.int64:
        counted = np.zeros(len(edges) - 1)
        np.add.at(counted, place, weights.astype(np.float64))
        return counted.astype(np.int64)
    found = np.zeros(len(edges) - 1, weights.dtype)
    np.add.at(found, place, weights)
    return found


def numpy_histogram(a, bins=10, range=None, density=None, weights=None):
    a = np.asarray(a)
    if np.ndim(bins) == 0:
        if range is None:
            low = np.min(a)
            high = np.max(a)
        else:
            low, high = range
        if low == high:
            low = low - 0.5
            high = high + 0.5
        edges = np.linspace(low, high, bins + 1)
        if a.dtype == np.float32:
            edges = edges.astype(np.float32)
    else:
        edges = np.asarray(bins)
    found = adc_counted(a, edges, weights)
    if density:
        return found / np.diff(edges) / np.sum(found), edges
    return found, edges


def adc_repeated(a, repeats, axis):
    before = a.shape[: axis + 1]
    behind = a.shape[axis + 1 :]
    many = np.broadcast_to(np.expand_dims(a, axis + 1), (*before, repeats, *behind)).copy()
    return many.reshape((*a.shape[:axis], a.shape[axis] * repeats, *behind))
