"""Eigenvalues and eigenvectors as C text: LAPACK where it is linked, the same steps elsewhere.

The text is written once, as that of factorisations is. Its steps are those that LAPACK's `geev`
takes for up to 75 rows, so that eigenvalues come in its order and vectors with its signs, but where
rounding decides these: balancing, Householder's reduction to Hessenberg form, Francis's double
steps until that is a real Schur form, back substitution (Golub & Van Loan, "Matrix Computations",
4th edition, 2013, sections 7.4 to 7.6; LAPACK Users' Guide, 3rd edition, section 2.4.8).
"""

from __future__ import annotations

from adc.emit.c.schur import SCHUR

#: The largest matrix that the file's own text takes: LAPACK goes another way for larger ones.
MOST_ROWS = 75

BALANCED = """\
/* The norm of x from start to stop, whose elements are `step` apart. */
static REAL adc_Dlength(const REAL *x, int64_t step, int64_t start, int64_t stop)
{
    REAL most = 0, sum = 0;
    for (int64_t k = start; k < stop; k++)
        most = FMAX(most, FABS(x[k*step]));
    for (int64_t k = start; k < stop && most > 0; k++)
        sum += (x[k*step]/most)*(x[k*step]/most);
    return most*SQRT(sum);
}

static REAL adc_Dmost(const REAL *x, int64_t step, int64_t n)
{
    REAL most = 0;
    for (int64_t k = 0; k < n; k++)
        most = FMAX(most, FABS(x[k*step]));
    return most;
}

static void adc_Dswap(int64_t n, REAL *x, REAL *y, int64_t step)
{
    for (int64_t k = 0; k < n; k++) {
        const REAL kept = x[k*step];
        x[k*step] = y[k*step];
        y[k*step] = kept;
    }
}

/* Rows i and j of h exchanged, and columns i and j. */
static void adc_Dmoved(int64_t n, REAL *h, int64_t i, int64_t j)
{
    adc_Dswap(n, h + i*n, h + j*n, 1);
    adc_Dswap(n, h + i, h + j, n);
}

/* Whether x has elements other than zero from low to high, beside its own one. */
static bool adc_Dbeside(const REAL *x, int64_t step, int64_t own, int64_t low, int64_t high)
{
    for (int64_t k = low; k <= high; k++)
        if (k != own && x[k*step] != 0)
            return true;
    return false;
}

/* The power of two by which column i is scaled, and its row divided: 1 where it would not help. */
static REAL adc_Dscaling(int64_t n, const REAL *h, int64_t i, int64_t low, int64_t high)
{
    const REAL most = EPSILON/TINY/2;
    REAL column = adc_Dlength(h + i, n, low, high + 1);
    REAL row = adc_Dlength(h + i*n, 1, low, high + 1);
    REAL down = adc_Dmost(h + i, n, n), across = adc_Dmost(h + i*n, 1, n), factor = 1;
    const REAL both = column + row;
    if (column == 0 || row == 0)
        return 1;
    while (column < row/2 && FMAX(factor, FMAX(column, down)) < most
        && FMIN(row/2, across) > 1/most) {
        factor *= 2;
        column *= 2;
        down *= 2;
        row /= 2;
        across /= 2;
    }
    while (column/2 >= row && FMAX(row, across) < most
        && FMIN(factor, FMIN(column/2, down)) > 1/most) {
        factor /= 2;
        column /= 2;
        down /= 2;
        row *= 2;
        across *= 2;
    }
    return column + row < (REAL)0.95*both ? factor : 1;
}

/* Rows and columns of h exchanged so that all is triangular outside of rows low to high, row i with
   row moved[i], and those between scaled, so that rows are about as large as columns. */
static void adc_Dbalanced(int64_t n, REAL *h, REAL *moved, REAL *scale, int64_t *low, int64_t *high)
{
    bool again = true;
    *low = 0;
    *high = n - 1;
    while (again) {
        again = false;
        for (int64_t i = *high; i >= 0 && *high > 0; i--)
            if (!adc_Dbeside(h + i*n, 1, i, 0, *high)) {
                moved[*high] = (REAL)i;
                adc_Dmoved(n, h, i, *high);
                *high -= 1;
                again = *high > 0;
            }
    }
    for (again = *high > 0; again;) {
        again = false;
        for (int64_t j = *low; j <= *high; j++)
            if (!adc_Dbeside(h + j, n, j, *low, *high)) {
                moved[*low] = (REAL)j;
                adc_Dmoved(n, h, j, *low);
                *low += 1;
                again = true;
            }
    }
    for (again = *low < *high; again;) {
        again = false;
        for (int64_t i = *low; i <= *high; i++) {
            const REAL factor = adc_Dscaling(n, h, i, *low, *high);
            if (factor == 1)
                continue;
            again = true;
            scale[i] *= factor;
            for (int64_t k = 0; k < n; k++)
                h[i*n + k] /= factor;
            for (int64_t k = 0; k < n; k++)
                h[k*n + i] *= factor;
        }
    }
}
"""

