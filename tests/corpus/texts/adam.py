# signature: adam(x0: float64[N], A: float64[N, N], steps: int)
import numpy as np


def quad_grad(x, A):
    return A.T @ (A @ x) + 0.1 * np.sin(x)


def adam(x0, A, steps, lr=0.01, b1=0.9, b2=0.999, eps=1e-8):
    x = x0.copy()
    m = np.zeros(len(x))
    v = np.zeros(len(x))
    for i in range(steps):
        g = quad_grad(x, A)
        m = (1 - b1) * g + b1 * m
        v = (1 - b2) * (g ** 2) + b2 * v
        mhat = m / (1 - b1 ** (i + 1))
        vhat = v / (1 - b2 ** (i + 1))
        x = x - lr * mhat / (np.sqrt(vhat) + eps)
    return np.sum(x ** 2)
