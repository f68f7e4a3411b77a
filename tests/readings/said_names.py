"""What says something of a function or a class, and changes nothing: `__doc__`, `__module__`."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        '''
def scale(x, a=2.0):
    """Twice."""
    return a * x


scale.__doc__ = scale.__doc__.replace("Twice", "Two times")


def f(x: "float64[n]"):
    return scale(x) ** 2
''',
        "",
    ),
    (
        """
class Base:
    __module__ = "springs"
    stiffness = 3.0

    def force(self, x):
        return x * self.stiffness


class Below(Base):
    __module__ = "dampers"

    def twice(self, x):
        return 2.0 * self.force(x)


def f(x: "float64[n]"):
    return Below().twice(x) * x
""",
        "",
    ),
    (
        """
class Base:
    __module__ = "springs"


class Below(Base):
    def force(self, x):
        return x if self.__module__ == "springs" else 2.0 * x


def f(x: "float64[n]"):
    return Below().force(x) * x
""",
        "ADC0226",
    ),
    (
        """
def scale(x, a=2.0):
    return a * x


scale.__defaults__ = (3.0,)


def f(x: "float64[n]"):
    return scale(x) ** 2
""",
        "ADC0123",
    ),
    (
        """
G = 2.0


def note():
    global G
    G = 3.0
    return "a note"


def scale(x):
    return G * x


scale.__doc__ = note()


def f(x: "float64[n]"):
    return scale(x) ** 2
""",
        "ADC0123",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
