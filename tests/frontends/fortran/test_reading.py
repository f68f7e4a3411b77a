"""The files of a request: read with what they include, each place in the file that has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.fortran.reading import read_files


def written(folder: Path, **texts: str) -> list[str]:
    """Writes `name__suffix` as `name.suffix`; the paths."""
    paths = [folder / name.replace("__", ".") for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text, encoding="utf-8")
    return [str(p) for p in paths]


def test_files_in_the_order_given(tmp_path: Path) -> None:
    paths = written(
        tmp_path,
        b__f90="subroutine b\n  x = 1.0\nend subroutine b\n",
        a__f="      SUBROUTINE A\n      X = 1.0\n      END\n",
    )
    warnings: list[Diagnostic] = []
    files, texts = read_files(paths, (), (), warnings)
    assert [u.name for f in files for u in f.units] == ["b", "a"]
    assert [f.file for f in files] == paths == list(texts)
    assert not warnings


def test_included_files_are_among_the_texts(tmp_path: Path) -> None:
    path, part = written(
        tmp_path,
        a__f90="subroutine a\n  include 'part.inc'\n  x = 1.0\nend subroutine a\n",
        part__inc="real :: x\n",
    )
    (file,), texts = read_files([path], (), (), [])
    assert texts == {path: Path(path).read_text(), part: "real :: x\n"}
    (declaration,) = file.units[0].declarations
    assert (declaration.span.file, declaration.span.line) == (part, 1)


def test_included_from_a_folder(tmp_path: Path) -> None:
    (tmp_path / "inc").mkdir()
    (path,) = written(tmp_path, a__f90="subroutine a\n  include 'part.inc'\nend subroutine a\n")
    (part,) = written(tmp_path / "inc", part__inc="real :: x\n")
    (file,), texts = read_files([path], (), (str(tmp_path / "inc"),), [])
    assert file.units[0].error is None
    assert list(texts) == [path, part]


def test_preprocessed_files_keep_their_places(tmp_path: Path) -> None:
    path, part = written(
        tmp_path,
        a__f90='subroutine a\n#include "part.h"\n#ifdef WIDE\n  real :: y\n#endif\n'
        "  x = FACTOR\nend subroutine a\n",
        part__h="  real :: x\n#define FACTOR 2.0\n",
    )
    (file,), texts = read_files([path], ("WIDE",), (str(tmp_path),), [])
    assert set(texts) == {path, part}
    (unit,) = file.units
    places = [(Path(d.span.file).name, d.span.line) for d in unit.declarations]
    assert places == [("part.h", 1), ("a.f90", 4)]
    assert unit.body[0].span.line == 6


def test_warnings_of_the_form(tmp_path: Path) -> None:
    long = "      X = 1.0" + 59 * " " + "+ Y*Z"
    paths = written(
        tmp_path,
        a__f=f"      SUBROUTINE A\nC$AD NOCHECKPOINT\n{long}\n      END\n",
        b__f90=f"subroutine b\n{long}\nend subroutine b\n",
    )
    warnings: list[Diagnostic] = []
    read_files(paths, (), (), warnings)
    found = [(w.code, Path(w.span.file).name, w.span.line) for w in warnings if w.span]
    assert found == [("ADC0149", "a.f", 3), ("ADC0154", "a.f", 2)]


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(AdcError) as caught:
        read_files([str(tmp_path / "a.f90")], (), (), [])
    assert caught.value.diagnostics[0].code == "ADC0602"
