"""Statements that only draw, with Matplotlib and the like, and what is computed for them alone:
they are left out where nothing that is computed sees it; loops with a progress bar are followed."""

from __future__ import annotations

from tests.readings.table import HEADER, text

#: Packages as they are for a text: they draw nothing, and have the names that it uses.
_PYPLOT = """
class _Nothing:
    def __getattr__(self, name):
        return _Nothing()

    def __call__(self, *given, **named):
        return _Nothing()

    __getitem__ = __call__

    def plot(self, *given, **named):
        return [_Nothing()]

    def __setitem__(self, key, value):
        pass


def __getattr__(name):
    return _Nothing()


def subplots(rows=1, columns=1):
    return _Nothing(), _Nothing() if columns == 1 else [_Nothing()] * columns


def plot(*given, **named):
    return [_Nothing()]


def asarray(x):
    return x
"""
_MATPLOTLIB = {
    "matplotlib": "", "matplotlib.pyplot": _PYPLOT, "matplotlib.animation": _PYPLOT,
    "pylab": _PYPLOT,
}  # fmt: skip
_TQDM = {
    "tqdm": """
class tqdm:
    def __init__(self, shown=None, total=0, desc=""):
        self.shown = shown

    def __iter__(self):
        return iter(self.shown)

    def update(self, more):
        pass

    def close(self):
        pass


trange = range
"""
}

_TEXTS = (
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]", k: int):
    plot = True
    fig = plt.figure(figsize=(4, 5), dpi=80)
    grid = plt.GridSpec(3, 1, wspace=0.0)
    ax1 = plt.subplot(grid[0:2, 0])
    u = x.copy()
    for i in range(k):
        u = u * np.sin(u)
        if plot or (i == k - 1):
            plt.sca(ax1)
            plt.cla()
            xx = u[max(i - 50, 0):i + 1]
            plt.scatter(xx, xx, s=1, color=[.7, .7, 1])
            ax1.set(xlim=(-2, 2))
            plt.pause(0.001)
    plt.savefig("a.png", dpi=240)
    plt.show()
    return u
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    y = x
    y += 1.0
    plt.plot(y)
    return np.sum(x ** 2)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    y = x.copy()
    z = y
    z[0] = 3.0
    plt.plot(z)
    return np.sum(y ** 2)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    y = np.add(x, 1.0, x)
    plt.plot(y)
    return np.sum(x ** 2)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    y = x
    y.sort()
    plt.plot(y)
    return x[0] * 2 + x[1]
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def bump(u):
    u[0] = 5.0
    return u
def f(x: "float64[n]"):
    plt.plot(bump(x))
    return np.sum(x ** 2)
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def half(u):
    return u / 2
def f(x: "float64[n]"):
    plt.plot(half(x))
    return np.sum(x ** 2)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    t = 0.0
    for v in x:
        plt.plot(v)
        t += v
    plt.plot(v)
    return t * v
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def show(u, t):
    plt.figure()
    plt.plot(u)
    plt.title("t = %f" % t)
    plt.show()
def f(x: "float64[n]"):
    u = x ** 2
    show(u, 0.1)
    return np.sum(u)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def show(u, t):
    plt.plot(u)
    u[0] = t
def f(x: "float64[n]"):
    u = x ** 2
    show(u, 0.1)
    return np.sum(u)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    k = 1
    def show():
        nonlocal k
        k = k + 1
        plt.plot(x)
    show()
    return k * x[0]
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    try:
        y = x[10]
        plt.plot(y)
    except IndexError:
        return x[0] * 3
    return x[0]
""",
        "ADC0103",
    ),
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
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    frames = []
    fig, ax = plt.subplots()
    for v in x:
        im = ax.imshow(v)
        frames.append([im])
    return np.sum(x)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    frames = []
    for v in x:
        frames.append(v * v)
        plt.plot(v)
    return np.array(frames)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    plt = x
    plt.sort()
    return x[0] * 2 + x[1]
""",
        "",
    ),
    (
        """
from matplotlib import pyplot
import matplotlib.animation as animation
def f(x: "float64[n]"):
    fig, ax = pyplot.subplots()
    line, = ax.plot(x)
    u = x.copy()
    def update(i):
        y = u * i
        line.set_ydata(y)
        return line,
    ani = animation.FuncAnimation(fig, update, frames=10)
    ani.save("a.mp4")
    return np.sum(u ** 2)
""",
        "",
    ),
    (
        """
from matplotlib import pyplot
import matplotlib.animation as animation
def f(x: "float64[n]"):
    fig, ax = pyplot.subplots()
    line, = ax.plot(x)
    u = x.copy()
    def update(i):
        u[0] = u[0] * i
        line.set_ydata(u)
        return line,
    ani = animation.FuncAnimation(fig, update, frames=10)
    return np.sum(u ** 2)
""",
        "ADC0123",
    ),
    (
        """
import pylab as pl
def f(x: "float64[n]"):
    y = pl.asarray(x)
    y.sort()
    pl.plot(y)
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import pylab as pl
def f(x: "float64[n]"):
    pl.figure()
    pl.plot(x)
    return x[0] * 2 + x[1]
""",
        "",
    ),
    (
        """
def f(x: "float64[n]"):
    import matplotlib.pyplot as plt
    plt.plot(x)
    return np.sum(x)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    line, = plt.plot(x)
    line.get_ydata()[0] = 5.0
    return np.sum(x)
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    for i in range(3):
        if x[i] > 0.5:
            plt.plot(i)
            break
    return x[0] * i
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    for i in range(3):
        if x[i] > 0.5:
            plt.plot(i)
            continue
        return x[i] * 2
    return x[0]
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    count = 0
    for i in range(3):
        if x[i] > 0.5:
            plt.plot(i)
            count += 1
    return x[0] * count
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]", s: float):
    plt.rcParams["font.size"] = 12
    fig = plt.figure()
    ax = fig.add_subplot(111, projection="3d")
    X, Y = np.meshgrid(x, x)
    surf = ax.plot_surface(X, Y, X * s, cmap=plt.cm.viridis)
    fig.colorbar(surf)
    for a in (ax,):
        a.set_xlabel("x")
    return np.sum(x * s)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    lo = x.min()
    plt.ylim(lo, lo + 1)
    return np.sum(x) * lo
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    fig, axes = plt.subplots(1, 3)
    for i, (a, v) in enumerate(zip(axes, x)):
        a.plot(v)
    for a, v in zip(axes, x):
        a.plot(v * v, label=f"{v}")
    return np.sum(x)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    for v in x:
        v2 = v
        plt.plot(v2)
    for a in [x]:
        a.sort()
        plt.plot(a)
    return x[0] * 2 + x[1]
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    def g(u):
        plt.plot(u)
        return u * 2
    return np.sum(g(x))
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    def g(u):
        plt.plot(u)
        u[0] = 4.0
        return u
    plt.plot(g(x))
    return np.sum(x ** 2)
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
)

READINGS = [
    text(HEADER + source, code, modules=_TQDM if "tqdm" in source else _MATPLOTLIB)
    for source, code in _TEXTS
]
