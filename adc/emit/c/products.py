"""Matrix products as C text: calls of a BLAS where one is linked, blocks in the file elsewhere.

The text is written once with REAL for the type, `_D` for the letter in the names of functions and
`ADC_D_` for the one in those of constants.
"""

from __future__ import annotations

import re

from adc.emit.c.contractions import CONTRACTION
from adc.emit.c.eigenvalues import GEEV_TEXT
from adc.emit.c.factorisations import TEXTS
from adc.emit.c.fourier import FOURIER

#: The registers that the compiler may use, also where both precisions multiply.
VECTOR_BYTES = """\
/* Bytes of a vector register, and of how many rows and vectors a tile of sums is that a matrix
   product keeps in them: 24 of 32 registers, or 12 of 16. */
#if defined(__AVX512F__)
enum { ADC_VECTOR_BYTES = 64, ADC_TILE_ROWS = 8, ADC_TILE_VECTORS = 3 };
#elif defined(__AVX__)
enum { ADC_VECTOR_BYTES = 32, ADC_TILE_ROWS = 6, ADC_TILE_VECTORS = 2 };
#else
enum { ADC_VECTOR_BYTES = 16, ADC_TILE_ROWS = 6, ADC_TILE_VECTORS = 2 };
#endif
/* Bytes of a row of a packed block, which is on the stack: threads have little of it where the C
   library is small. Results do not depend on it. */
#ifndef ADC_BLOCK_ROW_BYTES
#ifdef __GLIBC__
#define ADC_BLOCK_ROW_BYTES 1536
#else
#define ADC_BLOCK_ROW_BYTES 384
#endif
#endif
"""

#: What products may do that the rest of a file may not.
FUSED = """\
/* A multiplication and the addition of its result as one operation, in these functions alone:
   their sums then depend on the processor that they are built for. */
#if defined(ADC_USE_FMA) && defined(__GNUC__) && !defined(__clang__)
#define ADC_FUSED __attribute__((optimize("fp-contract=fast")))
#else
#define ADC_FUSED
#endif
"""

CBLAS = """\
#ifdef ADC_USE_CBLAS
#include <cblas.h>
#endif
"""

_LANES = """\
/* A vector register, and the sizes of tiles and blocks of products in elements. */
#ifdef __GNUC__
typedef REAL adc_Dlanes __attribute__((vector_size(ADC_VECTOR_BYTES)));
#else
typedef REAL adc_Dlanes;
#endif
enum {
    ADC_D_LANES = sizeof(adc_Dlanes)/sizeof(REAL),
    /* of a tile, in vectors and in numbers */
    ADC_D_ROWS = ADC_TILE_ROWS, ADC_D_ACROSS = ADC_TILE_VECTORS,
    ADC_D_COLUMNS = ADC_D_ACROSS*ADC_D_LANES,
    /* of a block, at most */
    ADC_D_HEIGHT = 192, ADC_D_WIDTH = ADC_BLOCK_ROW_BYTES/sizeof(REAL), ADC_D_DEPTH = 192
};

/* How many of `count` rows or columns a block takes: a multiple of `side`, and all blocks take
   about as many, so that threads have about as much to do. */
static inline int64_t adc_Dshare(int64_t count, int64_t most, int64_t side)
{
    const int64_t blocks = (count + most - 1)/most;
    return ((count + blocks - 1)/blocks + side - 1)/side*side;
}
"""

