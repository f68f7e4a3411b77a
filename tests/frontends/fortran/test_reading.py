"""Reading Fortran files: Latin-1, and names that must differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.frontends.fortran.reading import read_files
from adc.options import Request
from adc.pipeline import compile_request

TEXT = "! Méthode d'Euler, à l'été\nsubroutine s(x, y)\n  real(8) :: x, y\n  y = x*x ! carré\nend\n"


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_comments_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "k.f90"
    path.write_bytes(TEXT.encode(encoding))
    _, texts = read_files([str(path)], (), (), [])
    assert texts == {str(path): TEXT}
    request = Request(sources=(str(path),), function="s", wrt=("x",), of=("y",))
    generated = "".join(compile_request(request).files.values())
    assert "k.f90:4: y = x*x ! carré" in generated


def test_latin_1_through_the_preprocessor(tmp_path: Path) -> None:
    (tmp_path / "set.inc").write_bytes("! déjà vu\n      y = x\n".encode("latin-1"))
    path = tmp_path / "k.F"
    text = 'c été\n      subroutine s(x, y)\n#include "set.inc"\n      end\n'
    path.write_bytes(text.encode("latin-1"))
    _, texts = read_files([str(path)], (), (), [])
    assert texts[str(path)] == text
    assert texts[str(tmp_path / "set.inc")].startswith("! déjà vu")


def test_a_compiled_file_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "k.f90"
    path.write_bytes(b"\x7fELF\x02\x00\x00\xff\xfe")
    with pytest.raises(AdcError) as caught:
        read_files([str(path)], (), (), [])
    assert caught.value.diagnostics[0].code == "ADC0604"


def test_one_file_by_two_paths(tmp_path: Path) -> None:
    (tmp_path / "set.inc").write_text("x = 1\n")
    lines = "include 'set.inc'\ninclude './set.inc'\n"
    (tmp_path / "k.f90").write_text(f"subroutine s(x)\n{lines}end\n")
    read_files([str(tmp_path / "k.f90")], (), (), [])
