import numpy as np


def f(x: "float64[N]", coarse: bool):
    w = np.exp(x)
    if coarse:
        w = w.astype(np.float32)
    return np.sum(w * w)
