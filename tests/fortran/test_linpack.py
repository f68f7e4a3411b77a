"""LINPACK's routines without a source: what the text computes against NumPy, its derivatives."""

from __future__ import annotations

import ctypes
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adc.frontends.fortran.library import linpack_names, single
from tests.fortran.construct_cases import _spec
from tests.fortran.harness import case_of, prove_small
from tests.fortran.original import Original, shim_text
from tests.fortran.specs import blocks

ROOT = Path(__file__).resolve().parents[2]
TEXT = ROOT / "templates" / "linpack.f90"
PATH = Path(__file__).parent / "supplied" / "linpack.f90"
SPECS = {s.name: s for s in (_spec(PATH, block) for block in blocks(PATH))}


@pytest.mark.parametrize("name", SPECS)
def test_derivatives(name: str, tmp_path: Path) -> None:
    """adc reads the caller alone; gfortran is given the text as well."""
    spec = SPECS[name]
    shims = "".join(shim_text(s) for s in SPECS.values())
    prove_small(spec, case_of(spec, Original(spec, shims, (TEXT, PATH))), tmp_path)


def test_the_document_lists_them() -> None:
    text = (ROOT / "docs" / "fortran.md").read_text(encoding="utf-8")
    section = text.partition("Of LINPACK there are ")[2].partition("(`sgefa`")[0]
    listed = set(re.findall(r"`(\w+)`", section))
    assert listed | {single(n) for n in listed} == linpack_names()


# -- the text itself -------------------------------------------------------------------------------

N = 6
RANDOM = np.random.default_rng(3)
A = RANDOM.normal(size=(N, N)) + np.eye(N)
B = RANDOM.normal(size=N)
S = A @ A.T + np.eye(N)


@pytest.fixture(scope="module")
def linpack(tmp_path_factory: pytest.TempPathFactory) -> Any:
    library = tmp_path_factory.mktemp("linpack") / "linpack.so"
    command = ["gfortran", "-shared", "-fPIC", "-fcheck=bounds", "-o", str(library), str(TEXT)]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(library))


def call(function: Any, *given: Any) -> int:
    """Calls by reference; the value of the last integer afterwards."""
    passed = [g if isinstance(g, np.ndarray) else ctypes.c_int(g) for g in given]
    function(
        *(p.ctypes.data_as(ctypes.c_void_p) if isinstance(p, np.ndarray) else ctypes.byref(p)
          for p in passed)
    )  # fmt: skip
    return next(p.value for p in reversed(passed) if isinstance(p, ctypes.c_int))


def fortran(a: np.ndarray) -> np.ndarray:
    return np.array(a, order="F")


def test_general(linpack: Any) -> None:
    f, pivots = fortran(A), np.zeros(N, np.int32)
    assert call(linpack.dgefa_, f, N, N, pivots, -1) == 0
    made = np.eye(N)  # in the order of the elimination: exchanges, then multipliers
    for k in range(N - 1):
        made[[k, pivots[k] - 1]] = made[[pivots[k] - 1, k]]
        made[k + 1 :] += np.outer(f[k + 1 :, k], made[k])
    np.testing.assert_allclose(made @ A, np.triu(f), atol=1e-13)
    for job, matrix in ((0, A), (1, A.T)):
        b = B.copy()
        call(linpack.dgesl_, f, N, N, pivots, b, job)
        np.testing.assert_allclose(matrix @ b, B, atol=1e-12)
    singular = fortran(A)
    singular[:, :2] = np.eye(N)[:, :2]
    singular[:, 2] = 0
    assert call(linpack.dgefa_, singular, N, N, pivots, -1) == 3


@pytest.mark.parametrize(("ml", "mu"), [(1, 2), (2, 1), (0, 3), (3, 0), (5, 5)])
def test_banded(linpack: Any, ml: int, mu: int) -> None:
    a = np.triu(np.tril(A, mu), -ml)
    f = fortran(np.full((2 * ml + mu + 1, N), 9.0))
    for j in range(N):
        for i in range(max(0, j - mu), min(N, j + ml + 1)):
            f[ml + mu + i - j, j] = a[i, j]
    pivots = np.zeros(N, np.int32)
    assert call(linpack.dgbfa_, f, 2 * ml + mu + 1, N, ml, mu, pivots, -1) == 0
    for job, matrix in ((0, a), (1, a.T)):
        b = B.copy()
        call(linpack.dgbsl_, f, 2 * ml + mu + 1, N, ml, mu, pivots, b, job)
        np.testing.assert_allclose(matrix @ b, B, atol=1e-11)


def test_positive_definite(linpack: Any) -> None:
    f, b = fortran(S), B.copy()
    assert call(linpack.dpofa_, f, N, N, -1) == 0
    np.testing.assert_allclose(np.triu(f), np.linalg.cholesky(S).T, atol=1e-13)
    call(linpack.dposl_, f, N, N, b)
    np.testing.assert_allclose(S @ b, B, atol=1e-12)
    assert call(linpack.dpofa_, fortran(-S), N, N, -1) == 1
    m, banded = 2, np.triu(np.tril(S + 9 * np.eye(N), 2), -2)
    g, b = fortran(np.zeros((m + 1, N))), B.copy()
    for j in range(N):
        for i in range(max(0, j - m), j + 1):
            g[m + i - j, j] = banded[i, j]
    assert call(linpack.dpbfa_, g, m + 1, N, m, -1) == 0
    call(linpack.dpbsl_, g, m + 1, N, m, b)
    np.testing.assert_allclose(banded @ b, B, atol=1e-12)


@pytest.mark.parametrize(("job", "matrix"), [
    (0, np.tril(A)), (1, np.triu(A)), (10, np.tril(A).T), (11, np.triu(A).T),
])  # fmt: skip
def test_triangles(linpack: Any, job: int, matrix: np.ndarray) -> None:
    b = B.copy()
    assert call(linpack.dtrsl_, fortran(A), N, N, b, job, -1) == 0
    np.testing.assert_allclose(matrix @ b, B, atol=1e-10)
    singular = fortran(A)
    singular[3, 3] = 0
    assert call(linpack.dtrsl_, singular, N, N, B.copy(), job, -1) == 4
