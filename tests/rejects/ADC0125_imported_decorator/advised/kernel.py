import numpy as np
from numba import njit
from tools import timed


@njit(fastmath=True)
def energy(x: "float64[N]"):
    return np.sum(x * x)
