import numpy as np

Q = np.linspace(0.0, 1.0, 3)


def doubled(v):
    v[:] = 2.0 * v
    return v


def f(x: "float64[3]"):
    return np.sum(doubled(Q.copy()) * x)
