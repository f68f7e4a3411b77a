# signature: neg_log_likelihood(ys: float64[T, 2], q: float64, r: float64)
"""Negative log likelihood of a constant velocity model by a Kalman filter."""
import numpy as np

DT = 1.0
F = np.array([[1, 0, DT, 0], [0, 1, 0, DT], [0, 0, 1, 0], [0, 0, 0, 1]], dtype=float)
H = np.array([[1, 0, 0, 0], [0, 1, 0, 0]], dtype=float)


def neg_log_likelihood(ys, q, r):
    m = np.zeros(4)
    P = np.eye(4)
    Q = q * np.eye(4)
    R = r * np.eye(2)
    nll = 0.0
    for y in ys:
        m = F @ m
        P = F @ P @ F.T + Q
        S = H @ P @ H.T + R
        v = y - H @ m
        K = P @ H.T @ np.linalg.inv(S)
        m = m + K @ v
        P = P - K @ S @ K.T
        sign, logdet = np.linalg.slogdet(S)
        nll += 0.5 * (logdet + v @ np.linalg.solve(S, v) + len(v) * np.log(2 * np.pi))
    return nll
