"""Names that are None until something is found."""

from __future__ import annotations

import textwrap

from tests.readings.table import Reading, text

HEAD = """\
import numpy as np


def g(v):
    return 0.5 if v is None else v * v


def f(x: "float64[N]", s: float):
"""


def read(statements: str, refused: str = "") -> Reading:
    """A function of `x` and `s` with these statements."""
    body = textwrap.indent(textwrap.dedent(statements).strip("\n"), "    ")
    return text(f"{HEAD}{body}\n", refused)


READINGS = (
    read("""
        best = None
        for v in x:
            if best is None or np.sin(v) > best:
                best = np.sin(v)
        return best * s
    """),
    read("""
        best, arg = -1.0e9, None
        for v in x:
            if v * s > best:
                best, arg = v * s, v
        return best + arg * arg
    """),
    read("""
        last = None
        e = 0.0
        for v in x:
            if last is not None:
                e += (v - last) ** 2
            last = v
        return e * s
    """),
    read("""
        last, e = None, 0.0
        for v in x:
            e += v if last is None else v * last
            if v > s:
                last = None
            else:
                last = v
        return e
    """),
    read("""
        best = None
        for v in x:
            best = v if best is None else max(best, v * s)
        return best
    """),
    read("""
        first = None
        for k in range(3):
            if first is None and x[k] > 100.0:
                first = x[k]
        return s if first is None else first
    """),
    read("""
        first = None
        if s > 100.0:
            first = s * s
        if not (first is None):
            return first
        return g(None) * s + x[0]
    """),
    read("""
        k = None
        for i in range(len(x)):
            if k is None or x[i] < x[k]:
                k = i
        return x[k] * s
    """),
    read("""
        old = None
        v = s
        while old is None or abs(v - old) > 1.0e-10:
            old = v
            v = v - (v * v - x[0]) / (2.0 * v)
        return v * x[1]
    """),
    read("""
        old = None
        e = 0.0
        u = x.copy()
        for t in range(4):
            if old is not None:
                e += np.sum(u * old)
            old = u.copy()
            u[1:] = u[:-1] * s
        return e
    """),
    read("""
        old = None
        for v in x:
            if old is None:
                old = v
                continue
            if old is not None and v > old:
                break
            old = old + g(old) * v
        return old * s
    """),
    read(
        """
        old = None
        for v in x:
            if v > 0.0:
                old = v
        y = old
        return s if y is None else y
    """,
        "ADC0212",
    ),
    read(
        """
        old = None
        for v in x:
            if v > s:
                old = v
        return g(old)
    """,
        "ADC0212",
    ),
    read(
        """
        old = None
        for v in x:
            if v > s:
                old = v
        return (old or 2.0) * s
    """,
        "ADC0212",
    ),
    read(
        """
        old = None
        for v in x:
            if old:
                s = s * v
            old = v
        return s
    """,
        "",
    ),
    read(
        """
        old = None
        ask = lambda: old is None
        for v in x:
            s = s * 2.0 if ask() else s * v
            old = v
        return s
    """,
        "",
    ),
    read(
        """
        old = None
        for v in x:
            if v > s:
                old = v
        both = [old, s]
        return both[1] if both[0] is None else both[0]
    """,
        "ADC0212",
    ),
    read("""
        a = b = None
        for v in x:
            if a is None:
                a = v
            elif b is None:
                b = a * v
        return a * b * s
    """),
)
