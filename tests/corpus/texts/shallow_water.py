# signature: run(h: float64[N, M], u: float64[N, M], v: float64[N, M], n_steps: int)
from collections import namedtuple

import numpy as np

Params = namedtuple("Params", ["g", "depth", "dx", "dt", "drag"])
DEFAULT = Params(g=9.81, depth=10.0, dx=1000.0, dt=20.0, drag=1e-5)


def ddx(f, dx):
    return (np.roll(f, -1, axis=1) - np.roll(f, 1, axis=1)) / (2 * dx)


def ddy(f, dx):
    return (np.roll(f, -1, axis=0) - np.roll(f, 1, axis=0)) / (2 * dx)


def step(state, p):
    h, u, v = state
    dudt = -p.g * ddx(h, p.dx) - p.drag * u
    dvdt = -p.g * ddy(h, p.dx) - p.drag * v
    u = u + p.dt * dudt
    v = v + p.dt * dvdt
    dhdt = -p.depth * (ddx(u, p.dx) + ddy(v, p.dx))
    return h + p.dt * dhdt, u, v


def run(h, u, v, n_steps, params=DEFAULT):
    state = (h, u, v)
    for _ in range(n_steps):
        state = step(state, params)
    h, u, v = state
    energy = 0.5 * params.g * h ** 2 + 0.5 * params.depth * (u ** 2 + v ** 2)
    return energy.mean()
