import numpy as np


def f(x: "float64[N]"):
    print('sum)
    return np.sum(x)
