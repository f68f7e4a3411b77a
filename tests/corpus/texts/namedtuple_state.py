# signature: predator_prey(x0: float64, y0: float64, alpha: float64, beta: float64, n: int)
from typing import NamedTuple

import numpy as np


class Rates(NamedTuple):
    alpha: float
    beta: float
    delta: float = 0.1
    gamma: float = 0.4


def rhs(z, r):
    x, y = z
    return np.array([r.alpha * x - r.beta * x * y, r.delta * x * y - r.gamma * y])


def predator_prey(x0, y0, alpha, beta, n, dt=0.1):
    rates = Rates(alpha, beta)
    z = np.array([x0, y0])
    for _ in range(n):
        mid = z + 0.5 * dt * rhs(z, rates)
        z = z + dt * rhs(mid, rates)
    return z[0] * z[1]
