"""What a signature calls the items of `*rest`, where it gives them other names."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

_SOURCE = """
def law(x, *rest):
    a, b = rest
    return a * x + b


def other(x):
    rest = ()
    return x * 2.0 + len(rest)
"""


@pytest.mark.parametrize(("name", "told"), [("law", True), ("other", False)])
def test_items_are_told(name: str, told: bool, tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(_SOURCE)
    words = ["grad", str(tmp_path / "k.py"), "--function", name, "--wrt", "x"]
    signature = f"{name}(x: float64[n], a: float, b: float)"
    outcome = CliRunner().invoke(adc, [*words, "--signature", signature])
    assert outcome.exit_code == 1
    assert "it takes x" in outcome.output
    assert ("items of `*rest` are called `rest_0`, `rest_1`" in outcome.output) is told


def test_what_is_told_is_taken(tmp_path: Path) -> None:
    (tmp_path / "k.py").write_text(_SOURCE)
    words = ["check", str(tmp_path / "k.py"), "--function", "law", "--wrt", "x,rest_1"]
    signature = "law(x: float64[n], rest_0: float, rest_1: float)"
    outcome = CliRunner().invoke(adc, [*words, "--signature", signature, "--size", "n=3"])
    assert outcome.exit_code == 0, outcome.output
