import numpy as np


def f(x: "float64[4, 4]", b: "float64[3]"):
    return np.sum(np.linalg.solve(x[:3, :3], b))
