"""Factorisations of matrices and solutions by them as C text: LAPACK and BLAS where they are
linked, blocks whose products are the file's own elsewhere.

The text is written once with REAL for the type and `_D` for the letter in the names of functions,
which are those of LAPACK; matrices are row by row. Blocks of columns make almost all of the work
products of matrices (Golub & Van Loan, "Matrix Computations", 4th edition, 2013, sections 3.2.11,
4.2.6 and 3.1.5).
"""

from __future__ import annotations

#: How LAPACK is called, where it is there.
LAPACK = """\
#ifdef ADC_USE_LAPACK
void dgetrf_(const int *, const int *, double *, const int *, int *, int *);
void sgetrf_(const int *, const int *, float *, const int *, int *, int *);
void dpotrf_(const char *, const int *, double *, const int *, int *);
void spotrf_(const char *, const int *, float *, const int *, int *);
void dgeev_(const char *, const char *, const int *, double *, const int *, double *, double *,
    double *, const int *, double *, const int *, double *, const int *, int *);
void sgeev_(const char *, const char *, const int *, float *, const int *, float *, float *,
    float *, const int *, float *, const int *, float *, const int *, int *);
#endif
"""

#: What all of them have.
WIDTH = """\
/* Factorisations and triangular systems go by blocks of so many rows and columns. */
enum { ADC_FACTOR_WIDTH = 48 };
"""

_TRANSPOSE = """\
/* A square matrix transposed where it is, in tiles. */
static inline void adc_Dtranspose(int64_t n, REAL *a)
{
    enum { SIDE = 32 };
    for (int64_t first = 0; first < n; first += SIDE)
        for (int64_t across = first; across < n; across += SIDE)
            for (int64_t i = first; i < adc_imin(first + SIDE, n); i++)
                for (int64_t j = adc_imax(across, i + 1); j < adc_imin(across + SIDE, n); j++) {
                    const REAL kept = a[i*n + j];
                    a[i*n + j] = a[j*n + i];
                    a[j*n + i] = kept;
                }
}
"""

_LASWP = """\
/* Row k of x exchanged with row pivots[k] - 1, one k after the other; where `order` is 'B' back,
   from the last one. */
static void adc_Dlaswp(char order, int64_t n, int64_t columns, const int32_t *pivots, void *start)
{
    REAL *x = start;
    for (int64_t step = 0; step < n; step++) {
        const int64_t k = order == 'B' ? n - 1 - step : step, other = (int64_t)pivots[k] - 1;
        if (other < 0 || other >= n || other == k)
            continue;
        for (int64_t j = 0; j < columns; j++) {
            const REAL kept = x[k*columns + j];
            x[k*columns + j] = x[other*columns + j];
            x[other*columns + j] = kept;
        }
    }
}
"""

_TRSM = """\
/* x becomes the solution of op(a)*x = x, for one triangle of a, lower or upper as `uplo` says, with
   ones on its diagonal where `diag` is 'U'; op transposes where its letter is 'T'. All is NaN where
   another diagonal has a zero. */
static void adc_Dtrsm(char uplo, char trans, char diag, int64_t n, int64_t columns,
    const void *a_start, void *x_start)
{
    const REAL *a = a_start;
    REAL *x = x_start;
    const bool forwards = (uplo == 'L') == (trans == 'N');
    const int64_t a_i = trans == 'T' ? 1 : n, a_k = trans == 'T' ? n : 1;
    for (int64_t k = 0; k < n && diag == 'N'; k++)
        if (a[k*n + k] == 0) {
            for (int64_t i = 0; i < n*columns; i++)
                x[i] = NAN;
            return;
        }
#ifdef ADC_USE_CBLAS
    if (n > 0 && columns > 0 && n <= INT_MAX && columns <= INT_MAX) {
        cblas_Dtrsm(CblasRowMajor, CblasLeft, uplo == 'L' ? CblasLower : CblasUpper,
            trans == 'T' ? CblasTrans : CblasNoTrans, diag == 'U' ? CblasUnit : CblasNonUnit,
            (int)n, (int)columns, 1, a, (int)n, x, (int)columns);
        return;
    }
#endif
    for (int64_t done = 0; done < n; done += ADC_FACTOR_WIDTH) {
        const int64_t rows = adc_imin(ADC_FACTOR_WIDTH, n - done);
        const int64_t first = forwards ? done : n - done - rows;
        const int64_t known = forwards ? 0 : first + rows;
        /* less what the rows that are done give */
        if (done > 0 && columns == 1)
            adc_Dgemv(trans, rows, done, -1, a + first*a_i + known*a_k, n, x + known, 1, x + first,
                1);
        else if (done > 0)
            adc_Dgemm(trans, 'N', rows, columns, done, -1, a + first*a_i + known*a_k, n,
                x + known*columns, columns, x + first*columns, columns);
        for (int64_t step = 0; step < rows; step++) {
            const int64_t i = forwards ? first + step : first + rows - 1 - step;
            REAL *const own = x + i*columns;
            for (int64_t l = 0; l < step; l++) {
                const int64_t k = forwards ? first + l : i + 1 + l;
                const REAL factor = a[i*a_i + k*a_k];
                for (int64_t j = 0; j < columns; j++)
                    own[j] -= factor*x[k*columns + j];
            }
            for (int64_t j = 0; j < columns && diag == 'N'; j++)
                own[j] /= a[i*n + i];
        }
    }
}
"""

