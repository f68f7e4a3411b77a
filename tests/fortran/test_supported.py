"""Each row of what docs/fortran.md calls supported is walked."""

from __future__ import annotations

from pathlib import Path

import pytest

from adc.observer import Silent
from adc.pipeline import front_half
from tests.fortran.harness import located_at, prove_small, request_for, with_found_sizes
from tests.fortran.supported import supported_cases
from tests.proof.compiled import Compiled
from tests.proof.harness import check_primal, draw_case

ROWS = supported_cases()


@pytest.mark.parametrize("row", ROWS)
def test_values(row: str) -> None:
    spec, case = ROWS[row]
    program = front_half(request_for(spec, {}), Silent()).primal
    case = with_found_sizes(case, program)
    with located_at(case):
        check_primal(Compiled(program, program, program, {}), draw_case(case))


@pytest.mark.long
@pytest.mark.parametrize("row", ROWS)
def test_derivatives(row: str, tmp_path: Path) -> None:
    prove_small(*ROWS[row], tmp_path)
