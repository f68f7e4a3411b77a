import numpy as np


def f(x: "float64[n]", y: "float64[n]"):
    k = int(np.sum(y > 0.5))
    z = x * y
    z[0] = np.where(k > 0, 5.0, z[0])
    return np.sum(z * z)
