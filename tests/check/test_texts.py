"""Characters that nobody reads are no arguments, and the run of the source is given some."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from tests.check.test_ended import checked
from tests.emit_files.fortran import needs_gfortran

ROUTINE = """\
subroutine mixture(n, names, labels, title, x, y)
  implicit none
  integer, intent(in) :: n
  character(len=*), intent(in) :: names(n), title
  character(len=8) :: labels({axes})
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 0d0
  do i = 1, n
    if (x(i) < 0d0) print *, title, names(i), labels{place}
    y = y + x(i)**2
  end do
  labels{place} = 'seen'{more}
end subroutine mixture
"""
MODULE = "module mixing\ncontains\n{}end module mixing\n"


@needs_gfortran
@pytest.mark.parametrize("module", [False, True], ids=["external", "module"])
@pytest.mark.parametrize(
    ("axes", "place"), [(":, :", "(2, 1)"), ("2, *", "(2, 3)"), ("n", "(n)")],
    ids=["shape", "size", "extent"],
)  # fmt: skip
def test_arrays_of_texts(tmp_path: Path, axes: str, place: str, module: bool) -> None:
    text = ROUTINE.format(axes=axes, place=place, more="")
    report = checked(tmp_path, MODULE.format(text) if module else text)
    assert report.verdict == "pass", report
    assert report.original.startswith("gfortran")


@pytest.mark.parametrize(
    "more",
    [
        "\n  if (names(1) == 'a') y = 2*y",
        "\n  y = y*size(names)",
        "\n  y = y*len(labels)",
        "\n  y = y*iachar(names(1))",
        "\n  if (title == 'a') y = 2*y",
        "\n  y = y*len_trim(title)",
        "\n  block; character(len(title)) :: copy; copy = 'ab'; if (copy == 'a') y = 0; end block",
        "\n  call shortened(y)\ncontains\n  subroutine shortened(y)\n  real(8) :: y\n"
        "  character(len(title)) :: copy\n  copy = 'ab'\n  if (copy == 'a') y = 0\n"
        "  end subroutine shortened",
    ],
)
def test_what_is_read_is_refused(tmp_path: Path, more: str) -> None:
    text = ROUTINE.format(axes="n", place="(n)", more=more)
    with pytest.raises(AdcError) as raised:
        checked(tmp_path, text)
    assert raised.value.diagnostics[0].code in ("ADC0169", "ADC0240")


@pytest.mark.parametrize(
    "declared", ["character(*), intent(out) :: note", "character(*) :: note"], ids=["out", "set"]
)
@pytest.mark.parametrize("use", ["if (len(note) > 3) y = y**2", "y = y*len(copy)"])
def test_the_length_of_a_message_is_the_callers(tmp_path: Path, declared: str, use: str) -> None:
    text = f"""\
subroutine told(note, x, y)
  implicit none
  {declared}
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  character(len(note)) :: copy
  y = x**2
  {use}
  note = 'done'
end subroutine told
"""
    if "len(note)" in use:
        text = text.replace("  character(len(note)) :: copy\n", "")
    with pytest.raises(AdcError) as raised:
        checked(tmp_path, text)
    assert raised.value.diagnostics[0].code in ("ADC0169", "ADC0240")
