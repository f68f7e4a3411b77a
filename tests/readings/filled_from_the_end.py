"""Lists of None that are filled from their end on, or whose last item is set first."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    A[n] = np.array([s, 2.0])
    for i in range(n - 1, -1, -1):
        A[i] = x[i] * A[i + 1] + A[n] * s
    return np.sum(A[0]) + np.array(A)[:, 0] @ np.arange(n + 1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * n
    for i in range(n - 1, -1, -1):
        A[i] = x[i] * s
    return A[1] * A[n - 1] + np.array(A) @ x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * n
    A[-1] = s
    for i in range(n - 2, -1, -1):
        A[i] = x[i] * A[i + 1] + A[-1]
    return A
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [[None]] * (n + 1)
    out = np.zeros(n)
    A[n] = np.outer(x[:2], x[1:3])
    for i in range(n):
        A[i] = np.ones((2, 2)) * x[i]
    for i in range(n - 1, -1, -1):
        out[i] = np.sum(np.array(A[i + 1]).T * s) + A[i][0, 0]
    return out
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    A[n] = s
    out = 0.0
    for i in range(n):
        A[i] = x[i] * A[-1]
        out += A[i] * A[n] * len(A)
    return out + sum(A) + A[2]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    u = x * s
    A[n] = u
    for i in range(n - 1, -1, -1):
        u = u * x[i]
        A[i] = u
    u[0] = 7.0
    return A[0] + A[1] + A[n]
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    u = x * s
    A[n] = u
    for i in range(n - 1, -1, -1):
        A[i] = A[i + 1] * x[i]
        u += 1.0
    return A[0] + A[1]
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    A[n] = s
    for i in range(n):
        A[i] = x[i]
    A[n] = 3.0 * s
    return A[n] * A[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * n
    A[-1] = s
    for i in reversed(range(n - 1)):
        A[i] = x[i] * A[i + 1] + A[-1]
    return A
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    A[n] = s
    for i in reversed(range(0, n)):
        A[i] = x[i] * A[i + 1] + A[-1]
    return A[0] * A[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    A[n] = s
    for k in range(1, n + 1):
        i = n - k
        A[i] = x[i] * A[i + 1] + A[-1]
    return A[0] * A[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    A[-1] = s
    k = n - 1
    while k >= 0:
        A[k] = x[k] * A[k + 1] + A[-1]
        k -= 1
    return A[0] * A[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * len(x)
    A[len(x) - 1] = s
    for i in range(len(x) - 2, -1, -1):
        A[i] = x[i] * A[i + 1]
    y = 0.0
    for v in A:
        y += v * v
    return y
""",
        "",
    ),
    (
        """
def f(B: "float64[n,m]", s: float, x: "float64[m]"):
    n = B.shape[0]
    P = [None] * (n + 1)
    K = [None] * n
    P[n] = np.eye(2) * s
    for t in range(n - 1, -1, -1):
        K[t] = P[t + 1] @ B[t, :2]
        P[t] = P[t + 1] - np.outer(K[t], K[t]) * 0.1
    u = x[:2]
    out = []
    for t in range(n):
        u = u - K[t] * (K[t] @ u)
        out.append(u)
    return np.array(out), P[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    A[n] = s
    for i in range(n - 1, -1, -1):
        A[i] = x[i]
        if x[i] > 1.0:
            A[i] = A[i] * s
    return A[0]
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * (n + 1)
    A[n] = s
    for i in range(n - 1, -1, -1):
        if x[i] > 1.0:
            A[i] = x[i]
        else:
            A[i] = s * A[i + 1]
    return A[0] + A[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * n
    B = A
    A[n - 1] = s
    for i in range(n - 2, -1, -1):
        A[i] = s * A[i + 1]
    return B[0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = len(x)
    A = [None] * n
    for i in range(n - 1, -1, -1):
        j = 1 if A[i] is None else 2
        A[i] = s * j
    return A[0]
""",
        "ADC0216",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = x.shape[0]
    xs = [None] * n
    xs[-1] = x[0]
    for i in range(n - 2, 0, -1):
        xs[i] = xs[i + 1] * x[i]
    xs[0] = s
    return xs[0] + 2 * xs[1] + xs[n - 1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    n = x.shape[0]
    xs = [None] * n
    xs[-1] = x[0]
    for i in range(n - 2, -1, -1):
        xs[i] = xs[i + 1] * x[i]
    xs[0] = xs[0] * s
    xs[n - 1] = xs[0] + 1
    return xs[0] + 2 * xs[1] + xs[n - 1] * s
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
