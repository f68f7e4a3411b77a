"""Minimisers of SciPy's: what they find, and its derivative at the minimum."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
from scipy.optimize import minimize_scalar
def f(a: "float64", b: "float64"):
    res = minimize_scalar(lambda x: (x - a) ** 2 + b * np.cos(x) + 0.1 * x**4)
    return res.x, res.fun
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize_scalar
def f(a: "float64", b: "float64"):
    def cost(x, c):
        t = 0.0
        for k in range(3):
            if x > 0.1 * k:
                t += (x - a) ** 2 * (k + 1)
            else:
                t += c * x**2
        return t
    res = minimize_scalar(
        cost, args=(b,), bounds=(-3, 3), method="bounded", options={"xatol": 1e-10}
    )
    return res.x * res["fun"]
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize_scalar, fminbound, golden, brent
def f(a: "float64", b: "float64"):
    g = lambda x, c: (x - a) ** 2 + c * np.cos(x)
    one = minimize_scalar(g, args=b, method="golden", bracket=(0.1, 0.4)).x
    return (
        one,
        fminbound(g, -1.0, 2.5, args=(b,), xtol=1e-9),
        golden(g, (b,)),
        brent(g, (b,), brack=(-2.0, 0.5, 4.0)),
    )
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize_scalar
def f(p: "float64", b: "float64"):
    return minimize_scalar(
        lambda x: (x - p - 2.0) ** 2,
        bounds=(0.0, b),
        method="bounded",
        options={"xatol": 1e-10},
    ).x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize_scalar
def f(A: "float64[n, m]", w: "float64[m]"):
    out = np.zeros(A.shape[0])
    for i in range(A.shape[0]):
        res = minimize_scalar(
            lambda a: np.sum(w * np.log(np.cosh(A[i] - a))) + 0.1 * a**2, tol=1e-10
        )
        out[i] = res.x
    return out
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[n]", q: "float64"):
    def cost(v, w):
        return np.sum((v - p) ** 2 + 0.1 * v**4) + w * np.sum(np.sin(v[1:] * v[:-1]))
    res = minimize(cost, np.zeros(len(p)), args=(q,), tol=1e-6)
    if not res.success:
        raise ValueError("none")
    return res.x * res.fun
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
class Model:
    def __init__(self, t, y):
        self.t = t
        self.y = y
    def loss(self, p):
        if p[0] > 100.0:
            return 1e6
        r = self.y - p[0] * np.exp(-p[1] * self.t)
        return np.sum(r**2) + 0.2 * np.sum(p**2)
def f(y: "float64[n]"):
    m = Model(np.linspace(0.0, 2.0, len(y)), y)
    return minimize(m.loss, [1.0, 1.0], tol=1e-9).x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[n]"):
    def both(x):
        return np.sum((x - p) ** 2 + np.exp(x)), 2 * (x - p) + np.exp(x)
    return minimize(both, np.zeros_like(p), jac=True, options={"gtol": 1e-10}).x
""",
        "",
    ),
    (
        """
from scipy.optimize import fmin_bfgs
def rosen(x, a, b):
    return np.sum(b * (x[1:] - x[:-1] ** 2) ** 2 + (a - x[:-1]) ** 2)
def slopes(x, a, b):
    d = np.zeros_like(x)
    d[:-1] = -4 * b * x[:-1] * (x[1:] - x[:-1] ** 2) - 2 * (a - x[:-1])
    d[1:] += 2 * b * (x[1:] - x[:-1] ** 2)
    return d
def f(a: "float64", b: "float64"):
    return fmin_bfgs(rosen, [-1.2, 1.0, 0.7], slopes, args=(a, 10 * b), disp=0, gtol=1e-9)
""",
        "",
    ),
    (
        """
from scipy.optimize import fmin
def f(a: "float64"):
    return fmin(
        lambda p: (p[0] - a) ** 2 + (p[1] - p[0] * a) ** 2,
        [1, 2],
        xtol=1e-9,
        ftol=1e-12,
        disp=False,
    )
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(x: "float64[n]", a: "float64"):
    def cost(v):
        s = 0.0
        for i in range(len(v)):
            s = s + (v[i] - x[i]) ** 2 + a * v[i] ** 4
            if i > 0:
                s = s + 0.3 * np.sin(v[i] * v[i - 1])
        return s
    res = minimize(
        cost,
        np.zeros(len(x)),
        method="Nelder-Mead",
        options={"xatol": 1e-9, "fatol": 1e-12, "maxiter": 5000, "adaptive": True},
    )
    return res.x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(x: "float32[n]", a: "float64"):
    return minimize(lambda p: np.sum((x - p[0]) ** 2 * a) + p[0] ** 4, [0.3], tol=1e-9).x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def fit_one(row, w):
    res = minimize(
        lambda p: (
            np.sum(w**2 * (row - p[0] - p[1] * np.arange(len(row))) ** 2) + 0.1 * np.sum(p**4)
        ),
        np.zeros(2),
        tol=1e-9,
    )
    return res.x
def f(A: "float64[n, m]", w: "float64[m]"):
    out = np.zeros((A.shape[0], 2))
    for i in range(A.shape[0]):
        out[i] = fit_one(A[i], w)
    return out
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[3]", q: "float64"):
    res = minimize(
        lambda v: np.sum((v - p) ** 2 + 0.1 * v**4) + q * np.sum(np.sin(v[1:] * v[:-1])),
        [0.1, 0.2, 0.3],
        bounds=[(0.0, 0.3), (None, 5.0), (-1.0, None)],
        options={"ftol": 1e-15, "gtol": 1e-9},
    )
    return res.x
""",
        "",
    ),
    (
        """
from scipy.optimize import fmin_l_bfgs_b, Bounds, minimize
def f(p: "float64[3]", b: "float64"):
    def both(v):
        return np.sum((v - p) ** 2) + np.sum(v) ** 2 * 0.2, 2 * (v - p) + 0.4 * np.sum(v)
    x, value, d = fmin_l_bfgs_b(
        both, np.zeros(len(p)), bounds=[(-1.0, 0.3 * b)] * 3, pgtol=1e-10, factr=10.0
    )
    y = minimize(
        both,
        np.zeros(3),
        jac=True,
        bounds=Bounds([-1.0, -np.inf, 0.0], [0.3 * b, 9.0, 5.0]),
        tol=1e-12,
    ).x
    return x * value, y
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(p: "float64[n]", q: "float64"):
    return minimize(
        lambda v: np.sum((v - p) ** 2 + 0.1 * v**4) + q * np.sum(np.sin(v[1:] * v[:-1])),
        np.zeros(len(p)),
        method="L-BFGS-B",
        tol=1e-13,
    ).x
""",
        "",
    ),
    (
        """
from scipy.optimize import nnls
def f(A: "float64[5, 3]", b: "float64[5]"):
    x, r = nnls(A - 1.0, b - 1.0)
    return x, r
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(t: "float64[5]", y: "float64[5]", s: "float64"):
    d = (t[:, None] - t[None, :]) ** 2
    def cost(v):
        K = np.exp(v[0]) * np.exp(-0.5 * d * np.exp(v[1])) + s * np.eye(len(t))
        sign, logdet = np.linalg.slogdet(K)
        return 0.5 * y @ np.linalg.solve(K, y) + 0.5 * logdet + 0.1 * np.sum(v**2)
    return minimize(cost, [0.0, 0.5], tol=1e-8).x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(a: "float64", b: "float64"):
    def cost(v):
        x = v[0]
        k = 0
        while abs(x) > 0.5 and k < 20:
            x = x / 2.0
            k += 1
        u = np.array([v[0], v[1], v[0] * v[1]])
        u[u < -50.0] = 0.05
        if np.sum(u) > 100.0:
            return 1e3
        t = [(v[0] - a) ** 2, (v[1] - b * v[0]) ** 2]
        return sum(t) + np.sum(np.sort(u) * np.arange(3)) * 0.1 + 3.0 * np.max(v) ** 2 + x * 0.0
    return minimize(cost, np.array([0.3, 0.9]), tol=1e-8).x
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(a: "float64", b: "float64"):
    def cost(v):
        u = 1.0
        change = 1.0
        # adc: fixed-point u
        while change > 1e-12:
            w = np.cos(u) * v[0] * 0.3
            change = abs(w - u)
            u = w
        return (u - a) ** 2 + (v[0] - b) ** 2
    return minimize(cost, np.array([0.3]), tol=1e-8).x
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float64[20]"):
    t = np.linspace(0.0, 4.0, 20)
    z = 2.0 * np.exp(-1.0 * t) + 1.5 * np.exp(-0.4 * t) + 0.001 * y
    return curve_fit(
        lambda x, a, b, c, d: a * np.exp(-b * x) + c * np.exp(-d * x),
        t,
        z,
        p0=[1.8, 1.1, 1.2, 0.3],
        ftol=1e-14,
        xtol=1e-14,
        maxfev=5000,
    )[0]
""",
        "",
    ),
    (
        """
from scipy.optimize import minimize
def f(a: "float64", b: "float64"):
    def cost(v):
        x = v[0]
        k = 0
        while abs(x) > 0.5 and k < 20:
            x = x / 2.0
            k += 1
        u = np.array([v[0], v[1], v[0] * v[1]])
        u[u < 0.1] = 0.05
        if np.sum(u) > 100.0:
            return 1e3
        t = [(v[0] - a) ** 2, (v[1] - b * v[0]) ** 2]
        return sum(t) + np.sum(np.sort(u) * np.arange(3)) + 3.0 * np.max(v) ** 2 + x * 1e-3
    return minimize(cost, np.array([0.3, 0.9]), tol=1e-8).x
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import minimize, minimize_scalar
def f(x: "float64[4]", k: int):
    if k > 1:
        r = minimize_scalar(lambda v: np.sum((x - v) ** 4), tol=1e-10)
        s = r.x
    else:
        s = x[0]
    return s * x
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
