"""Loops that halve an interval: which have the derivative of a root, and which are warned of."""

from __future__ import annotations

import textwrap
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from adc.analysis.activity import activity
from adc.cli.app import adc
from adc.diagnostics import Diagnostic
from adc.differentiate.implicit.tolerances import exactness
from adc.interpret.machine import run
from adc.ir.nodes import While
from adc.ir.program import Program
from adc.ir.walking import statements, walk_nodes
from tests.readings import reference
from tests.readings.table import HEADER, Reading

HEAD = 'def f(x: "float64[n]", s: float):\n'
SIMPLE = """
    lo, hi = 0.0, 9.0
    while hi - lo > {tolerance}:
        y = (lo + hi)/2
        if y**3 > 2.0 + s:
            hi = y
        else:
            lo = y
    return y
"""
#: None of these has one number that goes to zero, or its derivative would not be all.
UNSEEN = {
    "golden sections": """
        a, b = -2.0, 9.0
        for _ in range(60):
            c = b - 0.618*(b - a)
            d = a + 0.618*(b - a)
            if (c - s)**2 < (d - s)**2:
                b = d
            else:
                a = c
        return (a + b)/2
        """,
    "two numbers that move": """
        a, b = -2.0, 9.0
        for _ in range(60):
            m = (a + b)/2
            if (m - s)*(m + 20.0) > 0:
                b = m
            else:
                a = m
        return m
        """,
    "earlier middles": """
        lo, hi = 0.0, 9.0
        w = np.zeros(50)
        for k in range(50):
            y = (lo + hi)/2
            w[k] = y
            if y**3 > 2.0 + s:
                hi = y
            else:
                lo = y
        return w[49] + w[48]
        """,
    "a sum of middles": """
        lo, hi, t = 0.0, 9.0, 0.0
        for k in range(50):
            y = (lo + hi)/2
            t = t + y
            if y**3 > 2.0 + s:
                hi = y
            else:
                lo = y
        return t
        """,
    "what the last iteration may not write": """
        lo, hi, z = 0.0, 9.0, 0.0
        for k in range(50):
            y = (lo + hi)/2
            if y**3 > 2.0 + s:
                hi = y
                z = y*y
            else:
                lo = y
        return z
        """,
    "what an iteration before the last one writes": """
        lo, hi, z = 0.0, 9.0, 0.0
        for k in range(200):
            y = (lo + hi)/2
            v = y**3 - 2.0 - s
            if abs(v) < 1e-13:
                break
            z = y*y
            if v > 0:
                hi = y
            else:
                lo = y
        return z
        """,
    "a number of iterations that counts": """
        lo, hi = 0.0, 9.0
        for k in range(200):
            y = (lo + hi)/2
            v = y**3 - 2.0 - s*(k/200)**0.01
            if abs(v) < 1e-13:
                break
            if v > 0:
                hi = y
            else:
                lo = y
        return y
        """,
    "ends that are moved once more": """
        lo, hi = 0.0, 9.0
        for k in range(50):
            y = (lo + hi)/2
            if y**3 > 2.0 + s:
                hi = y
            else:
                lo = y
            lo = lo - 1e-3*(hi - lo)
        return y
        """,
    "one half whatever is compared": """
        lo, hi = 0.0, 9.0
        for k in range(50):
            y = (lo + hi)/2
            if y**3 > 2.0 + s:
                hi = y
            else:
                hi = y
                lo = y
        return y
        """,
    "an earlier middle in the residual": """
        a, b, old = 0.0, 9.0, 0.0
        for _ in range(60):
            m = (a + b)/2
            if m**3 + 0.02*old > 4.0 + s:
                b = m
            else:
                a = m
            old = m
        return m
        """,
    "a state that follows the middle": """
        a, b, z = 0.0, 9.0, 1.0
        for _ in range(60):
            m = (a + b)/2
            z = 0.1*z + 0.01*m
            r = z + m**3 - 4.0 - s
            if r > 0:
                b = m
            else:
                a = m
        return m
        """,
    "the difference of two middles": """
        a, b, old = 0.0, 9.0, 0.0
        for _ in range(60):
            m = (a + b)/2
            t = m + old*x[1]
            if m**3 > 4.0 + s:
                b = m
            else:
                a = m
            old = m
        return t
        """,
    "the last middle at the start": """
        a, b, m = 0.0, 9.0, 0.0
        for _ in range(60):
            old = m
            m = (a + b)/2
            t = m + old*x[1]
            if m**3 > 4.0 + s:
                b = m
            else:
                a = m
        return t
        """,
    "ends in an array": """
        t = np.array([0.0, 9.0])
        for _ in range(60):
            m = (t[0] + t[1])/2
            if m**3 > 4.0 + s:
                t[1] = m
            else:
                t[0] = m
        return t[0]
        """,
    "neighbours": """
        lo, hi = np.zeros(len(x)), np.full(len(x), 9.0)
        for _ in range(50):
            y = 0.5*(lo + hi)
            up = y**3 + 0.1*y[::-1] > 2.0 + x
            hi = np.where(up, y, hi)
            lo = np.where(up, lo, y)
        return y
        """,
    "a sum of all": """
        lo, hi = np.zeros(len(x)), np.full(len(x), 9.0)
        for _ in range(50):
            y = 0.5*(lo + hi)
            up = y**3 + 0.1*np.sum(y) > 2.0 + x
            hi = np.where(up, y, hi)
            lo = np.where(up, lo, y)
        return y
        """,
    "elements one by one": """
        a, b = np.full(len(x), -20.0), np.full(len(x), 20.0)
        for _ in range(50):
            for i in range(len(x)):
                c = (a[i] + b[i])*0.5
                if c**3 + c > x[i] + s:
                    b[i] = c
                else:
                    a[i] = c
        return a
        """,
    "a count": """
        lo, hi = 0.0, 9.0
        for k in range(50):
            y = (lo + hi)/2
            below = 0
            for v in x:
                if v < y + s:
                    below += 1
            if below > 2:
                hi = y
            else:
                lo = y
        return y
        """,
}


