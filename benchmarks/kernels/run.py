"""`make bench BENCH=kernels`: gradients of the kernels with adc and JAX, against primals.

    python -m benchmarks.kernels.run [--kernels "gemm lu"] [--sizes S] [--write]

It ends with status 1 where a gradient is wrong or something failed. With `--write`, page and chart
in `docs/` are written as well; that wants all kernels.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adc.diagnostics import AdcError
from benchmarks.kernels.building import build_with_primal
from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.chart import svg
from benchmarks.kernels.definition import LARGE, SMALL, Kernel
from benchmarks.kernels.measuring import BEST, LAX, NUMPY, PYTHON
from benchmarks.kernels.report import HEADER, cells, page, summary
from benchmarks.kernels.rows import Row
from benchmarks.timing import table

ROOT = Path(__file__).resolve().parent.parent.parent
#: The environment with JAX in it, which `make bench` makes; without it, JAX's columns are empty.
WITH_JAX = ROOT / ".venv-bench" / "bin" / "python"
#: Seconds that the measurements of one kernel may take.
LONGEST = 900


def measured(kernel: Kernel, size: str) -> Row:
    """One row, whatever happens."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            build_with_primal(kernel, size, Path(folder))
        except AdcError as error:
            first = error.diagnostics[0]
            return Row(kernel.name, size, refused=f"{first.code}: {first.message}")
        except subprocess.CalledProcessError:
            return Row(kernel.name, size, failed="the C compiler")
        try:
            times = child(folder, kernel, size, "times")
            memory = {
                name: child(folder, kernel, size, "memory", name)
                for name in (PYTHON, NUMPY, LAX, BEST)
                if name in times["seconds"]
            }
        except subprocess.TimeoutExpired:
            return Row(kernel.name, size, failed=f"longer than {LONGEST} s")
        except subprocess.CalledProcessError as error:
            lines = error.stderr.strip().splitlines() or [f"status {error.returncode}"]
            return Row(kernel.name, size, failed=lines[-1][:100])
    return Row(
        kernel.name, size, seconds=times["seconds"], memory=memory, apart=times["apart"],
        once=tuple(times["once"]), left_out=times["left_out"],
    )  # fmt: skip


def child(folder: str, kernel: Kernel, size: str, *what: str) -> Any:
    """What a process of its own prints last (`measuring.py`)."""
    python = str(WITH_JAX) if WITH_JAX.exists() else sys.executable
    command = [python, "-m", "benchmarks.kernels.measuring", folder, kernel.name, size, *what]
    # Threads that sleep between calls are not to wake on a processor that waits for them.
    environment = {"OMP_PROC_BIND": "true", **os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LONGEST,
        check=True,
    )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1])


def machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return f"{names[0] if names else platform.machine()}, {os.cpu_count()} processors"


def versions() -> str:
    """Sentences of who took part."""
    python = str(WITH_JAX) if WITH_JAX.exists() else sys.executable
    asked = (
        "import numpy; print('NumPy', numpy.__version__, end='')\n"
        "try: import jax; print(', JAX', jax.__version__, end='')\n"
        "except ImportError: print(', no JAX', end='')"
    )
    took = subprocess.run([python, "-c", asked], capture_output=True, text=True, check=True).stdout
    compiler = subprocess.run(["cc", "--version"], capture_output=True, text=True, check=True)
    return f"With {took}; {compiler.stdout.splitlines()[0]}."


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench BENCH=kernels")
    parser.add_argument("--kernels", default="", help="names with spaces between (all)")
    parser.add_argument("--sizes", default=f"{SMALL} {LARGE}", help="S, L or both (both)")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md, .svg")
    chosen = parser.parse_args(arguments)
    chosen.kernels = chosen.kernels.split() or list(KERNELS)
    chosen.sizes = chosen.sizes.split() or [SMALL, LARGE]
    if unknown := set(chosen.kernels) - set(KERNELS):
        parser.error(f"no kernel is called {', '.join(sorted(unknown))}: {' '.join(KERNELS)}")
    if unknown := set(chosen.sizes) - {SMALL, LARGE}:
        parser.error(f"no size is called {', '.join(sorted(unknown))}")
    if chosen.write and set(chosen.kernels) != set(KERNELS):
        parser.error("the page is written of all kernels: leave out KERNELS")
    return chosen


def main(arguments: Sequence[str] | None = None, docs: Path = ROOT / "docs") -> int:
    """The command's exit status."""
    chosen = options(arguments)
    rows = []
    for size in chosen.sizes:
        for name in chosen.kernels:
            rows.append(measured(KERNELS[name], size))
            print(f"{name} {size} {rows[-1].status}".rstrip(), file=sys.stderr, flush=True)
    print(table(HEADER, [cells(row) for row in rows]))
    print("", *summary(rows), sep="\n")
    for row in rows:
        if row.refused:
            print(f"refused: {row.name} {row.size}: {row.refused}")
    if chosen.write:
        command = f"sizes {' and '.join(chosen.sizes)}"
        told = {"machine": machine(), "versions": versions(), "command": command}
        (docs / "performance.md").write_text(page(rows, told))
        (docs / "performance.svg").write_text(svg(rows))
    return int(any(row.wrong for row in rows))


if __name__ == "__main__":
    sys.exit(main())
