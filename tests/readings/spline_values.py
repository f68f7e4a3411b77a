"""What splines give at a number: arrays without axes, which names share."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    from scipy.interpolate import CubicSpline
    v = CubicSpline(t, t**2 * s)(0.5)
    w = v
    w += s  # CubicSpline
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    from scipy.interpolate import interp1d
    v = interp1d(t, t**2 * s)(0.5)
    w = v
    w += s  # interp1d
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    from scipy.interpolate import PchipInterpolator
    v = PchipInterpolator(t, t**2 * s)(0.5)
    w = v
    w += s  # PchipInterpolator
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    from scipy.interpolate import Akima1DInterpolator
    v = Akima1DInterpolator(t, t**2 * s)(0.5)
    w = v
    w += s  # Akima
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    from scipy.interpolate import UnivariateSpline
    v = UnivariateSpline(t, t**2, s=0)(0.5)
    w = v
    w += s  # uni
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    v = CubicSpline(t, t**2 * s).integrate(0.0, s)
    w = v
    w += s
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    v = CubicSpline(t, t**2 * s)(s, 1)
    w = v
    w += s
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicHermiteSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    v = CubicHermiteSpline(t, t**2, 2 * t)(s)
    w = v
    w += s
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    v = CubicSpline(t, t**2).derivative()(s)
    w = v
    w += s
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import interp1d
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = interp1d(t, t**2)
    out = [s]
    for k in range(3):
        out.append(g(0.5 * k + s))
    return np.array(out)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = CubicSpline(t, t**2)
    out = [s]
    for k in range(3):
        out.append(g(0.5 * k + s))
    return np.array(out)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = CubicSpline(t, t**2)
    y = s
    for k in range(3):
        y = y + g(0.5 * k + s)
    z = g(s) if s > 0 else 0.0
    return y + np.sum([g(v) for v in [0.1, s]]) + z + max(g(s), 1.0)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = CubicSpline(t, t**2)
    if s > 0.2:
        y = g(s)
    else:
        y = 0.5 * s
    y += x[0]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import RegularGridInterpolator
    t = np.array([0.0, 1.0, 2.0])
    g = RegularGridInterpolator((t, t), np.outer(t, t) + s, fill_value=None, bounds_error=False)
    v = g((0.3, 0.4))
    w = v
    w += s
    return v * 1.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import pchip_interpolate
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    v = pchip_interpolate(t, t**2, s)
    w = v
    w += s
    return v * 1.0 + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import splrep, splev
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    v = splev(s, splrep(t, t**2))
    w = v
    w += s
    return v * 1.0 + x[0]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
