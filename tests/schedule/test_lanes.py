"""Which loops on threads are said to have lanes, and what becomes of one that has none."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import numpy as np
import pytest

from adc.interpret.machine import run
from adc.schedule import lanes, schedule
from adc.schedule.text import tree_text
from tests.emit.native import Native, build, expect_same, inputs_for, parsed

HEAD = """\
program p(N: size, m: integer, x: array, w: array, y: array, s: array, z: array)
input x: float64[N, N]
input w: float64[N]
inout y: float64[N, N]
inout s: float64[N]
inout z: float64[N, N, N]

"""
#: For gcc to make vectors of all that it may.
FAST = ("-fopenmp", "-DADC_PARALLEL_MIN=0", "-ftree-vectorize", "-fno-trapping-math")


def body(inner: str, start: str = "0", stop: str = "N") -> str:
    lines = "".join(f"        S{k}: {one}\n" for k, one in enumerate(inner.split("; ")))
    return f"{HEAD}L1: for i in range(0, N):\n    L2: for k in range({start}, {stop}):\n{lines}"


def text(program: str, **options: bool | tuple[str, ...]) -> str:
    chosen = {"openmp": True, "blas": False, "source_order": False} | options
    return tree_text(schedule(parsed(program), **chosen))


HAVE = {
    "own elements": body("y[i, k] = x[i, k]*w[k]"),
    "shifted operands": body("y[i, k] = x[i, k + 1]*w[k]", stop="N - 1"),
    "backwards": body("y[i, N - 1 - k] += x[i, k]"),
    "several": body("y[i, k] = x[i, k]; y[i, k] += w[k]*y[i, k]"),
    "a number of its own": body("y[i, k] = sin(x[i, k]) + y[i, k]"),
}
HAVE_NONE = {
    "what the last one wrote": body("y[i, k] = y[i, k - 1]*w[k]", "1"),
    "what the next one writes": body("y[i, k] = y[i, k + 1]*w[k]", "0", "N - 1"),
    "at a distance": body("y[i, k] += y[i, k - m]", "m"),
    "mirrored": body("y[i, k] = y[i, N - 1 - k]"),
    "one sum": body("s[i] += x[i, k]"),
    "sums into neighbours": body("y[i, k] += x[i, k]; y[i, k + 1] += w[k]", "0", "N - 1"),
    "rows that may be one": HEAD
    + "L1: for i in range(0, N):\n    L2: for j in range(0, N):\n"
    + "        L3: for k in range(0, N):\n"
    + "            S1: z[i, j, k] = x[j, k]\n            S2: y[i, k] += z[i, m, k]\n",
    "one access": body("y[i, k] = 0.0"),
    "few": body("y[i, k] = x[i, k]*w[k]", "0", "min(2, N)"),
}


@pytest.mark.parametrize("name", HAVE)
def test_iterations_that_meet_nowhere(name: str) -> None:
    assert text(HAVE[name]).count(" lanes") == 1


@pytest.mark.parametrize("name", HAVE_NONE)
def test_iterations_that_meet(name: str) -> None:
    assert " lanes" not in text(HAVE_NONE[name])


def test_nothing_is_said_without_threads_in_the_sources_order_or_unasked() -> None:
    program = HAVE["own elements"]
    assert " lanes" not in text(program, openmp=False)
    assert " lanes" not in text(program, source_order=True)
    assert " lanes" not in text(program, without=("lanes",))


@pytest.mark.parametrize("name", [*HAVE, *HAVE_NONE])
@pytest.mark.parametrize("size", [0, 1, 2, 3, 29])
def test_the_values(name: str, size: int, native: dict[str, Native]) -> None:
    for shift in (1, 3) if name == "at a distance" else (0,):
        expect_same(native[name], {"N": size, "m": shift})


def test_a_loop_that_has_none_comes_out_wrong(tmp_path: Path) -> None:
    p = parsed(HAVE_NONE["at a distance"])
    sizes = {"N": 64, "m": 1}
    inputs = inputs_for(p, sizes)
    expected = run(p, sizes, inputs)["y"]
    with mock.patch.multiple(lanes, is_parallel=lambda _: True, _told_apart=lambda _: True):
        (wrong,) = build([p], tmp_path, openmp=True, optimise="-O3", more=FAST)
    assert "ivdep" in (tmp_path / "all.c").read_text()
    assert not np.allclose(wrong.call(sizes, inputs)["y"], expected)


@pytest.fixture(scope="module")
def native(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Native]:
    """All of them as fast C."""
    every = {**HAVE, **HAVE_NONE}
    programs = [
        parsed(t.replace("program p(", f"program p{n}(")) for n, t in enumerate(every.values())
    ]
    folder = tmp_path_factory.mktemp("lanes")
    built = build(programs, folder, openmp=True, optimise="-O3", more=FAST)
    return dict(zip(every, built, strict=True))