_GEMM = """\
/* Products without a BLAS, in blocks: a part of B, packed, stays in the second cache, a panel of
   rows of A in the first, and a tile of sums in registers (Goto & van de Geijn, "Anatomy of
   high-performance matrix multiplication", 2008; Van Zee & van de Geijn, "BLIS", 2015). The terms
   of an element are added in one order, whatever the threads and the registers are. */

/* `count` rows or columns side by side, and zeros up to `side` of them: to[k][l] is the k-th
   element of the l-th. `along` leads from one k to the next, `across` from one l to the next. */
static inline void adc_Dput(const REAL *from, int64_t along, int64_t across, int64_t depth,
    int64_t count, int64_t side, REAL *to)
{
    if (count == side && across == 1) {
        for (int64_t k = 0; k < depth; k++)
            for (int64_t l = 0; l < side; l++)
                to[k*side + l] = from[k*along + l];
        return;
    }
    for (int64_t l = 0; l < side; l++)
        for (int64_t k = 0; k < depth; k++)
            to[k*side + l] = l < count ? from[k*along + l*across] : 0;
}

/* The same with what stands at the same place of the transpose added, unless `mirrored` is NULL. */
static inline void adc_Dpack(const REAL *from, const REAL *mirrored, int64_t along,
    int64_t across, int64_t depth, int64_t count, int64_t side, REAL *to)
{
    adc_Dput(from, along, across, depth, count, side, to);
    if (mirrored == NULL)
        return;
    for (int64_t k = 0; k < depth; k++)
        for (int64_t l = 0; l < count; l++)
            to[k*side + l] += mirrored[k*across + l*along];
}

/* Adds alpha times the product of a panel of A and a panel of B to a tile of C, of which `rows` and
   `columns` are there. */
ADC_FUSED
static inline void adc_Dtile(int64_t rows, int64_t columns, int64_t depth, REAL alpha,
    const REAL *a, const REAL *b, REAL *restrict c, int64_t c_row)
{
#if defined(ADC_USE_FMA) && defined(__clang__)
    #pragma clang fp contract(fast)
#endif
    adc_Dlanes sums[ADC_D_ROWS][ADC_D_ACROSS];
    memset(sums, 0, sizeof sums);
    for (int64_t k = 0; k < depth; k++) {
        adc_Dlanes row[ADC_D_ACROSS];
        memcpy(row, b + k*ADC_D_COLUMNS, sizeof row);
        for (int i = 0; i < ADC_D_ROWS; i++)
            for (int l = 0; l < ADC_D_ACROSS; l++)
                sums[i][l] += a[k*ADC_D_ROWS + i]*row[l];
    }
    if (rows == ADC_D_ROWS && columns == ADC_D_COLUMNS) {
        for (int i = 0; i < ADC_D_ROWS; i++)
            for (int l = 0; l < ADC_D_ACROSS; l++) {
                REAL *const place = c + i*c_row + l*ADC_D_LANES;
                adc_Dlanes found;
                memcpy(&found, place, sizeof found);
                found += alpha*sums[i][l];
                memcpy(place, &found, sizeof found);
            }
        return;
    }
    REAL tile[ADC_D_ROWS][ADC_D_COLUMNS];
    memcpy(tile, sums, sizeof tile);
    for (int64_t i = 0; i < rows; i++)
        for (int64_t j = 0; j < columns; j++)
            c[i*c_row + j] += alpha*tile[i][j];
}

/* A block of C, of at most ADC_D_HEIGHT rows and ADC_D_WIDTH columns; a_i, a_k, b_k and b_j lead
   from one element of A and B to the next. The transposes begin at a_mirrored and b_mirrored where
   they are added. */
static void adc_Dblock(int64_t rows, int64_t columns, int64_t inner, REAL alpha, const REAL *a,
    const REAL *a_mirrored, int64_t a_i, int64_t a_k, const REAL *b, const REAL *b_mirrored,
    int64_t b_k, int64_t b_j, REAL *restrict c, int64_t c_row)
{
    _Alignas(ADC_VECTOR_BYTES) REAL a_panel[ADC_D_ROWS*ADC_D_DEPTH];
    _Alignas(ADC_VECTOR_BYTES) REAL b_block[ADC_D_WIDTH*ADC_D_DEPTH];
    for (int64_t k = 0; k < inner; k += ADC_D_DEPTH) {
        const int64_t depth = adc_imin(ADC_D_DEPTH, inner - k);
        for (int64_t j = 0; j < columns; j += ADC_D_COLUMNS)
            adc_Dpack(b + k*b_k + j*b_j, b_mirrored ? b_mirrored + k*b_j + j*b_k : NULL, b_k, b_j,
                depth, adc_imin(ADC_D_COLUMNS, columns - j), ADC_D_COLUMNS, b_block + j*depth);
        for (int64_t i = 0; i < rows; i += ADC_D_ROWS) {
            const int64_t height = adc_imin(ADC_D_ROWS, rows - i);
            adc_Dpack(a + i*a_i + k*a_k, a_mirrored ? a_mirrored + i*a_k + k*a_i : NULL, a_k, a_i,
                depth, height, ADC_D_ROWS, a_panel);
            for (int64_t j = 0; j < columns; j += ADC_D_COLUMNS)
                adc_Dtile(height, adc_imin(ADC_D_COLUMNS, columns - j), depth, alpha, a_panel,
                    b_block + j*depth, c + i*c_row + j, c_row);
        }
    }
}

/* The same by plain loops, for what is too small or too thin to be worth packing. */
ADC_FUSED
static void adc_Dloops(int64_t rows, int64_t columns, int64_t inner, REAL alpha, const REAL *a,
    int64_t a_i, int64_t a_k, const REAL *b, int64_t b_k, int64_t b_j, REAL *restrict c,
    int64_t c_row)
{
    for (int64_t i = 0; i < rows; i++) {
        if (b_k == 1) {
            for (int64_t j = 0; j < columns; j++)
                c[i*c_row + j] += alpha*adc_Ddot(inner, a + i*a_i, a_k, b + j*b_j, 1);
        } else {
            for (int64_t k = 0; k < inner; k++) {
                const REAL scale = alpha*a[i*a_i + k*a_k];
                for (int64_t j = 0; j < columns; j++)
                    c[i*c_row + j] += scale*b[k*b_k + j];
            }
        }
    }
}

/* c += alpha*op(a)*op(b), all row by row; op transposes where its letter is 'T', and adds the
   transpose where it is 'S'. */
static void adc_Dgemm(char trans_a, char trans_b, int64_t rows, int64_t columns, int64_t inner,
    REAL alpha, const void *a_start, int64_t a_row, const void *b_start, int64_t b_row,
    void *c_start, int64_t c_row)
{
    const REAL *a = a_start, *b = b_start;
    REAL *restrict c = c_start;
    const int64_t a_i = trans_a == 'T' ? 1 : a_row, a_k = trans_a == 'T' ? a_row : 1;
    const int64_t b_k = trans_b == 'T' ? 1 : b_row, b_j = trans_b == 'T' ? b_row : 1;
    const double work = 1.0*rows*columns*inner;
    if (rows <= 0 || columns <= 0 || inner <= 0)
        return;
    const bool thin = b_k == 1 ? a_k == 1 && (rows < 4 || columns < 4) : rows < 6 || inner < 4;
    const bool a_both = trans_a == 'S', b_both = trans_b == 'S';
#ifdef ADC_USE_CBLAS
    const bool packed = false;
#else
    const bool packed = work >= 2000 && !thin;
#endif
    if ((a_both || b_both) && !packed) {
        adc_Dgemm(a_both ? 'N' : trans_a, b_both ? 'N' : trans_b, rows, columns, inner, alpha, a,
            a_row, b, b_row, c, c_row);
        adc_Dgemm(a_both ? 'T' : trans_a, b_both ? 'T' : trans_b, rows, columns, inner, alpha, a,
            a_row, b, b_row, c, c_row);
        return;
    }
#ifdef ADC_USE_CBLAS
    if (rows <= INT_MAX && columns <= INT_MAX && inner <= INT_MAX && a_row <= INT_MAX
        && b_row <= INT_MAX && c_row <= INT_MAX) {
        cblas_Dgemm(CblasRowMajor, trans_a == 'T' ? CblasTrans : CblasNoTrans,
            trans_b == 'T' ? CblasTrans : CblasNoTrans, (int)rows, (int)columns, (int)inner, alpha,
            a, (int)a_row, b, (int)b_row, 1, c, (int)c_row);
        return;
    }
#endif
    if (work < 2000) {
        adc_Dloops(rows, columns, inner, alpha, a, a_i, a_k, b, b_k, b_j, c, c_row);
        return;
    }
    if (thin) {
        #pragma omp parallel for if (work > ADC_PARALLEL_MIN)
        for (int64_t i = 0; i < rows; i++)
            adc_Dloops(1, columns, inner, alpha, a + i*a_i, a_i, a_k, b, b_k, b_j, c + i*c_row,
                c_row);
        return;
    }
    const int64_t tall = adc_Dshare(rows, ADC_D_HEIGHT, ADC_D_ROWS);
    const int64_t wide = adc_Dshare(columns, ADC_D_WIDTH, ADC_D_COLUMNS);
    #pragma omp parallel for collapse(2) if (work > ADC_PARALLEL_MIN)
    for (int64_t i = 0; i < rows; i += tall)
        for (int64_t j = 0; j < columns; j += wide)
            adc_Dblock(adc_imin(tall, rows - i), adc_imin(wide, columns - j), inner, alpha,
                a + i*a_i, a_both ? a + i*a_k : NULL, a_i, a_k, b + j*b_j,
                b_both ? b + j*b_k : NULL, b_k, b_j, c + i*c_row + j, c_row);
}
"""

