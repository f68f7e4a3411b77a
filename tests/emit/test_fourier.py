"""The Fourier transforms that a C file brings along, against NumPy's, for lengths of all kinds."""

from __future__ import annotations

import ctypes
import subprocess

import numpy as np
import pytest

from adc.emit.c import C

FLAGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-O2", "-Wframe-larger-than=4096")
#: One, primes below and above the largest factor, their products, powers of two and three.
LENGTHS = (
    *range(1, 50), 64, 81, 127, 128, 131, 210, 127 * 2, 131 * 3, 127 * 11, 1024, 3000,
)  # fmt: skip


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    folder = tmp_path_factory.mktemp("fourier")
    helpers = C.support_text("adc_dfourier adc_sfourier")
    heads = [f"#include <{header}>" for header in C.includes(helpers)]
    calls = [
        f"void {letter}(int64_t rows, int64_t n, {real} sign, const {real} *x, const {real} *t, "
        f"{real} *y)\n{{\n    adc_{letter}fourier(rows, n, sign, x, t, y);\n}}\n"
        for letter, real in (("d", "double"), ("s", "float"))
    ]
    source = folder / "fourier.c"
    source.write_text("\n".join([*heads, helpers, *calls]))
    found = folder / "fourier.so"
    subprocess.run(["gcc", *FLAGS, "-shared", "-fPIC", str(source), "-o", str(found)], check=True)
    return ctypes.CDLL(str(found))


def transformed(library: ctypes.CDLL, z: np.ndarray, sign: int, dtype: type) -> np.ndarray:
    rows, n = z.shape
    x = np.stack([z.real, z.imag], axis=1).astype(dtype)
    turns = 2 * np.pi * np.arange(n) / n
    table = np.stack([np.cos(turns), np.sin(turns)]).astype(dtype)
    y = np.empty_like(x)
    double = dtype is np.float64
    real = ctypes.c_double if double else ctypes.c_float
    addresses = [ctypes.c_void_p(a.ctypes.data) for a in (x, table, y)]
    call = library.d if double else library.s
    call(ctypes.c_int64(rows), ctypes.c_int64(n), real(sign), *addresses)
    return y[:, 0] + 1j * y[:, 1]


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
def test_all_lengths_agree_with_numpy(library: ctypes.CDLL, dtype: type) -> None:
    rng = np.random.default_rng(5)
    precision = 3e-14 if dtype is np.float64 else 3e-5
    for n in LENGTHS:
        z = rng.normal(size=(2, n)) + 1j * rng.normal(size=(2, n))
        for sign, wanted in ((-1, np.fft.fft(z)), (1, np.fft.ifft(z, norm="forward"))):
            found = transformed(library, z, sign, dtype)
            assert np.max(np.abs(found - wanted)) <= precision * np.max(np.abs(wanted)), (n, sign)


def test_no_rows_are_no_work(library: ctypes.CDLL) -> None:
    for shape in ((0, 4), (3, 0)):
        assert transformed(library, np.zeros(shape), 1, np.float64).shape == shape
