"""Pointers whose target the text does not tell where they are used: refused, never guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

HEAD = """\
subroutine f(n, x, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout), target :: x(n)
  real(8), intent(out) :: s
  {pointers}
  integer :: k
  type cell
    real(8) :: u
  end type cell
  type(cell), target :: c(3)
  type(cell), pointer :: t
  s = 0
  c(:)%u = x(1)
"""
ARRAY = "real(8), pointer :: p(:), q(:, :)"
#: What stands in the routine, and the code.
REFUSED = {
    "by a branch": ("if (n > 2) then; p => x(2:); else; p => x; end if; s = p(1)", "ADC0174"),
    "again in a branch": ("p => x; if (n > 2) p => x(2:); s = p(1)", "ADC0174"),
    "by the last iteration": (
        "p => x; do k = 1, 2; s = s + p(1); p => x(k:); end do", "ADC0174",
    ),
    "behind a loop": ("p => x; do k = 1, 2; p => x(k:); s = s + p(1); end do; s = s*p(1)",
                      "ADC0174"),
    "never": ("s = p(1)", "ADC0174"),
    "an object": ("if (n > 2) t => c(1); t%u = x(1); s = t%u", "ADC0174"),
    "freed": ("p => x; nullify (p); s = p(1)", "ADC0174"),
    "by GOTO": ("10 p => x; s = s + p(1); if (s < 1) goto 10", "ADC0157"),
    "other bounds": ("p(0:) => x; s = p(0)", "ADC0157"),
    "asked for in part": ("p => x; if (associated(p, x(:2))) s = p(1)", "ADC0227"),
    "asked for too early": ("if (associated(p)) s = p(1); p => x; s = s + p(2)", "ADC0174"),
    "several bounds, in a branch": (
        "if (n > 2) then; q(1:2, 1:2) => x; s = q(1, 2); end if", "ADC0157",
    ),
    "several bounds, whole": ("q(1:2, 1:2) => x; s = sum(q)", "ADC0157"),
    "several bounds, sections": ("q(1:2, 1:2) => x; s = sum(q(:, 1:2))", "ADC0157"),
    "several bounds that change": ("k = 2; q(1:2, 1:k) => x; k = 1; s = q(1, 2)", "ADC0157"),
    "several bounds, twice": (
        "q(1:2, 1:2) => x; s = q(1, 2); q(1:1, 1:2) => x; s = s*q(1, 2)", "ADC0157",
    ),
}  # fmt: skip


def run(folder: Path, text: str) -> tuple[int, str]:
    source = folder / "source.f90"
    source.write_text(text)
    request = ("--function", "f", "--wrt", "x", "--of", "s", "--size", "n=4")
    done = CliRunner().invoke(adc, ["check", str(source), *request], prog_name="adc")
    return done.exit_code, done.output


def source_of(statements: str, pointers: str = ARRAY, more: str = "") -> str:
    body = statements.replace("; ", "\n")
    return f"{HEAD.format(pointers=pointers)}{body}\n{more}end subroutine f\n"


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path: Path, name: str) -> None:
    statements, code = REFUSED[name]
    status, said = run(tmp_path, source_of(statements))
    assert status == 1 and f"[{code}]" in said, said


TWO = "real(8), pointer :: p(:), q(:)\nreal(8), allocatable, target :: a(:), b(:)"
#: What gives an array other storage while another name is bound to it.
MOVED = {
    "allocated again": "allocate(p(n)); p = x; q => p; allocate(p(n)); p = 2*x; s = sum(q*p)",
    "nullified": "allocate(p(n)); p = x; q => p; nullify (p); allocate(p(2)); p = 1; s = sum(q)",
    "the other": "allocate(p(n)); p = x; q => p; allocate(q(2)); q = 1; s = sum(q) + sum(p)",
    "of ASSOCIATE": "allocate(p(n)); p = x; associate (c => p(2:)); allocate(p(n)); p = 1;"
                    " s = sum(c); end associate",
    "in a branch": "allocate(p(n)); p = x; q => p; if (n > 2) allocate(p(n)); p = 1; s = q(1)",
    "by MOVE_ALLOC": "a = x; b = x; p => a; call move_alloc(a, b); a = 2*x; s = sum(p*a)",
    "of an array": "a = x; p => a; allocate(p(2)); p = 1; s = sum(a) + sum(p)",
}  # fmt: skip


@pytest.mark.parametrize("name", MOVED)
def test_targets_that_go_elsewhere(tmp_path: Path, name: str) -> None:
    """The pointer keeps what it was bound to, which the array is no more."""
    status, said = run(tmp_path, source_of(MOVED[name], TWO))
    assert status == 1 and "[ADC0157]" in said, said


def test_one_that_an_internal_procedure_sets(tmp_path: Path) -> None:
    inner = "contains\nsubroutine moved()\np => x(2:)\nend subroutine\n"
    status, said = run(tmp_path, source_of("p => x; call moved(); s = p(1)", more=inner))
    assert status == 1 and "[ADC0157]" in said, said


def test_one_that_keeps_its_target(tmp_path: Path) -> None:
    """`=> null()` has SAVE: a later call may find what a former one has allocated."""
    kept = "real(8), pointer :: p(:) => null()"
    status, said = run(tmp_path, source_of("if (n > 2) allocate(p(n)); s = sum(p)", kept))
    assert status == 1 and "[ADC0174]" in said, said


def test_one_that_changes_places(tmp_path: Path) -> None:
    two = "real(8), pointer :: p(:), q(:)"
    body = "p => x(:2); q => x(3:); p(1) = p(1)*q(2); p => q; q => x(:2); s = p(1) + 3*q(1)"
    assert run(tmp_path, source_of(body, two))[0] == 0


def test_one_of_an_array_that_is_allocated_anew(tmp_path: Path) -> None:
    """Once the array is freed, the pointer to it is of no use."""
    body = (
        "allocate(p(n)); p = x*x; q => p(2:); s = sum(q*p(:3)); deallocate(p); allocate(p(2));"
        " p = x(3:); q => p; s = s + q(1)*p(2)"
    )
    assert run(tmp_path, source_of(body, "real(8), pointer :: p(:), q(:)"))[0] == 0


#: Routines of a module whose dummies are pointers, what is an independent and what a dependent;
#: the code of those that are refused.
DUMMIES = {
    "arrays": (
        "subroutine f(x, s, n); real(8), pointer, intent(in) :: x(:); real(8), pointer :: s(:); "
        "integer, intent(in) :: n; integer :: k; s(1) = x(1)**2; do k = 2, n; s(k) = s(k-1)*x(k); "
        "end do; end subroutine", "",
    ),
    "an object": (
        "subroutine f(x, s, n); type(cell), pointer :: c; real(8) :: x(n), s; integer :: n; "
        "s = sum(x)*c%u; nullify(c); end subroutine", "ADC0174",
    ),
    "set elsewhere": (
        "subroutine f(x, s, n); real(8), pointer :: x(:); real(8) :: s; integer :: n; "
        "real(8), pointer :: t(:); allocate(t(n)); t = 2; s = sum(x); x => t; s = s + sum(x); "
        "end subroutine", "ADC0174",
    ),
    "allocated": (
        "subroutine f(x, s, n); real(8), pointer :: x(:); real(8) :: s; integer :: n; "
        "s = sum(x); allocate(x(n)); x = 1; end subroutine", "ADC0174",
    ),
    "nullified": (
        "subroutine f(x, s, n); real(8), pointer :: x(:); real(8) :: s; integer :: n; "
        "s = sum(x); nullify(x); end subroutine", "ADC0174",
    ),
    "asked for": (
        "subroutine f(x, s, n); real(8), pointer :: x(:); real(8) :: s; integer :: n; "
        "s = sum(x); if (associated(x)) s = 2*s; end subroutine", "ADC0174",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", DUMMIES)
def test_dummies(tmp_path: Path, name: str) -> None:
    routine, code = DUMMIES[name]
    head = "module m\nimplicit none\ntype cell\nreal(8) :: u\nend type cell\ncontains\n"
    text = head + routine.replace("; ", "\n") + "\nend module m\n"
    status, said = run(tmp_path, text)
    assert status == (1 if code else 0) and (f"[{code}]" in said) == bool(code), said
    assert code or "primal against gfortran" in said


WHOLE = """\
module m
  implicit none
  type cell
    real(8) :: u
    real(8), allocatable :: w(:)
  end type cell
contains
  subroutine f(n, x, c, s)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    type(cell), pointer, intent(inout) :: c
    real(8), intent(out) :: s
    real(8), pointer :: p(:)
    p => c%w
    p(1) = p(2)*x(1)*c%u
    s = sum(c%w*x)
    call changed(c)
    s = s*p(3)
  end subroutine f
  subroutine changed(d)
    type(cell), pointer :: d
    d%w = d%w*d%u
  end subroutine changed
end module m
"""


def test_a_dummy_that_points_to_an_object(tmp_path: Path) -> None:
    status, said = run(tmp_path, WHOLE)
    assert status == 0 and "primal against gfortran" in said, said
