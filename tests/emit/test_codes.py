"""The results of a call that cannot be made: sizes, overlaps, memory."""

from __future__ import annotations

import ctypes
from pathlib import Path

import numpy as np
import pytest

from tests.emit.kernels import BURGERS, GEMM, SHAPES
from tests.emit.native import Native, build, inputs_for, parsed

OK, ENOMEM, ESIZE, EALIAS, _, EINVAL = range(6)
GEMM_SIZES = {"NI": 3, "NJ": 4, "NK": 2}


@pytest.fixture(scope="module")
def natives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Native]:
    folder: Path = tmp_path_factory.mktemp("codes")
    programs = [parsed(GEMM, "gemm"), parsed(SHAPES, "shapes"), parsed(BURGERS, "burgers")]
    return {n.program.name: n for n in build(programs, folder)}


def gemm_arrays(native: Native) -> dict[str, np.ndarray]:
    return native.prepared(GEMM_SIZES, inputs_for(native.program, GEMM_SIZES))


def test_sound_call_succeeds(natives: dict[str, Native]) -> None:
    assert natives["gemm"].status(GEMM_SIZES, gemm_arrays(natives["gemm"])) == OK


@pytest.mark.parametrize(
    "sizes",
    [
        {"NI": 2**62},
        {"NI": 3037000500, "NJ": 3037000500},
        {"NI": 2**32, "NJ": 2**32, "NK": 0},
        {"NI": 2**63 - 1, "NJ": 2**63 - 1, "NK": 2**63 - 1},
    ],
)
def test_size_that_cannot_be_is_refused(natives: dict[str, Native], sizes: dict[str, int]) -> None:
    native = natives["gemm"]
    assert native.status(GEMM_SIZES | sizes, gemm_arrays(native)) == ESIZE
    assert native.workspace_bytes(GEMM_SIZES | sizes) == 0


@pytest.mark.parametrize("sizes", [{"NI": -1}, {"NK": -(2**62)}, {"NI": 2**62, "NJ": -1}])
def test_negative_size_is_refused(natives: dict[str, Native], sizes: dict[str, int]) -> None:
    native = natives["gemm"]
    assert native.status(GEMM_SIZES | sizes, gemm_arrays(native)) == EINVAL
    assert native.workspace_bytes(GEMM_SIZES | sizes) == 0


def test_assumption_is_checked(natives: dict[str, Native]) -> None:
    native = natives["shapes"]
    for sizes, expected in (({"N": 2, "M": 3, "K": 3}, OK), ({"N": 2, "M": 3, "K": 4}, ESIZE)):
        arrays = native.prepared(sizes, inputs_for(native.program, sizes))
        assert native.status(sizes, arrays) == expected


def test_compound_extent_does_not_overflow(natives: dict[str, Native]) -> None:
    native = natives["shapes"]
    small = {"N": 2, "M": 3, "K": 3}
    arrays = native.prepared(small, inputs_for(native.program, small))
    for sizes in ({"N": 2**63 - 2}, {"N": 2**33, "M": 2**33}):
        assert native.status(small | sizes, arrays) == ESIZE
    assert native.status(small | {"K": -(2**63)}, arrays) == EINVAL


def test_written_argument_may_not_overlap(natives: dict[str, Native]) -> None:
    native = natives["gemm"]
    whole = np.zeros(100)
    shared = gemm_arrays(native)
    shared["C"] = whole[:12].reshape(3, 4)
    shared["A"] = whole[11:17].reshape(3, 2)
    assert native.status(GEMM_SIZES, shared) == EALIAS
    shared["A"] = whole[12:18].reshape(3, 2)
    assert native.status(GEMM_SIZES, shared) == OK


def test_read_arguments_may_overlap(natives: dict[str, Native]) -> None:
    native = natives["gemm"]
    sizes = {"NI": 3, "NJ": 3, "NK": 3}
    arrays = native.prepared(sizes, inputs_for(native.program, sizes))
    arrays["A"] = arrays["B"]
    assert native.status(sizes, arrays) == OK


def test_workspace_may_not_overlap_and_may_not_miss(natives: dict[str, Native]) -> None:
    native = natives["gemm"]
    function = native.library["gemm_ws"]
    arrays = gemm_arrays(native)
    values = native.values(GEMM_SIZES, arrays)
    assert function(*values, ctypes.c_void_p(None)) == ENOMEM
    assert function(*values, ctypes.c_void_p(arrays["A"].ctypes.data)) == EALIAS


def test_limit_is_exact(tmp_path: Path) -> None:
    sizes = {"N": 5, "TSTEPS": 3}
    (native,) = build([parsed(BURGERS, "burgers")], tmp_path)
    peak = native.workspace_bytes(sizes) + 3 * 5 * 8
    for limit, expected in ((peak, OK), (peak - 1, ESIZE)):
        folder = tmp_path / str(limit)
        folder.mkdir()
        (limited,) = build([parsed(BURGERS, "burgers")], folder, limit_bytes=limit)
        arrays = limited.prepared(sizes, inputs_for(limited.program, sizes))
        assert limited.status(sizes, arrays) == expected


def test_workspace_is_aligned_slots(natives: dict[str, Native]) -> None:
    """Burgers keeps a tape and two rows of N, which take turns in one slot: a third one lies in the
    gradient before that begins."""
    assert natives["burgers"].workspace_bytes({"N": 5, "TSTEPS": 3}) == 64 * 2 + 64
    assert natives["burgers"].workspace_bytes({"N": 0, "TSTEPS": 3}) == 0
    assert natives["burgers"].workspace_bytes({"N": 5, "TSTEPS": -2}) == 64
