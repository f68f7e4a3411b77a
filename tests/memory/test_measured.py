"""Measured memory against the manifest's, for every case at all its sizes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from tests.memory.measure import Built, build_files
from tests.memory.resident import growth
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import compile_case, holds
from tests.proof.harness import draw_case
from tests.proof.marks import short_and_long, with_or_without_value
from tests.proof.matrix import variants

CASES = load_cases()
OK, ENOMEM, ESIZE = 0, 1, 2


def run_case(built: Built, case: Case, fail_at: int = 0):  # type: ignore[no-untyped-def]
    return built.run(case.sizes, draw_case(case).inputs, fail_at=fail_at)


@pytest.mark.parametrize(("name", "value"), with_or_without_value(CASES))
def test_peak_is_what_the_manifest_says(name: str, value: bool, tmp_path: Path) -> None:
    """To the byte; and everything is given back."""
    compiled = compile_case(CASES[name], value=value)
    built = build_files(compiled.files, tmp_path)
    seen = set()
    for case in variants(CASES[name]):
        key = tuple(sorted(case.sizes.items()))
        if key in seen or not holds(compiled, case.sizes):
            continue
        seen.add(key)
        measured = run_case(built, case)
        assert measured.code == OK
        assert measured.peak_bytes == built.predicted_peak(case.sizes), dict(case.sizes)
        assert measured.leaked_bytes == 0
    assert seen


@pytest.mark.parametrize("name", ("burgers", "mlp", "gramschmidt"))
def test_failed_allocation_is_reported_and_leaks_nothing(name: str, tmp_path: Path) -> None:
    built = build_files(compile_case(CASES[name]).files, tmp_path)
    count = run_case(built, CASES[name]).allocations
    assert count > 0
    for fail_at in range(1, count + 1):
        measured = run_case(built, CASES[name], fail_at)
        assert (measured.code, measured.leaked_bytes) == (ENOMEM, 0)


@pytest.mark.parametrize("name", ("burgers", "mlp", "limiter"))
def test_limit_is_kept_to_the_byte(name: str, tmp_path: Path) -> None:
    """The planned sizes run in exactly the limit; one byte less, or one element more, does not."""
    case = CASES[name]
    sizes = dict(case.sizes)
    peak = build_files(compile_case(case).files, tmp_path / "free").predicted_peak(sizes)
    built = build_files(compile_case(case, sizes=sizes, mem_limit=peak).files, tmp_path / "limited")
    assert run_case(built, case).code == OK
    for size in sizes:
        larger, smaller = ({**sizes, size: sizes[size] + d} for d in (9, -1))
        assert built.predicted_peak(larger) > peak
        assert run_case(built, case.with_sizes(larger)).code == ESIZE
        assert run_case(built, case.with_sizes(smaller)).code == OK


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("burgers", {"N": 200_000, "steps": 200}),
        ("burgers_inplace", {"steps": 80, "NY": 500, "NX": 400}),
        ("mlp", {"N": 200_000, "C": 10, "H": 60, "K": 10}),
    ],
)
def test_resident_set_grows_by_the_arena(
    name: str, sizes: Mapping[str, int], tmp_path: Path
) -> None:
    """Several hundred MiB, seen from outside: the peak resident set of a fresh process."""
    stored = compile_case(CASES[name], strategy="store").files
    built = build_files(stored, tmp_path, counting=False)
    arena = built.predicted_arena(sizes)
    assert arena > 200 * 2**20
    assert growth(built.library, built.manifest, sizes) == pytest.approx(arena, rel=0.05)


@pytest.mark.parametrize("count", short_and_long(2, 4))
def test_every_limit_is_kept_and_changes_no_gradient(count: int, tmp_path: Path) -> None:
    """Burgers in less and less memory; what is measured is what was predicted."""
    case = CASES["burgers"].with_sizes({"N": 200, "steps": 60})
    inputs = draw_case(case).inputs
    sizes = dict(case.sizes)
    free = build_files(compile_case(case, sizes=sizes).files, tmp_path / "free")
    wanted = free.run(sizes, inputs)
    limit, arenas = wanted.peak_bytes, set()
    for number in range(count):
        compiled = compile_case(case, sizes=sizes, mem_limit=limit)
        built = build_files(compiled.files, tmp_path / str(number), "-O3")
        measured = built.run(sizes, inputs)
        assert (measured.code, measured.leaked_bytes) == (OK, 0)
        assert measured.peak_bytes == built.predicted_peak(sizes) <= limit
        for name, gradient in wanted.gradients.items():
            np.testing.assert_allclose(measured.gradients[name], gradient, rtol=1e-12)
        arenas.add(measured.allocated_bytes)
        limit = 2 * measured.peak_bytes // 3
    assert len(arenas) == count
