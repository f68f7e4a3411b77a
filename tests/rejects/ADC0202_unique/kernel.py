import numpy as np


def f(x: "float64[N]", idx: "int64[M] unique"):
    for i in range(1, idx.shape[0]):
        idx[i] = idx[i - 1]
    return np.sum(x[idx])
