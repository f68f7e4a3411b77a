"""Each kind of finding: a right program with one fault planted in its text, which is found."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass, field

import numpy as np
import pytest

from tests.cuda_emulator.cases import (
    changed,
    library_of,
    needs_compiler,
    outcome,
    text_of,
)
from tests.cuda_emulator.drivers import place
from tests.cuda_emulator.report import KINDS
from tests.cuda_emulator.run import Outcome, run
from tests.proof.marks import half_of

pytestmark = needs_compiler


@dataclass(frozen=True)
class Fault:
    """A fault: the changes of the program's text, and the kinds that are to be found, no others."""

    program: str
    changes: dict[str, str]
    kinds: set[str]
    where: str = ""  # a part of one finding's text
    sizes: dict[str, int] = field(default_factory=dict)


IN_STAGE_1 = "own = block_sum(own);\n    if (threadIdx.x == 0)\n        parts[blockIdx.x] = own;"

FAULTS = {
    # Races
    "barrier dropped": Fault(
        "total",
        {"        __syncthreads();\n": ""},
        {"race-block", "uninitialised"},
        "shared memory",
    ),
    "barrier only the first time": Fault(
        "total",
        {"        __syncthreads();\n": "        if (distance == BLOCK/2)\n __syncthreads();\n"},
        {"race-block"},
    ),
    "all threads write the result": Fault(
        "total",
        {IN_STAGE_1: "parts[blockIdx.x] = block_sum(own);"},
        {"race-block"},
        "writes what another writes: byte 0 of allocation 3",
    ),
    "all blocks write one part": Fault(
        "total",
        {"        parts[blockIdx.x] = own;": "        parts[0] = own;"},
        {"race-blocks", "uninitialised"},
    ),
    "stencil in place": Fault(
        "wave",
        {"courant, speed, u, v);": "courant, speed, u, u);"},
        {"race-block", "race-blocks", "restrict"},
        "wave.cu",
    ),
    "stencil in place, one block after another": Fault(
        "wave",
        {
            "courant, speed, u, v);": "courant, speed, u, u);",
            "#define BLOCK dim3(32, 8)": "#define BLOCK dim3(1, 1)",
            "cover(M - 2, 32), cover(N - 2, 8)": "cover(M - 2, 1), cover(N - 2, 1)",
        },
        {"race-blocks", "restrict"},
        sizes={"N": 9, "M": 9, "steps": 1},
    ),
    "no atomic": Fault(
        "scatter",
        {"atomicAdd(&sums[place[i]], x[i])": "sums[place[i]] += x[i]"},
        {"race-block", "race-blocks"},
    ),
    "read beside atomics": Fault(
        "scatter",
        {
            "        atomicAdd(&sums[place[i]], x[i]);": (
                "        { atomicAdd(&sums[place[i]], x[i]); if (i == 70) sums[place[i]] *= 2.0; }"
            )
        },
        {"race-block", "race-blocks"},
        "by an atomic",
    ),
    "snapshot not waited for": Fault(
        "overlap", {"        cudaStreamWaitEvent(computing, kept, 0);\n": ""}, {"race-streams"}
    ),
    "snapshot before its step": Fault(
        "overlap", {"        cudaStreamWaitEvent(copying, made, 0);\n": ""}, {"race-streams"}
    ),
    "two copies to one place": Fault(
        "overlap",
        {
            "    cudaStreamSynchronize(copying);": (
                "    cudaMemcpyAsync(snapshots + n*(steps - 1), to, bytes, cudaMemcpyDeviceToHost,"
                " computing);\n    cudaStreamSynchronize(copying);"
            )
        },
        {"race-streams", "unfinished"},
        "copies of two streams",
    ),
    "snapshot back before it is there": Fault(
        "kept",
        {
            "    cudaStream_t back = stream;": (
                "    cudaStream_t back;\n"
                "    cudaStreamCreateWithFlags(&back, cudaStreamNonBlocking);"
            )
        },
        {"race-streams", "leak", "use-after-free"},
        "copies of two streams",
    ),
    "snapshot changed before it is back": Fault(
        "kept",
        {
            "    cudaStreamSynchronize(stream);\n": (
                "    snapshots[0] = 0.0;\n    cudaStreamSynchronize(stream);\n"
            )
        },
        {"unfinished"},
        "memory of a copy",
    ),
    # Where it reads and writes
    "guard one too many": Fault(
        "entry",
        {"i < n; i += gridDim.x": "i <= n; i += gridDim.x"},
        {"out-of-bounds", "race-blocks", "restrict"},
    ),
    "guard one too many, alone in its memory": Fault(
        "total",
        {"i < n; i += PARTS": "i <= n; i += PARTS"},
        {"out-of-bounds"},
        "reads 8 bytes: 0 bytes after allocation 1 (40000 bytes)",
    ),
    "subscript before the first": Fault(
        "total",
        {"own += x[i];": "own += x[i - 1];"},
        {"out-of-bounds"},
        "8 bytes before allocation 1",
    ),
    "tile too small": Fault(
        "transpose",
        {"tile[TILE][TILE + 1]": "tile[TILE - 1][TILE + 1]"},
        {"out-of-bounds"},
        "shared",
    ),
    "shared bytes of the launch too few": Fault(
        "rows", {"WARPS*sizeof(float)": "(WARPS - 1)*sizeof(float)"}, {"out-of-bounds"}, "shared"
    ),
    "freed too early": Fault(
        "entry",
        {
            "        adjoint<<<": "        cudaFree(device);\n        adjoint<<<",
            "    cudaFree(device);\n    return fault;": "    return fault;",
        },
        {"use-after-free"},
    ),
    "memset dropped": Fault(
        "scatter",
        {"    cudaMemsetAsync(sums,": "    if (n < 0)\n        cudaMemsetAsync(sums,"},
        {"uninitialised"},
        "updates 8 bytes: byte 0 of allocation 3",
    ),
    "memset too short": Fault(
        "scatter",
        {"(size_t)bins*sizeof": "(size_t)(bins - 1)*sizeof"},
        {"uninitialised"},
        "byte 48",
    ),
    "tile not filled": Fault(
        "transpose",
        {"        if (i < N && j < M)\n": "        if (i < N && j < M - 1)\n"},
        {"uninitialised"},
        "shared memory",
    ),
    "part not written": Fault(
        "total",
        {IN_STAGE_1: IN_STAGE_1.replace("== 0", "== 0 && blockIdx.x != 3")},
        {"uninitialised"},
        "byte 24 of allocation 3",
    ),
    "result not written": Fault(
        "total", {"        *sum = own;": "        (void)sum;"}, {"uninitialised"}, "to the host"
    ),
    "doubles from an odd place": Fault(
        "total",
        {">>>(workspace, sum)": ">>>((const double *)((const char *)workspace + 4), sum)"},
        {"misaligned", "out-of-bounds"},
    ),
    # Barriers and exchanges
    "barrier in a branch": Fault(
        "total",
        {
            "        __syncthreads();\n        if ((int)threadIdx.x < distance)\n": (
                "        if ((int)threadIdx.x < distance) {\n            __syncthreads();\n"
            ),
            "parts[threadIdx.x + distance];": "parts[threadIdx.x + distance];\n        }",
        },
        {"divergent-barrier"},
        "threads that have finished do not come",
    ),
    "return before the barrier": Fault(
        "transpose",
        {"    __syncthreads();\n": "    if (j >= M)\n        return;\n    __syncthreads();\n"},
        {"divergent-barrier", "uninitialised"},
    ),
    "two different barriers": Fault(
        "transpose",
        {
            "    __syncthreads();": (
                "    if (threadIdx.x < 16) __syncthreads();\n    else __syncthreads();"
            )
        },
        {"divergent-barrier"},
        "others wait at line",
    ),
    "exchange in a branch": Fault(
        "rows",
        {"        sum += __shfl": "        if (lane < distance)\n            sum += __shfl"},
        {"divergent-exchange"},
    ),
    "mask too small": Fault(
        "rows",
        {"__shfl_xor_sync(0xffffffffu,": "__shfl_xor_sync(0x0000ffffu,"},
        {"divergent-exchange"},
    ),
    # Host and device
    "host pointer to a kernel": Fault(
        "entry",
        {"BLOCK>>>(n, v_there, u_there)": "BLOCK>>>(n, v_bar, u_there)"},
        {"host-pointer"},
        "reads 8 bytes of the host's memory",
    ),
    "variable of the host": Fault(
        "total",
        {
            "#define PARTS 8\n": "#define PARTS 8\nstatic int64_t limit = 8;\n",
            "p < PARTS; p": "p < limit; p",
            "{\n    stage_1": "{\n    limit = PARTS;\n    stage_1",
        },
        {"host-pointer"},
    ),
    "null pointer": Fault(
        "total",
        {"(n, x, workspace)": "(n, n > 0 ? NULL : x, workspace)"},
        {"host-pointer", "crash"},
        "null",
    ),
    "device pointer on the host": Fault(
        "total",
        {"    stage_2<<<": "    if (workspace[0] > 1e300)\n        return 3;\n    stage_2<<<"},
        {"device-pointer"},
        "byte 0 of allocation 3",
    ),
    "device pointer in memset of the host": Fault(
        "entry",
        {"    if (fault == 0) {\n": "    memset(u_there, 0, bytes);\n    if (fault == 0) {\n"},
        {"device-pointer"},
        "the host writes 808 bytes",
    ),
    "local memory of another thread": Fault(
        "transpose",
        {
            "double tile[TILE][TILE + 1];": (
                "double tile[TILE][TILE + 1];\n    __shared__ const double *own;\n"
                "    double mine[2] = {(double)M, 1.0};\n"
                "    if (threadIdx.x + threadIdx.y == 0)\n        own = mine;"
            ),
            "b[k*N + i] = tile[threadIdx.x][r];": "b[k*N + i] = tile[threadIdx.x][r]*own[1];",
        },
        {"local-pointer"},
    ),
    # Copies
    "wrong direction": Fault(
        "entry",
        {"cudaMemcpyHostToDevice": "cudaMemcpyDeviceToHost"},
        {"bad-copy"},
        "device to host was asked for",
    ),
    "host and device pointer swapped": Fault(
        "entry", {"(v_there, v_bar, bytes": "((void *)v_bar, v_there, bytes"}, {"bad-copy"}
    ),
    "copy too long": Fault(
        "entry", {"u_bar, u_there, bytes": "u_bar, u_there, bytes + 8"}, {"out-of-bounds"}
    ),
    "copy onto itself": Fault(
        "entry",
        {
            "    if (fault == 0) {\n": "    cudaMemcpy(u_there - 1, v_there, bytes,"
            " cudaMemcpyDeviceToDevice);\n    if (fault == 0) {\n"
        },
        {"bad-copy"},
        "overlap",
    ),
    "results read too early": Fault(
        "overlap", {"    cudaStreamSynchronize(copying);\n": ""}, {"unfinished", "use-after-free"}
    ),
    # Launches, handles, memory
    "no blocks": Fault(
        "transpose",
        {"    if (N > 0 && M > 0)\n": ""},
        {"bad-launch"},
        "a grid of (1, 0, 1)",
        {"N": 0, "M": 3},
    ),
    "block too large": Fault(
        "transpose", {"dim3(TILE, ROWS)": "dim3(TILE, 33)"}, {"bad-launch", "uninitialised"}
    ),
    "too much shared memory": Fault(
        "transpose", {"tile[TILE][TILE + 1]": "tile[6*TILE][TILE + 1]"}, {"bad-launch"}, "48 KiB"
    ),
    "stream destroyed": Fault(
        "graph",
        {
            "    cudaStreamSynchronize(stream);\n": "",
            "cudaStreamDestroy(stream);": "cudaStreamDestroy(stream), cudaStreamQuery(stream);",
        },
        {"bad-handle"},
    ),
    "freed twice": Fault(
        "entry",
        {"    cudaFree(device);": "    cudaFree(device);\n    cudaFree(device);"},
        {"double-free"},
    ),
    "freed in the middle": Fault(
        "entry", {"    cudaFree(device);": "    cudaFree(u_there);"}, {"bad-free", "leak"}
    ),
    "free dropped": Fault(
        "entry", {"    cudaFree(device);\n": ""}, {"leak"}, "allocation 1 (1616 bytes)"
    ),
    "pinned memory kept": Fault(
        "overlap", {"    cudaFreeHost(snapshots);\n": ""}, {"leak"}, "pinned"
    ),
    "pinned memory freed too early": Fault(
        "kept",
        {"    cudaStreamSynchronize(stream);\n    cudaFreeHost(": "    cudaFreeHost("},
        {"use-after-free"},
        "pinned",
    ),
    "pinned memory too small": Fault(
        "kept", {"(size_t)(n*steps)*": "(size_t)(n*steps - 1)*"}, {"out-of-bounds"}, "pinned"
    ),
    "event kept": Fault("overlap", {"    cudaEventDestroy(kept);\n": ""}, {"leak"}, "1 events"),
    "stream kept": Fault(
        "overlap", {"    cudaStreamDestroy(copying);\n": ""}, {"leak"}, "stream 2"
    ),
    "branch that does not wait": Fault(
        "forked",
        {
            "    cudaMemcpyAsync(staged, u, bytes, cudaMemcpyDeviceToDevice, stream);\n": "",
            "    cudaStreamWaitEvent(copies, event, 0);\n": (
                "    cudaStreamWaitEvent(copies, event, 0);\n"
                "    cudaMemcpyAsync(staged, u, bytes, cudaMemcpyDeviceToDevice, stream);\n"
            ),
        },
        {"race-streams"},
    ),
    "branch that is not joined": Fault(
        "forked", {"    cudaStreamWaitEvent(stream, event, 0);\n": ""}, {"capture"}, "not joined"
    ),
    "event of no graph": Fault(
        "forked",
        {"    cudaStreamWaitEvent(copies, event, 0);\n": ""},
        {"capture", "race-streams", "unfinished", "use-after-free"},
        "not of the same graph",
    ),
    "branch kept": Fault("forked", {"    cudaStreamDestroy(copies);\n": ""}, {"leak"}, "stream"),
    "waits while captured": Fault(
        "graph",
        {
            "(n, u);\n    step<<<": "(n, u);\n    cudaStreamSynchronize(stream);\n    step<<<",
        },
        {"capture"},
        "cudaStreamSynchronize while",
    ),
    "allocates while captured": Fault(
        "graph",
        {
            "    cudaStreamEndCapture": (
                "    double *more = NULL;\n    cudaMalloc(&more, 8);\n    cudaFree(more);\n"
                "    cudaStreamEndCapture"
            )
        },
        {"capture"},
    ),
}


