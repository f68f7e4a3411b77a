"""Figures that objects hold; loops with a progress bar."""

from __future__ import annotations

from tests.readings.drawing_packages import MATPLOTLIB, TQDM
from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
import matplotlib.pyplot as plt
class C:
    def __init__(self, x):
        self.x = x
        self.k = 0
    @property
    def more(self):
        self.k = self.k + 1
        return self.k
def f(x: "float64[n]"):
    c = C(x)
    shown = c.more
    plt.plot(shown)
    return c.k * x[0]
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
class C:
    def __init__(self, x):
        self.x = x
        self.k = 1
    def __getitem__(self, i):
        self.k = self.k + 1
        return self.x[i]
def f(x: "float64[n]"):
    c = C(x)
    shown = c[0]
    plt.plot(shown)
    return c.k * x[0]
""",
        "ADC0123",
    ),
    (
        """
from tqdm import tqdm, trange
def f(x: "float64[n]", k: int):
    u = x.copy()
    for i in tqdm(range(k), desc="a"):
        u = u * np.sin(u)
    for i in trange(k):
        u[i] = u[i] ** 2
    for i, v in enumerate(tqdm(x)):
        u[i] += v
    return u
""",
        "",
    ),
    (
        """
import tqdm
def f(x: "float64[n]", k: int):
    s = 0.0
    for v in tqdm.tqdm(x, total=3):
        s += v ** 2
    return s
""",
        "",
    ),
    (
        """
from tqdm import tqdm
def f(x: "float64[n]", k: int):
    bar = tqdm(total=k)
    s = 0.0
    for i in range(k):
        s += x[i] ** 2
        bar.update(1)
    bar.close()
    return s
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x):
        self.x = x
    def step(self):
        self.x = self.x * 2
        plt.plot(self.x)
        plt.show()
    def draw(self):
        plt.plot(self.x)
def f(x: "float64[n]"):
    s = S(x)
    s.step()
    s.draw()
    return s.x
""",
        "",
    ),
    (
        """
import tqdm
def f(x: "float64[n]"):
    s = 0.0
    for i in tqdm.trange(1, 3):
        s += x[i] * i
    return s
""",
        "",
    ),
    (
        """
from tqdm import tqdm
def f(x: "float64[n]"):
    s = 0.0
    tqdm = lambda v: v[1:]
    for v in tqdm(x):
        s += v
    return s
""",
        "",
    ),
    (
        """
from tqdm import tqdm
def range(n):
    return [2]
from tqdm import trange
def f(x: "float64[n]"):
    s = 0.0
    for i in trange(3):
        s += x[i] * i
    return s
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    fig = None
    def __init__(self, x):
        self.x = x
        self.fig, self.ax = plt.subplots()
        self.line, = self.ax.plot(x)
    def step(self):
        self.x = self.x * 2
        self.ax.plot(self.x)
        self.line.set_ydata(self.x)
def f(x: "float64[n]"):
    s = S(x)
    s.step()
    return s.x
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x):
        self.ax = plt.gca()
        self.x = x
    def step(self):
        self.ax = self.x
        self.ax.sort()
def f(x: "float64[n]"):
    s = S(x)
    s.step()
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x):
        self.ax = plt.gca()
class T:
    def __init__(self, x):
        self.ax = x
def f(x: "float64[n]"):
    s = S(x)
    t = T(x)
    t.ax.sort()
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x):
        self.ax = plt.gca()
        self.x = x
def f(x: "float64[n]"):
    s = S(x)
    s.ax = x
    s.ax.sort()
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x):
        self.ax = plt.gca()
        self.x = x
    def step(self):
        if hasattr(self, "ax"):
            self.x = self.x * 2
def f(x: "float64[n]"):
    s = S(x)
    s.step()
    return s.x
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x, ax=None):
        if ax is None:
            ax = plt.gca()
        self.ax = ax
        self.x = x
    def step(self):
        self.ax.plot(self.x)
        self.x = self.x * 2
def f(x: "float64[n]"):
    s = S(x)
    s.step()
    return s.x
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    ax = [1.0]
    def __init__(self, x):
        self.x = x
        if x[0] > 5:
            self.ax = plt.gca()
def f(x: "float64[n]"):
    s = S(x)
    s.ax.append(2.0)
    return len(s.ax) * x
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x):
        self.ax = plt.gca()
        self.x = x
def f(x: "float64[n]"):
    s = S(x)
    setattr(s, "ax", x)
    s.ax.sort()
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x):
        self.ax = plt.gca()
        self.x = x
class T:
    def __init__(self, x):
        self.ax, self.y = x, 1.0
def f(x: "float64[n]"):
    t = T(x)
    t.ax.sort()
    return x[0] * 2 + x[1]
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
from dataclasses import dataclass
@dataclass
class T:
    ax: object
    y: float = 1.0
class S:
    def __init__(self, x):
        self.ax = plt.gca()
        self.x = x
def f(x: "float64[n]"):
    t = T(x)
    t.ax.sort()
    return x[0] * 2 + x[1]
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
from collections import namedtuple
T = namedtuple("T", "ax y")
class S:
    def __init__(self, x):
        self.ax = plt.gca()
        self.x = x
def f(x: "float64[n]"):
    t = T(x, 1.0)
    t.ax.sort()
    return x[0] * 2 + x[1]
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
class S:
    def __init__(self, x):
        self.ax = plt.gca()
        self.x = x
    def other(self, t):
        t.ax.sort()
class T:
    @property
    def ax(self):
        return self.u
    def __init__(self, u):
        self.u = u
def f(x: "float64[n]"):
    S(x).other(T(x))
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
)

READINGS = [
    text(HEADER + source, code, modules=TQDM if "tqdm" in source else MATPLOTLIB)
    for source, code in _TEXTS
]
