"""Relations of sizes are asked for where the statement that needs them is run, and only there.

Each function is run by NumPy and by the interpreter at all small sizes, 0 and 1 among them: where
NumPy runs, so does the program, with the same value; where NumPy fails, the call is refused. What
alone may be refused beyond that is what would stretch a size that happens to be 1.
"""

from __future__ import annotations

import itertools
import re
import textwrap
import warnings
from typing import Any

import numpy as np
import pytest

from adc.interpret import run
from adc.ir.relations import alternatives
from tests.lowering.harness import by_python, lowered

X, XY, XN = 'x: "float64[N]"', 'x: "float64[N]", y: "float64[M]"', 'x: "float64[N]", n: int'
XYN = 'x: "float64[N]", y: "float64[M]", n: int'

#: name: (parameters, body, what is assumed)
FUNCTIONS: dict[str, tuple[str, str, list[str]]] = {
    "shapes under a test of sizes": (
        XYN, "s = 0.0\nif n > 0:\n    s = np.sum(x * y)\nreturn s",
        ["N == M or n <= 0"],
    ),
    "shapes in the other branch": (
        XYN, "s = 0.0\nif n > 2:\n    s = 1.0\nelse:\n    s = np.sum(x * y)\nreturn s",
        ["N == M or n >= 3"],
    ),
    "shapes in a loop without trips": (
        XYN, "s = 0.0\nfor i in range(n):\n    s += np.sum(x * y)\nreturn s",
        ["N == M or n <= 0"],
    ),
    "shapes in an outer loop without trips": (
        XYN,
        "s = 0.0\nfor i in range(n):\n    for j in range(2):\n        s += np.sum(x * y)\nreturn s",
        ["N == M or n <= 0"],
    ),
    "shapes in a loop and behind it": (
        XYN, "s = 0.0\nfor i in range(n):\n    s += np.sum(x * y)\nreturn s + np.sum(x - y)",
        ["N == M"],
    ),
    "shapes after an early return": (
        XYN, "if n == 2:\n    return 0.0\nreturn np.sum(x * y)",
        ["N == M or n == 2"],
    ),
    "an element after an early return": (
        X, "if x.shape[0] < 2:\n    return 0.0\nreturn x[1] * x[0]", [],
    ),
    "an element where sizes are equal": (
        XN, "s = 1.0\nif n == 3:\n    s = x[3]\nreturn s", ["N >= 4 or n >= 4 or n <= 2"],
    ),
    "an element under two tests": (
        XN, "s = 1.0\nif n > 1 and n < 4:\n    s = x[2]\nreturn s",
        ["N >= 3 or n >= 4 or n <= 1"],
    ),
    "an element under one of two tests": (
        XN, "s = 1.0\nif n < 1 or n == 3:\n    s = x[0]\nreturn s", [""],
    ),
    "the rest of a chain": (
        XN, "s = 1.0\nif 1 < n < 9 * x[1]:\n    s = x[0]\nreturn s", ["N >= 2 or n <= 1"],
    ),
    "the rest of a chain that has stopped": (
        X, "s = 1.0\nif 1 > 2.0 < np.max(x):\n    s = x[0]\nreturn s", [],
    ),
    "an element in one iteration": (
        X, "s = 0.0\nfor t in range(3):\n    if t == 0:\n        s = s + x[1]\nreturn s",
        ["N >= 2"],
    ),
    "an element in an iteration that is never made": (
        XN, "s = 0.0\nfor t in range(n):\n    if t == 3:\n        s = s + x[1]\nreturn s",
        ["N >= 2 or n <= 3"],
    ),
    "neighbours under tests of the loop": (
        X,
        "s = 0.0\nfor i in range(x.shape[0]):\n    if i > 0:\n        s += x[i - 1] * x[i]\n"
        "    if i < x.shape[0] - 1:\n        s += x[i + 1]\nreturn s", [],
    ),
    "the first one in a loop over all": (
        X, "s = 0.0\nfor i in range(x.shape[0]):\n    s += x[i] * x[0]\nreturn s", [],
    ),
    "rows of nothing": (
        'A: "float64[N, M]"',
        "s = 0.0\nfor i in range(A.shape[0]):\n    s += np.sum(A[i] * A[0]) * A[-1, -1]\nreturn s",
        ["M >= 1 or N <= 0"],
    ),
    "slices of nothing": (
        X, "N = x.shape[0]\nreturn np.sum(x[2:] * x[:N - 2]) + np.sum(x[1:N] - x[0:N - 1])", [],
    ),
    "assigned slices of nothing": (
        X, "y = np.zeros_like(x)\ny[1:-1] = x[2:] - x[:-2]\nreturn np.sum(y * x)", [],
    ),
    "a product under a test": (
        'A: "float64[N, M]", v: "float64[K]"',
        "s = 0.0\nif A.shape[0] > 0:\n    s = np.sum(A @ v)\nreturn s",
        ["M == K or N <= 0"],
    ),
    "the second of two tests that have a part in common": (
        'x: "float64[N]", n: int, k: int',
        "s = 1.0\nif n > 0 and k > 2:\n    s = 2.0\nelif n > 0:\n    s = x[2]\nreturn s",
        ["N >= 3 or k >= 3 or n <= 0"],
    ),
    "a helper that is not called": (
        XYN, "s = 0.0\nif n > 1:\n    s = np.dot(x, y) + x[n]\nreturn s",
        ["N == M or n <= 1", "N >= n + 1 or n <= 1"],
    ),
    "one of two that an assertion leaves open": (
        XN,
        "s = 0.0\nfor i in range(len(x)):\n    assert max(i - n, 2 - i) >= 0\n"
        "    if i <= 2:\n        s += x[i]\n    else:\n        s += x[i]**2\nreturn s",
        [""],
    ),
}  # fmt: skip


