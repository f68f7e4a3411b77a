"""Arrays as defaults of parameters: Python makes them once, and all calls have the same one."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest

from adc.diagnostics import AdcError
from tests.lowering.harness import agree, by_python, lowered

#: Bodies of `g(v, buf=np.zeros(4))` that leave something in `buf`, directly or by another name.
CHANGED = {
    "in place": "buf += v\nreturn buf * v",
    "an element": "buf[1] = buf[0] + v[1]\nbuf[0] += 1.0\nreturn buf * v",
    "a view of it": "r = buf[::-1]\nr[:] = r + v\nreturn buf * v",
    "a reshaped view": "r = buf.reshape(2, 2).T\nr[0] += v[1]\nreturn buf * v",
    "by a helper": "add(buf[1:], v[1:])\nreturn buf * v",
    "on one path": "r = buf if v[0] > 0 else v\nr[0] += v[1]\nreturn r * v",
    "bound by a branch": "if v[0] > 0:\n    r = buf\nelse:\n    r = v.copy()\n"
    "r[0] += v[1]\nreturn r * v",
    "exchanged in a loop": "c = v.copy()\nfor t in range(3):\n    c, buf = buf, c\n"
    "    c[0] += v[1]\nreturn c * buf",
}  # fmt: skip


def program(body: str, default: str = "np.zeros(4)") -> str:
    return (
        "def add(a, v):\n    a += v\n\n"
        f"def g(v, buf={default}):\n{textwrap.indent(body, '    ')}\n\n"
        'def f(x: "float64[4]"):\n    a = g(x.copy())\n    b = g(x.copy())\n'
        "    return np.sum(a * x - 2.0 * b)\n"
    )


def refused(source: str) -> str:
    with pytest.raises(AdcError) as caught:
        lowered(source)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code


@pytest.mark.parametrize("what", sorted(CHANGED))
def test_a_default_that_a_call_changes_is_refused(what: str) -> None:
    source = program(CHANGED[what])
    (first,), _ = by_python(source, {"x": np.arange(1.0, 5.0)})
    (anew,), _ = by_python(source.replace("g(x.copy())", "g(x.copy(), np.zeros(4))"),
                           {"x": np.arange(1.0, 5.0)})  # fmt: skip
    assert first != anew
    assert refused(source) in {"ADC0239", "ADC0211"}


def test_a_default_that_is_returned_and_then_changed_is_refused() -> None:
    source = """
        def g(buf=np.zeros(4)):
            return buf

        def f(x: "float64[4]"):
            a = g()
            a += x
            return np.sum(g() * x)
    """
    assert refused(source) == "ADC0239"


def test_an_array_in_a_default_tuple_is_one_array_too() -> None:
    source = program("buf[0][1] += v[1]\nreturn buf[0] * v * buf[1]", "(np.zeros(4), 2.0)")
    assert refused(source) == "ADC0239"


@pytest.mark.parametrize(
    "body",
    ["return buf * v", "buf = buf + v\nbuf[0] = 3.0\nreturn buf", "return v[1:] * buf[:-1].sum()",
     "w = buf.copy()\nw += v\nreturn w * buf[2]"],
)  # fmt: skip
def test_a_default_that_is_read_alone_is_itself_in_every_call(body: str) -> None:
    shape = "x[1:]" if "v[1:]" in body else "x"
    source = program(body, "np.array([0.5, 0.25, 2.0, 1.0])").replace("a * x", f"a * {shape}")
    agree(source, {"x": np.array([0.7, -1.2, 0.4, 1.1])})


def test_an_array_that_is_passed_for_a_default_may_be_changed() -> None:
    source = """
        def g(v, buf=np.zeros(4)):
            buf += v
            return buf * v

        def f(x: "float64[4]"):
            b = 2.0 * x
            return np.sum(g(x, b) * x + g(x, buf=b)) + b[0]
    """
    agree(source, {"x": np.array([0.7, -1.2, 0.4, 1.1])})
