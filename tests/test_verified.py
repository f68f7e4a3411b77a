"""The verifier runs after every stage, at its level: what a stage breaks is told as its fault."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.differentiate.gradient import Reversed
from adc.ir.program import Program
from adc.schedule.scheduled import Scheduled
from adc.simplify import passes
from adc.simplify.passes import PASSES

KERNEL = """\
import numpy as np


def f(n: int, a: float, x: "float64[N]", w: "float64[N]"):
    y = np.empty(4)
    for t in range(n):
        x = x * x + a * w
    y[:] = a
    return np.sum(x) + np.sum(y)
"""


def twice(program: Program) -> Program:
    """`program` with its first container declared again."""
    return replace(program, containers=(program.containers[0], *program.containers))


def twice_new(reversed_: Reversed) -> Reversed:
    return replace(reversed_, new=(reversed_.new[0], *reversed_.new))


def without_arena(scheduled: Scheduled) -> Scheduled:
    return replace(scheduled, arena=(*scheduled.arena, *scheduled.arena))


#: Per stage: the command, the function that does its work, what breaks its result.
STAGES: dict[str, tuple[str, str, Callable[[Any], Any]]] = {
    "lowering": ("grad", "adc.lowering.lower", twice),
    "settling blanks": ("grad", "adc.simplify.blanks.settle_blanks", twice),
    "making way": ("grad", "adc.differentiate.names.make_way", twice),
    "tangent": ("jvp", "adc.differentiate.forward.tangent_program", twice),
    "reverse": ("grad", "adc.differentiate.gradient.reverse_program", twice_new),
    "plan": ("grad", "adc.checkpoint.transform.planner.assemble", twice),
    "schedule": ("grad", "adc.schedule.schedule", without_arena),
}


def broken(monkeypatch: pytest.MonkeyPatch, place: str, breaks: Callable[[Any], Any]) -> None:
    import importlib

    module, _, name = place.rpartition(".")
    home = importlib.import_module(module)
    work = getattr(home, name)
    monkeypatch.setattr(home, name, lambda *args, **named: breaks(work(*args, **named)))


def told(command: str, folder: Path) -> str:
    (folder / "kernel.py").write_text(KERNEL)
    arguments = [command, str(folder / "kernel.py"), "--wrt", "x,w", "-o", str(folder / "out")]
    result = CliRunner().invoke(adc, arguments, prog_name="adc", env={"ADC_DEBUG": None})
    assert not (folder / "out").exists() or result.exit_code == 0
    return f"{result.exit_code} {result.stderr}"


def test_the_kernel_is_sound(tmp_path: Path) -> None:
    assert told("grad", tmp_path).startswith("0 ") and told("jvp", tmp_path).startswith("0 ")


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_that_breaks_a_program_is_named(
    stage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command, place, breaks = STAGES[stage]
    broken(monkeypatch, place, breaks)
    text = told(command, tmp_path)
    assert text.startswith(f"70 adc: internal error: after {stage}"), text


@pytest.mark.parametrize("number", range(len(PASSES)), ids=[p.name for p in PASSES])
def test_a_pass_that_breaks_a_program_is_named(
    number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = PASSES[number].run

    def breaking(program: Program) -> Program:
        return twice(run(program))

    breaking.__name__ = run.__name__
    changed = list(PASSES)
    changed[number] = replace(PASSES[number], run=breaking)
    monkeypatch.setattr(passes, "PASSES", tuple(changed))
    text = told("grad", tmp_path)
    assert text.startswith(f"70 adc: internal error: after {run.__name__}: "), text
    assert "declared twice" in text
