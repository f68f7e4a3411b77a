"""Viscous Burgers equation in two dimensions, both components updated in place."""

import numpy as np


def burgers_inplace(steps: int, dt: float, nu: float, u: "float64[NY, NX]", v: "float64[NY, NX]"):
    for n in range(steps):
        un = u.copy()
        vn = v.copy()
        u[1:-1, 1:-1] = (
            un[1:-1, 1:-1]
            - dt * un[1:-1, 1:-1] * (un[1:-1, 1:-1] - un[1:-1, :-2])
            - dt * vn[1:-1, 1:-1] * (un[1:-1, 1:-1] - un[:-2, 1:-1])
            + nu * (un[1:-1, 2:] + un[1:-1, :-2] + un[2:, 1:-1] + un[:-2, 1:-1]
                    - 4.0 * un[1:-1, 1:-1])
        )
        v[1:-1, 1:-1] -= (
            dt * un[1:-1, 1:-1] * (vn[1:-1, 1:-1] - vn[1:-1, :-2])
            + dt * vn[1:-1, 1:-1] * (vn[1:-1, 1:-1] - vn[:-2, 1:-1])
            - nu * (vn[1:-1, 2:] + vn[1:-1, :-2] + vn[2:, 1:-1] + vn[:-2, 1:-1]
                    - 4.0 * vn[1:-1, 1:-1])
        )
        u[0, :] = 1.0
        u[:, -1] = u[:, -2]
        v[-1, :] = 0.5 * v[-2, :]
