"""Loops of a few iterations beside larger ones: which of them start threads."""

from __future__ import annotations

import pytest

from adc.schedule import schedule
from adc.schedule.tree import For, walk
from tests.emit.native import parsed

HEAD = """\
program p(N: size, M: size, x: array, y: array)
input x: float64[N, N, M]
inout y: float64[N, N, M]

"""


def threaded(body: str) -> list[str]:
    """The stops of the loops that start threads."""
    tree = schedule(parsed(HEAD + body), openmp=True, blas=False).tree
    return [str(n.stop) for n in walk(tree) if isinstance(n, For) and n.threaded]


def planes(lowest: str = "0", stop: str = "min(2, N)", inner: str = "0:N") -> str:
    bounds = f"i in {lowest}:{stop}, j in {inner}, k in 0:M"
    return f"S2: y[i, j, k] = y[i, j, k]*0.5 for {bounds}\n"


WHOLE = "S1: y[i, j, k] = x[i, j, k]*0.5 for i in 0:N, j in 0:N, k in 0:M\n"
PLANE = "S1: y[0, j, k] = x[0, j, k]*0.5 for j in 0:N, k in 0:M\n"


def test_planes_beside_the_whole_are_left_to_one_thread() -> None:
    assert threaded(WHOLE + planes()) == ["N"]
    assert threaded(planes("max(2, N - 2)", "N") + WHOLE) == ["N"]


@pytest.mark.parametrize("other", ["", PLANE, "S1: y[i, 0, 0] = x[i, 0, 0] for i in 0:N\n"])
def test_planes_alone_and_beside_what_is_no_larger_have_threads(other: str) -> None:
    found = threaded(other + planes())
    assert found[-1] == "N"
    assert len(found) == 1 + bool(other)


def test_more_in_another_size_alone_does_not_count() -> None:
    line = "S1: y[0, j, k] = x[0, j, k] for j in 0:N, k in 0:N\n"
    assert len(threaded(line + planes(inner="0:M"))) == 2