@pytest.mark.parametrize("name", half_of(FAULTS))
def test_planted_faults_are_found(name: str) -> None:
    fault = FAULTS[name]
    report = outcome(fault.program, fault.changes, **fault.sizes).report
    assert report.kinds == fault.kinds, report.told()
    assert fault.where in report.told()


def line_of(program: str, changes: dict[str, str], statement: str) -> int:
    lines = changed(text_of(program), changes).splitlines()
    return 1 + next(i for i, line in enumerate(lines) if statement in line)


def test_the_places_of_a_race_are_told() -> None:
    changes = FAULTS["no atomic"].changes
    report = outcome("scatter", changes).report
    found = next(f for f in report.findings if f.kind == "race-blocks")
    line = line_of("scatter", changes, "sums[place[i]] += x[i];")
    assert found.where == found.other == f"scatter.cu:{line}"
    assert (found.kernel, found.on_device, found.block) == ("scatter", True, (1, 0, 0))


CHANGED_SOURCE = """
extern "C" void changed(double *there, double *here, int64_t n)
{
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMemcpyAsync(there, here, (size_t)n*sizeof(double), cudaMemcpyHostToDevice, stream);
    CHANGE
    cudaStreamSynchronize(stream);
    cudaStreamDestroy(stream);
}
"""


