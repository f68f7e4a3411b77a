import numpy as np


def f(x: "float64[N]"):
    with np.errstate(all='ignore'):
        r = np.sum(np.log(x))
    return r
