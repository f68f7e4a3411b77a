"""Flow through a periodic channel, driven by a force: Navier and Stokes."""

import numpy as np


def left(a):
    """The neighbours before, around the period."""
    return np.hstack((a[:, -1:], a[:, :-1]))


def right(a):
    return np.hstack((a[:, 1:], a[:, :1]))


def channel_flow(steps, inner, h, dt, rho, nu, force, u, v, p):
    for t in range(steps):
        du = (right(u)[1:-1] - left(u)[1:-1]) / (2.0 * h)
        dv = (v[2:] - v[:-2]) / (2.0 * h)
        shear = (u[2:] - u[:-2]) * (right(v)[1:-1] - left(v)[1:-1]) / (4.0 * h * h)
        source = rho * ((du + dv) / dt - du * du - 2.0 * shear - dv * dv)
        for s in range(inner):
            p[1:-1] = 0.25 * (right(p)[1:-1] + left(p)[1:-1] + p[2:] + p[:-2] - h * h * source)
            p[-1] = p[-2]
            p[0] = p[1]
        un = u.copy()
        vn = v.copy()
        u[1:-1] = (
            un[1:-1]
            - dt / h * un[1:-1] * (un[1:-1] - left(un)[1:-1])
            - dt / h * vn[1:-1] * (un[1:-1] - un[:-2])
            - dt / (2.0 * rho * h) * (right(p)[1:-1] - left(p)[1:-1])
            + nu * dt / (h * h) * (right(un)[1:-1] + left(un)[1:-1] + un[2:] + un[:-2]
                                   - 4.0 * un[1:-1])
            + force * dt
        )  # fmt: skip
        v[1:-1] = (
            vn[1:-1]
            - dt / h * un[1:-1] * (vn[1:-1] - left(vn)[1:-1])
            - dt / h * vn[1:-1] * (vn[1:-1] - vn[:-2])
            - dt / (2.0 * rho * h) * (p[2:] - p[:-2])
            + nu * dt / (h * h) * (right(vn)[1:-1] + left(vn)[1:-1] + vn[2:] + vn[:-2]
                                   - 4.0 * vn[1:-1])
        )  # fmt: skip
        u[0] = 0.0
        u[-1] = 0.0
        v[0] = 0.0
        v[-1] = 0.0
