"""Where data decides whether a statement is run, sizes are checked where it is.

Each function is run by NumPy and by the interpreter at all small sizes, with data that goes all
ways: where NumPy gives a value, the program gives it, where NumPy raises an error, the call says
that the sizes do not fit, and no element outside an array is ever touched. The few that are
`CAUTIOUS` may say so where NumPy would have run, never the other way round.
"""

from __future__ import annotations

import itertools
import re
import textwrap
import warnings

import numpy as np
import pytest

from adc.interpret import run
from adc.ir.program import Program
from tests.lowering.harness import by_python, lowered

X, XY, XN = 'x: "float64[N]"', 'x: "float64[N]", y: "float64[M]"', 'x: "float64[N]", n: int'
XYN = 'x: "float64[N]", y: "float64[M]", n: int'

#: name: (parameters, body)
FUNCTIONS: dict[str, tuple[str, str]] = {
    "an element under a test of data": (X, "s = np.sum(x)\nif s > 0.9:\n    s *= x[2]\nreturn s"),
    "an element in the other arm": (
        X, "s = np.sum(x)\nif s > 0.9:\n    s = 1.0\nelse:\n    s -= x[1] * x[0]\nreturn s",
    ),
    "an element under a test of data and one of sizes": (
        XN, "s = np.sum(x)\nif s > 0.9:\n    if n > 1:\n        s *= x[2]\nreturn s",
    ),
    "an element that is never there": (
        X, "s = 1.0\nif x.shape[0] == 1:\n    s = x[1]\nelif np.sum(x) > 0.9:\n"
        "    if x.shape[0] < 3:\n        s = x[2]\nreturn s",
    ),
    "data under sizes": (
        XN, "s = np.sum(x)\nif n > 1:\n    if s > 0.9:\n        s *= x[n]\nreturn s",
    ),
    "both in one test": (XN, "s = np.sum(x)\nif n > 1 and s > 0.9:\n    s *= x[n]\nreturn s"),
    "any sign": (XN, "s = np.sum(x)\nif s > 0.9:\n    s *= x[n - 2]\nreturn s"),
    "a number on either path": (
        X, "if np.sum(x) > 0.9:\n    z = np.mean(x)\nelse:\n    z = x[1]\nreturn z * z",
    ),
    "a row of a choice": (
        X, "y = x * x[2] if np.sum(x) > 0.9 else 2.0 * x\nreturn np.sum(y * y)",
    ),
    "an array of a choice in memory": (
        XN, "y = x if np.sum(x) > 0.9 else x * x[n]\nreturn np.sum(y * y)",
    ),
    "an element that is written": (
        X, "y = np.zeros(4)\nif np.sum(x) > 0.9:\n    y[x.shape[0]] = x[2]\nreturn np.sum(y * y)",
    ),
    "a loop that data end": (
        XY, "m = int(2 * np.sum(x))\ns = 0.5\nfor i in range(m):\n    s += x[i] * y[i]\nreturn s",
    ),
    "a loop that data end, from a place on": (
        XYN, "m = int(2 * np.sum(x)) + n\ns = 0.5\nfor i in range(n, m):\n"
        "    s = s * x[i] + y[i - 1]\nreturn s * m",
    ),
    "a loop that data end, behind the axis's end": (
        XN, "m = int(np.sum(x)) + 2\ns = 0.5\nfor i in range(2, m):\n"
        "    s += x[i - n] * i\n    if s > 1:\n        s += x[i - 2]\nreturn s",
    ),
    "a loop that data end, and one of its arms": (
        XY, "m = int(2 * np.sum(x))\ns = 0.5\nfor i in range(m):\n"
        "    if s > 0.9 and y[i] > 0:\n        s += x[i]\n    s += x[0]\nreturn s",
    ),
    "a loop under a test of data": (
        XN, "s = np.sum(x)\nif s > 0.9:\n    for i in range(n):\n        s += x[i] * s\nreturn s",
    ),
    "a test of data in a loop": (
        XYN, "s = 0.0\nfor i in range(x.shape[0]):\n    if x[i] > 0.6:\n        s += x[i] * y[i]\n"
        "return s",
    ),
    "a test of data in a loop, one element": (
        XY, "s = 0.0\nfor i in range(x.shape[0]):\n    if x[i] > 0.6:\n        s += x[i] * y[2]\n"
        "return s",
    ),
    "a test of the loop": (
        XN, "s = 0.0\nfor i in range(n):\n    if i > 2:\n        s += x[i + 1]\nreturn s",
    ),
    "a test of the loop from below": (
        XN, "s = 0.0\nfor i in range(n):\n    if i < 2:\n        s += x[i + 1]\nreturn s",
    ),
    "one iteration": (
        XN, "s = 0.0\nfor i in range(n):\n    if i == 2:\n        s += x[i + 1]\nreturn s",
    ),
    "all iterations but one": (
        XN, "s = 0.0\nfor i in range(n):\n    if i != 2:\n        s += x[i]\nreturn s",
    ),
    "two loops and a band": (
        XN, "s = 0.0\nfor i in range(n):\n    for j in range(n):\n"
        "        if i - j < 2 and j - i < 2:\n            s += x[i + j]\nreturn s",
    ),
    "a triangle under a test": (
        XN, "s = 0.0\nfor i in range(n):\n    for j in range(i, n):\n        if i > 1:\n"
        "            s += x[j - i]\nreturn s",
    ),
    "every other iteration": (
        XN, "s = 0.0\nfor i in range(n):\n    if i % 2 == 0:\n        s += x[i]\nreturn s",
    ),
    "steps of two": (
        XN, "s = 0.0\nfor i in range(0, n, 2):\n    if i > 1:\n        s += x[i]\nreturn s",
    ),
    "a product of loops": (
        XN, "s = 0.0\nfor i in range(n):\n    for j in range(i):\n        s += x[i * j]\nreturn s",
    ),
    "rows laid end to end": (
        XY, "s = 0.0\nm = y.shape[0]\nfor i in range(2):\n    for j in range(m):\n"
        "        s += x[i * m + j] * y[j]\nreturn s",
    ),
    "half of an index": (XN, "s = 0.0\nfor i in range(n):\n    s += x[i // 2]\nreturn s"),
    "a square of an index": (
        XN, "s = 0.0\nfor i in range(-1, n):\n    s += x[i * i - i]\nreturn s",
    ),
    "shapes under a test of data": (
        XY, "s = np.sum(x)\nif s > 0.9:\n    s = np.sum(x * y)\nreturn s",
    ),
    "shapes under two tests of data": (
        XY,
        "s = np.sum(x)\nif s > 0.4:\n    if s < 1.5:\n        s += np.sum(x - y)\n"
        "    s *= 2.0\nreturn s",
    ),
    "parts that meet": (
        XYN, "s = 0.0\nfor i in range(n):\n    if np.sum(y) > 0.9:\n"
        "        s += np.dot(x[1:], y[:-1])\nreturn s",
    ),
    "a loop that data ends": (
        X, "s = 0.1 + np.sum(x) * 0.1\nwhile s < 1.0:\n    s = s * 2.0 + x[1]\nreturn s",
    ),
    "a loop that data ends, one element after the other": (
        X, "s = 0.0\nk = 0\nwhile s < 1.1:\n    s += x[k]\n    k += 1\nreturn s",
    ),
    "a loop that goes on until there is a result": (
        X, "s = 0.1\nwhile True:\n    s += x[1]\n    if s > 1.4:\n        break\n    s += x[2]\n"
        "return s",
    ),
    "a part that outlives such a loop": (
        X, "s = 0.1\nwhile True:\n    v = x[1:]\n    s += v[0]\n    if s > 1.4:\n        break\n"
        "return s * v[1]",
    ),
    "a loop that is left": (
        XN, "s = 0.0\nfor i in range(n):\n    s += x[i]\n    if s > 1.0:\n        break\nreturn s",
    ),
    "what follows where a loop is left": (
        XN, "s = 0.1\nfor i in range(n):\n    if s > 1.0:\n        break\n    s += x[i + 1]\n"
        "return s",
    ),
    "behind an early return": (
        X, "s = np.sum(x)\nif s > 0.9:\n    return s\nreturn s + x[1] * x[2]",
    ),
    "behind a return in a loop": (
        X,
        "s = 0.0\nfor i in range(x.shape[0]):\n    s += x[i]\n    if s > 0.9:\n"
        "        return s\nreturn s + x[2]",
    ),
    "both return one element": (
        X, "s = np.sum(x)\nif s > 0.9:\n    return x[1]\nelse:\n    return x[1]",
    ),
    "one part on both paths": (
        X, "s = np.sum(x)\nif s > 0.9:\n    v = x[1:]\nelse:\n    v = x[1:]\n    s = 2.0\n"
        "return s * v[1]",
    ),
    "a loop after what failed": (
        X, "s = np.sum(x)\nd = 0.0\nif s > 0.1:\n    d = x[0] + 0.1\n    if s > 0.4:\n"
        "        d += x[2]\nt = 0.0\nif d > 0.0:\n    while t < 3.0:\n        t += d\nreturn t",
    ),
    "loops in one another": (
        X, "s = 0.2\nt = 0.0\nwhile t < 2.0:\n    t += 0.5\n    while s < t:\n        s += x[1]\n"
        "return s * t",
    ),
    "and": (X, "s = np.sum(x)\nif s > 0.9 and x[2] > 0.5:\n    s = 1.0\nreturn s"),
    "or": (X, "s = np.sum(x)\nif s > 0.9 or x[1] > 0.5:\n    s = 1.0\nreturn s"),
    "and as a value": (X, "s = np.sum(x)\ns = (s > 0.9) and x[2]\nreturn s * 1.0"),
    "a choice": (X, "s = np.sum(x)\nreturn s * (x[2] if s > 0.9 else x[1])"),
    "a choice in a choice": (
        X, "s = np.sum(x)\nreturn s * (x[2] if s > 0.9 else x[1] if s > 0.5 else 0.5)",
    ),
    "a function": (
        X, "def late(v):\n    return v[2] * v[1]\n\n\ndef f(x):\n    s = np.sum(x)\n"
        "    return late(x) if s > 0.9 else s",
    ),
    "an assertion": (
        XN, "s = np.sum(x)\nif s > 0.9:\n    assert n > 1\n    s *= 2.0\nreturn s",
    ),
    "the largest of none": (
        X, "s = 0.0\nif np.sum(x) < 0.4:\n    s = np.max(x)\nreturn s",
    ),
    "a reshape": (
        X, "s = np.sum(x)\nif s > 0.9:\n    s = np.sum(np.sum(x.reshape(2, -1), axis=0) ** 2)\n"
        "return s",
    ),
    "a choice of arrays": (XY, "s = np.sum(x)\nreturn np.sum(x * y if s > 0.9 else x)"),
}  # fmt: skip
#: What is only looked at where it is chosen is asked for as if it always were.
CAUTIOUS = {"a choice of arrays", "both return one element"}
DRAWS = 6


