# signature: reprojection(rvec: float64[3], tvec: float64[3], K: float64[3, 3], dist: float64[5], pts: float64[N, 3], obs: float64[N, 2])
import numpy as np


def skew(v):
    return np.array([[0, -v[2], v[1]], [v[2], 0, -v[0]], [-v[1], v[0], 0]])


def rodrigues(rvec):
    theta = np.sqrt(np.dot(rvec, rvec))
    if theta < 1e-10:
        return np.eye(3)
    k = skew(rvec / theta)
    return np.eye(3) + np.sin(theta) * k + (1 - np.cos(theta)) * (k @ k)


def reprojection(rvec, tvec, K, dist, pts, obs):
    k1, k2, p1, p2, k3 = dist
    R = rodrigues(rvec)
    cam = pts.dot(R.T) + tvec
    x, y = cam[:, 0] / cam[:, 2], cam[:, 1] / cam[:, 2]
    r2 = x ** 2 + y ** 2
    radial = 1 + k1 * r2 + k2 * r2 ** 2 + k3 * r2 ** 3
    xd = x * radial + 2 * p1 * x * y + p2 * (r2 + 2 * x ** 2)
    yd = y * radial + p1 * (r2 + 2 * y ** 2) + 2 * p2 * x * y
    uv = np.column_stack([K[0, 0] * xd + K[0, 2], K[1, 1] * yd + K[1, 2]])
    return np.sum((uv - obs) ** 2, axis=1).mean()
