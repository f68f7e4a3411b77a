"""The real Schur form of a Hessenberg matrix as C text, by Francis's double steps.

Golub & Van Loan, "Matrix Computations", 4th edition, 2013, section 7.5; what counts as zero on the
way: Ahues and Tisseur, "A new deflation criterion for the QR algorithm", LAPACK Working Note 122,
1997. The text is written once, as that of factorisations is.
"""

from __future__ import annotations

SCHUR = """\
/* Two rows or columns from start to stop turned by the angle of a cosine and a sine. */
static void adc_Dturned(REAL *x, REAL *y, int64_t step, int64_t start, int64_t stop,
    const REAL turn[2])
{
    for (int64_t k = start; k < stop; k++) {
        const REAL kept = x[k*step];
        x[k*step] = turn[0]*kept + turn[1]*y[k*step];
        y[k*step] = turn[0]*y[k*step] - turn[1]*kept;
    }
}

/* The rows m[0], m[1] and m[2], m[3] turned, so that they are triangular, or have one number on
   their diagonal and others of different signs beside it; the cosine and the sine. */
static void adc_Dtwo(REAL m[4], REAL turn[2])
{
    REAL a = m[0], b = m[1], c = m[2], d = m[3], cosine = 1, sine = 0;
    const bool differ = (b < 0) != (c < 0);
    const REAL apart = a - d, p = apart/2, most = FMAX(FABS(b), FABS(c));
    const REAL least = differ ? -FMIN(FABS(b), FABS(c)) : FMIN(FABS(b), FABS(c));
    const REAL scale = FMAX(FABS(p), most), z = p/scale*p + most/scale*least;
    if (c == 0 || (b != 0 && a == d && differ)) {
        /* they are that already */
    } else if (b == 0) {
        a = m[3];
        b = -c;
        c = 0;
        d = m[0];
        cosine = 0;
        sine = 1;
    } else if (z >= 4*EPSILON) {
        const REAL root = SQRT(scale)*SQRT(z), gap = p < 0 ? p - root : p + root;
        const REAL length = HYPOT(c, gap);
        a = d + gap;
        d -= most/gap*least;
        cosine = gap/length;
        sine = c/length;
        b -= c;
        c = 0;
    } else {
        const REAL sum = b + c, length = HYPOT(sum, apart);
        cosine = SQRT((1 + FABS(sum)/length)/2);
        sine = p/(length*cosine)*(sum < 0 ? 1 : -1);
        const REAL aa = a*cosine + b*sine, bb = b*cosine - a*sine;
        const REAL cc = c*cosine + d*sine, dd = d*cosine - c*sine;
        a = (aa*cosine + cc*sine + (dd*cosine - bb*sine))/2;
        b = bb*cosine + dd*sine;
        c = cc*cosine - aa*sine;
        d = a;
        const REAL kept = cosine;
        if (c != 0 && b == 0) {
            b = -c;
            c = 0;
            cosine = -sine;
            sine = kept;
        } else if (c != 0 && (b < 0) == (c < 0)) {
            const REAL first = SQRT(FABS(b)), other = SQRT(FABS(c)), size = 1/SQRT(FABS(b + c));
            const REAL gap = c < 0 ? -first*other : first*other;
            a += gap;
            d -= gap;
            b -= c;
            c = 0;
            cosine = cosine*(first*size) - sine*(other*size);
            sine = kept*(other*size) + sine*(first*size);
        }
    }
    m[0] = a;
    m[1] = b;
    m[2] = c;
    m[3] = d;
    turn[0] = cosine;
    turn[1] = sine;
}

/* Whether the element of row k below the diagonal counts as zero. */
static bool adc_Dnothing(int64_t n, const REAL *h, int64_t k, int64_t low, int64_t high, REAL tiny)
{
    const REAL *row = h + k*n, *before = row - n, below = FABS(row[k - 1]);
    REAL near = FABS(before[k - 1]) + FABS(row[k]);
    if (below <= tiny)
        return true;
    if (near == 0 && k - 2 >= low)
        near += FABS(before[k - 2]);
    if (FABS(before[k - 1]) + FABS(row[k]) == 0 && k + 1 <= high)
        near += FABS(row[n + k]);
    if (below > EPSILON*near)
        return false;
    const REAL above = FABS(before[k]), apart = FABS(before[k - 1] - row[k]);
    const REAL ab = FMAX(below, above), ba = FMIN(below, above);
    const REAL aa = FMAX(FABS(row[k]), apart), bb = FMIN(FABS(row[k]), apart), sum = aa + ab;
    return ba*(ab/sum) <= FMAX(tiny, EPSILON*(bb*(aa/sum)));
}

/* The shifts of a double step on rows l to i: re[0] and re[1] or re[0] +- im*1j, the eigenvalues of
   its last two rows, or where these lead nowhere others. */
static REAL adc_Dshifts(int64_t n, const REAL *h, int64_t l, int64_t i, int64_t since, REAL re[2])
{
    REAL a = h[(i - 1)*n + i - 1], b = h[(i - 1)*n + i], c = h[i*n + i - 1], d = h[i*n + i];
    if (since % 10 == 0) {
        const int64_t k = since % 20 == 0 ? i : l;
        c = since % 20 == 0 ? FABS(h[i*n + i - 1]) + FABS(h[(i - 1)*n + i - 2])
                            : FABS(h[(l + 1)*n + l]) + FABS(h[(l + 2)*n + l + 1]);
        a = (REAL)0.75*c + h[k*n + k];
        b = (REAL)-0.4375*c;
        d = a;
    }
    const REAL scale = FABS(a) + FABS(b) + FABS(c) + FABS(d);
    re[0] = 0;
    re[1] = 0;
    if (scale == 0)
        return 0;
    const REAL middle = (a/scale + d/scale)/2, last = d/scale;
    const REAL square = (a/scale - middle)*(last - middle) - b/scale*(c/scale);
    const REAL root = SQRT(FABS(square));
    if (square >= 0) {
        re[0] = middle*scale;
        re[1] = re[0];
        return root*scale;
    }
    const bool first = FABS(middle + root - last) <= FABS(middle - root - last);
    re[0] = (first ? middle + root : middle - root)*scale;
    re[1] = re[0];
    return 0;
}

/* What a double step that begins in row m turns first, scaled. */
static void adc_Dbegun(int64_t n, const REAL *h, int64_t m, const REAL re[2], REAL im, REAL v[3])
{
    const REAL *row = h + m*n, *next = row + n;
    const REAL sum = FABS(row[m] - re[1]) + FABS(im) + FABS(next[m]), below = next[m]/sum;
    v[0] = below*row[m + 1] + (row[m] - re[0])*((row[m] - re[1])/sum) + im*(im/sum);
    v[1] = below*(row[m] + next[m + 1] - re[0] - re[1]);
    v[2] = below*next[n + m + 1];
    const REAL size = FABS(v[0]) + FABS(v[1]) + FABS(v[2]);
    for (int k = 0; k < 3; k++)
        v[k] /= size;
}

/* Elements k and what follows of a row or a column reflected, where `count` is 2 or 3. */
static void adc_Dreflected(REAL *x, int64_t step, int count, REAL tau, const REAL v[3])
{
    const REAL sum = tau*(x[0] + v[1]*x[step] + (count > 2 ? v[2]*x[2*step] : 0));
    x[0] -= sum;
    x[step] -= sum*v[1];
    if (count > 2)
        x[2*step] -= sum*v[2];
}

/* Francis's double step on rows l to i. */
static void adc_Dstep(int64_t n, REAL *h, REAL *q, int64_t l, int64_t i, int64_t since)
{
    REAL re[2], v[3];
    const REAL im = adc_Dshifts(n, h, l, i, since, re);
    int64_t m = i - 2;
    for (;; m--) {
        adc_Dbegun(n, h, m, re, im, v);
        if (m == l)
            break;
        const REAL *row = h + m*n;
        const REAL near = FABS(row[m - n - 1]) + FABS(row[m]) + FABS(row[n + m + 1]);
        if (FABS(row[m - 1])*(FABS(v[1]) + FABS(v[2])) <= EPSILON*FABS(v[0])*near)
            break;
    }
    for (int64_t k = m; k < i; k++) {
        const int count = k + 2 <= i ? 3 : 2;
        REAL tau = 0;
        if (k > m)
            for (int r = 0; r < 3; r++)
                v[r] = r < count ? h[(k + r)*n + k - 1] : 0;
        const REAL rest = count > 2 ? HYPOT(v[1], v[2]) : FABS(v[1]), first = v[0];
        if (rest != 0) {
            v[0] = first < 0 ? HYPOT(first, rest) : -HYPOT(first, rest);
            tau = (v[0] - first)/v[0];
            v[1] /= first - v[0];
            v[2] /= first - v[0];
        }
        if (k > m) {
            h[k*n + k - 1] = v[0];
            for (int r = 1; r < count; r++)
                h[(k + r)*n + k - 1] = 0;
        } else if (m > l) {
            h[k*n + k - 1] *= 1 - tau;
        }
        for (int64_t j = k; j < n; j++)
            adc_Dreflected(h + k*n + j, n, count, tau, v);
        for (int64_t j = 0; j <= adc_imin(k + 3, i); j++)
            adc_Dreflected(h + j*n + k, 1, count, tau, v);
        for (int64_t j = 0; j < n; j++)
            adc_Dreflected(q + j*n + k, 1, count, tau, v);
    }
}

/* Rows low to high of h become blocks of one and two rows, from the last ones on, and re and im
   their eigenvalues; q is turned with them. Whether all converge. */
static bool adc_Dschur(int64_t n, REAL *h, REAL *q, REAL *re, REAL *im, int64_t low, int64_t high)
{
    const int64_t most = 30*adc_imax(10, high - low + 1);
    const REAL tiny = TINY*((REAL)(high - low + 1)/EPSILON);
    for (int64_t i = high, steps = 0, since = 0; i >= low;) {
        int64_t l = i;
        while (l > low && !adc_Dnothing(n, h, l, low, high, tiny))
            l--;
        if (l > low)
            h[l*n + l - 1] = 0;
        if (l < i - 1) {
            if (steps++ == most)
                return false;
            adc_Dstep(n, h, q, l, i, ++since);
            continue;
        }
        im[i] = 0;
        if (l < i) {
            REAL *const row = h + i*n, *const before = row - n, turn[2];
            REAL both[4] = {before[l], before[i], row[l], row[i]};
            adc_Dtwo(both, turn);
            before[l] = both[0];
            before[i] = both[1];
            row[l] = both[2];
            row[i] = both[3];
            re[l] = both[0];
            im[l] = both[2] == 0 ? 0 : SQRT(FABS(both[1]))*SQRT(FABS(both[2]));
            im[i] = -im[l];
            adc_Dturned(before, row, 1, i + 1, n, turn);
            adc_Dturned(h + l, h + i, n, 0, l, turn);
            adc_Dturned(q + l, q + i, n, 0, n, turn);
        }
        re[i] = h[i*n + i];
        i = l - 1;
        steps = 0;
        since = 0;
    }
    return true;
}
"""
