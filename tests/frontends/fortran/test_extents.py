"""The extents of arguments: expressions of integer arguments and of other arguments' extents."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran.translation import translate
from tests.frontends.fortran.built import sources

MODULE = """
module grid
  real(8), allocatable :: z(:)
  real(8) :: u(0:4)
end module
"""

#: name: (extents of `a` among integers n and m, arrays b(:, 0:n) and c(n, *)), its shape in C)
SHAPES = {
    "of an argument declared later": ("size(b, 1)", "b_1"),
    "with a keyword": ("size(b, dim=2)", "n + 1"),
    "of the whole": ("size(b)", "b_1*n + b_1"),
    "in an expression": ("2*size(b, 1) + m, size(b, 2)", "n + 1, 2*b_1 + m"),
    "an upper bound": ("ubound(b, 1)", "b_1"),
    "a fixed extent of an assumed size": ("size(c, 1)", "n"),
    "of a module's allocatable": ("size(z)", "z_1"),
    "of a module's array": ("size(u)", "5"),
}

REFUSED = {
    "of itself": "size(a, 1)",
    "in a ring": "size(d)",
    "of an assumed size": "size(c)",
    "past the last dimension": "size(b, 3)",
    "an upper bound over another lower one": "ubound(b, 2)",
    "of a function": "size(f, 1)",
}


def text(bounds: str) -> str:
    return (
        f"subroutine s(n, m, a, b, c, d, y)\nuse grid\ninteger n, m\nreal(8) a({bounds})\n"
        "real(8) b(:, 0:n), c(n, *), d(size(a)), y\ny = m\nend\n"
    )


@pytest.mark.parametrize("name", SHAPES)
def test_an_extent_may_be_that_of_another_array(name: str) -> None:
    bounds, shape = SHAPES[name]
    found = sources(text(bounds), MODULE)
    kernel = translate(found, found.find("s"), [])
    assert ", ".join(map(str, kernel.signature["a"].shape)) == shape


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_caller_tells_is_refused(name: str) -> None:
    found = sources(text(REFUSED[name]), MODULE)
    with pytest.raises(AdcError) as caught:
        translate(found, found.find("s"), [])
    assert caught.value.diagnostics[0].code == "ADC0227"
