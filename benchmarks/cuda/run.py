"""`make bench BENCH=cuda`: gradients on this machine's device, against its memory and against JAX.

    python -m benchmarks.cuda.run [--kernels "jacobi-2d softmax"] [--sizes "S L"] [--write]

The gradient is called with arrays on the device, in a workspace there. *Passes* says what its time
is in copies of all that it holds: as often could arguments and workspace be read or written at the
speed of a copy within the device's memory. *Registers* and *shared* (bytes) are the most that any
of the file's kernels takes, by nvcc's assembler. It ends with status 1 where a gradient is not that
of the C version, or where a kernel spills registers. Where there is nvcc and no device, the table
has nothing but what the assembler says, and the status is 2. With `--write` the table is kept in
`benchmarks/cuda/results.md`.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from adc.diagnostics import AdcError
from benchmarks.cuda.device import Device, DeviceError, Placed, build
from benchmarks.cuda.resources import ARCH, Resources, resources
from benchmarks.kernels import run as kernels
from benchmarks.kernels.building import build as build_c
from benchmarks.kernels.building import call_of, compiled, entry_of
from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.definition import LARGE, SMALL, Kernel
from benchmarks.kernels.loading import CALLS, FromC, load
from benchmarks.kernels.measuring import BEST, KEPT, LAX, apart
from benchmarks.timing import best_seconds, table

RESULTS = Path(__file__).parent / "results.md"
#: How far gradients may be from those of the C version, relative to their largest.
TOLERANCE = 1e-9
HEADER = (
    "kernel", "size", "device ms", "in a graph ms", "passes", "MiB", "C ms", "lax ms", "best ms",
    "apart", "registers", "shared",
)  # fmt: skip

#: What stands over a table without times.
NO_DEVICE = f"there is no NVIDIA device, so no times; registers and shared memory are for {ARCH}."

#: Builds the library of CUDA sources in a folder.
Make = Callable[[Sequence[Path], Path], Path]


@dataclass(frozen=True)
class Row:
    """What was measured of a kernel: seconds by contender, the bytes that are held, and how far the
    device's gradient is from C's; or why nothing was."""

    name: str
    size: str
    seconds: dict[str, float] = field(default_factory=dict)
    held: int = 0
    bandwidth: float = 0.0
    apart: float = 0.0
    failed: str = ""
    taken: Resources = field(default_factory=Resources)

    @property
    def wrong(self) -> bool:
        return bool(self.failed or self.taken.spilled) or not self.apart <= TOLERANCE

    def cells(self) -> list[str]:
        if self.failed:
            return [self.name, self.size, self.failed, *[""] * (len(HEADER) - 3)]
        found, taken = self.seconds, self.taken
        told = [str(taken.registers or ""), str(taken.shared if taken.registers else "")]
        if taken.spilled:
            told[0] += f" ({taken.spilled} bytes spilled)"
        if not found:
            return [self.name, self.size, *[""] * (len(HEADER) - 4), *told]
        names = ("device", "graph", "C", LAX, BEST)
        times = {n: f"{1e3 * found[n]:.3g}" if n in found else "" for n in names}
        passes = found["device"] * self.bandwidth / max(self.held, 1)
        return [
            self.name, self.size, times["device"], times["graph"], f"{passes:.3g}",
            f"{self.held / 2**20:.3g}", times["C"], times[LAX], times[BEST],
            f"{self.apart:.0e}", *told,
        ]  # fmt: skip


def measured(kernel: Kernel, size: str, make: Make, bandwidth: float, with_jax: bool = True) -> Row:
    """One row, whatever happens; the C version is built beside it, as a user builds it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            found, held, distance, placed = on_the_device(kernel, size, folder, make)
        except AdcError as error:
            return Row(kernel.name, size, failed=error.diagnostics[0].code)
        except (DeviceError, subprocess.CalledProcessError) as error:
            return Row(kernel.name, size, failed=str(error).strip().splitlines()[-1][:60])
        placed.free()
        if with_jax:
            found |= in_jax(kernel, size, folder)
    return Row(kernel.name, size, found, held, bandwidth, distance)


