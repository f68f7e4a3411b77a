import numpy as np


def f(x: "float64[N]"):
    assert len(x) >= 2
    r = x[1]
    return r
