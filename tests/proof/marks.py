"""Which examples of a test are left to `make test-long`."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Iterable
from typing import Any

import pytest

#: Files whose tests put many programs through alike checks: of these tests one half, by chance, is
#: left to the long run.
HALVED = frozenset(
    {
        "tests/check/test_inputs.py",
        "tests/check/test_original.py",
        "tests/check/test_planted_faults.py",
        "tests/checkpoint/test_host_snapshots.py",
        "tests/checkpoint/test_rebuild.py",
        "tests/checkpoint/test_staged.py",
        "tests/cli/test_plan.py",
        "tests/corpus/test_corpus.py",
        "tests/cuda_emulator/test_performance.py",
        "tests/cuda_emulator/test_programs.py",
        "tests/emit/test_copies_beside.py",
        "tests/emit/test_cuda_sorted_sums.py",
        "tests/emit/test_cuda_sorting.py",
        "tests/emit/test_cuda_tiles.py",
        "tests/emit/test_host_snapshots.py",
        "tests/emit/test_open_ended.py",
        "tests/emit/test_outlined.py",
        "tests/emit_files/test_fortran_files.py",
        "tests/emit_files/test_fortran_module.py",
        "tests/emit_files/test_held_outputs.py",
        "tests/emit_files/test_processors.py",
        "tests/emit_files/test_selfcheck.py",
        "tests/fortran/test_generated.py",
        "tests/fortran/test_kernels.py",
        "tests/fortran/test_libraries.py",
        "tests/fortran/test_linpack.py",
        "tests/fortran/test_on_device.py",
        "tests/fortran/test_original.py",
        "tests/fortran/test_routines.py",
        "tests/implicit/test_programs.py",
        "tests/lowering/test_vocabulary.py",
        "tests/memory/test_brute_force.py",
        "tests/memory/test_least_arrays.py",
        "tests/ops/test_adding.py",
        "tests/ops/test_decompositions.py",
        "tests/ops/test_factors.py",
        "tests/ops/test_matrix_product.py",
        "tests/ops/test_solve.py",
        "tests/rewrite/test_domains.py",
        "tests/rewrite/test_states.py",
        "tests/rewrite/test_turns.py",
        "tests/schedule/test_contractions.py",
        "tests/schedule/test_orders.py",
        "tests/schedule/test_row_blocks.py",
        "tests/schedule/test_swaps.py",
        "tests/schedule/test_wavefronts.py",
        "tests/test_advice.py",
        "tests/test_cases.py",
        "tests/test_hostile.py",
        "tests/test_traps.py",
    }
)


#: Such files whose tests take the longest: one test in four is kept.
QUARTERED = frozenset(
    {
        "tests/checkpoint/test_shares.py",
        "tests/differentiate/test_outlined.py",
        "tests/emit/test_blocked_products.py",
        "tests/emit/test_cuda.py",
        "tests/emit/test_cuda_positions.py",
        "tests/emit_files/test_device_arrays.py",
        "tests/fortran/test_constructs.py",
        "tests/frontends/test_python_robustness.py",
        "tests/memory/test_limits.py",
        "tests/memory/test_measured.py",
        "tests/test_served.py",
    }
)


def left_out(nodeid: str) -> bool:
    """Whether a test is of the part of its file that is left to the long run."""
    path, _, name = nodeid.partition("::")
    every = 4 if path in QUARTERED else 2 if path in HALVED else 1
    return "[" in name and zlib.crc32(nodeid.encode()) % every != every - 1


def long_among(names: Iterable[Any], long: Collection[Any]) -> list[Any]:
    """`names` as parameters; those of `long` take tens of seconds each and prove what others do."""
    return [pytest.param(n, marks=pytest.mark.long) if n in long else n for n in names]


def long_from(values: Iterable[int], first: int) -> list[Any]:
    """`values` as parameters; those from `first` on are left to the long run."""
    return [pytest.param(v, marks=pytest.mark.long) if v >= first else v for v in values]


def half_of(names: Iterable[str], long: Collection[str] = ()) -> list[Any]:
    """`names` as parameters; one half of them, by chance, and those of `long` are left to the long
    run."""
    all_names = list(names)
    return long_among(all_names, {*long, *(n for n in all_names if not _odd(n))})


def with_or_without_value(names: Iterable[str], long: Collection[str] = ()) -> list[Any]:
    """Each name with `--value` and without it; one of the two, by chance, is left to the long run,
    and so are both of those of `long`."""
    return [
        pytest.param(
            name, value, id=f"{name}{'-value' * value}",
            marks=pytest.mark.long if name in long or value != _odd(name) else (),
        )
        for name in names
        for value in (False, True)
    ]  # fmt: skip


def _odd(name: str) -> bool:
    """By chance, but the same in each run, whatever else there is."""
    return bool(zlib.crc32(name.encode()) % 2)
