"""Deep nests of loops: no pass may look at the inside of a loop twice for each loop around it."""

from __future__ import annotations

import numpy as np

from adc.interpret import run
from tests.lowering.harness import by_python, lowered, sizes_of


def nest(depth: int) -> str:
    lines = ["def deep(n: int, x: 'float64[N]'):", "    s = 0.0"]
    lines += [f"{'    ' * (d + 1)}for i{d} in range(n):" for d in range(depth)]
    lines += [f"{'    ' * (depth + 1)}s += x[0] * x[1]", "    return s"]
    return "\n".join(lines) + "\n"


def test_forty_loops() -> None:
    """CPython allows for 20 blocks inside one another, adc for more."""
    source = nest(40)
    x = np.array([0.5, 3.0])
    program = lowered(source)
    by_rule, _ = by_python(nest(19), {"n": 1, "x": x})
    found = run(program, sizes_of(program, {"n": 1, "x": x}), {"x": x})
    assert found[program.returns[0]] == by_rule[0]


def test_values_carried_through_eleven_loops() -> None:
    source = nest(11).replace("s += x[0] * x[1]", "s = 0.5 * s + x[0]")
    x = np.array([0.5, 3.0])
    program = lowered(source)
    wanted, _ = by_python(source, {"n": 2, "x": x})
    found = run(program, sizes_of(program, {"n": 2, "x": x}), {"x": x})
    assert found[program.returns[0]] == wanted[0]
