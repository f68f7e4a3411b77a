/* The adjoint of y = wave exp(-c) + d wave^2, wave = sin(a b), in one pass that stores nothing. */
#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* glibc has these for vectors, but says so only under -ffast-math. */
#pragma omp declare simd notinbranch
extern double exp(double);
#pragma omp declare simd notinbranch
extern double sin(double);
#pragma omp declare simd notinbranch
extern double cos(double);

enum { STRIP = 512 };

size_t elementwise_by_hand_workspace_bytes(int64_t n) {
    (void)n;
    return 0;
}

static inline int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

/* Sine and cosine in loops of their own: of one argument in one loop, gcc makes them sincos, of
 * which there is none for vectors. */
static void strip(int64_t n, const double *restrict a, const double *restrict b,
                  const double *restrict c, const double *restrict d, const double *restrict seed,
                  double *restrict a_bar, double *restrict b_bar, double *restrict c_bar,
                  double *restrict d_bar) {
    double wave[STRIP];
    #pragma omp simd
    for (int64_t i = 0; i < n; ++i)
        wave[i] = sin(a[i] * b[i]);
    #pragma omp simd
    for (int64_t i = 0; i < n; ++i) {
        const double w = wave[i], s = seed[i], decay = exp(-c[i]);
        const double of_product = s * (decay + 2.0 * d[i] * w) * cos(a[i] * b[i]);
        a_bar[i] = of_product * b[i];
        b_bar[i] = of_product * a[i];
        c_bar[i] = -s * w * decay;
        d_bar[i] = s * w * w;
    }
}

int elementwise_by_hand_ws(int64_t n, const double *a, const double *b, const double *c,
                           const double *d, const double *seed, double *a_bar, double *b_bar,
                           double *c_bar, double *d_bar, void *workspace) {
    (void)workspace;
    #pragma omp parallel for schedule(static)
    for (int64_t i = 0; i < n; i += STRIP)
        strip(smaller(STRIP, n - i), a + i, b + i, c + i, d + i, seed + i, a_bar + i, b_bar + i,
              c_bar + i, d_bar + i);
    return 0;
}
