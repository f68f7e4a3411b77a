"""Runs of a library under the emulator, each in a process of its own."""

from __future__ import annotations

import ctypes
import os
import pickle
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tests.cuda_emulator.build import WARNINGS, Library, build
from tests.cuda_emulator.report import NOTHING_FOUND, Report, parsed

#: Directions of cudaMemcpy.
TO_DEVICE, TO_HOST = 1, 2
#: The mode of a capture in which no thread may call what cannot be captured.
GLOBAL_CAPTURE = 0
#: More than any device has.
NO_LIMIT = 1 << 62


class RunError(Exception):
    """The driver raised an exception, or took too long; the message says which."""


@dataclass
class Device:
    """The device as a driver sees it: the library's functions, and arrays in device memory."""

    library: ctypes.CDLL
    held: list[int] = field(default_factory=list)
    held_on_host: list[int] = field(default_factory=list)

    def pinned(self, nbytes: int) -> ctypes.c_void_p:
        """Fresh bytes of the host's memory that copies reach while the host goes on."""
        place = ctypes.c_void_p()
        assert self.library.cudaMallocHost(ctypes.byref(place), ctypes.c_size_t(nbytes)) == 0
        self.held_on_host.append(place.value or 0)
        return place

    def empty(self, nbytes: int) -> ctypes.c_void_p:
        """Fresh bytes that nothing has written."""
        place = ctypes.c_void_p()
        assert self.library.cudaMalloc(ctypes.byref(place), ctypes.c_size_t(nbytes)) == 0
        self.held.append(place.value or 0)
        return place

    def put(self, array: np.ndarray) -> ctypes.c_void_p:
        """A copy of `array` in fresh memory."""
        array = np.ascontiguousarray(array)
        place = self.empty(array.nbytes)
        self.copy(place, ctypes.c_void_p(array.ctypes.data), array.nbytes, TO_DEVICE)
        return place

    def get(self, place: ctypes.c_void_p, shape: Sequence[int] | int, dtype: Any = float) -> Any:
        """What is there, as an array; waits for all that is queued."""
        array = np.empty(shape, dtype)
        self.synchronise()
        self.copy(ctypes.c_void_p(array.ctypes.data), place, array.nbytes, TO_HOST)
        return array

    def copy(self, to: ctypes.c_void_p, source: ctypes.c_void_p, nbytes: int, kind: int) -> None:
        assert self.library.cudaMemcpy(to, source, ctypes.c_size_t(nbytes), kind) == 0

    def mark(self, place: ctypes.c_void_p, nbytes: int, *, written: bool) -> None:
        """Declares memory as written, or as not; a finding is then none, or one."""
        self.library.emulator_mark(place, ctypes.c_size_t(nbytes), int(written))

    def synchronise(self) -> None:
        assert self.library.cudaDeviceSynchronize() == 0

    def replayed(self, queue: Callable[[ctypes.c_void_p], int], times: int) -> int:
        """What `queue` starts on a stream, captured in a graph that then runs so often; returns
        what `queue` does."""
        library = self.library
        stream, graph, ready = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        assert library.cudaStreamCreate(ctypes.byref(stream)) == 0
        assert library.cudaStreamBeginCapture(stream, GLOBAL_CAPTURE) == 0
        code = queue(stream)
        assert library.cudaStreamEndCapture(stream, ctypes.byref(graph)) == 0
        assert library.cudaGraphInstantiate(ctypes.byref(ready), graph, ctypes.c_ulonglong(0)) == 0
        for _ in range(times):
            assert library.cudaGraphLaunch(ready, stream) == 0
        self.synchronise()
        assert library.cudaGraphExecDestroy(ready) == 0
        assert library.cudaGraphDestroy(graph) == 0
        assert library.cudaStreamDestroy(stream) == 0
        return code

    def fail(self, kind: str, at: int) -> None:
        """The `at`-th call from now on of `kind` fails: malloc, copy, set, launch, synchronise,
        stream, event, or order (an event recorded or waited for)."""
        self.library.emulator_fail(kind.encode(), ctypes.c_ulonglong(at))

    def free(self) -> None:
        """Gives back all that this object allocated."""
        for place in self.held:
            self.library.cudaFree(ctypes.c_void_p(place))
        for place in self.held_on_host:
            self.library.cudaFreeHost(ctypes.c_void_p(place))
        self.held.clear()
        self.held_on_host.clear()


