"""Saved variables that the first call sets for all others, and those that count calls."""

from __future__ import annotations

import pytest

from adc.diagnostics import AdcError, Diagnostic
from adc.frontends.fortran.translation import translate
from tests.frontends.fortran.built import sources

HEAD = """subroutine s(n, x, y)
implicit none
integer :: n, i
real(8) :: x(n), y, pi, twice
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


CONTAINED = """contains
subroutine more(v, w)
real(8) :: v, w
v = 2 + w
end subroutine
"""
HALF = """contains
real(8) function half(v)
real(8) :: v
half = v/2
end function
"""

TAKEN = {
    "constants": BLOCK + USE,
    "a way out before it": "y = 0\nif (x(1) > 1.9) return\n" + BLOCK + USE,
    "tests of a number": (
        "if (calls == 0) then\neps = 2\ncalls = 1\nend if\n" + USE
    ),
    "a local of its own": BLOCK.replace("eps = 1d-3", "pi = 3\neps = pi") + USE,
    "a flag behind it": BLOCK.replace("first = .false.\nend if", "end if\nfirst = .false.") + USE,
    "a call": BLOCK.replace("eps = 1d-3", "call more(eps, c(1))") + USE + CONTAINED,
    "a function of constants": BLOCK.replace("1d-3", "half(c(1))") + USE + HALF,
    "an error that is left out": BLOCK.replace("eps =", "call xermsg('a', 'b', 'c', 1, 2)\neps =")
    + USE,
    "a jump around it": "if (calls /= 0) go to 10\ncalls = int(half(9d0))\n10 continue\n"
    "y = calls*x(1)\n" + HALF,
    "a value that may be the first again": (
        "if (calls == 0) then\ncalls = int(half(c(1)))\nend if\ny = calls*x(1)\n" + HALF
    ),
    "behind a jump of its own": "if (x(1) > 1) go to 10\ny = 1\n10 continue\n" + BLOCK + USE,
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
    "a call that reads its host's": BLOCK.replace("eps = 1d-3", "call more(eps, c(1))") + USE
    + CONTAINED.replace("2 + w", "2 + x(1)"),
    "a call that keeps something": BLOCK.replace("eps = 1d-3", "call more(eps, c(1))") + USE
    + CONTAINED.replace("v = 2", "real(8), save :: u = 1\nu = u + 1\nv = u"),
    "a flag that a jump leads to": "if (x(1) > 1) go to 10\n"
    + BLOCK.replace("first = .false.\nend if", "end if\n10 first = .false.") + USE,
    "a flag far behind": BLOCK.replace("first = .false.\nend if", "end if\nc(3) = 1\n"
    "first = .false.") + USE,
    "a local that a statement function reads": "twice(eps) = eps*pi\npi = 5\n"
    + BLOCK.replace("eps = 1d-3", "pi = 3\neps = pi") + USE + "y = y*twice(y)\n",
    "read before by a statement function": "twice(pi) = pi*c(2)\ny = twice(x(1))\n" + BLOCK + USE,
    "a local of a loop around it": "i = 0\ndo while (i < 3)\nif (calls == 0) then\ni = 5\n"
    "calls = i\nend if\nif (x(1) > 1) exit\nend do\ny = calls*x(1)\n",
    "left": BLOCK.replace("first =", "if (eps > 1) return\nfirst =") + USE,
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    assert outcome(REFUSED[name]).startswith("refused: ")


def test_a_count_behind_a_block_is_no_flag() -> None:
    body = "if (calls == 0) then\neps = 2\nend if\ncalls = calls + 1\ny = calls*eps*x(1)\n"
    assert outcome(body) == "refused: calls"
    assert outcome(body.replace("eps = 2", "eps = eps + 1")) == "refused: calls"
    again = "if (calls == 0) then\neps = eps + 1\ncalls = int(half(c(1)))\nend if\n"
    assert outcome(again + "y = eps*x(1)\n" + HALF) == "refused: calls"


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