HESSENBERG = """\
/* h, from row low to row high, without what is below the elements under its diagonal, and the
   product q of the reflections; v and sums have room for n. */
static void adc_Dhessenberg(int64_t n, REAL *h, REAL *q, REAL *v, REAL *sums, int64_t low,
    int64_t high)
{
    for (int64_t k = low; k < high - 1; k++) {
        const REAL rest = adc_Dlength(h + k, n, k + 2, high + 1), first = h[(k + 1)*n + k];
        if (rest == 0)
            continue;
        const REAL beta = first < 0 ? HYPOT(first, rest) : -HYPOT(first, rest);
        const REAL tau = (beta - first)/beta;
        v[k + 1] = 1;
        for (int64_t i = k + 2; i <= high; i++)
            v[i] = h[i*n + k]/(first - beta);
        for (int64_t i = 0; i < 2*n; i++) {
            REAL *row = i < n ? h + i*n : q + (i - n)*n, sum = 0;
            for (int64_t j = k + 1; j <= high; j++)
                sum += row[j]*v[j];
            for (int64_t j = k + 1; j <= high; j++)
                row[j] -= tau*sum*v[j];
        }
        for (int64_t j = 0; j < n; j++)
            sums[j] = 0;
        for (int64_t i = k + 1; i <= high; i++)
            for (int64_t j = k; j < n; j++)
                sums[j] += v[i]*h[i*n + j];
        for (int64_t i = k + 1; i <= high; i++)
            for (int64_t j = k; j < n; j++)
                h[i*n + j] -= tau*v[i]*sums[j];
        h[(k + 1)*n + k] = beta;
        for (int64_t i = k + 2; i <= high; i++)
            h[i*n + k] = 0;
    }
}
"""

