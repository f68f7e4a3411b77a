"""Lists in objects, dictionaries and closures, and lists that functions are given, which loops make
longer: one variable is all of such a list, whoever appends to it."""

from __future__ import annotations

from tests.readings.table import HEADER, Reading, text


def reading(source: str, refused: str = "") -> Reading:
    return text(HEADER + source, refused)


READINGS = (
    reading("""\
class S:
    def __init__(self, x):
        self.b = []
        self.n = len(x)
        for i in range(self.n):
            self.b.append(x[i] * 2)
def f(x: "float64[N]"):
    s = S(x)
    return s.b[1] + sum(s.b)
"""),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.t = [0.0]
        self.hist = [v]
    def run(self, n, dt):
        for i in range(n):
            self.v += dt * (1.0 - self.v ** 2)
            self.hist.append(self.v)
            self.t.append(self.t[-1] + dt)
        return np.array(self.hist), np.array(self.t)
def f(v: float, n: int, dt: float):
    s = Sim(v)
    h, t = s.run(n, dt)
    return h, t[-1]
"""),
    reading("""\
def f(v: float, n: int, dt: float):
    out = {"t": [], "v": []}
    for i in range(n):
        v += dt * (1.0 - v ** 2)
        out["t"].append(i * dt)
        out["v"].append(v)
    return np.array(out["v"]), np.array(out["t"])
"""),
    reading("""\
def f(v: float, n: int, dt: float):
    xs, ys = [], []
    def record(a, b):
        xs.append(a)
        ys.append(b)
    for i in range(n):
        v += dt * (1.0 - v ** 2)
        record(v, i * dt)
    return np.array(xs), np.array(ys)
"""),
    reading("""\
def rec(l, v):
    l.append(v)
def f(v: float, n: int, dt: float):
    xs = []
    for i in range(n):
        v += dt * (1.0 - v ** 2)
        rec(xs, v)
    return np.array(xs)
"""),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = []
    def step(self, dt):
        self.v += dt * (1.0 - self.v ** 2)
        self.hist.append(self.v)
def f(v: float, n: int, dt: float):
    s = Sim(v)
    h = s.hist
    for i in range(n):
        s.step(dt)
    return np.array(h), len(s.hist)
"""),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = [v]
    def step(self, dt):
        self.v += dt * (1.0 - self.hist[-1] ** 2)
        self.hist.append(self.v)
def f(v: float, n: int, dt: float):
    s, t = Sim(v), Sim(2 * v)
    for i in range(n):
        s.step(dt)
        t.step(s.hist[-1])
    return np.array(s.hist) - np.array(t.hist)
"""),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = [v]
    def reset(self):
        self.hist = []
    def step(self, dt):
        self.v += dt * (1.0 - self.v ** 2)
        self.hist.append(self.v)
def f(v: float, n: int, dt: float):
    s = Sim(v)
    for i in range(n):
        s.step(dt)
    a = np.array(s.hist)
    s.reset()
    for i in range(n):
        s.step(dt)
    return a, np.array(s.hist)
"""),
    reading(
        """\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = [v]
    def reset(self):
        self.hist = []
    def step(self, dt):
        self.v += dt * (1.0 - self.v ** 2)
        self.hist.append(self.v)
def f(v: float, n: int, dt: float):
    s = Sim(v)
    h = s.hist
    for i in range(n):
        if i == 2:
            s.reset()
        s.step(dt)
    return np.array(s.hist), np.array(h)
""",
        "ADC0212",
    ),
    reading("""\
class Log:
    def __init__(self):
        self.x = []
        self.e = []
    def add(self, x, e):
        self.x.append(x)
        self.e.append(e)
def f(x: "float64[N]", n: int):
    log = Log()
    y = x.copy()
    for i in range(n):
        y = y * 0.5 + np.sin(y)
        log.add(y, np.sum(y))
    return np.array(log.x), np.array(log.e)
"""),
    reading(
        """\
class Log:
    def __init__(self):
        self.x = []
    def add(self, x):
        self.x.append(x)
def f(x: "float64[N]", n: int):
    log = Log()
    y = x.copy()
    for i in range(n):
        y *= 0.5
        log.add(y)
    return np.array(log.x)
""",
        "ADC0211",
    ),
    reading("""\
class Log:
    def __init__(self):
        self.x = []
    def add(self, x):
        self.x.append(x.copy())
def f(x: "float64[N]", n: int):
    log = Log()
    y = x.copy()
    for i in range(n):
        y *= 0.5
        log.add(y)
    y[0] = 100.0
    return np.array(log.x), log.x[-1] * 2
"""),
    reading("""\
def f(v: float, n: int, dt: float):
    a = [v]
    b = [2 * v]
    c = (a, b)
    for i in range(n):
        c[0].append(b[-1] * dt)
        c[1].append(a[-1] + 1)
    return np.array(a), np.array(b)
"""),
    reading(
        """\
def f(v: float, n: int, dt: float):
    d = {"a": [], "b": [v]}
    for i in range(n):
        if v > 0.5:
            d["a"].append(v * i)
        d["b"].append(v)
    return np.array(d["b"]), len(d["a"])
""",
        "ADC0212",
    ),
    reading("""\
def f(v: float, n: int, dt: float):
    d = {"a": [], "b": [v]}
    for k in d:
        for i in range(n):
            d[k].append(v * i)
    return np.array(d["b"]), np.array(d["a"])
"""),
    reading(
        """\
def g(v, n, out=[]):
    for i in range(n):
        out.append(v * i)
    return out
def f(v: float, n: int, dt: float):
    a = g(v, n)
    b = g(2 * v, n)
    return np.array(a), np.array(b)
""",
        "ADC0211",
    ),
    reading(
        """\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = [v]
def f(v: float, n: int, dt: float):
    s = Sim(v)
    for i in range(n):
        s.hist.append(v * i)
    s.hist[0] = 7.0
    return np.array(s.hist)
"""
    ),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = [v]
