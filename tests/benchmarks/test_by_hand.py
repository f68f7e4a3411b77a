"""The adjoints by hand against adc's, about the sizes that their tiles and bands make special."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adc.pipeline import Compiled
from benchmarks.kernels import building, loading
from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.definition import BY_HAND, TINY, Inputs, Kernel, Sizes
from tests.proof.marks import half_of

#: Sizes in the order of each kernel's; the first are smaller than a border, the last cross tiles.
SIZES = {
    "burgers": [(3, 0), (3, 2), (4, 1), (5, 13), (40, 12), (1537, 25), (4000, 37)],
    "elementwise": [(1,), (511,), (1025,)],
    "gemm": [(1, 1, 1), (8, 24, 25), (97, 30, 257), (13, 1540, 9)],
    "hdiff": [(1, 1, 1), (2, 3, 5), (3, 20, 2), (4, 21, 3), (2, 45, 1), (5, 70, 9), (2, 150, 2)],
    "heat-3d": [(3, 0), (3, 1), (4, 3), (7, 5), (24, 9)],
    "jacobi-2d": [(3, 0), (3, 1), (4, 3), (7, 20), (100, 33)],
    "seidel-2d": [(3, 0), (3, 1), (9, 2), (10, 3), (11, 17), (18, 8), (99, 19)],
    "softmax": [(1, 1, 1), (2, 3, 17)],
}


def by_hand(folder: Path, kernel: Kernel, call: dict[str, Any], seeds: list[str]) -> list[Any]:
    """The gradients; whatever results and workspace held before is no part of them."""
    (folder / loading.CALLS).write_text(json.dumps({"by hand": call}))
    named = dict(zip(seeds, kernel.seeds("here"), strict=True))
    values = {**kernel.sizes["here"], **kernel.inputs("here"), **named}
    found = loading.FromC(folder, "by hand", values)
    for name in kernel.differentiated:
        found.arrays[f"{name}_bar"][...] = np.nan
    found.workspace[...] = 255
    found.call()
    return [np.copy(g) for g in found.gradients(kernel.differentiated)]


def compare(kernel: Kernel, found: Compiled, folder: Path, sizes: Sizes) -> None:
    """adc's gradient, which is built in `folder`, with that by hand."""
    wrapped = loading.load(folder)
    here = dataclasses.replace(kernel, sizes={"here": sizes})
    call = building.build_by_hand(here, found, sizes, folder, "BLAS=none")
    gradients = loading.gradient(wrapped, here.inputs("here"), here.seeds("here"))
    for wanted, given in zip(gradients, by_hand(folder, here, call, wrapped.seeds), strict=True):
        scale = np.abs(wanted).max(initial=0.0)
        np.testing.assert_allclose(given, wanted, rtol=0.0, atol=1e-12 * scale + 1e-300)


def built(kernel: Kernel, folder: Path) -> Compiled:
    found = building.compiled(kernel)
    library = f"lib{kernel.function}_grad.so"
    building.build(found, folder, "CFLAGS=-O1", "BLAS=none", library)
    return found


@pytest.mark.parametrize("name", half_of(SIZES))
def test_they_are_adcs(name: str, tmp_path: Path) -> None:
    kernel = KERNELS[name]
    found = built(kernel, tmp_path)
    for numbers in [tuple(kernel.sizes[TINY].values()), *SIZES[name]]:
        compare(kernel, found, tmp_path, dict(zip(kernel.sizes[TINY], numbers, strict=True)))


def test_sines_of_what_is_far_out(tmp_path: Path) -> None:
    def away(inputs: Inputs) -> None:
        inputs["a"][300:310] *= 1e22
        inputs["b"] *= np.where(np.arange(len(inputs["b"])) % 2, -80.0, 90.0)

    kernel = dataclasses.replace(KERNELS["elementwise"], prepare=away)
    compare(kernel, built(kernel, tmp_path), tmp_path, {"N": 1000})


def test_each_of_them_is_tested() -> None:
    assert {f"{KERNELS[name].function}.c" for name in SIZES} == {
        path.name for path in BY_HAND.glob("*.c")
    }
    assert {k.name for k in KERNELS.values() if k.by_hand} == set(SIZES)
