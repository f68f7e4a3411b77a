"""Every whole-program case as a function of arrays that have to be converted: its gradient is the
interpreter's, which is held against differences of the original there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import adc
from tests.proof.cases import function_of, load_cases
from tests.proof.compiled import compile_case
from tests.proof.harness import prove_interpreted
from tests.proof.marks import long_among

CASES = load_cases()


@pytest.mark.parametrize("name", long_among(CASES, {*CASES} - {"gemm"}))
def test_case(name: str, tmp_path: Path) -> None:
    case = CASES[name]
    drawn, expected = prove_interpreted(compile_case(case), case)
    signature = " ".join(case.signature.split()) if case.signature else None
    (tmp_path / "kernel.py").write_text(case.source)
    found = adc.grad(
        tmp_path / "kernel.py",
        function=function_of(case).name,
        signature=signature,
        wrt=case.wrt,
        of=case.of or None,
    )
    seeds = [p for p in found.__signature__.parameters if p.endswith("_seed")]
    given = dict(zip(seeds, (s for s in drawn.seeds if s.shape), strict=True))
    integers = {n: v for n, v in case.sizes.items() if n in found.__signature__.parameters}
    before = {n: np.array(v) for n, v in {**integers, **drawn.inputs}.items()}
    arguments = {n: awkward(v) for n, v in before.items()}
    result = found(**arguments, **{n: awkward(v) for n, v in given.items()})
    for wanted, got in zip(case.wrt, result, strict=True):
        assert got == pytest.approx(expected[wanted], rel=1e-10, abs=1e-12)
    for n, v in before.items():
        assert np.array_equal(arguments[n], v)


def awkward(value: Any) -> Any:
    """The same values in memory that is not contiguous, and of the other byte order."""
    array = np.asarray(value)
    if not array.shape:
        return array
    wide = np.zeros(tuple(2 * n for n in array.shape), array.dtype.newbyteorder())
    view = wide[tuple(slice(None, None, 2) for _ in array.shape)]
    view[...] = array
    return view
