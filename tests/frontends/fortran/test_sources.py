"""Which routine is meant."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.fortran.symbols import Sources
from tests.frontends.fortran.built import sources

ONE = "subroutine solve(x)\nend"
TWO = "module m\ncontains\nsubroutine step(x)\nx = inner(x)\ncontains\nreal function inner(u)\n"
TWO += "inner = u\nend\nend\nfunction norm(x)\nend\nend"
PROGRAM = "program main\ncall solve(x)\nend"


def refused(found: Sources, name: str | None) -> Diagnostic:
    with pytest.raises(AdcError) as caught:
        found.find(name)
    return caught.value.diagnostics[0]


def test_the_only_routine_needs_no_name() -> None:
    assert sources(PROGRAM, ONE).find(None).name == "solve"


def test_routines_are_external_or_of_modules() -> None:
    assert [u.name for u in sources(ONE, TWO, PROGRAM).routines()] == ["solve", "step", "norm"]


def test_names_have_no_case() -> None:
    assert sources(ONE, TWO).find("Norm").kind == "function"


def test_several_routines() -> None:
    found = refused(sources(ONE, TWO), None)
    assert found.code == "ADC0208"
    assert found.message == "the given files have 3 routines: `solve`, `step`, `norm`"
    assert found.help == "choose one, as in `--function solve`"


def test_a_long_list_is_cut() -> None:
    many = sources(*(f"subroutine s{n}(x)\nend" for n in range(100)))
    assert refused(many, None).message.endswith("`s11` and 88 more")


def test_an_unknown_routine() -> None:
    assert refused(sources(ONE, TWO), "slove").help == "did you mean `solve`?"
    other = refused(sources(ONE, TWO), "qqqqqq")
    assert (other.code, other.help) == ("ADC0208", "choose one of `solve`, `step`, `norm`")


def test_no_routine_at_all() -> None:
    assert refused(sources(PROGRAM), None).code == "ADC0208"
    assert refused(sources(), "f").code == "ADC0208"


def test_an_internal_procedure() -> None:
    given = sources(ONE, TWO)
    found = given.find("inner")
    assert (found.kind, found.name) == ("function", "inner") and given.find("step.inner") is found


def test_one_name_in_two_modules() -> None:
    texts = [f"module {m}\ncontains\nsubroutine step(x)\nend\nend" for m in "ab"]
    found = refused(sources(*texts), "step")
    assert (found.code, found.help) == ("ADC0208", "choose one of `a.step`, `b.step`")
    chosen = sources(*texts)
    assert chosen.scope(chosen.find("b.step")).host is chosen.scope(chosen.files[1].units[0])


def test_one_routine_in_two_files() -> None:
    assert refused(sources(ONE, ONE), "solve").code == "ADC0245"


MACHINE = "function d1mach(i)\nreal(8) d1mach, a(2)\ninteger :: i, b(4)\n{}d1mach = a(i)\nend"


@pytest.mark.parametrize(
    ("overlay", "file"), [("", "f0.f90"), ("equivalence (a(1), b(1))\n", "linear_algebra.f90")]
)
def test_overlaid_machine_constants_are_those_of_the_library(overlay: str, file: str) -> None:
    found = sources(MACHINE.format(overlay)).external("d1mach")
    assert found is not None and found.span.file == file


FOUND_OUT = """double precision function dlamch(cmach)
character cmach
logical first
double precision eps
{}data first /.true./
if (first) eps = 2d0**(-53)
first = .false.
dlamch = eps
end
"""


@pytest.mark.parametrize(
    ("save", "file"), [("", "f0.f90"), ("save first, eps\n", "linear_algebra.f90")]
)
def test_machine_constants_that_are_kept_are_those_of_the_library(save: str, file: str) -> None:
    found = sources(FOUND_OUT.format(save)).external("dlamch")
    assert found is not None and found.span.file == file
