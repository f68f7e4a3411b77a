"""Where arguments that the routine does not list stand in the source, as the files tell it."""

from __future__ import annotations

from adc.frontends.fortran.translation import translate
from adc.options import Request
from adc.pipeline import compile_request
from tests.frontends.fortran.built import sources

TEXT = """
module grid
  real(8) :: dz, x
end module
subroutine s(x, y)
  use grid, only: step => dz, other => x
  real(8) :: x, y, g, h
  integer :: mode
  common /physics/ g, mode
  common h
  h = step*x*other
  y = g*x*h
  if (mode > 0) y = 2*y
end
"""


def test_origins_are_told_in_the_sources_names() -> None:
    found = sources(TEXT)
    assert translate(found, found.find("s"), []).origins == {
        "dz": "dz of module grid",
        "grid_x": "x of module grid",
        "g": "g of COMMON /physics/",
        "mode": "mode of COMMON /physics/",
        "h": "h of blank COMMON",
    }


def test_the_header_and_the_module_tell_them(tmp_path) -> None:
    path = tmp_path / "s.f90"
    path.write_text(TEXT)
    request = Request(sources=(str(path),), function="s", wrt=("x",), of=("y",), value=True)
    files = compile_request(request).files
    for name in ("s_grad.h", "s_grad_mod.f90"):
        text = " ".join(files[name].split())
        assert "integer mode of COMMON /physics/" in text
        assert "x of module grid" in text
        assert "h of blank COMMON; on exit what the source leaves in it" in text
