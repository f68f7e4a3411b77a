# adc: rules library.rules
"""Calls of the library from Python: `ruled` is a module that calls it by ctypes."""

import numpy as np
from ruled import eos, kick, log_message, pairs, rows


def levels(t: "float64[m, n]", s: "float64[n, 2]", q: "float64"):
    """Rows of arrays, in loops; a column, which is copied; a value."""
    rho = np.zeros((t.shape[0], t.shape[1]))
    for k in range(1, t.shape[0]):
        eos(t[k] + t[k - 1], s[:, 1], rho[k])
        t[k] = t[k] + 1e-3 * q * rho[k]
    log_message("levels", t)
    return np.sum(rho * t)


def ring(x: "float64[n]", a: "float64"):
    """By value, in C; the same array again and again; integers that are passed."""
    y = np.empty(x.shape[0])
    pairs(a * a, x, y)
    pairs(len(x), a, y, x)
    kick(x.shape[0], 0.5 * a, y)
    kick(x.shape[0], y[0], y)
    return np.sum(x * y)


def plate(u: "float64[m, n]", w: "float64"):
    """Matrices; a result of one element; an integer that comes back."""
    v, work = np.empty_like(u), np.empty(u.shape[1])
    steps = np.zeros(1, dtype=np.int32)
    rows(w, u, v, work, steps)
    for _ in range(2):
        rows(w, v.copy(), v, work, steps)
    return np.sum(v * v) * steps[0]
