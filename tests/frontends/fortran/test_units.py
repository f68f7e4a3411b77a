"""Files split into program units, which are read when they are asked for."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran import statements, tree
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.units import parse


def file_of(text: str, fixed: bool = False, **others: str) -> tree.File:
    """`others` are files that may be included, by name: `a` is a.inc."""

    def read(path: str) -> str:
        name = path.removesuffix(".inc")
        if name not in others:
            raise AdcError.of("ADC0602", f"cannot read {path}: no such file or directory")
        return others[name]

    return parse("k.f" if fixed else "k.f90", text, fixed, read)


def outline(units: tuple[tree.Unit, ...]) -> str:
    found = []
    for unit in units:
        inner = f"({outline(unit.contains)})" if unit.contains else ""
        found.append(f"{unit.kind} {unit.name}".strip() + inner)
    return ", ".join(found)


def place(error: AdcError | None) -> tuple[str, int]:
    """The code of the only diagnostic, and the line that it points at."""
    assert error is not None
    (diagnostic,) = error.diagnostics
    assert diagnostic.span is not None
    return diagnostic.code, diagnostic.span.line


SPLIT = {
    "two": ("subroutine a\nend subroutine a\nfunction b(x)\nend\n", "subroutine a, function b"),
    "typed": ("real(8) function f(x)\nend function\npure real function g(x)\nend\n",
              "function f, function g"),
    "module": ("module m\nreal :: x\ncontains\nsubroutine a\nend subroutine\n"
               "function b()\nend function b\nend module m\n",
               "module m(subroutine a, function b)"),
    "internal": ("subroutine a\nx = 1\ncontains\nsubroutine b\ny = 1\nend subroutine b\n"
                 "end subroutine a\n", "subroutine a(subroutine b)"),
    "three deep": ("module m\ncontains\nsubroutine a\ncontains\nfunction b()\nend function\n"
                   "end\nend\n",
                   "module m(subroutine a(function b))"),
    "program": ("program p\nx = 1\nend program p\n", "program p"),
    "without heading": ("x = 1\nprint *, x\nend\nsubroutine s\nend\n", "program, subroutine s"),
    "heading lost, internal": ("x = 1\ncontains\nsubroutine s\nend subroutine\nend\n",
                               "program(subroutine s)"),
    "nothing but end": ("end\nsubroutine s\nend\n", "program, subroutine s"),
    "block data": ("block data b\ncommon /c/ x\nend block data b\nblockdata\nend blockdata\n",
                   "block data b, block data"),
    "interface": ("subroutine a(f)\ninterface\nfunction f(x)\nend function f\nend interface\n"
                  "end subroutine a\n", "subroutine a"),
    "derived type": ("module m\ntype :: t\nreal :: x\ncontains\nprocedure :: p\nend type t\n"
                     "contains\nsubroutine s\nend subroutine\nend module\n",
                     "module m(subroutine s)"),
    "variables like keywords": ("subroutine a\nend = 1\nfunction = 2\nmodule(1) = 3\n"
                                "end subroutine a\n", "subroutine a"),
    "submodule": ("submodule (m) s\ncontains\nmodule subroutine p\nend subroutine p\n"
                  "end submodule s\nsubroutine a\nend\n",
                  "submodule s(subroutine p), subroutine a"),
    "empty": ("! nothing\n", ""),
}  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SPLIT.values(), ids=SPLIT)
def test_split(text: str, expected: str) -> None:
    assert outline(file_of(text).units) == expected


def test_fixed_form() -> None:
    text = (
        "      SUBROUTINE A(X)\n      REAL*8 X\n      ENDX = 1\n      END\n"
        "      DOUBLEPRECISIONFUNCTIONF(X)\n      F = X\n      ENDFUNCTION\n"
        "      BLOCK DATA\n      END\n"
    )
    assert outline(file_of(text, fixed=True).units) == "subroutine a, function f, block data"


def test_a_unit_has_its_parts() -> None:
    (unit,) = file_of(
        "recursive function f(x, y) result(z)\nimplicit none\nreal :: x, y, z\n"
        "data q /1.0/\nz = x\ndata r /1.0/\nend function\n"
    ).units
    assert [a.name for a in unit.arguments] == ["x", "y"]
    assert (unit.result, unit.prefixes, unit.span.line) == ("z", ("recursive",), 1)
    kinds = [type(d).__name__ for d in unit.declarations]
    assert kinds == ["Implicit", "TypeDeclaration", "Data", "Data"]
    assert [type(s).__name__ for s in unit.body] == ["Assign"]
    assert unit.error is None


def test_definitions_are_one_declaration() -> None:
    (unit,) = file_of(
        "subroutine a(f)\ninterface g\nfunction f(x)\nreal x\nend function f\nend interface g\n"
        "type :: t\nreal :: nonsense ( (\nend type t\nx = 1\nend\n"
    ).units
    assert unit.error is None
    interface, definition = unit.declarations
    assert isinstance(interface, tree.Interface) and isinstance(definition, tree.TypeDefinition)
    assert (interface.name, interface.procedures) == ("g", ("f",))
    assert definition.name == "t" and definition.error is not None


def test_the_label_of_end_is_a_place_to_go() -> None:
    (unit,) = file_of("subroutine a\ngoto 10\n10 end\n").units
    assert [(type(s).__name__, s.label) for s in unit.body] == [("Goto", 0), ("Continue", 10)]


def test_units_are_read_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    really = statements.read

    def read(line: Line) -> object:
        asked.append(line.whole.line)
        return really(line)

    monkeypatch.setattr(statements, "read", read)
    units = file_of("subroutine a\nx = 1\nend\nsubroutine b\ny = 1\nend\n").units
    assert asked == []
    assert len(units[1].body) == len(units[1].body) == 1
    assert asked == [5]


def test_an_unreadable_unit_harms_no_other() -> None:
    first, second, third = file_of(
        "subroutine a\nx = = 1\nend\nsubroutine b\ny = 1\nend\n"
        "subroutine c\ncritical\nend critical\nend\n"
    ).units
    assert place(first.error) == ("ADC0155", 2)
    assert second.error is None and len(second.body) == 1
    assert third.error is not None and third.error.diagnostics[0].code == "ADC0164"


def test_an_entry_is_a_unit_of_what_is_run_from_it_on() -> None:
    first, second, third = file_of(
        "subroutine a(x)\nreal x, y\nx = 1\nreturn\n10 x = 2\nentry b(y)\n"
        "y = 3\nreturn\nentry c\ngo to 10\nend\n"
    ).units
    assert [(u.kind, u.name) for u in (first, second, third)] == [
        ("subroutine", name) for name in "abc"
    ]  # fmt: skip
    assert [[a.name for a in u.arguments] for u in (first, second, third)] == [["x"], ["y"], []]
    assert [s.span.line for s in first.body] == [3, 4]
    assert [s.span.line for s in second.body] == [7, 8]
    assert [s.span.line for s in third.body] == [9, 10, 9, 5, 7, 8]
    assert second.family == (first, third)


def test_a_submodule_is_refused_where_it_is_needed() -> None:
    (unit,) = file_of("submodule (m) s\nend submodule s\n").units
    assert unit.error is not None and unit.error.diagnostics[0].code == "ADC0164"


def test_nesting_without_end() -> None:
    depth = 3000
    text = "if (x > 1) then\n" * depth + "y = 1\n" + "end if\n" * depth
    (unit,) = file_of(f"subroutine a\n{text}end\n").units
    assert unit.error is not None and unit.error.diagnostics[0].code == "ADC0124"


# -- INCLUDE ---------------------------------------------------------------------------------------


def test_include() -> None:
    (unit,) = file_of(
        "subroutine a\ninclude 'b.inc'\nx = 1\nend\n", b="real x\ninclude 'c.inc'\n", c="real y\n"
    ).units
    assert [d.span.file for d in unit.declarations] == ["b.inc", "c.inc"]
    assert unit.error is None


def test_a_missing_include_harms_its_own_unit_alone() -> None:
    first, second = file_of(
        "subroutine a\ninclude 'mpif.inc'\nend\nsubroutine b\nx = 1\nend\n"
    ).units
    assert place(first.error) == ("ADC0166", 2)
    assert second.error is None


def test_a_file_that_includes_itself() -> None:
    (unit,) = file_of("subroutine a\ninclude 'b.inc'\nend\n", b="include 'b.inc'\n").units
    assert unit.error is not None
    assert unit.error.diagnostics[0].message == "b.inc includes itself"


# -- files that cannot be split --------------------------------------------------------------------

REFUSED = {
    "no end": ("subroutine a\nx = 1\n", "SUBROUTINE a is never closed", 1),
    "no end before the next": (
        "subroutine a\nx = 1\nsubroutine b\nend\n", "SUBROUTINE a is never closed", 1),
    "module without end": (
        "module m\ncontains\nsubroutine a\nend\n", "MODULE m is never closed", 1),
    "another kind": (
        "x = 1\nend\nsubroutine a\nend function a\n",
        "END FUNCTION a does not close SUBROUTINE a", 3),
    "another name": (
        "subroutine a\nend subroutine b\n", "END SUBROUTINE b does not close SUBROUTINE a", 1),
    "end of nothing": (
        "subroutine a\nend\nend subroutine a\n", "END SUBROUTINE closes no program unit", 3),
    "program without end": ("x = 1\n", "PROGRAM is never closed", 1),
}  # fmt: skip


@pytest.mark.parametrize(("text", "message", "line"), REFUSED.values(), ids=REFUSED)
def test_refused(text: str, message: str, line: int) -> None:
    with pytest.raises(AdcError) as caught:
        file_of(text)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.message) == ("ADC0163", message)
    assert diagnostic.span is not None and diagnostic.span.line == line
    assert diagnostic.help


def test_what_is_no_fortran_is_told_where_it_stands() -> None:
    with pytest.raises(AdcError) as caught:
        file_of("subroutine a\nend\nhello world\n")
    assert place(caught.value) == ("ADC0156", 3)
