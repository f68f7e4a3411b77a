"""`make bench BENCH=kernels`: gradients of the kernels with adc and JAX, against primals.

    python -m benchmarks.kernels.run [--kernels "gemm lu"] [--sizes S] [--write] [--resume]

It ends with status 1 where a gradient is wrong or something failed. With `--write`, each row is
kept in a file as soon as it is measured, and page and chart in `docs/` are written of all that are
kept: also of those that other runs have measured. `--resume` leaves out what is kept already of
this code, this machine and these versions.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adc.diagnostics import AdcError
from benchmarks.kernels import store
from benchmarks.kernels.building import build_all
from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.chart import svg
from benchmarks.kernels.definition import LARGE, SMALL, Kernel
from benchmarks.kernels.measuring import (
    BEST,
    CONTENDERS,
    HAND,
    KEPT,
    LAX,
    NUMPY,
    PRIMAL,
    PYTHON,
    VALUE,
)
from benchmarks.kernels.report import (
    HAND_HEADER,
    HEADER,
    THREADS,
    cells,
    hand_cells,
    page,
    summary,
    wrapped,
)  # fmt: skip
from benchmarks.kernels.rows import Row
from benchmarks.timing import table

ROOT = Path(__file__).resolve().parent.parent.parent
#: The environment with JAX in it, which `make bench` makes; without it, JAX's columns are empty.
WITH_JAX = ROOT / ".venv-bench" / "bin" / "python"
#: Seconds that the start, the compilation and one call of a contender may take; and all that is
#: timed of one kernel.
ONE_CALL, LONGEST = 60, 600
#: Whose memory is measured.
WITH_MEMORY = (PYTHON, HAND, NUMPY, LAX, BEST)


def measured(kernel: Kernel, size: str) -> Row:
    """One row, whatever happens."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            build_all(kernel, size, Path(folder))
        except AdcError as error:
            first = error.diagnostics[0]
            return Row(kernel.name, size, refused=f"{first.code}: {first.message}")
        except subprocess.CalledProcessError:
            return Row(kernel.name, size, failed="the C compiler")
        try:
            memory, left_out = memories(folder, kernel, size)
            running = [name for name in CONTENDERS if name not in left_out]
            times = child(folder, kernel, size, "times", *running)
            threads = {}
            if HAND in times["seconds"]:
                threads = {n: on_threads(folder, kernel, size, n) for n in THREADS}
        except subprocess.TimeoutExpired:
            return Row(kernel.name, size, failed=f"longer than {LONGEST} s")
        except subprocess.CalledProcessError as error:
            lines = error.stderr.strip().splitlines() or [f"status {error.returncode}"]
            return Row(kernel.name, size, failed=lines[-1][:100])
    return Row(
        kernel.name, size, seconds=times["seconds"], memory=memory, apart=times["apart"],
        once=tuple(times["once"]), left_out={**left_out, **times["left_out"]}, threads=threads,
    )  # fmt: skip


def memories(folder: str, kernel: Kernel, size: str) -> tuple[dict[str, int], dict[str, str]]:
    """Bytes by contender, and who is left out for taking more time or memory than there is."""
    found, left_out = {}, {}
    for name in WITH_MEMORY:
        try:
            told = child(folder, kernel, size, "memory", name, limit=ONE_CALL)
        except subprocess.TimeoutExpired:
            left_out[name] = f"longer than {ONE_CALL} s"
            continue
        if "left out" in told:
            left_out[name] = told["left out"]
        elif told["bytes"] is not None:
            found[name] = told["bytes"]
    return found, left_out


def on_threads(folder: str, kernel: Kernel, size: str, threads: str) -> dict[str, float]:
    """Seconds of what runs in C, by contender, on so many threads."""
    names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")
    given = dict.fromkeys(names, threads)
    found = child(folder, kernel, size, "times", KEPT, VALUE, PRIMAL, HAND, given=given)
    return dict(found["seconds"])


def child(
    folder: str, kernel: Kernel, size: str, *what: str, limit: int = LONGEST,
    given: Mapping[str, str] | None = None,
) -> Any:  # fmt: skip
    """What a process of its own prints last (`measuring.py`)."""
    command = [measuring_python(), "-m", "benchmarks.kernels.measuring", folder, kernel.name, size]
    # Threads that sleep between calls are not to wake on a processor that waits for them.
    bound = {"OMP_PROC_BIND": "true", **os.environ}
    environment = {**bound, "PYTHONPATH": str(ROOT), **(given or {})}
    done = subprocess.run(
        [*command, *what], cwd=ROOT, env=environment, capture_output=True, text=True,
        timeout=limit, check=True,
    )  # fmt: skip
    return json.loads(done.stdout.splitlines()[-1])


