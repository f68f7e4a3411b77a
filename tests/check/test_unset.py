"""Outputs that the source leaves unset, in part: which are told, and which prove nothing."""

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

TEXT = """
import numpy as np
def f(x: "float64[n]"):
    for k in range(3):
        room = np.full(7, np.nan) * k
    del room
    kept = np.empty(7)
    kept[2] = x[0]
    return x * kept[2], kept
"""


@pytest.mark.parametrize(("of", "status", "verdict"), [
    ("return_0", 0, "pass"),
    ("return_1", 4, "inconclusive: the source leaves kept[0] to what memory happens to hold"),
])  # fmt: skip
def test_memory_that_is_never_set(of, status, verdict, tmp_path):
    """Also where memory holds NaN, as it does after an array of these."""
    source = tmp_path / "f.py"
    source.write_text(TEXT)
    words = ["check", str(source), "--wrt", "x", "--of", of]
    done = CliRunner().invoke(adc, words, prog_name="adc")
    assert done.exit_code == status, done.output
    assert "the source leaves kept[0] to what memory happens to hold" in done.output
    assert verdict in done.output.splitlines()
