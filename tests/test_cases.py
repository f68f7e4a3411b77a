"""Every whole-program case: primal, tangent, adjoint, C, and C with --value."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adc.ir.program import Program
from adc.ir.text import program_text
from tests.emit_files.kernels import KERNELS as EMITTED_KERNELS
from tests.golden_files import Golden
from tests.proof.cases import CASES as CASES_FOLDER
from tests.proof.cases import load_cases
from tests.proof.compiled import compile_case
from tests.proof.digest import COLUMN, EMITTED, digest, digests
from tests.proof.harness import draw_case
from tests.proof.marks import with_or_without_value
from tests.proof.matrix import (
    prove_accumulate,
    prove_case,
    prove_ones,
    prove_openmp,
    single,
    variants,
)
from tests.proof.sanitize import THREADS, run_sanitized, threads_are_seen

CASES = load_cases()
SAMPLE = ("gemm", "lu", "burgers", "correlation", "relaxation")
GOLDEN = ("gemm", "lu", "trisolv", "burgers")
HASHED = (
    "gemm", "limiter", "rows_until_found", "dispatch.f90", COLUMN,
    *(EMITTED + name for name in EMITTED_KERNELS),
)  # fmt: skip
SINGLE = tuple(name for name, case in CASES.items() if case.float32)


@pytest.mark.parametrize(("name", "value"), with_or_without_value(CASES))
def test_case(name: str, value: bool, tmp_path: Path) -> None:
    prove_case(CASES[name], tmp_path, values=(value,))


@pytest.mark.parametrize("name", GOLDEN)
def test_expected_texts(name: str, golden: Golden) -> None:
    """The primal and the planned gradient, as `adc show` prints them; `make golden` renews them."""
    compiled = compile_case(CASES[name])
    golden.check(CASES_FOLDER / name / "expected" / "primal.txt", _text(compiled.primal))
    golden.check(CASES_FOLDER / name / "expected" / "gradient.txt", _text(compiled.gradient))


def _text(program: Program) -> str:
    """The program's text with base names for paths."""
    return re.sub(r"[^\s\"]*/(\w+\.py)", r"\1", program_text(program))


@pytest.mark.parametrize("name", SINGLE)
def test_single_precision(name: str, tmp_path: Path) -> None:
    prove_case(single(CASES[name]), tmp_path)


@pytest.mark.parametrize("name", SAMPLE)
def test_openmp(name: str, tmp_path: Path) -> None:
    prove_openmp(CASES[name], tmp_path)


@pytest.mark.parametrize("name", ("gemm", "burgers", "trisolv"))
def test_seed_of_ones(name: str, tmp_path: Path) -> None:
    prove_ones(CASES[name], tmp_path)


@pytest.mark.parametrize("name", ("gemm", "lu", "relaxation"))
def test_accumulate(name: str, tmp_path: Path) -> None:
    prove_accumulate(CASES[name], tmp_path)


def test_sanitizers(tmp_path: Path) -> None:
    calls = []
    for name in (*SAMPLE, "seidel_2d", "syrk", "softmax"):
        compiled = compile_case(CASES[name])
        calls += [(compiled, draw_case(v)) for v in variants(CASES[name])]
    run_sanitized(tmp_path, calls)


@pytest.mark.skipif(not threads_are_seen(), reason="needs clang, libomp and ThreadSanitizer")
def test_threads_do_not_race(tmp_path: Path) -> None:
    """`make sanitize` takes all cases and traps."""
    calls = []
    for name in ("gemm", "jacobi_2d", "relaxation"):
        compiled = compile_case(CASES[name])
        calls += [(compiled, draw_case(v)) for v in variants(CASES[name])]
        assert "#pragma omp parallel" in "".join(compiled.files.values())
    run_sanitized(tmp_path, calls, THREADS)


def test_hash_seeds_give_the_same_bytes() -> None:
    """In a process of its own, and here; `make prove` takes all cases and traps."""
    first = digests(HASHED, 1)
    assert first.count("\n") >= 8 * len(HASHED)
    assert {line.split()[0] for line in first.splitlines()} == set(HASHED)
    assert digest(HASHED) == first


@pytest.mark.long
def test_more_hash_seeds_give_the_same_bytes() -> None:
    assert digests(HASHED, 1) == digests(HASHED, 2) == digests(HASHED, 3)
