"""Statements that only draw, and what is computed for them alone, are left out."""

from __future__ import annotations

from tests.readings.drawing_packages import MATPLOTLIB, TQDM
from tests.readings.table import HEADER, text

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
    title = "a"
    plt.title(title)
    if title == "a":
        return x * 2
    return x
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
log = []
def f(x: "float64[n]"):
    t = []
    for v in x:
        t.append(v)
        plt.plot(t)
    u = t
    plt.plot(u)
    return np.sum(np.array(t))
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    t = []
    u = t
    for v in x:
        u.append(v)
        plt.plot(u)
    return len(t) * x
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    d = {"a": x}
    e = d["a"]
    plt.plot(e)
    e[0] = 2.0
    return np.sum(x ** 2)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    i = 0
    while i < 3:
        if x[i] > 0.9:
            plt.plot(i)
        i += 1
    return x * i
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    for i in range(2):
        for j in range(2):
            plt.plot(i, j)
    return x * i
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    y = x if plt.isinteractive() else 2 * x
    plt.plot(y)
    return x
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    a = plt.plot(x); x[0] = 3.0
    return np.sum(x)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    if x[0] > 0:
        plt.plot(x)
    else:
        x = x * 2
    return x
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    if x[0] > 100:
        plt.plot(x)
        return x
    return x * 2
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    v = w = x
    v[0] = 2.0
    plt.plot(w)
    return np.sum(x)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    v = w = x
    w[0] = 2.0
    plt.plot(w)
    return np.sum(x ** 2)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def show(u):
    plt.plot(u)
    return u.sum()
def f(x: "float64[n]"):
    t = show(x)
    return t * x
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def show(u):
    plt.plot(u)
    return u.sort()
def f(x: "float64[n]"):
    show(x)
    return x[0] * 2 + x[1]
""",
        "",
    ),
)

READINGS = [
    text(HEADER + source, code, modules=TQDM if "tqdm" in source else MATPLOTLIB)
    for source, code in _TEXTS
]
