"""Arrays walked along by strides of their own: `as_strided`."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    shape = x.shape[:-1] + (x.shape[-1] - 3 + 1, 3)
    strides = x.strides + (x.strides[-1],)
    w = np.lib.stride_tricks.as_strided(x, shape=shape, strides=strides)
    return np.mean(w * w, axis=1) * x[0]
""",
        "",
    ),
    (
        """
from numpy.lib.stride_tricks import as_strided
import numpy as np
def f(A: "float64[n,m]"):
    w = as_strided(A, (A.shape[0] - 1, 2) + A.shape[1:], (A.strides[0],) + A.strides)
    return np.sum(w * w * w, axis=(1, 2))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x * x
    hop = 2
    frames = 1 + (y.shape[0] - 3) // hop
    strides = (y.strides[0] * hop, y.strides[0])
    w = np.lib.stride_tricks.as_strided(y, shape=(frames, 3), strides=strides)
    y[1] = 2.0 * x[0]
    return w @ x[:3]
""",
        "",
    ),
    (
        """
def f(A: "float64[n,m]"):
    n, m = A.shape
    s, t = A.strides
    w = np.lib.stride_tricks.as_strided(A, (n - 1, m - 1, 2, 2), (s, t, s, t))
    return np.max(w, axis=(2, 3))
""",
        "",
    ),
    (
        """
def f(A: "float64[n,m]"):
    n, m = A.shape
    B = A.T
    s, t = B.strides
    w = np.lib.stride_tricks.as_strided(B, (m - 1, 2, n), (s, s, t))
    return np.sum(w * w, axis=(0, 1))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x[::2]
    w = np.lib.stride_tricks.as_strided(y, (y.shape[0] - 1, 2), 2 * y.strides)
    return np.sum(w[:, 0] * w[:, 1] * w[:, 1])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    y = x[::-1]
    w = np.lib.stride_tricks.as_strided(y, (n - 2, 3), (y.strides[0], y.strides[0]))
    return w[:, 0] * w[:, 2] ** 2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    w = np.lib.stride_tricks.as_strided(x, (n, 2), (x.strides[0], 0 * x.strides[0]))
    return np.sum(w * w, axis=1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    y = x + 0.0
    w = np.lib.stride_tricks.as_strided(y)
    y[0] = x[1] * x[1]
    return w * w
""",
        "",
    ),
    (
        """
def f(x: "float32[n]"):
    n = x.shape[0]
    w = np.lib.stride_tricks.as_strided(x, (n - 1, 2), x.strides * 2)
    return np.sum(w * w, axis=1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    y = x + 0.0
    w = np.lib.stride_tricks.as_strided(y, (n - 1, 2), y.strides * 2)
    w[0] = 1.0
    return y
""",
        "ADC0211",
    ),
    (
        """
def g(a, window):
    shape = (a.shape[0] - window + 1, window) + a.shape[1:]
    strides = (a.strides[0],) + a.strides
    return np.lib.stride_tricks.as_strided(a, shape=shape, strides=strides)
def f(x: "float64[n]"):
    return np.std(g(np.asarray(x), 3), axis=1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    y = x * x
    z = y + x
    w = np.lib.stride_tricks.as_strided(z, (n - 1, 2), y.strides * 2)
    return np.sum(w, axis=1)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    w = np.lib.stride_tricks.as_strided(x, (n, 2), x.strides * 2)
    return np.sum(w, axis=1)
""",
        "ADC0217",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    w = np.lib.stride_tricks.as_strided(x, (n - 1, 2), (x.strides[0], -x.strides[0]))
    return np.sum(w, axis=1)
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    y = x + 0.0
    w = np.lib.stride_tricks.as_strided(y, (n - 1, 2), y.strides * 2)
    np.add.at(w, (np.array([0, 1]), np.array([0, 1])), x[0])
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    y = x + 0.0
    w = np.lib.stride_tricks.as_strided(y, (n - 1, 2), y.strides * 2)
    w.sort(axis=1)
    return y
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    y = x + 0.0
    w = np.lib.stride_tricks.as_strided(y, (n - 1, 2), y.strides * 2)
    v = w[:, 0]
    v *= 2.0
    return y
""",
        "ADC0211",
    ),
    (
        """
def g(w, k):
    for i in range(k):
        w[i, 0] = w[i, 1] * 2.0
def f(x: "float64[n]"):
    n = x.shape[0]
    y = x + 0.0
    w = np.lib.stride_tricks.as_strided(y, (n - 1, 2), y.strides * 2)
    g(w, n - 1)
    return y
""",
        "ADC0211",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    n = x.shape[0]
    k = x.strides[0] if s > 0.0 else x.strides[0]
    w = np.lib.stride_tricks.as_strided(x, (n - 1, 2), (k, k))
    return w[:, 0] * w[:, 1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    return x * x.strides[0]
""",
        "ADC0232",
    ),
    (
        """
def f(x: "float64[n]"):
    n = x.shape[0]
    y = np.zeros(n)
    for i in range(n - 1):
        w = np.lib.stride_tricks.as_strided(x[i:], (2,), x[i:].strides)
        y[i] = w[0] * w[1]
    return y
""",
        "",
    ),
    (
        """
def f(x: "complex128[n]"):
    n = x.shape[0]
    w = np.lib.stride_tricks.as_strided(x, (n - 1, 2), x.strides * 2)
    return np.sum(np.abs(w), axis=1)
""",
        "ADC0227",
    ),
    (
        """
def rolled(array, length, mutable=False):
    array = np.asarray(array)
    shape = (array.shape[0] - length + 1, length) + array.shape[1:]
    strides = (array.strides[0],) + array.strides
    out = np.lib.stride_tricks.as_strided(array, shape, strides)
    out.setflags(write=mutable)
    return out
def f(A: "float64[n,m]"):
    return rolled(A, 2).sum(axis=1) * A[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    x.setflags(write=False)
    return x * x
""",
        "ADC0220",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
