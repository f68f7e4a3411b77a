"""What a generated function makes of null pointers and of integers at the ends of their range."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.options import Request
from tests.hostile.calls import fault

KERNELS = {
    "time_loop": (
        {"T": 3, "N": 5},
        """
def f(T: int, x: "float64[N]"):
    for t in range(T):
        for i in range(1, x.shape[0] - 1):
            x[i] = np.sin(x[i - 1]) * x[i + 1] + t
    return np.sum(x * x)
""",
    ),
    "products_of_integers": (
        {"T": 3, "M": 2, "N": 5},
        """
def f(T: int, M: int, x: "float64[N]", y: "float64[N, M]"):
    s = 0.0
    for i in range(x.shape[0]):
        for j in range(M):
            s += x[i] * y[i, j] * y[i, j]
    return s * (T * T * 3 - M) * (T - 5)
""",
    ),
    "bounds_and_subscripts": (
        {"T": 9, "n": 3, "N": 10},
        """
def f(T: int, n: int, x: "float64[N]"):
    for t in range(T - 1, n, -2):
        x[:] = np.sin(x) * t
    if n > 2:
        x[n // 2] = x[n] * x[2 * n - 1]
    for i in range(n, T):
        x[i] = x[i] * x[i]
    return np.sum(x)
""",
    ),
    "extents": (
        {"n": 3, "m": 2, "N": 5},
        """
def f(n: int, m: int, x: "float64[N]"):
    a = np.zeros((2 * n + m, n * m))
    for i in range(2 * n + m):
        for j in range(n * m):
            a[i, j] = x[0] * i * x[1] + j
    return np.sum(a * a) + np.sum(x)
""",
    ),
    "while_loop": (
        {"n": 4, "N": 5},
        """
def f(n: int, x: "float64[N]", c: float):
    k = 0
    while k < n and x[0] < 100.0:
        x[:] = x * x + c
        k += 1
    return np.sum(x)
""",
    ),
    "scalars_alone": ({}, "\ndef f(x: float, y: float):\n    return x * np.exp(y)\n"),
    "branches": (
        {"n": 4, "m": 3, "N": 5},
        """
def f(n: int, m: int, x: "float64[N]"):
    if n + m > 3:
        for i in range(min(n, x.shape[0])):
            x[i] = x[i] * x[i] * max(n - m, 0)
    if n % 2 == abs(m) - 3:
        x[:] = x * (n - m)
    return np.sum(x)
""",
    ),
}


@pytest.mark.parametrize("mode", ["grad", "jvp"])
@pytest.mark.parametrize("name", KERNELS)
def test_calls_that_nobody_should_make(name: str, mode: str, tmp_path: Path) -> None:
    sizes, text = KERNELS[name]
    source = tmp_path / "k.py"
    source.write_text("import numpy as np\n" + text)
    request = Request(mode=mode, sources=(str(source),), wrt=("x",), value=mode == "grad")
    assert fault(request, sizes, tmp_path) == ""


@pytest.mark.parametrize("limit", [None, 400])
def test_with_a_memory_limit_and_snapshots(limit: int | None, tmp_path: Path) -> None:
    sizes, text = KERNELS["time_loop"]
    source = tmp_path / "k.py"
    source.write_text("import numpy as np\n" + text)
    request = Request(
        mode="grad", sources=(str(source),), wrt=("x",), sizes={"T": 9, "N": 5}, mem_limit=limit
    )
    assert fault(request, sizes, tmp_path) == ""
