"""Alternating-direction implicit diffusion: a tridiagonal sweep along each direction a step."""

import numpy as np


def adi(steps, a, b, u):
    n = u.shape[0]
    m = u.shape[1]
    v = np.zeros_like(u)
    p = np.zeros((n, m))
    q = np.zeros((n, m))
    den = np.zeros(n + m)
    for t in range(steps):
        v[1:-1, 0] = 1.0
        for j in range(1, n - 1):
            p[j, 0] = 0.0
            q[j, 0] = v[j, 0]
            for i in range(1, m - 1):
                den[i] = b + a * p[j, i - 1] + 0.1 * u[j, i] * u[j, i]
                p[j, i] = -a / den[i]
                q[j, i] = (u[j, i] + a * (u[j - 1, i] + u[j + 1, i]) - a * q[j, i - 1]) / den[i]
            v[j, m - 1] = 1.0
            for i in range(m - 2, 0, -1):
                v[j, i] = p[j, i] * v[j, i + 1] + q[j, i]
        for i in range(1, m - 1):
            den[0] = b
            for j in range(1, n - 1):
                den[j] = b - a * a / den[j - 1]
                u[j, i] = (v[j, i] - a * v[j, i - 1] + a * u[j - 1, i]) / den[j]
            for j in range(n - 2, 0, -1):
                u[j, i] = u[j, i] + a * u[j + 1, i] / den[j]
