"""Loops of which a branch picks iterations: what says which is read where there are any."""

from pathlib import Path

import pytest

from adc.options import Request
from adc.pipeline import compile_request

_TEXT = """
def f(c: "int64[n]", y: "float64[q, r]", k: int):
    s = 0.0
    m = int(c[0])
    for j in range(y.shape[0]):
        for i in range(y.shape[1]):
            if i {test}:
                s += y[j, i] * y[j, i]
    return s
"""


@pytest.mark.parametrize(
    ("test", "found", "absent"),
    [
        ("< k", "i = adc_imin(r, k) - 1;", "if (i < "),
        ("< c[j]", "(0 < r ? adc_imin(r, c[j]) : r) - 1", "if (i < "),
        ("< m // k", "(0 < r ? adc_imin(r, ", "if (i < "),
        ("== c[j]", "if (0 < r && 0 <= c[j] && c[j] < r)", "for (int64_t i"),
    ],
)
def test_what_picks_is_read_where_there_are_iterations(
    test: str, found: str, absent: str, tmp_path: Path
) -> None:
    file = tmp_path / "f.py"
    file.write_text(_TEXT.format(test=test))
    text = compile_request(Request((str(file),), wrt=("y",), of=("return",))).files["f_grad.c"]
    assert found in text
    assert absent not in text
