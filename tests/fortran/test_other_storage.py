"""Components and pointers whose bounds or storage the text does not tell: refused, not guessed."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

HEAD = """\
module m
  implicit none
  type t
    real(8), allocatable :: u(:)
  end type t
contains
  subroutine made(a, k)
    type(t), intent(inout) :: a
    integer, intent(in) :: k
    if (.not. allocated(a%u)) allocate(a%u({low}:k))
    a%u = 1
  end subroutine made
  subroutine like(a, z)
    type(t), intent(inout) :: a
    real(8), intent(in) :: z(:)
    {like}
  end subroutine like
  subroutine give(a, b)
    real(8), allocatable, intent(inout) :: a(:), b(:)
    call move_alloc(a, b)
    allocate(a(size(b)))
  end subroutine give
  subroutine through(a, b)
    type(t), intent(inout) :: a, b
    call give(a%u, b%u)
  end subroutine through
  subroutine twice(a, b, y)
    type(t), intent(inout) :: a, b
    real(8), intent(inout) :: y
    if (allocated(b%u)) deallocate(b%u)
    if (allocated(a%u)) y = y*3
  end subroutine twice
  subroutine clear(a, k)
    real(8), allocatable, intent(inout) :: a(:)
    integer, allocatable, intent(out) :: k(:)
    if (allocated(a)) deallocate(a)
  end subroutine clear
  subroutine scale(a)
    real(8), intent(inout) :: a(:)
    a = 2*a
  end subroutine scale
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    integer, parameter :: k = 2
    integer :: i
    type(t), target :: a, b
    real(8), allocatable, target :: v(:), w(:)
    integer, allocatable :: l(:)
    real(8), target :: z(8)
    real(8), pointer :: p(:), q(:), r(:, :)
    z = x(1)
    y = x(2)
    i = k
