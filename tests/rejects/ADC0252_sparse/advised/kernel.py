import numpy as np
from scipy.linalg import solve_banded


def f(u: "float64[n]", k: float):
    n = len(u)
    bands = np.stack([np.full(n, -k), np.full(n, 2.0 + k), np.full(n, -k)])
    return solve_banded((1, 1), bands, u)
