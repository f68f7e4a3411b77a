"""Candidates as shared libraries, built by their own Makefiles as the user would."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from adc.check.build import make_library
from adc.check.example import read_example, sample_arrays
from adc.emit.checksizes import default_ranges
from adc.emit.interface import Argument, arguments, extremes
from adc.ir.program import Program
from adc.ir.shapes import evaluate
from adc.options import Choice, Request

if TYPE_CHECKING:
    import numpy as np

#: Inputs are the same in each run.
_SEED = 20
_LOW, _HIGH = 0.5, 1.5  # of seeds


@dataclass(frozen=True)
class Candidate:
    """A choice, its rendered files, the bytes that a call holds, and where its library will be.
    `precision` is the lowest of the function's numbers: float64 or float32."""

    choice: Choice
    files: Mapping[str, str]
    peak: int
    entry: str
    folder: Path
    precision: str

    @property
    def text(self) -> str:
        """What tells candidates apart."""
        return self.files[f"{self.entry}.c"]

    @property
    def library(self) -> Path:
        return self.folder / f"lib{self.entry}.so"

    def build(self) -> None:
        """Runs make; AdcError where there is none, or where a compiler refuses the text."""
        self.folder.mkdir(parents=True)
        make_library(self.files, self.entry, self.folder)


def write_call(
    folder: Path,
    entry: str,
    program: Program,
    primal: Program,
    request: Request,
    usual: Mapping[str, float],
) -> None:
    """What `runner.py` needs to call any candidate, all of one interface: inputs are those of
    `--example`, of `--set`, `usual` ones, which are defaults, or drawn as the self-check draws
    them. `request.sizes` has all sizes.
    """
    import numpy as np

    sizes = dict(request.sizes)
    fortran = request.language == "fortran"
    example = read_example(sample_arrays(request), primal, sizes, fortran=fortran).arrays
    told, values = [], {}
    ranges = {**{n: (v, v) for n, v in usual.items()}, **request.settings}
    generator = np.random.default_rng(_SEED)
    for argument in arguments(program):
        shape = tuple(max(evaluate(e, sizes), 0) for e in argument.shape)
        told.append(
            {
                "name": argument.name,
                "symbol": sizes[argument.name] if argument.is_symbol else None,
                "by_value": argument.by_value,
                "written": argument.written,
                "dtype": str(argument.dtype),
                "shape": shape,
            }
        )
        if argument.name in example:
            sample = np.asarray(example[argument.name], str(argument.dtype))
            values[argument.name] = np.ascontiguousarray(sample).reshape(sample.shape)
        elif argument.unique and argument.name not in ranges:
            first, last = (evaluate(e, sizes) for e in extremes(argument))
            positions = first + generator.permutation(max(last + 1 - first, 0))
            values[argument.name] = positions[: shape[0]].astype(str(argument.dtype))
        elif not argument.is_symbol and argument.role in ("input", "inout", "seed"):
            values[argument.name] = _drawn(argument, shape, ranges, generator)
    symbols = [sizes[name] for name in program.symbols]
    call = {"entry": entry, "arguments": told, "symbols": symbols}
    (folder / "call.json").write_text(json.dumps(call))
    np.savez(folder / "inputs.npz", allow_pickle=False, **values)


def _drawn(
    argument: Argument,
    shape: tuple[int, ...],
    ranges: dict[str, tuple[float, float]],
    generator: np.random.Generator,
) -> np.ndarray:
    ((low, high),) = default_ranges([(argument.name, argument.dtype)], ranges)
    if argument.role == "seed":
        low, high = _LOW, _HIGH
    drawn = generator.random(shape)
    if str(argument.dtype).startswith("float"):
        width = high - low if high > low else 0.0  # both may be infinite
        return (low + width * drawn).astype(str(argument.dtype))
    return (low + (high + 1 - low) * drawn).astype("int64").astype(str(argument.dtype))
