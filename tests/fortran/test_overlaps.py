"""Statements on arrays whose dummy arguments overlap: a misfit, or what gfortran's run gives."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from adc.interpret import run
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

#: Calls of what writes `b = b + 2*a`, with parts of `x(3*n)`, and whether those overlap.
CALLS = {
    "one further on": ("call add(n, x, x(2))", True),
    "one further back": ("call add(n, x(2), x)", True),
    "a stretch and the next": ("call add(n, x, x(n + 1))", False),
    "all of it by both names": ("call add(n, x, x)", False),
    "two columns and the next two": ("call columns(n, 2, x, x(n + 1))", True),
    "a column and the next": ("call columns(n, 1, x, x(n + 1))", False),
    "elements between the others": ("call shaped(x(1:2*n:2), x(2:2*n:2))", False),
    "a matrix and the vector behind it": ("if (k < 3) call times(k, x, x(k*k + 1))", False),
    "a matrix and a vector where the caller says": ("call times(1, x, x(k))", True),
    "a place that the caller gives": ("if (k > 0) call add(n, x, x(k))", True),
}
TEXT = """subroutine s(n, k, x)
integer :: n, k
real(8) :: x(3*n)
{call}
contains
subroutine add(n, a, b)
integer :: n
real(8) :: a(n), b(n)
b = b + 2*a
end subroutine
subroutine columns(n, m, a, b)
integer :: n, m
real(8) :: a(n, m), b(n, m)
b = b + 2*a
end subroutine
subroutine shaped(a, b)
real(8) :: a(:), b(:)
b = b + 2*a
end subroutine
subroutine times(m, a, b)
integer :: m
real(8) :: a(m, *), b(*)
b(1:m) = matmul(a(1:m, 1:m), b(1:m))
end subroutine
end subroutine
"""
MAIN = """program main
integer :: k
real(8) :: x(9)
read (*, *) k, x
call s(3, k, x)
write (*, '(es25.17)') x
end program
"""


@pytest.mark.parametrize("name", CALLS)
def test_overlaps_are_misfits(name: str, tmp_path: Path) -> None:
    call, overlap = CALLS[name]
    (tmp_path / "given.f90").write_text(TEXT.format(call=call))
    (tmp_path / "main.f90").write_text(MAIN)
    command = ["gfortran", "-O0", "-w", "given.f90", "main.f90", "-o", "original"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    request = Request(sources=(str(tmp_path / "given.f90"),), function="s", wrt=("x",), of=("x",))
    primal = front_half(request, Silent(), False).primal
    seen = set()
    for k in (1, 2, 4):
        x = np.random.default_rng(5).uniform(1, 2, 9)
        given = f"{k} {' '.join(map(repr, x.tolist()))}\n"
        done = subprocess.run(
            ["./original"], cwd=tmp_path, input=given, capture_output=True, text=True, check=True
        )
        sizes = {s: {"n": 3, "k": k}[s] for s in primal.symbols}
        try:
            found = run(primal, sizes, {"x": x})["x"]
        except ValueError:
            seen.add(True)
            continue
        np.testing.assert_allclose(found, np.array(done.stdout.split(), float), rtol=1e-14)
        seen.add(False)
    assert seen == ({True, False} if "x(k)" in call else {overlap})
