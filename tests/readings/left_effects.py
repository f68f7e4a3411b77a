"""What is drawn or printed and may change what is computed: never left out."""

from __future__ import annotations

from tests.readings.drawing_packages import MATPLOTLIB
from tests.readings.table import HEADER, text

#: The bodies of functions of `x` that draw, with what stands before them.
_DRAWN = (
    ("", "def step(i):\n    x[0] = 5.0\nh = step\nani = anim.FuncAnimation(plt.figure(), h)"),
    ("", "step = lambda i: x.fill(5.0)\nani = anim.FuncAnimation(plt.figure(), step)"),
    ("", "ani = anim.FuncAnimation(plt.figure(), lambda i: x.fill(5.0))"),
    ("", "fig = plt.figure()\nfig.canvas.mpl_connect('a', lambda e: x.fill(5.0))"),
    ("", "def step(i):\n    x[0] = 5.0\nfig = plt.figure()\nfig.canvas.mpl_connect('a', step)"),
    ("", "step = lambda v: v.sort()\nplt.plot(np.apply_along_axis(step, 0, x.copy()))"),
    ("", "step = lambda v: v.sort()\nplt.title(str(list(map(step, [x]))))"),
    ("", "fig, ax = plt.subplots()\nax.data = x\nax.data[0] = 3.0"),
    ("", "fig, ax = plt.subplots()\nfig.data = x\nfig.data.fill(2.0)"),
    ("", "fig, ax = plt.subplots()\nim = ax.imshow(x)\nim.cb = x\nim.cb[1:] = 0.0"),
    ("", "fig, ax = plt.subplots()\np = ax.plot(x)\np[0].vertices[0] = 5.0"),
    ("", "fig, ax = plt.subplots()\np = ax.imshow(x)\np.vertices.sort()"),
    ("", "plt.np.copyto(x, 2.0 * x)"),
    ("", "plt.np.add(x, 1.0, out=x)"),
    ("", "plt.random.shuffle(x)"),
    ("", "plt.axhline(np.median(x, overwrite_input=True))"),
    ("", "plt.plot(np.ndarray.sort(x) or x)"),
    ("", "plt.plot(np.clip(x, 0.7, 1.0, x))"),
    ("from other import *\n", "plt.plot(abs(x))"),
    (
        "class S:\n    def __init__(self, w):\n        self.w = w\n"
        "    def norm(self):\n        self.w[0] = 2.0\n        return 1.0\n",
        "s = S(x)\nplt.plot(s.norm())",
    ),
    (
        "class S:\n    def __init__(self, w):\n        self.w = w\n"
        "    def step(self, i):\n        self.w[0] = 2.0\n        return []\n",
        "s = S(x)\nani = anim.FuncAnimation(plt.figure(), s.step)",
    ),
)
#: The same of those that print.
_PRINTED = (
    (  # `str` is the file's own for all of it
        "def g(v):\n    global str\n    str = h\n    return v\n"
        "def h(v):\n    v[0] = 9.0\n    return 1.0\n",
        "print('a', str(x))",
    ),
    ("def str(v):\n    v[0] = 9.0\n    return 'a'\n", "print('a', str(x))"),
    ("for len in (abs,):\n    pass\n", "print('a', len(x))"),
    ("", "def h(v):\n    x[0] = 5.0\n    return v\nprint(max([1.0, 2.0], key=h))"),
    ("", "def str(v):\n    x[0] = 9.0\n    return v\nprint('a', str(x))"),
    ("def len(v):\n    v[0] = 9.0\n    return 3\n", "print(len(x))"),
    ("", "print(np.median(x, overwrite_input=True))"),
    ("", "print(np.quantile(x, 0.3, None, None, True))"),
    ("", "print(f'{np.percentile(x, 30, overwrite_input=True)}')"),
    ("", "print(np.nan_to_num(x, copy=False, nan=1.0))"),
    ("", "print(np.ndarray.sort(x))"),
    ("", "print(np.ndarray.fill(x, 2.0))"),
    ("", "print(np.ndarray.__iadd__(x, 2.0))"),
    ("from numpy import ndarray as nd\n", "print(nd.sort(x))"),
    ("from numpy import median as med\n", "print(med(x, overwrite_input=True))"),
    ("def h(v):\n    v[0] = 9.0\n    return v\n", "print(np.apply_along_axis(h, 0, x))"),
    (
        "class S:\n    def __init__(self, w):\n        self.w = w\n"
        "    def norm(self):\n        self.w[0] = 2.0\n        return 1.0\n",
        "s = S(x)\nprint(s.norm())",
    ),
    (
        "class S:\n    def __init__(self, w):\n        self.w = w\n"
        "    def __str__(self):\n        self.w[0] = 2.0\n        return 'S'\n",
        "s = S(x)\nprint(s)",
    ),
    (
        "class S:\n    def __init__(self, w):\n        self.w = w\n"
        "    @property\n    def total(self):\n        self.w[0] = 2.0\n        return 1.0\n",
        "s = S(x)\nprint(s.total)",
    ),
    (
        "class S:\n    def __init__(self, w):\n        self.w = w\n"
        "    def advance(self):\n        self.w[0] = 2.0\n        return 1.0\n",
        "time = S(x)\nprint(time.advance())",
    ),
    (
        "class S:\n    def __init__(self, w):\n        self.w = w\n"
        "    def write(self, s):\n        self.w[0] = 2.0\n",
        "s = S(x)\nprint('a', file=s)",
    ),
    ("from numpy import exp\n", "from other import exp\nprint(exp(x))"),
    (
        "from numpy import exp\ntry:\n    from other import exp\nexcept ImportError:\n    pass\n",
        "print(exp(x))",
    ),
    ("import other\n", "print(other.norm(x))"),
    ("from other import *\n", "print(abs(x))"),
    ("", "given = [('out', x)]\nprint(np.exp(x, **dict(given)))"),
)
#: What is followed, or shows data alone.
_PLAIN = (
    (  # other functions have something else under these names
        "def g(str, len=3):\n    float = str\n    return float(len)\n"
        "def k(v):\n    return [max for max in v]\n",
        "print('a', str(x), len(x), float(3), max(x))",
    ),
    (  # a class that stores in methods, and calls NumPy's functions of two arrays
        "import warnings\nclass M:\n    def __repr__(self):\n        self.k = 1\n"
        "        return 'M'\n    def table(self, v):\n        return np.outer(v, v)\n",
        "warnings.filterwarnings('ignore', category=RuntimeWarning)",
    ),
    (
        "def bump(v):\n    v[0] = 7.0\n    return v\n",
        "def show(v=bump(x)):\n    plt.plot(v)\nshow()",
    ),
    (
        "class S:\n    def __init__(self, w):\n        self.w = w\n        self.k = 1\n"
        "    def __repr__(self):\n        s = 'S'\n        s += f'{self.w[0]:.2f}'\n"
        "        return s\n",
        "s = S(x)\nprint(s, len(x), np.linalg.norm(x), x.mean(), max(x))",
    ),
    ("import time\n", "t = 1\nprint(time.time(), f'{np.add.reduce(x):.3f}')"),
    ("", "def step(i):\n    plt.plot(x)\nani = anim.FuncAnimation(plt.figure(), step, frames=3)"),
    ("", "plt.rcParams['a'] = 3\nfig, ax = plt.subplots()\nax.a = 'b'\nax.fill(x, 2 * x)"),
    (
        "def show(v, ax=None):\n    if ax is None:\n        ax = plt.gca()\n    ax.plot(v)\n",
        "fig, ax = plt.subplots()\nshow(x)\nshow(x, ax)\nshow(x, ax=ax)",
    ),
    (
        "class M:\n    def plot(self, v):\n        v *= 2.0\n"
        "def show(v, ax=None):\n    if ax is None:\n        ax = plt.gca()\n    ax.plot(v)\n",
        "show(x, M())",
    ),
)
_OTHER = (
    "def exp(v):\n    v[0] = 9.0\n    return 1.0\ndef norm(v):\n    v[0] = 9.0\n    return 1.0\n"
    "def abs(v):\n    v[0] = 9.0\n    return 1.0\n"
)


def _text(before: str, body: str, drawn: bool) -> str:
    packages = "import matplotlib.pyplot as plt\nimport matplotlib.animation as anim\n"
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    head = HEADER + (packages if drawn else "") + before
    return f'{head}def f(x: "float64[n]"):\n{lines}    return np.sum(x ** 2) * x[0]\n'


READINGS = [
    text(_text(before, body, drawn), code, modules=MATPLOTLIB | {"other": _OTHER}, raises=False)
    for bodies, code, drawn in (
        (_DRAWN, "ADC0123", True), (_PRINTED, "ADC0126", False), (_PLAIN, "", True),
    )
    for before, body in bodies
]  # fmt: skip
