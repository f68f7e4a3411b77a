"""From the text of a file, fixed or free, to logical lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adc.diagnostics import AdcError, Severity
from adc.frontends.fortran.form import is_fixed, lines
from adc.frontends.fortran.line import Line
from adc.frontends.fortran.statements import read
from adc.frontends.fortran.width import cut_lines
from adc.options import Form


def fixed(text: str) -> list[Line]:
    return lines("k.f", text, True)[0]


def free(text: str) -> list[Line]:
    return lines("k.f90", text, False)[0]


def texts(found: list[Line]) -> list[str]:
    assert not any(line.fault for line in found), [line.fault for line in found]
    return [line.text for line in found]


def fault(line: Line) -> str:
    """Code and place of what is wrong, and that the reader of statements raises it."""
    assert line.fault is not None
    (diagnostic,) = line.fault.diagnostics
    assert diagnostic.help and diagnostic.span
    with pytest.raises(AdcError) as raised:
        read(line)
    assert raised.value is line.fault
    span = diagnostic.span
    return f"{diagnostic.code} {span.line}:{span.column}-{span.end_line}:{span.end_column}"


@pytest.mark.parametrize(
    ("name", "expected"),
    [("a.f", True), ("A.FOR", True), ("b/x.F", True), ("x.f77", True), ("x.fpp", True),
     ("x.f90", False), ("x.F90", False), ("x.f03", False), ("x", False)],
)  # fmt: skip
def test_form_by_name(name: str, expected: bool) -> None:
    assert is_fixed(name) is expected
    assert is_fixed(name, Form("fixed"))
    assert not is_fixed(name, Form("free"))


# -- fixed form ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "expected"), [(72, "x=1"), (80, "x=1+y"), (132, "x=1+y+z"), (0, "x=1+y+z")]
)
def test_columns_that_count(width: int, expected: str) -> None:
    row = "      X = 1".ljust(72) + "+Y".ljust(8) + "+Z"
    assert texts(lines("k.f", row, True, width)[0]) == [expected]
    assert len(cut_lines("k.f", row, width)) == (width in (72, 80))


@pytest.mark.parametrize(("width", "blanks"), [(72, 56), (132, 116), (0, 0)])
def test_a_continued_string_is_filled_up(width: int, blanks: int) -> None:
    found = lines("k.f", "      CALL F('AB\n     1C')\n", True, width)[0]
    assert texts(found) == [f"callf('AB{' ' * blanks}C')"]


def test_what_is_not_read_of_numbered_lines() -> None:
    (line,) = fixed("      X = 1 2 3 ) 4".ljust(72) + "SUB00010")
    with pytest.raises(AdcError) as raised:
        read(line)
    assert raised.value.diagnostics[0].code == "ADC0155"


@pytest.mark.parametrize("rest", ["+ Y)", "Y)", "ZERO"])
def test_what_is_left_of_a_cut_statement(rest: str) -> None:
    (line,) = fixed("      X = (1".ljust(72) + rest)
    with pytest.raises(AdcError) as raised:
        read(line)
    (diagnostic,) = raised.value.diagnostics
    assert diagnostic.code == "ADC0149" and diagnostic.span is not None
    assert (diagnostic.span.column, diagnostic.notes[0].message) == (
        73, "what is left: `(` is never closed",
    )  # fmt: skip


def test_fixed_blanks_and_case() -> None:
    assert texts(fixed("      D O 1 0 I = 1 , N\n      Double  Precision X\n")) == [
        "do10i=1,n",
        "doubleprecisionx",
    ]


@pytest.mark.parametrize(
    "comment", ["C x", "c", "* x", "! x", "D     x", "d", "d\tx", "   ! x", "      ! x", "", "   "]
)
def test_fixed_comments(comment: str) -> None:
    assert texts(fixed(f"      X = A\n{comment}\n     & + B\n")) == ["x=a+b"]


def test_fixed_inline_comments() -> None:
    assert texts(fixed("      X = '!' // A ! it's\n     !+ 1\n")) == ["x='!'//a+1"]


def test_fixed_labels() -> None:
    text = "10    X = 1\n 2 0  CONTINUE\n00030 CONTINUE\n   40 Y = 2; Z = 3\n"
    found = fixed(text)
    assert texts(found) == ["x=1", "continue", "continue", "y=2", "z=3"]
    assert [line.label for line in found] == [10, 20, 30, 40, 0]


@pytest.mark.parametrize("mark", ["&", "1", "x", "+", "!", "#", ";", "c"])
def test_fixed_marks_of_continuations(mark: str) -> None:
    assert texts(fixed(f"      X = A\n     {mark}+ B\n")) == ["x=a+b"]


def test_fixed_zero_in_column_six_begins_a_statement() -> None:
    assert texts(fixed("      X = A\n     0Y = B\n")) == ["x=a", "y=b"]


def test_fixed_stops_at_column_72() -> None:
    statement = "      X = " + "1" * 62
    assert len(statement) == 72
    assert texts(fixed(statement + "345\n" + " " * 72 + "SEQ00010\n     &+ 2\n")) == [
        "x=" + "1" * 62 + "+2"
    ]


@pytest.mark.parametrize(
    ("behind", "warned"),
    [("SEQ00010", False), ("    1", False), ("! + b*(c)", False), ("   set the level", False),
     (" + B", True), ("), Y", True), ("LONGERNAMES", True), ("   ", False), ("", False)],
)  # fmt: skip
def test_text_behind_column_72(behind: str, warned: bool) -> None:
    line = "      X = A".ljust(61) + "+ CCCCCCCCC"
    assert len(line) == 72
    text = "C" + " " * 80 + "(x)\n" + line + behind + "\n" + line + behind + "\n"
    found = cut_lines("k.f", text)
    assert [d.span and (d.span.line, d.span.column) for d in found] == [(2, 73)] * warned
    assert all(d.severity is Severity.WARNING and "1 other line" in d.message for d in found)


def test_fixed_tabs() -> None:
    text = "\tX = 1\n\t1+ 2\n10\tY = 3\n\t0Z = 4\n     \tW\t= 5\n"
    found = fixed(text)
    assert texts(found) == ["x=1+2", "y=3", "0z=4", "w=5"]
    assert found[1].label == 10
    assert found[0].places[0] == (1, 2)
    assert found[0].places[3] == (2, 3)
    assert found[3].places[0] == (5, 7)


def test_fixed_strings_are_padded_to_column_72() -> None:
    found = fixed("      X = 'It''s\n     &  A'\n")
    padding = " " * (72 - len("      X = 'It''s"))
    assert texts(found) == [f"x='It''s{padding}  A'"]
    assert texts(fixed("\tX = 'a\n\t1b'\n")) == [f"x='a{' ' * (72 - 12)}b'"]


def test_fixed_strings_keep_marks() -> None:
    assert texts(fixed("      X = 'a;b!c \"D'; Y = \"'\"\n")) == ["x='a;b!c \"D'", 'y="\'"']


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("5HDON'T, 3X, 'A'", "'DON''T',3x,'A'"),
        ("I5, 2H ,/", "i5,' ,'/"),
        ("3H;!(,I3)", "';!(',i3)"),
    ],
)
def test_hollerith_in_formats(body: str, expected: str) -> None:
    found = fixed(f"  20  FORMAT({body})\n")
    assert found[0].text.startswith(f"format({expected.removesuffix(')')}")
    assert found[0].fault is None


@pytest.mark.parametrize(
    "text",
    ["REAL*8 H(10), X", "INTEGER*4 H", "DO 10 H = 1, 5", "X1H = 2", "X = Y*(H)", "X = 1.H"],
)
def test_what_is_not_hollerith(text: str) -> None:
    assert texts(fixed(f"      {text}\n")) == [text.replace(" ", "").lower()]


def test_hollerith_elsewhere() -> None:
    (found,) = fixed("      CALL XERROR(5HH'LLO, 1)\n")
    assert fault(found) == "ADC0152 1:19-1:21"


def test_hollerith_over_lines() -> None:
    (found,) = fixed(f"      FORMAT({'1X,' * 15} 13Habc\n     &def)\n")
    assert found.fault is None
    padding = 72 - len("      FORMAT(" + "1X," * 15 + " 13Habc")
    assert found.text == f"format({'1x,' * 15}'abc{' ' * padding}def')"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10a   X = 1\n", "ADC0150 1:1-1:4"),
        ("do i = 1, n\n", "ADC0150 1:1-1:5"),
        ("  x = 1\n", "ADC0150 1:3-1:6"),
        ("00000 X = 1\n", "ADC0150 1:1-1:6"),
        ("   10\n", "ADC0150 1:4-1:6"),
        ("     &+ 2\n", "ADC0151 1:6-1:7"),
        ("      X = 'a\n", "ADC0136 1:11-1:13"),
        ("      X = 1\n20   &+ 2\n", "ADC0150 2:1-2:3"),
        ("#if X\n", "ADC0153 1:1-1:6"),
    ],
)
def test_fixed_faults(text: str, expected: str) -> None:
    found = fixed(text + "      Y = 2\n")
    assert fault(found[0]) == expected
    assert texts(found[1:]) == ["y=2"]


# -- free form -------------------------------------------------------------------------------------


def test_free_blanks_and_case() -> None:
    found = free("  Real  ( 8 ) ::  X_1\n\tEND\t DO\nprint *, 'A  b'\n")
    assert texts(found) == ["real(8)::x_1", "end do", "print*,'A  b'"]


def test_free_continuations() -> None:
    text = "x = a + & ! c\n\n  ! d\n   & b*re&\n  &al &\n  c\n"
    assert texts(free(text)) == ["x=a+b*real c"]


def test_free_continued_strings() -> None:
    assert texts(free("s = 'aB & \n  ! c\n   & cD' // \"it's\"\n")) == ["s='aB  cD'//\"it's\""]
    assert texts(free("s = 'it'&\n&'s'\n")) == ["s='it''s'"]
    assert texts(free("s = 'a & b'\n")) == ["s='a & b'"]


def test_free_separators_and_labels() -> None:
    found = free("10 x = 1; ; y = 2 ! ;\n  20continue\n 30 format(i5); 40 z = ';'\n")
    assert texts(found) == ["x=1", "y=2", "continue", "format(i5)", "z=';'"]
    assert [line.label for line in found] == [10, 0, 20, 30, 40]
    assert texts(free("x = 1; &\n y = 2\n")) == ["x=1", "y=2"]


def test_free_places() -> None:
    (found,) = free("  x = a  b &\n   + Cd\n")
    assert found.text == "x=a b+cd"
    assert found.places == (
        (1, 3), (1, 5), (1, 7), (1, 8), (1, 10), (2, 4), (2, 6), (2, 7), (2, 8),
    )  # fmt: skip
    span = found.span(6, 8)
    assert (span.line, span.column, span.end_line, span.end_column) == (2, 6, 2, 8)


def test_lines_end_in_any_way() -> None:
    assert texts(free("x=1\r\ny=2\rz=3")) == ["x=1", "y=2", "z=3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("s = 'aB & ! no\n", "ADC0136 1:5-1:15"),
        ("& x = 1\n", "ADC0151 1:1-1:2"),
        ("s = 'a&\n b'\n", "ADC0151 2:2-2:3"),
        ("  20\n", "ADC0150 1:3-1:5"),
        ("123456 x = 1\n", "ADC0150 1:1-1:7"),
        ("0 continue\n", "ADC0150 1:1-1:2"),
        ("#define X\n", "ADC0153 1:1-1:10"),
    ],
)
def test_free_faults(text: str, expected: str) -> None:
    found = free(text + "y = 2\n")
    assert fault(found[0]) == expected
    assert texts(found[1:]) == ["y=2"]


@pytest.mark.parametrize("end", ["", "\n", "\n! c\n"])
def test_continuation_without_end(end: str) -> None:
    found = free("y = 2\nx = y & ! c" + end)
    assert texts(found[:1]) == ["y=2"]
    assert fault(found[1]) == "ADC0151 2:7-2:8"


def test_string_and_continuation_without_end() -> None:
    assert fault(free("s = 'abc &\n")[0]) == "ADC0151 1:10-1:11"


# -- both ------------------------------------------------------------------------------------------


def test_directives() -> None:
    found = lines("k.f90", "x = 1 !$AD no\n  !$aD II-LOOP  \n!$ADX\n!$omp do\n", False)[1]
    assert [text for text, _ in found] == ["II-LOOP"]
    span = found[0][1]
    assert (span.file, span.line, span.column, span.end_column) == ("k.f90", 2, 3, 15)
    old = lines("k.f", "C$AD A b\n*$ad\nc$ad C\n", True)[1]
    assert [text for text, _ in old] == ["A b", "", "C"]


FIXED = """\
C     A kernel
      SUBROUTINE F(X, Y, N)
      REAL*8 X(N), Y
      Y = 'it''s
     &' // "b"; Z = 1.D0  ! c
   10 CONTINUE
