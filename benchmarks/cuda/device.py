"""A gradient in the memory of a device: built by nvcc, called by ctypes, timed."""

from __future__ import annotations

import ctypes
import math
import shutil
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

#: Directions of cudaMemcpy, and the mode of a capture in which no thread may call what cannot be
#: captured.
TO_DEVICE, TO_HOST, WITHIN, GLOBAL = 1, 2, 3, 0
#: Rounds whose median counts, and the seconds that the calls of one take together.
ROUNDS, SECONDS = 5, 0.1
#: Bytes that are copied to measure what the device's memory gives.
COPIED = 1 << 30


class DeviceError(Exception):
    """nvcc or a function of CUDA's failed; the message says which."""


def build(sources: Sequence[Path], folder: Path) -> Path:
    """The library of CUDA `sources` for this machine's device, with CUDA's own functions beside
    theirs. Raises DeviceError with nvcc's text."""
    library = folder / f"{sources[0].stem}.gpu.so"
    own = Path(shutil.which("nvcc") or "nvcc").resolve().parent.parent
    found = [place for name in ("lib64", "lib") if (place := own / name).is_dir()]
    options = ["-std=c++17", "-O3", "-fmad=false", "-Xcompiler", "-fPIC", "-cudart", "shared"]
    options += [word for place in found for word in (f"-L{place}", f"-Xlinker=-rpath={place}")]
    command = ["nvcc", "-shared", *options, *map(str, sources), "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise DeviceError(done.stderr or done.stdout)
    return library


@dataclass
class Device:
    """The functions of CUDA's in a library, and what was allocated by them."""

    library: ctypes.CDLL

    def called(self, name: str, *given: Any) -> None:
        if code := getattr(self.library, name)(*given):
            raise DeviceError(f"{name} returns {code}")

    def empty(self, nbytes: int) -> ctypes.c_void_p:
        place = ctypes.c_void_p()
        self.called("cudaMalloc", ctypes.byref(place), ctypes.c_size_t(max(nbytes, 1)))
        return place

    def put(self, array: np.ndarray) -> ctypes.c_void_p:
        array = np.ascontiguousarray(array)
        place = self.empty(array.nbytes)
        self.copy(place, ctypes.c_void_p(array.ctypes.data), array.nbytes, TO_DEVICE)
        return place

    def get(self, place: ctypes.c_void_p, array: np.ndarray) -> np.ndarray:
        """What is there, in `array`."""
        self.copy(ctypes.c_void_p(array.ctypes.data), place, array.nbytes, TO_HOST)
        return array

    def copy(self, to: ctypes.c_void_p, source: ctypes.c_void_p, nbytes: int, kind: int) -> None:
        self.called("cudaMemcpy", to, source, ctypes.c_size_t(nbytes), kind)

    def wait(self) -> None:
        self.called("cudaDeviceSynchronize")

    def free(self, *places: ctypes.c_void_p) -> None:
        for place in places:
            self.called("cudaFree", place)

    def copied_per_second(self, nbytes: int = COPIED) -> float:
        """Bytes per second that a copy within the device's memory reads and writes."""
        places = self.empty(nbytes), self.empty(nbytes)
        self.called("cudaMemset", places[1], 0, ctypes.c_size_t(nbytes))

        def copy() -> None:
            self.copy(places[0], places[1], nbytes, WITHIN)

        seconds = self.seconds_of(copy)
        self.free(*places)
        return 2 * nbytes / seconds

    def seconds_of(self, start: Callable[[], None]) -> float:
        """Seconds of one of many calls of `start` in a row, the last of which is waited for: the
        median of ROUNDS."""
        for _ in range(2):
            start()
        self.wait()
        begun = time.perf_counter()
        start()
        self.wait()
        calls = max(1, int(SECONDS / max(time.perf_counter() - begun, 1e-6)))
        taken = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            for _ in range(calls):
                start()
            self.wait()
            taken.append((time.perf_counter() - begun) / calls)
        return statistics.median(taken)

    def graph(self, start: Callable[[ctypes.c_void_p], None]) -> Callable[[], None]:
        """What launches in one go all that `start` launches on a stream."""
        stream, graph, ready = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        self.called("cudaStreamCreate", ctypes.byref(stream))
        self.called("cudaStreamBeginCapture", stream, GLOBAL)
        start(stream)
        self.called("cudaStreamEndCapture", stream, ctypes.byref(graph))
        self.called("cudaGraphInstantiate", ctypes.byref(ready), graph, ctypes.c_ulonglong(0))
        self.called("cudaGraphDestroy", graph)
        return lambda: self.called("cudaGraphLaunch", ready, stream)


class Placed:
    """A gradient whose arguments are on the device. `told` says how it is called
    (`benchmarks.kernels.building.call_of`); `values` are the source's arguments, sizes and seeds by
    their names."""

    def __init__(self, device: Device, told: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        self.device, self.entry = device, told["entry"]
        self.places: dict[str, ctypes.c_void_p] = {}
        self.shapes = {a["name"]: a["shape"] for a in told["arguments"]}
        self.passed = [self._passed(a, values) for a in told["arguments"]]
        symbols = [v for v in self.passed if isinstance(v, ctypes.c_int64)]
        length = getattr(device.library, f"{self.entry}_workspace_bytes")
        length.restype = ctypes.c_size_t
        needed = length(*symbols)
        self.workspace = device.empty(needed)
        self.bytes = needed + sum(8 * math.prod(self.shapes[name]) for name in self.places)
        self.function = getattr(device.library, f"{self.entry}_ws")

    def _passed(self, argument: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
        name = argument["name"]
        if argument["kind"] == "symbol":
            return ctypes.c_int64(values[name])
        if argument["kind"] == "number":
            return ctypes.c_double(values[name])
        array = np.zeros(argument["shape"])
        if name in values:
            array[...] = values[name]
        self.places[name] = self.device.put(array)
        return self.places[name]

    def call(self, stream: ctypes.c_void_p | None = None) -> None:
        if code := self.function(*self.passed, self.workspace, stream):
            raise DeviceError(f"{self.entry} returns {code}")

    def gradients(self, wrt: Sequence[str]) -> tuple[np.ndarray, ...]:
        self.device.wait()
        names = [f"{name}_bar" for name in wrt]
        return tuple(self.device.get(self.places[n], np.zeros(self.shapes[n])) for n in names)

    def free(self) -> None:
        self.device.free(*self.places.values(), self.workspace)
