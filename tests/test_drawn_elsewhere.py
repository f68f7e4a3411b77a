"""Functions of other files that draw with what they are given, or by themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

DRAWING = """\
import matplotlib.pyplot as plt


def shown(x, ax=None):
    y = x*2
    if ax is None:
        ax = plt.gca()
    def mark(k):
        z = k*x[0]
        ax.plot(y)
        return z
    return y*mark(3.0)


class Figure:
    def __init__(self, x, ax=None):
        self.x = x
        if ax is None:
            ax = plt.gca()
        self.ax = ax

    def draw(self):
        self.ax.plot(self.x)
        return self.x*3
"""
KERNEL = """\
from drawing import Figure, shown


class Marker:
    def __init__(self, x):
        self.x = x

    def plot(self, v):
        self.x[0] = 7.0


def f(x: "float64[n]"):
    y = {call}
    return y[0]*x[1] + x[0]
"""


def checked(call: str, folder: Path) -> tuple[int, str]:
    (folder / "drawing.py").write_text(DRAWING)
    (folder / "kernel.py").write_text(KERNEL.format(call=call))
    words = ["check", str(folder / "kernel.py"), "--function", "f", "--wrt", "x"]
    done = CliRunner().invoke(adc, words)
    return done.exit_code, done.output


@pytest.mark.parametrize(
    "call", ["shown(x, Marker(x))", "shown(x, ax=Marker(x))", "Figure(x, Marker(x)).draw()"]
)
def test_what_an_object_of_the_source_does_is_not_left_out(call: str, tmp_path: Path) -> None:
    status, told = checked(call, tmp_path)
    assert status == 1, told
    assert "error[ADC0126]: this cannot be left out: `ax`" in told
    assert "leave `ax` out of the call" in told


@pytest.mark.parametrize("call", ["shown(x) + shown(x, None)", "Figure(x, ax=None).draw()"])
def test_what_only_draws_is_left_out(call: str, tmp_path: Path) -> None:
    status, told = checked(call, tmp_path)
    assert status == 0, told
    assert "is left out of the generated code" in told
