"""Every option of every command with values that nobody should give."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import click

from adc.cli.app import COMMANDS, adc
from tests.hostile.command import HungError, adc_in, complaint

KERNEL = """\
import numpy as np

def f(T: int, a: float, x: "float64[N]", y: "float64[N]"):
    for t in range(T):
        x[:] = np.sin(x) * y + a
    return np.sum(x * x)
"""
IR = """\
program f(N: size, T: integer, x: array) -> r
inout x: float64[N]
output r: float64

L1: for t in range(0, T):
    S1: x[i] = sin(x[i]) for i in 0:N
S2: r = 0.0
S3: r += x[k]*x[k] for k in 0:N
"""
NONSENSE = (
    "", " ", "-1", "0", "x", "y", "a", "T", "N", "f", "nope", "x,", ",", "x,x", "x=1", "N=", "=5",
    "N=0", "N=-3", "N=1e9", "N=99999999999999999999", "x=1:2", "x=2:1", "x=nan", "x=inf", "1e400",
    "10KiB", "10XB", "1.5GiB", "999999999999GiB", "None", "return", "return_0", "return_7",
    "return[0]", "return[-1]", "%", "%%", "%s", "int", "f(x)", "f(x: float64[N])", "f(x: float64[",
    "F(f)/(x)", "f(return)/(x)", "\n", "\t", "é", "λ", "a b", "'", '"', "$(true)", "--wrt", "-o",
    ".", "..", "/", "k.py", "out", "/dev/null", "/proc/self/mem", "/dev/full", "x" * 300, "c",
    "cuda", "float32", "float16", "store", "ir", "loops", "ones", "argument",
)  # fmt: skip
#: The rest of a command line that is in order.
_SOUND = {
    "grad": ["k.py", "--wrt", "x"], "jvp": ["k.py", "--wrt", "x"], "plan": ["k.py", "--wrt", "x"],
    "show": ["k.py", "--wrt", "x", "--stage", "ir"], "check": ["k.py", "--wrt", "x"],
    "opt": ["k.ir", "--wrt", "x", "--of", "r", "--stage", "reverse,plan,simplify"],
    "tune": ["k.py", "--wrt", "x", "--schedule", "source"],  # refused last: it would measure
    "calibrate": [], "ops": [], "explain": ["ADC0101"], "completion": ["bash"],
}  # fmt: skip


def command_lines(thorough: bool = True) -> Iterator[list[str]]:
    """Each option with each nonsense; flags alone; and values in the place of arguments.

    Without `thorough` a fixed choice of them. `check` and `calibrate` build and run programs: they
    are asked only for what ends before.
    """
    chance = random.Random(0)
    for name in COMMANDS:
        command = adc.get_command(click.Context(adc), name)
        assert command is not None
        for parameter in command.params:
            values = NONSENSE if thorough else chance.sample(NONSENSE, 2)
            for value in values:
                line = _line(name, parameter, value)
                if line and not (name in ("check", "calibrate") and _runs(line)):
                    yield line


def _line(name: str, parameter: click.Parameter, value: str) -> list[str]:
    sound = _SOUND[name]
    if isinstance(parameter, click.Argument):
        return [name, value, *sound[1:]]
    flags = [*parameter.opts, *parameter.secondary_opts]
    if getattr(parameter, "is_flag", False):
        return [name, *sound, *flags, value]
    return [name, *sound, flags[-1] if len(value) % 2 else flags[0], value]


def _runs(line: list[str]) -> bool:
    """Whether the compiler may be called: then the value may be a good one."""
    return line[0] == "calibrate" or not any(w in line for w in ("--wrt", "--of"))


def fault(line: list[str], folder: Path) -> str:
    """What is wrong with how adc takes the line; empty for nothing. `folder` is empty."""
    (folder / "k.py").write_text(KERNEL)
    (folder / "k.ir").write_text(IR)
    before = (folder / "k.py").read_bytes()
    try:
        told = adc_in(folder, line)
    except HungError:
        return "no end within 60 s"
    if (folder / "k.py").read_bytes() != before:
        return "the source was overwritten"
    left = [p for p in folder.rglob("*") if p.name.startswith(".adc-")]
    if left:
        return f"left {left}"
    return complaint(told, folder, (0, 1, 2, 3, 4))
