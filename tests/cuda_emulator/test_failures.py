"""Calls that are made to fail, and devices that are too small."""

from __future__ import annotations

import numpy as np
import pytest

from tests.cuda_emulator.cases import library, needs_compiler, outcome
from tests.cuda_emulator.drivers import Pairs, entry, overlap, whole
from tests.cuda_emulator.run import Device, run

pytestmark = needs_compiler

#: How often `entry` makes each kind of call, and what it then returns.
CALLS = {"malloc": (1, 1), "copy": (2, 2), "launch": (1, 2)}


def failing(kind: str, at: int):
    def driver(device: Device) -> Pairs:
        device.fail(kind, at)
        return entry(device)

    return driver


@pytest.mark.parametrize("kind", CALLS)
def test_each_failure_is_told_and_leaks_nothing(kind: str) -> None:
    times, status = CALLS[kind]
    assert outcome("entry").report.calls[kind] == times
    for at in range(1, times + 1):
        found = outcome("entry", driver=failing(kind, at))
        assert found.value[0] == (status, 0)
        assert not found.report.findings, found.report.told()
        assert found.report.left_bytes == 0
    found = outcome("entry", driver=failing(kind, times + 1))
    assert found.value[0] == (0, 0), "one call more than there are"


def test_a_leak_after_a_failure_is_found() -> None:
    there = "cudaMemcpyHostToDevice) != cudaSuccess)\n        "
    early = {there + "fault = 2;": there + "return 2;"}
    assert not outcome("entry", early).report.findings
    found = outcome("entry", early, driver=failing("copy", 1)).report
    assert found.kinds == {"leak"}
    assert all(f.after_failure for f in found.findings)


def test_an_error_that_nothing_asks_for_is_found_by_its_results() -> None:
    blind = {"        if (cudaGetLastError() != cudaSuccess)\n            fault = 2;\n": ""}
    found = outcome("entry", blind, driver=failing("launch", 1))
    assert found.value[0] == (0, 0)
    assert found.report.kinds == {"uninitialised"}


def test_failed_launches_copies_and_waits_are_the_last_error() -> None:
    for kind in ("launch", "copy", "synchronise"):

        def driver(device: Device, kind: str = kind) -> Pairs:
            device.fail(kind, 2)
            return overlap(device)

        status = outcome("overlap", driver=driver).value[0]
        assert status == (1, 0), kind


def test_a_device_that_is_too_small() -> None:
    need = 1616
    for room, status in ((need, 0), (need - 1, 1)):
        found = run(library("entry"), entry, device_bytes=room)
        assert found.value[0] == (status, 0)
        assert not found.report.findings, found.report.told()


def test_memory_that_a_test_declares_as_not_written() -> None:
    """A workspace full of numbers may still be one that nothing may read first."""

    def driver(device: Device, *, written: bool) -> float:
        x, parts = device.put(np.ones(4)), device.put(np.zeros(8))
        device.mark(x, 8, written=written)
        assert device.library.total_ws(whole(4), x, device.empty(8), parts, None) == 0

    for written in (True, False):
        report = run(library("total"), lambda d, w=written: driver(d, written=w)).report
        assert report.kinds == (set() if written else {"uninitialised"})
