"""Integrals by `scipy.integrate.quad`: limits that data give, infinite ones, singular functions."""

from __future__ import annotations

import importlib.util

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    v, err = quad(lambda t: np.exp(-s * t * t) * x[0], 0, 1)
    return v * x + err
""",
        "",
    ),
    (
        """
import numpy as np
from scipy import integrate


def f(x: "float64[n]", s: float):
    out = np.zeros_like(x)
    for i in range(len(x)):
        out[i] = integrate.quad(lambda t: np.sin(s * t) / (1 + t**2), 0.0, x[i] ** 2)[0]
    return out
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def bell(t, a, b):
    return a * np.exp(-(b**2) * t**2)


def f(x: "float64[n]", s: float):
    whole = quad(bell, -np.inf, np.inf, args=(x[0], s))[0]
    return whole, quad(bell, np.inf, x[1], (x[0], s))[0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: t ** (-0.2 * s) * x[0], 0, 1)[0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: s / (1e-2 + (t - 0.01 * x[0]) ** 2), 1, -1, epsabs=1e-10, limit=30)[0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: s * x[0], 0.5, x[1])[0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


class Normal:
    def __init__(self, scale):
        self.scale = scale

    def pdf(self, t):
        return np.exp(-0.5 * (t / self.scale) ** 2) / np.sqrt(2 * np.pi) / self.scale

    def cdf(self, x):
        return quad(self.pdf, -np.inf, x)[0]


def f(x: "float64[n]", s: float):
    normal = Normal(1 + s**2)
    return np.array([normal.cdf(v) for v in x])
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: np.sin(9 * t * s) * np.exp(-t), 3, 0)[0] * x
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: np.log(t) * s, 0, 1 + x[0] ** 2, limit=1)[0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: np.log(t) * s, 0, 0)[0] + quad(lambda t: np.exp(t * s), s, s)[0]
""",
        "",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: x[0] if t < 0.3 * s else x[1], 0, 1)[0]
""",
        "warned",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


class Load:
    def __init__(self, level):
        self.level = level

    def part(self, t):
        return np.floor(4.0 * t)

    def __call__(self, t):
        return self.level * self.part(t)


def f(x: "float64[n]", s: float):
    return quad(Load(x[0]), 0, s)[0]
""",
        "warned",
    ),
    (
        """
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: t * s, 0.0, 1.0, points=[0.5])[0]
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
from scipy.integrate import quad


def f(x: "float64[n]", s: float):
    return quad(lambda t: t * s, np.inf, np.inf)[0]
""",
        "ADC0220",
    ),
)

READINGS = (
    [text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS]
    if importlib.util.find_spec("scipy")
    else []
)
