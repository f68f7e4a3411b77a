"""What `from module import *` of the source's own files may bind, which seems to be a package's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_rejects import run_adc

OWN = """\
import functools


def timed(f):
    @functools.wraps(f)
    def twice(*given):
        return 2.0 * f(*given)

    return twice


def tell(x):
    x *= 2.0
"""
METHOD = """\
from wrapt import timed
from STAR import *


class A:
    def __init__(self, k):
        self.k = k

    @timed
    def value(self, x):
        return x * self.k


def f(x, s):
    return A(s).value(x)
"""
CALL = """\
from os.path import join as tell
from STAR import *


def f(x, s):
    y = x * s
    tell(y)
    return y
"""


@pytest.mark.parametrize(("text", "code"), [(METHOD, "ADC0125"), (CALL, "ADC0126")])
def test_own_files_bind_other_functions(text: str, code: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN)
    command = ["grad", "kernel.py", "--function", "f", "--wrt", "x", "--inactive", "tell", "-o"]
    command += ["out", "--signature", "f(x: float, s: float)"]
    for star, refused in (("own", True), ("math", False)):
        (tmp_path / "kernel.py").write_text(text.replace("STAR", star))
        result = run_adc(command, tmp_path, {})
        assert result.exit_code == (1 if refused else 0), result.output
        assert code in result.stderr
