/* Products of all shapes against their definition, in numbers that every order adds up exactly,
   with NaN, infinities and zeros among them. What stands between and beyond C's rows must stay. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef STEP
#define STEP 1
#endif

static unsigned state = 1;

static int drawn(int below)
{
    state = state*1664525u + 1013904223u;
    return (int)(state >> 16) % below;
}

#define CHECKED(real, letter) \
static real letter##_number(int wild) \
{ \
    const int kind = wild ? drawn(300) : 9; \
    return kind == 0 ? (real)NAN : kind == 1 ? (real)INFINITY : (real)(drawn(7) - 3); \
} \
static real *letter##_drawn(int64_t count, int wild) \
{ \
    real *found = malloc((size_t)(count > 0 ? count : 1)*sizeof *found); \
    for (int64_t k = 0; k < count; k++) \
        found[k] = letter##_number(wild); \
    return found; \
} \
static int letter##_same(real x, real y) \
{ \
    return x == y || (isnan(x) && isnan(y)); \
} \
static int letter##_gemm_wrong(char ta, char tb, int64_t m, int64_t n, int64_t l, int wild) \
{ \
    const int64_t lda = (ta == 'T' ? m : l) + drawn(3), ldb = (tb == 'T' ? l : n) + drawn(3); \
    const int64_t ldc = n + drawn(3); \
    real *a = letter##_drawn(lda*(ta == 'T' ? l : m), wild); \
    real *b = letter##_drawn(ldb*(tb == 'T' ? n : l), wild); \
    real *c = letter##_drawn(ldc*m, 0), *was = letter##_drawn(ldc*m, 0); \
    memcpy(was, c, (size_t)(ldc*m)*sizeof *c); \
    adc_##letter##gemm(ta, tb, m, n, l, 2, a, lda, b, ldb, c, ldc); \
    int wrong = 0; \
    for (int64_t i = 0; i < m; i++) \
        for (int64_t j = 0; j < ldc; j++) { \
            real sum = 0; \
            for (int64_t k = 0; k < l && j < n; k++) \
                sum += a[ta == 'T' ? k*lda + i : i*lda + k]*b[tb == 'T' ? j*ldb + k : k*ldb + j]; \
            wrong |= !letter##_same(c[i*ldc + j], was[i*ldc + j] + 2*sum); \
        } \
    free(a), free(b), free(c), free(was); \
    return wrong; \
} \
static int letter##_gemv_wrong(char ta, int64_t m, int64_t l, int wild) \
{ \
    const int64_t lda = (ta == 'T' ? m : l) + drawn(3), sx = 1 + drawn(2), sy = 1 + drawn(2); \
    real *a = letter##_drawn(lda*(ta == 'T' ? l : m), wild), *x = letter##_drawn(l*sx, wild); \
    real *y = letter##_drawn(m*sy, 0), *was = letter##_drawn(m*sy, 0); \
    memcpy(was, y, (size_t)(m*sy)*sizeof *y); \
    adc_##letter##gemv(ta, m, l, 2, a, lda, x, sx, y, sy); \
    int wrong = 0; \
    for (int64_t i = 0; i < m*sy; i++) { \
        real sum = 0; \
        for (int64_t k = 0; k < l && i % sy == 0; k++) \
            sum += a[ta == 'T' ? k*lda + i/sy : i/sy*lda + k]*x[k*sx]; \
        wrong |= !letter##_same(y[i], was[i] + 2*sum); \
    } \
    free(a), free(x), free(y), free(was); \
    return wrong; \
} \
static int letter##_wrong(int64_t m, int64_t n, int64_t l) \
{ \
    const int64_t inner = n*l % 509; /* none, or a few hundred: rows alone are taken in strips */ \
    int wrong = 0; \
    for (int t = 0; t < 4; t++) { \
        const char ta = "NNTT"[t], tb = "NTNT"[t]; \
        if (letter##_gemm_wrong(ta, tb, m, n, l, drawn(2))) { \
            printf("adc_" #letter "gemm %c %c %d %d %d\n", ta, tb, (int)m, (int)n, (int)l); \
            wrong = 1; \
        } \
    } \
    for (int t = 0; t < 2; t++) { \
        if (letter##_gemv_wrong("NT"[t], m, inner, drawn(2))) { \
            printf("adc_" #letter "gemv %c %d %d\n", "NT"[t], (int)m, (int)inner); \
            wrong = 1; \
        } \
    } \
    return wrong; \
}

CHECKED(double, d)
CHECKED(float, s)

static int wrong(int64_t m, int64_t n, int64_t l)
{
    return d_wrong(m, n, l) | s_wrong(m, n, l);
}

/* Bytes of a product of inexact numbers, by each thread of a parallel loop alone if `alone`. */
static unsigned long long bytes(int alone)
{
    enum { N = 230 };
    static double a[N*N], c[4][N*N];
    unsigned long long hash = 14695981039346656037ull;
    (void)alone;
    for (int k = 0; k < N*N; k++)
        a[k] = sin(k), c[0][k] = c[1][k] = c[2][k] = c[3][k] = cos(k);
    #pragma omp parallel for if (alone)
    for (int t = 0; t < 4; t++) {
        adc_dgemm("NNTT"[t], "NTNT"[t], N, N - 3, N - 1, 0.3, a, N, a, N, c[t], N);
        adc_dgemv("NT"[t % 2], N, N - 1, 0.7, a, N, a + 5, 1, c[t] + 9, 1);
    }
    for (size_t k = 0; k < sizeof c; k++)
        hash = (hash ^ ((const unsigned char *)c)[k])*1099511628211ull;
    return hash;
}

int main(int count, char **words)
{
    static const int edges[] = {0, 1, 5, 6, 7, 63, 64, 65, 129, 191, 193, 385};
    enum { EDGES = sizeof edges/sizeof *edges };
    int bad = 0;
    if (count > 1) {
        printf("%llx %llx\n", bytes(0), bytes(words[1][0] == 'a'));
        return 0;
    }
    for (int m = 1; m <= 40; m++)
        for (int n = 1; n <= 40; n += STEP)
            bad |= wrong(m, n, 1 + drawn(40));
    for (int m = 2047; m < 4100; m += 683)
        bad |= d_gemv_wrong('T', m, 60, 0) | s_gemv_wrong('N', m, 60, 0);
    for (int m = 0; m < EDGES; m++)
        for (int n = 0; n < EDGES; n += STEP > 1 ? 3 : 1)
            bad |= wrong(edges[m], edges[n], edges[drawn(EDGES)]);
    return bad;
}
