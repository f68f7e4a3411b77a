"""Functions that change their arguments or variables of modules, in expressions that read these."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fortran.checked import checked
from tests.test_rejects import run_adc

OPTIONS = "--function f --wrt x --of y --size n=4"
RIGHT = {
    "other elements": """
module m
contains
  real(8) function cs(a, t)
    real(8) :: a, t(*)
    t(2) = t(2)*a
    cs = t(2) + t(1)
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t(4), u(2,3), z(3)
    integer :: i
    t = x(1:4)
    u = 2; u(1,:) = x(1:3)
    y = 0
    do i = 1, 2
      y = y + t(i) + t(i+2)*cs(x(1), t(i))*0
    end do
    y = y + t(4)*cs(x(2), t(2:3))
    y = y + u(1,1)*cs(x(3), u(:,2)) + u(2,2)
    y = y + u(1,1)*cs(x(3), u(1,3)) + u(2,3)
    z(1) = t(1)*cs(x(1), t(2)) + t(1)
    z(2:3) = x(2)
    y = y + z(1)*sum(z)
  end subroutine
end module
""",
    "variables of a module": """
module m
  real(8) :: g(3)
contains
  real(8) function chg(v)
    real(8), intent(in) :: v
    g(1) = g(1) + v
    chg = g(1)*g(2)
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t
    g = x(1:3)
    y = chg(x(1)) + chg(x(2))*2
    if (chg(x(3)) > 0.1d0) y = y + g(1)
    t = max(chg(x(1)), 0.5d0*chg(x(2)))
    y = y*t + g(1)
    call s(chg(x(1)), chg(x(2)), t)
    y = y + t
    g(2) = chg(x(1))
    y = y + g(2)
    g(1) = chg(x(1)) + 1
    y = y + g(1)
  end subroutine
  subroutine s(a, b, c)
    real(8), intent(in) :: a, b
    real(8), intent(out) :: c
    c = a*b
  end subroutine
end module
""",
}  # fmt: skip

#: The standard leaves open what such an expression is, and gfortran reads scalars and elements of
#: arrays in different orders.
SAME = """
module m
contains
  real(8) function cs(a, t)
    real(8) :: a, t
    t = t*a
    cs = t + 1
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t(4)
    integer :: k
    t = x(1:4)
    k = 1
    y = HERE
  end subroutine
end module
"""
#: A loop of the function may come to the element.
SOMEWHERE = """
module m
contains
  real(8) function cs(a, t, k)
    real(8) :: a, t(4)
    integer :: k, i
    do i = k, 3
      t(i) = t(i)*a
    end do
    cs = sum(t) + 1
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t(4)
    t = x(1:4)
    y = t(4) + cs(x(1), t, 2)
  end subroutine
end module
"""
#: What gfortran has evaluated before the function changes `t`.
BEHIND = """
module m
contains
  real(8) function cs(a, t)
    real(8) :: a, t(2)
    t(2) = t(2)*a
    cs = t(2) + 1
  end function
  real(8) function by(a)
    real(8) :: a
    by = a + 1
  end function
  subroutine f(n, x, y)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(out) :: y
    real(8) :: t(4)
    t = x(1:4)
    y = HERE
  end subroutine
