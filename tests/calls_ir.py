"""Programs with routines, as texts of the IR and as NumPy: what the tests of calls share."""

from __future__ import annotations

from typing import Any

import numpy as np

#: A routine that works on an array in place, called in a loop with an integer that changes there.
OUTER = """\
program outer(N: size, T: size, u: array, f: array, s: scalar) -> total
inout u: float64[N, N]
input f: float64[N]
input s: float64
local c: float64
output total: float64

S0: total = 0.0
for t in range(0, T):
    S1: c = s*float64({t})
    S2: do sweep[N, t](u[i, j] for i in 0:N, j in 0:N; f[i] for i in 0:N; c) -> u[i, j] for i in 0:N, j in 0:N
S3: total += u[k, l]*u[k, l] for k in 0:N, l in 0:N

routine sweep(n: size, step: integer, v: array, g: array, w: scalar)
inout v: float64[n, n]
input g: float64[n]
input w: float64

for a in range(1, n):
    R1: v[a, b] = sin(v[a - 1, b])*w + v[a, b]*g[a] + float64({step}) for b in 0:n
"""  # noqa: E501


def outer(u: Any, f: Any, s: float, steps: int) -> tuple[Any, float]:
    """What OUTER means; `u` is left as it was."""
    v = np.array(u)
    for t in range(steps):
        for a in range(1, len(v)):
            v[a] = np.sin(v[a - 1]) * (s * t) + v[a] * f[a] + t
    return v, float((v * v).sum())
