"""Calls built gradients in a process of its own: `runner.py FOLDER`.

FOLDER holds `call.json` (the arguments in order, the names of the entry) and `inputs.npz`. Each
line of the standard input is `LIBRARY CALLS`: the library's gradient is called so often, and a line
of JSON goes out: `seconds` of one call (their median), and, after a library's first line, how far
its results are `apart` from those of the first library, relative to each result's largest element;
or the `error` that the call returned. This file imports NumPy and nothing of adc.
"""

import ctypes
import json
import statistics
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

_ALIGNMENT = 64
_BY_VALUE = {
    "float64": ctypes.c_double,
    "float32": ctypes.c_float,
    "int64": ctypes.c_int64,
    "int32": ctypes.c_int32,
    "bool": ctypes.c_bool,
}


class Caller:
    """The arguments of a call, shared by all libraries."""

    def __init__(self, folder: Path) -> None:
        told = json.loads((folder / "call.json").read_text())
        self.entry: str = told["entry"]
        self.initial = dict(np.load(folder / "inputs.npz", allow_pickle=False))
        self.arrays: dict[str, np.ndarray] = {}
        self.written = [a["name"] for a in told["arguments"] if a["written"]]
        self.passed = [self._passed(a) for a in told["arguments"]]
        self.symbols = [ctypes.c_int64(n) for n in told["symbols"]]
        self.workspace = np.empty(0, np.uint8)
        self.libraries: dict[str, Any] = {}
        self.first: dict[str, dict[str, np.ndarray]] = {}

    def _passed(self, argument: dict[str, Any]) -> Any:
        name, dtype = argument["name"], argument["dtype"]
        if argument["symbol"] is not None:
            return ctypes.c_int64(argument["symbol"])
        if argument["by_value"]:
            return _BY_VALUE[dtype](self.initial[name][()].item())
        array = np.zeros(argument["shape"], dtype)
        if name in self.initial:
            array[...] = self.initial[name]
        self.arrays[name] = array
        return ctypes.c_void_p(array.ctypes.data)

    def library(self, path: str) -> Any:
        if path not in self.libraries:
            library = ctypes.CDLL(path)
            length = getattr(library, f"{self.entry}_workspace_bytes")
            length.restype = ctypes.c_size_t
            self.libraries[path] = (getattr(library, f"{self.entry}_ws"), length(*self.symbols))
        return self.libraries[path]

    def begin_anew(self) -> None:
        """What a call writes is as it was before the first one."""
        for name in self.written:
            self.arrays[name][...] = self.initial.get(name, 0)

    def run(self, path: str, calls: int) -> dict[str, Any]:
        function, length = self.library(path)
        is_new = path not in self.first
        if self.workspace.size < length + _ALIGNMENT:
            self.workspace = np.empty(length + _ALIGNMENT, np.uint8)
        start = self.workspace.ctypes.data
        passed = [*self.passed, ctypes.c_void_p(start + -start % _ALIGNMENT)]
        told: dict[str, Any] = {}
        if is_new:
            self.begin_anew()
            error = function(*passed)
            if error:
                return {"error": error}
            told = self.compared(path)
        seconds = []
        for _ in range(calls):
            self.begin_anew()
            begun = time.perf_counter()
            error = function(*passed)
            seconds.append(time.perf_counter() - begun)
        return {"seconds": statistics.median(seconds), **told}

    def compared(self, path: str) -> dict[str, Any]:
        """How the results now are: `apart`, by name, and whether all are `finite`."""
        results = {name: self.arrays[name].copy() for name in self.written}
        reference = next(iter(self.first.values()), results)
        self.first[path] = results if not self.first else {}
        found = {name: apart(results[name], reference[name]) for name in results}
        finite = all(np.isfinite(r).all() for r in results.values())
        return {"apart": found, "finite": bool(finite)}


def apart(found: np.ndarray, reference: np.ndarray) -> float:
    """The largest difference, relative to the largest element; 1e300 where only one is finite."""
    a, b = found.astype(np.float64), reference.astype(np.float64)
    known = np.isfinite(b)
    if (np.isfinite(a) != known).any():
        return 1e300
    scale = np.abs(b[known]).max(initial=0.0)
    largest = np.abs(a[known] - b[known]).max(initial=0.0)
    return float(largest / scale) if scale else (1e300 if largest else 0.0)


def main() -> None:
    caller = Caller(Path(sys.argv[1]))
    for line in sys.stdin:
        path, calls = line.rsplit(maxsplit=1)
        try:
            told = caller.run(path, int(calls))
        except MemoryError:
            told = {"error": 1}
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
