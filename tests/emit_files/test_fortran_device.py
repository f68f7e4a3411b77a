"""The module for Fortran over CUDA: called from Fortran, with the kernels under the emulator, and
compared with differences of the original routine in the same program."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from tests.cuda_emulator.build import Library, build, missing
from tests.emit_files.fortran import STRICT, needs_gfortran

pytestmark = [needs_gfortran, pytest.mark.skipif(missing() != "", reason=missing())]

ROUTINE = """\
subroutine relax(n, steps, a, u, w, s)
  integer, intent(in) :: n, steps
  real(8), intent(in) :: a, w(n, 2)
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: s
  real(8) :: v(n)
  integer :: i, t
  do t = 1, steps
    v = u
    do i = 2, n - 1
      u(i) = v(i) + a*v(i)*(w(i, 1)*v(i + 1) - 2*v(i) + w(i, 2)*v(i - 1))
    end do
  end do
  s = sum(u**2)
end subroutine relax
"""
PROGRAM = """\
program caller
  use relax_grad_mod
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    subroutine relax(n, steps, a, u, w, s)
      integer, intent(in) :: n, steps
      real(8), intent(in) :: a, w(n, 2)
      real(8), intent(inout) :: u(n)
      real(8), intent(out) :: s
    end subroutine relax
    function cuda_malloc(place, bytes) bind(c, name="cudaMalloc") result(code)
      import
      type(c_ptr), intent(out) :: place
      integer(c_size_t), intent(in), value :: bytes
      integer(c_int) :: code
    end function cuda_malloc
    function cuda_memcpy(to, from, bytes, direction) bind(c, name="cudaMemcpy") result(code)
      import
      type(c_ptr), intent(in), value :: to, from
      integer(c_size_t), intent(in), value :: bytes
      integer(c_int), intent(in), value :: direction
      integer(c_int) :: code
    end function cuda_memcpy
    subroutine emulator_fail(kind, at) bind(c, name="emulator_fail")
      import
      character(kind=c_char), intent(in) :: kind(*)
      integer(c_long_long), intent(in), value :: at
    end subroutine emulator_fail
  end interface
  integer, parameter :: n = 6, steps = 3
  real(8) :: a, a_bar, s, u(n), w(n, 2), u_bar(n), w_bar(n, 2), again(2*n, 2)
  integer :: status, i, j

  a = 0.1d0
  u = [(0.15d0*i, i = 1, n)]
  w = reshape([(0.5d0 + 0.4d0*sin(1d0*i), i = 1, 2*n)], [n, 2])
  call relax_grad(n, steps, a, u, w, s, u_bar, w_bar, a_bar, status)
  call expect("status", status == relax_grad_ok)
  call expect("a_bar", near(a_bar, slope(1d0, 0, 0, 0)))
  do i = 1, n
    call expect("u_bar", near(u_bar(i), slope(0d0, i, 0, 0)))
    do j = 1, 2
      call expect("w_bar", near(w_bar(i, j), slope(0d0, 0, i, j)))
    end do
  end do

  ! A section that is not contiguous, and shapes that are wrong.
  again = -1
  call relax_grad(n, steps, a, u, w, s, u_bar, again(::2, :), a_bar, status)
  call expect("a section", all(again(::2, :) == w_bar) .and. all(again(2::2, :) == -1))
  call relax_grad(n, steps, a, u, w, s, u_bar, again, a_bar, status)
  call expect("a shape", status == relax_grad_esize)

  call on_the_device()

  ! What CUDA reports is told.
  call emulator_fail("launch" // c_null_char, 1_c_long_long)
  call relax_grad(n, steps, a, u, w, s, u_bar, w_bar, a_bar, status)
  call expect("an error", status == relax_grad_ecuda)
  call expect("its words", len(relax_grad_cuda_error()) > 3)
  call emulator_fail("launch" // c_null_char, 1_c_long_long)
  call relax_grad(n, steps, a, u, w, s, u_bar, w_bar, a_bar)

contains

  subroutine on_the_device()
    real(8), target :: u_host(n), w_host(n, 2), found(n)
    type(c_ptr) :: places(6)
    integer(c_size_t) :: bytes(6)
    integer :: k

    u_host = u
    w_host = w
    found = -1
    bytes = [8*n, 16*n, 8*n, 16*n, 8, int(relax_grad_workspace_bytes(6_c_int64_t, 3_c_int64_t))]
    do k = 1, 6
      call expect("memory", cuda_malloc(places(k), bytes(k)) == 0)
    end do
    call expect("a copy", cuda_memcpy(places(1), c_loc(u_host), bytes(1), 1) == 0)
    call expect("a copy", cuda_memcpy(places(2), c_loc(w_host), bytes(2), 1) == 0)
    status = relax_grad_ws_c(6_c_int64_t, 3_c_int64_t, a, places(1), places(2), s, places(3), &
        places(4), places(5), places(6), c_null_ptr)
    call expect("the device's status", status == relax_grad_ok)
    call expect("a copy", cuda_memcpy(c_loc(found), places(3), bytes(3), 2) == 0)
    call expect("the device's u_bar", all(found == u_bar))
  end subroutine on_the_device

  ! A central difference of the original, in a, in an element of u, or in one of w.
  function slope(in_a, in_u, row, column)
    real(8), intent(in) :: in_a
    integer, intent(in) :: in_u, row, column
    real(8) :: slope, ends(2), moved(n), also(n, 2), step
    integer :: k

    do k = 1, 2
      step = (2*k - 3)*1d-5
      moved = u
      also = w
      if (in_u > 0) moved(in_u) = moved(in_u) + step
      if (row > 0) also(row, column) = also(row, column) + step
      call relax(n, steps, a + in_a*step, moved, also, ends(k))
    end do
    slope = (ends(2) - ends(1))/2d-5
  end function slope

  logical function near(found, wanted)
    real(8), intent(in) :: found, wanted

    near = abs(found - wanted) < 1d-8
  end function near

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


#: The program with memory of the host's for snapshots.
MALLOC = """\
    function cuda_malloc_host(place, bytes) bind(c, name="cudaMallocHost") result(code)
      import
      type(c_ptr), intent(out) :: place
      integer(c_size_t), intent(in), value :: bytes
      integer(c_int) :: code
    end function cuda_malloc_host
    subroutine emulator_fail"""
PINNED = """\
    bytes(5) = relax_grad_host_workspace_bytes(6_c_int64_t, 3_c_int64_t)
    call expect("the host's bytes", bytes(5) >= 64)
    call expect("memory", cuda_malloc_host(pinned, bytes(5)) == 0)
    status = relax"""
WITH_PINNED = (
    ("    subroutine emulator_fail", MALLOC),
    ("places(6)\n", "places(6), pinned\n"),
    ("    status = relax", PINNED),
    ("places(6), c_null_ptr", "places(6), pinned, c_null_ptr"),
)


@pytest.fixture
def written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return write(tmp_path, monkeypatch)


def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *more: str) -> Path:
    """The folder with what is written for the routine."""
    monkeypatch.chdir(tmp_path)
    Path("relax.f90").write_text(ROUTINE)
    words = ["grad", "relax.f90", "--function", "relax", "--wrt", "u,w,a", "--of", "s"]
    words += ["--target", "cuda", "-o", "out", *more]
    assert CliRunner().invoke(adc, words, prog_name="adc").exit_code == 0
    return tmp_path / "out"


def run_caller(library: Library, out: Path, program: str = PROGRAM) -> subprocess.CompletedProcess:
    """Builds the module strictly, and the program of it, the original and `library`; runs it."""
    shutil.copy(out / "relax_grad_mod.f90", "relax_grad_mod.f90")
    Path("caller.f90").write_text(program)
    for options, source in ((STRICT, "relax_grad_mod"), (("-O1",), "relax")):
        subprocess.run(["gfortran", *options, "-c", f"{source}.f90"], check=True)
    parts = ["relax_grad_mod.o", "relax.o", str(library.path)]
    subprocess.run(["gfortran", "-std=f2008", "caller.f90", *parts, "-o", "caller"], check=True)
    environment = {**os.environ, "LD_LIBRARY_PATH": str(library.path.parent)}
    return subprocess.run(["./caller"], capture_output=True, text=True, env=environment)


def test_from_fortran(written: Path) -> None:
    done = run_caller(build([written / "relax_grad.cu"], written), written)
    assert done.stdout == ""
    assert done.returncode == 1, done.stderr  # the last call, which has no status, ends the program
    assert "relax_grad: the device or its driver reports an error: " in done.stderr


@pytest.mark.long
def test_from_fortran_with_memory_of_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = write(tmp_path, monkeypatch, "--host-snapshots", "--strategy", "recompute")
    program = PROGRAM
    for old, new in WITH_PINNED:
        assert program.count(old) == 1, old
        program = program.replace(old, new)
    done = run_caller(build([out / "relax_grad.cu"], out), out, program)
    assert done.stdout == ""
    assert done.returncode == 1, done.stderr


def test_the_makefile_builds_the_module(written: Path) -> None:
    command = ["make", "-s", "-C", "out", "fortran", "NVCC=false"]
    subprocess.run(command, check=True)
    assert (written / "relax_grad_mod.o").exists() and (written / "relax_grad_mod.mod").exists()
    subprocess.run(["make", "-s", "-C", "out", "clean", "NVCC=false"], check=True)
    assert not list(written.glob("*.mod")) and not list(written.glob("*.o"))