def changed_source(change: str) -> Outcome:
    def driver(device):
        here, there = np.arange(4.0), device.empty(32)
        device.library.changed(there, place(here), ctypes.c_int64(4))

    return run(library_of(CHANGED_SOURCE.replace("CHANGE", change), "changed"), driver)


def test_a_source_that_the_host_changes_too_early() -> None:
    assert not changed_source("").report.findings
    assert not changed_source("double read = here[0]; (void)read;").report.findings
    assert changed_source("here[0] = 7.0;").report.kinds == {"unfinished", "changed-source"}


def test_every_kind_is_planted() -> None:
    planted = set().union(*(fault.kinds for fault in FAULTS.values()))
    assert planted | {"changed-source"} == set(KINDS)


# ---- Orders ----------------------------------------------------------------------------------


def values(fault: str, seed: int) -> bytes:
    """What a faulty program computes, as bytes."""
    planted = FAULTS[fault]
    pairs = outcome(planted.program, planted.changes, seed=seed, **planted.sizes).value
    return b"".join(np.asarray(got).tobytes() for got, _ in pairs)


@pytest.mark.parametrize(
    "fault",
    [
        "stencil in place",
        "barrier only the first time",
        "snapshot not waited for",
        "read beside atomics",
    ],
)
def test_other_orders_show_other_values(fault: str) -> None:
    assert len({values(fault, seed) for seed in range(4)}) > 1
    assert values(fault, 2) == values(fault, 2), "a seed is an order"