\tIF (X(1).GT.0) GOTO 10
 20   FORMAT(1X, 5HDON'T, I3)
      END
"""
FREE = """\
subroutine f(x, y, n) ! c
  real(8), intent(in) :: x(n) ; integer :: n
  10 y = x(1) + & ! c
    & 'it''s &
    & "b' // "c"
  if (y > 0) go to 10
end subroutine
"""
PIECES = [
    *"&'\"!;#\t\r\n\x00\x0b\x0c\u2028éİ0159hHcC* $",
    "\n     &",
    "\n\t1",
    "99H",
    "\n!$ad ",
    "&\n",
]


def check(text: str, is_fixed: bool) -> None:
    """Lines whose places are in the text, and whose reading gives diagnostics at worst."""
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found, directives = lines("k.f", text, is_fixed)
    for line in found:
        assert len(line.places) == len(line.text) + 1
        for (row, column), character in zip(line.places, line.text, strict=False):
            assert 1 <= row <= len(rows) and 1 <= column <= max(1, len(rows[row - 1]))
            if not is_fixed and character != " ":
                assert rows[row - 1][column - 1].lower() == character.lower()
        assert 0 <= line.label <= 99999
        try:
            read(line)
        except AdcError as error:
            assert all(
                d.span and d.help and 1 <= d.span.line <= len(rows) for d in error.diagnostics
            )
    assert all(span.line <= len(rows) for _, span in directives)


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("ab1 \t&'\"!;\n#c*hH(é\x00"), max_size=80), st.booleans())
def test_any_text(text: str, is_fixed: bool) -> None:
    check(text, is_fixed)


@settings(max_examples=150, deadline=None)
@given(st.data(), st.booleans())
def test_damaged_files(data: st.DataObject, is_fixed: bool) -> None:
    text = FIXED if is_fixed else FREE
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        stop = start + data.draw(st.sampled_from([0, 1, 2, 8, 30, 1000]))
        text = text[:start] + data.draw(st.sampled_from([*PIECES, ""])) + text[stop:]
    check(text, is_fixed)
