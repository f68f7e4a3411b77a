"""Packages that draw, and that show how far a loop is, as the readings of texts have them."""

from __future__ import annotations

#: Packages as they are for a text: they draw nothing, and have the names that it uses.
PYPLOT = """
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


def isinteractive():
    return False
"""
MATPLOTLIB = {
    "matplotlib": "", "matplotlib.pyplot": PYPLOT, "matplotlib.animation": PYPLOT,
    "pylab": PYPLOT,
}  # fmt: skip
TQDM = {
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
