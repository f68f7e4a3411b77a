"""Snapshots taken away one at a time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from adc.checkpoint.configuration import CheckpointSchedule, Configuration
from adc.checkpoint.search.neighbours import thinned
from adc.ir.nodes import Loop
from adc.ir.shapes import integer


def account(steps: int) -> Any:
    """As much of a loop's account as is looked at."""
    loop = Loop("t", integer(0), integer(steps), 1, ())
    return SimpleNamespace(label="S1", steps=steps, pair=SimpleNamespace(loop=loop))


@pytest.mark.parametrize(("steps", "slots"), [(0, []), (1, []), (2, []), (3, [1]), (7, [3])])
def test_a_snapshot_less_than_one_for_every_segment(steps: int, slots: list[int]) -> None:
    """Of two steps each; a loop that makes no step at these sizes holds none."""
    configuration = Configuration({"S1": CheckpointSchedule(length=2)})
    found = [c.loops["S1"].slots for c in thinned(configuration, [account(steps)])]
    assert found == slots
