/* The adjoint of y = wave exp(-c) + d wave^2, wave = sin(a b), in one pass that stores nothing.
 *
 * Sine and cosine are of one argument: both are made of one reduction to a quarter turn. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* glibc has it for vectors, but says so only under -ffast-math. */
#pragma omp declare simd notinbranch
extern double exp(double);

enum { STRIP = 256 };

/* A quarter turn in three parts, of which the first has 33 bits: times a whole number below 2^20 it
 * is exact. */
static const double FIRST = 1.57079632673412561417e+00, SECOND = 6.07710050630396597660e-11,
                    THIRD = 2.02226624879595063154e-21, PER_QUARTER = 6.36619772367581382433e-01;
static const double FAR = 1e5;

/* Within about an ulp for |x| < FAR: minimax polynomials on half a quarter turn (fdlibm's). */
static inline void sine_and_cosine(double x, double *sine, double *cosine) {
    const double quarters = rint(x * PER_QUARTER);
    const double r = ((x - quarters * FIRST) - quarters * SECOND) - quarters * THIRD, z = r * r;
    const double s = r + r * z * (-1.66666666666666324348e-01 + z * (8.33333333332248946124e-03 +
        z * (-1.98412698298579493134e-04 + z * (2.75573137070700676789e-06 +
        z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const double c = 1.0 - 0.5 * z + z * z * (4.16666666666666019037e-02 +
        z * (-1.38888888888741095749e-03 + z * (2.48015872894767294178e-05 +
        z * (-2.75573143513906633035e-07 + z * (2.08757232129817482790e-09 +
        z * -1.13596475577881948265e-11)))));
    const int64_t turned = (int64_t)quarters;
    const double over = turned & 1 ? c : s, along = turned & 1 ? s : c;
    *sine = turned & 2 ? -over : over;
    *cosine = (turned + 1) & 2 ? -along : along;
}

/* Whether a b was near everywhere; where it was not, the results are wrong, unless sine and cosine
 * are the library's (`far`). */
static inline int strip(int64_t n, int far, const double *restrict a, const double *restrict b,
                         const double *restrict c, const double *restrict d,
                         const double *restrict seed, double *restrict a_bar,
                         double *restrict b_bar, double *restrict c_bar, double *restrict d_bar) {
    int64_t near = 0;
    #pragma omp simd reduction(+ : near)
    for (int64_t i = 0; i < n; ++i) {
        double wave, slope;
        if (far) {
            wave = sin(a[i] * b[i]);
            slope = cos(a[i] * b[i]);
        } else {
            near += fabs(a[i] * b[i]) < FAR;
            sine_and_cosine(a[i] * b[i], &wave, &slope);
        }
        const double s = seed[i], decay = exp(-c[i]);
        const double of_product = s * (decay + 2.0 * d[i] * wave) * slope;
        a_bar[i] = of_product * b[i];
        b_bar[i] = of_product * a[i];
        c_bar[i] = -s * wave * decay;
        d_bar[i] = s * wave * wave;
    }
    return near == n;
}

static inline int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

size_t elementwise_by_hand_workspace_bytes(int64_t n) {
    (void)n;
    return 0;
}

int elementwise_by_hand_ws(int64_t n, const double *a, const double *b, const double *c,
                           const double *d, const double *seed, double *a_bar, double *b_bar,
                           double *c_bar, double *d_bar, void *workspace) {
    (void)workspace;
    #pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i += STRIP) {
        const int64_t here = smaller(STRIP, n - i);
        if (!strip(here, 0, a + i, b + i, c + i, d + i, seed + i, a_bar + i, b_bar + i, c_bar + i,
                   d_bar + i))
            strip(here, 1, a + i, b + i, c + i, d + i, seed + i, a_bar + i, b_bar + i, c_bar + i,
                  d_bar + i);
    }
    return 0;
}
