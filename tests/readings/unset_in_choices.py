"""Names that some paths do not set, in conditional expressions."""

from __future__ import annotations

from tests.readings.table import HEADER, text

_TEXTS = (
    (
        """
def f(a: "float64[3]", b: "float64[3]"):
    betmn = 1.0e20
    for i in range(3):
        if b[i] > 0.01 and b[i] < betmn:
            betmn = b[i]
            jmn = i
            jsol = False
        elif b[i] < 0.01 and a[i] < betmn:
            betmn = a[i]
            jmn = i
            jsol = True
    cc = betmn if jsol else a[jmn] * b[jmn]
    return cc
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    betmn = 1.0e20
    for i in range(len(a)):
        if b[i] > 0.01 and b[i] < betmn:
            betmn = b[i]
            jsol = False
        elif b[i] < 0.01 and a[i] < betmn:
            betmn = a[i]
            jsol = True
    cc = betmn if jsol else a[0] * b[1]
    return cc
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    betmn = 1.0e20
    for i in range(len(a)):
        if b[i] > 0.01 and b[i] < betmn:
            betmn = b[i]
            jmn = i
        elif b[i] < 0.01 and a[i] < betmn:
            betmn = a[i]
            jmn = i
    return a[jmn] * betmn
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 0.01:
            jsol = False
        else:
            jsol = True
    cc = 2.0 if jsol else a[0] * b[1]
    return cc
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 100.0:
            jsol = False
    return a[0] * 2 if len(a) > 1 or jsol else b[0]
""",
        "ADC0224",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 100.0:
            s = 2.0
    return a[0] * 2 if a[0] < 10 else s
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 0.1:
            s = 2.0 * i
    r = (s and a[0]) + (3.0 if s > 1.0 else b[0])
    return r
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 0.1:
            s = b[i]
    if s > 0.2 and a[0] > 0.1:
        return s * a
    return a
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    r = 0.0
    for i in range(len(a)):
        if b[i] > 0.1 and i > 0:
            s = b[i]
        if i > 0:
            r += 1.0 if s > 0.2 else a[i]
    return r * s
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 0.1:
            s = i
    k = a[s] if a[0] > 0.5 else (b[s] if a[1] > 0.6 else 1.0)
    return k * a
""",
        "ADC0224",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 0.1:
            s = b[i]
        q = s if i > 0 else 0.0
        s = q + 1.0 if i > 1 else s
    return a * s * q
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 100.0:
            s = b[i]
    return s if a[0] > 100 else 2 * a[0]
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 100.0:
            s = 3
    k = s if a[0] > 100 else 2
    return k / 4 * a + k // 3
""",
        "",
    ),
    (
        """
def f(a: "float64[n]", b: "float64[n]"):
    for i in range(len(a)):
        if b[i] > 0.0:
            s = 3
    k = s if a[0] > 0 else 2.5
    return k * a + (k // 2)
""",
        "",
    ),
)

READINGS = [
    text(source if "import numpy" in source else HEADER + source, code) for source, code in _TEXTS
]
