import numpy as np


SCALE = 2.0
with np.errstate(all="ignore"):
    SCALE = np.exp(1.0)


def f(x: "float64[N]"):
    return SCALE * np.sum(x)
