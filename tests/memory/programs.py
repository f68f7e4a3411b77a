"""Programs whose memory can be traded for time in ways that the cases do not have."""

from __future__ import annotations

from tests.proof.cases import Case

FORKED = '''
import numpy as np


def forked(c: float, x: "float64[N]"):
    """One side of the branch holds three arrays that the other does not have."""
    y = np.sin(x) * x
    if c > 0.5:
        a = np.exp(y) * y
        b = 0.05 * np.cumsum(np.sin(a))
        d = 0.05 * np.cumsum(b * b) * a
        z = np.sin(d) * d + b
    else:
        z = y * y
    w = 0.05 * np.cumsum(np.sin(z) * z)
    return np.sum(w * w)
'''

PERCEPTRON = """
import numpy as np


def layer(x, w, b):
    return np.tanh(x @ w + b)


def perceptron(
    x: "float64[N, H]", w1: "float64[H, H]", w2: "float64[H, H]", w3: "float64[H, H]",
    w4: "float64[H, H]", w5: "float64[H, H]", w6: "float64[H, H]", w7: "float64[H, H]",
    w8: "float64[H, H]", b: "float64[H]",
):
    h = layer(x, w1, b)
    h = layer(h, w2, b)
    h = layer(h, w3, b)
    h = layer(h, w4, b)
    h = layer(h, w5, b)
    h = layer(h, w6, b)
    h = layer(h, w7, b)
    return layer(h, w8, b)
"""

SHALLOW_WATER = '''
import numpy as np


def shallow_water(h: "float64[N]", u: "float64[N]", steps: int, dt: float, g: float):
    """Height and velocity of water in a channel by the scheme of Lax and Friedrichs."""
    for t in range(steps):
        q = h * u
        f = q * u + 0.5 * g * h * h
        hn = h.copy()
        qn = q.copy()
        hn[1:-1] = 0.5 * (h[2:] + h[:-2]) - 0.5 * dt * (q[2:] - q[:-2])
        qn[1:-1] = 0.5 * (q[2:] + q[:-2]) - 0.5 * dt * (f[2:] - f[:-2])
        h[:] = hn
        u[:] = qn / hn
    return np.sum(h * h) + np.sum(u * u)
'''

NESTED = '''
import numpy as np


def nested(x: "float64[N]", outer: int, inner: int):
    """A loop in a loop, both nonlinear."""
    for t in range(outer):
        for s in range(inner):
            x[:] = x + 0.1 * np.sin(x) * x
        x[1:] = x[1:] * x[:-1]
    return np.sum(x)
'''

WATER_INPUTS = {
    "h": {"low": 0.9, "high": 1.1},
    "u": {"low": -0.1, "high": 0.1},
    "dt": {"low": 0.05, "high": 0.06},
    "g": {"low": 0.9, "high": 1.0},
}

GUARDED = '''
import numpy as np


def guarded(steps: int, go: int, c: float, x: "float64[N]"):
    """A time loop in each arm of a branch: the memory of one is free for the other."""
    y = np.sin(x)
    s = 1.0
    if go > 0:
        for t in range(steps):
            y[1:-1] += c * y[1:-1] * (y[2:] - 2.0 * y[1:-1] + y[:-2])
    else:
        y = np.exp(-x)
        for t in range(steps):
            if s > 4.0:
                break
            s = s + 0.1 * y[3] * s
            y[1:-1] *= 1.0 + 0.1 * c * y[:-2]
    return np.sum(y * y * x) + s
'''

SETTLING = '''
import numpy as np


def settling(inner: int, x: "float64[N]"):
    """Loops of known length inside one that data ends."""
    y = np.cos(x)
    while np.sum(y * y) > 0.05:
        for t in range(inner):
            y[1:] = 0.8 * y[1:] * np.cos(y[:-1])
        y[:] = 0.5 * y + 0.01 * np.cumsum(np.sin(y))
    return np.sum(x * y)
'''

ARMS = '''
import numpy as np


def arms(steps: int, mode: int, x: "float64[N]", p: "float64[N]"):
    """Most of what the arms would store for the whole loop, a single step need not."""
    y = np.sin(p)
    for t in range(steps):
        if mode > 1:
            if t > 2:
                if p[0] > 0.9:
                    continue
                y = np.tanh(x * y)
            else:
                y[:] = 0.5 * y + 0.4 * np.cos(y) * p
            y[:] = 0.9 * np.sin(p) + 0.1 * p
        else:
            y = np.sqrt(1.0 + y * y) * 0.5
        y[:] = 0.5 * p + 0.4 * np.cos(y) * p
    return np.sum(y * x * y)
'''

SKIPPING = '''
import numpy as np


def skipping(outer: int, inner: int, x: "float64[N]"):
    """A loop that only some steps of the loop around it run."""
    for t in range(outer):
        if x[0] > 0.9:
            continue
        for s in range(inner):
            x[:] = x + 0.1 * np.sin(x) * x
        x[1:] = x[1:] * x[:-1]
    return np.sum(x)
'''

PROGRAMS = {
    **{
        name: Case(
            "guarded", GUARDED, ("x", "c"), ("return",), {"N": 24, "steps": 30, "go": go},
            inputs={"c": {"low": 0.1, "high": 0.2}},
        )
        for name, go in (("guarded", 1), ("guarded_else", -1))
    },
    "forked": Case(
        "forked", FORKED, ("x",), ("return",), {"N": 48}, inputs={"c": {"low": 0.6, "high": 0.9}}
    ),
    "perceptron": Case(
        "perceptron", PERCEPTRON, ("x", "w1", "w8"), ("return",), {"N": 40, "H": 6},
        function="perceptron",
    ),
    "shallow_water": Case(
        "shallow_water", SHALLOW_WATER, ("h", "u"), ("return",), {"N": 24, "steps": 2000},
        inputs=WATER_INPUTS,
    ),
    "arms": Case("arms", ARMS, ("x",), ("return",), {"N": 12, "steps": 4, "mode": 2}),
    "skipping": Case(
        "skipping", SKIPPING, ("x",), ("return",), {"N": 12, "outer": 3, "inner": 4},
        inputs={"x": {"low": 0.2, "high": 0.8}},
    ),
    "settling": Case("settling", SETTLING, ("x",), ("return",), {"N": 12, "inner": 4}),
    "nested": Case("nested", NESTED, ("x",), ("return",), {"N": 24, "outer": 4, "inner": 5}),
}  # fmt: skip
