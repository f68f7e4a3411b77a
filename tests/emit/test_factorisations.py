"""Factorisations and solutions by factors as calls of functions in the file, against what the
operations mean, at sizes around those of their blocks; and by LAPACK, where it is."""

from __future__ import annotations

import ctypes.util
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from adc.interpret.machine import run
from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.tree import RoutineCall, walk
from tests.emit.native import Native, build, parsed

#: Around the width of blocks, and of strips of two.
SIZES = (0, 1, 2, 48, 49, 110)
#: Of right-hand sides.
COLUMNS = {0: 2, 1: 1, 2: 0, 48: 1, 49: 60, 110: 7}
NAMES = {"float64": "d", "float32": "s"}


def lu(real: str, by_columns: bool) -> Program:
    place = "f[j, i]" if by_columns else "f[i, j]"
    return parsed(
        f"program lu_{NAMES[real]}{'c' if by_columns else 'r'}(N: size, a: array, f: array, "
        f"p: array)\ninput a: {real}[N, N]\noutput f: {real}[N, N]\noutput p: int32[N]\n\n"
        f"S1: do lu(a[i, j] for i in 0:N, j in 0:N) -> {place} for i in 0:N, j in 0:N; "
        "p[i] for i in 0:N\n"
    )


def cholesky(real: str, by_columns: bool) -> Program:
    place = "f[j, i]" if by_columns else "f[i, j]"
    return parsed(
        f"program cholesky_{NAMES[real]}{'c' if by_columns else 'r'}(N: size, a: array, f: array)"
        f"\ninput a: {real}[N, N]\noutput f: {real}[N, N]\n\n"
        f"S1: do cholesky(a[i, j] for i in 0:N, j in 0:N) -> {place} for i in 0:N, j in 0:N\n"
    )


def triangular(real: str, kind: str, by_columns: bool, vector: bool) -> Program:
    matrix = "a[j, i]" if by_columns else "a[i, j]"
    axes, domain, shape = (
        ("i", "i in 0:N", "N") if vector else ("i, j", "i in 0:N, j in 0:M", "N, M")
    )
    name = f"{kind}_{NAMES[real]}{'c' if by_columns else 'r'}{'v' if vector else 'm'}"
    return parsed(
        f"program {name}(N: size, M: size, a: array, b: array, x: array)\n"
        f"input a: {real}[N, N]\ninput b: {real}[{shape}]\ninout x: {real}[{shape}]\n\n"
        f"S1: do {kind}({matrix} for i in 0:N, j in 0:N; b[{axes}] for {domain}) -> "
        f"x[{axes}] for {domain}\n"
    )


def solution(real: str, kind: str, added: bool, turned: bool) -> Program:
    """`solve`, or `lu_solve` after `lu`; the result is added, or lies by columns."""
    where, shape = ("x[j, i]", "M, N") if turned else ("x[i, j]", "N, M")
    name = f"{kind}_{NAMES[real]}{'a' if added else 's'}{'c' if turned else 'r'}"
    matrix, side = "a[i, j] for i in 0:N, j in 0:N", "b[i, j] for i in 0:N, j in 0:M"
    before, more = "", ""
    if kind == "lu_solve":
        before = f"S0: do lu({matrix}) -> f[i, j] for i in 0:N, j in 0:N; p[i] for i in 0:N\n"
        matrix, more = f"{matrix}; f[i, j] for i in 0:N, j in 0:N", "; p[i] for i in 0:N"
    return parsed(
        f"program {name}(N: size, M: size, a: array, b: array, x: array)\n"
        f"input a: {real}[N, N]\ninput b: {real}[N, M]\ninout x: {real}[{shape}]\n"
        f"local f: {real}[N, N]\nlocal p: int32[N]\n\n{before}"
        f"S1: do {kind}({matrix}; {side}{more}) -> {'+= ' if added else ''}{where} for i in 0:N, "
        "j in 0:M\n"
    )


def programs() -> Iterator[Program]:
    for real in NAMES:
        for by_columns in (False, True):
            yield lu(real, by_columns)
            yield cholesky(real, by_columns)
    kinds = ("lower_solve", "upper_solve", "unit_lower_solve", "unit_upper_solve")
    for number, kind in enumerate(kinds):
        for by_columns in (False, True):
            for vector in (False, True):
                real = "float32" if (number + by_columns) % 2 else "float64"
                yield triangular(real, kind, by_columns, vector)
    for kind in ("solve", "lu_solve"):
        for added in (False, True):
            for turned in (False, True):
                yield solution("float64", kind, added, turned)


PROGRAMS = list(programs())


@pytest.fixture(scope="module")
def natives(tmp_path_factory: pytest.TempPathFactory) -> list[Native]:
    folder: Path = tmp_path_factory.mktemp("factors")
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=-1")
    return build(PROGRAMS, folder, openmp=True, blas=True, optimise="-O2", more=more)


def inputs(program: Program, n: int, m: int, seed: int = 1) -> dict[str, np.ndarray]:
    """Matrices that are well conditioned, and in no order that needs no exchange."""
    random = np.random.default_rng(seed)
    a = random.uniform(-1.0, 1.0, (n, n))
    if "cholesky" in program.name:
        a = a @ a.T + n * np.eye(n)
    elif "lu" in program.name or program.name.startswith("solve"):
        a = (a + 2 * n**0.5 * np.eye(n))[random.permutation(n)]
    else:
        a = a / max(n, 1) + np.diag(random.uniform(1.0, 2.0, n))
    found = {"a": a}
    for name in ("b", "x"):
        if name in program.by_name:
            shape = tuple({"N": n, "M": m}[str(e)] for e in program[name].shape)
            found[name] = random.uniform(-1.0, 1.0, shape)
    return {k: v.astype(program[k].dtype.value) for k, v in found.items()}