def arguments(parameters: str, sizes: dict[str, int]) -> dict[str, Any]:
    rng = np.random.default_rng(7)
    found: dict[str, Any] = {}
    for name, kind in re.findall(r'(\w+): ("[^"]*"|int)', parameters):
        shape = [sizes[s.strip()] for s in kind[kind.find("[") + 1 : -2].split(",") if "[" in kind]
        found[name] = sizes[name] if kind == "int" else rng.uniform(0.1, 0.9, shape)
    return found


def outcome(call: Any) -> float | None:
    """What the call gives; None where it fails as NumPy does, or for its sizes."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return float(call())
    except (ValueError, IndexError, AssertionError):
        return None


@pytest.mark.parametrize("name", FUNCTIONS)
def test_numpy_runs_where_the_program_does(name: str) -> None:
    parameters, body, expected = FUNCTIONS[name]
    text = f"def f({parameters}):\n{textwrap.indent(body, '    ')}"
    program = lowered(text)
    told = [
        " or ".join(f"{a} {relation} {b}" for a, relation, b in alternatives(assumption))
        for assumption in program.assumptions
    ]
    if expected != [""]:
        assert told == expected
    names = sorted(set(re.findall(r"\b[A-Z]\b(?=[,\]])", parameters)))
    names += re.findall(r"(\w+): int", parameters)
    refused = 0
    for values in itertools.product(range(5), repeat=len(names)):
        sizes = dict(zip(names, values, strict=True))
        given = arguments(parameters, sizes)
        wanted = outcome(lambda given=given: by_python(text, given)[0][0])
        inputs = {n: v for n, v in given.items() if n in program.by_name}
        numbers = {n: sizes[n] for n in program.symbols}
        found = outcome(lambda i=inputs, k=numbers: run(program, k, i)[program.returns[0]])
        if wanted is not None and found is None:
            assert 1 in (given[a].size for a in inputs), sizes
            refused += 1
            continue
        assert (found is None) == (wanted is None), sizes
        assert wanted is None or found == pytest.approx(wanted, rel=1e-13), sizes
    assert refused < 5 ** len(names) / 2
