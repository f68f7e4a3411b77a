import numpy as np


def f(x: "float64[N]", coarse: int):
    w = np.exp(x)
    if coarse > 0:
        w = w.astype(np.float32)
    return np.sum(w * w)
