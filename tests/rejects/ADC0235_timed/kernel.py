import numpy as np


def fall(v0: float, drag: float, end: float, dt: float = 0.25):
    t, v = 0.0, v0
    path = [v]
    while t < end:
        v += dt * (9.81 - drag * v * v)
        t += dt
        path.append(v)
    return np.mean(path)