def f(v: float, n: int, dt: float):
    s = Sim(v)
    h = s.hist
    for i in range(n):
        s.hist.append(v * i)
        h.append(dt)
    return np.array(s.hist), h[2]
"""),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = [v]
    def run(self, n, dt):
        for i in range(n):
            self.hist.append(self.hist[i] * dt)
        return self
def f(v: float, n: int, dt: float):
    s = Sim(v).run(n, dt).run(n, v)
    m = 0.0
    for k, h in enumerate(s.hist):
        m += k * h
    return m, max(s.hist), s.hist[1:3][0]
"""),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = []
    def step(self, dt):
        self.v += dt * (1.0 - self.v ** 2)
        self.hist.append((self.v, dt))
def f(v: float, n: int, dt: float):
    s = Sim(v)
    for i in range(n):
        s.step(dt)
    return np.array(s.hist), s.hist[0][0]
"""),
    reading("""\
class Node:
    def __init__(self, v):
        self.v = v
        self.out = []
def f(v: float, n: int, dt: float):
    nodes = [Node(v), Node(dt)]
    for i in range(n):
        for nd in nodes:
            nd.out.append(nd.v * i)
            nd.v = nd.v * 1.1
    return np.array(nodes[0].out) + np.array(nodes[1].out)
"""),
    reading("""\
def f(v: float, n: int, dt: float):
    a = []
    b = [a, a]
    for i in range(n):
        b[0].append(v * i)
        b[1].append(dt)
    return np.array(a)
"""),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = []
    def step(self, dt):
        self.v += dt * (1.0 - self.v ** 2)
        self.hist.append(self.v)
        return len(self.hist)
def f(v: float, n: int, dt: float):
    s = Sim(v)
    t = 0.0
    while t < 0.5:
        s.step(dt)
        t += 0.1
    k = s.step(dt) + len(s.hist)
    return np.array(s.hist) * k
"""),
    reading("""\
class Sim:
    def __init__(self, v):
        self.v = v
        self.hist = []
    def step(self, dt):
        self.v += dt * (1.0 - self.v ** 2)
        self.hist.append(self.v)
        return self.v
def f(v: float, n: int, dt: float):
    s = Sim(v)
    for i in range(n):
        z = len(s.hist) * s.step(dt) + len(s.hist)
    return np.array(s.hist) * z
"""),
    reading(
        """\
class Sim:
    def __init__(self, v):
        self.hist = []
        self.old = None
    def step(self, v):
        self.old = self.hist
        self.hist = self.old + [v]
def f(v: float, n: int, dt: float):
    s = Sim(v)
    for i in range(n):
        s.step(dt * i)
    return np.array(s.hist)
""",
        "ADC0212",
    ),
    # The integer 0 at a known place has no sign, and large ones have more digits.
    reading("""\
def f(v: float, n: int):
    h = [0, 2]
    for i in range(n):
        h.append(v * h[1])
    g = h[1:]
    return np.arctan2(-h[0], -1.0) * v + g[0] * g[1]
"""),
    reading(
        """\
def f(v: float, n: int):
    h = [2 ** 53 + 1, 1]
    for i in range(n):
        h.append(v)
    return (h[0] - 2 ** 53) * v
""",
        "ADC0212",
    ),
)
