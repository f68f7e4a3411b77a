import numpy as np


def f(x, kind):
    return np.sum(x) if kind == "sum" else np.max(x)
