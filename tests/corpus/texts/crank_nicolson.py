# signature: crank_nicolson(u0: float64[N], kappa: float64, dx: float64, dt: float64, nt: int)
import numpy as np


def thomas(a, b, c, d):
    n = len(d)
    cp = np.zeros(n)
    dp = np.zeros(n)
    cp[0] = c[0] / b[0]
    dp[0] = d[0] / b[0]
    for i in range(1, n):
        denom = b[i] - a[i] * cp[i - 1]
        cp[i] = c[i] / denom
        dp[i] = (d[i] - a[i] * dp[i - 1]) / denom
    x = np.zeros(n)
    x[-1] = dp[-1]
    for i in range(n - 2, -1, -1):
        x[i] = dp[i] - cp[i] * x[i + 1]
    return x


def crank_nicolson(u0, kappa, dx, dt, nt):
    N = u0.size
    r = kappa * dt / (2 * dx ** 2)
    a = -r * np.ones(N)
    b = (1 + 2 * r) * np.ones(N)
    c = -r * np.ones(N)
    a[0] = c[-1] = 0
    u = u0.copy()
    for _ in range(nt):
        rhs = (1 - 2 * r) * u
        rhs[1:] += r * u[:-1]
        rhs[:-1] += r * u[1:]
        u = thomas(a, b, c, rhs)
    return np.trapezoid(u, dx=dx)
