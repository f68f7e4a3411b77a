"""The originals alone: they compile cleanly, run, and can be differentiated by differences."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.construct_cases import construct_cases
from tests.fortran.harness import case_of, prove_original, swappable
from tests.fortran.intrinsics import intrinsic_cases
from tests.fortran.original import warnings_of
from tests.fortran.specs import kernel_specs

CONSTRUCTS = {**construct_cases(), **intrinsic_cases()}
HERE = Path(__file__).parent
KERNELS = {**kernel_specs(HERE / "kernels"), **kernel_specs(HERE / "twins")}


@pytest.mark.parametrize("name", KERNELS)
def test_compiles_without_warnings(name: str) -> None:
    assert warnings_of(KERNELS[name]) == ""


@pytest.mark.parametrize("name", KERNELS)
def test_original(name: str) -> None:
    prove_original(case_of(KERNELS[name]))


@pytest.mark.parametrize("name", KERNELS)
def test_no_array_is_square(name: str) -> None:
    assert swappable(KERNELS[name]) == []


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct(name: str) -> None:
    prove_original(CONSTRUCTS[name][1])


def test_no_array_of_a_construct_is_square() -> None:
    found = {name: swappable(spec) for name, (spec, _) in CONSTRUCTS.items()}
    assert {name: arrays for name, arrays in found.items() if arrays} == {}
