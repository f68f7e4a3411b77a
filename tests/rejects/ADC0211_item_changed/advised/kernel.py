import numpy as np


def f(x: "float64[n]", steps: int):
    u = x.copy()
    kept = []
    for t in range(steps):
        u += 0.1 * np.sin(u)
        kept.append(u.copy())
    return np.sum(np.array(kept) ** 2)
