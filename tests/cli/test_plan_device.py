"""What `adc plan --target cuda` says of the device."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from adc.cli.app import adc

SETTLING = """\
import numpy as np


def settle(x: "float64[N]", tolerance: "float64"):
    y = x.copy()
    r = 1.0
    while r > tolerance:
        y = 0.5 * y + x
        r = np.sum(np.abs(y))
    if tolerance > 1.0:
        y *= 2.0
    for i in range(1, y.shape[0]):
        y[i] = y[i] + np.sin(y[i - 1])
    return np.sum(y)
"""
ROWS = """\
import numpy as np


def rows(a: "float64[N, M]"):
    for k in range(a.shape[0]):
        for i in range(1, a.shape[0]):
            a[i] = np.sin(a[i - 1]) + a[i]
    return np.sum(a)
"""


SWEEPS = """\
def sweeps(u: "float64[N, M]"):
    for i in range(1, u.shape[0] - 1):
        for j in range(1, u.shape[1] - 1):
            u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])
"""


SPARSE = """\
import numpy as np


def sparse(x: "float64[N]", a: "float64[Z]", start: "int64[R + 1]", col: "int64[Z]"):
    y = np.zeros(start.shape[0] - 1)
    for i in range(start.shape[0] - 1):
        for k in range(start[i], start[i + 1]):
            y[i] += a[k] * x[col[k]]
    return np.sum(y * y)
"""


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "settle.py").write_text(SETTLING)
    (tmp_path / "rows.py").write_text(ROWS)
    (tmp_path / "sweeps.py").write_text(SWEEPS)
    (tmp_path / "sparse.py").write_text(SPARSE)


def plan(*words: str) -> str:
    result = CliRunner().invoke(adc, ["plan", *words], prog_name="adc")
    assert result.exit_code == 0, result.output
    return result.output


def on_device(*words: str) -> list[tuple[str, str]]:
    """Where and what, the first word of each remark with its subject."""
    told = json.loads(plan(*words, "--json"))["on_device"]
    return [(r["where"], " ".join(r["text"].split()[:2])) for r in told]


def test_where_the_host_waits_and_what_one_thread_runs() -> None:
    """Not where a number that is passed decides, nor for the last part of a sum."""
    found = on_device("settle.py", "--wrt", "x", "--target", "cuda")
    assert found == [("settle.py:7", "the host"), ("settle.py:12", "one thread")]
    text = plan("settle.py", "--wrt", "x", "--target", "cuda")
    assert "\nOn the device\n  settle.py:7   the host waits" in text


def test_what_one_block_runs() -> None:
    words = ("rows.py", "--wrt", "a", "--target", "cuda")
    assert on_device(*words) == [("rows.py:6", "one block")]
    assert on_device(*words, "--size", "N=100,M=1000000") == []


def test_what_runs_line_by_line() -> None:
    words = ("sweeps.py", "--wrt", "u", "--of", "u", "--target", "cuda")
    assert on_device(*words) == [("sweeps.py:4", "a launch")]
    assert "a launch for each line across the rows" in plan(*words)


def test_rows_that_lie_one_behind_the_other() -> None:
    words = ("sparse.py", "--wrt", "x", "--target", "cuda", "--deterministic")
    assert [where for where, _ in on_device(*words)] == ["subscripts", *["sparse.py:8"] * 2]
    text = plan(*words)
    assert "is in order of sorted keys (x_bar_keys, x_bar_terms)" in text
    assert "one thread runs this loop where rows do not lie one behind the other" in text


def test_c_has_no_such_section() -> None:
    assert on_device("settle.py", "--wrt", "x") == []
    assert "On the device" not in plan("settle.py", "--wrt", "x")
