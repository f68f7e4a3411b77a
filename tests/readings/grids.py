"""Grids between numbers, lists of lists as subscripts, choices that sizes decide, and lengths that
sizes give in floating point."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", n: int):
    p = int(2 ** np.ceil(np.log2(len(x) + n - 1.0)))
    return np.abs(np.fft.fft(x, p))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    p = int(2 ** np.ceil(np.log2(2.0*len(x) + 1)))
    return np.abs(np.fft.fft(x, n=p))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    p = int(2 ** np.ceil(np.log2(len(x) + 0.5)))
    return np.abs(np.fft.fft(x, n=p))
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    p = int(2 ** np.ceil(np.log2(float(n) + float(len(x)))))
    y = np.zeros(p)
    y[:n] = x
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    p = int(2 ** np.floor(np.log2(n - 1.0)))
    return x[:p]
""",
        "",
    ),
    (
        """
def f(x: "float64[2,3]"):
    R = np.zeros((3, 6))
    R[[[0], [2]], [0, 2, 4]] = x
    R[[[2], [1]], [1, 3, 5]] = x
    return R
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return x[[[0, 1], [2, 0]]]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return x[[[0, -1], [-2, 0]]]*2
""",
        "",
    ),
    (
        """
def f(x: "float64[n,3]"):
    return x[:, [[0, 2], [1, 0]]]
""",
        "",
    ),
    (
        """
def f(x: "float64[3,3]"):
    y = x*2
    y[[[0], [2]], [0, 2]] += x[[[1], [0]], [1, 1]]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[3,3]"):
    y = x*2
    y[[[0, 0], [2, 0]], 1] = x[:2, :2]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[3,3]"):
    y = x*2
    np.add.at(y, ([[0, 0], [2, 0]], [[1, 1], [2, 1]]), x[:2, :2])
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[3,3]"):
    return x[[[0], [2]]]
""",
        "",
    ),
    (
        """
def f(x: "float64[3,3]"):
    return x[[[True, False, True], [False, False, True], [True, True, False]]]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[3,3]"):
    y = x*1.0
    y[[[0], [2]], [0, 2]] = y[[[2], [0]], [2, 1]]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[3,3]", k: int):
    return x[[[0], [k-1]], [0, k-2]]
""",
        "",
    ),
    (
        """
def f(x: "float64[3,3]"):
    y = x*1.0
    y[[[0], [2]], [0, 2]] *= 2
    y[[[0]], :] = 1
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    g = np.mgrid[-1:1:5j]
    return g*x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    X, Y = np.mgrid[-1.0:1.0:0.5, 0:3]
    return (X+Y*2)*x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    X, Y = np.ogrid[-1.0:1.0:0.3, 0:3]
    return (X+Y*2)*x[0] + Y/2
""",
        "",
    ),
    (
        """
def f(a: float, b: float):
    X, Y = np.mgrid[a:b:3j, 0:b:4j]
    return X*Y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    ws = 17.0
    X, Y = np.mgrid[-ws//2 + 1:ws//2 + 1, -ws//2 + 1:ws//2 + 1]
    return np.exp(-(X**2+Y**2)/x[0])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    t = 0.0
    for s in range(1, 4):
        N = 2.0**(3-s+1) + 1
        X, Y = np.mgrid[-N//2 + 1:N//2 + 1, -N//2 + 1:N//2 + 1]
        t += np.sum(np.exp(-(X**2+Y**2)/N)*x[0])
    return t
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    X, Y, Z = np.mgrid[0:n, 1:n+1:2, 0:1:3j]
    return (X + Y*Z)*x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    X, Y = np.mgrid[0:n, :3]
    return X*x[0] + Y//2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", n: int):
    X = np.ogrid[0:n/2]
    return X*x[0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.mgrid[2.0:1.0]*x[0] + 1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.mgrid[3:1:-0.5]*x[0] + 1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.mgrid[0:5:1j]*x[0] + 1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.mgrid[0:1:3.7j]*x[0] + 1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.mgrid[0:1:-3j]*x[0] + 1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", k: int):
    return np.mgrid[0:1:k*1j]*x[0] + 1
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    return np.mgrid[0:s:0.25]*x[0] + 1
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.mgrid[0:0.7:0.1]*x[0] + 1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.mgrid[0:5:2+3j]*x[0] + 1
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]"):
    a, b = np.ogrid[0:2:0j, 0:2]
    return a*b*x[0] + 1
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]"):
    s = tuple(slice(0, k) for k in (2, 3))
    a, b = np.mgrid[s]
    return a*b*x[0] + 1
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return np.spacing(x) + x*np.spacing(-2.0)*1e16 + np.spacing(3)*1e16
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    tol = np.spacing(np.linalg.norm(x))*10
    return x if s > tol else x*2
""",
        "",
    ),
    (
        """
def f(x: "float32[n]"):
    return np.spacing(x)*np.float32(1e7) + x
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]", s: float):
    a = x if x.shape[0] >= x.shape[1] else x.T
    return a.sum(axis=0)*s
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]"):
    a = x.T if x.shape[0] < x.shape[1] else x
    return a*2
""",
        "",
    ),
    (
        """
def tall(a):
    return a if a.shape[0] >= a.shape[1] else a.T
def f(x: "float64[n,m]"):
    return tall(x) @ tall(x).T
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]"):
    a = x if x.shape[0] >= x.shape[1] else x.T
    a[0, 0] = 5.0
    return x*2
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]"):
    return np.sum((x if x.shape[0] >= x.shape[1] else x.T)[0])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    k = 3 if len(x) > 10 else 2
    return x[:k]*s
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]", s: float):
    if s > 100 and (x if len(x) >= x.shape[1] else x.T)[0, 0] > 0:
        return s
    return s*2*x[0, 0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n,m]"):
    a = (x if x.shape[0] >= x.shape[1] else x.T)*2
    b = x if x.shape[1] <= x.shape[0] else x.T
    return a + b
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = x if len(x) >= 1 else np.zeros((2, 2))
    return a*2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    a = x[:-1] if len(x) % 2 else x
    return a*2
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
