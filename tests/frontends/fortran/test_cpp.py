"""Lines that begin with `#`, and places that point into the files as they are."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran.cpp import Preprocessed, preprocessed
from adc.frontends.fortran.form import lines
from adc.frontends.fortran.line import Line

SOURCE = """\
C don't stop here
#define SQUARE(x) ((x)*(x))
#include "decl.h"
#ifdef FAST
      X = 1
#else
      X = N*2 // 'N''s'
#endif
      CALL F(N,
     &  __LINE__, Y) + Z

#pragma once
#
#line 99 "other.f"
      Y = SQUARE(A+B) + C // "http://N"
      END
"""
DECLARATIONS = "      SUBROUTINE F(X)\n      REAL X(N)\n"


def read(path: str, text: str, *defines: str, includes: tuple[str, ...] = ()) -> list[Line]:
    done = preprocessed(path, text, defines, includes)
    found = lines(path, done.text, path.lower().endswith(".f"))[0]
    assert not any(line.fault for line in found), found
    return found


def at(line: Line, text: str) -> tuple[int, int, int]:
    """Line, first and last column of where `text` stands."""
    start = line.text.index(text)
    span = line.span(start, start + len(text))
    assert span.line == span.end_line
    return span.line, span.column, span.end_column - 1


@pytest.fixture
def path(tmp_path: Path) -> str:
    (tmp_path / "decl.h").write_text(DECLARATIONS)
    return str(tmp_path / "k.F")


def test_text_without_directives_stays() -> None:
    assert preprocessed("k.f90", "x = 1 # 2\n", ("x=3",)) == Preprocessed("x = 1 # 2\n")


def test_macros_and_branches(path: str) -> None:
    found = [line.text for line in read(path, SOURCE, "N=10")]
    assert found == [
        "subroutinef(x)", "realx(10)", "x=10*2//'N''s'", "callf(10,10,y)+z",
        "y=((a+b)*(a+b))+c//\"http://N\"", "end",
    ]  # fmt: skip
    assert "x=1" in [line.text for line in read(path, SOURCE, "N=10", "FAST")]


def test_places(path: str) -> None:
    found = read(path, SOURCE, "N=10")
    assert found[0].file == str(Path(path).parent / "decl.h")
    assert at(found[1], "x(10)") == (2, 12, 15)
    assert found[2].file == path
    assert at(found[2], "10") == (7, 11, 11)
    assert at(found[2], "2") == (7, 13, 13)
    assert at(found[3], "y") == (10, 19, 19)
    assert at(found[3], "z") == (10, 24, 24)
    assert at(found[4], "c//") == (15, 25, 28)
    assert found[5].whole.line == 16


def test_included_files_are_told(path: str) -> None:
    assert preprocessed(path, SOURCE).included == (str(Path(path).parent / "decl.h"),)


def test_nested_includes_and_folders(tmp_path: Path) -> None:
    (tmp_path / "a dir").mkdir()
    (tmp_path / "a dir" / "one.h").write_text('#include "two.h"\nx = 1\n')
    (tmp_path / "a dir" / "two.h").write_text("#define K 8\n\nreal(K) :: x\n")
    source = '#include "one.h"\n y = K\n'
    found = read("k.f90", source, includes=(str(tmp_path / "a dir"),))
    assert [(Path(line.file).name, line.whole.line, line.text) for line in found] == [
        ("two.h", 3, "real(8)::x"), ("one.h", 2, "x=1"), ("k.f90", 2, "y=8"),
    ]  # fmt: skip


def test_names_with_quotes(tmp_path: Path) -> None:
    path = str(tmp_path / 'a"b\\é.F90')
    (found,) = read(path, "#define K 8\nx = K\n")
    assert (found.file, found.text) == (path, "x=8")


@pytest.mark.parametrize(("name", "expected"), [("k.F90", "x=10"), ("k.f90", "x=n")])
def test_upper_case_suffixes_go_through_cpp(name: str, expected: str) -> None:
    (found,) = read(name, "x = N\n", "N=10")
    assert found.text == expected


def test_no_names_of_the_system() -> None:
    source = "#ifdef __GFORTRAN__\n x = unix + linux + i386\n#endif\n"
    (found,) = read("k.f90", source)
    assert found.text == "x=unix+linux+i386"


def test_statement_pushed_past_column_72() -> None:
    source = "#define N 1000000\n      X = " + "1+" * 30 + "N\n"
    (found,) = lines("k.F", preprocessed("k.F", source).text, True)[0]
    assert found.fault is not None
    (diagnostic,) = found.fault.diagnostics
    assert diagnostic.code == "ADC0153" and diagnostic.span and diagnostic.span.line == 2
    comment = "#define N 1000000\n      X = N" + " " * 20 + "! " + "a" * 41 + "\n"
    assert [line.text for line in read("k.F", comment)] == ["x=1000000"]
    numbered = "#define N 1000000\n      X = N".ljust(72 + 18) + "SEQ00010\n"
    assert [line.text for line in read("k.F", numbered)] == ["x=1000000"]


@pytest.mark.parametrize(
    ("source", "line", "part"),
    [
        ("x = 1\n#if\n#endif\n", 2, "#if with no expression"),
        ("\n#ifdef A\nx = 1\n", 2, "unterminated"),
        ("#endif\n", 1, "#endif without #if"),
        ("x = 1\n#error choose a solver\n", 2, "stops the preprocessor: choose a solver"),
        ('x = 1\n#include "nix.h"\ny = 2\n', 2, "does not find `nix.h`"),
        ('x = 1\n#include "nix.h"', 2, "does not find `nix.h`"),
        ("#nonsense\n", 1, "invalid"),
        ('# 40 "other.f"\n#endif\n', 2, "#endif without #if"),
    ],
)
def test_complaints(source: str, line: int, part: str) -> None:
    with pytest.raises(AdcError) as raised:
        preprocessed("k.f90", source)
    diagnostic = raised.value.diagnostics[0]
    assert diagnostic.code == "ADC0153" and part in diagnostic.message and diagnostic.help
    assert diagnostic.span and (diagnostic.span.file, diagnostic.span.line) == ("k.f90", line)


def test_complaint_in_an_included_file(tmp_path: Path) -> None:
    (tmp_path / "bad.h").write_text("\n#error no\n")
    with pytest.raises(AdcError) as raised:
        preprocessed(str(tmp_path / "k.f90"), '#include "bad.h"\n')
    span = raised.value.diagnostics[0].span
    assert span and (span.file, span.line) == (str(tmp_path / "bad.h"), 2)


def test_wrong_define() -> None:
    with pytest.raises(AdcError) as raised:
        preprocessed("k.f90", "#\n", ("1=2",))
    assert "-D" in raised.value.diagnostics[0].help


def test_missing_cpp(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert preprocessed("k.f90", "x = 1\n").text == "x = 1\n"
    with pytest.raises(AdcError) as raised:
        preprocessed("k.f90", "#define X\n")
    assert raised.value.diagnostics[0].code == "ADC0616"


@pytest.mark.parametrize("seed", range(3))
def test_damaged_files(seed: int, path: str) -> None:
    chance = random.Random(seed)
    pieces = ["#", "\n#", "\n#if 1\n", '"', "'", "\\\n", "/*", "\x00", "é", "\r", "(", "", "", "##"]
    failed = 0
    for _ in range(40):
        text = SOURCE
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(text))
            text = text[:start] + chance.choice(pieces) + text[start + chance.randrange(30) :]
        rows = text.replace("\r", "\n").split("\n")
        try:
            for line in lines(path, preprocessed(path, text, ("N=4",)).text, True)[0]:
                if line.file == path:
                    assert all(1 <= row <= len(rows) and c >= 1 for row, c in line.places)
        except AdcError as error:
            failed += 1
            for diagnostic in error.diagnostics:
                assert diagnostic.span is None or diagnostic.span.line <= len(rows)
    assert failed > 5