def program(body: str, warnings: list[Diagnostic] | None = None) -> Program:
    text = HEADER + HEAD + textwrap.indent(textwrap.dedent(body), "    ")
    return reference.lowered(Reading(text), warnings)


def codes(body: str) -> list[str]:
    found: list[Diagnostic] = []
    program(body, found)
    return [w.code for w in found]


@pytest.mark.parametrize("name", UNSEEN)
def test_what_is_no_search_for_a_root_is_warned_of(name: str) -> None:
    assert "ADC0258" in codes(UNSEEN[name])


def test_what_is_one_has_no_warning() -> None:
    assert codes(SIMPLE.format(tolerance="1e-9")) == []


BY_SIGN = """
    lo, hi = 0.0, 9.0
    for k in range(50):
        y = (lo + hi)/2
        {value}
        if v > 0:
            hi = y
        else:
            lo = y
    return y
"""
JUMPING = {
    "a branch": "v = -1.0 if y < 2.0 + s else 1.0 + y",
    "a rounding": "v = np.floor(y + s) + y - s",
    "a sum over data": "v = np.sum(np.where(x < y, y, 0.0)) - s",
    "a loop": "v = -s\n        for a in x:\n            if a < y:\n                v += a*y",
}


@pytest.mark.parametrize("name", JUMPING)
def test_functions_that_may_jump_are_told_of(name: str) -> None:
    assert codes(BY_SIGN.format(value=JUMPING[name])) == ["ADC0259"]


FLAT = {
    "a jump at what is compared alone": "-1.0 if y < 2.0 + s else 1.0 + y",
    "a root of rank three": "(y - 2.0 - s)**3",
    "a slope without bounds": "np.cbrt(y - 2.0 - s)",
}


@pytest.mark.parametrize("name", FLAT)
def test_slopes_that_say_nothing_are_no_derivatives(name: str) -> None:
    body = f"""
    lo, hi = 0.0, 9.0
    for k in range(60):
        y = (lo + hi)/2
        v = {FLAT[name]}
        if v >= 0:
            hi = y
        else:
            lo = y
    return y
    """
    read, arguments = program(body), {"x": np.zeros(2), "s": np.float64(0.25)}
    of = tuple(read.returns)
    (found,) = reference.run_tangent(
        read, ("s",), of, arguments, {"s": np.float64(1.0)}, {"n": 2}
    ).values()
    assert np.isnan(found)


FIXED = {
    "a place in the source": "v = y - s if y < 2.0 else 2.0*y - s",
    "a rounding": "v = np.floor(y) + y - s",
    "an error": "v = np.log(y) - s if y > 0 else -10.0",
}


@pytest.mark.parametrize("name", FIXED)
def test_jumps_that_stay_where_they_are_are_not(name: str) -> None:
    assert codes(BY_SIGN.format(value=FIXED[name])) == []


def test_inner_searches_are_no_jumps() -> None:
    body = """
    lo, hi = 0.0, 9.0
    for _ in range(50):
        y = (lo + hi)/2
        a, b = 0.0, 9.0
        for _ in range(50):
            z = (a + b)/2
            if {value} > y + s*s:
                b = z
            else:
                a = z
        if y + z*z > 4.0:
            hi = y
        else:
            lo = y
    return y
    """
    assert codes(body.format(value="z**3 + z")) == []
    assert codes(body.format(value="z**3 + np.floor(z + y)")) == ["ADC0259"]


