"""Arguments of derived types: their components are the generated function's arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.check.test_original import run_fortran
from tests.fortran.checked import checked
from tests.test_rejects import run_adc

GRID = Path(__file__).parent / "derived" / "grid.f90"
TARGETS = {
    "step": "--wrt g%u,dx,g%c%q,table%t,g%c%t,c_t,ambient%t --of s,g%u,g%c%q,table%q"
    " --size g%n=4,g_u_1=6,g_w_1=4,dx_1=4,g_w_2=2,table_1=3",
    "energy": "--wrt ps%q,ps%t,first%t --of e",
}

VALUED = {"bent": "--wrt a,by%u,by%v --of bent%u,bent%v", "outer": "--wrt a --of r%u,r%v"}


@pytest.mark.parametrize("function", VALUED)
def test_value_of_a_derived_type(function: str, tmp_path: Path) -> None:
    words = ["check", str(GRID.with_name("valued.f90")), "--function", function]
    done = run_adc([*words, *VALUED[function].split()], tmp_path, {})
    assert done.exit_code == 0, done.output
    told = [line.split() for line in done.output.splitlines() if "against gfortran" in line]
    assert [words[-1] for words in told] == ["ok", "ok"], done.output


@pytest.mark.parametrize(
    "routine", [pytest.param("step"), pytest.param("energy", marks=pytest.mark.long)]
)
def test_check(routine: str, tmp_path: Path) -> None:
    words = ["check", str(GRID), "--function", routine, *TARGETS[routine].split()]
    done = run_adc(words, tmp_path, {})
    assert done.exit_code == 0, done.output
    told = [line.split() for line in done.output.splitlines() if "against gfortran" in line]
    assert [words[-1] for words in told] == ["ok", "ok"], done.output
    assert done.output.rstrip().endswith("pass")


def test_what_the_original_gets(tmp_path: Path) -> None:
    """Components of elements, allocatable ones from the lower bound of the sources' ALLOCATE."""
    text = """
module m
  type inner
    real(8) :: a, b(-1:0)
  end type inner
  type outer
    type(inner) :: i(2)
    real(8), allocatable :: u(:)
    logical :: on
  end type outer
  type(inner) :: kept
contains
  subroutine make(o)
    type(outer) :: o
    allocate(o%u(0:2))
  end subroutine make
  subroutine s(o, p, y)
    type(outer), intent(inout) :: o
    type(inner), intent(in) :: p(2, 0:1)
    real(8), intent(out) :: y
    y = o%i(2)%b(-1) + 10*o%u(0) + 100*p(2, 0)%a + 1000*p(1, 1)%b(0) + 10000*kept%b(0)
    if (o%on) o%i(1)%b = [y, kept%a]
  end subroutine s
end module m
"""
    inputs = {
        "o_i_a": [0, 0], "o_i_b": [1, 2, 3, 4], "o_u": [5, 6, 7], "o_on": 1,
        "p_a": [1, 2, 3, 4], "p_b": [1, 2, 3, 4, 5, 6, 7, 8], "kept_a": 9, "kept_b": [8, 7],
    }  # fmt: skip
    request = {"function": "s", "wrt": ("o_u",), "of": ("y",)}
    found = run_fortran(tmp_path, {"m.f90": text}, request, inputs, {"o_u_1": 3})
    y = 3 + 10 * 5 + 100 * 2 + 1000 * 6 + 10000 * 7
    assert found["y"] == [y]
    assert found["o_i_b"] == [y, 9, 3, 4]


def test_names_of_components(tmp_path: Path) -> None:
    """`state%u` where `state_u` is another variable, in the manifest, and misspelt."""
    text = """
subroutine f(state, state_u, y)
  use m
  type(t) :: state
  real(8) :: state_u, y
  y = state%u*state_u**2
end subroutine f
module m
  type t
    real(8) :: u
  end type t
end module m
"""
    (tmp_path / "f.f90").write_text(text)
    command = ["grad", "f.f90", "--of", "y", "--wrt"]
    refused = run_adc([*command, "state%u"], tmp_path, {})
    assert "`state%u` is called `state_u_1` here" in refused.output
    unknown = run_adc([*command, "state%v"], tmp_path, {})
    assert "the components are `state%u`" in unknown.output
    done = run_adc([*command, "state_u_1", "-o", "out"], tmp_path, {})
    assert done.exit_code == 0, done.output
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    told = {a["name"]: a.get("source") for a in manifest["arguments"]}
    assert told["state_u_1"] == "state%u" and told["state_u"] is None


WHOLE = """
module m
  type grid
    real(8) :: dx
    integer :: n
  end type grid
  type state
    type(grid) :: g
    real(8) :: u(4), v(4)
    logical :: on
  end type state
  type(state) :: st
contains
  subroutine step(s, x, dt)
    type(state), intent(inout) :: s
    real(8), intent(in) :: x(4), dt
    s%u = s%u + dt*s%v*x/s%g%dx
    s%v(2) = s%u(1)**2*dt
  end subroutine step
  subroutine top(x, dt, y)
    real(8), intent(in) :: x(4), dt
    real(8), intent(out) :: y
    call step(st, x, dt)
    y = sum(st%u*st%v)
  end subroutine top
end module m
"""


@pytest.mark.parametrize(
    ("options", "wrt", "of"),
    [
        ("--function step --wrt s,x --of s", "s_g_dx s_u s_v x", "s_u s_v"),
        ("--function step --wrt S%G,x --of s%v", "s_g_dx x", "s_v"),
        ("--function top --wrt st,x --of st,y", "st_g_dx st_u st_v x", "st_u st_v y"),
    ],
)
def test_all_that_a_variable_holds(options: str, wrt: str, of: str, tmp_path: Path) -> None:
    """`--wrt s` is all floating components of `s`, `--of s` those that are written."""
    told = checked(tmp_path, "k.f90", options, WHOLE)
    assert "pass" in told
    done = run_adc(["grad", "k.f90", *options.split(), "-o", "out"], tmp_path, {})
    assert done.exit_code == 0, done.output
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert sorted(manifest["wrt"]) == sorted(wrt.split())
    assert sorted(manifest["of"]) == sorted(of.split())
