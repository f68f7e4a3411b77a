"""`make bench BENCH=cuda` with the emulator in place of a device: what it calls and says."""

from __future__ import annotations

import json
import multiprocessing
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from benchmarks.cuda import run
from benchmarks.kernels.catalogue import KERNELS
from benchmarks.kernels.definition import TINY
from tests.cuda_emulator.build import build, missing

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())


def emulated(sources: Sequence[Path], folder: Path) -> Path:
    return build(sources, folder).path


def measure(name: str, answer: Path) -> None:
    row = run.measured(KERNELS[name], TINY, emulated, bandwidth=1e9, with_jax=False)
    answer.write_text(json.dumps(asdict(row)))


@pytest.mark.parametrize("name", ["jacobi-2d", "softmax", "gesummv"])
def test_a_row(name: str, tmp_path: Path) -> None:
    """The gradient is C's, and each way of calling it has a time."""
    process = multiprocessing.get_context("fork").Process(
        target=measure, args=(name, tmp_path / "row.json")
    )
    process.start()
    process.join()
    assert process.exitcode == 0
    row = run.Row(**json.loads((tmp_path / "row.json").read_text()))
    assert not row.failed
    assert not row.wrong
    assert {"device", "graph", "C"} <= set(row.seconds)
    assert row.held > 0
    assert len(row.cells()) == len(run.HEADER)


def test_a_wrong_gradient_is_told() -> None:
    row = run.Row("gemm", "S", {"device": 0.1, "C": 0.1}, 8, 1e9, apart=1e-3)
    assert row.wrong
    assert row.cells()[-1] == "1e-03"
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


def test_without_a_device(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture) -> None:
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    assert run.main([]) == 2
    assert "there is no NVIDIA device" in capsys.readouterr().err
