"""What loops leave behind, and arrays taken apart: against CPython."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.lowering.harness import agree

SOURCES: dict[str, tuple[str, dict[str, Any]]] = {
    "an array of three": (
        """
        def f(x: "float64[3]"):
            a, b, c = x
            x[0] = 5.0
            return a * b + c + x[0]
        """,
        {"x": [1.5, 2.5, 3.5]},
    ),
    "elements that are exchanged": (
        """
        def f(x: "float64[2]"):
            x[0], x[1] = x[::-1]
            return x[0] - 3 * x[1]
        """,
        {"x": [1.5, 2.5]},
    ),
    "rows are parts of the array": (
        """
        def f(A: "float64[2, 3]"):
            a, b = A
            a[0] = 7.0
            b[:] = a
            return np.sum(A)
        """,
        {"A": [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]},
    ),
    "rows that are overwritten one after the other": (
        """
        def f(A: "float64[2, 3]"):
            A[0], A[1] = A[::-1]
            return np.sum(A * A[0])
        """,
        {"A": [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]},
    ),
    "a loop's variable that had a value": (
        """
        def f(x: "float64[3]", n: int):
            i = 2
            s = 0.0
            for i in range(1, n):
                s += x[i]
            return s + x[i] * i
        """,
        {"x": [1.5, 2.5, 3.5], "n": 1},
    ),
    "backwards": (
        """
        def f(x: "float64[3]", n: int):
            i = 1
            s = 0.0
            for i in range(n, 0, -2):
                s += x[i]
            return s + x[i] * i
        """,
        {"x": [1.5, 2.5, 3.5], "n": 0},
    ),
    "only return ends the loop": (
        """
        def f(x: float):
            while True:
                x = 0.5 * x
                if x < 1:
                    return x
        """,
        {"x": 7.3},
    ),
    "one of two returns ends the loop": (
        """
        def f(x: "float64[3]", n: int):
            k = 0
            while 1:
                k += 1
                x[0] = x[0] * x[1]
                if x[0] > 30:
                    return x[0], 2 * x[0]
                if k > n:
                    return x[1], x[2]
        """,
        {"x": [1.5, 2.5, 3.5], "n": 1},
    ),
}


@pytest.mark.parametrize("name", SOURCES)
@pytest.mark.parametrize("n", [0, 1, 2])
def test_as_cpython_has_it(name: str, n: int) -> None:
    source, given = SOURCES[name]
    arguments = {k: v if isinstance(v, float) else np.array(v) for k, v in given.items()}
    if "n" in arguments:
        arguments["n"] = n
    agree(source, arguments)
