"""Loops that halve an interval are warned of, and no others."""

from __future__ import annotations

import textwrap

import pytest

from adc.diagnostics import Diagnostic
from tests.lowering.harness import lowered

HALVING = (
    """
    while high - low > 1e-9:
        mid = (low + high)/2
        if mid*mid > s:
            high = mid
        else:
            low = mid
    return low
    """,
    """
    for _ in range(9):
        mid = low + (high - low)/2.0
        low, high = (mid, high) if mid*mid < s else (low, mid)
    return low
    """,
    """
    for _ in range(9):
        mid = 0.5*(low + high)
        high = np.where(mid*mid > s, mid, high)
        low = np.where(mid*mid > s, low, mid)
    return low
    """,
    """
    ratio = 0.381966
    for _ in range(9):
        c = high - ratio*(high - low)
        d = low + ratio*(high - low)
        if (c - s)**2 < (d - s)**2:
            high = d
        else:
            low = c
    return low
    """,
    """
    step = high - low
    for _ in range(9):
        step *= 0.5
        mid = low + step
        if mid*mid <= s:
            low = mid
    return low
    """,
    """
    a, b = np.zeros(3), np.full(3, high)
    for _ in range(9):
        for i in range(3):
            m = 0.5*(a[i] + b[i])
            if m*m < s*i:
                a[i] = m
            else:
                b[i] = m
    return a
    """,
)
OTHERS = (
    """
    while abs(high - low) > 1e-9:
        mid = 0.5*(low + high)
        high = np.sqrt(low*high)
        low = mid
    return low*s
    """,
    """
    for _ in range(9):
        mid = 0.5*(low + high)
        low = high
        high = mid*s
    return low
    """,
    """
    step = high - low
    for _ in range(9):
        step *= 0.5
        mid = low + step*s
        low = mid
    return low
    """,
    """
    for _ in range(9):
        mid = 0.5*(low + high)
        if mid*mid > s:
            high = mid + 0.1
        else:
            low = mid - 0.1
    return low
    """,
)


def warned(body: str) -> list[str]:
    text = "def f(s: float, low: float, high: float):\n" + textwrap.indent(
        textwrap.dedent(body).strip("\n"), "    "
    )
    found: list[Diagnostic] = []
    lowered(text, found)
    return [w.code for w in found]


@pytest.mark.parametrize("body", HALVING)
def test_halving_an_interval_is_warned_of(body: str) -> None:
    assert warned(body).count("ADC0258") == 1


@pytest.mark.parametrize("body", OTHERS)
def test_other_loops_are_not(body: str) -> None:
    assert "ADC0258" not in warned(body)


def test_what_solvers_of_the_library_do_is_not_warned_of() -> None:
    text = """
        from scipy.optimize import bisect
        def f(s: float):
            return bisect(lambda x: x*x - s, 0.0, 2.0)
    """
    found: list[Diagnostic] = []
    lowered(text, found)
    assert not found
