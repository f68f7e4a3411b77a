"""Loops that solve equations, as cases: each is proved as any other case is.

The tolerances are near rounding, so that what is compared agrees as closely as everywhere.
"""

from __future__ import annotations

import textwrap
from typing import Any

from tests.proof.cases import Case, function_of

CASES: dict[str, Case] = {}


def case(source: str, wrt: str, of: str = "return", **facts: Any) -> None:
    text = "import numpy as np\n\n\n" + textwrap.dedent(source).lstrip("\n")
    made = Case(name="", source=text, wrt=tuple(wrt.split(",")), of=tuple(of.split(",")), **facts)
    CASES[function_of(made).name] = Case(**{**made.__dict__, "name": function_of(made).name})


BETWEEN = {"low": 0.1, "high": 0.6}

case(
    """
    def kepler(m: "float64", e: "float64"):
        x = m
        change = 1.0
        it = 0
        # adc: fixed-point x
        while change > 1e-14 and it < 200:
            x_new = m + e * np.sin(x)
            change = abs(x_new - x)
            x = x_new
            it += 1
        return x * np.cos(x)
    """,
    "m,e",
    inputs={"m": BETWEEN, "e": BETWEEN},
)
# The boundary of u is no unknown; the loop is left before all is set; v is used behind it.
case(
    """
    def bratu(u: "float64[N]", f: "float64[N]", tol: "float64"):
        u = u.copy()
        v = np.zeros(u.shape[0])
        # adc: fixed-point u
        while True:
            v[1:-1] = 0.5 * (u[:-2] + u[2:] + 0.1 * f[1:-1] * np.exp(u[1:-1]))
            if np.linalg.norm(v[1:-1] - u[1:-1]) <= tol * np.linalg.norm(u):
                break
            u[1:-1] = v[1:-1]
        return np.sum(u * u) + v[1] * v[2]
    """,
    "u,f",
    sizes={"N": 6},
    edges=({"N": 3}, {"N": 4}),
    inputs={"tol": {"values": 1e-14}, "u": BETWEEN, "f": BETWEEN},
)
case(
    """
    def seidel(u: "float64[N, N]", f: "float64[N, N]"):
        change = 1.0
        # adc: fixed-point u
        while change > 1e-14:
            change = 0.0
            for i in range(1, u.shape[0] - 1):
                for j in range(1, u.shape[1] - 1):
                    old = u[i, j]
                    u[i, j] = 0.2 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]
                                     + f[i, j] * np.exp(-old))
                    change = max(change, abs(u[i, j] - old))
        u *= f
    """,
    "u,f",
    "u",
    sizes={"N": 5},
    edges=({"N": 2}, {"N": 0}),
)
case(
    """
    def consistent(h: "float64[N, N]", g: "float64[N]"):
        n = np.ones(h.shape[0])
        err = 1.0
        # adc: fixed-point n
        while err > 1e-14:
            a = h.copy()
            for i in range(h.shape[0]):
                a[i, i] += 4.0 + n[i] * n[i]
            out = np.linalg.solve(a, g)
            err = np.sqrt(np.mean((out - n) ** 2))
            n = 0.4 * n + 0.6 * out
        return np.sum(n * (h @ n))
    """,
    "h,g",
    sizes={"N": 3},
)
# A loop in each step of another one, which may not run at all.
case(
    """
    def steps(y: "float64[N]", k: "float64[N]", first: "float64", T: "int64"):
        y = y.copy()
        for t in range(T):
            z = y.copy()
            d = first
            # adc: fixed-point z
            while d > 1e-14:
                z_new = y - 0.1 * k * np.sin(z) * z
                d = np.max(np.abs(z_new - z))
                z = z_new
            y = z
        return np.sum(y * y)
    """,
    "y,k",
    sizes={"N": 3, "T": 3},
    inputs={"first": {"values": 1.0}},
    also=({"first": {"values": 0.0}},),
)
case(
    """
    def pair(a: "float64", b: "float64"):
        x = 0.0
        y = np.zeros(2)
        # adc: fixed-point x, y
        while True:
            x_new = 0.5 * np.cos(y[1]) + a
            y_new = 0.3 * np.sin(x_new) + b * np.array([1.0, 2.0])
            e = max(abs(x_new - x), np.max(np.abs(y_new - y)))
            x = x_new
            y = y_new
            if e <= 1e-14:
                break
        return x * y[0], y
    """,
    "a,b",
    "return_0,return_1",
)
case(
    """
    def newton(a: "float64[2]", b: "float64[2]"):
        x = np.array([1.0, 1.0])
        dx = 1.0
        # adc: root x
        while dx > 1e-10:
            F = np.zeros(2)
            J = np.zeros((2, 2))
            F[0] = x[0] ** 3 + x[0] + a[0] * x[1] - b[0]
            F[1] = x[1] ** 3 + x[1] - a[1] * x[0] - b[1]
            J[0, 0] = 3.0 * x[0] ** 2 + 1.0
            J[0, 1] = a[0]
            J[1, 0] = -a[1]
            J[1, 1] = 3.0 * x[1] ** 2 + 1.0
            step = np.linalg.solve(J, F)
            x = x - step
            dx = np.max(np.abs(step))
        return x[0] * x[1] ** 2
    """,
    "a,b",
    inputs={"a": BETWEEN, "b": BETWEEN},
)
case(
    """
    def cubic(a: "float64", b: "float64"):
        x = 1.0
        dx = 1.0
        # adc: root x
        while abs(dx) > 1e-11:
            dx = (x * x * x + a * x - b) / (3.0 * x * x + a)
            x = x - dx
        return np.sin(x)
    """,
    "a,b",
    inputs={"a": BETWEEN, "b": BETWEEN},
)
# The residual is carried from one iteration to the next: a state, too.
case(
    """
    def residual(a: "float64[N]", b: "float64[N]"):
        x = np.ones(a.shape[0])
        r = x * x * x + a * x - b
        # adc: fixed-point x, r
        while np.linalg.norm(r) > 1e-14:
            x = x - r / (3.0 * x * x + a)
            r = x * x * x + a * x - b
        return np.sum(x * a)
    """,
    "a,b",
    sizes={"N": 3},
    inputs={"a": BETWEEN, "b": BETWEEN},
)
# A copy keeps the boundary, which is no unknown, and so do the cells that a mask leaves out.
case(
    """
    def masked(u: "float64[N, N]", f: "float64[N, N]", wet: "float64[N, N]"):
        u = u.copy()
        change = 1.0
        # adc: fixed-point u
        while change > 1e-14:
            v = u.copy()
            v[1:-1, 1:-1] = 0.2 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]
                                   + f[1:-1, 1:-1] * np.exp(-u[1:-1, 1:-1]))
            v = np.where(wet > 0.3, v, u)
            change = np.max(np.abs(v - u))
            u = v
        return np.sum(u * f)
    """,
    "u,f",
    sizes={"N": 4},
)
# What is read behind the loop is bound in it alone.
case(
    """
    def bound_inside(u: "float64[N]", f: "float64[N]"):
        change = 1.0
        # adc: fixed-point u
        while change > 1e-14:
            w = np.exp(-u) * f
            v = 0.3 * (w + u)
            change = np.max(np.abs(v - u))
            u = v
        return np.sum(v * w)
    """,
    "f",
    sizes={"N": 3},
    inputs={"f": BETWEEN},
)
# Two buffers change places in each iteration, and so do their boundaries, which no step computes.
case(
    """
    def two_buffers(u: "float64[N]", f: "float64[N]"):
        u = u.copy()
        v = u.copy()
        change = 1.0
        # adc: fixed-point u, v
        while change > 1e-14:
            v[1:-1] = 0.3 * (u[:-2] + u[2:] + f[1:-1] * np.exp(-u[1:-1]))
            change = np.max(np.abs(v - u))
            u, v = v, u
        return np.sum(u * u) + v[1] * f[0]
    """,
    "u,f",
    sizes={"N": 5},
    edges=({"N": 3},),
    inputs={"u": BETWEEN, "f": BETWEEN},
)
# The ends are not the same: whose they are depends on the number of iterations, odd and even.
case(
    """
    def exchanged_ends(a: "float64", b: "float64", f: "float64[N]", tol: "float64"):
        u = np.zeros(f.shape[0])
        v = np.zeros(f.shape[0])
        u[0] = a
        v[0] = b
        change = 1.0
        # adc: fixed-point u, v
        while change > tol:
            v[1:] = 0.3 * (np.exp(-u[1:]) + f[1:])
            change = np.max(np.abs(v[1:] - u[1:]))
            u, v = v, u
        return u[0] * u[0] * v[0] + np.sum(u) * v[0]
    """,
    "a,b",
    sizes={"N": 3},
    inputs={"tol": {"values": 1e-12}, "f": {"values": [0.5, 0.2, 0.3]}},
    also=({"tol": {"values": 1e-11}},),
)
# What the adjoint of a step works in is shorter in each iteration of the loop around.
case(
    """
    def shorter_and_shorter(A: "float64[N, N]", b: "float64[N]"):
        total = 0.0
        for i in range(b.shape[0] - 1):
            x = 0.0 * b
            change = 1.0
            # adc: fixed-point x
            while change > 1e-14:
                y = b.copy()
                y[i:] = b[i:] - 0.1 * A[i:, i:] @ np.tanh(x[i:])
                for k in range(3):
                    y[i + 1:] = 0.5 * (y[i + 1:] + 0.1 * np.sin(y[i:-1][::-1]))
                change = np.max(np.abs(y - x))
                x = y
            total += np.sum(x * x) * b[i]
        return total
    """,
    "A,b",
    sizes={"N": 5},
    edges=({"N": 2}, {"N": 1}),
)
