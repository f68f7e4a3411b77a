"""Matrix products as calls, in every transposition, against the interpreter."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from adc.ir.program import Program
from adc.schedule import schedule
from adc.schedule.tree import LibraryCall, walk
from tests.emit.native import Native, build, expect_same, parsed

SIZES = [(4, 3, 5), (1, 1, 1), (2, 6, 0), (0, 3, 2), (3, 0, 2)]


def matrix(real: str, flip_a: bool, flip_b: bool, flip_c: bool, name: str) -> Program:
    a = "a[k, i]" if flip_a else "a[i, k]"
    b = "b[j, k + 1]" if flip_b else "b[k + 1, j]"
    c = "c[2, j, i]" if flip_c else "c[2, i, j]"
    shapes = ["K, I" if flip_a else "I, K", "J, K + 1" if flip_b else "K + 1, J"]
    shapes.append("3, J, I" if flip_c else "3, I, J")
    return parsed(
        f"program {name}(I: size, J: size, K: size, s: scalar, a: array, b: array, c: array)\n"
        f"input s: {real}\ninput a: {real}[{shapes[0]}]\ninput b: {real}[{shapes[1]}]\n"
        f"inout c: {real}[{shapes[2]}]\n\n"
        f"S1: {c} += -(s*{a})*{b} for i in 0:I, j in 0:J, k in 0:K\n"
    )


def vector(real: str, flip: bool, strided: bool, name: str) -> Program:
    a = "a[k, i]" if flip else "a[i, k]"
    x, y = ("x[k, 1]", "y[i, 2]") if strided else ("x[1, k]", "y[2, i]")
    shapes = ("K, 2", "I, 3") if strided else ("2, K", "3, I")
    return parsed(
        f"program {name}(I: size, K: size, a: array, x: array, y: array)\n"
        f"input a: {real}[{'K, I' if flip else 'I, K'}]\ninput x: {real}[{shapes[0]}]\n"
        f"inout y: {real}[{shapes[1]}]\n\n"
        f"S1: {y} += {x}*{a} for i in 0:I, k in 0:K\n"
    )


def variants() -> list[Program]:
    programs = []
    for real in ("float64", "float32"):
        for flips in itertools.product((False, True), repeat=3):
            programs.append(matrix(real, *flips, name=f"m{len(programs)}"))
        for flips in itertools.product((False, True), repeat=2):
            programs.append(vector(real, *flips, name=f"v{len(programs)}"))
    return programs


VARIANTS = variants()


@pytest.fixture(scope="module")
def natives(tmp_path_factory: pytest.TempPathFactory) -> list[Native]:
    folder: Path = tmp_path_factory.mktemp("products")
    more = ("-fopenmp", "-DADC_PARALLEL_MIN=-1")
    return build(VARIANTS, folder, openmp=True, blas=True, optimise="-O2", more=more)


#: A BLAS of two functions, straight from their definitions (row-major only).
CBLAS = """\
enum CBLAS_LAYOUT { CblasRowMajor = 101, CblasColMajor };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans };
#define BLAS(real, p) \\
static int calls_##p; \\
static void cblas_##p##gemm(enum CBLAS_LAYOUT layout, enum CBLAS_TRANSPOSE ta, \\
    enum CBLAS_TRANSPOSE tb, int m, int n, int k, real alpha, const real *a, int lda, \\
    const real *b, int ldb, real beta, real *c, int ldc) \\
{ \\
    calls_##p += layout == CblasRowMajor; \\
    for (int i = 0; i < m; i++) \\
        for (int j = 0; j < n; j++) { \\
            real sum = 0; \\
            for (int l = 0; l < k; l++) \\
                sum += a[ta == CblasTrans ? l*lda + i : i*lda + l] \\
                    *b[tb == CblasTrans ? j*ldb + l : l*ldb + j]; \\
            c[i*ldc + j] = alpha*sum + beta*c[i*ldc + j]; \\
        } \\
} \\
static void cblas_##p##gemv(enum CBLAS_LAYOUT layout, enum CBLAS_TRANSPOSE ta, int m, int n, \\
    real alpha, const real *a, int lda, const real *x, int incx, real beta, real *y, int incy) \\
{ \\
    const int rows = ta == CblasTrans ? n : m, inner = ta == CblasTrans ? m : n; \\
    calls_##p += layout == CblasRowMajor; \\
    for (int i = 0; i < rows; i++) { \\
        real sum = 0; \\
        for (int l = 0; l < inner; l++) \\
            sum += a[ta == CblasTrans ? l*lda + i : i*lda + l]*x[l*incx]; \\
        y[i*incy] = alpha*sum + beta*y[i*incy]; \\
    } \\
}
BLAS(double, d)
BLAS(float, s)
int calls(void);
int calls(void) { return calls_d + calls_s; }
"""


def test_blas_gets_the_right_arguments(tmp_path: Path) -> None:
    (tmp_path / "cblas.h").write_text(CBLAS)
    more = ("-DADC_USE_CBLAS", f"-I{tmp_path}")
    natives = build(VARIANTS, tmp_path, openmp=True, blas=True, more=more)
    for native in natives:
        for size in SIZES:
            expect_same(native, dict(zip("IJK", size, strict=True)))
    # `call` runs `_ws` twice and the entry once; two sizes (three for vectors) are not empty.
    assert natives[0].library.calls() == 3 * (2 * 16 + 3 * 8)


@pytest.mark.parametrize("number", range(len(VARIANTS)))
def test_call_agrees_with_interpreter(natives: list[Native], number: int) -> None:
    program = VARIANTS[number]
    assert isinstance(schedule(program, openmp=True, blas=True).tree[0], LibraryCall)
    for size in SIZES:
        expect_same(natives[number], dict(zip("IJK", size, strict=True)))


# -- as the operation ------------------------------------------------------------------------------


def operation(real: str, a: str, arrow: str, name: str) -> Program:
    """The product of a section of `a` that the text gives, as an operation of the IR."""
    return parsed(
        f"program {name}(I: size, J: size, K: size, s: scalar, a: array, b: array, c: array)\n"
        f"input s: {real}\ninput a: {real}[I + K + 1, 2, I + K + 1]\ninput b: {real}[K + 1, J]\n"
        f"inout c: {real}[3, I, J]\n\n"
        f"S1: do matrix_product({a} for i in 0:I, k in 0:K; b[k + 1, j] for k in 0:K, j in 0:J; "
        f"-s) {arrow} c[2, i, j] for i in 0:I, j in 0:J\n"
    )


#: Sections of `a` that are no matrices in BLAS's sense: one element on several axes, and rows that
#: do not follow each other.
SECTIONS = ("a[1, 1, i + k]", "a[i, 1, k]", "a[i + 1, 0, k]")
OPERATIONS = [
    operation(real, a, arrow, f"o{n}")
    for n, (real, a, arrow) in enumerate(
        itertools.product(("float64", "float32"), SECTIONS, ("->", "-> +="))
    )
]


def flat(real: str, arrow: str, name: str) -> Program:
    """One that is a call, with an offset in each array."""
    return parsed(
        f"program {name}(I: size, J: size, K: size, a: array, b: array, c: array)\n"
        f"input a: {real}[K + 1, I + 2]\ninput b: {real}[K + 1, J]\n"
        f"inout c: {real}[3, I, J + 1]\n\n"
        "S1: do matrix_product(a[k + 1, i + 2] for i in 0:I, k in 0:K; b[k, j] for k in 0:K, "
        f"j in 0:J) {arrow} c[2, i, j + 1] for i in 0:I, j in 0:J\n"
    )


CALLED = [
    flat(real, arrow, f"p{n}")
    for n, (real, arrow) in enumerate(itertools.product(("float64", "float32"), ("->", "-> +=")))
]


@pytest.mark.parametrize("blas", [True, False])
def test_operations_agree_with_the_interpreter(blas: bool, tmp_path: Path) -> None:
    programs = [*OPERATIONS, *CALLED]
    for program in programs:
        tree = schedule(program, openmp=True, blas=blas).tree
        calls = any(isinstance(n, LibraryCall) for n in walk(tree))
        assert calls == (blas and program in CALLED)
    for native in build(programs, tmp_path, openmp=True, blas=blas, more=("-fopenmp",)):
        for size in SIZES:
            expect_same(native, dict(zip("IJK", size, strict=True)))
