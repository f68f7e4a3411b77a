"""`isinstance(v, np.ndarray)` of numbers: decided where nothing makes arrays without axes."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def g(r, eps=0.1):
    if isinstance(r, (list, np.ndarray)):
        r = r[0]
    return eps * r**2
def f(x: "float64[n]", s: float):
    a, b = x[0], x[1]
    return g(s) + g(np.sqrt(a**2 + b**2)) + g(x) + g([s, a])
""",
        "",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = np.array(s)
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = np.array(s) if s > 0.1 else x[0] * 2.0
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = x[..., 0]
    if isinstance(v, np.ndarray):
        return 3.0 * v * s
    return v * s
""",
        "ADC0213",
    ),
    (
        """
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    y = 0.0
    for v in x:
        y += g(v) * s
    return y + g(x.sum()) + g(x.reshape(-1)[0]) + g(np.asarray(s)) + g(np.where(s > 0, s, 0.0))
""",
        "ADC0213",
    ),
    (
        """
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    c = [np.array(s), np.array(2.0 * s)]
    d = {"a": np.asarray(x[1]), "b": x[2]}
    return g(c[0]) + g(c[1]) + g(d["a"]) + g(d["b"])
""",
        "ADC0213",
    ),
    (
        """
class P:
    def __init__(self, v):
        self.v = np.array(v)
        self.w = v
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    p = P(s)
    return g(p.v) + g(p.w) * x[0]
""",
        "ADC0213",
    ),
    (
        """
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    v = x[0]
    for k in range(3):
        y = g(v) + s
        v = np.array(y) if k == 0 else y
    return g(v)
""",
        "ADC0213",
    ),
    (
        """
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    m = np.mean(x, keepdims=False)
    v = np.squeeze(x[:1])
    w = np.squeeze(x[1])
    z = np.zeros(()) + s
    u = np.zeros(())
    return g(m) + g(v) + g(w) + g(z) + g(u)
""",
        "ADC0213",
    ),
    (
        """
SCALE = np.array(2.5)
HALF = 0.5
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    return g(SCALE) * s + g(HALF) * x[0] + g(SCALE * s)
""",
        "ADC0213",
    ),
    (
        """
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    h = lambda q: np.asarray(q)
    k = lambda q: q * 2
    return g(h(s)) + g(k(s)) + g(k(h(s))) + g(-np.array(s)) + g(np.exp(np.array(s)))
""",
        "ADC0213",
    ),
    (
        """
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    v = np.array(s)
    v += x[0]
    w = s
    w += np.array(1.0)
    return g(v) + g(w)
""",
        "ADC0213",
    ),
    (
        """
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    y = g(x.take(1)) + g(x[1:].max()) + g(np.add.reduce(x)) + g(np.take(x, 1))
    return y + g(x.item(0)) + g(np.sum(x.reshape(1, -1), axis=1)[0])
""",
        "",
    ),
    (
        """
def g(v):
    return 3.0 * v if isinstance(v, np.ndarray) else v
def f(x: "float64[n]", s: float):
    out = np.empty(())
    np.add(s, x[0], out=out)
    r = np.multiply(s, 2.0, out=np.empty(()))
    return g(out) + g(r)
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = x[0] * 2.0 if s > 0.7 else np.array(s)
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = x[0] if s > 0.7 else np.array(s)
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = s if s > 0.7 else np.array(s)
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = x[0] * 2.0
    if s < 0.7:
        v = np.array(s)
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def h(x, s):
    if s > 0.7:
        return x[0] * 2.0
    return np.array(s)
def f(x: "float64[n]", s: float):
    v = h(x, s)
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = x[0]
    k = 0
    while k < 3:
        w = v
        v = np.array(s)
        k += 1
    if isinstance(w, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = np.array(s) or x[0]
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = max(np.array(s), x[0])
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = max(x[0], np.array(s), key=lambda q: q)
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    v = sum([np.array(s)])
    w = sorted([np.array(s), np.array(2.0)])[0]
    if isinstance(w, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0220",
    ),
    (
        """
from functools import reduce
def f(x: "float64[n]", s: float):
    v = reduce(lambda a, b: b, [x[0], np.array(s)])
    if isinstance(v, np.ndarray):
        return 3.0 * v * x[0]
    return v * x[0]
""",
        "ADC0220",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    d = {}
    d["v"] = x[0]
    for k in range(2):
        if isinstance(d["v"], np.ndarray):
            s = 3.0 * s
        d["v"] = np.array(s)
    return s * x[0]
""",
        "ADC0213",
    ),
    (
        """
def f(x: "float64[n]", s: float):
    a, b = (x[0], np.array(s)) if s > 0.7 else (np.array(s), x[0])
    if isinstance(a, np.ndarray):
        return 3.0 * a * x[0]
    return a * x[0]
""",
        "ADC0213",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
