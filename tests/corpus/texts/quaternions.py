# signature: attitude_error(omega: float64[T, 3], q0: float64[4], dt: float64, q_meas: float64[T, 4])
import numpy as np


def quat_mul(p, q):
    w0, x0, y0, z0 = p
    w1, x1, y1, z1 = q
    return np.array([
        w0 * w1 - x0 * x1 - y0 * y1 - z0 * z1,
        w0 * x1 + x0 * w1 + y0 * z1 - z0 * y1,
        w0 * y1 - x0 * z1 + y0 * w1 + z0 * x1,
        w0 * z1 + x0 * y1 - y0 * x1 + z0 * w1,
    ])


def quat_exp(v):
    angle = np.linalg.norm(v)
    if angle < 1e-8:
        return np.array([1.0, *(0.5 * v)])
    axis = v / angle
    half = 0.5 * angle
    return np.r_[np.cos(half), np.sin(half) * axis]


def attitude_error(omega, q0, dt, q_meas):
    q = q0 / np.linalg.norm(q0)
    err = 0.0
    for w, qm in zip(omega, q_meas):
        q = quat_mul(q, quat_exp(w * dt))
        q /= np.linalg.norm(q)
        err += 1.0 - np.dot(q, qm) ** 2
    return err
