"""Calls of a gradient whose results are large, and what its wrapper keeps of their memory."""

from __future__ import annotations

import subprocess
from functools import lru_cache
from pathlib import Path

import numpy as np

from tests.emit_files.kernels import built

#: w and its gradient take 1 MiB, x and its gradient twice that.
LARGE = 2**17


def made(folder: Path, name: str, **options) -> Path:
    """The wrapper and the library of a kernel, in `folder`."""
    built(name, **options).write(folder)
    flags = ("CFLAGS=-O1", "OPENMP=0", "BLAS=none")
    subprocess.run(["make", "-s", *flags], cwd=folder, check=True)
    return folder


@lru_cache(maxsize=64)
def arguments(n, k=0):
    """x, w and the seed."""
    x = np.arange(2.0 * n) % 97 + k
    w = np.arange(1.0 * n) % 89 - k
    return x, w, np.arange(1.0 * n) % 83 + 2 * k


def call(module, n=LARGE, k=0):
    x, w, seed = arguments(n, k)
    return module.scaled_grad(x, w, return_0_seed=seed)


def is_right(result, n=LARGE, k=0):
    x, w, seed = arguments(n, k)
    return (
        np.array_equal(result.x, np.repeat(seed * w, 2))
        and np.array_equal(result.w, seed * (x[::2] + x[1::2]))
    )  # fmt: skip


def address(array):
    return array.ctypes.data


def addresses(result):
    return [address(a) for a in result]


def blocks(module):
    """What this thread keeps."""
    earlier, last = vars(module._thread).get("blocks", ((), ()))
    return [*earlier, *last]


def kept_bytes(module):
    return sum(block.memory.nbytes - 63 for block in blocks(module))
