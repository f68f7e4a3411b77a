"""Which loops are summed four elements at once, and that the values stay but for rounding."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.text import tree_text
from adc.schedule.tree import For, walk
from tests.emit.native import build, expect_same, parsed

HEAD = """\
program p(N: size, c: scalar, x: array, x_seed: array, x_bar: array)
input c: float64
input x: float64[N, N]
seed x_seed: float64[N, N] of x
gradient x_bar: float64[N, N] of x
adjoint w: float64[N, N]

S1: x_bar[i, j] = x_seed[i, j] for i in 0:N, j in 0:N
S2: w[i, j] = x[i, j] for i in 0:N, j in 0:N
"""
SIZES = (*range(11), 14)


def loops(program: Program) -> list[For]:
    """All loops that run over fours."""
    tree = schedule(program, openmp=True, blas=False, source_order=False).tree
    found = [n for n in walk(tree) if isinstance(n, For) and abs(n.step) == 4]
    assert not any(n.parallel for n in found)
    return found


def sweep(statement: str, bounds: str = "1, N", order: str = "") -> Program:
    """The statement in a sweep over `i`, for all `t`."""
    return parsed(
        f"{HEAD}L: for t in range(0, N):\n    M: for i in range({bounds}){order}:\n"
        f"        S3: {statement}\nS4: x_bar[i, j] += w[i, j] for i in 0:N, j in 0:N\n"
    )


FOURS = [
    ("x_bar[t, i] += 0.5*x_bar[t, i - 1]", "1, N", ""),
    ("x_bar[t, i] += x_bar[t, i + 1]/-3.0", "0, N - 1", " backwards"),
    ("x_bar[i, t] += x_bar[i - 1, t]*-1.0", "2, N", ""),
    ("x_bar[t, i - 1] += 0.7*x_bar[t, i]", "1, N", " backwards"),
    ("x_bar[t, N - 1 - i] += 0.7*x_bar[t, N - i]", "1, N", ""),
    ("x_bar[N - 1 - i, t] += 0.7*x_bar[N - 2 - i, t]", "0, N - 1", " backwards"),
]


@pytest.mark.parametrize(("statement", "bounds", "order"), FOURS)
def test_four_at_once(statement: str, bounds: str, order: str) -> None:
    assert len(loops(sweep(statement, bounds, order))) == 1


def test_the_values_stay(tmp_path: Path) -> None:
    programs = [sweep(*given) for given in FOURS]
    programs = [parsed_as(p, f"p{k}") for k, p in enumerate(programs)]
    for native in build(programs, tmp_path, openmp=True, more=("-fsanitize=undefined",)):
        for size in SIZES:
            expect_same(native, {"N": size}, 1e-12)


def parsed_as(program: Program, name: str) -> Program:
    return replace(program, name=name)


@pytest.mark.parametrize(
    ("statement", "bounds", "order"),
    [
        ("x_bar[t, i] += 1.5*x_bar[t, i - 1]", "1, N", ""),
        ("x_bar[t, i] += 1e-9*x_bar[t, i - 1]", "1, N", ""),
        ("x_bar[t, i] += c*x_bar[t, i - 1]", "1, N", ""),
        ("x_bar[t, i] += 0.5*x_bar[t, i - 2]", "2, N", ""),
        ("x_bar[t, i] += 0.5*x_bar[t, i + 1]", "0, N - 1", ""),
        ("x_bar[t, i] += 0.5*x_bar[t, i - 1]", "1, N", " backwards"),
        ("x_bar[t, i] += 0.5*x_bar[t, i - 1]", "2, N, 2", ""),
        ("x_bar[t, i] = 0.5*x_bar[t, i - 1]", "1, N", ""),
        ("x_bar[i, i] += 0.5*x_bar[i - 1, i - 1]", "1, N", ""),
        ("x_bar[t, i] += 0.5*x_bar[t, i - 1]*x_bar[t, i - 1]", "1, N", ""),
        ("w[t, i] += 0.5*w[t, i - 1]", "1, N", ""),
        ("x_bar[t, i] += 0.5*x_seed[t, i - 1]", "1, N", ""),
    ],
)
def test_what_is_left(statement: str, bounds: str, order: str) -> None:
    assert loops(sweep(statement, bounds, order)) == []


def test_the_source_has_its_order() -> None:
    assert "power" not in tree_text(schedule(sweep(*FOURS[0]), openmp=True, blas=False))
