"""Counts against ones that are worked out by hand."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

from tests.cuda_emulator.cases import library_of, needs_compiler, outcome
from tests.cuda_emulator.report import Banks, Kernel, Report, Traffic
from tests.cuda_emulator.run import run

pytestmark = needs_compiler

ACCESS = """
__global__ void access(const TYPE *__restrict__ x, TYPE *__restrict__ y)
{
    const int64_t i = (int64_t)blockIdx.x*blockDim.x + threadIdx.x;
    GUARD
        y[i] = x[PLACE];
}

extern "C" void go(const TYPE *x, TYPE *y, int blocks, int threads)
{
    access<<<blocks, threads>>>(x, y);
}
"""


def access(place: str, type_: str = "double", guard: str = "", threads: int = 64) -> Kernel:
    """The counts of y[i] = x[place] by two blocks."""
    text = ACCESS.replace("TYPE", type_).replace("PLACE", place).replace("GUARD", guard)

    def driver(device):
        x = device.put(np.zeros(8192))
        device.library.go(x, device.empty(8 * 2 * threads), ctypes.c_int(2), ctypes.c_int(threads))

    report = run(library_of(text, "access"), driver).report
    assert not report.findings, report.told()
    return report.kernels["access"]


@pytest.mark.parametrize(
    "place, type_, sectors, ideal",
    [
        ("i", "double", 8, 8),  # 32 threads of 8 bytes are 256 bytes
        ("i", "float", 4, 4),
        ("i", "char", 1, 1),
        ("i + 1", "double", 9, 8),  # one more, as it begins within a sector
        ("2*i", "double", 16, 8),
        ("32*i", "double", 32, 8),  # a column of a row-major array
        ("8*i", "float", 32, 4),
        ("63 - threadIdx.x", "double", 8, 8),  # backwards is as good
        ("blockIdx.x", "double", 1, 1),  # one number for all
        ("i/8", "double", 1, 1),
        ("i % 2*100", "double", 2, 1),
    ],
)
def test_sectors(place: str, type_: str, sectors: int, ideal: int) -> None:
    """Four warps, so four requests."""
    counts = access(place, type_)
    size = {"double": 8, "float": 4, "char": 1}[type_]
    assert counts.read == Traffic(128, 128 * size, 4, 4 * sectors, 4 * ideal)
    assert counts.read.per_request == sectors
    assert counts.written.requests == 4


def test_threads_that_take_no_part_ask_for_nothing() -> None:
    counts = access("i", guard="if (threadIdx.x % 4 == 0)")
    assert counts.read == Traffic(32, 256, 4, 4 * 8, 4 * 2)
    counts = access("i", threads=40)  # a whole warp and one of 8 threads, in each block
    assert counts.read == Traffic(80, 640, 4, 2 * (8 + 2), 2 * (8 + 2))


def test_loops_of_different_lengths() -> None:
    """Thread t reads column t of t + 1 rows: request r is of the threads from r on."""
    text = """
