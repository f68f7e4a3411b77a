"""Lists that grow until data end a loop, of which the last items and the length are asked."""

from __future__ import annotations

import numpy as np
import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.interpret import run
from tests.lowering.harness import agree, by_python, lowered

KERNELS = {
    "the last two": """
    def f(x: "float64[N]", t: float):
        h = []
        y = x * 1.0
        while len(h) < 2 or abs(h[-1] - h[-2]) > t:
            y = 0.5 * (y + 1.5 / y)
            h.append(np.sum(y * y))
        return h[-1] * len(h) + np.sum(y)
    """,
    "begun with three": """
    def f(x: "float64[N]", t: float):
        h = [3.0, np.sum(x), 5.0]
        y = x * 1.0
        while abs(h[-1] - h[-3]) > t:
            y = 0.5 * (y + x / y)
            h.append(np.sum(y * y) + 0.1 * h[-2])
        return h[-1] + h[-2] * h[-3] - len(h)
    """,
    "appended where data say": """
    def f(x: "float64[N]", t: float):
        h = [x[0]]
        for i in range(1, x.shape[0]):
            if x[i] > h[-1]:
                h.append(x[i] * t)
        return h[-1] * len(h)
    """,
    "a list of arrays": """
    def f(x: "float64[N]", t: float):
        path = [x.copy()]
        for k in range(30):
            y = path[-1] - 0.2 * np.sin(path[-1])
            path.append(y)
            if np.sum(np.abs(path[-1] - path[-2])) < t:
                break
        return path[-1] * len(path)
    """,
    "a list that the caller has no use for": """
    def g(x, t):
        h = []
        e = 1.0
        while e > t:
            x = x * 0.5
            e = np.max(np.abs(x))
            h.append(e)
        return x, h


    def f(x: "float64[N]", t: float):
        y, _ = g(x, t)
        return y * x
    """,
    "begun again": """
    def f(x: "float64[N]", t: float):
        h = [1.0, 2.0]
        y = x * 1.0
        while y[0] > t:
            y = y * 0.5
            h.append(y[0])
        s = len(h)
        h = []
        while y[1] > 0.1 * t:
            y = y * 0.5
            h.append(y[0])
        return np.sum(y) * len(h) + s
    """,
}


@pytest.mark.parametrize("name", KERNELS)
def test_the_last_items_and_the_length(name: str) -> None:
    program = None
    for t in (0.05, 0.4):
        for n in (2, 5):
            x = np.linspace(1.0, 2.0, n)
            program = agree(KERNELS[name], {"x": x, "t": t}, program)


RETURNED = {
    "at the end": ("    return y, h", "h"),
    "as an array": ("    return y, np.array(h)", "h"),
    "early": ("        if e < 2 * t:\n            return y * 3, h\n    return y, h", "h"),
}


@pytest.mark.parametrize("name", RETURNED)
def test_lists_that_are_returned_are_left_out(name: str) -> None:
    ending, listed = RETURNED[name]
    source = f"""
def f(x: "float64[N]", t: float):
    h = []
    y = x
    e = 1.0
    while e > t:
        y = y * 0.5
        e = np.max(np.abs(y))
        h.append(e)
{ending}
"""
    warnings: list[Diagnostic] = []
    program = lowered(source, warnings)
    arguments = {"x": np.array([1.0, -3.0]), "t": 0.3}
    (wanted, _), _ = by_python(source, arguments)
    found = run(program, {"N": 2}, arguments)
    assert len(program.returns) == 1
    assert found[program.returns[0]] == pytest.approx(wanted)
    assert [w.code for w in warnings] == ["ADC0126"]
    assert f"`{listed}`" in warnings[0].message


REFUSED = [
    ("h = []", "    y = y * h[-1]", "return y"),  # an item that there may not be
    ("h = [1.0]", "    y = y * h[-2]", "return y"),
    ("h = []", "", "return np.sum(h)"),
    ("h = []", "", "return y, h, t"),
    ("h = []", "", "return h"),
    ("h = []\ng = h", "", "return y * len(g)"),
    ("h = [1.0]", "    h[0] = 2.0", "return y * h[-1]"),
    ("h = []", "    if y[0] < 0.2:\n        break", "return y * h[-1]"),
    ("h = []\nlen = lambda a: 2.0", "", "return y * len(h)"),
]


@pytest.mark.parametrize(("before", "inside", "after"), REFUSED)
def test_refuses_what_is_not_kept(before: str, inside: str, after: str) -> None:
    lines = [*before.split("\n"), "y = x", "e = 1.0", "while e > t:", *inside.split("\n"),
             "    y = y * 0.5", "    e = np.max(np.abs(y))", "    h.append(e)", after]  # fmt: skip
    body = "\n".join("    " + line for line in lines)
    with pytest.raises(AdcError):
        lowered(f'def f(x: "float64[N]", t: float):\n{body}\n')