def expect(native: Native, n: int, given: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What the C gives for `given`, which is what the operations mean."""
    sizes = {"N": n, "M": COLUMNS.get(n, 2)}
    sizes = {k: v for k, v in sizes.items() if k in native.program.symbols}
    expected = run(native.program, sizes, given)
    got = native.call(sizes, given)
    for name, array in got.items():
        tolerance = 2e-4 if array.dtype == np.float32 else 1e-11
        np.testing.assert_allclose(
            array, expected[name], rtol=tolerance, atol=tolerance, equal_nan=True,
            err_msg=f"{native.program.name}: {name} at {sizes}",
        )  # fmt: skip
    return got


@pytest.mark.parametrize("number", range(len(PROGRAMS)), ids=[p.name for p in PROGRAMS])
def test_calls_give_what_the_operations_mean(natives: list[Native], number: int) -> None:
    program = PROGRAMS[number]
    tree = schedule(program, openmp=True, blas=True).tree
    assert any(isinstance(n, RoutineCall) for n in walk(tree))
    for n in SIZES:
        expect(natives[number], n, inputs(program, n, COLUMNS[n]))


def named(natives: list[Native], *names: str) -> list[Native]:
    return [n for n in natives if n.program.name in names]


def test_singular_matrices(natives: list[Native]) -> None:
    """A column of zeros has a zero on U's diagonal and no exchange; a solution is NaN."""
    a = np.diag(np.arange(1.0, 61.0))[::-1].copy()
    a[:, 7] = 0.0
    for native in named(natives, "lu_dr", "lu_dc"):
        expect(native, 60, {"a": a})
    given = {"a": a, "b": np.ones((60, 2)), "x": np.zeros((60, 2))}
    for native in named(natives, "lu_solve_dsr", "solve_dsr"):
        assert not np.isfinite(native.call({"N": 60, "M": 2}, given)["x"]).any()
    for native in named(natives, "lower_solve_drm"):
        assert np.isnan(expect(native, 60, given)["x"]).all()


def test_columns_with_nan_exchange_nothing(natives: list[Native]) -> None:
    a = inputs(PROGRAMS[0], 60, 0)["a"]
    a[55, 0] = np.nan
    for native in named(natives, "lu_dr", "lu_dc"):
        assert expect(native, 60, {"a": a})["p"][0] == 1


def test_ties_take_the_first_row(natives: list[Native]) -> None:
    a = np.where(np.arange(64)[:, None] >= np.arange(64)[None, :], 1.0, -1.0)
    for native in named(natives, "lu_dr", "lu_dc"):
        assert list(expect(native, 64, {"a": a})["p"]) == list(range(1, 65))


@pytest.mark.parametrize("minor", [1, 30, 48, 49, 100])
def test_a_matrix_that_is_not_positive_definite_has_no_factor(
    natives: list[Native], minor: int
) -> None:
    a = inputs(PROGRAMS[1], 100, 0)["a"]
    a[minor - 1, minor - 1] = -1.0
    for native in named(natives, "cholesky_dr", "cholesky_dc"):
        assert np.isnan(expect(native, 100, {"a": a})["f"]).all()


def test_only_the_lower_triangle_counts(natives: list[Native]) -> None:
    a = inputs(PROGRAMS[1], 60, 0)["a"]
    other = np.tril(a) + np.triu(np.full((60, 60), np.nan), 1)
    for native in named(natives, "cholesky_dr", "cholesky_dc"):
        found = [native.call({"N": 60}, {"a": each})["f"] for each in (a, other)]
        np.testing.assert_array_equal(*found)


def test_small_matrices_and_parts_stay_statements() -> None:
    texts = (
        "program small(a: array, b: array, x: array)\ninput a: float64[4, 4]\n"
        "input b: float64[4]\noutput x: float64[4]\n\n"
        "S1: do solve(a[i, j] for i in 0:4, j in 0:4; b[i] for i in 0:4) -> x[i] for i in 0:4\n",
        "program part(N: size, a: array, b: array, x: array)\ninput a: float64[N + 1, N + 1]\n"
        "input b: float64[N]\noutput x: float64[N]\n\n"
        "S1: do lower_solve(a[i, j] for i in 0:N, j in 0:N; b[i] for i in 0:N) -> "
        "x[i] for i in 0:N\n",
    )
    for text in texts:
        tree = schedule(parsed(text), openmp=True, blas=True).tree
        assert not any(isinstance(n, RoutineCall) for n in walk(tree))


def test_no_calls_without_a_library() -> None:
    tree = schedule(PROGRAMS[0], openmp=True, blas=False).tree
    assert not any(isinstance(n, RoutineCall) for n in walk(tree))


@pytest.mark.skipif(ctypes.util.find_library("lapack") is None, reason="no LAPACK is installed")
def test_lapack_gives_the_same(tmp_path: Path) -> None:
    """The library without its headers: what is asked of it is declared in the file."""
    chosen = [p for p in PROGRAMS if p.name.startswith(("lu", "cholesky", "solve"))]
    library = ctypes.util.find_library("lapack")
    natives = build(
        chosen, tmp_path, openmp=True, blas=True, optimise="-O2",
        more=("-DADC_USE_LAPACK", "-Wl,--no-as-needed", f"-l:{library}"),
    )  # fmt: skip
    for native in natives:
        for n in (0, 1, 49, 110):
            expect(native, n, inputs(native.program, n, COLUMNS[n]))
    bad = inputs(PROGRAMS[1], 60, 0)["a"]
    bad[30, 30] = -1.0
    for native in named(natives, "cholesky_dr", "cholesky_dc"):
        assert np.isnan(expect(native, 60, {"a": bad})["f"]).all()
