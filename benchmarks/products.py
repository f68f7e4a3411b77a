"""Matrix products on one thread: blocks of the generated file, NumPy's BLAS, plain loops.

The processes that measure are started with one thread for BLAS, which reads that when it is loaded:
`python benchmarks/products.py` prints the table alone.
"""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from adc.emit.c import C
from benchmarks.timing import best_seconds, table

SIZES = (8, 32, 100, 500, 1000)
#: Plain loops take too long beyond.
MOST_LOOPS = 500
HEADER = ("product", "n", "blocks GF/s", "NumPy's BLAS GF/s", "loops GF/s", "blocks / BLAS time")
FLAGS = ("-std=c11", "-O3", "-march=native", "-ffp-contract=off", "-fPIC", "-shared")

#: The product by blocks and by the loops that they replace, `count` times.
_CALLS = """\
void blocks(int64_t count, char ta, char tb, int64_t n, const double *a, const double *b, double *c)
{
    for (int64_t k = 0; k < count; k++)
        adc_dgemm(ta, tb, n, n, n, 1e-9, a, n, b, n, c, n);
}
void loops(int64_t count, char ta, char tb, int64_t n, const double *a, const double *b, double *c)
{
    const int64_t a_i = ta == 'T' ? 1 : n, b_k = tb == 'T' ? 1 : n;
    for (int64_t q = 0; q < count; q++)
        for (int64_t i = 0; i < n; i++)
            for (int64_t j = 0; j < n; j++)
                for (int64_t k = 0; k < n; k++)
                    c[i*n + j] += a[i*a_i + k*(n + 1 - a_i)]*b[k*b_k + j*(n + 1 - b_k)];
}
"""


def product_rows() -> list[tuple[str, ...]]:
    """Rows of text in the columns of HEADER, measured by a process of one thread."""
    one = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
    command = [sys.executable, __file__, "rows"]
    done = subprocess.run(command, env={**os.environ, **one}, stdout=subprocess.PIPE, check=True)
    return [tuple(line.split("\t")) for line in done.stdout.decode().splitlines()]


def _measured(library: ctypes.CDLL) -> list[tuple[str, ...]]:
    return [_row(library, ta, tb, n) for ta, tb in ("NN", "NT", "TN", "TT") for n in SIZES]


def _row(library: ctypes.CDLL, ta: str, tb: str, n: int) -> tuple[str, ...]:
    rng = np.random.default_rng(1)
    a, b, c = (rng.random((n, n)) for _ in range(3))
    left, right = (a.T if ta == "T" else a), (b.T if tb == "T" else b)
    count = 1 + 5_000_000 // n**3
    pointers = [ctypes.c_void_p(x.ctypes.data) for x in (a, b, c)]

    def native(name: str) -> Callable[[], None]:
        kinds = (ctypes.c_char(ta.encode()), ctypes.c_char(tb.encode()))
        return lambda: library[name](ctypes.c_int64(count), *kinds, ctypes.c_int64(n), *pointers)

    def numpy() -> None:
        for _ in range(count):
            np.matmul(left, right, out=c)

    calls = [native("blocks"), numpy, *[native("loops")] * (n <= MOST_LOOPS)]
    seconds = [best_seconds(call, repetitions=3) for call in calls]
    rates = [f"{2e-9 * count * n**3 / s:.1f}" for s in seconds] + ["-"] * (n > MOST_LOOPS)
    return (ta + tb, str(n), *rates, f"{seconds[0] / seconds[1]:.2f}")


def _library(folder: Path) -> ctypes.CDLL:
    helpers = C.support_text("adc_dgemm")
    heads = "".join(f"#include <{name}>\n" for name in C.includes(helpers))
    (folder / "products.c").write_text(f"{heads}\n{helpers}\n{_CALLS}")
    library = folder / "products.so"
    subprocess.run(["cc", *FLAGS, str(folder / "products.c"), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


if __name__ == "__main__":
    if sys.argv[1:] == ["rows"]:
        with tempfile.TemporaryDirectory() as name:
            for row in _measured(_library(Path(name))):
                print(*row, sep="\t")
    else:
        print(table(HEADER, product_rows()))