"""
#: What gives a component the bounds of a value: the last statement of `like`, those of `f`.
GIVEN = {
    "an expression": ("a%u = 2*z", "call made(a, n); call like(b, x); y = b%u(1)"),
    "a section": ("a%u = a%u(1:size(z))", "call made(a, n); call like(a, x); y = a%u(1)"),
    "a list": ("a%u = [z, z]", "call made(a, n); call like(b, x); y = b%u(1)"),
    "a constructor": ("a = t(2*z)", "call made(a, n); call like(b, x); y = b%u(1)"),
    "a source": ("allocate(a%u, source=2*z)", "call made(a, n); call like(b, x); y = b%u(1)"),
}
KEPT = "a%u(:) = a%u(:)*z(1)"
REFUSED = {
    "moved component": "allocate(a%u(n), b%u(n)); a%u(:) = x; b%u(:) = x; p => a%u;"
                       " call through(a, b); y = p(1)*b%u(2)",
    "moved array": "allocate(v(n), w(n)); v(:) = x; p => v(2:); call give(v, w); v = 1; y = p(1)",
    "moved array of several dimensions": "allocate(v(n), w(n)); v(:) = x; r(1:2, 1:2) => v;"
                                         " call give(v, w); v = 1; y = r(1, 2)",
    "moved in ASSOCIATE": "allocate(v(n), w(n)); v(:) = x; associate (c => v); call give(v, w);"
                          " v = 1; y = c(1); end associate",
    "implied DO": "r(1:n, 1:2) => z; y = sum([(r(i, 2), i=1,2)]) + sum([(r(n, 1), n=1,2)])",
    "FORALL": "r(1:n, 1:2) => z; forall (n=1:2) z(n) = r(n, 2)",
    "DO CONCURRENT": "r(1:n, 1:2) => z; do concurrent (n=1:2); z(n) = r(n, 2); end do",
    "ASSOCIATE of a bound": "r(1:k, 1:3) => z; associate (k => n); y = r(1, 2)*k; end associate",
    "ASSOCIATE of the target": "r(1:2, 1:2) => z; associate (z => x); y = r(2, 2); end associate",
    "freed": "allocate(q(n)); q = x; p => q; y = p(1); deallocate(p); if (associated(p)) y = 1",
    "freed by another name": "allocate(q(n)); q = x; p => q; if (associated(p)) deallocate(p);"
                             " if (associated(p)) y = 1",
    "not allocated": "p => v; if (associated(p)) y = y*x(1)",
    "allocated at times": "if (n > 2) allocate(v(n)); p => v; if (associated(p)) y = y*x(1)",
}  # fmt: skip


def run(folder: Path, body: str, like: str = KEPT, low: int = 0) -> tuple[int, str]:
    source = folder / "source.f90"
    lines = body.replace("; ", "\n")
    head = HEAD.format(low=low, like=like)
    source.write_text(f"{head}{lines}\n  end subroutine f\nend module m\n")
    request = ("--function", "f", "--wrt", "x", "--of", "y", "--size", "n=4")
    done = CliRunner().invoke(adc, ["check", str(source), *request], prog_name="adc")
    return done.exit_code, done.output


@pytest.mark.parametrize("name", GIVEN)
def test_bounds_of_a_value(tmp_path: Path, name: str) -> None:
    like, body = GIVEN[name]
    status, said = run(tmp_path, body, like)
    assert status == 1 and "[ADC0173]" in said and "other lower bounds" in said, said


def test_bounds_that_stay(tmp_path: Path) -> None:
    body = "call made(a, n); b%u = a%u; a%u = 2*a%u + 1; a%u(0) = x(1); y = a%u(0)*b%u(1) + x(2)"
    status, said = run(tmp_path, body)
    assert status == 0, said


@pytest.mark.parametrize("name", REFUSED)
def test_refused(tmp_path: Path, name: str) -> None:
    status, said = run(tmp_path, REFUSED[name], low=1)
    assert status == 1 and "[ADC0157]" in said, said


def test_what_moves_nothing(tmp_path: Path) -> None:
    body = "allocate(v(n)); v(:) = x; p => v; call scale(v); if (associated(p)) y = y*p(1)"
    status, said = run(tmp_path, body.replace("call scale(v); ", ""), low=1)
    assert status == 0, said
    body = "allocate(v(n)); v(:) = x; p => v; call scale(v); y = y*p(1)"
    status, said = run(tmp_path, body, low=1)
    assert status == 0, said


def test_passed_twice(tmp_path: Path) -> None:
    status, said = run(tmp_path, "call made(a, n); call twice(a, a, y)", low=1)
    assert status == 1 and "passed twice to `twice`" in said, said


STATED = (
    "real(8), allocatable, intent(inout) :: u(:), v(:)",
    "real(8), intent(inout) :: u, v\n    allocatable :: u(:), v(:)",
    "dimension u(:), v(:)\n    double precision u, v\n    allocatable u, v",
    "real(8) :: u(:), v(:)\n    allocatable u, v\n    intent(out) u\n    intent(inout) v",
)
TWO_ARRAYS = """\
module m
  implicit none
contains
  subroutine two(u, v)
    {stated}
    {body}
    v(1) = v(1)*2 + size(v)
  end subroutine two
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8), allocatable :: a(:), b(:)
    allocate(a(n), b(n))
    a = x
    b = 2*x
    call two(a, {other})
    y = sum(a) + sum(b)
  end subroutine f
end module m
"""


@pytest.mark.parametrize("stated", STATED)
@pytest.mark.parametrize(
    "body", ["if (allocated(u)) deallocate(u); allocate(u(3)); u = 7", "u = [v(1), 2d0]"]
)
def test_passed_twice_by_attributes_of_statements(stated: str, body: str, tmp_path: Path) -> None:
    source = tmp_path / "k.f90"
    words = ["check", str(source), "--function", "f", "--wrt", "x", "--size", "n=5"]
    source.write_text(TWO_ARRAYS.format(stated=stated, body=body, other="a"))
    done = CliRunner().invoke(adc, words)
    assert done.exit_code == 1 and "passed twice to `two`" in done.output, done.output
    source.write_text(TWO_ARRAYS.format(stated=stated, body=body, other="b"))
    done = CliRunner().invoke(adc, words)
    assert "passed twice" not in done.output
    assert done.exit_code in (0, 1), done.output


def test_words_for_what_is_not_allocated(tmp_path: Path) -> None:
    body = "allocate(l(2)); call clear(v, l); l(1) = 3; y = x(1)*l(1)"
    status, said = run(tmp_path, body, low=1)
    assert status == 1 and "not allocated" in said and "None" not in said, said
