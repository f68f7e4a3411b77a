"""Inputs of the check from sample arrays: `--example IN.npz`, `--set X=[1,2]`."""

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
from adc.options import Request

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True)
class Example:
    """Sizes and integer arguments, and the floating (or integer array) inputs, by name, with axes
    as the IR has them. `unused` are samples of nothing that the function takes."""

    sizes: dict[str, int]
    arrays: dict[str, np.ndarray]
    unused: tuple[str, ...] = ()


def sample_arrays(request: Request) -> dict[str, np.ndarray]:
    """The arrays of `--example`, and those whose elements `--set` gives."""
    import numpy as np

    fortran = request.language == "fortran"
    loaded = {} if request.example is None else load_arrays(request.example)
    for name, elements in request.samples.items():
        both = next((other for other in loaded if _plain(other, fortran) == name), None)
        if both is not None:
            message = f"`{both}` is given by --example, and by --set"
            raise AdcError.of("ADC0503", message, help="leave one out")
        array = np.array(elements, dtype=float)
        loaded[name] = np.asfortranarray(array) if fortran else array
    return loaded


def read_example(
    loaded: dict[str, np.ndarray], primal: Program, sizes: dict[str, int], *, fortran: bool = False
) -> Example:
    """The samples that are arguments of `primal`; `sizes` are given besides and come first. Those
    of a `fortran` routine have the shapes that it declares, or these reversed.

    Raises AdcError where the shapes do not fit together, or fit both ways.
    """
    found = {_plain(name, fortran): array for name, array in loaded.items()}
    names = source_arguments(primal)
    held = {a.name: a for a in arguments(primal) if a.name in names}
    samples = {name: _in_pairs(found[name]) for name in names if name in found}
    integers = {n: _integer(n, s) for n, s in samples.items() if held[n].is_symbol}
    arrays = {n: s for n, s in samples.items() if not held[n].is_symbol}
    shaped = [held[n] for n in arrays if held[n].kind == ParameterKind.ARRAY]
    for argument in shaped:
        _check_axes(argument, arrays[argument.name])
    for name, sample in arrays.items():
        _check_values(held[name], sample)
    known = {**integers, **sizes}
    if fortran:
        arrays = _turned(primal, shaped, arrays, known)
    known |= _solved(primal, shaped, arrays, known)
    if misfit := _misfit(shaped, arrays, known):
        name, shape, expected = misfit
        if fortran:
            shape, expected = shape[::-1], expected[::-1]
        raise _mismatch(name, f"has the shape {shape}, not {expected}")
    unused = (name for name in loaded if _plain(name, fortran) not in names)
    return Example(known, arrays, tuple(unused))


def _plain(name: str, fortran: bool) -> str:
    """The argument's name for `State%U` and `p.k`."""
    return (name.lower().replace("%", "_") if fortran else name).replace(".", "_")


def _turned(
    primal: Program, shaped: list[Argument], arrays: dict[str, np.ndarray], known: dict[str, int]
) -> dict[str, np.ndarray]:
    """The samples of a Fortran routine with axes as the IR has them: the other way round where they
    have the shapes that the routine declares, or are kept in memory as Fortran keeps arrays."""
    import numpy as np

    reversed_axes = {n: s.T for n, s in arrays.items()}
    as_kept = {n: s.T if s.flags.f_contiguous else s for n, s in arrays.items()}
    fitting = [
        turned for turned in (as_kept, reversed_axes, arrays)
        if not _misfit(shaped, turned, known | _solved(primal, shaped, turned, known))
    ]  # fmt: skip
    for name, sample in arrays.items():
        if sample.flags.f_contiguous or all(
            np.array_equal(turned[name], fitting[0][name], equal_nan=True) for turned in fitting
        ):
            continue
        raise AdcError.of(
            "ADC0503", f"nothing tells which axis of the sample `{name}` is the first one",
            help=f"for `{name}(i,j)` to be `{name}[i - 1, j - 1]`, as in SciPy and f2py, write"
            f" `numpy.asfortranarray({name})`",
        )  # fmt: skip
    return fitting[0] if fitting else reversed_axes


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


def _check_values(argument: Argument, sample: np.ndarray) -> None:
    if argument.kind == ParameterKind.SCALAR and sample.size != 1:
        raise _mismatch(argument.name, f"has {sample.size} elements, not one")
    if sample.dtype.kind == "f" and not (argument.dtype.is_float or _whole(sample)):
        raise _mismatch(argument.name, "is not of whole numbers, which the argument takes")


def _whole(sample: np.ndarray) -> bool:
    return bool((sample == sample.round()).all())


def _check_axes(argument: Argument, sample: np.ndarray) -> None:
    if sample.ndim != len(argument.shape):
        raise _mismatch(argument.name, f"has {sample.ndim} axes, not {len(argument.shape)}")


def _misfit(
    shaped: list[Argument], arrays: dict[str, np.ndarray], sizes: dict[str, int]
) -> tuple[str, tuple[int, ...], tuple[int, ...]] | None:
    """The first sample that has not the shape that it should have, and the two shapes."""
    for argument in shaped:
        if any(not {s.name for s in e.free_symbols} <= set(sizes) for e in argument.shape):
            continue  # a size that no sample gives: the check program compares the counts
        expected = tuple(evaluate(extent, sizes) for extent in argument.shape)
        shape = arrays[argument.name].shape
        if shape != expected:
            return argument.name, shape, expected
    return None


def _mismatch(name: str, what: str) -> AdcError:
    return AdcError.of(
        "ADC0503",
        f"the sample `{name}` {what}",
        help="give samples that fit the arguments, and whose shapes fit together",
    )