def on_the_device(
    kernel: Kernel, size: str, folder: Path, make: Make
) -> tuple[dict[str, float], int, float, Placed]:
    """Seconds of the device's call, alone and in a graph, and of C's; the bytes held there; how far
    the gradients are apart."""
    sizes, there = kernel.sizes[size], folder / "cuda"
    there.mkdir()
    on_host = compiled(kernel, sizes=sizes)
    build_c(on_host, folder)
    entry = entry_of(on_host)
    told = call_of(on_host.scheduled, entry, f"lib{entry}.so", sizes)
    (folder / CALLS).write_text(json.dumps({"gradient": told}))
    values = {**sizes, **kernel.inputs(size)}
    values |= dict(zip(load(folder).seeds, kernel.seeds(size), strict=True))
    in_c = FromC(folder, "gradient", values)
    in_c.prepare()

    on_device = compiled(kernel, sizes=sizes, target="cuda")
    for file, text in on_device.files.items():
        (there / file).write_text(text)
    device = Device(ctypes.CDLL(str(make([there / f"{entry}.cu"], there))))
    placed = Placed(device, call_of(on_device.scheduled, entry, "", sizes), values)
    placed.call()
    in_c.call()
    wrt = kernel.differentiated
    distance = max(map(apart, placed.gradients(wrt), in_c.gradients(wrt)))
    seconds = {"device": device.seconds_of(placed.call), "C": best_seconds(in_c.call)}
    if json.loads(on_device.files["manifest.json"])["capturable"]:
        seconds["graph"] = device.seconds_of(device.graph(placed.call))
    return seconds, placed.bytes, distance, placed


def assembled(kernel: Kernel, size: str) -> Row:
    """One row without times: what the kernels take by nvcc's assembler."""
    with tempfile.TemporaryDirectory() as name:
        try:
            found = compiled(kernel, sizes=kernel.sizes[size], target="cuda")
            for file, text in found.files.items():
                (Path(name) / file).write_text(text)
            each = resources(Path(name) / f"{entry_of(found)}.cu", Path(name))
        except AdcError as error:
            return Row(kernel.name, size, failed=error.diagnostics[0].code)
        except DeviceError as error:
            return Row(kernel.name, size, failed=str(error).strip().splitlines()[-1][:60])
    return Row(kernel.name, size, taken=Resources.most(each.values()))


def in_jax(kernel: Kernel, size: str, folder: Path) -> dict[str, float]:
    """Seconds of JAX's versions on the device; nothing where JAX is not there or has none."""
    if not kernels.WITH_JAX.exists():
        return {}
    try:
        found = kernels.child(str(folder), kernel, size, "times", KEPT, LAX, BEST)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        return {}
    return {n: s for n, s in found["seconds"].items() if n in (LAX, BEST)}


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench BENCH=cuda")
    parser.add_argument("--kernels", default="", help="names with spaces between (all)")
    parser.add_argument("--sizes", default=f"{SMALL} {LARGE}", help="S, L or both (both)")
    parser.add_argument("--write", action="store_true", help=f"write {RESULTS.name}")
    chosen = parser.parse_args(arguments)
    chosen.kernels = chosen.kernels.split() or list(KERNELS)
    chosen.sizes = chosen.sizes.split() or [SMALL, LARGE]
    if unknown := set(chosen.kernels) - set(KERNELS):
        parser.error(f"no kernel is called {', '.join(sorted(unknown))}: {' '.join(KERNELS)}")
    return chosen


def bandwidth(make: Make) -> float:
    """Bytes per second of a copy within the device's memory."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "nothing.cu"
        source.write_text("void nothing(void) {}\n")
        library = make([source], Path(folder))
        return Device(ctypes.CDLL(str(library))).copied_per_second()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command's exit status."""
    chosen = options(arguments)
    if not shutil.which("nvcc"):
        print("nothing was measured: there is no nvcc", file=sys.stderr)
        return 2
    device = bool(shutil.which("nvidia-smi"))
    head, speed = about_device() if device else (NO_DEVICE, 0.0)
    rows = []
    for size in chosen.sizes:
        for kernel in chosen.kernels:
            rows.append(assembled(KERNELS[kernel], size))
            if device:
                timed = measured(KERNELS[kernel], size, build, speed)
                rows[-1] = replace(timed, taken=rows[-1].taken)
            print(f"{kernel} {size} {rows[-1].failed}".rstrip(), file=sys.stderr, flush=True)
    text = table(HEADER, [row.cells() for row in rows])
    print(head, "", text, sep="\n")
    if chosen.write:
        RESULTS.write_text(f"`make bench BENCH=cuda`: {head}\n\n```text\n{text}\n```\n")
    wrong = any(row.wrong for row in rows)
    return int(wrong) if device or wrong else 2


def about_device() -> tuple[str, float]:
    """What stands over the table, and the bytes per second of a copy within the device's memory."""
    asked = ("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader")
    name = kernels.printed(*asked).splitlines()[0]
    speed = bandwidth(build)
    moved = f"a copy within its memory moves {speed / 1e9:.0f} GB/s"
    return f"{name}; {moved}. C: {kernels.machine()}.", speed


if __name__ == "__main__":
    sys.exit(main())
