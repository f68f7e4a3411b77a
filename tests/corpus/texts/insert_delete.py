# signature: knots(x: float64[N], y: float64[N])
import numpy as np


def knots(x, y):
    xs = np.insert(x, 0, 0.0)
    ys = np.append(y, y[-1])
    trimmed = np.delete(ys, 1)
    cs = np.cumsum(np.outer(x, y), axis=1)
    cp = np.cumsum(np.outer(x, y), axis=0)
    return np.sum(xs[1:] * trimmed) + cs[-1, -1] + cp[0].sum()
