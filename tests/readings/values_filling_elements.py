"""Values whose number data decide, stored into elements of known number."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    z = np.zeros(n)
    z[:] = x[x > -90.0]
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    z = np.zeros((n, 3))
    z[:, 1] = x[x > -90.0] * 2.0
    z[0, :2] = x[x == x.max()]
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    z = np.ones(n)
    z[1:] = x[x == x.max()]
    return z * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    z = np.zeros((2, n))
    z[:] = x[x > -90.0]
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    z = x.copy()
    z[::-1] = z[z > -90.0]
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    n = len(x)
    m = x.shape[1]
    z = np.zeros((n, m))
    z[:, :] = x[x[:, 0] > -90.0]
    return z * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n, m]"):
    n = len(x)
    m = x.shape[1]
    z = np.zeros((m, n, 2))
    z[0] = x[x[:, 0] > -90.0][:, :2]
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    z = np.zeros(n, dtype=int)
    z[:] = x[x > -90.0] * 10.0
    return z * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    z = np.zeros(n)
    for k in range(2):
        z[:] = x[x > -90.0 + k] + z
    return z
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = len(x)
    z = np.zeros(2 * n)
    z[:n] = x[x > -90.0]
    z[n:] = np.nonzero(x > -90.0)[0]
    return z
""",
        "",
    ),
    (
        """
def f(x: "float32[n]"):
    n = len(x)
    z = np.zeros(n)
    z[:] = x[x > -90.0] / 3
    return z
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
