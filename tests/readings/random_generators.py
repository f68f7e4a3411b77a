"""Random numbers of NumPy's generators of today, from a seed."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(3)
    z = rng.normal(x[0], np.abs(s), 4)
    return np.sum(np.exp(z)) + rng.random()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(seed=7)
    y = x.copy()
    for t in range(3):
        y = y + 0.1*s*y + 0.2*y*rng.standard_normal(len(x))
    return np.sum(y**2)
""",
        "",
    ),
    (
        """
import numpy as np
def step(v, rng, s):
    return v + s*rng.uniform(-1.0, 1.0, size=v.shape)*v
def f(x: "float64[n]", s: float):
    rng = np.random.Generator(np.random.PCG64(5))
    y = x
    for _ in range(2):
        y = step(y, rng, s)
    return np.sum(y*y) + rng.exponential(s)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, k: int):
    rng = np.random.default_rng(k)
    i = rng.integers(0, len(x), 5)
    j = rng.integers(3)
    u = rng.random()
    return np.sum(x[i]**2)*s + j*s + u*x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(0)
    t = 0.0
    for i in range(5):
        p = rng.normal()
        if p < 0 or rng.random() < 0.5:
            t += p*s*x[0]
    return t
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng()
    return np.sum(x)*rng.random()*s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
rng = np.random.default_rng(0)
def f(x: "float64[n]", s: float):
    return np.sum(x)*rng.random()*s
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(1)
    return rng.multivariate_normal(x, np.eye(len(x)))*s
""",
        "ADC0226",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, seed=None):
    rng = np.random.RandomState(seed)
    return np.sum(x)*rng.rand()*s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, rng=None):
    if rng is None:
        rng = np.random.default_rng(1)
    return np.sum(rng.random(len(x))*x)*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(12345678901234567890123)
    return rng.random()*s + x[0]
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(9223372036854775808)
    return rng.random()*s + x[0]
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.default_rng(9223372036854775807)
    q = np.random.default_rng(True)
    return rng.random()*s + x[0]*q.random()
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, k: "int64[n]"):
    r = np.random.default_rng(np.abs(k[1]))
    b = r.integers(np.int64(4), size=3)
    return x[0]*r.random() + np.sum(b)*s + r.integers(k[0], k[0] + 4)*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    r = np.random.default_rng(2)
    return np.sum(r.integers(1, [2, 7]))*s
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    r = np.random.default_rng(2)
    return r.integers(0, 2**40)*s
""",
        "ADC0220",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
