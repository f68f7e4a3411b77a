"""Random numbers that NumPy draws from a seed that the function gives."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    z = np.random.normal(x[0], np.abs(s), 4)
    return np.sum(np.exp(z))
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(7)
    y = x.copy()
    for t in range(3):
        y = y + 0.1*s*y + 0.2*y*np.random.randn(len(x))
    return np.sum(y**2)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.RandomState(11)
    a = rng.uniform(0.5, 1.5, size=len(x))
    b = rng.standard_normal((2, len(x)))
    return np.sum(a*np.sin(x)*s) + np.sum(b*x**2)
""",
        "",
    ),
    (
        """
import numpy as np
def step(v, rng, s):
    return v + s*rng.normal(size=v.shape)*v
def f(x: "float64[n]", s: float):
    rng = np.random.RandomState(seed=5)
    y = x
    for _ in range(2):
        y = step(y, rng, s)
    return np.sum(y*y) + rng.rand()
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(1)
    total = np.random.rand()*s
    for i in range(3):
        np.random.seed(i)
        total += np.random.rand()*x[0]*s
    return total + np.random.randn()*x[1]
""",
        "",
    ),
    (
        """
import numpy as np
def noise(n):
    return np.random.randn(n)
def f(x: "float64[n]", s: float):
    np.random.seed(2)
    a = noise(3)
    b = np.random.rand(2)
    c = noise(1)
    return np.sum(a)*s + np.sum(b)*x[0] + c[0]*x[1]**2
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(9)
    i = np.random.randint(0, len(x), 5)
    p = np.random.permutation(len(x))
    return np.sum(x[i]**2)*s + np.sum(x[p]*np.arange(len(x)))
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(0)
    means = np.empty(4)
    for b in range(4):
        sample = np.random.choice(x, size=len(x), replace=True)
        means[b] = np.mean(sample)
    return np.std(means)*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    z = np.random.randn(len(x))
    return np.sum(z*x)*s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    if s > 0.5:
        np.random.seed(0)
    return np.sum(x)*np.random.rand()*s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    t = 0.0
    for i in range(3):
        if i > 0:
            t += np.random.rand()*x[0]
        np.random.seed(i)
    return t*s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(0)
    return np.sum(x)*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, k: int):
    np.random.seed(k)
    return np.sum(x*np.random.uniform(size=x.shape))*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float, seed=None):
    np.random.seed(seed)
    return np.sum(x)*np.random.rand()*s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
from numpy.random import seed, randn
from numpy import random as rnd
def f(x: "float64[n]", s: float):
    seed(4)
    return np.sum(randn(len(x))*x)*s + rnd.lognormal(0.0, s)
""",
        "",
    ),
    (
        """
import numpy as np
np.random.seed(0)
def f(x: "float64[n]", s: float):
    return np.sum(np.random.randn(len(x))*x)*s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
np.random.seed(0)
W = np.random.randn(3)
def f(x: "float64[n]", s: float):
    np.random.seed(5)
    return np.sum(W)*np.sum(x)*s
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
rng = np.random.RandomState(0)
def f(x: "float64[n]", s: float):
    return np.sum(rng.randn(len(x))*x)*s
""",
        "ADC0123",
    ),
    (
        """
import numpy as np
def draw(k, n):
    np.random.seed(k)
    return np.random.rand(n)
def f(x: "float64[n]", s: float):
    np.random.seed(1)
    a = np.random.rand()
    b = draw(2, len(x))
    c = np.random.rand()
    return a*s + np.sum(b*x) + c*x[0]*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(1)
    y = x*s
    np.random.shuffle(y)
    return np.sum(y*np.arange(len(y)))
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(1)
    t = 0.0
    for i in range(len(x)):
        if x[i] > 0.3:
            t += np.random.rand()*x[i]*s
        else:
            t -= np.random.randn()*x[i]
    return t + np.random.randn()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(1)
    q = 0.3
    t = 0.0
    for i in range(6):
        p = q + 0.5*np.random.randn()
        if np.log(np.random.rand()) < -0.5*(p*p - q*q):
            q = p
        t += q*q*s
    return t*np.sum(x)
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    z = np.array([np.random.rand()*v for v in x])
    return np.sum(z**2)*s + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    z = [np.random.randn() for _ in range(4)]
    return z[0]*x[0] + z[3]*s + sum(z)*s + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    t = sum(np.random.rand()*v for v in x)
    m = max(np.random.rand() for _ in range(3))
    return t*s + m*x[0] + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    y = np.zeros(3)
    for i in range(5):
        y[np.random.randint(3)] += np.random.rand()*s
    x[0] *= np.random.rand()
    return np.sum(y*y) + np.sum(x) + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    a = np.random.rand() if s > 0.2 else np.random.randn()
    t = 0.0
    if s > 100.0 and np.random.rand() > 0.0:
        t = 5.0
    if s < 100.0 or np.random.rand() > 0.5:
        t += 1.0
    if s < 100.0 and np.random.rand() > 0.1:
        t += 2.0
    return a*s*t + np.random.rand()*x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    k = 0
    while np.random.rand() < 0.8:
        k += 1
        s = s*(1.0 + 0.1*np.random.randn())
    return s*np.sum(x) + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    t = 0.0
    for i in range(np.random.randint(2, 5)):
        t += np.random.rand()*s
    return t*x[0] + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    a, b = np.random.rand(), np.random.randn()
    a, b = b, a
    c = (np.random.rand(), s)
    d = {"u": np.random.rand(), "v": np.random.rand()*s}
    return a*s + b*x[0] + c[0]*c[1] + d["u"]*d["v"]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    y = np.where(x > 0.5, np.random.rand(len(x))*s, np.random.randn(len(x))*x)
    return np.sum(y) + min(np.random.rand(), 0.5)*s + max(s, np.random.rand())
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    g = lambda v: v*np.random.rand()
    def h(v):
        return g(v) + np.random.randn()*v
    return h(s) + g(x[0]) + sum(map(g, [s, 2.0])) + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    t = 1.0 if 0.1 < np.random.rand() < 0.99 else 0.0
    def g(v, w=np.random.rand()):
        return v*w
    return g(s) + g(x[0]) + t*s + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    g = np.vectorize(lambda v: v*np.random.rand(), otypes=[float])
    return np.sum(g(x))*s + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    path = [s]
    for t in range(4):
        path.append(path[-1]*(1 + 0.1*np.random.normal()))
    return np.mean(np.array(path)) + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    m = np.zeros((4, 3))
    m[0] = s
    for t in range(1, 4):
        m[t] = m[t-1]*np.exp(0.1*np.random.standard_normal(3))
    m[:, 1] += np.random.rand(4)*x[0]
    return np.sum(m[-1]) + x[np.random.randint(len(x))]
""",
        "",
    ),
    (
        """
import numpy as np
def walk(v, k):
    if k == 0:
        return v
    return walk(v + 0.1*np.random.randn()*v, k - 1)
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    return walk(s, 3) + np.random.rand()*x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    shape = (2, 3)
    y = np.random.rand(*shape)
    if (u := np.random.rand()) > 0.01:
        s = s*u
    return np.sum(y)*s + u*x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    a = b = np.random.rand(2)
    a[0] = s
    return np.sum(b*s) + np.random.rand()*x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def noisy(v, k):
    rng = np.random.RandomState(k)
    return v*rng.rand(len(v))
def f(x: "float64[n]", s: float):
    t = 0.0
    for i in range(3):
        t += np.sum(noisy(x, i))*s
    return t
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    a = np.random.RandomState(1)
    b = a
    c = np.random.RandomState(1)
    return a.rand()*s + b.rand()*x[0] + c.rand()*x[1]**2
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rngs = [np.random.RandomState(i) for i in range(2)]
    return rngs[0].rand()*s + rngs[1].rand()*x[0] + rngs[0].randn()*x[1]
""",
        "",
    ),
    (
        """
import numpy as np
class Sim:
    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)
    def draw(self, n):
        return self.rng.randn(n)
def f(x: "float64[n]", s: float):
    sim = Sim(4)
    return np.sum(sim.draw(len(x))*x)*s + np.sum(sim.draw(2))*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    y = np.random.rand(len(x)).astype(np.float32)
    return np.sum(y*x)*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    y = np.random.rand()*x + np.random.rand()*x
    z = np.array([np.random.rand(), s, np.random.rand()])
    w = np.random.rand(3)[1]
    q = np.random.rand(len(x)).sum()
    return np.sum(y*y)*s + np.sum(z) + w*s + q*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    best = x.copy()
    cost = np.sum((best - s)**2)
    for k in range(5):
        trial = best + np.random.uniform(-0.2, 0.2, best.shape)
        c = np.sum((trial - s)**2)
        if c < cost or np.random.rand() < np.exp(-(c - cost)/0.5):
            best, cost = trial, c
    return cost
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    q = 0.4
    t = 0.0
    for i in range(8):
        p = q + np.random.uniform(-0.6, 0.6)
        d = p**4 - q**4
        if d < 0 or np.random.rand() < np.exp(-d*2.0):
            q = p
        t += q*q*s
    return t*np.sum(x) + np.random.randn()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    t = 0.0
    for i in range(8):
        if np.random.rand() < 0.5 and np.random.rand() < 0.5:
            t += s
        elif not (np.random.rand() < 0.3 or np.random.randn() > 0.0):
            t += x[0]
        t += 0.5*s if np.random.rand() > 0.4 else np.random.randn()*x[1]
    return t + np.random.randn()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    t = 0.0
    for i in range(8):
        u = np.random.randn()
        if u > 0 and np.random.randn() < u:
            t += u*s
    return t + np.random.randn()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    a = np.random.randn() - np.random.randn()*np.random.randn()
    b = np.random.randn()/(2.0 + np.abs(np.random.randn()))
    c = np.array([np.random.randn(), np.random.randn(), np.random.randn()])
    d = max(np.random.randn(), np.random.randn())
    return a*s + b*x[0] + np.sum(c*np.arange(3))*s + d*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(3)
    k = 0
    while k < 6 and np.random.rand() < 0.9:
        k += 1
        s = s*(1.0 + 0.1*np.random.randn())
    return s*np.sum(x) + np.random.rand()*s
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    rng = np.random.RandomState(3)
    t = 0.0
    for i in range(6):
        if x[i % len(x)] > 0.5 or rng.rand() > 0.5:
            t += rng.rand()*s*x[0]
    return t
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(1)
    for i in range(3):
        s = s*np.random.rand()
        np.random.seed(None)
    return s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(1)
    k = 0
    while k < 3:
        s = s*np.random.rand()
        k += 1
        np.random.seed()
    return s
""",
        "ADC0227",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(1)
    s = s*np.random.rand()
    np.random.seed()
    np.random.seed(2)
    return s*np.random.rand()
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    for i in range(3):
        np.random.seed()
        np.random.seed(i)
        s = s*np.random.rand()
    return s*x[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(2)
    a = np.random.randint(2.7, size=3)
    return np.sum(a)*s
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(2)
    a = np.random.randint([2, 7])
    return np.sum(a)*s
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(2)
    d = np.random.choice(x, size=(2,), replace=False)
    return np.sum(d)*s
""",
        "ADC0220",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(2)
    z = np.random.rand(3)
    a = any(np.random.rand() > 0.6 for _ in range(5))
    g = (np.random.rand() for _ in range(3))
    b = np.random.rand()
    return (s if a else x[0])*np.random.rand() + sum(g)*b*z[0]
""",
        "",
    ),
    (
        """
import numpy as np
def f(x: "float64[n]", s: float):
    np.random.seed(2)
    g = map(lambda v: v*np.random.rand(), x)
    a = np.random.rand()
    return sum(g)*s + a*x[0]
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
