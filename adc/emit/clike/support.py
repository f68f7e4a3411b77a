"""Helper functions that generated text calls: a file gets those that it uses, and no others.

Which ones is read off the text itself, so that nobody keeps a list.
"""

from __future__ import annotations

import re

from adc.emit.clike.snapshots import SNAPSHOTS
from adc.ops import ALL_OPS
from adc.schedule.work import LEAST_WORK

_ROW = """\
/* The length of an array's rows as a type may state it: C wants at least 1, also where none is. */
static inline int64_t adc_row(int64_t n)
{
    return n > 0 ? n : 1;
}
"""

_EXTENT = """\
/* An extent in floating point, which cannot overflow; an empty one counts as 1. */
static inline double adc_extent(int64_t n)
{
    return n > 1 ? (double)n : 1.0;
}
"""

_TAKE = """\
/* The next `bytes` of the workspace; the one after begins at a multiple of 64. */
static inline void *adc_take(char **next, int64_t bytes)
{
    void *taken = *next;
    if (bytes > 0)
        *next += 64*((bytes + 63)/64);
    return taken;
}
"""

_ROUND = """\
/* `bytes` rounded up to a multiple of 64. */
static inline int64_t adc_round64(int64_t bytes)
{
    return 64*((bytes + 63)/64);
}
"""

_RANGE = """\
/* An argument in memory, and whether the function writes it. */
struct adc_range {
    const void *start;
    int64_t bytes;
    bool written;
};
"""

_OVERLAP = """\
/* Whether two of the `count` ranges share a byte and one of the two is written. */
static inline bool adc_overlap(const struct adc_range *ranges, int count)
{
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < a; b++) {
            const uintptr_t x = (uintptr_t)ranges[a].start, y = (uintptr_t)ranges[b].start;
            const int64_t m = ranges[a].bytes, n = ranges[b].bytes;
            const bool apart = m <= 0 || n <= 0 || x + (uintptr_t)m <= y || y + (uintptr_t)n <= x;
            if (!apart && (ranges[a].written || ranges[b].written))
                return true;
        }
    }
    return false;
}
"""

_MISSING = """\
/* Whether one of the `count` ranges has bytes and no place. */
static inline bool adc_missing(const struct adc_range *ranges, int count)
{
    for (int a = 0; a < count; a++) {
        if (ranges[a].start == NULL && ranges[a].bytes > 0)
            return true;
    }
    return false;
}
"""

_MAGNITUDE = """\
/* The magnitude in floating point, which cannot overflow; 0 counts as 1. */
static inline double adc_magnitude(int64_t n)
{
    return n == 0 ? 1.0 : fabs((double)n);
}
"""

_FLOORDIV = """\
/* a // b as Python has it: rounded towards minus infinity; 0 where b is. */
static inline int64_t adc_floordiv(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    return a/b - (a % b != 0 && (a < 0) != (b < 0));
}
"""

_FLOORMOD = """\
/* a % b as Python has it: with the sign of b; 0 where b is. */
static inline int64_t adc_floormod(int64_t a, int64_t b)
{
    if (b == 0)
        return 0;
    const int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}
"""

_WRAP = """\
/* Python's subscript rule: a negative index counts from the end. */
static inline int64_t adc_wrap(int64_t index, int64_t extent)
{
    return index < 0 ? index + extent : index;
}
"""

_IMIN = """\
static inline int64_t adc_imin(int64_t a, int64_t b)
{
    return a < b ? a : b;
}
"""

_IMAX = """\
static inline int64_t adc_imax(int64_t a, int64_t b)
{
    return a > b ? a : b;
}
"""

_ISQUARE = """\
static inline int64_t adc_isquare(int64_t a)
{
    return a*a;
}
"""

#: With REAL for the type and F for the suffix of single precision.
_SQUARE = """\
static inline REAL adc_squareF(REAL x)
{
    return x*x;
}
"""

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

_PLAIN = {
    **SNAPSHOTS,
    "adc_row": _ROW, "adc_extent": _EXTENT, "adc_take": _TAKE, "adc_round64": _ROUND,
    "adc_range": _RANGE, "adc_missing": _MISSING, "adc_overlap": _OVERLAP,
    "adc_magnitude": _MAGNITUDE, "adc_floordiv": _FLOORDIV,
    "adc_floormod": _FLOORMOD, "adc_wrap": _WRAP, "adc_imin": _IMIN, "adc_imax": _IMAX,
    "adc_isquare": _ISQUARE,
}  # fmt: skip

_CBLAS = """\
#ifdef ADC_USE_CBLAS
#include <cblas.h>
#endif
"""

#: What a macro of the text stands for, in front of the helpers.
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

_HEADERS = (
    ("stdbool.h", r"\b(bool|true|false)\b"),
    ("stdint.h", r"\b(u?int(32|64|ptr)_t|SIZE_MAX|INT64_\w+)\b"),
    ("stdlib.h", r"\b(size_t|malloc|aligned_alloc|free)\b"),
    ("string.h", r"\b(memset|memcpy)\b"),
    ("limits.h", r"\bINT_MAX\b"),
)


def _instance(template: str, suffix: str) -> str:
    text = template.replace("REAL", "float" if suffix else "double")
    return re.sub(r"(?<=[a-z0-9])F(?=\()", suffix, text)


def _helpers() -> dict[str, str]:
    codes = [operation.in_code() for operation in ALL_OPS.values()]
    table = dict(_PLAIN)
    table |= {code.integer: code.integer_text for code in codes if code.integer_text}
    defined = [("adc_square", "adc_squaref", _SQUARE)]
    defined += [(code.double, code.single, code.text) for code in codes if code.text]
    for double, single, template in defined:
        table |= {double: _instance(template, ""), single: _instance(template, "f")}
    for name, template in _BLAS.items():
        real = "float" if name.startswith("adc_s") else "double"
        letter = name.removeprefix("adc_")[0]
        table[name] = re.sub(r"_D(?=gem)", f"_{letter}", template).replace("REAL", real)
    return table


HELPERS = _helpers()


def support_text(*texts: str) -> str:
    """The macros and helper functions that `texts` use, to stand once per file before them."""
    body = "\n".join(texts)
    words = set(re.findall(r"\w+", body))
    chosen = [text for name, text in HELPERS.items() if name in words]
    if any("#pragma omp" in text for text in (body, *chosen)):
        chosen.insert(0, _PRAGMAS)
    if any("ADC_PARALLEL_MIN" in text for text in (body, *chosen)):
        chosen.insert(0, _PARALLEL)
    if words & set(_BLAS):
        chosen.insert(0, _CBLAS)
    return "\n".join(chosen)


def includes(*texts: str) -> tuple[str, ...]:
    """The standard headers that `texts` (helpers included) need, in alphabetical order."""
    body = "\n".join(texts)
    found = [header for header, pattern in _HEADERS if re.search(pattern, body)]
    if any(re.search(rf"\b{name}\b", body) for name in _math_names()):
        found.append("math.h")
    return tuple(sorted(found))


def _math_names() -> list[str]:
    codes = [operation.in_code() for operation in ALL_OPS.values()]
    functions = [name for code in codes if not code.text for name in (code.double, code.single)]
    return ["INFINITY", "NAN", *dict.fromkeys(name for name in functions if name)]
