import numpy as np


def f(w: "float64[n]", k: "int64[n]"):
    return np.bincount(k, weights=w, minlength=100) ** 2