VECTORS = """\
/* x + y*1j divided by a + b*1j. */
static void adc_Dquotient(REAL *x, REAL *y, REAL a, REAL b)
{
    const REAL re = *x, im = *y;
    if (FABS(a) >= FABS(b)) {
        const REAL share = b/a, whole = a + b*share;
        *x = (re + im*share)/whole;
        *y = (im - re*share)/whole;
    } else {
        const REAL share = a/b, whole = a*share + b;
        *x = (re*share + im)/whole;
        *y = (im*share - re)/whole;
    }
}

/* u and v scaled, so that what is as high as `height` is no higher than `limit`. */
static void adc_Dtamed(int64_t n, REAL *u, REAL *v, REAL height, REAL limit)
{
    for (int64_t k = 0; k < n && height > limit; k++) {
        u[k] *= limit/height;
        v[k] *= limit/height;
    }
}

/* Element k of the eigenvector u + v*1j of re + im*1j, and the one before where the two are of one
   block; less what they give to those before. The number of elements. */
static int adc_Dsubstituted(int64_t n, const REAL *h, REAL *u, REAL *v, int64_t k, REAL re, REAL im,
    REAL least)
{
    const REAL most = EPSILON/SQRT(TINY);
    const int count = k > 0 && h[k*n + k - 1] != 0 ? 2 : 1;
    REAL a = h[k*n + k] - re, b = -im;
    if (count == 1) {
        if (FABS(a) + FABS(b) < least) {
            a = least;
            b = 0;
        }
        adc_Dtamed(n, u, v, FABS(u[k]) + FABS(v[k]), most*(FABS(a) + FABS(b)));
        adc_Dquotient(u + k, v + k, a, b);
    } else {
        REAL above = h[(k - 1)*n + k], below = h[k*n + k - 1];
        const REAL size = FABS(a) + FABS(b) + FABS(above) + FABS(below);
        a /= size;
        b /= size;
        above /= size;
        below /= size;
        REAL c = a*a - b*b - above*below, d = 2*a*b;
        if (FABS(c) + FABS(d) < least/size) {
            c = least/size;
            d = 0;
        }
        adc_Dtamed(n, u, v, FABS(u[k]) + FABS(v[k]) + FABS(u[k - 1]) + FABS(v[k - 1]),
            most*size*(FABS(c) + FABS(d)));
        const REAL p = u[k - 1]/size, q = v[k - 1]/size, r = u[k]/size, s = v[k]/size;
        u[k - 1] = a*p - b*q - above*r;
        v[k - 1] = a*q + b*p - above*s;
        u[k] = a*r - b*s - below*p;
        v[k] = a*s + b*r - below*q;
        adc_Dquotient(u + k - 1, v + k - 1, c, d);
        adc_Dquotient(u + k, v + k, c, d);
    }
    for (int64_t j = 0; j <= k - count; j++)
        for (int64_t l = k - count + 1; l <= k; l++) {
            u[j] -= h[j*n + l]*u[l];
            v[j] -= h[j*n + l]*v[l];
        }
    return count;
}

/* The eigenvector of the Schur form h for its eigenvalue number `own`, the first of a pair. */
static void adc_Dvector(int64_t n, const REAL *h, REAL im, int64_t own, REAL *u, REAL *v)
{
    const REAL *row = h + own*n, tiny = TINY*((REAL)n/EPSILON);
    for (int64_t k = 0; k < n; k++) {
        u[k] = 0;
        v[k] = 0;
    }
    u[own] = 1;
    if (im > 0) {
        const bool large = FABS(row[own + 1]) >= FABS(row[n + own]);
        u[own] = large ? 1 : -im/row[n + own];
        v[own + 1] = large ? im/row[own + 1] : 1;
    }
    for (int64_t k = 0; k < own; k++) {
        u[k] = -u[own]*h[k*n + own];
        v[k] = im > 0 ? -v[own + 1]*h[k*n + own + 1] : 0;
    }
    const REAL least = FMAX(EPSILON*(FABS(row[own]) + im), tiny);
    for (int64_t k = own - 1; k >= 0;)
        k -= adc_Dsubstituted(n, h, u, v, k, row[own], im, least);
}

/* u + v*1j with norm 1, and its largest element real. */
static void adc_Dnormed(int64_t n, REAL *u, REAL *v)
{
    const REAL size = HYPOT(adc_Dlength(u, 1, 0, n), adc_Dlength(v, 1, 0, n));
    int64_t largest = 0;
    bool real = true;
    for (int64_t k = 0; k < n; k++) {
        u[k] /= size;
        v[k] /= size;
        real = real && v[k] == 0;
        if (u[k]*u[k] + v[k]*v[k] > u[largest]*u[largest] + v[largest]*v[largest])
            largest = k;
    }
    if (real)
        return;
    const REAL length = HYPOT(u[largest], v[largest]);
    REAL turn[2] = {0, v[largest] < 0 ? -1 : 1};
    if (u[largest] != 0) {
        turn[0] = FABS(u[largest])/length;
        turn[1] = v[largest]/(u[largest] < 0 ? -length : length);
    }
    adc_Dturned(u, v, 1, 0, n, turn);
    v[largest] = 0;
}
"""

