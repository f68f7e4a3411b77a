"""What minimisers must not get wrong: kinks, bounds, options, what functions write to."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
from scipy.optimize import minimize_scalar
def f(p: "float64"):
    return minimize_scalar(lambda x: abs(x - p)).x
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64"):
    return minimize(lambda x: np.sum((x - p) ** 4), [0.1]).x
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64"):
    return minimize(lambda x: (x[0] - p) ** 2, [0.1, 0.7]).x
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64"):
    return minimize(
        lambda x: np.sum((x - p) ** 4 + x**2), [30.1, 2.0], options={"maxiter": 2}
    ).x
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[3]", b: "float64"):
    return minimize(lambda v: np.sum((v - b) ** 2 * p), np.zeros(3), bounds=[(None, b)] * 3).x
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import fmin
def f(p: "float64[2]"):
    return fmin(lambda v: np.max(np.abs(v - p)), [0.1, 0.2], disp=False)
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import leastsq
def f(p: "float64[4]"):
    return leastsq(lambda v: v[0] + v[1] - p, [0.1, 0.2])[0]
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import minimize_scalar
def f(p: "float64"):
    return minimize_scalar(lambda x: max(x - p, 0.5 * (p - x)) + 0.1 * x**2).x
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    return minimize(
        lambda v: np.sum((v - p) ** 2),
        [0.1, 0.2],
        constraints=({"type": "eq", "fun": lambda v: v[0]},),
    ).x
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    return minimize(lambda v: np.sum((v - p) ** 2), [0.1, 0.2], method="SLSQP").x
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    return minimize(lambda v: np.sum((v - p) ** 2), [0.1, 0.2], options={"eps": 1e-3}).x
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    return minimize(
        lambda v: np.sum((v - p) ** 2),
        [0.1, 0.2],
        method="Nelder-Mead",
        bounds=[(0, 1), (0, 1)],
    ).x
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    return minimize(lambda v: np.sum((v - p) ** 2), np.array([0.1, 0.2], dtype=np.float32)).x
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    res = minimize(lambda v: np.sum((v - p) ** 2), [0.1, 0.2])
    return res.x * res.nit
""",
        "ADC0226",
    ),
    (
        """
from scipy.optimize import least_squares
def f(p: "float64[4]"):
    return least_squares(lambda v: v[0] * np.exp(v[1] * p) - p, [0.1, 0.2], loss="soft_l1").x
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(p: "float64[4]"):
    return curve_fit(lambda t, a: a * t, np.arange(4.0), p, full_output=True)[0]
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    seen = [0.0]
    def cost(v):
        seen[0] += np.sum(v)
        return np.sum((v - p) ** 2)
    x = minimize(cost, [0.1, 0.2]).x
    return x * seen[0]
""",
        "ADC0220",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    def cost(v):
        v[0] = v[0] * 2.0
        return np.sum((v - p) ** 2) + np.sum(v**4)
    return minimize(cost, [0.1, 0.2], tol=1e-9).x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    keep = p
    x = minimize(lambda v: np.sum((v - keep) ** 2 + np.exp(v)), keep, tol=1e-9).x
    keep += 1.0
    return x * keep
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[1]"):
    x0 = np.array([0.5])
    r = minimize(lambda v: (v - p) ** 2 + np.exp(v), x0, tol=1e-9)
    return r.x + x0
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64", k: int):
    x = np.array([0.5, 0.2])
    for i in range(k):
        if p > 0.1 * i:
            x = (
                minimize(
                    lambda v: np.sum((v - p * x) ** 2) + (i + 1) * v[0] ** 4 + np.sum(v**4),
                    x,
                    tol=1e-9,
                ).x
                + 0.1
            )
    return x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize, minimize_scalar
def f(a: "float64", b: "float64"):
    def inner(c):
        return minimize_scalar(
            lambda x: (x - c) ** 2 + np.exp(x * b),
            method="bounded",
            bounds=(-4, 4),
            options={"xatol": 1e-12},
        ).x
    return inner(a) * inner(b * b)
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(A: "float64[n, n]", b: "float64[n]"):
    def cost(v):
        return (
            0.5 * v @ (A @ A.T + np.eye(len(b))) @ v
            - b @ v
            + np.sum(np.abs(v) ** 3) / 9
            + np.linalg.norm(v - 9.0)
        )
    def slopes(v):
        return (
            (A @ A.T + np.eye(len(b))) @ v
            - b
            + np.sign(v) * v * v / 3
            + (v - 9.0) / np.linalg.norm(v - 9.0)
        )
    return minimize(cost, b, jac=slopes, tol=1e-10).x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    return minimize(
        lambda v: 0.05 * np.sum((v - 1e-3 * p) ** 2) + 0.01 * np.sum(v**4), np.zeros(2)
    ).x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[2]"):
    return (
        minimize(
            lambda v: np.sum((v - (p - p)) ** 2 * p) + np.sum(v**3), [0.1, 0.2], tol=1e-9
        ).x
        + p
    )
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
