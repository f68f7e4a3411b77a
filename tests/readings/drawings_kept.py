"""What looks like drawing, and changes what is computed, or is asked for: followed or refused."""

from __future__ import annotations

from tests.readings.drawing_packages import MATPLOTLIB, TQDM
from tests.readings.table import HEADER, text

_TEXTS = (
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
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    fig, ax = plt.subplots()
    ax.set_title("a")
    ax = x
    return np.sum(ax ** 2)
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    k = 0
    def on(u):
        nonlocal k
        k += 1
        return u
    plt.plot(on(x))
    return k * x
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    s = sum(plt.plot(v) is None for v in x)
    return x
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    plt.plot(x), x.sort()
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    plt.plot(x) if x[0] > 0 else x.sort()
    return x[0] * 2
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    v, w = x[0], plt.plot(x)
    return x * v
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
plt.plot = lambda u: u.sort()
def f(x: "float64[n]"):
    plt.plot(x)
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def sort(u):
    u.sort()
plt.plot = sort
def f(x: "float64[n]"):
    plt.plot(x)
    return x[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    plt.plot = np.sort
    y = plt.plot(x)
    return y[0] * 2 + x[1]
""",
        "ADC0123",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    n = len(x)
    y = np.zeros(n)
    y[1:] = x[1:]
    plt.plot(y)
    return x * n
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    X, Y = np.meshgrid(x, x)
    plt.contour(X, Y, X * Y)
    return np.sum(X)
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    i = 0
    for i, v in enumerate(x):
        plt.plot(i, v)
    return x * 3
""",
        "",
    ),
    (
        """
import matplotlib.pyplot as plt
def f(x: "float64[n]"):
    plt.figure()
    plt.plot([v * 2 for v in x], label="a %d" % 3)
    plt.legend(loc=(0, 1), **{"a": 1})
    plt.text(0, 0, f"{x[0]:.2f}")
    return x * 3
""",
        "",
    ),
)

READINGS = [
    text(HEADER + source, code, modules=TQDM if "tqdm" in source else MATPLOTLIB)
    for source, code in _TEXTS
]
