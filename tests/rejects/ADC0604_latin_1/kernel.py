import numpy as np

NAME = "ÿþ"


def f(x: "float64[N]"):
    return np.sum(x * x)
