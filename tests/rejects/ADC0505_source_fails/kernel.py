import numpy as np


if np.pi > 3.0:
    raise RuntimeError("this file does not like to be run")


def f(x: "float64[N]"):
    return np.sum(x * x)
