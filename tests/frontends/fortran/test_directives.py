"""What adc says about Tapenade's directives."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.diagnostics import Severity
from adc.frontends.fortran.directives import notes
from adc.frontends.fortran.form import lines

OPTION = re.compile(r"--[a-z-]+")
SOURCE = """\
!$AD II-LOOP
  do i = 1, n
  !$ad nocheckpoint
  call f(x)  !$AD II-LOOP is none behind a statement
!$AD CHECKPOINT-START
!$AD CHECKPOINT-END
!$AD BINOMIAL-CKP nt+1 98 1
!$AD DO-NOT-DIFF
!$AD END-DO-NOT-DIFF
!$AD
!$add
!$NO AD BINOMIAL-CKP nt 3 1
"""


def test_each_directive_has_its_note() -> None:
    found = notes(lines("k.f90", SOURCE, False)[1])
    places = [(d.span.line, d.severity.value) for d in found if d.span]
    assert places == [
        (1, "note"), (3, "note"), (5, "note"), (7, "note"), (8, "warning"), (10, "warning"),
    ]  # fmt: skip
    assert found[0].message.startswith("`$AD II-LOOP` is a comment to adc")
    assert "--store" in found[1].help
    assert "--recompute" in found[2].help
    assert "--mem-limit" in found[3].help
    assert all(d.code == "ADC0154" and d.help for d in found)


def test_unknown_directives_warn() -> None:
    (found,) = notes(lines("k.f", "C$AD  FROBNICATE x\n", True)[1])
    assert found.severity is Severity.WARNING
    assert "FROBNICATE" in found.message


@pytest.mark.parametrize("name", ["NOCHECKPOINT", "CHECKPOINT-START", "BINOMIAL-CKP", "II-LOOP"])
def test_the_options_exist(name: str) -> None:
    (found,) = notes(lines("k.f", f"*$AD {name}\n", True)[1])
    known = set(OPTION.findall(CliRunner().invoke(adc, ["grad", "--help"]).output))
    named = set(OPTION.findall(found.help))
    assert named and named <= known
