"""`--no-handlers`: what handles exceptions is left out, for nothing that is tried raises one."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from adc.cli.app import adc

TEXT = """
import numpy as np
from scipy.stats import norm


def part(x):
    return norm.cdf(x) / x


def f(x: "float64[n]", s: float):
    total = 0.0
    for v in x:
        try:
            total += part(v) * s
        except Exception:
            return np.nan
    return total


def g(x: "float64[n]", s: float):
    try:
        y = np.vdot(x, x) * s
        if y > 1.0:
            raise OverflowError("much")
    except OverflowError:
        y = s
    return y * s


def h(x: "float64[n]", s: float):
    for v in x:
        try:
            y = part(v)
            break
        finally:
            y = s
    return y * s


def k(s: float):
    try:
        y = float(norm.pdf(s)) / s
    except ZeroDivisionError:
        y = 2.0
    return y * s
"""


def done(*arguments: str) -> Result:
    return CliRunner().invoke(adc, [*arguments, "--wrt", "s"], prog_name="adc")


@pytest.fixture
def kernel(tmp_path: Path) -> str:
    path = tmp_path / "kernel.py"
    path.write_text(TEXT)
    return str(path)


@pytest.mark.parametrize("name", ["f", "g"])
def test_what_a_message_names_works(kernel: str, name: str) -> None:
    asked = ("check", kernel, "--function", name, "--size", "n=2", "--set", "x=0.3:0.5,s=0.7")
    refused = done(*asked)
    assert refused.exit_code == 1 and "--no-handlers" in refused.output
    found = done(*asked, "--no-handlers")
    assert found.exit_code == 0, found.output
    assert "`except` is left out" in found.output


def test_what_is_raised_all_the_same_is_an_error(kernel: str) -> None:
    found = done("check", kernel, "--function", "g", "--size", "n=2", "--set", "x=9,s=0.7",
                 "--no-handlers")  # fmt: skip
    assert found.exit_code == 4 and "much" in found.output


def test_the_check_sees_an_exception_of_pythons_own(kernel: str) -> None:
    asked = ("check", kernel, "--function", "k", "--set", "s=0.0", "--no-handlers")
    found = done(*asked)
    assert found.exit_code == 4, found.output


def test_no_message_names_it_where_it_does_not_help(kernel: str) -> None:
    found = done("check", kernel, "--function", "h", "--size", "n=2")
    assert found.exit_code == 1 and "--no-handlers" not in found.output
