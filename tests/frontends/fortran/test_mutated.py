"""Damaged Fortran files give diagnostics: no traceback, no hang (`mutated`)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.frontends.fortran import mutated
from tests.frontends.fortran.mutated import DAMAGES, HungError, complaint, damaged, specs, within
from tests.proof.marks import half_of

#: Cases per kernel; `make fuzz-fortran` runs thousands.
COUNT = 15


@pytest.mark.parametrize("name", half_of(specs()))
def test_damaged_files(name: str, tmp_path: Path) -> None:
    spec = specs()[name]
    for number in range(COUNT):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = mutated.fault(spec, number, folder)
        assert not found, f"{name} {number}: {found}"


def test_damage_is_the_same_everywhere() -> None:
    for damage in DAMAGES:
        once, again = (damage(b"x = 1\ny = x\nend\n", random.Random(3)) for _ in range(2))
        assert once == again, damage.__name__


def test_damage_is_done() -> None:
    data = b"".join(b"      x%d = y*%d\n" % (i, i) for i in range(40))
    files = {damaged(data, random.Random(number)) for number in range(100)}
    assert len(files) > 90


def test_what_is_complained_of(tmp_path: Path) -> None:
    (tmp_path / "a.f").write_text("      END\n")
    assert not complaint(0, "", tmp_path)
    assert not complaint(1, "error[ADC0150]: no\n --> a.f:1:7\n", tmp_path)
    assert complaint(70, "adc: internal error: KeyError: 'x'", tmp_path)
    assert complaint(1, "", tmp_path)
    assert complaint(1, "error[ADC0150]: no\n --> b.f:1:7\n", tmp_path)
    assert complaint(1, "error[ADC0150]: no\n --> a.f:3:7\n", tmp_path)


def test_what_never_ends_is_stopped() -> None:
    with pytest.raises(HungError), within(1):
        while True:
            pass
