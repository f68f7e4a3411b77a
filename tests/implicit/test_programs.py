"""Loops that solve equations: interpreter, differences of the source, dot products and C."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.implicit.programs import CASES
from tests.proof.marks import with_or_without_value
from tests.proof.matrix import prove_case

#: These prove what others do.
LONG = ("kepler", "consistent", "newton", "pair", "steps", "two_buffers", "bound_inside")


@pytest.mark.parametrize(("name", "value"), with_or_without_value(CASES, LONG))
def test_program(name: str, value: bool, tmp_path: Path) -> None:
    prove_case(CASES[name], tmp_path, values=(value,))
