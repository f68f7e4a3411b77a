"""Results by the key or field that holds them in what the function returns, or their variable."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from adc.differentiate.targets import dependents
from adc.ir.program import Program
from tests.readings.reference import lowered
from tests.readings.table import Reading

HEAD = """
import numpy as np
from dataclasses import dataclass
@dataclass
class Out:
    y: float
    z: np.ndarray
    note: str = "a"
def f(x: "float64[N]", s: float):
"""


def program_of(body: str) -> Program:
    return lowered(Reading(HEAD + "".join(f"    {line}\n" for line in body.split("\n"))))


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("return {'total': s * np.sum(x), 'peak': np.max(x) * s}", ["total", "peak"]),
        ("y = s * s\nreturn {'y': s + 1.0, 'z': y}", ["y", "z"]),
        ("out = {}\nout['a'] = s * s\nout['b'] = x * s\nreturn out", ["a", "b"]),
        ("return dict(a=s * s, b=x * s)", ["a", "b"]),
        ("return {'label': 'k', 'a': s * s, 'b': x * s}", ["a", "b"]),
        ("return Out(s * s, x * s)", ["y", "z"]),
        ("return {'x': x * s, 's': s * s}", ["x", "s"]),
        ("F = x / s\nF = F * s\nreturn F, s * s, F[0]", ["F"]),
        ("x = x * s\ny = x[0]\nreturn y, x", ["y", "x"]),
        ("if s > 1:\n    y = x * s\nelse:\n    y = x * x\nreturn s * s, y", ["return_0", "y"]),
    ],
)
def test_names_are_places(body: str, names: list[str]) -> None:
    program = program_of(body)
    assert dependents(program, tuple(names)) == program.returns[: len(names)]
    for place, name in enumerate(names):
        assert dependents(program, (name,)) == dependents(program, (f"return_{place}",))


@pytest.mark.parametrize(
    ("body", "name", "said"),
    [
        ("return {'a': s * s, 'b': x * s}", "c", "`c` is no result"),
        ("x *= s\nreturn {'x': s * s, 'y': x}", "x", "holds another `x`"),
        ("return {'a': s * s}, s", "a", "`a` is no result"),
        ("return {'a': (s * s, s)}", "a", "`a` is no result"),
        ("if s > 1:\n    y = x * s\n    return y, s\nz = x * x\nreturn z, s", "y", "`y` is no"),
    ],
)
def test_names_that_are_none(body: str, name: str, said: str) -> None:
    with pytest.raises(AdcError, match=said) as caught:
        dependents(program_of(body), (name,))
    assert caught.value.diagnostics[0].code == "ADC0303"


def test_help_names_them() -> None:
    with pytest.raises(AdcError) as caught:
        dependents(program_of("return {'a': s * s, 'b': x * s}"), ())
    [told] = caught.value.diagnostics
    assert told.help == "choose among `a`, `b`, `return_0`, `return_1`"


def test_arguments_keep_their_names() -> None:
    program = program_of("x[0] = s * s\nx = x * s\nreturn x, s * s")
    assert dependents(program, ("x",)) == ("x",) != dependents(program, ("return_0",))