__global__ void rows(int64_t n, const double *x, double *y)
{
    double sum = 0.0;
    for (int64_t r = 0; r <= threadIdx.x; r++)
        sum += x[32*r + threadIdx.x];
    y[threadIdx.x] = sum + n;
}
extern "C" void go(const double *x, double *y) { rows<<<1, 32>>>(0, x, y); }
"""

    def driver(device):
        device.library.go(device.put(np.zeros(1024)), device.empty(256))

    counts = run(library_of(text, "rows_of_thread"), driver).report.kernels["rows"]
    sectors = sum(len({t // 4 for t in range(r, 32)}) for r in range(32))
    ideal = sum(-(-(32 - r) // 4) for r in range(32))
    assert counts.read == Traffic(32 * 33 // 2, 8 * 32 * 33 // 2, 32, sectors, ideal)


def test_a_time_loop() -> None:
    N, M, steps = 37, 67, 5
    report = outcome("wave", N=N, M=M, steps=steps).report
    counts, inner = report.kernels["step"], (N - 2) * (M - 2)
    assert report.launches == ["step"] * steps
    blocks = -(-(M - 2) // 32) * -(-(N - 2) // 8)
    assert (counts.launches, counts.blocks) == (steps, steps * blocks)
    assert counts.threads == steps * blocks * 256
    assert (counts.barriers, counts.atomics, counts.unmatched) == (0, 0, 0)
    # u is read but for its corners, v and speed inside; v is written inside
    assert counts.distinct_read == steps * 8 * (N * M - 4 + 2 * inner)
    assert counts.distinct_written == steps * 8 * inner
    # a register keeps what a thread reads twice: five of u, one of v, one of speed
    assert counts.read.accesses == steps * 7 * inner
    assert counts.written.accesses == steps * inner
    assert counts.written.bytes == steps * 8 * inner


def test_order_and_seed_change_no_count() -> None:
    kernels = [outcome(p, seed=s).report.kernels for p in ("rows", "total") for s in (0, 3)]
    assert kernels[0] == kernels[1]
    assert kernels[2] == kernels[3]


@pytest.mark.parametrize("padding, column", [("TILE + 1", 2), ("TILE", 32)])
def test_banks(padding: str, column: int) -> None:
    """A row of doubles is 2 passes of 16 lanes; so is a column of a padded tile. The column of one
    that is not padded lies in one pair of banks: 16 passes for each 16 lanes."""
    report = outcome("transpose", {"TILE + 1": padding}, N=32, M=32).report
    assert not report.findings
    counts = report.kernels["transpose"]
    assert counts.shared == Banks(2 * 32, 32 * 2 + 32 * column, 2 * 32 * 2)
    assert counts.read == counts.written == Traffic(1024, 8192, 32, 256, 256)
    bytes_of_row = 8 * (33 if padding == "TILE + 1" else 32)
    assert (counts.barriers, counts.shared_bytes) == (1, 32 * bytes_of_row)


def test_barriers_and_shared_memory_of_a_sum() -> None:
    kernels = outcome("total", n=1024).report.kernels
    assert kernels["stage_1"].barriers == 8 * 7  # 128 threads are halved 7 times
    assert kernels["stage_2"].barriers == 7
    assert kernels["stage_1"].shared_bytes == 1024
    assert kernels["stage_1"].distinct_read == 8 * 1024
    assert kernels["stage_1"].distinct_written == kernels["stage_2"].distinct_read == 64


def test_atomics() -> None:
    counts = outcome("scatter", n=500, bins=7).report.kernels["scatter"]
    assert counts.atomics == 500
    assert counts.read.accesses == 1000
    assert counts.written.accesses == 0
    assert counts.distinct_read == 500 * 12 + 56
    assert counts.distinct_written == 56


def calls(report: Report) -> list[str]:
    return [e.what for e in report.events]


def test_calls_of_the_host() -> None:
    """Between the driver's own copies: what the entry does."""
    report = outcome("entry", n=101).report
    assert calls(report) == ["malloc", "copy", "launch", "copy", "free"]
    assert report.copied("host to device") == report.copied("device to host") == 808
    assert (report.peak_bytes, report.left_bytes) == (1616, 0)
    assert report.calls == {"malloc": 1, "copy": 2, "launch": 1}
    assert report.count("synchronise") == 0


def test_what_the_driver_keeps_counts_too() -> None:
    report = outcome("overlap", n=130, steps=4).report
    assert report.peak_bytes == 2 * 1040
    assert report.count("launch") == 4
    assert report.copied("device to host") == 4 * 1040
    assert report.count("synchronise") == 2


def test_sites_tell_where_the_traffic_is() -> None:
    report = outcome("transpose", N=32, M=32).report
    assert sorted(report.sites) == ["transpose transpose.cu:16", "transpose transpose.cu:23"]
    assert all(t.requests == 32 for t in report.sites.values())


def test_unmatched_accesses_are_told() -> None:
    """More than a warp's log holds: said, not dropped in silence."""
    text = """
__global__ void longer(const double *x, double *y)
{
    double sum = 0.0;
    for (int i = 0; i < 1100000; i++)
        sum += x[i % 4];
    y[threadIdx.x] = sum;
}
extern "C" void go(const double *x, double *y) { longer<<<1, 2>>>(x, y); }
"""

    def driver(device):
        device.library.go(device.put(np.zeros(4)), device.empty(16))

    counts = run(library_of(text, "longer"), driver).report.kernels["longer"]
    assert counts.read.accesses == 2 * 2**20
    assert counts.unmatched == 2 * (1100001 - 2**20)
