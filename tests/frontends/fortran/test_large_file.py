"""One routine of a file with a hundred: quick, and unharmed by the others."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from benchmarks.fortran import CHOSEN, ROUTINES, large_file

#: Of this process alone; `make bench` tells the time on the clock.
SECONDS = 10.0


def gradient(path: Path, out: Path) -> float:
    """Seconds of processor time for `adc grad` of the routine with calls."""
    arguments = ["grad", str(path), "--head", f"{CHOSEN}(y)/(x w)", "-o", str(out), "-q"]
    start = time.process_time()
    result = CliRunner().invoke(adc, arguments, prog_name="adc")
    taken = time.process_time() - start
    assert result.exit_code == 0, result.output
    return taken


@pytest.mark.slow
@pytest.mark.parametrize(("name", "free"), [("routines.f90", True), ("routines.f", False)])
def test_one_routine_of_a_hundred(name: str, free: bool, tmp_path: Path) -> None:
    text = large_file(free)
    assert text.count("\n") >= 3000 and text.lower().count("\n      end\n") in (0, ROUTINES)
    (tmp_path / name).write_text(text)
    assert gradient(tmp_path / name, tmp_path / "out") < SECONDS


def test_other_routines_may_be_unreadable(tmp_path: Path) -> None:
    lines = large_file(free=False).split("\n")
    for routine in range(0, ROUTINES, 2):
        lines[30 * routine + 8] = "      X(1) = = 3 +* ("
    # What the chosen routine calls must be readable.
    for number in (57, 4 * (57 % 20) + 2, 4 * (57 % 17) + 3):
        original = large_file(free=False).split("\n")
        lines[30 * (number - 1) : 30 * number] = original[30 * (number - 1) : 30 * number]
    (tmp_path / "routines.f").write_text("\n".join(lines))
    gradient(tmp_path / "routines.f", tmp_path / "out")
