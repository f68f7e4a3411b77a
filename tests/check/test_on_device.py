"""`adc check --target cuda`: the device against the source, with the emulator as the device."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc
from tests.cuda_emulator.build import missing

pytestmark = pytest.mark.skipif(bool(missing()), reason=missing())
ROOT = Path(__file__).parents[2]
KERNEL = """\
import numpy as np


def diffuse(u: "float64[N]", c: float, steps: int):
    for t in range(steps):
        u[1:-1] = u[1:-1] + c * u[1:-1] * (u[2:] - 2.0 * u[1:-1] + u[:-2])
    return np.sum(u * u)
"""
#: In place of nvcc: what it compiles is built for the emulator, with faults put into its text.
NVCC = """\
#!{python}
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, {root!r})
from tests.cuda_emulator.build import build

words = sys.argv[1:]
out = Path(words[words.index("-o") + 1]).resolve()
if "-c" in words:
    source = Path(words[words.index("-c") + 1])
    text = source.read_text()
    for old, new in {faults!r}:
        assert old in text
        text = text.replace(old, new)
    source.write_text(text)
    build([source], Path.cwd()).path.rename(out)
else:
    command = ["gcc", *words, f"-Wl,-rpath,{{out.parent}}"]
    sys.exit(subprocess.run(command).returncode)
"""


@pytest.fixture
def checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("kernel.py").write_text(KERNEL)

    def run(*faults: tuple[str, str]) -> Result:
        nvcc = tmp_path / "nvcc"
        nvcc.write_text(NVCC.format(python=sys.executable, root=str(ROOT), faults=faults))
        nvcc.chmod(0o755)
        monkeypatch.setenv("NVCC", str(nvcc))
        words = ["check", "kernel.py", "--wrt", "u,c", "--target", "cuda"]
        return CliRunner().invoke(adc, words, prog_name="adc")

    return run


def test_it_passes(checked) -> None:
    done = checked()
    assert done.exit_code == 0, done.output
    assert done.stdout.rstrip().endswith("pass")
    assert "NumPy" in done.stdout


@pytest.mark.long  # dear, and proves what others do
def test_a_wrong_kernel_is_found(checked) -> None:
    done = checked(("- 2.0*(c*u_states", "- 2.5*(c*u_states"))
    assert done.exit_code == 4
    assert "\nwrong: " in done.stdout


@pytest.mark.long  # dear, and proves what others do
def test_what_the_device_says_is_told(checked) -> None:
    """A machine without a device; nothing is wrong with the derivative."""
    done = checked(
        ("if (cudaMalloc(", "if (cudaSuccess != cudaErrorInvalidValue || cudaMalloc("),
        ("cudaError_t error = cudaGetLastError();", "cudaError_t error = cudaErrorInvalidValue;"),
    )
    assert done.exit_code == 4
    assert "inconclusive: CUDA reports: " in done.stdout
    assert "leave `--target` out" in done.stdout


def test_without_nvcc(checked, monkeypatch: pytest.MonkeyPatch) -> None:
    which = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if "nvcc" in name else which(name))
    done = checked()
    assert done.exit_code == 1
    assert "error[ADC0501]" in done.stderr
    assert "is not installed, and adc has to compile CUDA here" in done.stderr
