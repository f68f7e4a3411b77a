"""Inputs of the check from sample arrays: `--example IN.npz`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from adc.diagnostics import AdcError
from adc.emit.interface import Argument, arguments, source_arguments
from adc.emit.solving import solve_sizes
from adc.frontends.example import load_arrays
from adc.ir.enums import ParameterKind
from adc.ir.program import Program
from adc.ir.shapes import evaluate

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Example:
    """Sizes and integer arguments, and the floating (or integer array) inputs, by name."""

    sizes: dict[str, int]
    arrays: dict[str, np.ndarray]


def read_example(path: str, primal: Program, sizes: dict[str, int]) -> Example:
    """The samples that are arguments of `primal`; `sizes` are given besides and come first.

    Raises AdcError where the shapes do not fit together.
    """
    found = load_arrays(path)
    names = source_arguments(primal)
    held = {a.name: a for a in arguments(primal) if a.name in names}
    samples = {name: _in_pairs(found[name]) for name in names if name in found}
    integers = {n: _integer(n, s) for n, s in samples.items() if held[n].is_symbol}
    arrays = {n: s for n, s in samples.items() if not held[n].is_symbol}
    shaped = [held[n] for n in arrays if held[n].kind == ParameterKind.ARRAY]
    for argument in shaped:
        _check_axes(argument, arrays[argument.name])
    known = {**integers, **sizes}
    known |= _solved(primal, shaped, arrays, known)
    for argument in shaped:
        _check_shape(argument, arrays[argument.name], known)
    return Example(known, arrays)


def _in_pairs(sample: np.ndarray) -> np.ndarray:
    """Complex numbers as pairs of reals along a last axis."""
    import numpy as np

    if sample.dtype.kind != "c":
        return sample
    return np.stack([sample.real, sample.imag], axis=-1)


def _integer(name: str, sample: np.ndarray) -> int:
    if sample.shape or sample.dtype.kind not in "iu":
        raise _mismatch(name, "is no single integer")
    return int(sample)


def _solved(
    primal: Program, shaped: list[Argument], arrays: dict[str, np.ndarray], known: dict[str, int]
) -> dict[str, int]:
    """The sizes that the samples' shapes give."""
    wanted = [
        p.name for p in primal.parameters if p.kind == ParameterKind.SIZE and p.name not in known
    ]
    scope: dict[str, object] = {**arrays, **known, "__builtins__": {}}
    result: dict[str, int] = {}
    for name, text in solve_sizes(wanted, list(known), shaped).steps:
        result[name] = int(eval(text, scope))  # adc's own text: shapes, sizes, + - * //
        scope[name] = result[name]
    return result


def _check_axes(argument: Argument, sample: np.ndarray) -> None:
    if sample.ndim != len(argument.shape):
        raise _mismatch(argument.name, f"has {sample.ndim} axes, not {len(argument.shape)}")


def _check_shape(argument: Argument, sample: np.ndarray, sizes: dict[str, int]) -> None:
    if any(not {s.name for s in e.free_symbols} <= set(sizes) for e in argument.shape):
        return  # a size that no sample gives: the check program compares the counts
    expected = tuple(evaluate(extent, sizes) for extent in argument.shape)
    if sample.shape != expected:
        raise _mismatch(argument.name, f"has the shape {sample.shape}, not {expected}")


def _mismatch(name: str, what: str) -> AdcError:
    return AdcError.of(
        "ADC0503",
        f"the sample `{name}` {what}",
        help="write samples whose shapes fit together with `numpy.savez`",
    )
