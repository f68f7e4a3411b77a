"""The command line on Fortran sources: several files, the preprocessor, names."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

MODEL = """\
module model
  use numbers, only: dp, rate
  implicit none
contains
  real(dp) function energy(n, X, Y)
    integer, intent(in) :: n
    real(dp), intent(in) :: X(n), Y(n)
    include 'factor.inc'
    energy = rate*factor*sum(X**2*Y)
  end function energy
end module model
"""
NUMBERS = """\
module numbers
  implicit none
  integer, parameter :: dp = kind(1.0d0)
  real(dp), parameter :: rate = 3.0_dp
end module numbers
"""
FACTOR = "    real(dp), parameter :: factor = 0.5_dp\n"
MACROS = """\
#include "power.h"
subroutine cube(x, y)
  double precision :: x, y
#ifdef SCALED
  y = FACTOR*x**POWER
#else
  y = x**POWER
#endif
end subroutine cube
"""
TARGETS = ("--wrt", "x,y", "--of", "energy")


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "inc").mkdir()
    (tmp_path / "model.f90").write_text(MODEL)
    (tmp_path / "numbers.f90").write_text(NUMBERS)
    (tmp_path / "macros.F90").write_text(MACROS)
    (tmp_path / "inc" / "factor.inc").write_text(FACTOR)
    (tmp_path / "inc" / "power.h").write_text("#define POWER 3\n")
    return tmp_path


def invoke(*arguments: str, status: int = 0) -> Result:
    result = CliRunner().invoke(adc, arguments, prog_name="adc")
    assert result.exit_code == status, result.output
    return result


def texts(folder: str) -> dict[str, str]:
    return {p.name: p.read_text() for p in Path(folder).iterdir() if p.name != "manifest.json"}


def inputs_of(depfile: str) -> list[str]:
    rule = Path(depfile).read_text().split("\n\n")[0].replace("\\\n", "")
    return rule.partition(": ")[2].split()


def test_sources_in_any_order(work: Path) -> None:
    for folder, order in (
        ("one", ("model.f90", "numbers.f90")),
        ("two", ("numbers.f90", "model.f90")),
    ):
        invoke("grad", *order, *TARGETS, "-I", "inc", "-o", folder)
    one, two = (Path(f"{folder}/energy_grad.c").read_text() for folder in ("one", "two"))
    assert one.partition("#include")[2] == two.partition("#include")[2]
    manifest = json.loads(Path("one/manifest.json").read_text())
    assert {a["name"] for a in manifest["arguments"]} >= {"n", "x", "y", "x_bar", "y_bar"}
    assert "energy_grad_mod.f90" in manifest["files"]
    assert str(work) not in Path("one/manifest.json").read_text()


def test_the_depfile_lists_sources_and_what_they_include() -> None:
    sources = ("model.f90", "numbers.f90")
    invoke("grad", *sources, *TARGETS, "-I", "inc", "-o", "o", "--depfile", "d")
    assert inputs_of("d") == ["model.f90", "numbers.f90", "inc/factor.inc"]


@pytest.mark.skipif(not shutil.which("cpp"), reason="cpp is not installed")
def test_macros_and_their_files() -> None:
    command = ("grad", "macros.F90", "--wrt", "x", "--of", "y", "-I", "inc", "--depfile", "d")
    invoke(*command, "-o", "plain")
    assert inputs_of("d") == ["macros.F90", "inc/power.h"]
    assert "macros.F90:7: y = x**POWER" in Path("plain/cube_grad.c").read_text()
    invoke(*command, "-o", "scaled", "-D", "SCALED", "-DFACTOR=2.5d0")
    scaled = Path("scaled/cube_grad.c").read_text()
    assert "macros.F90:5: y = FACTOR*x**POWER" in scaled and "2.5" in scaled


def test_names_in_any_case_and_by_head() -> None:
    sources = ("model.f90", "numbers.f90", "-I", "inc")
    invoke("grad", *sources, *TARGETS, "-o", "one")
    invoke("grad", *sources, "--function", "ENERGY", "--wrt", "X,y", "--of", "Energy", "-o", "two")
    invoke("grad", *sources, "--head", "Energy(energy)/(X Y)", "-o", "three")
    assert texts("one") == texts("two") == texts("three")


def test_the_functions_name() -> None:
    sources = ("model.f90", "numbers.f90", "-I", "inc", "--head", "energy(energy)/(x)")
    invoke("grad", *sources, "--adjoint-name", "%_B", "-o", "adjoint")
    assert {"energy_b.c", "energy_b.h", "energy_b_mod.f90"} <= set(texts("adjoint"))
    invoke("jvp", *sources, "--tangent-name", "d%", "-o", "tangent")
    assert "int denergy(" in texts("tangent")["denergy.h"]


def test_a_message_points_into_an_included_file() -> None:
    Path("inc/factor.inc").write_text("    class(*) :: factor\n")
    told = invoke("grad", "model.f90", "numbers.f90", *TARGETS, "-I", "inc", status=1).stderr
    assert "--> inc/factor.inc:1:5" in told
