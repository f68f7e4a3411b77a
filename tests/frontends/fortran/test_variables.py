"""Variables that other routines see, or that keep their values: what is refused, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.fortran.translation import translate
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half
from tests.frontends.fortran.built import sources


def refused(*texts: str) -> Diagnostic:
    found = sources(*texts)
    with pytest.raises(AdcError) as caught:
        translate(found, found.find("s"), [])
    return caught.value.diagnostics[0]


CALLEES = """
subroutine double(a)
  a = 2*a
end
real function doubled(a)
  a = 2*a
  doubled = a
end
"""

#: name: (body of a subroutine s(x, y), the line of the diagnostic, a word of it)
CASES = {
    "common integer as loop variable that a call in the loop changes": (
        "common /c/ n\ndo n = 1, 3\ny = n*x\ncall t\nend do\nend\n"
        "subroutine t\ncommon /c/ n\nn = 5",
        3, "`n`",
    ),
    "integer in an array's storage": (
        "common /c/ n\ny = n*x\ncall t\nend\nsubroutine t\ncommon /c/ k(2)\ninteger k\nk(1) = 1",
        2, "`n`",
    ),
    "host's allocatable allocated inside": (
        "real, allocatable :: w(:)\ncall t\ny = x\ncontains\nsubroutine t\nw = [1., 2.]\n"
        "end subroutine",
        7, "`w`",
    ),
    "host's allocatable freed inside": (
        "real, allocatable :: w(:)\nallocate(w(2))\nw = x\ncall t\nif (allocated(w)) y = x\n"
        "contains\nsubroutine t\nif (allocated(w)) deallocate(w)\nend subroutine",
        6, "`allocated`",
    ),
    "host's character changed inside": (
        "character :: c\nc = 'a'\ncall t\nif (c == 'a') y = x\n"
        "contains\nsubroutine t\nc = 'b'\nend subroutine",
        5, "`c`",
    ),
    "host's index in a forall": (
        "real :: w(3)\ni = 2\nforall (i = 1:3) w(i) = f(x)\ny = w(i)\ncontains\n"
        "pure function f(x)\nreal, intent(in) :: x\nf = x*i\nend function",
        4, "`i`",
    ),
    "function of a forall that may see its array": (
        "common /c/ w(3)\nforall (i = 2:3) w(i) = f(i)\ny = w(3)*x\nend\n"
        "real function f(i)\ncommon /c/ w(3)\nf = w(i - 1)",
        3, "`w`",
    ),
    "scalar in a forall": ("forall (i = 1:3) y = x", 2, "FORALL"),
    "function with effects in a statement function": ("f(t) = t*t\ny = f(doubled(x))", 3, "`f`"),
    "function that changes a common variable": (
        "f(t) = t*t\ny = f(g(x))\nend\nreal function g(x)\ng = h(x)\nend\n"
        "real function h(x)\ncommon /c/ w\nw = w + 1\nh = w*x",
        3, "`f`",
    ),
    "hidden variable of a statement function": ("f(t) = t*c\ng(c) = f(c)\ny = g(x)*c", 3, "`c`"),
}  # fmt: skip


#: The same, where what is read decides, which is known when the program is lowered.
SAVED = {
    "saved and assigned": ("real :: w = 1.\nw = w*x\ny = w", 2, "`w`"),
    "saved and changed by a subroutine": ("real, save :: w\ncall double(w)\ny = w*x", 2, "`w`"),
    "DATA, changed by a function": ("data w /1./\ny = doubled(w)*x", 2, "`w`"),
    "saved and changed inside": (
        "real :: w = 1.\ncall t\ny = w*x\ncontains\nsubroutine t\nw = 2.\nend subroutine", 2, "`w`"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SAVED)
def test_former_calls_are_not_read(name: str, tmp_path: Path) -> None:
    body, line, word = SAVED[name]
    path = tmp_path / "s.f90"
    path.write_text(f"subroutine s(x, y)\n{body}\nend\n{CALLEES}")
    with pytest.raises(AdcError) as caught:
        front_half(Request(sources=(str(path),), function="s"), Silent(), needs_targets=False)
    (found,) = caught.value.diagnostics
    assert found.code == "ADC0169" and found.span is not None and found.span.line == line, found
    assert word in found.message and found.help


@pytest.mark.parametrize("name", CASES)
def test_refused(name: str) -> None:
    body, line, word = CASES[name]
    found = refused(f"subroutine s(x, y)\n{body}\nend\n", CALLEES)
    assert found.span is not None and found.span.line == line, found
    assert word in found.message and found.help
