# Methods of NumPy's functions of two arrays, as adc reads them (`adc/lowering/numpy/written.py`):
# not to be imported. `combine` is the function.

import numpy as np


def adc_reduced(combine, array, axis, keepdims):
    array = np.asarray(array)
    if array.ndim == 0:
        raise TypeError("cannot reduce on a scalar")
    if array.dtype.kind != "f":
        raise NotImplementedError("for arrays of floating numbers")
    rows = np.moveaxis(array, axis, 0)
    found = rows[0] * 1.0
    for k in range(1, rows.shape[0]):
        found = combine(found, rows[k])
    if keepdims:
        return np.expand_dims(found, axis)
    return found


def adc_accumulated(combine, array, axis):
    array = np.asarray(array)
    if array.ndim == 0:
        raise TypeError("cannot accumulate on a scalar")
    if array.dtype.kind != "f":
        raise NotImplementedError("for arrays of floating numbers")
    found = np.moveaxis(array, axis, 0).copy()
    for k in range(1, found.shape[0]):
        found[k] = combine(found[k - 1], found[k])
    return np.moveaxis(found, 0, axis)


def adc_reduced_at(combine, array, indices, axis):
    array = np.asarray(array)
    if array.dtype.kind != "f":
        raise NotImplementedError("for arrays of floating numbers")
    rows = np.moveaxis(array, axis, 0)
    count = len(indices)
    found = rows[indices]
    for i in range(count):
        if indices[i] < 0:
            raise IndexError("index out of bounds")
        stop = rows.shape[0]
        if i + 1 < count:
            stop = indices[i + 1]
        for k in range(indices[i] + 1, stop):
            found[i] = combine(found[i], rows[k])
    return np.moveaxis(found, 0, axis)


def adc_combined_at(combine, a, indices, b):
    if a.dtype.kind != "f":
        raise NotImplementedError("for arrays of floating numbers")
    indices = np.asarray(indices)
    if indices.ndim != 1:
        raise NotImplementedError("for a vector of positions")
    # What is combined is read before any element changes.
    b = np.array(np.broadcast_to(b, (len(indices), *a.shape[1:])))
    for k in range(len(indices)):
        a[indices[k]] = combine(a[indices[k]], b[k])