GEEV = """\
/* The eigenvalues re + im*1j of a, which is row by row and of no use afterwards, and their vectors
   as the columns of x + y*1j. `found` is 0, or 1 where a has numbers that are not finite, 2 where
   nothing converges, 3 where a is too large for what stands here; work has room for 6*n. */
static void adc_Dgeev(char order, int64_t n, void *start, void *values, void *others, void *vectors,
    void *sides, void *turned, void *work_start, int64_t *found)
{
    REAL *a = start, *re = values, *im = others, *x = vectors, *y = sides, *q = turned;
    REAL *work = work_start, most = 0, unit = 1;
    bool finite = true;
    (void)order;
    for (int64_t k = 0; k < n*n; k++) {
        finite = finite && a[k] - a[k] == 0;
        most = FMAX(most, FABS(a[k]));
        x[k] = NAN;
        y[k] = 0;
        q[k] = k % (n + 1) == 0 ? 1 : 0;
    }
    for (int64_t k = 0; k < n; k++) {
        re[k] = NAN;
        im[k] = 0;
    }
    *found = finite ? 0 : 1;
    if (n == 0 || !finite)
        return;
#ifdef ADC_USE_LAPACK
    if (n <= INT_MAX/6) {
        const int rows = (int)n, room = 6*rows, one = 1;
        int info = 0;
        adc_Dtranspose(n, a);
        LAPACK_geev_("N", "V", &rows, a, &rows, re, im, work, &one, q, &rows, work, &room, &info);
        *found = info == 0 ? 0 : 2;
        for (int64_t j = 0; j < n; j++)
            for (int64_t i = 0; i < n; i++) {
                x[i*n + j] = q[(im[j] < 0 ? j - 1 : j)*n + i];
                y[i*n + j] = im[j] == 0 ? 0 : im[j] < 0 ? -q[j*n + i] : q[(j + 1)*n + i];
            }
        return;
    }
#endif
    REAL *const moved = work, *const scale = work + n, *const u = work + 2*n, *const v = work + 3*n;
    int64_t low, high;
    *found = n > ADC_MOST_ROWS ? 3 : 0;
    if (*found)
        return;
    const REAL small = SQRT(TINY)/EPSILON;
    if (most > 0 && most < small)
        unit = small/most;
    if (most > 1/small)
        unit = 1/small/most;
    for (int64_t k = 0; k < n*n; k++)
        a[k] *= unit;
    for (int64_t k = 0; k < n; k++)
        scale[k] = 1;
    adc_Dbalanced(n, a, moved, scale, &low, &high);
    for (int64_t k = 0; k < n; k++)
        re[k] = a[k*n + k];
    adc_Dhessenberg(n, a, q, u, v, low, high);
    if (!adc_Dschur(n, a, q, re, im, low, high)) {
        *found = 2;
        return;
    }
    REAL *const own = work + 4*n, *const other = work + 5*n;
    for (int64_t j = 0; j < n; j++) {
        if (im[j] < 0)
            continue;
        adc_Dvector(n, a, im[j], j, u, v);
        for (int64_t i = 0; i < n; i++) {
            own[i] = 0;
            other[i] = 0;
            for (int64_t k = 0; k < n; k++) {
                own[i] += q[i*n + k]*u[k];
                other[i] += q[i*n + k]*v[k];
            }
            own[i] *= scale[i];
            other[i] *= scale[i];
        }
        for (int64_t step = 0; step < n; step++) {
            const int64_t i = step < low ? low - 1 - step : step;
            if (step < low || step > high) {
                const int64_t place = (int64_t)moved[i];
                adc_Dswap(1, own + i, own + place, 1);
                adc_Dswap(1, other + i, other + place, 1);
            }
        }
        adc_Dnormed(n, own, other);
        for (int64_t i = 0; i < n; i++) {
            x[i*n + j] = own[i];
            y[i*n + j] = other[i];
            if (im[j] > 0) {
                x[i*n + j + 1] = own[i];
                y[i*n + j + 1] = -other[i];
            }
        }
    }
    for (int64_t k = 0; k < n; k++) {
        re[k] /= unit;
        im[k] /= unit;
    }
}
"""

#: How many rows the text takes without LAPACK.
LIMIT = f"""\
/* The steps below are LAPACK's for matrices of up to so many rows. */
enum {{ ADC_MOST_ROWS = {MOST_ROWS} }};
"""

#: The text, in an order in which what is used stands before it.
GEEV_TEXT = "\n".join((BALANCED, HESSENBERG, SCHUR, VECTORS, GEEV))
