"""`--room`: arrays whose length only data tell have room for so many elements, and calls that need
more return an error. `adc check` runs the originals beside."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import adc as api
from adc.cli.app import adc

KERNEL = """
import numpy as np

def times(x: "float64[n]"):
    t = np.arange(0.0, x[0] + 1.0, 0.3)
    back = np.arange(x[0], -x[1], -0.25)
    return np.sum(np.sin(t)*x[1]) + t[-1]*len(t) + np.sum(back**2)

def series(x: "float64[n]"):
    k = int(round(x[0] + 4*x[0]**(1/3) + 2))
    w = np.zeros(k)
    for i in range(k):
        w[i] = x[1]**i/(i + 1)
    return np.sum(w*np.arange(1, k + 1))

def grid(c):
    return np.exp(-np.linspace(0, c, int(c*10)))

def called(x: "float64[n]"):
    return np.sum(grid(x[1]))*x[0]

def doubled(x: "float64[n]"):
    kept, s = [], x[0]
    while s < 30:
        s = s*1.7 + x[1]
        kept.append(s)
    kept.append(s**2)
    steps = np.diff(kept)
    return np.sum(steps**2)*len(kept) + kept[0]*np.array(kept).mean()

def rows(x: "float64[n]"):
    kept, r = [x], x[0]
    while r > 0.1:
        x = 0.5*x + x[1]
        r *= 0.6
        kept.append(x)
    return np.sum(np.array(kept).sum(axis=0)**2)

def binned(x: "float64[n]"):
    k = (x*5).astype(int)
    sums = np.bincount(k, weights=x**2)
    return np.sum(sums**2)*x[0]/len(sums) + np.sum(x*np.bincount(k)[k])
"""
FUNCTIONS = ("times", "series", "called", "doubled", "rows", "binned")


def checked(folder: Path, function: str, *options: str) -> tuple[int, str]:
    (folder / "kernel.py").write_text(KERNEL)
    words = ["check", str(folder / "kernel.py"), "--function", function, "--wrt", "x"]
    words += ["--size", "n=2", "--set", "x=1:2", *options]
    done = CliRunner().invoke(adc, words, prog_name="adc")
    return done.exit_code, done.output


@pytest.mark.parametrize("function", FUNCTIONS)
def test_enough_room(tmp_path: Path, function: str) -> None:
    assert checked(tmp_path, function, "--room", "40")[0] == 0


def test_refused_without(tmp_path: Path) -> None:
    status, said = checked(tmp_path, "times")
    assert status == 1 and "[ADC0235]" in said and "--room" in said


@pytest.mark.parametrize("function", ["series", "doubled", "rows", "binned"])
def test_too_little_room(tmp_path: Path, function: str) -> None:
    status, said = checked(tmp_path, function, "--room", "3")
    assert status == 4 and "ESIZE" in said


@pytest.mark.parametrize("function", ["doubled", "binned"])
def test_room_is_advised(tmp_path: Path, function: str) -> None:
    status, said = checked(tmp_path, function)
    assert status == 1 and "[ADC0235]" in said and "--room" in said


@pytest.mark.parametrize("first", [np.nan, np.inf, 1e300, 40.0])
def test_what_no_room_holds(tmp_path: Path, first: float) -> None:
    (tmp_path / "kernel.py").write_text(KERNEL)
    gradient = api.grad(tmp_path / "kernel.py", function="times", wrt="x", room=40)
    gradient(np.array([2.0, 1.0]))
    with pytest.raises(ValueError, match=r"do not fit"):
        gradient(np.array([first, 1.0]))


def test_what_is_in_the_way_behind_a_length_in_another_file(tmp_path: Path) -> None:
    """The lines of two files say nothing of which of two refusals is further."""
    (tmp_path / "lib.py").write_text(
        "import numpy as np\n" + "\n" * 30 + "def cuts(x):\n    return np.arange(0.0, x[0], 0.3)\n"
    )
    source = tmp_path / "kernel.py"
    source.write_text(
        "import numpy as np\nfrom lib import cuts\n\ndef f(x: 'float64[n]'):\n"
        "    t = cuts(x)\n    return np.random.rand() * np.sum(t)\n"
    )
    arguments = ["grad", str(source), "--function", "f", "--wrt", "x", "--room", "9"]
    done = CliRunner().invoke(adc, [*arguments, "-o", str(tmp_path / "out")])
    assert done.exit_code == 1
    assert "np.random.rand" in done.stderr
    assert "arange" not in done.stderr
