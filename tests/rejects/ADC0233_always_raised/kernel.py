import numpy as np


def f(x: "float64[4]"):
    if x.shape[0] > 3:
        raise NotImplementedError("three numbers at most")
    return np.sum(x * x)
