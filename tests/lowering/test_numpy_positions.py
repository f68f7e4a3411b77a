"""Positions that are computed: what the functions that find them give, what lowering makes of them
in place of expressions."""

from __future__ import annotations

import numpy as np
import pytest

from adc.interpret import SizesError, run
from adc.ir.nodes import Branch, Loop
from adc.ir.walking import walk_nodes
from tests.lowering.harness import agree, lowered

NAN = np.nan
VECTORS = [
    [0.3, 0.9, 0.1, 0.9, 0.1], [2.0], [1.0, NAN, 3.0, NAN, 0.0], [NAN, NAN], [-np.inf, -np.inf],
    [0.0, -0.0, np.inf, np.inf],
]  # fmt: skip


@pytest.mark.parametrize("values", VECTORS)
@pytest.mark.parametrize(
    "body",
    [
        "return np.argmax(x)", "return x.argmin() * 1.0", "return np.argmax(x > 0.5)",
        "return x[np.argmax(x)]", "return x[np.argsort(x, kind='stable')]",
        "return np.argmax(np.abs(x), keepdims=True)",
        "order = np.argsort(-x, kind='stable')\n    return order * 2",
    ],
)  # fmt: skip
def test_finds_what_numpy_finds(body: str, values: list[float]) -> None:
    source = f'def f(x: "float64[N]"):\n    {body}\n'
    agree(source, {"x": np.array(values)}, lowered(source))


@pytest.mark.parametrize(
    "body",
    [
        "return np.argmax(A)", "return A.argmin(axis=0)", "return np.argmax(A, axis=-1)",
        "return A[np.argmax(A, axis=0)]", "i, j = np.argmin(A, axis=1)[0], 1\n    return A[i, j]",
    ],
)  # fmt: skip
def test_finds_along_axes(body: str) -> None:
    source = f'def f(A: "float64[N, N]"):\n    {body}\n'
    agree(source, {"A": np.random.default_rng(4).uniform(0.0, 1.0, (3, 3))}, lowered(source))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize(
    "samples", [[0.1, 0.4, 0.4, 0.9], [], [0.5], [0.9, 0.1, 0.7, 0.4], [0.1, 0.5, NAN]]
)
def test_looks_up_by_numpys_steps(samples: list[float], side: str) -> None:
    """Also in what is not sorted."""
    source = (
        'def f(a: "float64[N]", v: "float64[M]", w: float):\n'
        f"    k = np.searchsorted(a, v, side='{side}')\n"
        f"    return k + 10 * a.searchsorted(w, '{side}')\n"
    )
    sought = np.array([0.4, 0.9, 0.0, 1.0, 0.45, NAN, 0.1])
    agree(source, {"a": np.array(samples), "v": sought, "w": 0.4}, lowered(source))


def test_a_computed_position_is_picked_from_its_axis() -> None:
    source = 'def f(x: "float64[N]", t: float):\n    k = int(t)\n    return x[k]\n'
    program = lowered(source)
    loops = [n for n in walk_nodes(program.body) if isinstance(n, Loop)]
    assert [type(n) for loop in loops for n in loop.body] == [Branch]
    x = np.arange(4.0)
    for t in (0.0, 3.7, -1.0, -4.2):
        agree(source, {"x": x, "t": t}, program)
    for t in (4.0, -5.0):
        with pytest.raises(SizesError):
            run(program, {"N": 4}, {"x": x, "t": t})


@pytest.mark.parametrize(
    "body",
    [
        "x[[k, j]] = x[[j, k]]\n    return x", "x[k], x[j] = x[j], x[k]\n    return x",
        "A[k, 1:] = A[j, :-1]\n    return A", "A[:, k] *= A[:, j]\n    return A",
        "A[[k, j]] = A[[j, k]]\n    return A", "return A[k][:2] + A[:2, j]", "return A[k, j]",
        "p = np.arange(3)\n    p[k] = j\n    return A[p, p] + x[p + 0]",
        "p = np.zeros(2, dtype=np.int64)\n    p[1] = k\n    np.add.at(x, p, 1.0)\n    return x",
        "return x[-1 - k] if k < 2 else x[j - 3]", "y = x[::-1]\n    y[k] = 7.0\n    return x",
    ],
)  # fmt: skip
def test_selects_as_numpy_does(body: str) -> None:
    source = (
        'def f(A: "float64[N, N]", x: "float64[N]", t: float):\n'
        f"    k, j = int(t), np.argmax(x)\n    {body}\n"
    )
    drawn = np.random.default_rng(2).uniform(0.5, 1.5, (3, 3))
    program = lowered(source)
    for t in (0.5, 2.5):
        agree(source, {"A": drawn.copy(), "x": drawn[0].copy(), "t": t}, program)


@pytest.mark.parametrize(
    "body",
    [
        "return A[[0, 1], p]", "return A[p, [0, 1]] + A[[2], p]", "return B[[0, 1], :, p]",
        "return B[:, p, [2, 0]]", "B[p, :, [0, 1]] += A[:2]\n    return B",
        "B[[0, 1], :, k] = A[:2]\n    return B", "return B[k, :, [0, 1]].T @ B[k, p, [0, 1]]",
        "np.add.at(A, ([0, 1], p), B[0, 0, :2])\n    return A",
    ],
)  # fmt: skip
def test_lists_select_beside_arrays_as_numpy_does(body: str) -> None:
    source = (
        'def f(A: "float64[N, N]", B: "float64[N, N, N]", p: "int64[2]", t: float):\n'
        f"    k = int(t)\n    {body}\n"
    )
    drawn = np.random.default_rng(3).uniform(0.5, 1.5, (3, 3, 3))
    program = lowered(source)
    for p in ([2, 0], [1, 1], [-1, 0]):
        given = {"A": drawn[0].copy(), "B": drawn.copy(), "p": np.array(p), "t": 2.5}
        agree(source, given, program)
