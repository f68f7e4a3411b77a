"""The smoothing kernel of the IR as a text, held against what its generated code computes."""

from pathlib import Path

from adc.check.comparison import compare_with_original
from adc.check.original import Reference
from adc.check.report import CheckReport
from tests.emit_files.kernels import built

SMOOTHING = """
import numpy as np

def smoothing(u, T, r):
    for t in range(T):
        u[1:-1] = u[1:-1] + r * u[1:-1] * (u[:-2] - 2.0 * u[1:-1] + u[2:])
    return np.sum(u * u)
"""
PASSED = CheckReport("pass", "", "smoothing_grad")


def reference_of(path: Path, text: str) -> Reference:
    source = path / "smoothing.py"
    source.write_text(text)
    sizes = {"N": 5, "T": 4}
    return Reference((str(source),), built("smoothing").primal, ("u", "r"), ("energy",), sizes)


def compared(path: Path, text: str, draws: list) -> CheckReport:
    folder = path / "check"
    folder.mkdir()
    return compare_with_original(PASSED, reference_of(path, text), draws, folder)
