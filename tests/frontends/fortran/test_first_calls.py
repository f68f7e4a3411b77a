"""Saved variables that the first call sets for all others, and those that count calls."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.fortran.translation import translate
from tests.frontends.fortran.built import sources

HEAD = """subroutine s(n, x, y)
implicit none
integer :: n, i
real(8) :: x(n), y, pi
logical, save :: first = .true.
integer, save :: calls = 0
real(8), save :: c(4) = [1, 2, 3, 4], eps
"""
BLOCK = "if (first) then\neps = 1d-3\nc(2) = c(1) + eps\nfirst = .false.\nend if\n"
USE = "y = sum(c*x(1)) + eps*x(2)\n"


def outcome(body: str) -> str:
    """The names that are refused or that warnings are of; "" where there are none."""
    warnings: list[Diagnostic] = []
    found = sources(HEAD + body + "end")
    try:
        translate(found, found.find("s"), warnings)
    except AdcError as error:
        (refused,) = error.diagnostics
        assert refused.code == "ADC0169"
        return "refused: " + refused.message.split("`")[1]
    return ", ".join(w.message.split("`")[1] for w in warnings if w.message.startswith("what `"))


TAKEN = {
    "constants": BLOCK + USE,
    "a way out before it": "y = 0\nif (x(1) > 1.9) return\n" + BLOCK + USE,
    "tests of a number": (
        "if (calls == 0) then\neps = 2\ncalls = 1\nend if\n" + USE
    ),
    "a local of its own": BLOCK.replace("eps = 1d-3", "pi = 3\neps = pi") + USE,
    "set before it is read": "eps = x(1)\nfirst = x(2) > 1\nif (first) eps = 1\ny = eps + c(1)\n",
}  # fmt: skip


@pytest.mark.parametrize("name", TAKEN)
def test_taken(name: str) -> None:
    assert outcome(TAKEN[name]) == ""


REFUSED = {
    "an argument": BLOCK.replace("1d-3", "1d-3*n") + USE,
    "read before": "y = c(2)\n" + BLOCK + USE,
    "changed behind": BLOCK + USE + "c(2) = c(2) + 1\n",
    "changed by a call": BLOCK + USE
    + "call more(c(1))\ncontains\nsubroutine more(v)\nreal(8) :: v\nv = 2\nend subroutine\n",
    "read by an internal procedure": BLOCK + USE
    + "call more()\ncontains\nsubroutine more()\ny = y + c(1)\nend subroutine\n",
    "true again": BLOCK + USE + "if (y > 2) first = .true.\n",
    "jumped over": "if (x(1) > 1) go to 10\n" + BLOCK + "10 continue\n" + USE,
    "in a loop": "do i = 1, n\n" + BLOCK + "end do\n" + USE,
    "a local for later": BLOCK.replace("eps = 1d-3", "pi = 3\neps = pi") + USE + "y = y*pi\n",
    "a result": BLOCK.replace("eps = 1d-3", "y = 3\neps = 1") + "x(1) = c(2)\n",
    "never false": BLOCK.replace("first = .false.", "if (eps > 0) first = .false.") + USE,
    "a call": BLOCK.replace("eps = 1d-3", "call more(eps)") + USE
    + "contains\nsubroutine more(v)\nreal(8) :: v\nv = 2\nend subroutine\n",
    "left": BLOCK.replace("first =", "if (eps > 1) return\nfirst =") + USE,
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    assert outcome(REFUSED[name]) == "refused: first"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("calls = calls + 1\nif (calls > 9) print *, calls\n", "calls"),
        ("calls = calls + n\nif (calls > 9) calls = 0\n", "calls"),
        ("calls = calls + 1\nif (calls > 9) y = 2*y\n", "refused: calls"),
        ("calls = calls + 1\nif (calls > 9) stop\n", "refused: calls"),
        ("calls = calls + 1\nx(mod(calls, n)) = 2\n", "refused: calls"),
        ("calls = calls + 1\nif (calls > 9) then\nprint *, 1\nelse\ny = 1\nend if\n",
         "refused: calls"),
    ],
)  # fmt: skip
def test_counters(body: str, expected: str) -> None:
    assert outcome(body) == expected
