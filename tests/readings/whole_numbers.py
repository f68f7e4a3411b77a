"""NumPy's integers that literals and sizes make, as lengths and bounds."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(x: "float64[n]"):
    k = np.floor(0.5 * 8.0).astype(int)
    return np.sum(x[:k]) + x[: 2 * (len(x) // 2)].reshape(-1, 2).sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.ceil(len(x) / 2).astype(int)
    return np.sum(x[:k] ** 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.array(len(x) / 2).astype(int)
    return np.sum(x[:k] ** 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(np.floor(len(x) / 2))
    return np.sum(x[:k] ** 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.round(len(x) / 4).astype(int)
    return np.sum(x[:k] ** 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(-len(x) / 2).astype(np.int64)
    return np.sum(x[:k] ** 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(np.log2(len(x))).astype(int)
    return np.sum(x[:k] ** 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(len(x) / 2).astype(int)
    k /= 2
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(len(x) / 2).astype(int)
    return x * (k / 4) * k.dtype.itemsize + 2.0 ** -k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(len(x) / 2).astype(np.int32)
    return np.sum(x[:k] ** 2)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(0.5 * 8.0).astype(int)
    x = x[..., 0:k * (len(x) // k)]
    return x.reshape([-1, k]).mean(axis=-1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = int(np.floor(0.5 * 8.0))
    x = x[..., 0:k * (len(x) // k)]
    return x.reshape([-1, k]).mean(axis=-1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = 4
    x = x[0:k * (len(x) // k)]
    return x.reshape(-1, k).mean(axis=-1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(0.5 * 8.0).astype(int)
    x = x[0:k * (len(x) // k)]
    return x.reshape(-1, k).mean(axis=-1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(0.5 * 8.0).astype(int)
    x = x[0:4 * (len(x) // 4)]
    return x.reshape(-1, k).mean(axis=-1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(0.5 * 8.0).astype(int)
    x = x[0:k * (len(x) // k)]
    return x * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(4)
    m = len(x) // k
    return x[:m] * 2.0
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(0.5 * 8.0).astype(int)
    return len(x) // k * x
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.ceil(0.4 * 8.0).astype(int)
    m = (len(x) + k - 1) // k * k
    y = np.zeros(m)
    y[: len(x)] = x
    return np.mean(y.reshape(m // k, k), axis=1)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(len(x))
    y = np.zeros(k * 2 - 1)
    y[::2] = x
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = (0.5 * np.ones(3)).astype(int)
    return x * k[0] + np.zeros(3)[k].sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(-2.5).astype(int)
    return np.zeros((2, -k)) + x[0]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.array(-2.5).astype(int)
    return np.zeros((2, -k)) + x[0]
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.ceil(2.1).astype(np.int32)
    return x.sum() * np.ones((k, 2))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.ceil(2.1).astype(int)
    for i in range(k):
        k += 1
    return x.sum() * np.ones((k, 2))
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = np.ceil(2.1).astype(int)
    if s > 0.3:
        k = k + 1
    return x.sum() * np.ones(5)[:k] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(7.9).astype(int)
    return np.tile(x, k // 2) * np.repeat(x, k - 4).sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = np.floor(np.nan).astype(int) if s > 1e9 else np.int64(2)
    return x[:k] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", m: int):
    k = np.int64(m)
    k = k + 2
    y = np.zeros(k - 1)
    y[0] = x[0]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    s = 0.0
    for i in range(len(x)):
        k = np.int64(i)
        k = k * 2 + 1
        s += k * x[i]
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(2.0 * 1.5).astype(int)
    for i in range(3):
        y = np.ones(k + 1) * x[0]
        k = k + 1
    return y.sum()
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(len(x)) // 2
    k //= 2
    a = x[:k].sum()
    k -= 5
    return a + k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(len(x)) - 3
    return x * 2.0 ** k + k / 2
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(7) // np.int64(-2)
    m = np.int64(-7) // np.int64(2)
    return x * k + m
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(2.5).astype(int)
    k *= 2.5
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = np.floor(2.5).astype(int)
    if s > 0.0:
        k = 2.5
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(7) // 2
    s = 0.0
    while k > 0:
        s += k * x[0]
        k -= 1
    return s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(2.5).astype(int)

    def more(v):
        return v * k

    k = k + 1
    return more(x)
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.floor(2.5).astype(int)
    m = k
    k += 3
    return x * m + k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.ceil(len(x) / 2).astype(int)
    y = np.zeros(2 * k)
    for i in range(k):
        y[2 * i] = x[i]
        y[2 * i + 1] = i * x[0]
    return y
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    ks = np.array([2.5, 3.5]).astype(int)
    return np.zeros(3)[: ks[0]].sum() + x * ks[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: "float64"):
    k = np.floor(s).astype(int)
    k = k * 0 + 2
    return x[:k] * s
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(2) * np.float64(1.5)
    return x * k
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(len(x))
    return np.mean(x[k // 2:]) + x[k - 1] + x[-k]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    k = np.int64(len(x)) / 2
    return x * k
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
