"""How deep calls may nest: in the scope of a compilation, and nowhere else."""

from __future__ import annotations

import importlib
import resource
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc
from adc.diagnostics import AdcError, Span
from adc.diagnostics.nesting import deep_calls, not_too_deep
from adc.options import Request
from adc.pipeline import compile_request

KERNEL = """\
import numpy as np


def f(x: "float64[N]"):
    return np.sum({term})
"""


def endless(*_: object, **__: object) -> None:
    endless()


def sorted_within(depth: int) -> list[int]:
    """Sorts in whose key others are sorted: nothing takes more of the stack for a call."""
    return sorted([1], key=lambda _: len(sorted_within(depth - 1))) if depth else []


def limits() -> tuple[int, tuple[int, int]]:
    return sys.getrecursionlimit(), resource.getrlimit(resource.RLIMIT_STACK)


def test_the_limit_is_raised_in_the_scope_alone() -> None:
    before = limits()
    with deep_calls():
        assert sys.getrecursionlimit() > before[0]
        with deep_calls():
            pass
        assert sys.getrecursionlimit() > before[0]
    assert limits() == before
    with pytest.raises(ValueError, match="inside"), deep_calls():
        raise ValueError("inside")
    assert limits() == before


def test_the_stack_holds_what_the_limit_lets_nest() -> None:
    place = Span("f.py", 3)
    with pytest.raises(AdcError) as caught, not_too_deep("`f`", place):
        sorted_within(1_000_000)
    (found,) = caught.value.diagnostics
    assert (found.code, found.span) == ("ADC0124", place)
    assert found.message == "`f` is nested too deeply"


@pytest.mark.parametrize("term", ["x", "(" * 400 + "x" + ")" * 400, "-" * 20_000 + "x"])
def test_a_compilation_leaves_the_limit_as_it_was(term: str, tmp_path: Path) -> None:
    source = tmp_path / "f.py"
    source.write_text(KERNEL.format(term=term))
    before = limits()
    try:
        compile_request(Request(mode="grad", sources=(str(source),), wrt=("x",)))
    except AdcError as error:
        assert error.diagnostics[0].code == "ADC0124"
    assert limits() == before


STAGES = {
    "read": ("adc.frontends.python", "parse", 1),
    "types": ("adc.frontends.signature", "resolve", 4),
    "lower": ("adc.lowering", "lower", 4),
    "targets": ("adc.differentiate.targets", "dependents", 4),
    "tangent": ("adc.differentiate.forward", "tangent_program", 4),
    "reverse": ("adc.differentiate.gradient", "reverse_program", 4),
    "plan": ("adc.checkpoint.search.report", "full_rows", 4),
    "schedule": ("adc.schedule", "schedule", 4),
    "render": ("adc.emit", "render", 4),
    "check": ("adc.check", "check", 4),
}
COMMANDS = {
    "grad": (["grad", "-o", "out"], set(STAGES) - {"check"}),
    "jvp": (["jvp", "-o", "out"], set(STAGES) - {"reverse", "plan", "check"}),
    "plan": (["plan"], set(STAGES) - {"tangent", "render", "check"}),
    "show": (["show", "--stage", "loops"], set(STAGES) - {"tangent", "render", "check"}),
    "check": (["check"], set(STAGES)),
}
RUNS = [(command, stage) for command, (_, stages) in COMMANDS.items() for stage in sorted(stages)]


@pytest.mark.parametrize(("command", "stage"), RUNS)
def test_every_stage_may_find_it_too_deep(
    command: str, stage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stage that recurs without end ends with the function's place, and writes nothing."""
    module, function, line = STAGES[stage]
    monkeypatch.setattr(importlib.import_module(module), function, endless)
    monkeypatch.chdir(tmp_path)
    Path("f.py").write_text(KERNEL.format(term="x * x"))
    result = CliRunner().invoke(adc, [*COMMANDS[command][0], "f.py", "--wrt", "x"])
    assert result.exit_code == 1, result.stderr
    assert result.stderr.startswith("error[ADC0124]: ")
    assert f" --> f.py:{line}:1\n" in result.stderr
    assert [p.name for p in tmp_path.iterdir()] == ["f.py"]
