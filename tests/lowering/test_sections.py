"""Sections of Fortran's arrays stay inside them: proved, assumed of sizes, or refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.diagnostics import AdcError
from adc.ir.relations import alternatives
from adc.observer import Silent
from adc.options import Request
from adc.pipeline import front_half

HEAD = "subroutine s(n, m, x, z, y)\ninteger n, m, k\nreal(8) :: x(n), z(:), y\ny = 0\n"

#: name: (statements, what is assumed of the sizes)
CASES = {
    "whole": ("y = sum(z) + sum(x(:)) + sum(z(1:size(z)))", []),
    "of another array's size": ("y = sum(z(1:n))", ["z_1 >= n or n <= 0"]),
    "of constants": ("y = sum(x(2:7:2))", ["n >= 6"]),
    "backwards": ("y = sum(x(m:1:-1))", ["n >= m or m <= 0"]),
    "below the first": ("y = sum(x(m:2))", ["m >= 1", "m >= 3 or n >= 2"]),
    "in a loop": ("do k = 1, m\ny = y + sum(x(1:k))\nend do", ["n >= m or m <= 0"]),
    "that a loop's end leaves empty": ("do k = 1, n\ny = y + sum(x(k+1:n))\nend do", []),
    "on a branch on data": ("if (z(1) > 0) y = sum(x(1:m))", ["z_1 >= 1"]),
}


def assumed(folder: Path, body: str) -> list[str]:
    path = folder / "s.f90"
    path.write_text(f"{HEAD}{body}\nend\n")
    primal = front_half(Request(sources=(str(path),), function="s"), Silent(), False).primal
    return [
        " or ".join(f"{a} {relation} {b}" for a, relation, b in alternatives(assumption))
        for assumption in primal.assumptions
    ]


@pytest.mark.parametrize("name", CASES)
def test_what_is_assumed(name: str, tmp_path: Path) -> None:
    body, expected = CASES[name]
    assert assumed(tmp_path, body) == expected


def test_a_section_that_surely_leaves_the_array_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AdcError) as caught:
        assumed(tmp_path, "y = sum(x(n:n+1))")
    assert caught.value.diagnostics[0].code == "ADC0217"


def test_a_section_that_may_be_empty_is_not(tmp_path: Path) -> None:
    assert assumed(tmp_path, "y = sum(x(n+1:n))") == []
