"""Makefile, CMakeLists.txt and pkg-config file build what they promise."""

import os
import shutil
import subprocess

import pytest

from adc.emit.facts import Facts
from tests.emit.native import parsed
from tests.emit_files.kernels import built, of_primal

FAKE_HEADER = """
typedef enum { CblasRowMajor = 101 } CBLAS_LAYOUT;
typedef enum { CblasNoTrans = 111, CblasTrans = 112 } CBLAS_TRANSPOSE;
typedef enum { CblasUpper = 121, CblasLower = 122 } CBLAS_UPLO;
typedef enum { CblasNonUnit = 131, CblasUnit = 132 } CBLAS_DIAG;
typedef enum { CblasLeft = 141, CblasRight = 142 } CBLAS_SIDE;
double cblas_dasum(int n, const double *x, int step);
void cblas_dgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, int m, int n, int k,
    double alpha, const double *a, int lda, const double *b, int ldb, double beta, double *c,
    int ldc);
void cblas_dgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE ta, int m, int n, double alpha,
    const double *a, int lda, const double *x, int sx, double beta, double *y, int sy);
void cblas_dtrsm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE ta,
    CBLAS_DIAG diag, int m, int n, double alpha, const double *a, int lda, double *b, int ldb);
"""
FAKE_SOURCE = """
#include <stdio.h>
#include <stdlib.h>
#include "cblas.h"
double cblas_dasum(int n, const double *x, int step)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += x[i*step] < 0.0 ? -x[i*step] : x[i*step];
    return sum;
}
void cblas_dgemm(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, int m, int n, int k,
    double alpha, const double *a, int lda, const double *b, int ldb, double beta, double *c,
    int ldc)
{
    (void)layout;
    if (getenv("FAKE_BLAS_TALKS"))
        fprintf(stderr, "dgemm called\\n");
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double sum = 0.0;
            for (int l = 0; l < k; l++)
                sum += (ta == CblasTrans ? a[l*lda + i] : a[i*lda + l])
                    * (tb == CblasTrans ? b[j*ldb + l] : b[l*ldb + j]);
            c[i*ldc + j] = alpha*sum + (beta == 0.0 ? 0.0 : beta*c[i*ldc + j]);
        }
}
void cblas_dgemv(CBLAS_LAYOUT layout, CBLAS_TRANSPOSE ta, int m, int n, double alpha,
    const double *a, int lda, const double *x, int sx, double beta, double *y, int sy)
{
    (void)layout;
    for (int i = 0; i < (ta == CblasTrans ? n : m); i++) {
        double sum = 0.0;
        for (int l = 0; l < (ta == CblasTrans ? m : n); l++)
            sum += (ta == CblasTrans ? a[l*lda + i] : a[i*lda + l])*x[l*sx];
        y[i*sy] = alpha*sum + (beta == 0.0 ? 0.0 : beta*y[i*sy]);
    }
}
void cblas_dtrsm(CBLAS_LAYOUT layout, CBLAS_SIDE side, CBLAS_UPLO uplo, CBLAS_TRANSPOSE ta,
    CBLAS_DIAG diag, int m, int n, double alpha, const double *a, int lda, double *b, int ldb)
{
    const int forwards = (uplo == CblasLower) == (ta == CblasNoTrans);
    (void)layout, (void)side, (void)alpha;
    if (getenv("FAKE_BLAS_TALKS"))
        fprintf(stderr, "dtrsm called\\n");
    for (int step = 0; step < m; step++) {
        const int i = forwards ? step : m - 1 - step;
        for (int j = 0; j < n; j++) {
            for (int l = 0; l < step; l++) {
                const int k = forwards ? l : m - 1 - l;
                b[i*ldb + j] -= (ta == CblasTrans ? a[k*lda + i] : a[i*lda + k])*b[k*ldb + j];
            }
            if (diag == CblasNonUnit)
                b[i*ldb + j] /= a[i*lda + i];
        }
    }
}
"""


def run(folder, *words, **environment):
    own = ("BLAS", "CFLAGS", "LAPACK", "OPENMP")
    clean = {k: v for k, v in os.environ.items() if k not in own}
    return subprocess.run(
        words, cwd=folder, env={**clean, **environment}, capture_output=True, text=True
    )


