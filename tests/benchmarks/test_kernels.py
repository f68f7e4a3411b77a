"""The benchmarks' kernels at tiny sizes: adc's gradient against differences of the original."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from benchmarks.kernels import building, loading
from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.definition import TINY, Inputs, Kernel
from tests.proof.marks import half_of

#: Steps of the differences: short, since kernels with rectifiers have kinks.
STEPS = (4e-5, 2e-5, 1e-5)

#: At most this many elements of an argument are changed, those that are farthest apart.
ELEMENTS = 12


def directional(value: Callable[[float], float]) -> float:
    """d value/dh at 0 by central differences, extrapolated twice (error h**6)."""
    found = [(value(h) - value(-h)) / (2.0 * h) for h in STEPS]
    once = [(4.0 * b - a) / 3.0 for a, b in itertools.pairwise(found)]
    return (16.0 * once[1] - once[0]) / 15.0


def differences(kernel: Kernel, inputs: Inputs, seeds: list[np.ndarray], name: str) -> np.ndarray:
    """The derivative of the seeds' inner products by some elements of one argument, else NaN."""
    function = kernel.numpy()
    start = np.asarray(inputs[name], dtype=float)
    found = np.full(start.shape, np.nan)

    def value(where: tuple[int, ...], h: float) -> float:
        moved = start.copy()
        moved[where] += h
        given = {**inputs, name: moved if moved.ndim else float(moved)}
        results = kernel.dependents(given, function)
        return float(sum(np.sum(s * r) for s, r in zip(seeds, results, strict=True)))

    chosen = np.unique(np.linspace(0, start.size - 1, ELEMENTS).astype(int))
    for where in zip(*np.unravel_index(chosen, start.shape), strict=True) if start.ndim else [()]:
        found[where] = directional(lambda h, where=where: value(where, h))
    return found


def rounding(kernel: Kernel, inputs: Inputs, seeds: list[np.ndarray]) -> float:
    """What rounding of the inner products' sums alone may make of their differences."""
    results = kernel.dependents(inputs, kernel.numpy())
    total = sum(np.sum(np.abs(s * r)) for s, r in zip(seeds, results, strict=True))
    return 2.0 * np.finfo(float).eps * float(total) / min(STEPS)


@pytest.mark.parametrize("name", half_of(KERNELS, ("channel-flow", "resnet")))
def test_gradients_are_those_of_the_original(name: str, tmp_path: Path) -> None:
    kernel = KERNELS[name]
    library = f"lib{kernel.function}_grad.so"
    building.build(building.compiled(kernel), tmp_path, "CFLAGS=-O0", "BLAS=none", library)
    inputs = kernel.inputs(TINY)
    seeds = kernel.seeds(TINY)
    gradients = loading.gradient(loading.load(tmp_path), inputs, seeds)
    noise = rounding(kernel, inputs, seeds)
    for argument, gradient in zip(kernel.differentiated, gradients, strict=True):
        wanted = differences(kernel, inputs, seeds, argument)
        known = np.isfinite(wanted)
        scale = np.abs(wanted[known]).max()
        assert scale > 0.0
        apart = np.abs(np.asarray(gradient) - wanted)[known].max()
        assert apart < 1e-7 * scale + noise, argument
