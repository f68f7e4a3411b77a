import numpy as np


def f(x: "float64[N]"):
    print(f'{x[0]}')
    return np.sum(x)
