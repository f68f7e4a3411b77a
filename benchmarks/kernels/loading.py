"""What was built in a folder, to be called: nothing here needs adc."""

from __future__ import annotations

import ctypes
import importlib.util
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.kernels.definition import Inputs

#: The file that says how the functions of a folder are called.
CALLS = "calls.json"
#: The byte boundary that a workspace begins at.
ALIGNMENT = 64


@dataclass(frozen=True)
class Wrapped:
    """The wrapper of a gradient in a folder, and what its manifest says of the arguments."""

    folder: Path
    call: Callable[..., Any]
    arguments: Sequence[dict[str, Any]]

    @property
    def seeds(self) -> list[str]:
        """The seeds' names, in the order of the dependents."""
        return [a["name"] for a in self.arguments if a["role"] == "seed"]


def load(folder: Path) -> Wrapped:
    """The wrapper in `folder`, which `make` has been run in."""
    manifest = json.loads((folder / "manifest.json").read_text())
    entry = manifest["entry"]
    spec = importlib.util.spec_from_file_location(entry, folder / f"{entry}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return Wrapped(folder, getattr(module, entry), manifest["arguments"])


def gradient(wrapped: Wrapped, inputs: Inputs, seeds: Sequence[Any]) -> tuple[Any, ...]:
    """One call: the gradients in the order of `wrt`."""
    given = dict(zip(wrapped.seeds, seeds, strict=True))
    return tuple(wrapped.call(*inputs.values(), **given))


class FromC:
    """A function of C by ctypes, with a workspace that is kept between calls."""

    def __init__(self, folder: Path, which: str, values: Inputs) -> None:
        """`values`: the source's arguments, sizes and seeds by their names."""
        told = json.loads((folder / CALLS).read_text())[which]
        library = ctypes.CDLL(str(folder / told["library"]))
        self.entry, self.values = told["entry"], values
        self.arrays: dict[str, np.ndarray] = {}
        self.written = [a["name"] for a in told["arguments"] if a["written"]]
        self.passed = [self._passed(a) for a in told["arguments"]]
        symbols = [
            ctypes.c_int64(values[a["name"]]) for a in told["arguments"] if a["kind"] == "symbol"
        ]
        length = getattr(library, f"{self.entry}_workspace_bytes")
        length.restype = ctypes.c_size_t
        self.workspace = np.zeros(length(*symbols) + ALIGNMENT, dtype=np.uint8)
        start = self.workspace.ctypes.data
        self.passed.append(ctypes.c_void_p(start + -start % ALIGNMENT))
        self.function = getattr(library, f"{self.entry}_ws")

    def _passed(self, argument: dict[str, Any]) -> Any:
        name = argument["name"]
        if argument["kind"] == "symbol":
            return ctypes.c_int64(self.values[name])
        if argument["kind"] == "number":
            return ctypes.c_double(self.values[name])
        array = np.zeros(argument["shape"])
        if name in self.values:
            array[...] = self.values[name]
        self.arrays[name] = array
        return ctypes.c_void_p(array.ctypes.data)

    def prepare(self) -> None:
        """What a call writes begins anew, as it would for the caller."""
        for name in self.written:
            if name in self.values:
                self.arrays[name][...] = self.values[name]

    def call(self) -> None:
        result = self.function(*self.passed)
        if result:
            raise RuntimeError(f"{self.entry} returned {result}")

    def gradients(self, wrt: Sequence[str]) -> tuple[np.ndarray, ...]:
        return tuple(self.arrays[f"{name}_bar"] for name in wrt)
