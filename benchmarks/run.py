"""`make bench`: adc's own start-up times, one routine of a large Fortran file, the gradient's
time against the primal's, and matrix products without a BLAS against one; with `BENCH=memory` also
time and memory under limits (`memory.py`).
`BENCH=compile` is a table of its own: what compiling takes (`compile.py`). So is `BENCH=kernels`:
many kernels against NumPy and JAX (`kernels/run.py`), and `BENCH=cuda`: the same kernels on a
device (`cuda/run.py`).

All figures of a line are taken side by side in one run on one machine: only their ratios mean
anything elsewhere. Nothing here is asserted by a test.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import compile, memory
from benchmarks.fortran import large_file_rows
from benchmarks.gradients import gradient_rows
from benchmarks.products import HEADER, product_rows
from benchmarks.startup import startup_rows
from benchmarks.timing import table


def main() -> None:
    if "compile" in sys.argv[1:]:
        compile.main([])
        return
    print("Start-up (best of 5 processes)\n")
    print(table(("command", "seconds"), startup_rows()))
    print("\nOne routine of a large Fortran file (best of 3 processes)\n")
    print(table(("file", "routines", "lines", "seconds of adc grad"), large_file_rows()))
    print("\nGradient against primal (best of 5 calls, workspace kept)\n")
    header = ("kernel", "sizes", "NumPy primal ms", "C primal ms", "C gradient ms", "ratio to C")
    with tempfile.TemporaryDirectory() as folder:
        print(table(header, gradient_rows(Path(folder))))
    print("\nMatrix products on one thread (best of 3)\n")
    print(table(HEADER, product_rows()))
    if "memory" in sys.argv[1:]:
        memory.main()


if __name__ == "__main__":
    main()