_GETRF = """\
/* The pivots of columns first to first + width, brought to their rows, and these columns below
   them eliminated: the first of the largest elements of a column, its own row where one is NaN. */
static void adc_Dpivoted(int64_t n, int64_t first, int64_t width, REAL *a, int32_t *pivots)
{
    for (int64_t k = first; k < first + width; k++) {
        REAL largest = a[k*n + k] < 0 ? -a[k*n + k] : a[k*n + k];
        int64_t found = k;
        for (int64_t i = k + 1; i < n; i++) {
            const REAL size = a[i*n + k] < 0 ? -a[i*n + k] : a[i*n + k];
            if (size <= largest)
                continue;
            found = size > largest ? i : k;
            if (found == k)
                break;
            largest = size;
        }
        pivots[k] = (int32_t)(found + 1);
        for (int64_t j = 0; j < n && found != k; j++) {
            const REAL kept = a[k*n + j];
            a[k*n + j] = a[found*n + j];
            a[found*n + j] = kept;
        }
        const REAL *pivot = a + k*n;
        for (int64_t i = k + 1; i < n; i++) {
            REAL *const row = a + i*n;
            if (pivot[k] != 0)
                row[k] /= pivot[k];
            const REAL ratio = row[k];
            for (int64_t j = k + 1; j < first + width; j++)
                row[j] -= ratio*pivot[j];
        }
    }
}

/* The rows right of a block on the diagonal, given by the unit lower triangle of that block. */
static void adc_Dacross(int64_t n, int64_t first, int64_t width, REAL *a)
{
    for (int64_t i = first + 1; i < first + width; i++)
        for (int64_t k = first; k < i; k++) {
            const REAL ratio = a[i*n + k];
            for (int64_t j = first + width; j < n; j++)
                a[i*n + j] -= ratio*a[k*n + j];
        }
}

/* a becomes its factors: L, but for its ones, below the diagonal, U on it and above; row k was
   exchanged with row pivots[k] - 1. `order` is 'C' where a lies column by column. */
static void adc_Dgetrf(char order, int64_t n, void *start, int32_t *pivots)
{
    REAL *a = start;
#ifdef ADC_USE_LAPACK
    if (n > 0 && n <= INT_MAX) {
        const int rows = (int)n;
        int info = 0;
        if (order == 'R')
            adc_Dtranspose(n, a);
        LAPACK_getrf_(&rows, &rows, a, &rows, pivots, &info);
        if (order == 'R')
            adc_Dtranspose(n, a);
        return;
    }
#endif
    if (order == 'C')
        adc_Dtranspose(n, a);
    for (int64_t k = 0; k < n; k += ADC_FACTOR_WIDTH) {
        const int64_t width = adc_imin(ADC_FACTOR_WIDTH, n - k), next = k + width;
        adc_Dpivoted(n, k, width, a, pivots);
        adc_Dacross(n, k, width, a);
        adc_Dgemm('N', 'N', n - next, n - next, width, -1, a + next*n + k, n, a + k*n + next, n,
            a + next*n + next, n);
    }
    if (order == 'C')
        adc_Dtranspose(n, a);
}
"""

_POTRF = """\
/* The lower triangle of a becomes that of L, with L times L transposed what it was; zeros stand
   above. Where a is not positive definite all is NaN, and `found` the number of rows of the first
   leading minor that is not; else 0. `order` is 'C' where a lies column by column. */
static void adc_Dpotrf(char order, int64_t n, void *start, int64_t *found)
{
    REAL *a = start;
    int64_t failed = 0;
#ifdef ADC_USE_LAPACK
    if (n > 0 && n <= INT_MAX) {
        const int rows = (int)n;
        int info = 0;
        LAPACK_potrf_(order == 'R' ? "U" : "L", &rows, a, &rows, &info);
        failed = info;
    } else
#endif
    {
        if (order == 'C')
            adc_Dtranspose(n, a);
        for (int64_t k = 0; k < n && !failed; k += ADC_FACTOR_WIDTH) {
            const int64_t width = adc_imin(ADC_FACTOR_WIDTH, n - k), next = k + width;
            /* these columns, row by row */
            for (int64_t i = k; i < n && !failed; i++) {
                for (int64_t j = k; j < adc_imin(i, next); j++) {
                    const REAL known = adc_Ddot(j - k, a + i*n + k, 1, a + j*n + k, 1);
                    a[i*n + j] = (a[i*n + j] - known)/a[j*n + j];
                }
                if (i < next) {
                    const REAL *row = a + i*n + k;
                    const REAL rest = a[i*n + i] - adc_Ddot(i - k, row, 1, row, 1);
                    if (!(rest > 0))
                        failed = i + 1;
                    a[i*n + i] = SQRT(rest);
                }
            }
            /* and what is right of them, by strips of columns */
            for (int64_t j = next; j < n && !failed; j += 2*ADC_FACTOR_WIDTH)
                adc_Dgemm('N', 'T', n - j, adc_imin(2*ADC_FACTOR_WIDTH, n - j), width, -1,
                    a + j*n + k, n, a + j*n + k, n, a + j*n + j, n);
        }
        if (order == 'C')
            adc_Dtranspose(n, a);
    }
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = i + 1; j < n; j++)
            *(order == 'C' ? a + j*n + i : a + i*n + j) = 0;
    for (int64_t i = 0; i < n*n && failed; i++)
        a[i] = NAN;
    *found = failed;
}
"""

#: In an order in which what a text uses stands before it.
TEXTS = (
    ("transpose", _TRANSPOSE),
    ("laswp", _LASWP),
    ("trsm", _TRSM),
    ("getrf", _GETRF),
    ("potrf", _POTRF),
)