_DOT = """\
/* The sum of x[k]*y[k]: sixteen sums (in single precision 32) that are added up at the end. */
ADC_FUSED
static inline REAL adc_Ddot(int64_t n, const REAL *x, int64_t x_step, const REAL *y,
    int64_t y_step)
{
    enum { SUMS = 128/sizeof(REAL) };
    REAL sum = 0;
    int64_t k = 0;
    if (x_step == 1 && y_step == 1 && n >= 2*SUMS) {
        REAL sums[SUMS] = {0};
        for (; k + SUMS <= n; k += SUMS)
            for (int l = 0; l < SUMS; l++)
                sums[l] += x[k + l]*y[k + l];
        for (int l = 0; l < SUMS; l++)
            sum += sums[l];
    }
    for (; k < n; k++)
        sum += x[k*x_step]*y[k*y_step];
    return sum;
}
"""

_GEMV = """\
/* Some rows of y += alpha*op(a)*x. */
ADC_FUSED
static inline void adc_Dstrip(char trans, int64_t rows, int64_t inner, REAL alpha,
    const REAL *a, int64_t a_row, const REAL *x, int64_t x_step, REAL *restrict y,
    int64_t y_step)
{
    if (trans == 'T') {
        for (int64_t k = 0; k < inner; k++) {
            const REAL scale = alpha*x[k*x_step];
            for (int64_t i = 0; i < rows; i++)
                y[i*y_step] += scale*a[k*a_row + i];
        }
    } else {
        for (int64_t i = 0; i < rows; i++)
            y[i*y_step] += alpha*adc_Ddot(inner, a + i*a_row, 1, x, x_step);
    }
}

/* y += alpha*op(a)*x with a row by row; op transposes where trans is 'T'; steps are in elements. */
static void adc_Dgemv(char trans, int64_t rows, int64_t inner, REAL alpha, const void *a_start,
    int64_t a_row, const void *x_start, int64_t x_step, void *y_start, int64_t y_step)
{
    const REAL *a = a_start, *x = x_start;
    REAL *restrict y = y_start;
    const double work = 1.0*rows*inner;
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
    if (work <= ADC_PARALLEL_MIN) {
        adc_Dstrip(trans, rows, inner, alpha, a, a_row, x, x_step, y, y_step);
        return;
    }
    const int64_t strip = trans == 'T' ? 2048 : 64;
    #pragma omp parallel for
    for (int64_t i = 0; i < rows; i += strip)
        adc_Dstrip(trans, adc_imin(strip, rows - i), inner, alpha,
            a + (trans == 'T' ? i : i*a_row), a_row, x, x_step, y + i*y_step, y_step);
}
"""


