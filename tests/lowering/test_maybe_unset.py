"""Names that some paths set and others do not, against Python itself."""

from __future__ import annotations

import numpy as np
import pytest

from adc.diagnostics import AdcError
from adc.interpret import run
from tests.lowering.harness import agree, lowered

KERNELS = {
    "under the same condition": """
    def f(x: "float64[N]", t: float):
        if t > 0.5:
            y = np.sin(x)
            c = 2.0
        s = np.sum(x)
        if t > 0.5:
            s = s + np.sum(y * y) * c
        return s
    """,
    "tuples": """
    def f(x: "float64[N]", t: float):
        if t > 0.5:
            p = (x * 2, t)
        if t > 0.5:
            a, b = p
            return a * b
        return x
    """,
    "positions": """
    def f(x: "float64[N]", t: float):
        if t > 0.5:
            k = 1
        elif t > 0.2:
            k = 2
        return x[k] * x[0]
    """,
    "in some iterations": """
    def f(x: "float64[N]", t: float):
        for i in range(3):
            if x[i] > 4 * t:
                continue
            y = x * (i + 2)
        return y
    """,
    "behind an early return": """
    def f(x: "float64[N]", t: float):
        for i in range(3):
            if x[i] > t + 1:
                return x
            w = x * 2
        return w
    """,
}


@pytest.mark.parametrize("name", KERNELS)
def test_names_that_are_set_where_they_are_read(name: str) -> None:
    program = None
    for t in (0.3, 0.7):
        program = agree(KERNELS[name], {"x": np.linspace(0.2, 2.1, 4), "t": t}, program)


RAISING = [
    "if t > 0.5:\n        y = x * 1.0\n    return np.sum(y)",
    "if t > 0.5:\n        y = x * 1.0\n    y[0] = 2.0\n    return y",
    "if t > 0.5:\n        y = x * 1.0\n    y += x\n    return y",
    "for i in range(2):\n        if t > 0.5:\n            y = x * i\n    return y",
    "if t > 0.5:\n        y = t * 1.0\n    q = y if t > 0.2 else 1.0\n    return q * np.sum(x)",
]


@pytest.mark.parametrize("body", RAISING)
def test_raises_as_python_does(body: str) -> None:
    source = f'def f(x: "float64[N]", t: float):\n    {body}\n'
    x = np.array([0.5, 2.0])
    program = agree(source, {"x": x, "t": 0.7})
    (flag,) = (c for c in program.containers if c.raises)
    assert flag.raises[0].exception == "UnboundLocalError"
    assert run(program, {"N": 2}, {"x": x, "t": 0.3})[flag.name] == flag.raises[0].code
    assert run(program, {"N": 2}, {"x": x, "t": 0.7})[flag.name] == 0


REFUSED = [
    ("if t > 0.5:\n        y = t\n    return x * (t if t < 0.5 else y)", "ADC0224"),
    ("if t > 0.5:\n        y = t\n    return t > 0.5 and y > 1", "ADC0224"),
    ("if t > 0.5:\n        y = t\n    f = lambda: y\n    return f()", "ADC0224"),
    ("if t > 0.5:\n        y = x\n    x[0] = 3.0\n    return np.sum(y)", "ADC0211"),
    (
        "if t > 0.5:\n        y = t\n    elif t > 0.2:\n        y = x\n    return np.sum(y)",
        "ADC0212",
    ),
]


@pytest.mark.parametrize(("body", "code"), REFUSED)
def test_refuses_what_may_go_unread(body: str, code: str) -> None:
    with pytest.raises(AdcError) as caught:
        lowered(f'def f(x: "float64[N]", t: float):\n    {body}\n')
    assert caught.value.diagnostics[0].code == code


G = "def g(v):\n    if v > 0.5:\n        return v * v\n"
NONE_IN_ARITHMETIC = [
    "return g(t) * np.sum(x)",
    "y = x.copy()\n    y[0] += g(t)\n    return y",
    "for v in x:\n        t += g(t)\n    return t",
    "return x if g(t) < 3.0 else 2.0 * x",
    "return -g(t) + x",
]
NOT_COME_TO = [
    "return x * (g(t) + 1.0 if t > 0.5 else t)",
    "return x if t > 0.5 and g(t) < 3.0 else 2.0 * x",
    "return x if t < 0.5 or g(t) * 2.0 < 3.0 else 2.0 * x",
    "while t > 0.5 and g(t) < 0.6:\n        t = t - g(t) * 0.5\n    return x * t",
    "return sum(v * g(v) for v in x if v > 0.5) * t",
    "if t > 0.5:\n        t = t * g(t)\n    return x * t",
]


@pytest.mark.parametrize("body", NONE_IN_ARITHMETIC)
def test_none_in_arithmetic_is_an_error(body: str) -> None:
    source = f'{G}def f(x: "float64[N]", t: float):\n    {body}\n'
    x = np.array([0.5, 2.0])
    program = agree(source, {"x": x, "t": 0.7})
    (flag,) = (c for c in program.containers if c.raises)
    assert flag.raises[0].exception == "TypeError"
    assert run(program, {"N": 2}, {"x": x, "t": 0.3})[flag.name] == flag.raises[0].code
    assert run(program, {"N": 2}, {"x": x, "t": 0.7})[flag.name] == 0


@pytest.mark.parametrize("body", NOT_COME_TO)
def test_none_that_no_arithmetic_comes_to_is_no_error(body: str) -> None:
    source = f'{G}def f(x: "float64[N]", t: float):\n    {body}\n'
    x, program = np.array([0.5, 2.0]), None
    for t in (0.3, 0.7):
        program = agree(source, {"x": x, "t": t}, program)
        (flag,) = (c for c in program.containers if c.raises)
        assert run(program, {"N": 2}, {"x": x, "t": t})[flag.name] == 0
