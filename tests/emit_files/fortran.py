"""Fortran programs that call the generated module, built with gfortran and run."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from adc.emit.fortran import module_name
from tests.emit_files.kernels import Built

needs_gfortran = pytest.mark.skipif(
    shutil.which("gfortran") is None, reason="gfortran is not installed"
)
STRICT = ("-std=f2008", "-Wall", "-Wextra", "-Werror", "-pedantic", "-fcheck=all", "-O1")

_PROGRAM = """\
program caller
  use {module}
  use, intrinsic :: iso_c_binding
  implicit none
{body}
contains
{functions}
  subroutine expect(what, holds)
    character(len=*), intent(in) :: what
    logical, intent(in) :: holds
    if (.not. holds) then
      print *, "not so: ", what
      error stop 2
    end if
  end subroutine expect
end program caller
"""


def run_program(
    built: Built, folder: Path, body: str, functions: str = ""
) -> subprocess.CompletedProcess:
    """Builds library and module strictly, then a program of `body`, which may call `expect`."""
    built.write(folder)
    entry = built.facts.entry
    text = _PROGRAM.format(module=module_name(built.facts), body=body, functions=functions)
    (folder / "caller.f90").write_text(text)
    c_flags = ("-std=c11", "-O1", "-Wall", "-Wextra", "-Werror")
    subprocess.run(["gcc", *c_flags, "-c", f"{entry}.c"], cwd=folder, check=True)
    subprocess.run(["gfortran", *STRICT, "-c", f"{entry}_mod.f90"], cwd=folder, check=True)
    objects = (f"{entry}_mod.o", f"{entry}.o", "-o", "caller")
    words = ["gfortran", "-std=f2008", "-fcheck=bounds,pointer", "caller.f90", *objects, "-lm"]
    subprocess.run(words, cwd=folder, check=True)
    return subprocess.run(["./caller"], cwd=folder, capture_output=True, text=True)


def check_program(built: Built, folder: Path, body: str, functions: str = "") -> None:
    done = run_program(built, folder, body, functions)
    assert done.returncode == 0, done.stdout + done.stderr