def make(folder, *words, **environment):
    return run(folder, "make", "--no-print-directory", *words, **environment)


def fake_blas(folder):
    """A slow BLAS of our own, with a pkg-config file that calls it openblas."""
    folder.mkdir()
    (folder / "cblas.h").write_text(FAKE_HEADER)
    (folder / "blas.c").write_text(FAKE_SOURCE)
    (folder / "openblas.pc").write_text(
        "Name: openblas\nDescription: a stand-in\nVersion: 1\n"
        "Cflags: -I${pcfiledir}\nLibs: -L${pcfiledir} -lstandin\n"
    )
    subprocess.run(["gcc", "-c", "-fPIC", "blas.c"], cwd=folder, check=True)
    subprocess.run(["ar", "rcs", "libstandin.a", "blas.o"], cwd=folder, check=True)
    return folder


def test_make_builds_checks_and_cleans(tmp_path):
    folder = built("smoothing").write(tmp_path)
    before = {p.name for p in folder.iterdir()}
    assert make(folder).returncode == 0
    assert {"libsmoothing_grad.so", "libsmoothing_grad.a"} <= {p.name for p in folder.iterdir()}
    checked = make(folder, "check", "ARGS=N=9 T=6")
    assert checked.returncode == 0, checked.stderr
    assert "N = 9  T = 6" in checked.stdout
    assert "up to date" in make(folder, "libsmoothing_grad.so").stdout
    assert make(folder, "clean").returncode == 0
    assert {p.name for p in folder.iterdir()} == before


def test_make_check_fails_where_the_check_does(tmp_path):
    folder = built("smoothing").write(tmp_path)
    fast = {"CFLAGS": "-O0"}
    assert make(folder, "check", "ARGS=u=0:1", **fast).returncode == 0
    assert make(folder, "check", "ARGS=u=0:0", **fast).returncode != 0


def test_make_takes_flags_and_compilers(tmp_path):
    folder = built("gemm").write(tmp_path)
    strict = "CFLAGS=-O0 -Wall -Wextra -Werror"
    for words in ((strict, "OPENMP=0", "BLAS=none"), (strict, "BLAS=none"), ("CC=gcc", strict)):
        done = make(folder, *words, "check")
        assert done.returncode == 0, done.stderr
        assert "-O3" not in done.stdout
        make(folder, "clean")
    assert "-fopenmp" not in make(folder, "-n", "OPENMP=0").stdout
    assert make(folder, "CC=no-such-compiler").returncode != 0


needs_pkg_config = pytest.mark.skipif(
    shutil.which("pkg-config") is None, reason="pkg-config is not installed"
)


