import numpy as np


def decay(u0: "float64[n]", rate: float, end: float, dt: float):
    steps = int(np.ceil(end / dt))
    path = np.zeros((steps + 1, u0.size))
    path[0] = u0
    for k in range(steps):
        path[k + 1] = path[k] - dt * rate * path[k]
    return path
