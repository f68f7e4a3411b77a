"""What is suggested for arguments without a type, from what operations ask of their operands: each
suggestion is run by NumPy, with arrays of the shapes that it says."""

from __future__ import annotations

import re

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.frontends.python import parse
from adc.frontends.signature import choose_function, resolve

HEADER = """import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import scipy
from numpy.lib.stride_tricks import sliding_window_view
from scipy import integrate, linalg, ndimage, signal, stats
from scipy.integrate import odeint, solve_ivp
from scipy.interpolate import CubicSpline
from scipy.spatial.distance import cdist
from scipy.special import logsumexp

"""

#: The body of `def f(...)`, its arguments, and their suggested types.
OPERATIONS = [
    # through variables, to what is demanded of the result
    ("x", "d = x - 1.0\nreturn d @ d", "x: float64[x0]"),
    ("q", "d = q[0] - q[1]\nreturn np.sqrt(d @ d)", "q: float64[2, q1]"),
    ("x, y", "r = x - y\nreturn np.sum(r**2)", "x: float64[x0], y: float64[x0]"),
    ("x, mu", "return np.sum((x - mu)**2)", "x: float64[x0], mu: float64"),
    ("w, x", "return np.sum(w * np.exp(-x))", "w: float64[w0], x: float64[w0]"),
    ("x, s", "return np.sum(x / s)", "x: float64[x0], s: float64"),
    ("x", "s = 0.0\nfor v in x:\n    s = s + v * v\nreturn s", "x: float64[x0]"),
    ("x", "return sum(v[0] * v[1] for v in x)", "x: float64[x0, 2]"),
    ("u, n", "for _ in range(n):\n    u = u + np.roll(u, 1)\nreturn u", "u: float64[u0], n: int"),
    # products
    ("A, x", "return A @ x", "A: float64[A0, A1], x: float64[A1]"),
    ("A, x, b", "return A @ x - b", "A: float64[A0, A1], x: float64[A1], b: float64[A0]"),
    ("A, b", "return np.linalg.solve(A, b)", "A: float64[A0, A0], b: float64[A0]"),
    ("X, w, y", "r = X @ w - y\nreturn r @ r",
     "X: float64[X0, X1], w: float64[X1], y: float64[X0]"),
    ("x, y", "return np.outer(x, y)", "x: float64[x0], y: float64[y0]"),
    ("a, x", 'return np.einsum("ij,jk->ik", a, x)', "a: float64[a0, a1], x: float64[a1, x1]"),
    # axes
    ("x", "return x[:, None] - x[None, :]", "x: float64[x0]"),
    ("x", "return x[:, np.newaxis] * x", "x: float64[x0]"),
    ("x", "m = x.mean(axis=0)\nreturn (x - m).std(axis=1)", "x: float64[x0, x1]"),
    ("x", "return np.linalg.norm(x, axis=-1)", "x: float64[x0]"),
    ("x", "return x.T", "x: float64[x0, x1]"),
    ("x", "return sliding_window_view(x, (3, 3)).sum()", "x: float64[x0, x1]"),
    # equal sizes
    ("x, y", "s = 0.0\nfor a, b in zip(x, y):\n    s += a * b\nreturn s",
     "x: float64[x0], y: float64[x0]"),
    ("x, y", "s = 0.0\nfor i in range(len(x)):\n    s += x[i] * y[i]\nreturn s",
     "x: float64[x0], y: float64[x0]"),
    ("y, x", "s = 0.0\nfor i in range(len(y)):\n    s += x[i + 1] * x[i] * y[i]\nreturn s",
     "y: float64[y0], x: float64[x0]"),
    ("p, q", "return p[0] * q[1] - p[1] * q[0] + p[2] * q[2]", "p: float64[3], q: float64[3]"),
    ("x", "return (x[1] - x[0]) * np.sum(x)", "x: float64[x0]"),
    ("t, x, y", "return np.interp(t, x, y)", "t: float64, x: float64[x0], y: float64[x0]"),
    ("x, y", "return CubicSpline(np.sort(x), y)(0.5)", "x: float64[x0], y: float64[x0]"),
    ("x, y, k", "return cdist(x, y)[k]", "x: float64[x0, x1], y: float64[y0, x1], k: int"),
    # integers
    ("x, d", "b = [0.0] * d\nfor v in x:\n    b[0] += v\nreturn b[0]", "x: float64[x0], d: int"),
    ("x, p", "return x[p[:]]", "x: float64[x0], p: int64[p0]"),
    ("x, p", "k = p[0] + 1\nreturn x[k]", "x: float64[x0], p: int64[p0]"),
    # functions that are handed on
    ("k, y0, t", "def g(y, t):\n    a, b = y\n    return [-k * a, k * a - b]\n"
     "return odeint(g, y0, t)", "k: float64, y0: float64[2], t: float64[t0]"),
    ("k, y0", "return solve_ivp(lambda t, y: [y[1], -k * y[0]], (0.0, 1.0), y0).y[0]",
     "k: float64, y0: float64[2]"),
    ("a, m", "g = lambda v: v @ m\nreturn g(a)", "a: float64[a0], m: float64[a0]"),
    # nothing is taken for more axes than it has
    ("x, y, z", "return [x, [y * z, z]]", "x: float64, y: float64, z: float64"),
    ("x", 'd = {"a": x}\nreturn d["a"] * 2', "x: float64"),
    ("p, n", "s, y, h = 0.0, 0.0, []\nfor _ in range(n):\n    e = p - y\n    y += 0.1 * e\n"
     "    h.append(y)\nreturn np.sum((np.asarray(h) - p)**2)", "p: float64, n: int"),
]  # fmt: skip