@pytest.mark.parametrize(
    ("tolerance", "settings", "found"),
    [("1e-4", {}, 1e-4), ("s", {}, 1e-10), ("1e-3*s", {"s": (0.5, 2.0)}, 2e-3)],
)
def test_a_loop_is_as_exact_as_its_own_test(
    tolerance: str, settings: dict[str, tuple[float, float]], found: float
) -> None:
    known = exactness(program(SIMPLE.format(tolerance=tolerance)), settings)
    assert known.halved == pytest.approx(found)
    assert known.tolerance == known.searched == 0.0
    assert known.limit(1e-6) >= 1e3 * min(found, 1e-9)
    assert known.of_solvers.limit(1e-12) == 1e-12


def test_nothing_of_the_search_itself_is_active() -> None:
    read = program(SIMPLE.format(tolerance="1e-9"))
    found = activity(read, ("s",), read.returns)
    (loop,) = (n for n in walk_nodes(read.body) if isinstance(n, While))
    assert not any(found.active_reads(s) for s in statements(loop.body))
    assert any(found.active_reads(s) for s in statements(read.body))


@pytest.mark.parametrize("high", [9.0, 1.2, 0.0, -3.0, np.inf, np.nan])
def test_values_are_those_of_the_source(high: float) -> None:
    body = """
    lo, hi, k = 0.0, x[0], 0
    y = 7.0
    while hi - lo > 1e-9 and k < 60:
        y = (lo + hi)/2
        k += 1
        if y**3 > 2.0 + s:
            hi = y
        else:
            lo = y
    return y, lo, hi, k
    """
    arguments = {"x": np.array([high, 1.0]), "s": np.float64(0.3)}
    text = HEADER + HEAD + textwrap.indent(textwrap.dedent(body), "    ")
    wanted, _ = reference.by_python(Reading(text), dict(arguments))
    read = program(body)
    found = run(read, {"n": 2}, arguments)
    for name, value in zip(read.returns, wanted, strict=True):
        np.testing.assert_array_equal(found[name], value)


CALLED = """
import numpy as np


def g(z, c, w):
    for i in range(len(w)):
        w[i] = z*c[i]
    w[0] += z**3
    return np.sum(w) - 2.0


def solve(c, low, high):
    w = np.zeros(len(c))
    while high - low > 1e-13:
        mid = 0.5*(low + high)
        if g(mid, c, w) < 0:
            low = mid
        else:
            high = mid
    return mid, w


def f(x: "float64[n]", s: float):
    a, w = solve(x, 0.0, 9.0)
    b, v = solve(x*s, 0.0, 9.0)
    return a*w[1] + b*v[2] + np.sum(w*v)
"""


@pytest.mark.parametrize("option", ["--inline", "--no-inline"])
def test_calls_in_a_search_have_tangents(tmp_path: Path, option: str) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(CALLED)
    given = ["check", "--function", "f", "--wrt", "x,s", "--set", "x=0.5:1.5,s=0.5:1.3"]
    result = CliRunner().invoke(adc, [*given, option, str(path)])
    assert result.exit_code == 0, result.output
    assert "ADC0258" not in result.output


HIT = """
def f(c: float):
    low, high = 0.0, 4.0
    while True:
        middle = (low + high)/2
        left = middle*middle - c
        if abs(left) < 1e-13 or high - low < 1e-14:
            return middle
        if left > 0:
            high = middle
        else:
            low = middle
"""


@pytest.mark.parametrize("c", [4.0, 1.0, 9.0, 2.25, 3.0])
def test_roots_that_a_first_middle_hits(tmp_path: Path, c: float) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(HIT)
    result = CliRunner().invoke(adc, ["check", str(path), "--wrt", "c", "--set", f"c={c}"])
    assert result.exit_code == 0, result.output
    assert f"{0.5 / np.sqrt(c):.5e}"[:6] in result.output


COARSE = """
def f(c: float):
    low, high = 0.0, 3.0
    {loop}
        middle = (low + high)/2
        if middle**3 > c:
            high = middle
        else:
            low = middle
    return middle
"""
LOOPS = [
    *((f"while high - low > {tolerance}:", status) for tolerance, status in (
        ("1e-1", 4), ("1e-2", 4), ("1e-4", 0), ("1e-9", 0),
    )),
    *((f"for _ in range({count}):", status) for count, status in ((3, 4), (8, 4), (20, 0))),
]  # fmt: skip


@pytest.mark.parametrize(("loop", "status"), LOOPS)
def test_coarse_searches_are_not_called_wrong(tmp_path: Path, loop: str, status: int) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(COARSE.format(loop=loop))
    result = CliRunner().invoke(adc, ["check", str(path), "--wrt", "c", "--set", "c=0.5:2"])
    assert result.exit_code == status, result.output
    assert "wrong" not in result.output
