"""Right programs: NumPy's numbers, in every order, and nothing found."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from dataclasses import replace

import numpy as np
import pytest

from tests.cuda_emulator.build import build
from tests.cuda_emulator.cases import (
    PROGRAMS,
    library_of,
    needs_compiler,
    outcome,
    text_of,
)
from tests.cuda_emulator.drivers import DRIVERS, STREAM, wave, whole
from tests.cuda_emulator.run import RunError, run, run_each

pytestmark = needs_compiler

SIZES = {
    "wave": [{"N": 3, "M": 3}, {"N": 2, "M": 9}, {"N": 34, "M": 31, "steps": 6}, {"steps": 0}],
    "total": [{"n": n} for n in (0, 1, 31, 33, 1024, 1031)],
    "transpose": [{"N": n, "M": m} for n, m in ((0, 3), (1, 1), (31, 33), (64, 32))],
    "rows": [{"N": n, "M": m} for n, m in ((0, 3), (1, 1), (4, 0), (5, 31), (8, 33))],
    "scatter": [{"n": n, "bins": b} for n, b in ((0, 1), (1, 1), (31, 31), (129, 2))],
    "entry": [{"n": n} for n in (0, 1, 31, 33, 97)],
    "overlap": [{"n": 1, "steps": 1}, {"n": 64, "steps": 7}],
    "kept": [{"n": 1, "steps": 0}, {"n": 1, "steps": 1}, {"n": 64, "steps": 7}],
    "graph": [{"n": 1, "times": 0}, {"n": 65, "times": 1}],
    "forked": [{"n": 1, "times": 1}, {"n": 65, "times": 2}],
}


def check(program: str, seed: int, **sizes: int) -> None:
    found = outcome(program, seed=seed, **sizes)
    assert not found.report.findings, found.report.told()
    close = 1e-5 if program == "rows" else 1e-12
    for got, want in found.value:
        np.testing.assert_allclose(got, want, rtol=close, atol=close)


def test_every_program_has_a_driver_and_sizes() -> None:
    assert {p.stem for p in PROGRAMS.glob("*.cu")} == set(DRIVERS) == set(SIZES)


@pytest.mark.parametrize("program", DRIVERS)
@pytest.mark.parametrize("seed", range(4))
def test_orders(program: str, seed: int) -> None:
    check(program, seed)


@pytest.mark.parametrize("program", DRIVERS)
def test_sizes(program: str) -> None:
    for seed, sizes in enumerate(SIZES[program]):
        check(program, seed, **sizes)


ADDRESSES = """
struct Layout { int64_t first, count; double scale[3]; };
static const double weights[4] = {0.1, 0.2, 0.3, 0.4};

template <typename T> __global__ void weighted(struct Layout layout, const T *x, T *y, int flip)
{
    T own[4]; /* local memory, as its subscripts are not known */
    for (int i = 0; i < 4; i++)
        own[(i + flip) % 4] = x[layout.first + i]*(T)weights[i];
    for (int i = 0; i < layout.count; i++)
        y[i] = own[i]*(T)layout.scale[i % 3];
}