@needs_pkg_config
def test_make_finds_and_uses_a_blas(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    built("gemm").write(folder)
    blas = fake_blas(tmp_path / "blas")
    speaking = {"FAKE_BLAS_TALKS": "1", "CFLAGS": "-O0"}
    found = make(folder, "check", PKG_CONFIG_PATH=str(blas), **speaking)
    assert found.returncode == 0, found.stdout + found.stderr
    assert "dgemm called" in found.stderr
    assert "# matrix products by -L" in found.stdout
    make(folder, "clean")
    given = make(folder, "check", f"BLAS=-I{blas} -L{blas} -lstandin", **speaking)
    assert given.returncode == 0 and "dgemm called" in given.stderr
    make(folder, "clean")
    none = make(folder, "check", "BLAS=none", PKG_CONFIG_PATH=str(blas), **speaking)
    assert none.returncode == 0 and "dgemm called" not in none.stderr
    assert "# matrix products by blocks of its own" in none.stdout


#: Eliminates without exchanges, which is enough for what is tested here, and says so.
FAKE_LAPACK = """\
#include <stdio.h>
#include <stdlib.h>
void dgetrf_(const int *m, const int *n, double *a, const int *row, int *pivots, int *info)
{
    if (getenv("FAKE_BLAS_TALKS"))
        fprintf(stderr, "dgetrf called\\n");
    for (int k = 0; k < *n; k++) {
        pivots[k] = k + 1;
        for (int i = k + 1; i < *m; i++) {
            a[k**row + i] /= a[k**row + k];
            for (int j = k + 1; j < *n; j++)
                a[j**row + i] -= a[k**row + i]*a[j**row + k];
        }
    }
    *info = 0;
}
void sgetrf_(void) { abort(); }
void dpotrf_(void) { abort(); }
void spotrf_(void) { abort(); }
"""


def a_system():
    """x = A^-1 b, of a matrix that is 4 on its diagonal."""
    primal = parsed(
        "program system(N: size, a: array, b: array) -> x\ninput a: float64[N, N]\n"
        "input b: float64[N]\noutput x: float64[N]\nlocal m: float64[N, N]\n"
        "local f: float64[N, N]\nlocal p: int32[N]\n\n"
        "S1: m[i, j] = a[i, j] for i in 0:N, j in 0:N\n"
        "S2: m[i, i] += 4.0 for i in 0:N\n"
        "S3: do lu(m[i, j] for i in 0:N, j in 0:N) -> f[i, j] for i in 0:N, j in 0:N; "
        "p[i] for i in 0:N\n"
        "S4: do lu_solve(m[i, j] for i in 0:N, j in 0:N; f[i, j] for i in 0:N, j in 0:N; "
        "b[i] for i in 0:N; p[i] for i in 0:N) -> x[i] for i in 0:N\n"
    )
    return of_primal(primal, Facts("system", ("a", "b"), ("x",), sources=("system.py",)))


@needs_pkg_config
def test_make_finds_and_uses_a_lapack_beside_a_blas(tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    a_system().write(folder)
    blas = fake_blas(tmp_path / "blas")
    (blas / "blas.c").write_text(FAKE_LAPACK)
    subprocess.run(["gcc", "-c", "-fPIC", "blas.c"], cwd=blas, check=True)
    subprocess.run(["ar", "rcs", "libfactors.a", "blas.o"], cwd=blas, check=True)
    speaking = {"FAKE_BLAS_TALKS": "1", "CFLAGS": "-O0", "PKG_CONFIG_PATH": str(blas)}
    alone = make(folder, "check", **speaking)
    assert alone.returncode == 0, alone.stdout + alone.stderr
    assert "# factorisations by blocks of its own" in alone.stdout
    assert "dtrsm called" in alone.stderr and "dgetrf called" not in alone.stderr
    make(folder, "clean")
    (blas / "lapack.pc").write_text(
        "Name: lapack\nDescription: a stand-in\nVersion: 1\nLibs: -L${pcfiledir} -lfactors\n"
    )
    for words in ((), (f"LAPACK=-L{blas} -lfactors",)):
        found = make(folder, "check", *words, **speaking)
        assert found.returncode == 0, found.stdout + found.stderr
        assert "dgetrf called" in found.stderr and "# factorisations by -L" in found.stdout
        make(folder, "clean")
    for word in ("LAPACK=none", "BLAS=none"):
        none = make(folder, "check", word, **speaking)
        assert none.returncode == 0 and "dgetrf called" not in none.stderr
        make(folder, "clean")


def test_build_files_look_for_nothing_that_the_text_does_not_use(tmp_path):
    folder = built("smoothing").write(tmp_path)
    assert "ADC_USE_CBLAS" not in (folder / "smoothing_grad.c").read_text()
    for absent in ("CBLAS", "LAPACK", "matrix products", "factorisations"):
        assert absent not in make(folder, "-n", "BLAS=").stdout


@needs_pkg_config
def test_pkg_config_file(tmp_path):
    folder = built("gemm").write(tmp_path)
    done = run(folder, "pkg-config", "--cflags", "--libs", "--static", "gemm_grad",
               PKG_CONFIG_PATH=str(folder))  # fmt: skip
    assert done.stdout.split() == [f"-I{folder}", f"-L{folder}", "-lgemm_grad", "-lm"]


@pytest.mark.slow
def test_cmake(tmp_path):
    if shutil.which("cmake") is None:
        pytest.skip("cmake is not installed")
    folder = built("gemm", value=True).write(tmp_path)
    for words in (("cmake", "-S", ".", "-B", "b"), ("cmake", "--build", "b")):
        done = run(folder, *words)
        assert done.returncode == 0, done.stdout + done.stderr
    tested = run(folder / "b", "ctest", "--output-on-failure")
    assert tested.returncode == 0, tested.stdout
    assert (folder / "b" / "libgemm_grad.so").exists()
    assert (folder / "b" / "libgemm_grad.a").exists()
