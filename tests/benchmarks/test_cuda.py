"""`make bench BENCH=cuda` with the emulator in place of a device: what it calls and says."""

from __future__ import annotations

import json
import multiprocessing
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from benchmarks.cuda import run
from benchmarks.cuda.resources import Resources, told
from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.definition import TINY
from tests.cuda_emulator.build import build, missing
from tests.proof.marks import long_among

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


def emulated(sources: Sequence[Path], folder: Path) -> Path:
    return build(sources, folder).path


def measure(name: str, answer: Path) -> None:
    row = run.measured(KERNELS[name], TINY, emulated, bandwidth=1e9, with_jax=False)
    answer.write_text(json.dumps(asdict(row)))


@pytest.mark.parametrize(
    "name", long_among(["jacobi-2d", "softmax", "gesummv"], ["softmax", "gesummv"])
)
def test_a_row(name: str, tmp_path: Path) -> None:
    """The gradient is C's, and each way of calling it has a time."""
    process = multiprocessing.get_context("fork").Process(
        target=measure, args=(name, tmp_path / "row.json")
    )
    process.start()
    process.join()
    assert process.exitcode == 0
    kept = json.loads((tmp_path / "row.json").read_text())
    row = run.Row(**{**kept, "taken": Resources(**kept["taken"])})
    assert not row.failed
    assert not row.wrong
    assert {"device", "graph", "C"} <= set(row.seconds)
    assert row.held > 0
    assert len(row.cells()) == len(run.HEADER)


def test_a_wrong_gradient_is_told() -> None:
    row = run.Row("gemm", "S", {"device": 0.1, "C": 0.1}, 8, 1e9, apart=1e-3)
    assert row.wrong
    assert row.cells()[-3:] == ["1e-03", "", ""]
    assert replace(row, apart=float("nan")).wrong
    assert not replace(row, apart=1e-13).wrong


def test_what_a_copy_moves(tmp_path: Path) -> None:
    (tmp_path / "nothing.cu").write_text("void nothing(void) {}\n")
    library = emulated([tmp_path / "nothing.cu"], tmp_path)
    code = (
        "import ctypes, sys; from benchmarks.cuda.device import Device\n"
        "print(Device(ctypes.CDLL(sys.argv[1])).copied_per_second(1 << 16))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(library)], cwd=ROOT, capture_output=True, text=True
    )
    assert float(done.stdout) > 0, done.stderr


#: Two kernels as the assembler tells of them, the second with a spill and without shared memory.
ASSEMBLED = """\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z5firstPd' for 'sm_80'
ptxas info    : Function properties for _Z5firstPd
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 2048 bytes smem, 400 bytes cmem[0]
ptxas info    : Compiling entry function '_Z6secondPd' for 'sm_80'
ptxas info    : Function properties for _Z6secondPd
    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 255 registers, used 0 barriers, 400 bytes cmem[0]
"""


def test_what_the_assembler_tells() -> None:
    found = told(ASSEMBLED)
    assert found == {
        "_Z5firstPd": Resources(40, 2048, 0), "_Z6secondPd": Resources(255, 0, 20)
    }  # fmt: skip
    most = Resources.most(found.values())
    assert most == Resources(255, 2048, 20)
    row = run.Row("gemm", "S", taken=most)
    assert row.wrong and row.cells()[-2:] == ["255 (20 bytes spilled)", "2048"]
    assert not run.Row("gemm", "S", taken=found["_Z5firstPd"]).wrong


@pytest.mark.skipif(not shutil.which("nvcc"), reason="nvcc is not installed")
def test_a_table_without_a_device(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    which = shutil.which
    monkeypatch.setattr(run.shutil, "which", lambda n: None if n == "nvidia-smi" else which(n))
    assert run.main(["--kernels", "softmax", "--sizes", "S"]) == 2
    shown = capsys.readouterr().out
    assert "there is no NVIDIA device" in shown
    registers, shared = map(int, shown.splitlines()[-1].split()[-2:])
    assert 0 < registers < 256 and shared >= 8 * 256, "a block's sums are in shared memory"


def test_without_nvcc(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    assert run.main([]) == 2
    assert "there is no nvcc" in capsys.readouterr().err
