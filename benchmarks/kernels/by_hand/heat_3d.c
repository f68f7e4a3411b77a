/* The adjoint of explicit steps of the heat equation, from A to B and back.
 *
 * b = a/4 + (six neighbours)/8 is linear and symmetric, and all of the interior is made anew: the
 * adjoint of the interior of the one array is the same step of the other's, with zeros around it,
 * and nothing of the primal is needed. The faces are only read, so that they only collect. The half
 * steps run some planes behind each other (bands.h): they read what is in the cache. */
#include <stddef.h>
#include <string.h>

#include "bands.h"

enum { BAND = 4, FEW = 20 };

/* The interiors' adjoints, and what the six faces of both arrays have collected: n*n each, in the
 * order of i = 0, i = n-1, j = 0, j = n-1, k = 0, k = n-1. */
typedef struct {
    int64_t n;
    double *bar[2], *face[2][6];
} boxes;

/* Vectors of four: rows begin anywhere, and each load of eight would cross two cache lines. */
static void line(double *restrict to, const double *restrict from, int64_t n) {
    const int64_t p = n * n;
    #pragma omp simd simdlen(4)
    for (int64_t k = 1; k < n - 1; ++k)
        to[k] = 0.25 * from[k] + 0.125 * (from[k - 1] + from[k + 1] + from[k - n] + from[k + n] +
                                          from[k - p] + from[k + p]);
}

static void add(double *restrict side, const double *restrict from, int64_t n) {
    #pragma omp simd
    for (int64_t k = 1; k < n - 1; ++k)
        side[k] += 0.125 * from[k];
}

/* Half step h, from the end: A's adjoints (0) give B's (1), and these A's. */
static void sweep(void *state, int64_t h, int64_t number) {
    const boxes *s = state;
    const int64_t n = s->n, i = number + 1;
    const int source = (int)(h % 2), to = 1 - source;
    double *const *face = s->face[to];
    for (int64_t j = 1; j < n - 1; ++j) {
        const double *from = s->bar[source] + (i * n + j) * n;
        line(s->bar[to] + (i * n + j) * n, from, n);
        face[4][i * n + j] += 0.125 * from[1];
        face[5][i * n + j] += 0.125 * from[n - 2];
        if (i == 1)
            add(face[0] + j * n, from, n);
        if (i == n - 2)
            add(face[1] + j * n, from, n);
        if (j == 1)
            add(face[2] + i * n, from, n);
        if (j == n - 2)
            add(face[3] + i * n, from, n);
    }
}

/* The faces become what `seed` has there (zeros without one) and what was collected. */
static void set_faces(double *bar, const double *seed, double *const *face, int64_t n) {
    const int64_t last = n - 1;
    for (int64_t a = 0; a < n; ++a)
        for (int64_t b = 0; b < n; ++b) {
            const int64_t where[6] = {
                a * n + b,      (last * n + a) * n + b, a * n * n + b, (a * n + last) * n + b,
                (a * n + b) * n, (a * n + b) * n + last,
            };
            const int edge = a == 0 || b == 0 || a == last || b == last;
            for (int f = 0; f < 6; ++f)
                bar[where[f]] = (seed ? seed[where[f]] : 0.0) +
                                (face && !edge ? face[f][a * n + b] : 0.0);
        }
}

size_t heat_3d_by_hand_workspace_bytes(int64_t n, int64_t steps) {
    return sizeof(progress) * (size_t)(2 * steps / BAND + 1) + sizeof(double) * 12 * (size_t)(n * n);
}

int heat_3d_by_hand_ws(int64_t n, int64_t steps, const double *A, const double *B,
                       const double *A_seed, double *A_bar, double *B_bar, void *workspace) {
    (void)A, (void)B;
    const size_t plane = sizeof(double) * (size_t)(n * n);
    memcpy(A_bar, A_seed, plane * (size_t)n);
    memset(B_bar, 0, plane * (size_t)n);
    if (n < 3 || steps < 1)
        return 0;
    progress *done = workspace;
    double *faces = (double *)(done + 2 * steps / BAND + 1);
    memset(faces, 0, 12 * plane);
    boxes s = {.n = n, .bar = {A_bar, B_bar}};
    for (int f = 0; f < 12; ++f)
        s.face[f / 6][f % 6] = faces + f * n * n;
    for (int64_t i = 0; i < n; ++i) /* zeros on the faces of A's */
        for (int64_t j = 0; j < n; ++j) {
            double *row = A_bar + (i * n + j) * n;
            row[0] = row[n - 1] = 0.0;
            if (i == 0 || j == 0 || i == n - 1 || j == n - 1)
                memset(row, 0, sizeof(double) * (size_t)n);
        }
    const int threads = n < FEW ? 1 : omp_get_max_threads();
    run_in_bands(2 * steps, n - 2, BAND, threads, done, sweep, &s);
    memset(B_bar, 0, plane * (size_t)n); /* B's interior is made before it is read */
    set_faces(A_bar, A_seed, s.face[0], n);
    set_faces(B_bar, NULL, s.face[1], n);
    return 0;
}
