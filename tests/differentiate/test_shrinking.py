"""Loops that shrink an interval without saying so are warned of, and no others are."""

from __future__ import annotations

import pytest

from adc.diagnostics import Diagnostic
from tests.readings.reference import lowered
from tests.readings.table import HEADER, Reading

SHRINKING = {
    "ends of a function around": """
def f(x: "float64[n]", s: float):
    a, b = -9.0, 19.0
    def step():
        nonlocal a, b
        m = (a + b)/2
        if m**3 - 4.0 - s > 0:
            b = m
        else:
            a = m
    for _ in range(60):
        step()
    return a
""",
    "a method": """
class Br:
    def __init__(self, a, b, s):
        self.a, self.b, self.s = a, b, s
    def mid(self):
        return 0.5*(self.a + self.b)
    def step(self):
        m = self.mid()
        if m**3 - 4.0 - self.s > 0:
            self.b = m
        else:
            self.a = m
def f(x: "float64[n]", s: float):
    t = Br(0.0, 9.0, s)
    for _ in range(60):
        t.step()
    return t.mid()
""",
    "a function for the middle": """
def mid(a, b):
    return 0.5*(a + b)
def f(x: "float64[n]", s: float):
    a, b = 0.0, 9.0
    while b - a > 1e-13:
        m = mid(a, b)
        if m**3 - 4.0 - s > 0:
            b = m
        else:
            a = m
    return m
""",
    "a function for an iteration": """
def step(a, b, s):
    m = 0.5*(a + b)
    if m**3 - 4.0 - s > 0:
        return a, m
    return m, b
def f(x: "float64[n]", s: float):
    a, b = 0.0, 9.0
    while b - a > 1e-13:
        a, b = step(a, b, s)
    return a
""",
    "a middle without a name": """
def f(x: "float64[n]", s: float):
    a, b = 0.0, 9.0
    for k in range(60):
        if ((a + b)/2)**3 - 4.0 - s > 0:
            b = (a + b)/2
        else:
            a = (a + b)/2
    return a
""",
    "a width that is halved": """
def f(x: "float64[n]", s: float):
    a, w = 0.0, 9.0
    for k in range(60):
        w /= 2
        if (a + w)**3 - 4.0 - s < 0:
            a += w
    return a
""",
    "steps of both signs": """
def f(x: "float64[n]", s: float):
    z, w = 4.5, 4.5
    for k in range(60):
        w /= 2
        if z**3 - 4.0 - s < 0:
            z += w
        else:
            z -= w
    return z
""",
    "a sign": """
def f(x: "float64[n]", s: float):
    z, w = 4.5, 4.5
    for k in range(60):
        w = w/2
        z = z - w*np.sign(z**3 - 4.0 - s)
    return z
""",
    "geometric means": """
def f(x: "float64[n]", s: float):
    a, b = 0.1, 9.0
    for k in range(60):
        m = np.sqrt(a*b)
        if m**3 - 4.0 - s > 0:
            b = m
        else:
            a = m
    return m
""",
    "digits": """
def f(x: "float64[n]", s: float):
    v = 7.0 + s
    z, d = 0.0, 4.0
    while d > 1e-13:
        if (z + d)**2 <= v:
            z += d
        d /= 2
    return z
""",
    "a comparison as a number": """
def f(x: "float64[n]", s: float):
    a, b = 0.0, 9.0
    for _ in range(60):
        m = 0.5*(a + b)
        up = (m**3 > 4.0 + s)
        a += (m - a)*(1 - up)
        b += (m - b)*up
    return a
""",
    "a Heaviside function": """
def f(x: "float64[n]", s: float):
    a, b = 0.0, 9.0
    for _ in range(60):
        m = 0.5*(a + b)
        up = np.heaviside(m**3 - 4.0 - s, 0.0)
        a = a*up + m*(1 - up)
        b = m*up + b*(1 - up)
    return a
""",
}

OTHERS = {
    "steps of an integrator": """
def f(x: "float64[n]", s: float):
    t, y, h = 0.0, 1.0, 0.2
    n = 0
    while t < 1.0 and n < 500:
        n += 1
        k1 = -s*y
        k2 = -s*(y + h*k1)
        err = abs(h*(k2 - k1)/2)
        if err < 1e-3:
            t = t + h
            y = y + h*(k1 + k2)/2
            h = min(2*h, 1.0 - t) if err < 1e-4 else h
        else:
            h = 0.5*h
    return y
""",
    "a radius of trust": """
def f(x: "float64[n]", s: float):
    p, rad = x[0] + 3.0, 1.0
    for k in range(60):
        g = 2*(p - s) + 4*p**3
        hh = 2 + 12*p*p
        d = max(-rad, min(rad, -g/hh))
        if (p + d - s)**2 + (p + d)**4 < (p - s)**2 + p**4:
            p = p + d
            rad = 2*rad
        else:
            rad = rad/2
    return p
""",
    "a rate that is halved": """
def f(x: "float64[n]", s: float):
    p, lr = 1.0, 0.5
    for k in range(300):
        g = 2*(p - s) + 4*p**3
        q = p - lr*g
        if (q - s)**2 + q**4 > (p - s)**2 + p**4:
            lr = lr*0.5
        else:
            p = q
    return p
""",
    "averages": """
def f(x: "float64[n]", s: float):
    lo, hi = 0.0, 1.0
    for v in x:
        m = (lo + hi)/2
        if v > m:
            hi = hi + 0.5*(v - hi)
        else:
            lo = lo + 0.5*(v - lo)
    return hi - lo
""",
    "choices by data": """
def f(x: "float64[n]", s: float):
    lo, w = 0.0, s*s + 1.0
    for v in x:
        w = w*0.5
        if v > 0:
            lo = lo + w
    return lo
""",
    "the arithmetic-geometric mean": """
def f(x: "float64[n]", s: float):
    a, b = 1.0, abs(s) + 2.0
    for _ in range(8):
        a, b = 0.5*(a + b), np.sqrt(a*b)
    return a
""",
    "choices by position": """
def f(x: "float64[n]", s: float):
    a, d = x[0], 1.0
    for k in range(4):
        d = d*0.5
        if k % 2 == 0:
            a = a + d
        else:
            a = a - d*0.5
    return a*s
""",
}


def codes(text: str) -> list[str]:
    found: list[Diagnostic] = []
    lowered(Reading(HEADER + text.lstrip()), found)
    return [w.code for w in found]


@pytest.mark.parametrize("name", SHRINKING)
def test_loops_that_shrink_an_interval_are_warned_of(name: str) -> None:
    assert codes(SHRINKING[name]) == ["ADC0258"]


@pytest.mark.parametrize("name", OTHERS)
def test_other_loops_that_compare_are_not(name: str) -> None:
    assert codes(OTHERS[name]) == []


def test_nothing_is_said_where_nothing_of_it_is_read() -> None:
    text = SHRINKING["a width that is halved"].replace("return a", "return x[0]*s")
    assert codes(text) == []
