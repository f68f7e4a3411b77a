"""A small choice of `make hostile`: diagnostics and exit statuses, nothing half-written."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile import numbers, options, process, sources
from tests.hostile.command import Told, complaint
from tests.proof.marks import short_and_long


@pytest.mark.parametrize("number", range(40))
def test_damaged_python(number: int, tmp_path: Path) -> None:
    kernel, own = sources.case(number)
    assert sources.fault(kernel, own, tmp_path) == ""


@pytest.mark.long  # dear, and proves what others do
def test_nonsense_for_every_option(tmp_path: Path) -> None:
    faults = {}
    for number, line in enumerate(options.command_lines(thorough=False)):
        folder = tmp_path / str(number)
        folder.mkdir()
        found = options.fault(line, folder)
        if found:
            faults[" ".join(line)] = found
    assert not faults


@pytest.mark.parametrize("name", numbers.SOURCES)
def test_numbers_without_end(name: str, tmp_path: Path) -> None:
    assert numbers.fault(name, tmp_path) == ""


@pytest.mark.parametrize("count", short_and_long(2, 12))
def test_interrupted_runs(count: int, tmp_path: Path) -> None:
    interrupted = process.Interrupted(tmp_path)
    assert [interrupted.fault(number) for number in range(count)] == [""] * count


def test_two_runs_into_one_folder(tmp_path: Path, served: Path) -> None:
    assert process.two_at_once(tmp_path, [str(served / "adc")]) == ""


@pytest.mark.parametrize("disk", ["size=64k", "ro"])
def test_no_room_on_the_disk(disk: str, served: Path) -> None:
    found = process.full_disk(disk, [str(served / "adc")])
    if found is None:
        pytest.skip("nobody may mount a disk here")
    assert found == ""


def test_no_compiler(tmp_path: Path, served: Path) -> None:
    assert process.no_compiler(tmp_path, [str(served / "adc")]) == ""


@pytest.mark.parametrize(
    "told",
    [
        Told(1, "", "Traceback (most recent call last):\nerror[ADC0101]: x"),
        Told(70, "", "adc: internal error"),
        Told(1, "", "it failed"),
        Told(1, "", "error[ADC0101]: x\n --> missing.py:1:1\n"),
        Told(1, "", "error[ADC0101]: x\n --> here.py:9:1\n"),
    ],
)
def test_a_complaint_can_be_made(told: Told, tmp_path: Path) -> None:
    (tmp_path / "here.py").write_text("one line\n")
    assert complaint(told, tmp_path)
