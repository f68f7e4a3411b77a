"""Products of a matrix and of its transpose as one: which pairs, and that they compute the same."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
import sympy

from adc.schedule.symmetric import with_symmetric
from adc.schedule.tree import Comment, LibraryCall, Tree, walk
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.native import build, prove_native

SOURCES = {
    "columns": "return A.T @ A",
    "rows": "return A @ A.T",
    "part": "return A[1:, 1:].T @ A[1:, 1:]",
    "weighted": "return 2.5 * (A.T @ A) / 3.0",
    "single": "return A.T @ A",
    "sum": "return np.sum(np.sin(A @ A.T))",
}
SIZES = ({"N": 14, "M": 17}, {"N": 17, "M": 14}, {"N": 0, "M": 3}, {"N": 3, "M": 1})


def case(name: str, body: str) -> Case:
    dtype = "float32" if name == "single" else "float64"
    source = f"import numpy as np\n\ndef {name}(A):\n    {body}\n"
    return Case(name, source, ("A",), sizes=SIZES[0], signature=f"{name}(A: {dtype}[N, M])")


def kinds(text: str) -> list[str]:
    """The letters of the calls, in order."""
    return re.findall(r"adc_[ds]gemm\(('\w', '\w')", text)


@pytest.mark.parametrize("name", SOURCES)
def test_the_two_adjoints_of_a_square_are_one_product(name: str, tmp_path: Path) -> None:
    own = case(name, SOURCES[name])
    compiled = compile_case(own)
    text = next(t for n, t in compiled.files.items() if n.endswith("_grad.c"))
    assert sum("'S'" in k for k in kinds(text)) == 1
    library = build(tmp_path, [compiled])
    for sizes in SIZES:
        if name == "part" and min(sizes.values()) < 1:
            continue
        drawn, gradients = prove_interpreted(compiled, own.with_sizes(sizes))
        prove_native(library, compiled, drawn, gradients)


def test_the_order_of_the_source_keeps_both() -> None:
    compiled = compile_case(case("columns", SOURCES["columns"]), schedule="source")
    text = next(t for n, t in compiled.files.items() if n.endswith("_grad.c"))
    assert kinds(text) == ["'N', 'T'", "'N', 'N'"]


@pytest.fixture(scope="module")
def pair() -> tuple[LibraryCall, LibraryCall]:
    from adc.schedule import schedule

    compiled = compile_case(case("columns", SOURCES["columns"]))
    tree = schedule(compiled.gradient, openmp=False, blas=True).tree
    first, second = (n for n in walk(tree) if isinstance(n, LibraryCall))
    return first, second


def calls(*nodes: LibraryCall | Comment) -> int:
    tree: Tree = with_symmetric(nodes)
    return sum(isinstance(n, LibraryCall) for n in tree)


def test_only_what_differs_in_one_transposition_is_joined(
    pair: tuple[LibraryCall, LibraryCall],
) -> None:
    first, second = pair
    a, b, c = second.operands
    further = replace(b, origin=(sympy.Integer(1), sympy.Integer(0)))
    assert calls(first, second) == 1
    assert calls(first, second, second) == 2
    assert calls(first, first) == 2
    assert calls(first, Comment("between"), second) == 2
    assert calls(first, replace(second, extents=(*second.extents[:2], sympy.Integer(4)))) == 2
    assert calls(first, replace(second, operands=(a, further, c))) == 2
    assert calls(first, replace(second, operands=(further, b, c))) == 2
    assert calls(first, replace(second, operands=(a, b, replace(c, leading=sympy.Integer(9))))) == 2


def test_a_result_that_is_also_a_factor_is_not_joined(
    pair: tuple[LibraryCall, LibraryCall],
) -> None:
    first, second = (
        replace(n, operands=(n.operands[0], replace(n.operands[1], container="C"),
                             replace(n.operands[2], container="C")))
        for n in pair
    )  # fmt: skip
    assert calls(first, second) == 2


def test_both_need_a_square(pair: tuple[LibraryCall, LibraryCall]) -> None:
    three = (sympy.Integer(3), sympy.Integer(4), sympy.Integer(5))
    assert calls(*(replace(n, extents=three) for n in pair)) == 2