def source_of(name: str) -> str:
    parameters, body = FUNCTIONS[name]
    if body.startswith("def "):
        return body.replace("def f(x)", f"def f({parameters})")
    return f"def f({parameters}):\n{textwrap.indent(body, '    ')}"


def names_of(parameters: str) -> list[str]:
    found = sorted(set(re.findall(r"\b[A-Z]\b(?=[,\]])", parameters)))
    return found + ["n"] * ("n: int" in parameters)


def numpy_gives(text: str, given: dict[str, object]) -> float | None:
    """What the text returns; None where it raises what a misfit raises."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return float(by_python(text, given)[0][0])
    except (ValueError, IndexError, AssertionError):
        return None


def program_gives(program: Program, numbers: dict[str, int], given: dict[str, object]) -> object:
    inputs = {n: v for n, v in given.items() if n in program.by_name}
    try:
        found = run(program, {n: numbers[n] for n in program.symbols}, inputs)
    except ValueError:
        return None
    return float(found[program.returns[0]])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_numpy_runs_just_where_the_program_does(name: str) -> None:
    parameters, text = FUNCTIONS[name][0], source_of(name)
    program = lowered(text)
    rng = np.random.default_rng(11)
    seen: set[bool] = set()
    for values in itertools.product(range(5), repeat=len(names_of(parameters))):
        numbers = dict(zip(names_of(parameters), values, strict=True))
        for _ in range(DRAWS):
            given: dict[str, object] = {"n": numbers["n"]} if "n" in numbers else {}
            for array, size in re.findall(r'(\w): "float64\[(\w)\]"', parameters):
                given[array] = rng.uniform(0.1, 0.9, numbers[size])
            wanted = numpy_gives(text, given)
            found = program_gives(program, numbers, given)
            seen.add(wanted is None)
            if found is None and wanted is not None:
                stretched = 1 in (len(v) for v in given.values() if isinstance(v, np.ndarray))
                assert name in CAUTIOUS or ("M" in numbers and stretched), (numbers, given)
                continue
            assert (found is None) == (wanted is None), (numbers, given)
            assert wanted is None or found == pytest.approx(wanted, rel=1e-13), (numbers, given)
    assert seen == {True, False}
