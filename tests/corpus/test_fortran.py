"""Routines as scientists write them go through `adc check` unchanged, held against gfortran's run.

The first line of a file says how it is checked: `check:` and the command's options. Routines that
are refused are listed with the code that says so.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.proof.marks import long_among

TEXTS = Path(__file__).parent / "fortran"
NAMES = sorted(path.name for path in TEXTS.iterdir() if path.suffix != ".inc")
#: What is not taken as it stands, and the code of the message.
REFUSED = {
    "spline.f": "ADC0169",  # an interval that a search keeps from call to call
    "multigrid_vcycle.f": "ADC0227",
    "sediment_newton.f90": "ADC0169",  # MOVE_ALLOC of arrays of other lower bounds
}
#: The usual run has these; they have GO TO loops, statement functions and generic names.
SHORT = ("eos_newton.f", "semi_lagrangian.f90")

pytestmark = pytest.mark.skipif(not shutil.which("gfortran"), reason="gfortran is not installed")


def options(name: str) -> list[str]:
    first = (TEXTS / name).read_text(encoding="utf-8").splitlines()[0]
    found = re.fullmatch(r"[C!]\s+check: (.*)", first)
    assert found, f"{name}: the first line does not say how it is checked"
    return shlex.split(found[1])


def check(adc: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = [str(adc / "adc"), "check", name, *options(name)]
    return subprocess.run(command, cwd=TEXTS, capture_output=True, text=True, timeout=300)


@pytest.mark.parametrize("name", long_among(NAMES, {*NAMES} - {*SHORT}))
def test_routine(name: str, served: Path) -> None:
    result = check(served, name)
    if name in REFUSED:
        assert result.returncode == 1 and f"error[{REFUSED[name]}]" in result.stderr
        return
    assert result.returncode == 0, result.stdout + result.stderr
    assert re.search(r"primal against gfortran .* ok\n", result.stdout), result.stdout
    assert re.search(r"tangent against gfortran .* ok\n", result.stdout), result.stdout
    assert result.stdout.endswith("pass\n")
