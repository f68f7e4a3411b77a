"""EQUIVALENCE that is no array with parts: refused where its variables are used."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran.translation import translate
from tests.frontends.fortran.built import sources

HEAD = """subroutine s(n, x, y)
implicit none
integer :: n, i, k(4)
real(8) :: x(2), y, a(2), b(2), c, w(3)
common /block/ w
"""
REFUSED = {
    "another type": ("equivalence (a, k)", "a(1) = x(1); k(1) = 2; y = a(1)", "ADC0177"),
    "an integer": ("equivalence (a, i)", "a(1) = x(1); i = 2; y = a(1)", "ADC0177"),
    "a dummy argument": ("equivalence (x, a)", "a(1) = 2; y = x(1)", "ADC0177"),
    "two places": ("equivalence (a, b), (a(2), b)", "a = x; y = b(1)", "ADC0177"),
    "a variable subscript": ("equivalence (a(n), c)", "a = x; y = c", "ADC0177"),
    "too few subscripts": ("equivalence (a(1, 1), c)", "a = x; y = c", "ADC0177"),
    "in front of its block": ("equivalence (a(2), w(1))", "a = x; y = w(1)", "ADC0177"),
    "two places in a block": ("equivalence (a, w(1)), (a, w(2))", "a = x; y = w(1)", "ADC0177"),
    "an internal procedure": (
        "equivalence (a, b)", "a = x; call t; contains; subroutine t; y = b(1); end subroutine",
        "ADC0177"),
    "saved logicals beside": (
        "logical, save :: l; equivalence (a, b)", "a = x; l = .not. l; if (l) y = b(1)", "ADC0169"),
}  # fmt: skip


@pytest.mark.parametrize(("declaration", "body", "code"), REFUSED.values(), ids=REFUSED)
def test_refused(declaration: str, body: str, code: str) -> None:
    text = "\n".join([HEAD, *declaration.split("; "), *body.split("; "), "end"])
    found = sources(text)
    with pytest.raises(AdcError) as caught:
        translate(found, found.find("s"), [])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code and diagnostic.help


def test_what_nothing_uses_matters_not() -> None:
    found = sources(HEAD + "equivalence (c, i), (a, b)\na = x\ny = b(1)\nend")
    assert translate(found, found.find("s"), []).function == "s"
