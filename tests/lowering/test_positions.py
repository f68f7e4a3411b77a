"""Integer arrays as subscripts: what is asked of them, on entry, by interpreter and by C."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.diagnostics import AdcError
from adc.interpret import PositionsError, run
from adc.ir.declarations import narrowest
from tests.lowering.harness import agree, lowered

LOOK_UP = """\
def f(x: "float64[N]", idx: "int64[M]"):
    s = 0.0
    for i in range(idx.shape[0]):
        j = idx[i]
        s += x[j + 1] * x[j]
    return s
"""
X = np.linspace(0.5, 1.5, 4)


def test_the_range_is_that_of_all_subscripts() -> None:
    assert str(narrowest(lowered(LOOK_UP)["idx"].within)) == "(-N, N - 1)"


@pytest.mark.parametrize("position", [-5, 3, 2**40])
def test_the_interpreter_refuses_what_is_no_position(position: int) -> None:
    given = {"x": X, "idx": np.array([0, position])}
    with pytest.raises(PositionsError):
        run(lowered(LOOK_UP), {"N": 4, "M": 2}, given)


@pytest.mark.parametrize(
    "body",
    [
        "return x[idx]", "return x[idx + 1] - x[idx]", "return x[idx[::-1]]",
        "k = idx[1:]\n    return x[k] * x[idx[:-1]]", "x[idx] = 2.0\n    return x",
        "x[idx] += x[idx]\n    return x", "y = x[idx]\n    x[:] = 0.0\n    return y",
        "return x[idx[idx]]", "return x[idx[0]]", "x[idx[1]] *= x[idx[0]]\n    return x",
    ],
)  # fmt: skip
def test_selects_as_numpy_does(body: str) -> None:
    source = f'def f(x: "float64[N]", idx: "int64[M]"):\n    {body}\n'
    for idx in ([1, 2, 1, 0], [-1, 2, -4, -3]):
        agree(source, {"x": X.copy(), "idx": np.array(idx)}, lowered(source))


def test_what_a_branch_looks_at_need_not_be_a_position() -> None:
    source = (
        'def f(x: "float64[N]", idx: "int64[M]"):\n    s = 0.0\n'
        "    for i in range(idx.shape[0]):\n        j = idx[i]\n"
        "        s += x[j] if j >= 0 else 2.0 * i\n    return s\n"
    )
    program = lowered(source)
    assert program["idx"].within == ()
    agree(source, {"x": X.copy(), "idx": np.array([-999, 2, -5, 3])}, program)


@pytest.mark.parametrize(
    "body",
    [
        "return A[idx]", "return A[:, idx]", "return A[idx, idx]", "return A[1:, idx]",
        "return A[idx, 1]", "return A[None, idx]", "A[idx] = A[0]\n    return A",
        "A[:, idx] += 1.5\n    return A", "A[idx, idx] = 7.0\n    return A",
    ],
)  # fmt: skip
def test_selects_rows_and_columns_as_numpy_does(body: str) -> None:
    source = f'def f(A: "float64[N, N]", idx: "int64[M]"):\n    {body}\n'
    drawn = np.random.default_rng(2).uniform(0.5, 1.5, (3, 3))
    agree(source, {"A": drawn, "idx": np.array([2, 0, 2, 1])}, lowered(source))


def test_a_position_of_a_loop_that_is_over() -> None:
    source = (
        'def f(x: "float64[N]", idx: "int64[M]"):\n'
        "    for i in range(3):\n        j = idx[i] - 1\n    return x[j]\n"
    )
    agree(source, {"x": np.arange(1.0, 6.0), "idx": np.array([2, 4, 3])})


def test_an_array_that_is_changed_after_all_is_read_as_numbers() -> None:
    source = (
        'def f(x: "float64[N]", idx: "int64[M]"):\n'
        "    k = idx[0]\n    idx[0] = 9\n    return x * k + idx[0]\n"
    )
    program = lowered(source)
    assert program["idx"].within == ()
    agree(source, {"x": X.copy(), "idx": np.array([3, 1])}, program)


def test_the_wrapper_raises_and_writes_nothing(tmp_path: Path) -> None:
    (tmp_path / "f.py").write_text(LOOK_UP)
    words = ["grad", str(tmp_path / "f.py"), "--wrt", "x", "-o", str(tmp_path / "out"), "-q"]
    assert CliRunner().invoke(adc, words).exit_code == 0
    subprocess.run(["make", "-s", "-C", str(tmp_path / "out")], check=True)
    script = (
        "import sys, numpy as np\nsys.path.insert(0, 'out')\nfrom f_grad import f_grad\n"
        "x = np.ones(4)\nprint(f_grad(x, np.array([0, 2, 2])).x)\n"
        "try:\n    f_grad(x, np.array([0, 3]))\nexcept ValueError as error:\n    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[1. 1. 2. 2.]\nan integer is out of range\n"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return np.sum(x[:i])", "an integer as a slice bound is not supported"),
        ("y = np.ones(i)\n    return np.sum(y * x[0])", "no bound is known for the extent"),
    ],
)
def test_bounds_of_arrays_are_no_sizes_after_a_loop(body: str, message: str) -> None:
    source = (
        'def f(x: "float64[N]", n: "int64[M]"):\n'
        f"    for i in range(n[0], n[0] + 3):\n        x[i] *= 2.0\n    {body}\n"
    )
    with pytest.raises(AdcError, match=message):
        lowered(source)


def test_extents_do_not_grow_with_bounds_of_arrays() -> None:
    source = (
        'def f(x: "float64[N]", n: "int64[M]"):\n    s = 0.0\n'
        "    for i in range(n[0]):\n        y = np.ones(i)\n        s += np.sum(y * x[0])\n"
        "    return s\n"
    )
    with pytest.raises(AdcError, match="no bound is known for the extent"):
        lowered(source)
