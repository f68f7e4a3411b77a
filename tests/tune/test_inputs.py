"""What candidates are called with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from adc.tune.building import write_call
from tests.emit.test_unique_positions import gather
from tests.proof.compiled import compile_case, request_of


@pytest.mark.parametrize("sizes", [{"M": 5, "N": 9}, {"M": 9, "N": 9}, {"M": 0, "N": 0}])
def test_positions_that_all_differ(sizes: dict[str, int], tmp_path: Path) -> None:
    case = gather("int32")
    compiled = compile_case(case)
    request = request_of(case, tmp_path / "gather.py", sizes=tuple(sizes.items()))
    write_call(tmp_path, "gather_grad", compiled.gradient, compiled.primal, request, {})
    idx = np.load(tmp_path / "inputs.npz")["idx"]
    assert idx.dtype == np.int32 and idx.shape == (sizes["M"],)
    assert len(set(idx.tolist()) & set(range(sizes["N"]))) == sizes["M"]