#: The distance from 1 to the next number, and the least number that keeps all digits.
_CONSTANTS = {"EPSILON": ("0x1p-52", "0x1p-23f"), "TINY": ("0x1p-1022", "0x1p-126f")}


def _instance(template: str, letter: str) -> str:
    """The text in double precision ("d") or in single ("s")."""
    text = template.replace("REAL", "double" if letter == "d" else "float")
    for name in ("sqrt", "fabs", "fmax", "fmin", "hypot"):
        text = text.replace(name.upper(), name if letter == "d" else f"{name}f")
    for word, (double, single) in _CONSTANTS.items():
        text = text.replace(word, double if letter == "d" else single)
    text = re.sub(r"\bLAPACK_(?=[a-z])", letter, text)
    return re.sub(r"_D(?=[a-z])", f"_{letter}", text).replace("ADC_D_", f"ADC_{letter.upper()}_")


#: By the name whose use calls for them; what a text uses stands before it.
PRODUCTS = {
    f"adc_{letter}{name}": _instance(template, letter)
    for name, template in (
        ("lanes", _LANES),
        ("dot", _DOT),
        ("gemm", _GEMM),
        ("gemv", _GEMV),
        ("contract", CONTRACTION),
        *TEXTS,
        ("geev", GEEV_TEXT),
        ("fourier", FOURIER),
    )
    for letter in "ds"
}
