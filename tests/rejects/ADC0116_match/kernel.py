import numpy as np


def f(x: "float64[N]"):
    match x.shape:
        case (n,):
            return np.sum(x) * n
    return 0.0
