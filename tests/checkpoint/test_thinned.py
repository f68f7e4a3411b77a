"""Snapshots taken away one at a time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from adc.checkpoint.configuration import Choices, LoopChoice
from adc.checkpoint.search.search import thinned
from adc.ir.nodes import Loop
from adc.ir.shapes import integer


def study(steps: int) -> Any:
    """As much of a loop's study as is looked at."""
    loop = Loop("t", integer(0), integer(steps), 1, ())
    return SimpleNamespace(label="S1", steps=steps, pair=SimpleNamespace(loop=loop))


@pytest.mark.parametrize(("steps", "slots"), [(0, []), (1, []), (2, []), (3, [1]), (7, [3])])
def test_a_snapshot_less_than_one_for_every_segment(steps: int, slots: list[int]) -> None:
    """Of two steps each; a loop that makes no step at these sizes holds none."""
    choices = Choices({"S1": LoopChoice(length=2)})
    found = [c.loops["S1"].slots for c in thinned(choices, [study(steps)])]
    assert found == slots