end module
"""
#: What is on the right of `.and.` is evaluated behind the left, but for what is made before.
TESTED = BEHIND.replace("y = HERE", "y = x(2)\n    if (cs(x(1), t) > 0 .and. HERE) y = y*x(3)")
LATER = [
    "cs(x(1), t)*max(t(2), x(3))", "cs(x(1), t(1:4:2)) + t(3)*x(2)", "cs(x(1), t) - sum(t)",
    "cs(x(1), t)*cs(x(2), t)**2", "atan2(cs(x(1), t), cs(x(2), t))", "cs(x(1), t)*by(t(2) + 1)",
    "(x(1)*cs(x(1), t))*(x(2)/by((t(2))))",
    "max(cs(x(1), t), max(cs(x(1), t), x(2)))", "atan2(by(t(2)), cs(x(1), t))",
    "by(t(2))*max(cs(x(1), t), x(2))",
]  # fmt: skip
PLAIN = [
    "cs(x(1), t)*t(2) + t(1)", "cs(x(1), t)*x(2) + sqrt(abs(cs(x(2), t)))*by(t(2))",
    "max(cs(x(1), t), t(2))", "by(t(2))*cs(x(1), t)", "max(by(t(2)), cs(x(1), t))",
    "cs(x(2), t(1:2))*max(x(1), t(3))", "cs(x(1), t)**2 - (-t(2))",
]  # fmt: skip
HERE = ["t(1) + cs(x(1), t(1))", "(t(2) + 1)*cs(x(2), t(2))", "t(k)*cs(x(1), t(n - 3))"]


@pytest.mark.parametrize("name", RIGHT)
def test_it_is_what_gfortran_runs(name: str, tmp_path: Path) -> None:
    checked(tmp_path, "k.f90", OPTIONS, RIGHT[name])


@pytest.mark.parametrize("expression", PLAIN)
def test_plain_operands_are_read_in_order(expression: str, tmp_path: Path) -> None:
    checked(tmp_path, "k.f90", OPTIONS, BEHIND.replace("HERE", expression))


@pytest.mark.parametrize(
    ("test", "refused"), [("t(2) > 1.2d0", False), ("max(t(2), x(3)) > 1.2d0", True)]
)
def test_the_right_of_a_test(test: str, refused: bool, tmp_path: Path) -> None:
    """At inputs for which it makes a difference."""
    text = TESTED.replace("HERE", test)
    if not refused:
        checked(tmp_path, "k.f90", f"{OPTIONS} --set x=[0.1,2.0,3.0,1.0]", text)
        return
    (tmp_path / "k.f90").write_text(text)
    result = run_adc(["grad", "k.f90", "--function", "f", "--wrt", "x", "--of", "y"], tmp_path, {})
    assert result.exit_code == 1 and "ADC0223" in result.stderr


@pytest.mark.parametrize(
    ("setting", "refused"),
    [
        ("t(2) = x(2)*cs(x(1), t(2:4:2))", True), ("t(2) = x(2)*cs(x(1), t)", False),
        ("t(2) = x(2)*by(t(4)) + sum(t(2:4:2))", False),
    ],
)  # fmt: skip
def test_elements_that_are_set(setting: str, refused: bool, tmp_path: Path) -> None:
    """gfortran copies a section back behind the assignment."""
    text = BEHIND.replace("y = HERE", f"{setting}\n    y = sum(t)")
    if not refused:
        checked(tmp_path, "k.f90", OPTIONS, text)
        return
    (tmp_path / "k.f90").write_text(text)
    result = run_adc(["grad", "k.f90", "--function", "f", "--wrt", "x", "--of", "y"], tmp_path, {})
    assert result.exit_code == 1 and "ADC0223" in result.stderr


@pytest.mark.parametrize("expression", LATER)
def test_operands_that_are_made_before_are_refused(expression: str, tmp_path: Path) -> None:
    (tmp_path / "k.f90").write_text(BEHIND.replace("HERE", expression))
    result = run_adc(["grad", "k.f90", "--function", "f", "--wrt", "x", "--of", "y"], tmp_path, {})
    assert result.exit_code == 1 and "ADC0223" in result.stderr


@pytest.mark.parametrize("text", [SOMEWHERE, *(SAME.replace("HERE", one) for one in HERE)])
def test_elements_that_may_be_the_same_are_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "k.f90").write_text(text)
    result = run_adc(["grad", "k.f90", "--function", "f", "--wrt", "x", "--of", "y"], tmp_path, {})
    assert result.exit_code == 1 and "ADC0223" in result.stderr
