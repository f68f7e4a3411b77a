/* The adjoint of Jacobi's means of five, from A to B and back.
 *
 * What a half step makes is linear in what it reads, and all of the interior is made anew: the
 * adjoint of the interior of the one array is the mean of five of the other's, with zeros around
 * it, and nothing of the primal is needed. The borders are only read, so that they only collect.
 * The half steps run some rows behind each other (bands.h): they read what is in the cache. */
#include <stddef.h>
#include <string.h>

#include "bands.h"

enum { BAND = 16, FEW = 96 };

/* The interiors' adjoints, and what the sides of both arrays have collected: n elements each. */
typedef struct {
    int64_t n;
    double *bar[2], *top[2], *bottom[2], *left[2], *right[2];
} grids;

/* Vectors of four: rows begin anywhere, and each load of eight would cross two cache lines. */
static void mean(double *restrict to, const double *restrict from, int64_t n) {
    #pragma omp simd simdlen(4)
    for (int64_t j = 1; j < n - 1; ++j)
        to[j] = 0.2 * (from[j] + from[j - 1] + from[j + 1] + from[j + n] + from[j - n]);
}

static void add(double *restrict side, const double *restrict row, int64_t n) {
    #pragma omp simd
    for (int64_t j = 1; j < n - 1; ++j)
        side[j] += 0.2 * row[j];
}

/* Half step h, from the end: A's adjoints (0) give B's (1), and these A's. */
static void sweep(void *state, int64_t h, int64_t number) {
    const grids *s = state;
    const int64_t n = s->n, i = number + 1, to = (h + 1) % 2;
    const double *from = s->bar[h % 2] + i * n;
    mean(s->bar[to] + i * n, from, n);
    s->left[to][i] += 0.2 * from[1];
    s->right[to][i] += 0.2 * from[n - 2];
    if (i == 1)
        add(s->top[to], from, n);
    if (i == n - 2)
        add(s->bottom[to], from, n);
}

static void clear_border(double *bar, int64_t n) {
    for (int64_t k = 0; k < n; ++k)
        bar[k] = bar[(n - 1) * n + k] = bar[k * n] = bar[k * n + n - 1] = 0.0;
}

static void add_border(const grids *s, int which) {
    const int64_t n = s->n, last = n - 1;
    double *bar = s->bar[which];
    for (int64_t k = 1; k < last; ++k) {
        bar[k] += s->top[which][k];
        bar[last * n + k] += s->bottom[which][k];
        bar[k * n] += s->left[which][k];
        bar[k * n + last] += s->right[which][k];
    }
}

static void seed_border(double *bar, const double *seed, int64_t n) {
    const int64_t last = n - 1;
    for (int64_t k = 0; k < n; ++k) {
        bar[k] = seed[k];
        bar[last * n + k] = seed[last * n + k];
        bar[k * n] = seed[k * n];
        bar[k * n + last] = seed[k * n + last];
    }
}

size_t jacobi_2d_by_hand_workspace_bytes(int64_t n, int64_t steps) {
    return sizeof(progress) * (size_t)(2 * steps / BAND + 1) + sizeof(double) * 8 * (size_t)n;
}

int jacobi_2d_by_hand_ws(int64_t n, int64_t steps, const double *A, const double *B,
                         const double *A_seed, double *A_bar, double *B_bar, void *workspace) {
    (void)A, (void)B;
    const size_t bytes = sizeof(double) * (size_t)(n * n);
    memcpy(A_bar, A_seed, bytes);
    if (n < 3 || steps < 1) {
        memset(B_bar, 0, bytes);
        return 0;
    }
    progress *done = workspace;
    double *lines = (double *)(done + 2 * steps / BAND + 1);
    memset(lines, 0, sizeof(double) * 8 * (size_t)n);
    grids s = {.n = n, .bar = {A_bar, B_bar}};
    for (int which = 0; which < 2; ++which, lines += 4 * n) {
        clear_border(s.bar[which], n);
        s.top[which] = lines, s.bottom[which] = lines + n;
        s.left[which] = lines + 2 * n, s.right[which] = lines + 3 * n;
    }
    const int threads = n < FEW ? 1 : omp_get_max_threads();
    run_in_bands(2 * steps, n - 2, BAND, threads, done, sweep, &s);
    for (int64_t i = 1; i < n - 1; ++i) /* B's interior is made before it is read */
        memset(B_bar + i * n, 0, sizeof(double) * (size_t)n);
    seed_border(A_bar, A_seed, n);
    add_border(&s, 0);
    add_border(&s, 1);
    return 0;
}