#: Whole files, and what is suggested for the arguments of `f`.
FILES = {
    "layers": (
        """
@dataclass
class Layer:
    W: np.ndarray
    b: np.ndarray
    kind: str = "tanh"

    def __call__(self, x):
        z = x @ self.W + self.b
        return np.tanh(z) if self.kind == "tanh" else z


class Net:
    def __init__(self, layers):
        self.layers = layers

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


def f(x, y, V, b, W, c):
    net = Net([Layer(V, b), Layer(W, c, kind="linear")])
    return np.mean((net.forward(x) - y)**2)
""",
        "x: float64[x0], y: float64[y0], V: float64[x0, V1], b: float64[V1], W: float64[V1, y0],"
        " c: float64[y0]",
    ),
    "states": (
        """
class State(NamedTuple):
    h: np.ndarray
    u: np.ndarray

def step(s, dx):
    q = s.h * s.u
    return State(s.h - (q - np.roll(s.h, 1)) / dx, s.u)

def f(depth, u, dx):
    s = step(State(depth, u), dx)
    return np.sum(s.h * s.u**2)
""",
        "depth: float64[depth0], u: float64[depth0], dx: float64",
    ),
    "functions": (
        """
def g(a, b):
    return a[0, 1] * len(b)

def f(x, y):
    z = np.asarray(x)
    return g(z, y)
""",
        "x: float64[x0, x1], y: float64[y0]",
    ),
}


def guess_of(text: str) -> str:
    """The types that the refusal of `f` suggests."""
    module = parse("k.py", text)
    with pytest.raises(AdcError) as caught:
        resolve(module, choose_function(module, "f"), signature_text=None, warnings=[])
    return caught.value.diagnostics[0].help.split("--signature 'f(")[1].split(")'")[0]


def run(text: str, guess: str) -> None:
    """Calls `f` with arrays of the suggested shapes, each size of its own."""
    names: dict[str, int] = {}
    arguments = []
    for kind, extents in re.findall(r": (\w+)(?:\[([^\]]*)\])?", guess):
        shape = tuple(
            int(e) if e.isdigit() else names.setdefault(e, 5 + len(names))
            for e in extents.replace(" ", "").split(",") if e
        )  # fmt: skip
        drawn = np.sort(np.random.default_rng(0).uniform(0.1, 0.9, shape), axis=None).reshape(shape)
        whole = np.ones(shape, int) if "int" in kind else drawn
        arguments.append(whole if shape else (names.get(_integer(guess), 3), 0.5)[kind != "int"])
    space: dict[str, object] = {}
    exec(compile(text, "k.py", "exec"), space)
    function = space["f"]
    assert callable(function)
    function(*arguments)


def _integer(guess: str) -> str:
    """The argument that is an integer, and may be a size."""
    found = re.search(r"(\w+): int(?:,|$)", guess)
    return found[1] if found else ""


@pytest.mark.parametrize(("names", "body", "guess"), OPERATIONS)
def test_operations(names: str, body: str, guess: str) -> None:
    text = f"{HEADER}def f({names}):\n    " + body.replace("\n", "\n    ") + "\n"
    assert guess_of(text) == guess
    run(text, guess)


@pytest.mark.parametrize("name", FILES)
def test_files(name: str) -> None:
    text, guess = FILES[name]
    assert guess_of(HEADER + text) == guess
    run(HEADER + text, guess)
