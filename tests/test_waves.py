"""The misfit of the waves in examples/cuda_wave: against the original, and on a device."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cuda_emulator.build import missing
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


def test_the_host_never_waits_in_a_step() -> None:
    text = compile_case(CASE, target="cuda").files["misfit_grad.cu"]
    sweeps = text[text.index("static void misfit_grad_sweeps(") :].partition("\n}\n")[0]
    assert "<<<" in sweeps
    assert "Synchronize" not in sweeps and "cudaMalloc" not in sweeps and "Memcpy" not in sweeps
