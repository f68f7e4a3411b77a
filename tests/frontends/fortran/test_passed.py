"""Dummy procedures of the routine itself: what `--fix` binds, and what it says of others."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adc.check.shim import shim_text
from adc.diagnostics import AdcError
from adc.frontends.fortran.passed import Head, with_procedures
from adc.frontends.fortran.symbols import Sources
from adc.frontends.fortran.translation import translate
from tests.frontends.fortran.built import sources as sources_of

TEXT = """
module laws
contains
  subroutine law(x, y)
    real(8) :: x, y
    y = x**2
  end subroutine
end module
subroutine s(f, x, y, g)
  implicit none
  real(8) :: x, y, t
  real(8), external :: g
  external f
  call f(x, t)
  y = g(t)
end subroutine
real(8) function root(x)
  real(8) :: x
  root = sqrt(x)
end function
subroutine holder(f, x)
  real(8) :: x, f
  x = f(x)
  call inner
contains
  subroutine inner
    x = 2*x
  end subroutine
end subroutine
"""


def sources() -> Sources:
    return sources_of(TEXT)


def bound(texts: Mapping[str, str], routine: str = "s") -> tuple[Head, Sources]:
    found = sources()
    return with_procedures(found, found.find(routine), texts), found


def test_procedures_are_passed_in_their_places() -> None:
    head, found = bound({"f": "law", "g": "root"})
    kernel = translate(found, head.unit, [], head.texts)
    assert list(kernel.signature) == ["x", "y"] and head.texts == {}
    assert kernel.calling is not None
    lines = shim_text(head.called(kernel.calling, found), {"x": (), "y": ()}).splitlines()
    assert "use laws, only: adc_f0 => law" in lines
    assert "real(8), external :: root" in lines
    assert "call s(adc_f0, adc_v1, adc_v2, root)" in lines


@pytest.mark.parametrize(
    ("texts", "routine", "code", "words"),
    [
        ({"f": "law"}, "s", "ADC0175", "the argument `g` is a procedure"),
        ({"f": "law", "g": "nothing"}, "s", "ADC0208", "no given file has a routine `nothing`"),
        ({"f": "s", "g": "root"}, "s", "ADC0228", "`s` would call itself as `f`"),
        ({"f": "root"}, "holder", "ADC0169", "which contains others"),
        ({}, "holder", "ADC0175", "has no dimensions"),
    ],
)
def test_refused(texts: Mapping[str, str], routine: str, code: str, words: str) -> None:
    with pytest.raises(AdcError) as caught:
        bound(texts, routine)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code and words in diagnostic.message
