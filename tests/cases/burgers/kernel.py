"""Viscous Burgers equation, upwind in space; the state is bound to a new array each step."""

import numpy as np


def burgers(u, steps, dt, nu):
    dx = 1.0 / (u.shape[0] - 1)
    for t in range(steps):
        v = np.zeros_like(u)
        v[0] = u[0]
        v[-1] = u[-1]
        v[1:-1] = (
            u[1:-1]
            - dt / dx * u[1:-1] * (u[1:-1] - u[:-2])
            + nu * dt / dx**2 * (u[2:] - 2.0 * u[1:-1] + u[:-2])
        )
        u = v
    return u
