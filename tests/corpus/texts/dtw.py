# signature: soft_dtw(x: float64[N], y: float64[M], gamma: float64)
import numpy as np


def softmin(a, b, c, gamma):
    a, b, c = -a / gamma, -b / gamma, -c / gamma
    mx = max(max(a, b), c)
    tmp = np.exp(a - mx) + np.exp(b - mx) + np.exp(c - mx)
    return -gamma * (np.log(tmp) + mx)


def soft_dtw(x, y, gamma=1.0):
    n, m = len(x), len(y)
    D = (x[:, None] - y[None, :]) ** 2
    R = np.zeros((n + 1, m + 1)) + 1e10
    R[0, 0] = 0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            R[i, j] = D[i - 1, j - 1] + softmin(R[i - 1, j], R[i, j - 1], R[i - 1, j - 1], gamma)
    return R[-1, -1]
