import numpy as np


def f(x: "float64[N]", idx: "int64[M] unique"):
    own = idx.copy()
    for i in range(1, own.shape[0]):
        own[i] = own[i - 1]
    return np.sum(x[own])
