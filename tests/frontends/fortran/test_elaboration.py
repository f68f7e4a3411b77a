"""Derived types, ASSOCIATE, BLOCK and generic names: what is refused, and what names become."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran.translation import translate
from tests.frontends.fortran.built import sources

MODULE = """
module m
  type part
    real :: x, y = 2.0
  end type part
  type whole
    type(part) :: p
    integer :: k
    real :: v(3)
    real, pointer :: q(:)
    real, allocatable :: a(:)
  end type whole
  type bound
    real :: z
  contains
    procedure :: put
    generic :: assignment(=) => put
  end type
  type around
    type(bound) :: b
  end type
  type(part), parameter :: pair(2) = [part(1., 2.), part(3., 4.)]
  type(part) :: kept
  interface assigned
    module procedure assign_part
  end interface
  interface abs
    module procedure size_of
  end interface
contains
  subroutine put(a, b)
    class(bound), intent(out) :: a
    class(bound), intent(in) :: b
    a%z = 2*b%z
  end subroutine
  subroutine assign_part(a, b)
    type(part), intent(out) :: a
    real, intent(in) :: b
    a%x = b
  end subroutine
  real function size_of(a)
    type(part), intent(in) :: a
    size_of = a%x
  end function
  type(part) function doubled(a)
    type(part), intent(in) :: a
    doubled%x = 2*a%x
    doubled%y = a%y
  end function
  elemental real function total(w)
    type(whole), intent(in) :: w
    total = sum(w%v)
  end function
end module
"""

#: name: (declarations, statements of s(x, y), code, words of the message)
REFUSED = {
    "no such component": ("type(part) :: p", "y = p%z", "ADC0173", "no component `z`"),
    "a pointer component": (
        "type(whole) :: w\nreal, target :: v(3)", "v = x\nw%q => v\ny = w%q(1)", "ADC0157",
        "pointers"),
    "a pointer": ("type(part), pointer :: p", "p%x = x\ny = p%x", "ADC0174", "pointer `p`"),
    "sizes of their own": (
        "type(whole) :: w(2)", "allocate(w(1)%a(3))\ny = x", "ADC0157", "component of an element"),
    "used by elements": ("type(whole) :: w(2)", "y = w(1)%a(2)", "ADC0173", "own sizes"),
    "a type of no file": ("type(other) :: o", "y = o%x", "ADC0173", "component"),
    "data": ("type(part) :: p\ndata p%x /1.0/", "y = p%x*x", "ADC0173", "in DATA"),
    "equivalence": (
        "type(part) :: p\nreal :: e\nequivalence (e, p%x)", "e = x\ny = p%x", "ADC0177",
        "EQUIVALENCE"),
    "a sum of objects": ("type(part) :: p", "y = x + p", "ADC0173", "as a value"),
    "an array constant": ("", "y = x*pair(1)%x", "ADC0173", "initial value"),
    "a function of a type in DO WHILE": (
        "", "do while (abs(doubled(kept)) > x)\ny = x\nend do", "ADC0173", "derived type, here"),
    "a function of a type in ELSE IF": (
        "", "if (x > 1) then\ny = x\nelse if (abs(doubled(kept)) > x) then\ny = 2*x\nend if",
        "ADC0173", "derived type, here"),
    "a function of a type in FORALL": (
        "real :: v(2)\ninteger :: i", "forall (i = 1:2) v(i) = abs(doubled(kept))*x\ny = v(1)",
        "ADC0173", "derived type, here"),
    "a function of a type in an implied DO": (
        "real :: v(2)\ninteger :: i", "v = [(abs(doubled(kept))*i, i = 1, 2)]\ny = v(1)",
        "ADC0173", "derived type, here"),
    "a function of a type as a number": ("", "y = x*doubled(kept)", "ADC0173", "as a value"),
    "bounds of a source beside others": (
        "real, allocatable :: w(:)",
        "allocate(w(0:1))\ndeallocate(w)\nallocate(w, source=[x, y])\ny = w(1)", "ADC0157",
        "has others elsewhere"),
    "an operator of nothing": ("", "y = x .plus. y", "ADC0159", "no interface"),
    "a part with its own assignment": (
        "type(around) :: p, q", "q%b%z = x\np = q\ny = p%b%z", "ADC0176", "assignment of its own"),
    "a subscript that is assigned": (
        "type(whole) :: w(3)", "w(w(1)%k) = w(2)\ny = x", "ADC0173", "subscript"),
    "another type": ("type(part) :: p\ntype(whole) :: w", "p = w\ny = x", "ADC0173", "value"),
    "no procedure fits": ("", "call assigned(x, y)", "ADC0176", "no procedure"),
    "a block's kept variable": (
        "", "block\nreal :: t = 1\ny = x*t\nend block", "ADC0169", "keeps its value"),
    "a name of associate as an index": (
        "integer :: k(2)", "associate (i => k(1))\ndo i = 1, 2\ny = x\nend do\nend associate",
        "ADC0169", "DO variable"),
    "too many subscripts": (
        "real :: a(3, 3)", "associate (c => a(:, 1))\ny = c(1, 2)\nend associate", "ADC0215",
        "2 subscripts"),
}  # fmt: skip

#: name: (declarations, statements): accepted, and the same as the second ones.
ACCEPTED = {
    "an intrinsic beside a generic of its name": ("", "y = abs(x) + abs(kept)"),
    "defaults of a saved variable": ("type(part), save :: p", "y = p%y*x"),
    "a value in parentheses": (
        "", "associate (c => (x))\ny = c\nend associate"),
    "components that are not used": ("type(whole) :: w", "w%k = 2\ny = x*w%k"),
    "renamed": ("type(other_part) :: p", "p = other_part(x, y=1.)\ny = p%x + other%x"),
}  # fmt: skip


def translated(declarations: str, statements: str) -> str:
    text = f"""{MODULE}
subroutine s(x, y)
use m, other_part => part, other => kept
use m, only: part, kept, around
real :: x, y
{declarations}
{statements}
end subroutine
"""
    found = sources(text)
    return str(translate(found, found.find("s"), []).module.functions)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    declarations, statements, code, words = REFUSED[name]
    with pytest.raises(AdcError) as caught:
        translated(declarations, statements)
    (diagnostic, *_) = caught.value.diagnostics
    assert diagnostic.code == code and words in diagnostic.message, diagnostic.message
    assert diagnostic.span is not None and diagnostic.help


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    assert translated(*ACCEPTED[name])


def test_a_value_in_parentheses_is_not_the_variable() -> None:
    made = translated("", "associate (c => (x), d => x)\nx = 2\ny = c + d\nend associate")
    assert "name='c_1'" in made and "name='d" not in made
