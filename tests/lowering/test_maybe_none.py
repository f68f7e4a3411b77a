"""Where None is returned to a caller that asks for it, the call says so when it happens."""

from __future__ import annotations

import numpy as np

from adc import interpret
from adc.ir.enums import Role
from tests.readings.reference import lowered
from tests.readings.table import text

BY_NAME = """
def last(x):
    found = None
    for v in x:
        if v > 1.0:
            found = v
    return found


def f(x: "float64[N]", s: float):
    r = last(x)
    if r is None:
        return s * s
    return r * s
"""
BY_FIELD = """
class Last:
    def __init__(self):
        self.found = None

    def of(self, x):
        for v in x:
            if v > 1.0:
                self.found = v
        return self.found


def f(x: "float64[N]", s: float):
    r = Last().of(x)
    if r is None:
        return s * s
    return r * s
"""


def test_returned_none_is_told() -> None:
    program = lowered(text(BY_FIELD))
    (stop,) = (c.name for c in program.containers if c.role == Role.STOP)
    for x, code in ((np.array([0.5, 1.5, 0.7]), 0), (np.array([0.5, 0.7, 0.6]), 17)):
        with np.errstate(all="ignore"):
            found = interpret.run(program, {"N": 3}, {"x": x, "s": 3.0}, fill=np.nan)
        assert (found[stop] != 0) == (code != 0)
        if not code:
            assert found[program.returns[0]] == 4.5


def test_what_returns_a_name_that_may_be_none_may_be_asked() -> None:
    program = lowered(text(BY_NAME))
    for x, wanted in ((np.array([0.5, 1.5, 0.7]), 4.5), (np.array([0.5, 0.7, 0.6]), 9.0)):
        with np.errstate(all="ignore"):
            found = interpret.run(program, {"N": 3}, {"x": x, "s": 3.0}, fill=np.nan)
        assert found[program.returns[0]] == wanted
