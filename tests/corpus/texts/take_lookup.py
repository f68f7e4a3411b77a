# signature: sample(table: float64[K, D], order: int64[N], w: float64[N])
# inputs: order=np.array([0,2,1,1,0])
import numpy as np


def sample(table, order, w):
    rows = np.take(table, order, axis=0)
    pooled = (rows * w[:, None]).sum(axis=0)
    first = np.take(pooled, [0, 1])
    return np.linalg.norm(pooled) + first.prod()
