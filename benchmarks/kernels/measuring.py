"""Times and memory of all that computes one kernel, in a process of its own without adc.

    python -m benchmarks.kernels.measuring FOLDER KERNEL SIZE times CONTENDER...
    python -m benchmarks.kernels.measuring FOLDER KERNEL SIZE memory CONTENDER

The last line of the output is JSON. Times are medians of calls that take turns. Memory is the
highest resident set during a first call, beyond what was resident before it: the process has read
the inputs and, where JAX is asked, has compiled the function.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.definition import TINY, Inputs, Kernel
from benchmarks.kernels.loading import FromC, gradient, load

#: Rounds of a run: at least the first, then until the seconds are over, and never more.
FEWEST, SECONDS, MOST = 7, 10.0, 41
#: Seconds between two calls: the threads of the one before have gone to sleep. NumPy's OpenBLAS
#: keeps its own busy for tens of milliseconds.
PAUSE = 0.1
#: What one call of a contender may take, in seconds; one that is slower is called once.
SLOWEST = 3.0
#: Names of the contenders, as the results have them.
PYTHON, KEPT, VALUE, PRIMAL = "adc", "adc from C", "with value", "primal"
HAND, NUMPY, LAX, BEST = "by hand", "NumPy", "lax", "best"
CONTENDERS = (PYTHON, KEPT, VALUE, PRIMAL, HAND, NUMPY, LAX, BEST)
#: Those that run in C, as what `calls.json` has them.
IN_C = {KEPT: "gradient", VALUE: "value", PRIMAL: "primal", HAND: "by hand"}


@dataclass(frozen=True)
class Contender:
    """`prepare` is called before each call and not timed; `gradients` after a call."""

    call: Callable[[], Any]
    prepare: Callable[[], None] = lambda: None
    gradients: Callable[[], tuple[Any, ...]] | None = None


class Task:
    """One kernel at one size: inputs, seeds, and the contenders by name."""

    def __init__(self, folder: Path, kernel: Kernel, size: str) -> None:
        self.folder, self.kernel = folder, kernel
        self.sizes = kernel.sizes[size]
        # Those of the tests are not compared.
        self.seconds, self.pause = (0.0, 0.0) if size == TINY else (SECONDS, PAUSE)
        self.inputs = kernel.inputs(size)
        self.seeds = kernel.seeds(size)

    def contender(self, name: str) -> Contender | None:
        """None where it is not there: JAX is not installed, or has no other version."""
        if name in (LAX, BEST):
            return self._jax(name)
        if name in IN_C:
            return self._in_c(name)
        return self._python() if name == PYTHON else self._numpy()

    def _python(self) -> Contender:
        wrapped = load(self.folder)
        latest: list[tuple[Any, ...]] = []

        def call() -> None:
            latest[:] = [gradient(wrapped, self.inputs, self.seeds)]

        return Contender(call, gradients=lambda: latest[0])

    def _in_c(self, name: str) -> Contender | None:
        if name == HAND and not self.kernel.by_hand:
            return None
        values = {**self.sizes, **self.inputs}
        if name == PRIMAL:
            found = FromC(self.folder, IN_C[name], values)
            return Contender(found.call, found.prepare)
        values.update(zip(load(self.folder).seeds, self.seeds, strict=True))
        found = FromC(self.folder, IN_C[name], values)
        wrt = self.kernel.differentiated
        return Contender(found.call, found.prepare, lambda: found.gradients(wrt))

    def _numpy(self) -> Contender:
        function = self.kernel.numpy()
        given: Inputs = {}

        def prepare() -> None:
            given.update({n: np.copy(v) if np.ndim(v) else v for n, v in self.inputs.items()})

        return Contender(lambda: function(*given.values()), prepare)

    def _jax(self, name: str) -> Contender | None:
        try:
            from benchmarks.kernels.in_jax import compiled_gradient
        except ImportError:
            return None
        function = compiled_gradient(self.kernel, name, self.inputs, self.seeds)
        if function is None:
            return None
        latest: list[tuple[Any, ...]] = []

        def call() -> None:
            latest[:] = [function()]

        return Contender(call, gradients=lambda: latest[0])


def times(task: Task, names: Sequence[str] = CONTENDERS) -> dict[str, Any]:
    """Seconds by contender, the rounds, how far gradients are from those of the first one, and who
    is left out for want of memory."""
    running, left_out = ready(task, names)
    taken: dict[str, list[float]] = {name: [] for name in running}
    first = {name: seconds_of(c) for name, c in running.items()}
    apart = disagreements(running)
    once = {name for name, seconds in first.items() if seconds > SLOWEST}
    rounds, start = 0, time.perf_counter()
    while rounds < FEWEST or (rounds < MOST and time.perf_counter() - start < task.seconds):
        for name in (n for n in running if n not in once):
            time.sleep(task.pause)
            taken[name].append(seconds_of(running[name]))
        rounds += 1
    medians = {n: statistics.median(t) if t else first[n] for n, t in taken.items()}
    return {"seconds": medians, "rounds": rounds, "once": sorted(once), "apart": apart,
            "left_out": left_out}  # fmt: skip


def ready(task: Task, names: Sequence[str]) -> tuple[dict[str, Contender], dict[str, str]]:
    """Who takes part, and of the others those that need too much memory, with what they need."""
    running, left_out = {}, {}
    for name in sorted(names, key=(LAX, BEST, *CONTENDERS).index):
        try:
            found = task.contender(name)
        except MemoryError as error:
            left_out[name] = str(error)
            continue
        if found is not None:
            running[name] = found
            if name in (LAX, BEST):
                found.call()  # its threads are made before OpenMP binds this one to a processor
    return {name: running[name] for name in CONTENDERS if name in running}, left_out


def seconds_of(contender: Contender) -> float:
    contender.prepare()
    start = time.perf_counter()
    contender.call()
    return time.perf_counter() - start


def disagreements(running: dict[str, Contender]) -> dict[str, float]:
    """By contender: the largest difference of a gradient, relative to that gradient's largest."""
    given = {n: c.gradients() for n, c in running.items() if c.gradients}
    reference = given.pop(next(iter(given)))
    return {name: max(map(apart, found, reference)) for name, found in given.items()}


def apart(found: Any, reference: Any) -> float:
    """Infinite where either is not finite everywhere."""
    a, b = np.asarray(found), np.asarray(reference)
    if not (np.isfinite(a).all() and np.isfinite(b).all()):
        return float("inf")
    scale = np.abs(b).max(initial=0.0)
    largest = np.abs(a - b).max(initial=0.0)
    return float(largest / scale) if scale else (float("inf") if largest else 0.0)


def memory(task: Task, name: str) -> int | None:
    """Bytes that a first call adds to the process at most."""
    contender = task.contender(name)
    if contender is None:
        return None
    contender.prepare()
    before = start_of_peak()
    contender.call()
    return peak() - before


def start_of_peak() -> int:
    """Resident bytes now; where the system can, the peak is counted from here on."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return peak()
    return _status("VmRSS")


def peak() -> int:
    try:
        return _status("VmHWM")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _status(key: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(key + ":"))


def main(folder: str, name: str, size: str, what: str, *contenders: str) -> None:
    task = Task(Path(folder), KERNELS[name], size)
    if what == "times":
        print(json.dumps(times(task, contenders)))
        return
    try:
        print(json.dumps({"bytes": memory(task, *contenders)}))
    except MemoryError as error:
        print(json.dumps({"left out": str(error)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
