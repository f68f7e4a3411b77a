"""Time and memory of gradients under memory limits (`make bench BENCH=memory`).

    python benchmarks/memory.py [arrays] [products] [burgers] [water] [planner]

Each gradient is generated, compiled with -O3 and called; its allocations are counted where it is
linked, and its time is the best of three calls. Nothing here is asserted by a test.
"""

from __future__ import annotations

import ctypes
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adc.diagnostics import AdcError
from benchmarks.timing import best_seconds, table
from tests.memory.arguments import held_arguments
from tests.memory.measure import Built, build
from tests.memory.programs import PROGRAMS

ROOT = Path(__file__).resolve().parent.parent
MIB = 2**20
FLAGS = ("-march=native",)
Row = tuple[str, ...]


@dataclass(frozen=True)
class Kernel:
    """A source with the request for its gradient, and inputs."""

    source: str
    function: str
    sizes: dict[str, int]
    options: dict[str, Any]
    inputs: dict[str, Any] | None = None
    names: tuple[str, ...] = ()
    _built: dict[str, Built] = field(default_factory=dict)

    def row(
        self, folder: Path, label: str, repeat: int = 3, kept: bool = False, **options: Any
    ) -> tuple[Row, float]:
        """label, what was decided, measured (and predicted) peak in MiB, milliseconds; with the
        workspace allocated by each call, or `kept` from call to call."""
        begin = time.perf_counter()
        built = build(
            self.source, folder, function=self.function, sizes=self.sizes, blas=False,
            optimise="-O3", more=FLAGS, **self.options, **options,
        )  # fmt: skip
        planning = time.perf_counter() - begin
        plan = built.compiled.planned if built.compiled else None
        what = plan.choices if plan else ""
        predicted = built.predicted_peak(self.sizes)
        measured = built.run(self.sizes, self.inputs, repeat=repeat)
        assert measured.code == 0
        assert measured.peak_bytes == predicted
        seconds = self.kept_seconds(built) if kept else measured.seconds
        peak, taken = f"{measured.peak_bytes / MIB:.1f}", f"{1e3 * seconds:.0f}"
        return (label, what, peak, taken, f"{planning:.1f}"), seconds

    def kept_seconds(self, built: Built) -> float:
        """The best of three calls of the entry point that takes a workspace."""
        held = held_arguments(built.manifest, self.sizes, self.inputs, {})
        workspace = np.ones(built.predicted_arena(self.sizes) + 64, np.uint8)
        start = -(-workspace.ctypes.data // 64) * 64
        call = built.loaded[f"{built.entry}_ws"]
        return best_seconds(
            lambda: call(*(h.value for h in held), ctypes.c_void_p(start)), repetitions=3
        )


HEADER = ("asked for", "plan", "peak MiB", "ms", "adc + cc s")


def forced(kernel: Kernel, folder: Path) -> Iterator[tuple[Row, float]]:
    """All configurations of `kernel.names`: each array stored or recomputed."""
    for number, how in enumerate(product((True, False), repeat=len(kernel.names))):
        store = tuple(n for n, keep in zip(kernel.names, how, strict=True) if keep)
        again = tuple(n for n in kernel.names if n not in store)
        label = "store " + (",".join(store) or "-") + " recompute " + (",".join(again) or "-")
        yield kernel.row(folder / str(number), label, store=store, recompute=again)


def limits(
    kernel: Kernel, folder: Path, amounts: Sequence[float], known: Sequence[tuple[Row, float]] = ()
) -> Iterator[tuple[Row, float]]:
    """The planner's choice at each limit, in MiB; and the best of the `known` rows that fits."""
    for amount in amounts:
        label = f"--mem-limit {amount}MiB"
        try:
            yield kernel.row(folder / label, label, mem_limit=int(amount * MIB))
            fitting = [(seconds, row) for row, seconds in known if float(row[2]) <= amount]
            if fitting:
                seconds, row = min(fitting)
                yield (f"  best forced: {row[0]}", *row[1:]), seconds
        except AdcError as error:
            yield (label, error.diagnostics[0].message[:90], "", "", ""), float("nan")


def arrays(value: bool = False) -> Kernel:
    """The paper's program, section IV-A: three arrays of 50 MiB."""
    source = (ROOT / "examples/rematerialization/kernel.py").read_text()
    options = {"wrt": ("C", "D"), "value": value}
    return Kernel(source, "sines", {"N": 3620}, options, names=("A0", "A1", "A2"))


def products(n: int = 700, m: int = 700) -> Kernel:
    source = (ROOT / "examples/rematerialization_products/kernel.py").read_text()
    sizes = {"N": n, "M": m, "few": 20, "many": 200}
    # The gradient alone need not make in the forward sweep what the reverse sweep makes.
    options = {"wrt": ("A", "B"), "value": True}
    return Kernel(source, "fields", sizes, options, names=("P", "V", "U", "Q"))


def burgers() -> Kernel:
    source = (ROOT / "tests/cases/burgers/kernel.py").read_text()
    signature = "burgers(u: float64[N], steps: int64, dt: float64, nu: float64)"
    return Kernel(
        source, "burgers", {"N": 100_000, "steps": 200}, {"wrt": ("u",), "signature": signature},
        {"u": _smooth(100_000), "dt": 1e-6, "nu": 1e-6},
    )  # fmt: skip


def water(n: int = 10_000, steps: int = 2000) -> Kernel:
    inputs = {"h": 1.0 + 0.1 * _smooth(n), "u": 0.1 * _smooth(n), "dt": 0.05, "g": 1.0}
    source = PROGRAMS["shallow_water"].source
    return Kernel(source, "shallow_water", {"N": n, "steps": steps}, {"wrt": ("h", "u")}, inputs)


def _smooth(n: int) -> np.ndarray:
    return np.sin(np.linspace(0.0, 6.0, n))


def show(title: str, rows: Iterator[tuple[Row, float]]) -> None:
    print(f"\n{title}\n")
    print(table(HEADER, [row for row, _ in rows]), flush=True)


def bench_arrays(folder: Path) -> None:
    for value in (False, True):
        kernel, mode = arrays(value), "gradient and value" if value else "gradient alone"
        where = folder / str(value)
        show(f"Paper's program, N=3620, float32, {mode}: forced", forced(kernel, where / "forced"))
        swept = limits(kernel, where / "swept", (550, 500, 450, 400, 350, 300))
        show(f"Paper's program, {mode}: the planner's choice", swept)


def bench_products(folder: Path) -> None:
    kernel = products()
    known = list(forced(kernel, folder / "forced"))
    show("Products and loops: forced", iter(known))
    amounts = (34, 33, 31, 29, 27, 25, 23)
    show("Products and loops: the planner's choice", limits(kernel, folder, amounts, known))


def bench_burgers(folder: Path) -> None:
    kernel = burgers()

    def rows() -> Iterator[tuple[Row, float]]:
        yield kernel.row(folder / "store", "--strategy store", strategy="store")
        yield kernel.row(folder / "kept", "the same, memory kept", kept=True, strategy="store")
        yield kernel.row(folder / "auto", "auto")
        yield from limits(kernel, folder, (160, 80, 40, 20, 12, 10, 8))

    show("Burgers, 1e5 points, 200 steps", rows())


def bench_water(folder: Path) -> None:
    kernel = water()
    state = 2 * 8 * kernel.sizes["N"]

    def rows() -> Iterator[tuple[Row, float]]:
        yield kernel.row(folder / "store", "--strategy store", repeat=1, strategy="store")
        yield kernel.row(folder / "auto", "auto", repeat=1)
        for states in (200, 50, 20):
            label = f"arguments and {states} states"
            limit = (states + 2) * state
            yield kernel.row(folder / str(states), label, repeat=1, mem_limit=limit)

    show("Shallow water, 1e4 points, 2000 steps", rows())


def bench_planner(folder: Path) -> None:
    from benchmarks.planner_scaling import main

    print("\nSolve times of the planner's integer program\n")
    main()


EXPERIMENTS: dict[str, Callable[[Path], None]] = {
    "arrays": bench_arrays,
    "products": bench_products,
    "burgers": bench_burgers,
    "water": bench_water,
    "planner": bench_planner,
}


def main(names: Sequence[str] = ()) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in names or EXPERIMENTS:
            EXPERIMENTS[name](Path(folder) / name)


if __name__ == "__main__":
    main(sys.argv[1:])
