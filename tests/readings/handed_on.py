"""What Python's own functions hand on as it is, of arrays without axes."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = c if s > 0.5 else x[0]
    w = v
    w += 1.0
    return v * x[0] + c
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = c or x[0]
    w = v
    w += 1.0
    return v * x[0] + c
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = sorted([c, np.array(9.0)])[0]
    w = v
    w += 1.0
    return v * x[0] + c
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = next(q for q in [c, np.array(2.0)])
    w = v
    w += 1.0
    return v * x[0] + c
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    for v in [c, np.array(2.0)]:
        v += 1.0
    return c * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    a, b = c, np.array(1.0)
    a += 1.0
    return c * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    d = {"c": c}
    d["c"] += 1.0
    return c * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = (lambda q: q)(c)
    v += 1.0
    return c * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = list(map(lambda q: q, [c]))[0]
    v += 1.0
    return c * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = [q for q in [c]][0]
    v += 1.0
    return c * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = list(zip([c], [c]))[0][0]
    v += 1.0
    return c * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = dict(c=c).get("c", 1.0)
    v += 1.0
    return c * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = min([c, np.array(9.0)])
    v += 1.0
    return c * x[0]
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = max((c, np.array(-9.0)), key=lambda q: q)
    v += 1.0
    return c * x[0]
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = CubicSpline(t, t**2)
    v = max(g(s), 0.0) * min(g(0.2), 1.0, x[0]) + max([g(0.1), g(s)])
    return v * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = CubicSpline(t, t**2)
    v = max(g(s), 0.0)
    v += 1.0
    return v * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = CubicSpline(t, t**2)
    v = max(g(s), 0.0)
    w = v
    v += 1.0
    return v * x[0] + w
""",
        "ADC0212",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = CubicSpline(t, t**2)
    v = max(g(s), g(0.1))
    w = v
    v += 1.0
    return v * x[0] + w
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    from scipy.interpolate import CubicSpline
    t = np.array([0.0, 1.0, 2.0, 3.0, 4.5, 5.0])
    g = CubicSpline(t, t**2)
    y = 0.0
    for k in range(4):
        v = max(g(0.3 * k + s), 0.5)
        v *= 2.0
        y += v + min(1.0, g(0.3 * k))
    return y * x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    d = c
    v = max(d, 0.0)
    v += 1.0
    return d * x[0] + v
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = max(c, 0.0)
    v += 1.0
    return v * x[0]
""",
        "",
    ),
    (
        """
from functools import reduce
def f(x: "float64[n]", s: float):
    c = np.array(s)
    v = reduce(lambda a, b: b, [x[0], c])
    w = v
    w += 1.0
    return v * x[0]
""",
        "ADC0220",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
