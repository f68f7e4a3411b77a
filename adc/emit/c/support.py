"""What C files carry with them beside the helpers of all languages like C: BLAS and OpenMP."""

from __future__ import annotations

import re

from adc.emit.clike.support import HELPERS, Support
from adc.schedule.work import LEAST_WORK

_GEMM = """\
/* c += alpha*op(a)*op(b), all row by row; op transposes where its letter is 'T'. */
static void adc_Dgemm(char trans_a, char trans_b, int64_t rows, int64_t columns, int64_t inner,
    REAL alpha, const void *a_start, int64_t a_row, const void *b_start, int64_t b_row,
    void *c_start, int64_t c_row)
{
    const REAL *a = a_start, *b = b_start;
    REAL *restrict c = c_start;
    const int64_t a_i = trans_a == 'T' ? 1 : a_row, a_k = trans_a == 'T' ? a_row : 1;
    if (rows <= 0 || columns <= 0 || inner <= 0)
        return;
#ifdef ADC_USE_CBLAS
    if (rows <= INT_MAX && columns <= INT_MAX && inner <= INT_MAX && a_row <= INT_MAX
        && b_row <= INT_MAX && c_row <= INT_MAX) {
        cblas_Dgemm(CblasRowMajor, trans_a == 'T' ? CblasTrans : CblasNoTrans,
            trans_b == 'T' ? CblasTrans : CblasNoTrans, (int)rows, (int)columns, (int)inner, alpha,
            a, (int)a_row, b, (int)b_row, 1, c, (int)c_row);
        return;
    }
#endif
    #pragma omp parallel for if (1.0*rows*columns*inner > ADC_PARALLEL_MIN)
    for (int64_t i = 0; i < rows; i++) {
        if (trans_b == 'T') {
            for (int64_t j = 0; j < columns; j++) {
                REAL sum = 0;
                #pragma omp simd reduction(+:sum)
                for (int64_t k = 0; k < inner; k++)
                    sum += a[i*a_i + k*a_k]*b[j*b_row + k];
                c[i*c_row + j] += alpha*sum;
            }
        } else {
            for (int64_t k = 0; k < inner; k++) {
                const REAL scale = alpha*a[i*a_i + k*a_k];
                for (int64_t j = 0; j < columns; j++)
                    c[i*c_row + j] += scale*b[k*b_row + j];
            }
        }
    }
}
"""

_GEMV = """\
/* y += alpha*op(a)*x with a row by row; op transposes where trans is 'T'; steps are in elements. */
static void adc_Dgemv(char trans, int64_t rows, int64_t inner, REAL alpha, const void *a_start,
    int64_t a_row, const void *x_start, int64_t x_step, void *y_start, int64_t y_step)
{
    const REAL *a = a_start, *x = x_start;
    REAL *restrict y = y_start;
    if (rows <= 0 || inner <= 0)
        return;
#ifdef ADC_USE_CBLAS
    if (rows <= INT_MAX && inner <= INT_MAX && a_row <= INT_MAX && x_step <= INT_MAX
        && y_step <= INT_MAX) {
        cblas_Dgemv(CblasRowMajor, trans == 'T' ? CblasTrans : CblasNoTrans,
            (int)(trans == 'T' ? inner : rows), (int)(trans == 'T' ? rows : inner), alpha, a,
            (int)a_row, x, (int)x_step, 1, y, (int)y_step);
        return;
    }
#endif
    if (trans == 'T') {
        for (int64_t k = 0; k < inner; k++) {
            const REAL scale = alpha*x[k*x_step];
            for (int64_t i = 0; i < rows; i++)
                y[i*y_step] += scale*a[k*a_row + i];
        }
        return;
    }
    #pragma omp parallel for if (1.0*rows*inner > ADC_PARALLEL_MIN)
    for (int64_t i = 0; i < rows; i++) {
        REAL sum = 0;
        #pragma omp simd reduction(+:sum)
        for (int64_t k = 0; k < inner; k++)
            sum += a[i*a_row + k]*x[k*x_step];
        y[i*y_step] += alpha*sum;
    }
}
"""

_BLAS = {"adc_dgemm": _GEMM, "adc_sgemm": _GEMM, "adc_dgemv": _GEMV, "adc_sgemv": _GEMV}

_CBLAS = """\
#ifdef ADC_USE_CBLAS
#include <cblas.h>
#endif
"""

_PARALLEL = f"""\
/* A loop runs in parallel from about this many element operations. */
#ifndef ADC_PARALLEL_MIN
#define ADC_PARALLEL_MIN {f"{LEAST_WORK:.0e}".replace("e+0", "e")}
#endif
"""

_PRAGMAS = """\
/* Compilers that know no OpenMP may pass over its pragmas in silence. */
#ifndef _OPENMP
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif
"""


def _blas() -> dict[str, str]:
    table = {}
    for name, template in _BLAS.items():
        real = "float" if name.startswith("adc_s") else "double"
        letter = name.removeprefix("adc_")[0]
        table[name] = re.sub(r"_D(?=gem)", f"_{letter}", template).replace("REAL", real)
    return table


SUPPORT = Support(
    {**HELPERS, **_blas()},
    (
        (r"\badc_[ds]gem[mv]\b", _CBLAS),
        ("ADC_PARALLEL_MIN", _PARALLEL),
        ("#pragma omp", _PRAGMAS),
    ),
)
