"""Decorators of methods: those of packages that adc does not read, and those that it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.options import Request
from adc.pipeline import Front, Silent, front_half

LEFT = """
import numpy as np
from elsewhere import timed, cached
import elsewhere.more as more
class K:
    def __init__(self, s):
        self.k = s
    @timed
    def go(self, x):
        return x * self.k
    @property
    @more.logged("half")
    def half(self):
        return self.k / 2
    @staticmethod
    @timed
    def twice(x):
        return 2 * x
def f(x: "float64[n]", s: float):
    k = K(s)
    return k.go(x) * k.half + K.twice(x)
"""

REFUSED = [
    """
import numpy as np
from elsewhere import timed, cached
class K:
    def __init__(self, s):
        self.k = s
    @cached
    def go(self, x):
        return x * self.k
def f(x: "float64[n]", s: float):
    return K(s).go(x)
""",
    """
import numpy as np
import functools
class K:
    def __init__(self, s):
        self.k = s
    @functools.lru_cache(maxsize=None)
    def go(self, t):
        return t * self.k
def f(x: "float64[n]", s: float):
    return K(s).go(2.0) * x
""",
    """
import numpy as np
def doubled(function):
    def inner(*given):
        return 2 * function(*given)
    return inner
class K:
    def __init__(self, s):
        self.k = s
    @doubled
    def go(self, x):
        return x * self.k
def f(x: "float64[n]", s: float):
    return K(s).go(x)
""",
]


def front(folder: Path, text: str) -> Front:
    path = folder / "kernel.py"
    path.write_text(text)
    return front_half(Request((str(path),), function="f", wrt=("x",)), Silent())


def test_those_of_packages_leave_a_method_as_it_is(tmp_path: Path) -> None:
    told = [w for w in front(tmp_path, LEFT).warnings if w.code == "ADC0125"]
    assert [w.span.line for w in told if w.span] == [8, 12, 16]
    assert all("is taken to leave the function as it is" in w.message for w in told)


@pytest.mark.parametrize("text", REFUSED)
def test_what_may_change_a_method_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(AdcError) as refusal:
        front(tmp_path, text)
    assert [d.code for d in refusal.value.diagnostics] == ["ADC0125"]
