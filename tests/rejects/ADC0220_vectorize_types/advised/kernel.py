import numpy as np


def f(x: "float64[n]"):
    positive = np.vectorize(lambda v: v * v if v > 0.0 else 0.0)
    return np.sum(positive(x))