def measuring_python() -> str:
    return str(WITH_JAX) if WITH_JAX.exists() else sys.executable


def machine() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    threads = os.environ.get("OMP_NUM_THREADS", "as many")
    processor = names[0] if names else platform.machine()
    return f"{processor}, {os.cpu_count()} processors, {threads} threads"


def versions() -> str:
    """Sentences of who took part."""
    asked = (
        "import numpy; print('NumPy', numpy.__version__, end='')\n"
        "try: import jax; print(', JAX', jax.__version__, end='')\n"
        "except ImportError: print(', no JAX', end='')"
    )
    took = printed(measuring_python(), "-c", asked)
    compiler = printed("cc", "--version").splitlines()[0]
    return f"With {took}; {compiler}, -O3 -march=native; {blas()}."


def blas() -> str:
    """The BLAS that the Makefiles link: the first that pkg-config knows."""
    for name in ("openblas", "cblas", "blas"):
        try:
            return f"{name} {printed('pkg-config', '--modversion', name).strip()}"
        except (OSError, subprocess.CalledProcessError):
            continue
    return "no BLAS, so that products are adc's own"


def printed(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench BENCH=kernels")
    parser.add_argument("--kernels", default="", help="names with spaces between (all)")
    parser.add_argument("--sizes", default=f"{SMALL} {LARGE}", help="S, L or both (both)")
    parser.add_argument("--write", action="store_true", help="write docs/performance.md, .svg")
    parser.add_argument("--resume", action="store_true", help="measure what is not kept yet")
    chosen = parser.parse_args(arguments)
    chosen.kernels = chosen.kernels.split() or list(KERNELS)
    chosen.sizes = chosen.sizes.split() or [SMALL, LARGE]
    if unknown := set(chosen.kernels) - set(KERNELS):
        parser.error(f"no kernel is called {', '.join(sorted(unknown))}: {' '.join(KERNELS)}")
    if unknown := set(chosen.sizes) - {SMALL, LARGE}:
        parser.error(f"no size is called {', '.join(sorted(unknown))}")
    return chosen


def main(
    arguments: Sequence[str] | None = None, docs: Path = ROOT / "docs",
    results: Path = store.RESULTS,
) -> int:  # fmt: skip
    """The command's exit status."""
    chosen = options(arguments)
    told = {"machine": machine(), "versions": versions(), "code": store.state_of_the_code()}
    rows = []
    for size in chosen.sizes:
        for name in chosen.kernels:
            if chosen.resume and is_kept(name, size, told, results):
                continue
            row = measured(KERNELS[name], size)
            rows.append(row)
            print(f"{name} {size} {row.status}".rstrip(), file=sys.stderr, flush=True)
            if chosen.write:
                store.save(store.Stored(row, told), results)
    show(rows)
    if chosen.write:
        write(list(store.load_all(results)), docs)
    return int(any(row.wrong for row in rows))


def is_kept(name: str, size: str, told: Mapping[str, str], results: Path) -> bool:
    """Whether the same was measured before. What failed is tried again."""
    found = store.load(name, size, results)
    return found is not None and dict(found.told) == told and not found.row.wrong


def show(rows: Sequence[Row]) -> None:
    print(table(HEADER, [cells(row) for row in rows]))
    if by_hand := [hand_cells(row) for row in rows if row.threads]:
        print("", table(HAND_HEADER, by_hand), sep="\n")
    print("", *summary(rows), sep="\n")
    for row in rows:
        if row.refused:
            print(f"refused: {row.name} {row.size}: {row.refused}")


def write(kept: Sequence[store.Stored], docs: Path) -> None:
    """The page and the chart, of all rows that are kept."""
    rows = [stored.row for stored in kept]
    told = {"runs": runs(kept), "one_call": str(ONE_CALL), "longest": str(LONGEST)}
    (docs / "performance.md").write_text(page(rows, told))
    (docs / "performance.svg").write_text(svg(rows))


def runs(kept: Sequence[store.Stored]) -> str:
    """On what the rows were measured, one item for each machine, versions and state of the code."""
    counts = Counter(tuple(sorted(stored.told.items())) for stored in kept)
    items = []
    for found, count in counts.items():
        told = dict(found)
        text = f"{told['machine']}. {told['versions']} State of the code: {told['code']}."
        items.append(wrapped(text if len(counts) == 1 else f"{count} of {len(kept)} rows: {text}"))
    return "\n".join(items)


if __name__ == "__main__":
    sys.exit(main())
