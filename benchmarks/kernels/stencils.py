"""Kernels on grids: steps of differential equations, filters, columns of the atmosphere."""

from __future__ import annotations

import numpy as np

from benchmarks.kernels.definition import Inputs, Kernel, of_each


def _channel(inputs: Inputs) -> None:
    """Slow flow, such that explicit steps stay bounded."""
    for name in ("u", "v", "p"):
        inputs[name] *= 0.1


def _at_rest_at_walls(inputs: Inputs) -> None:
    inputs["depth"] += 1.0
    inputs["u"] *= 0.1
    inputs["v"] *= 0.1
    inputs["u"][[0, -1]] = 0.0
    inputs["v"][:, [0, -1]] = 0.0


def _slow(inputs: Inputs) -> None:
    """Weights of a diffusion that is stable."""
    inputs["weight"] *= 0.05


def _rough(inputs: Inputs) -> None:
    inputs["w"] = np.sin(17.0 * inputs["w"])


FLOW = {"h": 0.1, "dt": 0.001, "rho": 1.0, "nu": 0.1, "force": 1.0}
STENCILS = (
    Kernel(
        "adi(steps: int, r: float64, u: float64[N, N])", "r u", "u",
        of_each("N steps", tiny=(6, 2), S=(80, 5), L=(500, 20)), {"r": 0.8},
    ),
    Kernel(
        "fdtd_2d(ex: float64[NX, NY], ey: float64[NX, NY], hz: float64[NX, NY],"
        " source: float64[T])",
        "ex ey hz source", "hz",
        of_each("NX NY T", tiny=(5, 6, 3), S=(100, 120, 40), L=(500, 600, 100)),
    ),
    Kernel(
        "heat_3d(steps: int, A: float64[N, N, N], B: float64[N, N, N])", "A B", "A",
        of_each("N steps", tiny=(5, 2), S=(25, 20), L=(70, 30)),
    ),
    Kernel(
        "jacobi_1d(steps: int, A: float64[N], B: float64[N])", "A B", "A",
        of_each("N steps", tiny=(8, 3), S=(4000, 300), L=(40000, 1500)),
    ),
    Kernel(
        "jacobi_2d(steps: int, A: float64[N, N], B: float64[N, N])", "A B", "A",
        of_each("N steps", tiny=(6, 2), S=(150, 30), L=(700, 60)),
    ),
    Kernel(
        "seidel_2d(steps: int, A: float64[N, N])", "A", "A",
        of_each("N steps", tiny=(6, 2), S=(50, 8), L=(200, 30)),
    ),
    Kernel(
        "deriche(alpha: float64, image: float64[H, W])", "image", "return",
        of_each("H W", tiny=(6, 7), S=(180, 200), L=(1500, 1600)), {"alpha": 0.25},
    ),
    Kernel(
        "hdiff(field: float64[I + 4, J + 4, K], weight: float64[I, J, K])", "field weight",
        "return", of_each("I J K", tiny=(3, 4, 2), S=(64, 64, 30), L=(256, 256, 80)), prepare=_slow,
    ),
    Kernel(
        "vadv(theta: float64, rate: float64, u: float64[I, J, K], w: float64[I + 1, J, K],"
        " forcing: float64[I, J, K])",
        "u w forcing", "return",
        of_each("I J K", tiny=(2, 3, 5), S=(50, 50, 30), L=(180, 180, 80)),
        {"theta": 0.6, "rate": 3.0}, prepare=_rough,
    ),
    Kernel(
        "cavity_flow(steps: int, inner: int, h: float64, dt: float64, rho: float64, nu: float64,"
        " u: float64[N, M], v: float64[N, M], p: float64[N, M])",
        "u v p", "u v",
        of_each("N M steps inner", tiny=(5, 6, 2, 2), S=(60, 60, 10, 10), L=(180, 180, 40, 50)),
        FLOW, prepare=_channel,
    ),
    Kernel(
        "channel_flow(steps: int, inner: int, h: float64, dt: float64, rho: float64, nu: float64,"
        " force: float64, u: float64[N, M], v: float64[N, M], p: float64[N, M])",
        "force u v p", "u v",
        of_each("N M steps inner", tiny=(5, 6, 2, 2), S=(60, 60, 8, 8), L=(180, 180, 40, 30)),
        FLOW, prepare=_channel,
    ),
    Kernel(
        "burgers(steps: int, dt: float64, h: float64, nu: float64, u: float64[N])", "nu u", "u",
        of_each("N steps", tiny=(8, 3), S=(3000, 200), L=(100000, 300)),
        {"dt": 1e-3, "h": 0.1, "nu": 0.5},
    ),
    Kernel(
        "shallow_water(steps: int, dt: float64, h: float64, gravity: float64,"
        " depth: float64[N, M], u: float64[N + 1, M], v: float64[N, M + 1])",
        "depth u v", "depth",
        of_each("N M steps", tiny=(4, 5, 2), S=(90, 100, 25), L=(400, 420, 60)),
        {"dt": 0.01, "h": 1.0, "gravity": 9.81}, prepare=_at_rest_at_walls,
    ),
)  # fmt: skip
