"""Viscous Burgers' equation u_t + u u_x = nu u_xx, and how far its solution is from data."""

import numpy as np


def burgers(
    steps: int,
    nu: float,
    dt: float,
    dx: float,
    u: "float64[N]",
    observed: "float64[N]",
):
    """Half the squared misfit after `steps` explicit steps; the end points stay as they are."""
    v = u.copy()
    for t in range(steps):
        advection = v[1:-1] * (v[2:] - v[:-2]) / (2.0 * dx)
        diffusion = nu * (v[2:] - 2.0 * v[1:-1] + v[:-2]) / dx**2
        v[1:-1] = v[1:-1] + dt * (diffusion - advection)
    misfit = v - observed
    return 0.5 * dx * np.sum(misfit**2)
