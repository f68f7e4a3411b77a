# signature: cg(A: float64[N, N], b: float64[N], n_iter: int)
import numpy as np


def cg(A, b, n_iter, x0=None, tol=1e-10):
    x = np.zeros_like(b) if x0 is None else x0.copy()
    r = b - A @ x
    p = r.copy()
    rs = r @ r
    for k in range(n_iter):
        Ap = A @ p
        alpha = rs / (p @ Ap)
        x += alpha * p
        r -= alpha * Ap
        rs_new = r @ r
        if np.sqrt(rs_new) < tol:
            break
        p = r + (rs_new / rs) * p
        rs = rs_new
    return x
