"""Fields that objects set themselves, where what their class has under that name may change."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
class Arm:
    pose = np.identity(2)
    names = []

    def __init__(self, n):
        self.n = n
        self.pose = np.eye(2)

    def add(self, v):
        self.names.append(v)

    def turned(self, v):
        self.pose = self.pose @ np.array([[v, 1.0], [0.0, v]])
        return self.pose[0, 1]


def f(x: "float64[n]", s: float):
    a = Arm(2)
    return a.turned(x[0]) + a.turned(s)
""",
        "",
    ),
    (
        """
class Arm:
    pose = np.identity(2)

    def __init__(self, n):
        self.n = n

    def turned(self, v):
        self.pose = self.pose @ np.array([[v, 1.0], [0.0, v]])
        return self.pose[0, 1]


def change(a):
    a.pose[0, 0] = 3.0


def f(x: "float64[n]", s: float):
    a = Arm(2)
    return a.turned(x[0]) + a.turned(s)
""",
        "ADC0224",
    ),
    (
        """
class Arm:
    seen = []

    def __init__(self, v):
        self.v = v
        if v > 0.5:
            self.seen = [v]

    def add(self, v):
        self.seen.append(v)


def f(x: "float64[n]", s: float):
    a = Arm(x[0])
    a.add(s)
    return a.v * s + len(a.seen)
""",
        "ADC0224",
    ),
    (
        """
class Arm:
    gains = [1.0, 2.0]

    def __init__(self, v):
        self.v = v

    def tune(self):
        self.gains[0] = 5.0


def f(x: "float64[n]", s: float):
    a = Arm(x[0])
    return a.v * a.gains[0] * s
""",
        "ADC0123",
    ),
    (
        """
class Arm:
    gains = [1.0, 2.0]

    def __init__(self, v):
        self.v = v
        self.gains = [v, 2 * v]

    def tune(self):
        self.gains[0] = self.v ** 2


def f(x: "float64[n]", s: float):
    a = Arm(x[0])
    b = Arm(s)
    a.tune()
    return a.gains[0] * b.gains[1] * s + hasattr(a, "gains")
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
