"""Numbers and arrays that are integers on one path: NumPy cuts off what an array of theirs takes.

The reference is the original on the path of integers, where it gives something else than it does
with `0.0` for `0`.
"""

from __future__ import annotations

import numpy as np
import pytest

from adc.diagnostics import AdcError
from tests.lowering.harness import agree, by_python, lowered

X = np.array([0.7, 1.3, 2.1])

CUT_OFF = {
    "an array that a loop makes floating": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k):
                c = c*x[0]
            c[0] = x[0]*x[1]
            return np.sum(c)
    """,
    "its first element, added to": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k):
                c = c*x[0]
            c[0] += x[0]*x[1]
            return np.sum(c)
    """,
    "the first step of the loop alone": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k + 1):
                c[i] = x[0]*x[1]
                c = c*x[0]
            return np.sum(c)
    """,
    "a branch": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            if k > 0:
                c = c + x
            c[1:] = x[:2]*x[0]
            return np.sum(c)
    """,
    "a copy": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k):
                c = c + x
            d = c.copy()*2
            d[:] = x
            return np.sum(d)
    """,
    "filled with a number": """
        def f(x: "float64[N]", k: int):
            s = 0
            for i in range(k):
                s += x[i]
            a = np.full(3, s)
            a.fill(x[0])
            return np.sum(a)
    """,
    "a list of numbers": """
        def f(x: "float64[N]", k: int):
            s = 0
            if k > 0:
                s = x[0]
            a = np.array([s, s*2, 3])
            a[2] = x[1]
            return np.sum(a)
    """,
    "the number of a number": """
        def f(x: "float64[N]", k: int):
            s = 0
            while s < k:
                s = s + x[2]
            t = 2*s + 1
            a = np.array([t, t])
            a[0] = x[1]
            return np.sum(a)
    """,
    "the type alone": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k):
                c = c + x
            d = np.zeros_like(c)
            d[:] = x
            return np.sum(d)
    """,
    "a reciprocal, which is rounded": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k):
                c = c + x
            return np.sum(np.reciprocal(c + 2)*x)
    """,
    "the product of its elements": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k):
                c = c + x
            d = np.full(2, np.prod(c) + 1)
            d[0] = x[0]
            return np.sum(d)
    """,
    "products along an axis": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k):
                c = c + x
            d = np.prod(c.reshape(3, 1), axis=1)
            d[0] = x[0]
            return np.sum(d)
    """,
    "a boolean that becomes a number": """
        def f(x: "float64[N]", k: int):
            s = 1 > 2
            for i in range(k):
                s = s*x[0]
            a = np.full(3, s)
            a[0] = 2
            return np.sum(a)
    """,
    "an array of booleans": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, False)
            if k > 0:
                c = np.arange(3)
            c[1] = 5
            return np.sum(c*x)
    """,
    "joined": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 0)
            for i in range(k):
                c = c + x
            d = np.concatenate((c, np.arange(2)))
            d[4] = x[0]
            return np.sum(d)
    """,
}


@pytest.mark.parametrize("what", CUT_OFF)
def test_what_would_be_cut_off_on_one_path_is_refused(what: str) -> None:
    source = CUT_OFF[what]
    with pytest.raises(AdcError) as caught:
        lowered(source)
    assert caught.value.diagnostics[0].code == "ADC0214"
    # Python does cut off, and what the message advises is accepted and right.
    arguments = {"x": X, "k": 0}
    advised = source.replace("np.full(3, 0)", "np.full(3, 0.0)").replace("s = 0\n", "s = 0.0\n")
    advised = advised.replace("s = 1 > 2", "s = 0.0").replace("np.full(3, False)", "np.zeros(3)")
    advised = advised.replace("np.arange(3)", "np.arange(3.0)")
    assert by_python(source, arguments)[0] != by_python(advised, arguments)[0]
    for k in range(3):
        agree(advised, {"x": X, "k": k})


NOT_CUT_OFF = {
    "floating by another item": """
        def f(x: "float64[N]", k: int):
            s = 0
            for i in range(k):
                s += x[i]
            a = np.array([s, 0.5])
            a[0] = x[0]
            return np.sum(a*a)
    """,
    "by a quotient": """
        def f(x: "float64[N]", k: int):
            s = 0
            for i in range(k):
                s += x[i]
            s = s/3
            a = np.full(3, s)
            a[0] = x[0]
            return np.sum(a*a)
    """,
    "by its own word": """
        def f(x: "float64[N]", k: int):
            s = 0
            for i in range(k):
                s += x[i]
            a = np.full(3, s, dtype=float)
            a[0] = x[0]
            b = np.array([s, s]).astype(np.float64)
            b += x[1]
            d = np.full(2, float(s))
            d[0] = x[2]*np.sum(b)
            c = np.array([s, 1], dtype=np.float64)
            c *= 0.3
            return np.sum(a*a)*np.sum(d)*np.sum(c)
    """,
    "stored in floating elements": """
        def f(x: "float64[N]", k: int):
            s = 0
            for i in range(k):
                s += x[i]
            a = np.zeros(3)
            a[0] = s
            a[1] = x[0]
            a += s*x
            return np.sum(a*a)
    """,
    "integers stored in integers": """
        def f(x: "float64[N]", k: int):
            c = np.full(3, 2)
            for i in range(k):
                c = c*x
            c[0] = 4
            c[1] = c[2]*3
            c += 1
            return np.sum(c*x)
    """,
}


@pytest.mark.parametrize("what", NOT_CUT_OFF)
def test_nothing_else_is_refused(what: str) -> None:
    for k in range(3):
        agree(NOT_CUT_OFF[what], {"x": X, "k": k})
