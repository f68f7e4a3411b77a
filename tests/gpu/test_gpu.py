"""What runs under the emulator elsewhere, on a device of this machine.

The tests are the emulator's with another library: whatever the device says is compared with the
interpreter. Without a device nothing but the library's build is tested.
"""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cuda_emulator.build import Library, build, build_by_nvcc
from tests.cuda_emulator.run import Device, run
from tests.emit.test_host_snapshots import WAVES, with_schedule
from tests.emit_files.test_device_arrays import (
    MIXED,
    There,
    arguments,
    call,
    library_of,
    on_the_host,
    wrapper,
)
from tests.fortran.specs import kernel_specs
from tests.fortran.test_on_device import prove_kernel
from tests.proof.cases import Case, load_cases
from tests.proof.compiled import compile_case
from tests.proof.harness import ROUNDING, draw_case, expect
from tests.proof.on_device import Emulated, built, prove_calls, prove_on_device
from tests.proof.traps import TRAPS

ROOT = Path(__file__).parents[2]
CASES = load_cases()
KERNELS = kernel_specs(ROOT / "tests" / "fortran" / "kernels")
NVCC = shutil.which("nvcc")
#: Where tests run: under the emulator one of each kind, so that they are known to work, and on a
#: device all of them.
EMULATED = pytest.param(build, id="emulated")
ON_GPU = pytest.param(build_by_nvcc, id="gpu", marks=pytest.mark.gpu)
BOTH = pytest.mark.parametrize("make", [EMULATED, ON_GPU])
gpu = pytest.mark.gpu


@gpu
@pytest.mark.parametrize("name", CASES)
def test_case(name: str, tmp_path: Path) -> None:
    """Both entries, four calls of which give the same bits, and a graph."""
    prove_on_device(CASES[name], tmp_path, build_by_nvcc)


@gpu
@pytest.mark.parametrize("name", TRAPS)
def test_trap(name: str, tmp_path: Path) -> None:
    prove_on_device(TRAPS[name], tmp_path, build_by_nvcc)


@gpu
@pytest.mark.parametrize("name", ["burgers", "burgers_inplace", "implicit_euler", "limiter", "lu"])
def test_snapshots_on_the_host(name: str, tmp_path: Path) -> None:
    more = {"host_snapshots": True, "strategy": "recompute"}
    prove_on_device(CASES[name], tmp_path, build_by_nvcc, **more)


@gpu
@pytest.mark.parametrize("way", [(2, 0), (1, 2)], ids=str)
def test_copies_beside_kernels(way: tuple[int, int], tmp_path: Path) -> None:
    """Two streams, in a graph, too: what one does not wait for shows only at large sizes."""
    case = replace(WAVES, sizes={"N": 300, "M": 700, "K": 100_000, "steps": 9})
    compiled = with_schedule(WAVES, *way, staged=True, host_snapshots=True)
    library = built(dict(compiled.files), tmp_path, build_by_nvcc)
    prove_calls(case, Emulated(compiled, library))


@gpu
@pytest.mark.parametrize("name", KERNELS)
def test_fortran_kernel(name: str, tmp_path: Path) -> None:
    prove_kernel(KERNELS[name], tmp_path, build_by_nvcc)


@gpu
@pytest.mark.parametrize("length", [1, 31, 33, 1_000, 1_000_003])
def test_long_arrays(length: int, tmp_path: Path) -> None:
    """More elements than a grid has threads, and sums of more parts than a block has threads."""
    case = replace(CASES["burgers"], sizes={"N": length, "steps": 2}, edges=())
    prove_on_device(case, tmp_path, build_by_nvcc)


@BOTH
@pytest.mark.parametrize(
    "case", [CASES["gemm"], CASES["softmax"], MIXED], ids=lambda case: case.name
)
@pytest.mark.parametrize("put", [There, lambda device, array: array], ids=["device", "host"])
def test_wrapper(
    case: Case, make: Callable[..., Library], put: Callable[[Device, np.ndarray], Any]
) -> None:
    """Arrays on the device, and NumPy's."""
    library = library_of(case.name, make)

    def driver(device: Device) -> dict[str, np.ndarray]:
        module = wrapper(library)
        (function,) = (getattr(module, name) for name in module.__all__)
        found = on_the_host(call(function, case, lambda array: put(device, array)))
        function.free_workspace()
        return found

    outcome = run(library, driver)
    assert not outcome.report.findings
    for name in case.wrt:
        wanted = arguments(case)[2][name]
        expect("wrapper", name, outcome.value[name], wanted, ROUNDING[draw_case(case).dtype])


@gpu
@pytest.mark.parametrize("name", ["burgers", "gemm", "softmax", "jacobi_2d"])
def test_self_check(name: str, tmp_path: Path) -> None:
    """`make check`: the device against C on the host; and CUDA's own sanitizer of memory."""
    for file, text in compile_case(CASES[name], target="cuda").files.items():
        (tmp_path / file).write_text(text)
    done = subprocess.run(["make", "check"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    if shutil.which("compute-sanitizer"):
        (program,) = tmp_path.glob("*_check")
        command = ["compute-sanitizer", "--error-exitcode=9", str(program)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-2000:]


@gpu
@pytest.mark.parametrize("name", ["jacobi-2d", "softmax", "durbin"])
def test_benchmark(name: str) -> None:
    """In a process of its own, which has no other device open."""
    code = (
        "import sys; from benchmarks.cuda import run\n"
        "from benchmarks.cuda.device import build\n"
        "row = run.measured(run.KERNELS[sys.argv[1]], 'tiny', build, run.bandwidth(build), False)\n"
        "sys.exit(str(row) if row.wrong else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code, name], cwd=ROOT, capture_output=True)
    assert done.returncode == 0, done.stderr


@gpu
def test_example(tmp_path: Path) -> None:
    """The waves of the example, on the device."""
    folder = tmp_path / "cuda_wave"
    shutil.copytree(ROOT / "examples" / "cuda_wave", folder, ignore=shutil.ignore_patterns("build"))
    outputs = []
    for target in ("run", "run-cuda"):
        done = subprocess.run(["make", "-s", target], cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        outputs.append([line.split()[0] for line in done.stdout.splitlines() if line.split()])
    assert outputs[0] == outputs[1]


@pytest.mark.skipif(not NVCC, reason="nvcc is not installed")
def test_the_library_for_a_device(tmp_path: Path) -> None:
    """What the tests above load: the function, and CUDA's own beside it."""
    library = built(compile_case(CASES["gemm"], target="cuda").files, tmp_path, build_by_nvcc)
    loaded = ctypes.CDLL(str(library.path))
    assert loaded.gemm_grad_ws and loaded.cudaMalloc and loaded.cudaGraphLaunch
