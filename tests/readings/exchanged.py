"""Arrays of the caller's that a function exchanges with its own."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    a = u
    b = v.copy()
    for i in range(n):
        b[1:-1] = a[1:-1] + s * (a[2:] - 2 * a[1:-1] + a[:-2])
        a, b = b, a
    return a
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    un = u.copy()
    for i in range(n):
        un[1:-1] = u[1:-1] + s * (u[2:] - 2 * u[1:-1] + u[:-2])
        u, un = un, u
    return u
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", un: "float64[N]", s: float, n: int):
    for i in range(n):
        un[1:-1] = u[1:-1] + s * (u[2:] - 2 * u[1:-1] + u[:-2])
        tmp = u
        u = un
        un = tmp
    return u
""",
        "",
    ),
    (
        """
def f(up: "float64[N]", uc: "float64[N]", s: float, n: int):
    un = np.zeros_like(uc)
    for i in range(n):
        un[1:-1] = 2 * uc[1:-1] - up[1:-1] + s * (uc[2:] - 2 * uc[1:-1] + uc[:-2])
        up, uc, un = uc, un, up
    return uc
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    new = np.empty_like(u)
    new[0], new[-1] = u[0], u[-1]
    err = 1.0
    k = 0
    while err > 0.05 and k < 20:
        new[1:-1] = 0.5 * (u[2:] + u[:-2]) * s
        err = np.max(np.abs(new - u))
        u, new = new, u
        k += 1
    u[1] *= s
    return u, k
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    new = u * 2
    for i in range(n):
        new[1:] = u[:-1] * s
        if new[2] > 0.6:
            u, new = new, u
        if i > 2:
            return u * 3
    u[0] = s
    new[1] = 7.0
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", w: "float64[N]", s: float, n: int):
    for i in range(n):
        w[1:] = u[:-1] * s + v[1:]
        if i % 2:
            u, v = v, u
        v, w = w, v
    return np.sum(u * v)
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N, M]", s: float, n: int):
    new = np.zeros((len(u), u.shape[1]))
    for i in range(n):
        new[1:-1, :] = u[2:, :] + s * u[:-2, :] * new[1:-1]
        t = new
        new = u
        u = t
    return np.sum(u ** 2)
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    keep = u
    new = u.copy()
    for i in range(n):
        new[1:] = u[:-1] * s
        u, new = new, u
    return u + keep
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    new = np.ones(len(u))
    for i in range(n):
        new[1:] = u[:-1] * s
        u, new = new, u
        new = new.copy()
    return u
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    if n > 100:
        return u
    new = np.ones(len(u))

    def step():
        new[1:] = u[:-1] * s + new[1:]

    for i in range(n):
        step()
        u, new = new, u
    return u - new
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    u[0] = s
    new = u.copy()
    for j in range(2):
        for i in range(n):
            new[1:] = u[:-1] * s
            u, new = new, u
        u[0] += 1.0
        new[-1] = 2.0 * j
    u *= 2.0
    return new
""",
        "",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    new = np.ones(len(u))

    def swap():
        nonlocal u, new
        new[1:] = u[:-1] * s
        u, new = new, u

    for i in range(n):
        swap()
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(z: "complex128[N]", s: float, n: int):
    w = z.copy()
    for i in range(n):
        w[1:] = z[:-1] * s * (1 + 1j)
        z, w = w, z
    return z
""",
        "",
    ),
    (
        """
def advance(u, new, s):
    new[1:] = u[:-1] * s
    u, new = new, u
    new[0] = 3.0
    return u, new

def f(u: "float64[N]", s: float, n: int):
    new = np.zeros(len(u))
    for i in range(n):
        u, new = advance(u, new, s)
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    a = u
    a = v
    b = a.copy()
    for i in range(n):
        b[1:] = a[:-1] * s
        a, b = b, a
    return a, u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    a = u
    b = u.copy()
    u = v
    for i in range(n):
        b[1:] = a[:-1] * s
        a, b = b, a
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    a = u
    b = u.copy()
    for i in range(n):
        b[1:] = a[:-1] * s
        a, b = b, a
    u[0] = s
    return a
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    a = u
    b = u.copy()
    for i in range(n):
        b[1:] = a[:-1] * u[1:]
        a, b = b, a
    return a
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    if s > 1.0:
        a = u
    else:
        a = v
    b = u.copy()
    for i in range(n):
        b[1:] = a[:-1] * s
        a, b = b, a
    return a
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    b = u.copy()
    for i in range(n):
        b[1:] = u[:-1] * s
        u, b = b, u
        b = v
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    b = u.copy()
    for i in range(n):
        b[1:] = u[:-1] * s
        u, b = b, u
    for u in (v, b):
        u[0] += s
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", s: float, n: int):
    b = u[::-1]
    for i in range(n):
        b[1:] = u[:-1] * s
        u, b = b, u
    return u
""",
        "ADC0211",
    ),
    (
        """
def f(u: "float64[N]", v: "float64[N]", s: float, n: int):
    a = u
    b = v
    for i in range(n):
        b[1:] = a[:-1] * s
        a, b = b, a
    return a
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
