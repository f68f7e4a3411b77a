"""`--fix f=NAME` for arguments that are called: `NAME` is a function of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

STEPS = """
import numpy as np

rate = 0.25
law = "linear"
table = {"rate": 0.5}


def decay(t, u):
    return -rate * u * u + t


grow = lambda t, u: table["rate"] * u
f = lambda t, u: rate * np.sin(u) * t


def step(f, t, u, h):
    return u + h * f(t + 0.5 * h, u + 0.5 * h * f(t, u))


def steps(f, u: "float64[n]", h: float, rate: float):
    for k in range(3):
        u = u + h * f(k * h, u) * rate
    return u


def handed(g, u: "float64[n]", h: float, rate: float):
    decay = 3.0 * rate
    for k in range(3):
        u = step(g, k * h, u, h) * decay
    return u


def inside(rhs, u: "float64[n]", h: float, rate: float):
    def half(t, v):
        return rhs(t, v) / 2

    return step(half, h, u, h) * rate


def chosen(f, u: "float64[n]", h: float, rate: float):
    if f == "decay":
        return u * h * rate
    return u * u * h * rate


def mapped(f, u: "float64[n]", h: float, rate: float):
    return np.array(list(map(f, u))) * h * rate


def square(v):
    return v * v


def replaced(f, u: "float64[n]", h: float, rate: float):
    before = f
    f = square
    return f(u) * before(h, u) * rate


def maybe(f, u: "float64[n]", h: float, rate: float):
    if f is None or not callable(f):
        return u * h * rate
    return f(h, u) * rate * h


class Held:
    def __init__(self, f):
        self.f = f


def by_object(f, u: "float64[n]", h: float, rate: float):
    return Held(f).f(h, u) + f(2.0 * h, u) * rate


def both(f, g, u: "float64[n]", h: float, rate: float):
    return f(h, u) * g(rate, u * u)
"""


def checked(tmp_path: Path, function: str, *words: str) -> tuple[int, str]:
    source = tmp_path / "steps.py"
    source.write_text(STEPS)
    options = [str(source), "--function", function, "--wrt", "u,h"]
    found = CliRunner().invoke(adc, ["check", *options, *words])
    return found.exit_code, found.output


@pytest.mark.parametrize(
    ("function", "given"),
    [
        ("steps", ("f=decay",)), ("steps", ("f=grow",)), ("steps", ("f=f",)),
        ("handed", ("g=decay",)), ("handed", ("g=f",)), ("inside", ("rhs=decay",)),
        ("mapped", ("f=square",)), ("replaced", ("f=decay",)), ("maybe", ("f=decay",)),
        ("by_object", ("f=f",)), ("both", ("f=decay", "g=f")), ("both", ("f=f", "g=grow")),
    ],
)  # fmt: skip
def test_a_function_of_the_file_is_called(
    tmp_path: Path, function: str, given: tuple[str, ...]
) -> None:
    """Its own names are those of the file, whatever the names are where it is called; the source is
    run with the same function."""
    words = [word for text in given for word in ("--fix", text)]
    status, output = checked(tmp_path, function, *words)
    assert status == 0, output
    assert "primal against NumPy" in output


def test_a_text_that_is_compared_stays_one(tmp_path: Path) -> None:
    status, output = checked(tmp_path, "chosen", "--fix", "f=decay")
    assert status == 0, output
    assert "primal against NumPy" in output


def test_no_function_of_that_name(tmp_path: Path) -> None:
    status, output = checked(tmp_path, "steps", "--fix", "f=growth")
    assert status == 1
    assert "ADC0232" in output


def test_several_in_one_option_are_told_apart(tmp_path: Path) -> None:
    status, output = checked(tmp_path, "both", "--fix", "f=decay,g=f")
    assert status == 0, output


def test_numbers_in_one_option(tmp_path: Path) -> None:
    status, output = checked(tmp_path, "steps", "--fix", "f=decay,rate=0.5")
    assert status == 0, output


def test_what_is_called_is_guessed_to_be_a_function(tmp_path: Path) -> None:
    status, output = checked(tmp_path, "both")
    assert status == 1
    assert "--fix f=decay --fix g=decay" in output


@pytest.mark.parametrize(
    "kind", ["function", "Callable", "typing.Callable[..., float]", "callable"]
)
def test_a_signature_may_type_a_function(tmp_path: Path, kind: str) -> None:
    source = tmp_path / "steps.py"
    source.write_text(STEPS)
    signature = f"steps(f: {kind}, u: float64[n], h: float, rate: float)"
    words = ["check", str(source), "--function", "steps", "--wrt", "u,h", "--signature", signature]
    found = CliRunner().invoke(adc, [*words, "--fix", "f=decay"], prog_name="adc")
    assert found.exit_code == 0, found.output
    plain = CliRunner().invoke(adc, words, prog_name="adc")
    assert plain.exit_code == 1
    assert "an argument of the generated function is no function" in plain.output
    assert "help: give it one value: `--fix f=FUNCTION`" in plain.output
