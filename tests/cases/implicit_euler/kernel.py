"""Implicit Euler steps of a reaction-diffusion system whose matrix depends on the state."""

import numpy as np


def implicit_euler(x, K, dt, T):
    u = x.copy()
    A = np.zeros((x.shape[0], x.shape[0]), x.dtype)
    for _ in range(T):
        A[:, :] = -dt * K * u
        for i in range(x.shape[0]):
            A[i, i] += 1.0 + dt * u[i] * u[i]
        u = np.linalg.solve(A, u)
    return np.sum(u * u)
