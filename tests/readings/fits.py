"""Fits by SciPy's least squares: what they find, and its derivative."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
from scipy.optimize import curve_fit
def model(x, a, b):
    return a / (1.0 + b * x)
def f(y: "float64[6]"):
    t = np.linspace(0.0, 3.0, len(y))
    z = 2.0 / (1.0 + 0.7 * t) + 0.05 * y
    popt, pcov = curve_fit(model, t, z, ftol=1e-14, xtol=1e-14)
    return popt, pcov
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float64[6]", s: "float64[6]", x: "float64[6]"):
    popt, pcov = curve_fit(
        lambda u, a, b: a * np.sqrt(u + b),
        x + np.arange(6),
        np.sqrt(x + np.arange(6) + 1.0) + 0.03 * y,
        p0=[2.0, 1.0],
        sigma=s,
        absolute_sigma=True,
        ftol=1e-14,
        xtol=1e-14,
    )
    return np.sqrt(np.diag(pcov)) * popt
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float64[6]", a: "float64"):
    t = np.linspace(0.0, 3.0, len(y))
    C = 0.1 * np.eye(len(y)) + 0.05 * a
    popt, pcov = curve_fit(
        lambda x, a, b: a / (1 + b * x),
        t,
        2.0 / (1.0 + 0.7 * t) + 0.05 * y,
        sigma=C,
        ftol=1e-14,
        xtol=1e-14,
    )
    return popt @ pcov
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float64[6]"):
    t = np.linspace(0.0, 3.0, len(y))
    def poly(x, *c):
        return c[0] + c[1] * np.tanh(c[2] * x)
    return curve_fit(
        poly,
        t,
        0.2 + 1.5 * np.tanh(0.8 * t) + 0.02 * y,
        p0=[0.1, 1.0, 0.7],
        ftol=1e-14,
        xtol=1e-14,
    )[0]
""",
        "",
    ),
    (
        """
from scipy.optimize import leastsq
def f(y: "float64[6]", x: "float64[6]"):
    def res(p, u, v):
        return v - (p[0] * u / (p[1] + u))
    p, ier = leastsq(
        res, [1.0, 0.5], args=(x, x / (0.7 + x) + 0.03 * y), ftol=1e-14, xtol=1e-14
    )
    return p
""",
        "",
    ),
    (
        """
from scipy.optimize import leastsq
def f(y: "float64[6]", x: "float64[6]"):
    z = 2.0 * np.sin(0.9 * x) + 0.02 * y
    def res(p):
        return p[0] * np.sin(p[1] * x) - z
    def slopes(p):
        return np.stack((np.sin(p[1] * x), p[0] * x * np.cos(p[1] * x)))
    p, cov, info, text, ier = leastsq(
        res, [1.0, 0.8], Dfun=slopes, col_deriv=True, full_output=True, ftol=1e-14, xtol=1e-14
    )
    return p, cov, info["fvec"]
""",
        "",
    ),
    (
        """
from scipy.optimize import least_squares
def f(y: "float64[6]", x: "float64[6]"):
    z = x / (0.7 + x) + 0.03 * y
    r = least_squares(
        lambda p: z - p[0] * x / (p[1] + x), [1.0, 0.5], ftol=1e-14, xtol=1e-14, gtol=1e-12
    )
    return r.x, r.cost, r.fun
""",
        "",
    ),
    (
        """
from scipy.optimize import least_squares
def f(y: "float64[6]", x: "float64[6]"):
    z = 2.0 * np.sin(0.9 * x) + 0.02 * y
    r = least_squares(
        lambda p: z - p[0] * np.sin(p[1] * x),
        np.array([1.0, 0.8]),
        method="lm",
        jac=lambda p: np.stack((-np.sin(p[1] * x), -p[0] * x * np.cos(p[1] * x)), axis=1),
        ftol=1e-14,
        xtol=1e-14,
    )
    return r["x"]
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(A: "float64[3, 5]"):
    t = np.arange(A.shape[1])
    out = np.zeros((A.shape[0], 2))
    for i in range(A.shape[0]):
        out[i], _ = curve_fit(
            lambda t, a, b: a * np.exp(-b * t),
            t,
            1.5 * np.exp(-0.3 * t) + 0.05 * A[i],
            p0=(1.0, 0.3),
            ftol=1e-14,
            xtol=1e-14,
        )
    return out
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float64[6]"):
    t = np.linspace(0.0, 3.0, len(y))
    z = 2.0 / (1.0 + 0.7 * t) + 0.05 * y
    popt, pcov = curve_fit(
        lambda x, a, b: a / (1.0 + b * x),
        t,
        z,
        bounds=(0.0, [10.0, np.inf]),
        ftol=1e-14,
        xtol=1e-14,
        gtol=1e-14,
    )
    return popt, pcov
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float64[6]", c: "float64"):
    t = np.linspace(0.0, 3.0, len(y))
    z = 2.0 * np.exp(-0.7 * t) + 0.05 * y
    popt, pcov = curve_fit(
        lambda x, a, b: a * np.exp(-b * x),
        t,
        z,
        p0=[1.0, 0.2],
        bounds=([0.0, 0.0], [10.0, 0.3 + 0.1 * c]),
        ftol=1e-14,
        xtol=1e-14,
        gtol=1e-14,
    )
    return popt
""",
        "",
    ),
    (
        """
from scipy.optimize import least_squares
def f(y: "float64[6]", x: "float64[6]"):
    z = x / (0.7 + x) + 0.03 * y
    r = least_squares(
        lambda p: z - p[0] * x / (p[1] + x),
        [1.0, 0.5],
        bounds=(0.0, 5.0),
        ftol=1e-14,
        xtol=1e-14,
        gtol=1e-14,
    )
    return r.x, r.cost
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float64[6]"):
    return curve_fit(lambda x, a, b: a + b * x * 0.0, np.arange(6.0), y)[0]
""",
        "assumed",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float64[6]", s: "float64[6]"):
    t = np.linspace(0.0, 3.0, len(y))
    z = 2.0 / (1.0 + 0.7 * t) + 0.05 * y
    def model(x, a, b):
        return a / (1.0 + b * x)
    def slopes(x, a, b):
        return np.stack((1.0 / (1.0 + b * x), -a * x / (1.0 + b * x) ** 2), axis=1)
    popt, pcov = curve_fit(model, t, z, sigma=s, jac=slopes, ftol=1e-14, xtol=1e-14)
    return popt, pcov
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
class Decay:
    def __init__(self, base):
        self.base = base
    def __call__(self, t, a, b):
        return a * np.exp(-b * t) + self.base
    def model(self, t, a, b=0.1):
        return a * np.exp(-b * t) + self.base
def f(y: "float64[6]", s: "float64"):
    t = np.linspace(0.0, 3.0, len(y))
    d = Decay(0.1 * s)
    return curve_fit(d.model, t, 2.0 * np.exp(-0.7 * t) + 0.05 * y, ftol=1e-14, xtol=1e-14)[0]
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def model(xy, a, b, c):
    x, y = xy
    return a + b * x + c * x * y**2
def f(A: "float64[3, 4]"):
    u, v = np.meshgrid(np.arange(4.0), np.arange(3.0))
    popt, pcov = curve_fit(model, (u.ravel(), v.ravel()), A.ravel())
    return popt, np.sqrt(np.diag(pcov))
""",
        "",
    ),
    (
        """
from scipy.optimize import curve_fit
def f(y: "float32[6]", x: "int64[6]"):
    p, c = curve_fit(lambda t, a, b: a + b * np.sqrt(t), np.arange(6), y, maxfev=500)
    return p, c
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
