"""What a device is asked to run: as few kernels of one thread as can be, and one block for what is
short alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adc.ir.dtypes import DType
from adc.ir.enums import Update
from adc.ir.expressions import Expr, Read
from adc.ir.node import Access
from adc.ir.shapes import symbol
from adc.schedule.alone import gathered
from adc.schedule.tree import Comment, Declare, For, If, Launch, Node, Spread, Statement, Tree, walk
from tests.cuda_emulator.build import missing
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.on_device import prove_on_device

N = symbol("N")


def read(name: str) -> Read:
    return Read(name, (), DType.FLOAT64)


def put(name: str, expr: Expr) -> Statement:
    return Statement(Access(name, ()), Update.ASSIGN, expr)


def one(*body: Node) -> Launch:
    return Launch(body, Spread.ALONE)


def many(*body: Node) -> Launch:
    return Launch((For("i", N * 0, N, body),), Spread.THREADS)


def written(tree: Tree) -> list[list[str]]:
    """What each node writes, in order."""
    return [[n.target.container for n in walk((k,)) if isinstance(n, Statement)] for k in tree]


@pytest.mark.parametrize(
    "tree, expected",
    [
        ((one(put("a", read("x"))), one(put("b", read("a")))), [["a", "b"]]),
        # past what touches nothing of it, comments too
        ((one(put("a", read("x"))), many(put("c", read("x"))), Comment("so"),
          one(put("b", read("a")))),
         [["c"], [], ["a", "b"]]),
        ((one(put("a", read("x"))), many(put("c", read("a"))), one(put("b", read("a")))),
         [["a"], ["c"], ["b"]]),
        ((one(put("a", read("x"))), many(put("x", read("y"))), one(put("b", read("a")))),
         [["a"], ["x"], ["b"]]),
        ((one(put("a", read("x"))), many(put("a", read("y"))), one(put("b", read("y")))),
         [["a"], ["a"], ["b"]]),
        # a condition of the host's reads it
        ((one(put("a", read("x"))), If(read("a"), (many(put("c", read("x"))),), ()),
          one(put("b", read("x")))), [["a"], ["c"], ["b"]]),
        ((one(put("a", read("x"))), many(put("c", read("x"))), one(put("b", read("x"))),
          many(put("d", read("b"))), one(put("e", read("x")))), [["c"], ["a", "b"], ["d"], ["e"]]),
        # two variables of one name
        ((one(Declare("t", read("x"), True), put("a", read("t"))),
          one(Declare("t", read("y"), True), put("b", read("t")))),
         [["a"], ["b"]]),
    ],
)  # fmt: skip
def test_kernels_of_one_thread_wait_for_each_other(tree: Tree, expected: list[list[str]]) -> None:
    assert written(gathered(tree)) == expected


#: A step of a long array that two loops run.
STEPS = Case(
    "steps",
    """import numpy as np


def steps(outer, inner, u, v):
    for s in range(outer):
        for t in range(inner):
            v[1:] = u[:-1] * u[1:] + v[1:]
            u[:-1] += np.sin(v[1:])
    return np.sum(u)
""",
    ("u", "v"),
    ("return",),
    {"N": 70, "outer": 2, "inner": 3},
    signature="steps(outer: int, inner: int, u: float64[N], v: float64[N])",
)
ROWS = Case(
    "rows",
    """import numpy as np


def rows(a):
    for k in range(a.shape[0]):
        for i in range(1, a.shape[0]):
            a[i] = np.sin(a[i - 1]) + a[i]
    return np.sum(a)
""",
    ("a",),
    ("return",),
    {"N": 6, "M": 40},
    signature="rows(a: float64[N, M])",
)


def shared(case: Case, **options: Any) -> int:
    """How many kernels one block runs in order."""
    files = compile_case(case, target="cuda", **options).files
    (text,) = (t for name, t in files.items() if name.endswith(".cu"))
    return text.count("<<<1, ADC_BLOCK")


def test_one_block_runs_what_is_short() -> None:
    assert shared(ROWS) > 0
    assert shared(ROWS, sizes={"N": 100, "M": 1_000_000}) == 0
    assert shared(STEPS) == 0
    assert shared(STEPS, sizes={"N": 1000, "outer": 100, "inner": 10}) > 0
    assert shared(STEPS, sizes={"N": 100_000, "outer": 100, "inner": 10}) == 0


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize("sizes", [{}, {"N": 1000, "outer": 100, "inner": 10}])
def test_both_ways_are_right(sizes: dict[str, int], tmp_path: Path) -> None:
    prove_on_device(STEPS, tmp_path, **({"sizes": sizes} if sizes else {}))
