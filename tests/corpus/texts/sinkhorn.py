# signature: sinkhorn(a: float64[N], b: float64[M], C: float64[N, M], eps: float64, n_iter: int)
import numpy as np


def sinkhorn(a, b, C, eps, n_iter):
    a = a / a.sum()
    b = b / b.sum()
    K = np.exp(-C / eps)
    u = np.ones(a.shape)
    v = np.ones_like(b)
    for _ in range(n_iter):
        u = a / (K @ v)
        v = b / (K.T @ u)
    P = np.diag(u) @ K @ np.diag(v)
    return np.sum(P * C), P
