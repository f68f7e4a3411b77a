"""Integers that a procedure knows by two names: which calls are refused, and which are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

TEXT = """subroutine s(x, n)
real(8) :: x
integer :: n, m, k(3)
common /shared/ m
m = 2
k = n
{call}
x = x*n*m*k(1)
contains
subroutine sets(i, j)
integer :: i, j
i = j + 1
end subroutine
subroutine reads(i, j)
integer :: i, j
x = x*i + j
end subroutine
subroutine copies(i, j)
integer, value :: i
integer :: j
j = i + 1
end subroutine
end subroutine
subroutine moves(i)
integer :: i, m
common /shared/ m
m = m + i
end subroutine
"""
CALLS = {
    "one twice, set": ("call sets(n, n)", False),
    "one twice, read": ("call reads(n, n)", True),
    "two": ("call sets(n, m)", True),
    "a copy": ("call sets(n, (n))", True),
    "by value": ("call copies(n, n)", True),
    "one element twice": ("call sets(k(1), k(1))", False),
    "two elements": ("call sets(k(1), k(2))", True),
    "also in COMMON, set there": ("call moves(m)", False),
    "a copy of what is in COMMON": ("call moves((m))", True),
    "another than what is in COMMON": ("call moves(n)", True),
}


@pytest.mark.parametrize("name", CALLS)
def test_two_names(name: str, tmp_path: Path) -> None:
    call, is_legal = CALLS[name]
    path = tmp_path / "given.f90"
    path.write_text(TEXT.format(call=call))
    request = Request(sources=(str(path),), function="s", wrt=("x",), of=("x",))
    if is_legal:
        front_half(request, Silent(), False)
        return
    with pytest.raises(AdcError) as raised:
        front_half(request, Silent(), False)
    assert raised.value.diagnostics[0].code == "ADC0223"
