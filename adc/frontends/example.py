"""Types from sample arrays: `--example IN.npz`."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import sympy

from adc.diagnostics import AdcError, Diagnostic, Severity
from adc.frontends import surface
from adc.frontends.names import bound_names, free_names
from adc.frontends.types import ArgumentType
from adc.frontends.typetext import KNOWN, complex_type
from adc.ir.dtypes import COMPLEX, DType
from adc.ir.names import NameSource
from adc.ir.shapes import symbol

if TYPE_CHECKING:
    import numpy as np

_OPTION = "--example"


def example_types(
    path: str,
    function: surface.Function,
    warnings: list[Diagnostic],
    fields: Mapping[str, str],
    annotated: Mapping[str, ArgumentType],
) -> dict[str, ArgumentType]:
    """The types of the arguments of `function` that the samples in `path` have.

    Each distinct extent becomes one size, `n0`, `n1`, … in the order of the arguments; two equal
    extents are one size, so samples should differ where the sizes may. An extent of 1 stays the
    literal 1, and one that an annotation of `annotated` has as a number, and its sample, too, stays
    that number. A scalar sample is as weak as Python's own `float` or `int`, which is what NumPy
    turns into such a sample, unless it is of another precision. `fields` are what samples that are
    called `p.k` are of. Raises ADC0202, ADC0207, ADC0602.
    """
    arrays = {fields.get(name, name): array for name, array in load_arrays(path).items()}
    names = [p.name for p in function.parameters]
    for extra in sorted(arrays.keys() - set(names)):
        message = f"the array `{extra}` in {Path(path).name} is no argument of `{function.name}`"
        way_out = "rename it if it is meant for an argument"
        warnings.append(
            Diagnostic("ADC0209", message, help=way_out, severity=Severity.WARNING),
        )
    source = NameSource(bound_names(function) | set(free_names(function)))
    known = _literal(arrays, annotated) | {1}
    sizes: dict[int, sympy.Expr] = {extent: sympy.Integer(extent) for extent in known}
    return {name: _type(name, arrays[name], sizes, source) for name in names if name in arrays}


def _literal(arrays: Mapping[str, np.ndarray], annotated: Mapping[str, ArgumentType]) -> set[int]:
    """The extents that samples and annotations of the same arguments agree on."""
    pairs = (
        (extent, given)
        for name, known in annotated.items()
        if name in arrays
        for extent, given in zip(arrays[name].shape, known.shape)
    )
    return {extent for extent, given in pairs if given == extent}


def load_arrays(path: str) -> dict[str, np.ndarray]:
    """The named arrays of an npz file. Raises ADC0207, ADC0602."""
    import numpy as np

    way_out = "write it with `numpy.savez(path, A=A, n=n)`"
    name = Path(path).name
    try:
        loaded = np.load(path, allow_pickle=False)
        if isinstance(loaded, np.ndarray):
            message = f"{name} holds one array without a name"
            raise AdcError.of("ADC0207", message, help=way_out)
        with loaded:
            return {key: loaded[key] for key in loaded.files}
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        message = f"cannot read {path}: {reason}"
        raise AdcError.of("ADC0602", message, help="check the path and its permissions") from None
    except (ValueError, EOFError, zipfile.BadZipFile):
        message = f"{name} is no file of plain named arrays"
        raise AdcError.of("ADC0207", message, help=way_out) from None


def _type(
    name: str, array: np.ndarray, sizes: dict[int, sympy.Expr], source: NameSource
) -> ArgumentType:
    pairs = {name: dtype for dtype, name in COMPLEX.items()}.get(array.dtype.name)
    dtype = pairs or next((d for d in DType if d.value == array.dtype.name), None)
    if dtype is None:
        message = f"the sample `{name}` has the type {array.dtype.name}"
        way_out = f"convert it to one of {KNOWN}"
        raise AdcError.of("ADC0202", message, help=way_out)
    for extent in array.shape:
        if extent not in sizes:
            sizes[extent] = symbol(_fresh(source))
    shape = tuple(sizes[extent] for extent in array.shape)
    if pairs:
        return complex_type(dtype, shape, not shape and dtype is DType.FLOAT64, None)
    weak = not shape and dtype in (DType.FLOAT64, DType.INT64, DType.BOOL)
    return ArgumentType(dtype, shape, weak)


def _fresh(source: NameSource) -> str:
    number = 0
    while f"n{number}" in source.taken:
        number += 1
    return source.fresh(f"n{number}")
