"""Products over triangles: in blocks where that is exact, and with the same values."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from adc.finishing import verified
from adc.ir.nodes import Compute
from adc.ir.program import Program
from adc.ir.walking import computes
from adc.rewrite import blocks as module
from adc.rewrite.blocks import ROWS, blocks
from adc.schedule import schedule
from adc.schedule.tree import LibraryCall, walk
from tests.emit.native import build, parsed
from tests.emit.native import expect_same as expect_same_native
from tests.rewrite.test_domains import expect_same

HEAD = """\
program p(N: size, X: array, Y: array, Z: array)
input X: float64[N + 2, N + 2]
input Y: float64[N + 2, N + 2]
inout Z: float64[N + 2, N + 2]

"""
PRODUCT = "S1: Z[i, j] += 2.0*X[i, k]*Y[k, j] for "
#: Sizes about those of blocks.
AROUND = (ROWS[1] + 1, ROWS[0] - 1, ROWS[0], ROWS[0] + 1)
#: The ranges of three variables, two of which are a triangle.
TRIANGLES = (
    "i in 0:N, j in 0:i + 1, k in 0:N",
    "i in 0:N, j in 0:i, k in 0:N",
    "i in 0:N, j in i:N, k in 0:N",
    "i in 0:N, k in 1:N, j in i + 1:N",
    "i in 1:N, k in 0:i + 1, j in 0:N",
    "k in 0:N, i in 0:N, j in k:N",
    "k in 2:N, i in k - 1:N + 1, j in 0:N",
    "j in 0:N, i in 0:j + 2, k in 0:2",
)


def program(ranges: str) -> Program:
    return parsed(HEAD + PRODUCT + ranges + "\n")


@pytest.mark.parametrize("ranges", TRIANGLES)
def test_values_stay(ranges: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = program(ranges)
    for rows in ((1,), (3,), (6, 2), (4, 2, 1), ROWS):
        monkeypatch.setattr(module, "ROWS", rows)
        after = blocks(before)
        assert len(list(computes(after.body))) == len(rows) + 1
        verified(after, "planned")
        around = (0, 1, 2, 3, 4, 6, 7, 9) if rows[0] < ROWS[0] else (1, *AROUND)
        for n in around:
            expect_same(before, after, n)


@pytest.mark.parametrize(
    "ranges",
    [
        "i in 0:N, j in 0:N, k in 0:N",
        "i in 0:N, j in 0:N - i, k in 0:N",
        "i in 0:N, j in 0:2*i, k in 0:N",
        "i in 0:N, j in i:i + 2, k in 0:N",
        "i in 0:N, j in 2:i + 1, k in 0:N",
        "i in 0:N, j in i:N - 2, k in 0:N",
        "i in 0:N, j in 0:i + 1, k in 0:j",
    ],
)
def test_other_shapes_are_left(ranges: str) -> None:
    before = program(ranges)
    assert blocks(before) is before


@pytest.mark.parametrize(
    "statement",
    [
        "S1: Z[i, j] = X[i, j] for i in 0:N, j in 0:i",
        "S1: Z[i, j] += X[i, k]*Z[k, j] for i in 0:N, j in 0:i, k in 0:N",
        "S1: Z[i, j] += sin(X[i, k])*Y[k, j] for i in 0:N, j in 0:i, k in 0:N",
        "S1: Z[i, 0] += X[i, k]*Y[k, 0] for i in 0:N, k in 0:i",
    ],
)
def test_what_is_no_product_is_left(statement: str) -> None:
    before = parsed(HEAD + statement + "\n")
    assert blocks(before) is before


def test_blocks_are_cut_evenly() -> None:
    """Blocks of each size begin where a block of the size before begins."""
    assert all(large % small == 0 for large, small in itertools.pairwise(ROWS))


def test_the_blocks_are_calls(tmp_path: Path) -> None:
    after = blocks(program(TRIANGLES[0]))
    tree = schedule(after, openmp=True, blas=True).tree
    assert sum(isinstance(n, LibraryCall) for n in walk(tree)) == len(ROWS)
    (native,) = build([after], tmp_path)
    for n in (1, 2, *AROUND, 2 * ROWS[0] + ROWS[1] + 5):
        expect_same_native(native, {"N": n})


def test_labels_stay_apart() -> None:
    body = "".join(
        f"S{n}: Z[i, j] += X[i, k]*Y[k, j] for i in 0:N, j in 0:i, k in 0:N\n" for n in (1, 2)
    )
    after = blocks(parsed(HEAD + body))
    found = [n.label for n in computes(after.body) if isinstance(n, Compute)]
    assert len(set(found)) == 2 * (len(ROWS) + 1)