class Gpu(Device):
    """A device of this machine, which finds no faults."""

    def mark(self, place: ctypes.c_void_p, nbytes: int, *, written: bool) -> None:
        pass


@dataclass(frozen=True)
class Outcome:
    """What the driver returned (None where the program crashed), and the emulator's report."""

    value: Any
    report: Report
    seconds: float


#: Is given the device, calls the library, and returns what the test compares (it is pickled).
Driver = Callable[[Device], Any]


def _child(
    library: Library, driver: Driver, report: int, answer: Path, settings: tuple[int, int, int]
) -> None:
    """Runs the driver and writes its value; never returns."""
    status = 1
    try:
        loaded = ctypes.CDLL(str(library.path))
        if not library.on_gpu:
            loaded.emulator_options(*map(ctypes.c_ulonglong, settings))
            loaded.emulator_on_crash(report)
            loaded.emulator_report.restype = ctypes.c_char_p
        device = Gpu(loaded) if library.on_gpu else Device(loaded)
        start = time.perf_counter()
        value: Any = driver(device)
        device.free()
        text = NOTHING_FOUND if library.on_gpu else loaded.emulator_report(1)
        answer.write_bytes(pickle.dumps((value, time.perf_counter() - start, "")))
        os.write(report, text) if len(text) < 1 << 30 else None
        status = 0
    except BaseException:
        answer.write_bytes(pickle.dumps((None, 0.0, traceback.format_exc())))
    finally:
        os._exit(status)


def _wait(process: int, seconds: float) -> None:
    end, pause = time.monotonic() + seconds, 0.001
    while os.waitpid(process, os.WNOHANG)[0] == 0:
        if time.monotonic() > end:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
            raise RunError(f"the program ran for more than {seconds:g} s")
        time.sleep(pause)
        pause = min(2 * pause, 0.05)


def run(
    library: Library,
    driver: Driver,
    *,
    seed: int = 0,
    requests: bool = True,
    device_bytes: int = NO_LIMIT,
    timeout: float = 120.0,
) -> Outcome:
    """Calls `driver` with the library in a process of its own.

    `seed` orders blocks, threads and streams (0: the natural order); `requests=False` does not
    count sectors and banks, which is faster; allocations beyond `device_bytes` are refused. Raises
    `RunError` where the driver raises an exception or takes longer than `timeout` seconds.
    """
    with tempfile.TemporaryDirectory(prefix="adc-emulated-") as folder:
        report, answer = Path(folder) / "report.json", Path(folder) / "answer"
        opened = os.open(report, os.O_WRONLY | os.O_CREAT, 0o600)
        process = os.fork()
        if process == 0:
            _child(library, driver, opened, answer, (seed, requests, device_bytes))
        os.close(opened)
        _wait(process, timeout)
        value, seconds, error = None, 0.0, ""
        if answer.exists():
            value, seconds, error = pickle.loads(answer.read_bytes())
        if error:
            raise RunError(error)
        text = report.read_text()
        if not text:
            raise RunError("the program ended without a report")
        return Outcome(value, parsed(text, library.path), seconds)


def emulate(
    sources: Sequence[Path],
    driver: Driver,
    folder: Path,
    *,
    seeds: Sequence[int] = (0, 1, 2, 3),
    defines: Sequence[str] = (),
    warnings: Sequence[str] = WARNINGS,
    timeout: float = 120.0,
) -> list[Outcome]:
    """Builds `sources` (CUDA and C++) in `folder` and runs `driver` once with each seed."""
    library = build(sources, folder, defines=defines, warnings=warnings)
    return [run(library, driver, seed=seed, timeout=timeout) for seed in seeds]
