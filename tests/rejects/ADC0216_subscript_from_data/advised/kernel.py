import numpy as np


def f(p: "int64[N]", x: "float64[N]"):
    s = 0.0
    for i in range(x.shape[0]):
        s += np.sum(x[i::2])
        p[i] = 0
    return s
