import numpy as np


def halved(x):
    x[:] = 0.5 * x
    return np.sum(x)


def f(x: "float64[N]"):
    print(f"the sum is {halved(x)}")
    return np.sum(x * x)
