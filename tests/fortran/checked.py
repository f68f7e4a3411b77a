"""Texts that `adc check` has to prove against gfortran's run of them."""

from __future__ import annotations

from pathlib import Path

from tests.fortran.original import gfortran
from tests.test_rejects import run_adc


def checked(folder: Path, name: str, options: str, text: str) -> str:
    """What `adc check` prints of the file `name` in `folder`; fails where it is no pass."""
    gfortran()
    (folder / name).write_text(text.lstrip("\n"))
    result = run_adc(["check", name, *options.split()], folder, {})
    assert result.exit_code == 0, result.stdout + result.stderr
    assert "primal against gfortran" in result.stdout
    assert result.stdout.rstrip().endswith("pass")
    return result.stdout
