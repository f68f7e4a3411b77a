"""The misfit of the waves in examples/cuda_wave: against the original, and on a device."""

from __future__ import annotations

import ctypes
import os
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.cuda_emulator.build import build, missing
from tests.cuda_emulator.run import Device, run
from tests.proof.cases import Case
from tests.proof.compiled import compile_case
from tests.proof.matrix import prove_case
from tests.proof.on_device import prove_on_device

SOURCE = Path(__file__).resolve().parent.parent / "examples" / "cuda_wave" / "kernel.py"
SIGNATURE = (
    "misfit(c: float64[N, M], wavelet: float64[steps], recorded: float64[steps, M],"
    " taper: float64[N, M], dt: float64, dx: float64, row: int, column: int, line: int)"
)
SIZES = {"N": 7, "M": 9, "steps": 6, "row": 2, "column": 3, "line": 5}
CASE = Case(
    "misfit", SOURCE.read_text(), ("c", "recorded"), sizes=SIZES, signature=SIGNATURE,
    edges=({"steps": 0}, {"N": 6, "M": 4}),
)  # fmt: skip


def test_against_the_original(tmp_path: Path) -> None:
    prove_case(CASE, tmp_path)


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_on_a_device(tmp_path: Path) -> None:
    prove_on_device(CASE, tmp_path)


#: A smaller plane: a column of waves that crosses it, and two steps of the descent.
SMALLER = {"N = 72": "N = 24", "STEPS = 240": "STEPS = 100", "EDGE = 12": "EDGE = 2",
           "ITERATIONS = 12": "ITERATIONS = 2"}  # fmt: skip


#: Step, misfit and error of the velocity, as the program in C prints them.
DESCENT = [[0, 1.0, 73.06], [1, 0.8911, 68.73], [2, 0.0431, 44.88]]


def sources(folder: Path, target: str) -> list[Path]:
    """What adc writes for a target, and the descent of a smaller plane, in `folder`."""
    case = replace(CASE, sizes={}, edges=())
    files = compile_case(case, target=target, value=True, openmp=False).files
    text = SOURCE.with_name("invert.c").read_text()
    for old, new in SMALLER.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    folder.mkdir()
    for name, content in {**files, "invert.c": text}.items():
        (folder / name).write_text(content)
    return [folder / f"misfit_grad.{'cu' if target == 'cuda' else 'c'}", folder / "invert.c"]


def table(text: str) -> np.ndarray:
    return np.array([[float(n) for n in row.split()] for row in text.splitlines()[1:]])


@pytest.mark.long
def test_the_descent_in_c(tmp_path: Path) -> None:
    made = sources(tmp_path / "c", "c")
    command = ["gcc", "-std=c11", "-O1", *map(str, made), "-o", "invert", "-lm"]
    subprocess.run(command, cwd=tmp_path, check=True)
    said = subprocess.run([tmp_path / "invert"], capture_output=True, text=True, check=True).stdout
    np.testing.assert_allclose(table(said), DESCENT, atol=2e-4)


@pytest.mark.long  # dear, and proves what others do
@pytest.mark.skipif(bool(missing()), reason=missing())
def test_the_descent_on_a_device(tmp_path: Path) -> None:
    """The example's program with the library in CUDA says what it says with the one in C."""
    library = build(sources(tmp_path / "cuda", "cuda"), tmp_path)

    def driver(device: Device) -> tuple[int, str]:
        os.dup2(os.open(tmp_path / "said", os.O_WRONLY | os.O_CREAT), 1)
        code = device.library.main()
        ctypes.CDLL(None).fflush(None)
        return code, (tmp_path / "said").read_text()

    outcome = run(library, driver, requests=False)
    assert not outcome.report.findings, outcome.report.told()
    code, said = outcome.value
    assert code == 0
    np.testing.assert_allclose(table(said), DESCENT, atol=2e-4)


def test_the_host_never_waits_in_a_step() -> None:
    text = compile_case(CASE, target="cuda").files["misfit_grad.cu"]
    sweeps = text[text.index("static void misfit_grad_sweeps(") :].partition("\n}\n")[0]
    assert "<<<" in sweeps
    assert "Synchronize" not in sweeps and "cudaMalloc" not in sweeps and "Memcpy" not in sweeps
