"""Blocks that are run where saved variables are not what others are: which can be run in any case.

The others stay as they are, and what they keep is refused where it is read.
"""

from __future__ import annotations

import pytest

from adc.frontends.fortran.usage import names_in
from tests.frontends.fortran.built import scope

HEAD = """real(8) function kept(x, z)
implicit none
real(8), intent(in) :: x, z
real(8), save :: c, x_of = -99
real(8) :: twice, a, t, other
integer :: i, k
"""
BLOCK = "if (x /= x_of) then\nx_of = x\nt = x**2\nk = 5\nc = t + 1\nend if\n"
USE = "kept = c*z\n"
ENTRY = "return\nentry other(z)\nother = "

TAKEN = {
    "alone": BLOCK + USE,
    "a loop around it": "do i = 1, 3\n" + BLOCK + "end do\n" + USE,
    "a loop that does not ask for what it sets": "k = 0\ndo while (k < 3)\nk = k + 1\n"
    + BLOCK.replace("k = 5\n", "") + "end do\n" + USE,
}  # fmt: skip
LEFT = {
    "read by a statement function": "twice(a) = a*x_of\n" + BLOCK + USE
    + "kept = kept + twice(z)\n",
    "a local for a statement function": "twice(a) = a*t\nt = z\n" + BLOCK + USE
    + "kept = kept + twice(z)\n",
    "an argument by a statement function": "twice(a) = a*z\n"
    + BLOCK.replace("x**2", "twice(x)") + USE,
    "read behind an ENTRY": BLOCK + USE + ENTRY + "x_of\n",
    "changed behind an ENTRY": BLOCK + USE + ENTRY + "z\nc = z\n",
    "asked for by a loop around it": "k = 0\ndo while (k < 3)\nif (z > 2) exit\n" + BLOCK
    + "end do\n" + USE,
    "changed by a call": BLOCK + USE + "call other(c)\n",
    "changed by another": BLOCK + USE + "if (z /= x) c = z\n",
}  # fmt: skip


def is_taken(body: str) -> bool:
    """Whether the statements of the routine no longer ask for what a former call was for."""
    return "x_of" not in names_in(scope(HEAD + body + "end", name="kept").body)


@pytest.mark.parametrize("name", TAKEN)
def test_taken(name: str) -> None:
    assert is_taken(TAKEN[name])


@pytest.mark.parametrize("name", LEFT)
def test_left_as_they_are(name: str) -> None:
    assert not is_taken(LEFT[name])
