"""Which loops keep their iterations apart by positions that all differ."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adc.diagnostics import InternalError
from adc.ir.text import program_text
from adc.ir.text_parser import parse_program
from adc.ir.verify import verify
from adc.schedule import schedule
from adc.schedule.text import tree_text
from tests.emit.native import parsed

HEAD = """\
program p(N: size, M: size, x: array, y: array, z: array, idx: array, to: array, plain: array)
input x: float64[M]
inout y: float64[N]
inout z: float64[N, N]
input idx: int64[M] unique within 0:N - 1
input to: int32[M] unique within 0:N - 1
input plain: int64[M] within 0:M

"""
APART = [
    "y[idx[i]] = y[idx[i]]*x[i]",
    "y[idx[M - 1 - i]] += x[i]",
    "y[2*idx[i] - idx[i]] += x[i]",
    "y[to[idx[i]] + 1] += x[i]",
    "y[idx[i] + plain[0]] = x[i]",
    "z[idx[i], plain[i]] += x[i]",
    "z[idx[i], idx[i]] += x[i]",
    "y[idx[i]] = x[i]; y[idx[i]] += x[plain[i]]",
]
TOGETHER = [
    "y[idx[i]] = y[idx[i] + 1]*x[i]",
    "y[idx[i]] = y[to[i]]*x[i]",
    "y[idx[i]] = x[i]; y[to[i]] = x[i]",
    "y[idx[i]] += y[0]",
    "y[idx[i]] = y[i]*x[i]",
    "y[idx[i]] = x[i]; y[idx[M - 1 - i]] += x[i]",
    "y[idx[i // 2]] += x[i]",
    "y[idx[i]//2] += x[i]",
    "y[wrap(idx[i] - 1, N)] += x[i]",
    "y[idx[i] + i] += x[i]",
    "y[idx[i] - idx[0] + idx[M - 1 - i]] += x[i]",
    "y[idx[i] + to[i]] += x[i]",
    "y[idx[i]*plain[0]] += x[i]",
    "y[idx[0]] += x[i]",
    "y[plain[i]] += x[i]",
    "y[to[plain[i]]] += x[i]",
    "y[plain[idx[i]]] += x[i]",
    "z[idx[i], 0] = x[i]; z[0, idx[i]] += x[i]",
]


def program(inner: str, head: str = HEAD) -> str:
    lines = "".join(f"    S{k}: {one}\n" for k, one in enumerate(inner.split("; ")))
    return f"{head}L1: for i in range(0, M):\n{lines}"


def is_parallel(text: str) -> bool:
    return "parallel" in tree_text(
        schedule(parsed(text), openmp=True, blas=False, source_order=True)
    )


@pytest.mark.parametrize("inner", APART)
def test_apart(inner: str) -> None:
    assert is_parallel(program(inner))
    assert not is_parallel(program(inner, HEAD.replace(" unique", "")))


@pytest.mark.parametrize("inner", TOGETHER)
def test_together(inner: str) -> None:
    assert not is_parallel(program(inner))


def test_a_loop_inside_varies_what_is_added() -> None:
    rows = "    L2: for j in range(0, N):\n        S1: {}\n"
    nest = f"{HEAD}L1: for i in range(0, M):\n{rows}"
    assert is_parallel(nest.format("z[idx[i], j] += x[i]"))
    assert not is_parallel(nest.format("y[idx[i] + j] += x[i]").replace("(0, N)", "(0, min(N, 2))"))


def test_the_text_says_so_and_is_read_again() -> None:
    found = parse_program(program(APART[0]))
    assert found["idx"].unique and not found["plain"].unique
    assert parse_program(program_text(found)) == found


def test_elements_that_may_be_equal_are_not_told_apart() -> None:
    found = parse_program(program(APART[0]))
    plain = tuple(replace(c, unique=False) for c in found.containers)
    with pytest.raises(InternalError, match="told apart"):
        verify(replace(found, containers=plain), "planned")
