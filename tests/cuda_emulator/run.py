"""Runs of a library under the emulator, in processes of their own."""

from __future__ import annotations

import _ctypes
import ctypes
import gc
import os
import pickle
import select
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
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


@dataclass(frozen=True)
class Settings:
    """Of a run: `requests` says whether sectors and banks are counted; allocations beyond
    `device_bytes` are refused."""

    requests: bool = True
    device_bytes: int = NO_LIMIT


@dataclass(frozen=True)
class _Files:
    """Where the process of a run leaves what comes of it."""

    folder: Path
    number: int

    @property
    def report(self) -> Path:
        return self.folder / f"report-{self.number}.json"

    @property
    def answer(self) -> Path:
        return self.folder / f"answer-{self.number}"

    def outcome(self, library: Library) -> Outcome:
        value, seconds, error = None, 0.0, ""
        if self.answer.exists():
            value, seconds, error = pickle.loads(self.answer.read_bytes())
        if error:
            raise RunError(error)
        text = self.report.read_text() if self.report.exists() else ""
        if not text:
            raise RunError("the program ended without a report")
        return Outcome(value, parsed(text, library.path), seconds)


def _one_run(
    library: Library, driver: Driver, seed: int, settings: Settings, files: _Files
) -> None:
    """Opens the library, runs the driver, writes what comes of it, and closes the library."""
    report = os.open(files.report, os.O_WRONLY | os.O_CREAT, 0o600)
    loaded = ctypes.CDLL(str(library.path))
    if not library.on_gpu:
        options = (seed, settings.requests, settings.device_bytes)
        if loaded.emulator_options(*map(ctypes.c_ulonglong, options)) != 0:
            raise RuntimeError("the library is that of the run before")
        loaded.emulator_on_crash(report)
        loaded.emulator_report.restype = ctypes.c_char_p
    device = Gpu(loaded) if library.on_gpu else Device(loaded)
    start = time.perf_counter()
    value: Any = driver(device)
    device.free()
    text = NOTHING_FOUND if library.on_gpu else loaded.emulator_report(1)
    files.answer.write_bytes(pickle.dumps((value, time.perf_counter() - start, "")))
    os.write(report, text) if len(text) < 1 << 30 else None
    os.close(report)
    if not library.on_gpu:
        loaded.emulator_close()
        _ctypes.dlclose(loaded._handle)


def _child(
    library: Library, calls: Sequence[tuple[Driver, int]], settings: Settings, files: list[_Files]
) -> None:
    """Runs one driver after another; never returns."""
    status, at = 1, files[0]
    try:
        gc.disable()  # or it writes to all that it shares with the parent
        for (driver, seed), at in zip(calls, files, strict=True):
            _one_run(library, driver, seed, settings, at)
        status = 0
    except BaseException:
        at.answer.write_bytes(pickle.dumps((None, 0.0, traceback.format_exc())))
    finally:
        os._exit(status)


def _wait(process: int, seconds: float) -> None:
    ended, waiting = os.pidfd_open(process), select.poll()
    try:
        waiting.register(ended, select.POLLIN)
        if not waiting.poll(1000 * seconds):
            os.kill(process, signal.SIGKILL)
            raise RunError(f"the program ran for more than {seconds:g} s")
    finally:
        os.close(ended)
        os.waitpid(process, 0)


def run_each(
    library: Library,
    calls: Sequence[tuple[Driver, int]],
    *,
    settings: Settings = Settings(),
    timeout: float = 120.0,
) -> Iterator[Outcome]:
    """What comes of each driver with its seed, in order: the library begins anew for each.

    They share a process until one of them crashes; on a GPU, each has its own. Raises `RunError` as
    `run` does.
    """
    with tempfile.TemporaryDirectory(prefix="adc-emulated-") as folder:
        files = [_Files(Path(folder), number) for number in range(len(calls))]
        first = 0
        while first < len(calls):
            end = first + 1 if library.on_gpu else len(calls)
            process = os.fork()
            if process == 0:
                _child(library, calls[first:end], settings, files[first:end])
            _wait(process, timeout * (end - first))
            ran = [f for f in files[first:end] if f.report.exists()] or files[first:end]
            yield from (f.outcome(library) for f in ran)
            first += len(ran)


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
    settings = Settings(requests, device_bytes)
    (outcome,) = run_each(library, [(driver, seed)], settings=settings, timeout=timeout)
    return outcome


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
    return list(run_each(library, [(driver, seed) for seed in seeds], timeout=timeout))