extern "C" int weigh(const double *x, double *y, int flip)
{
    struct Layout layout = {1, 4, {1.0, 2.0, 4.0}};
    weighted<double><<<1, 1>>>(layout, x, y, flip);
    layout.count = 0; /* the launch has its own */
    return cudaGetLastError() != cudaSuccess;
}
"""


def test_arguments_constants_and_local_memory() -> None:
    def driver(device):
        x, y = device.put(np.arange(5.0)), device.empty(32)
        assert device.library.weigh(x, y, ctypes.c_int(1)) == 0
        return device.get(y, 4)

    found = run(library_of(ADDRESSES, "weigh"), driver)
    assert not found.report.findings, found.report.told()
    own = np.roll([0.1, 0.4, 0.9, 1.6], 1)
    np.testing.assert_allclose(found.value, own * [1.0, 2.0, 4.0, 1.0], rtol=1e-15)


HEADER = """
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
#ifdef __CUDACC__
int doubled_ws(size_t n, double *x, cudaStream_t stream);
#endif
int doubled(size_t n, double *x);
#ifdef __cplusplus
}
#endif
"""
DOUBLED = """
#include "doubled.h"
__global__ void times_two(size_t n, double *x)
{
    const size_t i = (size_t)blockIdx.x*blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= FACTOR;
}
int doubled_ws(size_t n, double *x, cudaStream_t stream)
{
    times_two<<<(unsigned)((n + 31)/32), 32, 0, stream>>>(n, x);
    return cudaGetLastError() != cudaSuccess;
}
int doubled(size_t n, double *x)
{
    double *there = NULL;
    if (cudaMalloc(&there, n*sizeof *x) != cudaSuccess)
        return 1;
    cudaMemcpy(there, x, n*sizeof *x, cudaMemcpyHostToDevice);
    const int fault = doubled_ws(n, there, 0);
    cudaMemcpy(x, there, n*sizeof *x, cudaMemcpyDeviceToHost);
    cudaFree(there);
    return fault;
}
"""
MAIN_C = """
#include "doubled.h"
#ifdef __CUDACC__
#error this is not CUDA
#endif
int main(int argc, char **argv)
{
    double x[40] = {1.0, 2.0};
    (void)argv;
    return doubled(40, x) != 0 || x[argc] != 2.0*(argc + 1) || x[2] != 0.0;
}
"""
MAIN_CPP = """
#include <vector>
#include "cuda_runtime.h"
#include "doubled.h"
int main(int argc, char **)
{
    std::vector<double> x(40, 1.0);
    double *there = nullptr;
    cudaMalloc(&there, sizeof(double));
    x[0] = argc > 1 ? *there : 1.0;
    cudaFree(there);
    return doubled(x.size(), x.data()) != 0 || x[39] != 2.0;
}
"""


@pytest.mark.parametrize("name, text", [("main.c", MAIN_C), ("main.cpp", MAIN_CPP)])
def test_whole_programs(name: str, text: str, tmp_path) -> None:
    """C and C++ beside CUDA: what they do is watched, and only CUDA is compiled as CUDA."""
    for file, content in (("doubled.h", HEADER), ("doubled.cu", DOUBLED), (name, text)):
        (tmp_path / file).write_text(content)
    made = tmp_path / "made"
    made.mkdir()
    library = build([tmp_path / "doubled.cu", tmp_path / name], made, defines=["FACTOR=2.0"])
    found = run(library, lambda device: device.library.main(1, None))
    assert found.value == 0
    assert not found.report.findings, found.report.told()
    if name == "main.cpp":
        found = run(library, lambda device: device.library.main(2, None))
        assert found.report.kinds == {"device-pointer"}, found.report.told()
        assert found.report.findings[0].where == "main.cpp:10"


def test_runs_of_one_process_are_apart() -> None:
    """A leak, a failure, a crash and wrong memory: what is said of each is what is said alone."""
    arguments = [whole(5), whole(7), whole(2), ctypes.c_double(0.1)]

    def leaking(device):
        device.put(np.ones(4))
        device.held.clear()
        device.fail("launch", 1)
        return device.library.cudaMalloc(ctypes.byref(ctypes.c_void_p()), ctypes.c_size_t(8))

    def reading(device):
        held = [device.empty(5 * 7 * 8) for _ in range(3)]
        return device.library.wave_ws(*arguments, *held, STREAM)

    def crashing(device):
        ctypes.string_at(0)

    library = library_of(text_of("wave"), "wave")
    calls = [(d, seed) for seed, d in enumerate((leaking, crashing, reading, wave, leaking, wave))]
    together = list(run_each(library, calls))
    for (driver, seed), found in zip(calls, together, strict=True):
        alone = run(library, driver, seed=seed)
        assert [replace(f, text="") for f in alone.report.findings] == [
            replace(f, text="") for f in found.report.findings
        ]
        assert alone.report.kernels == found.report.kernels
        assert alone.report.events == found.report.events
    kinds = [found.report.kinds for found in together]
    assert kinds == [{"leak"}, {"crash"}, {"uninitialised"}, set(), {"leak"}, set()]
    for got, want in together[-1].value:
        np.testing.assert_allclose(got, want, rtol=1e-12)


def test_a_driver_that_fails_is_told() -> None:
    def driver(device):
        raise ValueError("no such thing")

    with pytest.raises(RunError, match="no such thing"):
        run(library_of(text_of("wave"), "wave"), driver)


def test_a_program_that_hangs_is_ended() -> None:
    text = '__global__ void f(volatile int *p) { while (*p == 0) {} }\nextern "C" void go(int *p)\n'
    text += "{\n    f<<<1, 1>>>(p);\n    cudaDeviceSynchronize();\n}\n"

    def driver(device):
        device.library.go(device.put(np.zeros(1, np.int32)))

    with pytest.raises(RunError, match="more than 2 s"):
        run(library_of(text, "hang"), driver, timeout=2.0)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("nvcc") is None, reason="nvcc is not installed")
def test_nvcc_takes_the_programs(tmp_path) -> None:
    """What the emulator runs is CUDA."""
    flags = ["-Werror", "all-warnings", "-arch=sm_80", "-Xcompiler", "-Wall,-Wextra"]
    sources = sorted(map(str, PROGRAMS.glob("*.cu")))
    done = subprocess.run(
        ["nvcc", *flags, "--threads", "2", "-c", *sources],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
