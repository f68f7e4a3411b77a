"""Fourier transforms as C text, written once with REAL for the type and `_D` for its letter."""

from __future__ import annotations

#: What both precisions use.
FACTOR = """\
/* The largest prime factor for which parts of a Fourier transform are put together. */
enum { ADC_MOST_FACTOR = 128 };

/* The smallest prime factor of n > 1. */
static inline int64_t adc_factor(int64_t n)
{
    if (n % 2 == 0)
        return 2;
    for (int64_t p = 3; p <= n/p; p += 2) {
        if (n % p == 0)
            return p;
    }
    return n;
}
"""

FOURIER = """\
/* Fourier transforms by decimation in time (Cooley & Tukey, "An algorithm for the machine
   calculation of complex Fourier series", 1965), in steps of the prime factors of the length: a
   transform of n numbers is made of those of every p-th number, for the p numbers to begin with.
   Rows have their real parts first, and the imaginary parts `whole` elements further on; the table
   has cosines and sines of 2 pi k/whole in the same way. */

/* Puts p transforms of m numbers each, one after the other in y, together to one. */
static inline void adc_Djoin(int64_t whole, int64_t p, int64_t m, REAL sign,
    const REAL *table, REAL *y)
{
    const int64_t turn = whole/(p*m);
    for (int64_t k = 0; k < m; k++) {
        REAL re[ADC_MOST_FACTOR], im[ADC_MOST_FACTOR];
        for (int64_t q = 0; q < p; q++) {
            const REAL c = table[q*k*turn], s = sign*table[whole + q*k*turn];
            const REAL a = y[q*m + k], b = y[whole + q*m + k];
            re[q] = a*c - b*s;
            im[q] = a*s + b*c;
        }
        if (p == 2) {
            y[k] = re[0] + re[1];
            y[whole + k] = im[0] + im[1];
            y[m + k] = re[0] - re[1];
            y[whole + m + k] = im[0] - im[1];
            continue;
        }
        for (int64_t u = 0; u < p; u++) {
            REAL sum_re = re[0], sum_im = im[0];
            int64_t place = 0;
            for (int64_t q = 1; q < p; q++) {
                place = place + u < p ? place + u : place + u - p;
                const REAL c = table[place*m*turn], s = sign*table[whole + place*m*turn];
                sum_re += re[q]*c - im[q]*s;
                sum_im += re[q]*s + im[q]*c;
            }
            y[u*m + k] = sum_re;
            y[whole + u*m + k] = sum_im;
        }
    }
}

/* The transform of n numbers of x, which are whole/n apart: as it is defined where n is one or a
   prime number, or has none but large factors. */
static void adc_Dtransform(int64_t whole, int64_t n, REAL sign, const REAL *x,
    const REAL *table, REAL *y)
{
    const int64_t turn = whole/n, p = n > 1 ? adc_factor(n) : 1, m = n/p;
    if (m > 1 && p <= ADC_MOST_FACTOR) {
        for (int64_t q = 0; q < p; q++)
            adc_Dtransform(whole, m, sign, x + q*turn, table, y + q*m);
        adc_Djoin(whole, p, m, sign, table, y);
        return;
    }
    for (int64_t k = 0; k < n; k++) {
        REAL sum_re = 0, sum_im = 0;
        int64_t place = 0;
        for (int64_t j = 0; j < n; j++) {
            const REAL c = table[place*turn], s = sign*table[whole + place*turn];
            const REAL a = x[j*turn], b = x[whole + j*turn];
            sum_re += a*c - b*s;
            sum_im += a*s + b*c;
            place = place + k < n ? place + k : place + k - n;
        }
        y[k] = sum_re;
        y[whole + k] = sum_im;
    }
}

/* The transforms of `rows` rows of n numbers, with the given sign in the exponent. */
static inline void adc_Dfourier(int64_t rows, int64_t n, REAL sign, const void *x,
    const void *table, void *y)
{
    const REAL *const from = x, *const turns = table;
    REAL *const to = y;
    for (int64_t r = 0; r < rows && n > 0; r++)
        adc_Dtransform(n, n, sign, from + 2*r*n, turns, to + 2*r*n);
}
"""
