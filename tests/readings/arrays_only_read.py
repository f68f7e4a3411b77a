"""Arrays of a module that its statements hand to functions of the file which only read them."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def ratio(l): return 37./315. - l/945. - l**2/9072.
R = np.linspace(-1.5, 1)
R2 = R*ratio(R)**2
def f(x: "float64[n]"):
    return np.interp(x, R2, R)
""",
        "",
    ),
    (
        """
def ratio(l): return 37./315. - l/945. - l**2/9072.
R = np.linspace(-1.5, 1)
R2 = ratio(R)
def f(x: "float64[n]"):
    return np.sum(R2) * x
""",
        "",
    ),
    (
        """
def ratio(l): return 37./315. - l/945. - l**2/9072.
R = np.linspace(-1.5, 1, 4)
R2 = ratio(R)
def f(x: "float64[4]"):
    return R2 * x
""",
        "",
    ),
    (
        """
R = np.linspace(-1.5, 1, 4)
R2 = R * 2
def f(x: "float64[4]"):
    return R2 * x
""",
        "",
    ),
    (
        """
def bump(u):
    u[0] = 5.0
    return u * 2
R = np.linspace(-1.5, 1, 4)
R2 = bump(R)
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
def same(u):
    return u
R = np.linspace(-1.5, 1, 4)
R2 = same(R)
R2[1] = 7.0
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
def part(u):
    v = u[1:]
    v += 1.0
    return v * 2
R = np.linspace(-1.5, 1, 5)
R2 = part(R)
def f(x: "float64[4]"):
    return R2 * x + R[1:]
""",
        "ADC0123",
    ),
    (
        """
def inner(u):
    u.sort()
    return u.sum()
def outer(u):
    return inner(u) * 2
R = np.array([3.0, 1.0, 2.0, 0.5])
R2 = outer(R)
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
def inner(u):
    return u.sum() + np.sum(u ** 2)
def outer(u):
    return inner(u) * u
R = np.array([3.0, 1.0, 2.0, 0.5])
R2 = outer(R)
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "",
    ),
    (
        """
def wrong(u):
    np.sin(u, u)
    return u.sum()
R = np.array([3.0, 1.0, 2.0, 0.5])
R2 = wrong(R)
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
def keep(u, store=[]):
    store.append(u)
    return u.sum(), store
R = np.array([3.0, 1.0, 2.0, 0.5])
R2, kept = keep(R)
kept[0][0] = 9.0
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
def turned(u):
    def inner():
        u[0] = 2.0
    inner()
    return u.sum()
R = np.array([3.0, 1.0, 2.0, 0.5])
R2 = turned(R)
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
def turned(u):
    v = u.T
    v[0] = 2.0
    return v.sum()
R = np.array([3.0, 1.0, 2.0, 0.5])
R2 = turned(R)
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
def turned(u):
    for row in u:
        row[0] = 2.0
    return u.sum()
R = np.array([[3.0, 1.0], [2.0, 0.5]])
R2 = turned(R)
def f(x: "float64[2]"):
    return R2 * x + R[:, 0]
""",
        "ADC0123",
    ),
    (
        """
W = None
def turned(u):
    global W
    W = u
    return u.sum()
R = np.array([3.0, 1.0, 2.0, 0.5])
R2 = turned(R)
W[0] = 8.0
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
def gen(u):
    yield u
def turned(u):
    return u.sum()
R = np.array([3.0, 1.0, 2.0, 0.5])
R2 = turned(R)
for v in gen(R):
    v[0] = 6.0
def f(x: "float64[4]"):
    return R2 * x + R
""",
        "ADC0123",
    ),
    (
        """
class Box:
    def __init__(self, u):
        self.u = u
def boxed(u):
    return Box(u)
R = np.array([3.0, 1.0, 2.0, 0.5])
b = boxed(R)
b.u[0] = 6.0
def f(x: "float64[4]"):
    return x + R
""",
        "ADC0123",
    ),
    (
        """
def cut(u):
    return u[1:]
R = np.array([3.0, 1.0, 2.0, 0.5])
b = cut(R)
b[0] = 6.0
def f(x: "float64[4]"):
    return x + R
""",
        "ADC0123",
    ),
    (
        """
def cut(u):
    return u.reshape(2, 2)
R = np.array([3.0, 1.0, 2.0, 0.5])
b = cut(R)
b[0] = 6.0
def f(x: "float64[4]"):
    return x + R
""",
        "ADC0123",
    ),
    (
        """
def cut(u):
    return (u if u[0] > 0 else 2 * u)
R = np.array([3.0, 1.0, 2.0, 0.5])
b = cut(R)
b[0] = 6.0
def f(x: "float64[4]"):
    return x + R
""",
        "ADC0123",
    ),
    (
        """
def cut(u):
    return np.asarray(u)
R = np.array([3.0, 1.0, 2.0, 0.5])
b = cut(R)
b[0] = 6.0
def f(x: "float64[4]"):
    return x + R
""",
        "ADC0123",
    ),
    (
        """
def cut(u):
    return [u, 1]
R = np.array([3.0, 1.0, 2.0, 0.5])
b = cut(R)
b[0][0] = 6.0
def f(x: "float64[4]"):
    return x + R
""",
        "ADC0123",
    ),
    (
        """
def cut(u):
    return lambda: u
R = np.array([3.0, 1.0, 2.0, 0.5])
b = cut(R)
b()[0] = 6.0
def f(x: "float64[4]"):
    return x + R
""",
        "ADC0123",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
