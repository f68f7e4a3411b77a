"""Time and memory of gradients under memory limits (`make bench MEMORY=1`).

    python benchmarks/memory.py [arrays] [products] [burgers] [water] [planner]

Each gradient is generated, compiled with -O3 and called; its allocations are counted where it is
linked, and its time is the best of three calls. Nothing here is asserted by a test.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from adc.diagnostics import AdcError
from benchmarks.timing import table
from tests.memory.measure import Built, build
from tests.memory.programs import PROGRAMS

ROOT = Path(__file__).resolve().parent.parent
MIB = 2**20
FLAGS = ("-march=native", "-fopenmp")
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

    def row(self, folder: Path, label: str, repeat: int = 3, **options: Any) -> tuple[Row, float]:
        """label, what was decided, predicted and measured peak in MiB, milliseconds."""
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
        numbers = (f"{measured.peak_bytes / MIB:.1f}", f"{1e3 * measured.seconds:.0f}",
                   f"{planning:.1f}")  # fmt: skip
        return (label, what, *numbers), measured.seconds


HEADER = ("asked for", "plan", "peak MiB", "ms", "adc + cc s")


def forced(kernel: Kernel, folder: Path) -> Iterator[tuple[Row, float]]:
    """All configurations of `kernel.names`: each array stored or recomputed."""
    for number, how in enumerate(product((True, False), repeat=len(kernel.names))):
        store = tuple(n for n, keep in zip(kernel.names, how, strict=True) if keep)
        again = tuple(n for n in kernel.names if n not in store)
        label = "store " + (",".join(store) or "-") + " recompute " + (",".join(again) or "-")
        yield kernel.row(folder / str(number), label, store=store, recompute=again)


def limits(kernel: Kernel, folder: Path, amounts: Sequence[int]) -> Iterator[tuple[Row, float]]:
    """The planner's choice at each limit, in MiB."""
    for amount in amounts:
        label = f"--mem-limit {amount}MiB"
        try:
            yield kernel.row(folder / label, label, mem_limit=amount * MIB)
        except AdcError as error:
            yield (label, error.diagnostics[0].message[:90], "", "", ""), float("nan")


def arrays(value: bool = False) -> Kernel:
    """The paper's program, section IV-A: three arrays of 50 MiB."""
    source = (ROOT / "examples/rematerialization/kernel.py").read_text()
    options = {"wrt": ("C", "D"), "value": value}
    return Kernel(source, "sines", {"N": 3620}, options, names=("A0", "A1", "A2"))


def products(n: int = 1024, m: int = 1024) -> Kernel:
    source = (ROOT / "examples/rematerialization_products/kernel.py").read_text()
    sizes = {"N": n, "M": m, "few": 3, "many": 12}
    options = {"wrt": ("A", "B")}
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


def _smooth(n: int) -> Any:
    import numpy as np

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
    show("Products and loops: forced", forced(products(), folder / "forced"))
    swept = limits(products(), folder / "swept", (120, 96, 88, 80, 72, 64, 56, 48))
    show("Products and loops: the planner's choice", swept)


def bench_burgers(folder: Path) -> None:
    kernel = burgers()

    def rows() -> Iterator[tuple[Row, float]]:
        yield kernel.row(folder / "store", "--strategy store", strategy="store")
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