def test_atomics_round_by_the_order_and_sums_in_stages_do_not() -> None:
    def bits(program: str) -> set[bytes]:
        runs = [outcome(program, seed=seed).value for seed in range(4)]
        return {b"".join(np.asarray(got).tobytes() for got, _ in pairs) for pairs in runs}

    assert len(bits("scatter")) > 1
    assert len(bits("total")) == 1


PROMISE = """
__global__ void scaled(int64_t n, const double *FIRST x, double *SECOND y, double *z)
{
    const int64_t i = (int64_t)blockIdx.x*blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2.0*x[i] + z[i];
}

extern "C" void go(int64_t n, double *x, double *y, double *z)
{
    scaled<<<(unsigned)((n + 31)/32), 32>>>(n, x, y, z);
}
"""


@pytest.mark.parametrize(
    "first, second, arrays, broken",
    [
        ("", "", "abc", False),
        ("__restrict__", "__restrict__", "abc", False),
        ("", "", "aab", False),  # no promise
        ("__restrict__", "", "aab", True),  # what is read through x is written through y
        ("", "__restrict__", "aab", True),
        ("__restrict__", "__restrict__", "aab", True),
        ("__restrict__", "__restrict__", "aba", False),  # read through two pointers, not written
        ("__restrict__", "", "abb", False),  # y and z, of which neither promises
        ("", "__restrict__", "abb", True),
    ],
)
def test_promises_of_kernels(first: str, second: str, arrays: str, broken: bool) -> None:
    text = PROMISE.replace("FIRST", first).replace("SECOND", second)

    def driver(device):
        there = {name: device.put(np.arange(100.0)) for name in sorted(set(arrays))}
        device.library.go(ctypes.c_int64(100), *(there[name] for name in arrays))
        return device.get(there[arrays[1]], 100)

    found = run(library_of(text, "promise"), driver)
    assert found.report.kinds == ({"restrict"} if broken else set()), found.report.told()
    np.testing.assert_array_equal(found.value, 3.0 * np.arange(100.0))
