/* The adjoint of horizontal diffusion with a flux limiter.
 *
 * Planes of equal i follow each other: each is made from the few before it, which are kept in
 * turn, and nothing else is. A thread takes all planes of some columns j, so that these few stay
 * in its cache. Around a tile, as much is computed twice as its field_bar depends on.
 *
 * With q = weight * seed, zero outside, a flux that is let through has the adjoint q[i] - q[i-1];
 * fluxes give theirs to the Laplacian on both sides, and the Laplacian is symmetric. */
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { WIDTH = 72, ROWS = WIDTH + 8, PLANES = 14 };

static inline int64_t larger(int64_t x, int64_t y) { return x > y ? x : y; }
static inline int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

typedef struct {
    int64_t I, J, K;
    const double *field, *weight, *seed;
    double *field_bar, *weight_bar;
} problem;

/* The planes of a tile, of ROWS lines of K numbers; line r is column j = j0 - 4 + r of q and the
 * fluxes, and column j of lap and lap_bar. What has an index keeps planes in turn. */
typedef struct {
    int64_t j0, j1;
    double *q[2], *lap[2], *flux_x[2], *x_bar[2], *flux_y, *y_bar, *lap_bar[3], *zeros;
} tile;

static const double *in_field(const problem *p, int64_t i, int64_t j) {
    return p->field + (i * (p->J + 4) + j) * p->K;
}

static double *column(const tile *t, double *plane, int64_t j, int64_t K) {
    return plane + (j - t->j0 + 4) * K;
}

/* lap[i, j] about field[i + 1, j + 1]. */
static void laplacian(const problem *p, const tile *t, double *plane, int64_t i) {
    const int64_t K = p->K, wide = (p->J + 4) * K;
    for (int64_t j = larger(t->j0 - 3, 0); j < smaller(t->j1 + 3, p->J + 2); ++j) {
        const double *restrict f = in_field(p, i + 1, j + 1);
        double *restrict to = column(t, plane, j, K);
        #pragma omp simd
        for (int64_t k = 0; k < K; ++k)
            to[k] = 4.0 * f[k] - f[k + wide] - f[k - wide] - f[k + K] - f[k - K];
    }
}

/* q[i, j] for the columns about the tile, with zeros beyond both ends. */
static void product(const problem *p, const tile *t, double *plane, int64_t i) {
    const int64_t K = p->K;
    memset(plane, 0, sizeof(double) * (size_t)(ROWS * K));
    if (i < 0 || i >= p->I)
        return;
    for (int64_t j = larger(t->j0 - 4, 0); j < smaller(t->j1 + 2, p->J); ++j) {
        const double *restrict w = p->weight + (i * p->J + j) * K;
        const double *restrict s = p->seed + (i * p->J + j) * K;
        double *restrict to = column(t, plane, j, K);
        #pragma omp simd
        for (int64_t k = 0; k < K; ++k)
            to[k] = w[k] * s[k];
    }
}

/* A flux between two Laplacians, limited, and its adjoint from the two q on its sides. */
static void limited(double *restrict flux, double *restrict bar, const double *lap0,
                    const double *lap1, const double *f0, const double *f1, const double *q0,
                    const double *q1, int64_t K) {
    #pragma omp simd
    for (int64_t k = 0; k < K; ++k) {
        const double x = lap1[k] - lap0[k], through = x * (f1[k] - f0[k]) > 0.0 ? 0.0 : 1.0;
        flux[k] = through * x;
        bar[k] = through * (q1[k] - q0[k]);
    }
}

/* flux_x[i, j], between lap[i, j + 1] and lap[i + 1, j + 1]. */
static void fluxes_x(const problem *p, const tile *t, int64_t i) {
    const int64_t K = p->K;
    memset(t->x_bar[i % 2], 0, sizeof(double) * (size_t)(ROWS * K));
    if (i > p->I)
        return;
    for (int64_t j = larger(t->j0 - 3, 0); j < smaller(t->j1 + 2, p->J); ++j)
        limited(column(t, t->flux_x[i % 2], j, K), column(t, t->x_bar[i % 2], j, K),
                column(t, t->lap[i % 2], j + 1, K), column(t, t->lap[(i + 1) % 2], j + 1, K),
                in_field(p, i + 1, j + 2), in_field(p, i + 2, j + 2),
                column(t, t->q[(i + 1) % 2], j, K), column(t, t->q[i % 2], j, K), K);
}

/* flux_y[i, j], between lap[i + 1, j] and lap[i + 1, j + 1]. */
static void fluxes_y(const problem *p, const tile *t, int64_t i) {
    const int64_t K = p->K;
    memset(t->y_bar, 0, sizeof(double) * (size_t)(ROWS * K));
    if (i >= p->I)
        return;
    for (int64_t j = larger(t->j0 - 3, 0); j < smaller(t->j1 + 2, p->J + 1); ++j)
        limited(column(t, t->flux_y, j, K), column(t, t->y_bar, j, K),
                column(t, t->lap[(i + 1) % 2], j, K), column(t, t->lap[(i + 1) % 2], j + 1, K),
                in_field(p, i + 2, j + 1), in_field(p, i + 2, j + 2),
                column(t, t->q[i % 2], j - 1, K), column(t, t->q[i % 2], j, K), K);
}

/* What lap[i, j] gets from the fluxes on its sides; y_bar is still that of i - 1. */
static void to_laplacian(const problem *p, const tile *t, int64_t i) {
    const int64_t K = p->K;
    double *plane = t->lap_bar[i % 3];
    memset(plane, 0, sizeof(double) * (size_t)(ROWS * K));
    if (i > p->I + 1)
        return;
    for (int64_t j = larger(t->j0 - 2, 0); j < smaller(t->j1 + 2, p->J + 2); ++j) {
        double *restrict to = column(t, plane, j, K);
        const double *x0 = column(t, i > 0 ? t->x_bar[(i + 1) % 2] : t->zeros, j - 1, K);
        const double *x1 = column(t, t->x_bar[i % 2], j - 1, K);
        const double *y0 = column(t, i > 0 ? t->y_bar : t->zeros, j - 1, K);
        #pragma omp simd
        for (int64_t k = 0; k < K; ++k)
            to[k] = x0[k] - x1[k] + y0[k] - y0[k + K];
    }
}

/* weight_bar[i, j] once flux_x[i + 1] is there and flux_y is that of i. */
static void to_weight(const problem *p, const tile *t, int64_t i) {
    const int64_t K = p->K;
    for (int64_t j = t->j0; j < smaller(t->j1, p->J); ++j) {
        const double *restrict s = p->seed + (i * p->J + j) * K;
        double *restrict to = p->weight_bar + (i * p->J + j) * K;
        const double *x0 = column(t, t->flux_x[i % 2], j, K);
        const double *x1 = column(t, t->flux_x[(i + 1) % 2], j, K);
        const double *y = column(t, t->flux_y, j, K);
        #pragma omp simd
        for (int64_t k = 0; k < K; ++k)
            to[k] = -s[k] * (x1[k] - x0[k] + y[k + K] - y[k]);
    }
}

/* field_bar[i, j] of columns j0 <= j < j1 from lap_bar[i - 2], [i - 1] and [i]. */
static void to_field(const problem *p, const tile *t, int64_t i) {
    const int64_t K = p->K;
    for (int64_t j = t->j0; j < t->j1; ++j) {
        double *restrict to = p->field_bar + (i * (p->J + 4) + j) * K;
        const double *up = column(t, t->lap_bar[(i + 1) % 3], j - 1, K);
        const double *mid = column(t, t->lap_bar[(i + 2) % 3], j - 1, K);
        const double *down = column(t, t->lap_bar[i % 3], j - 1, K);
        #pragma omp simd
        for (int64_t k = 0; k < K; ++k)
            to[k] = 4.0 * mid[k] - up[k] - down[k] - mid[k - K] - mid[k + K];
        if (i < 2 || i >= p->I + 2 || j < 2 || j >= p->J + 2)
            continue;
        const double *restrict s = p->seed + ((i - 2) * p->J + j - 2) * K;
        #pragma omp simd
        for (int64_t k = 0; k < K; ++k)
            to[k] += s[k];
    }
}

static void columns(const problem *p, const tile *t) {
    product(p, t, t->q[1], -1);
    laplacian(p, t, t->lap[0], 0);
    for (int64_t i = 0; i < p->I + 4; ++i) {
        if (i <= p->I)
            laplacian(p, t, t->lap[(i + 1) % 2], i + 1);
        product(p, t, t->q[i % 2], i);
        fluxes_x(p, t, i);
        if (i >= 1 && i <= p->I)
            to_weight(p, t, i - 1);
        to_laplacian(p, t, i);
        fluxes_y(p, t, i);
        to_field(p, t, i);
    }
}

size_t hdiff_by_hand_workspace_bytes(int64_t I, int64_t J, int64_t K) {
    (void)I, (void)J;
    return sizeof(double) * (size_t)(PLANES * ROWS * K * omp_get_max_threads());
}

int hdiff_by_hand_ws(int64_t I, int64_t J, int64_t K, const double *field, const double *weight,
                     const double *seed, double *field_bar, double *weight_bar, void *workspace) {
    const problem p = {I, J, K, field, weight, seed, field_bar, weight_bar};
    const int64_t threads = omp_get_max_threads(), all_columns = J + 4;
    const int64_t rounds = (all_columns + WIDTH * threads - 1) / (WIDTH * threads);
    const int64_t width = (all_columns + rounds * threads - 1) / (rounds * threads);
    #pragma omp parallel
    {
        const int64_t plane = ROWS * K;
        double *next = (double *)workspace + omp_get_thread_num() * PLANES * plane;
        memset(next, 0, sizeof(double) * (size_t)(PLANES * plane));
        tile t;
        double **const all[] = {
            &t.q[0], &t.q[1], &t.lap[0], &t.lap[1], &t.flux_x[0], &t.flux_x[1], &t.x_bar[0],
            &t.x_bar[1], &t.flux_y, &t.y_bar, &t.lap_bar[0], &t.lap_bar[1], &t.lap_bar[2], &t.zeros,
        };
        for (size_t k = 0; k < sizeof all / sizeof *all; ++k, next += plane)
            *all[k] = next;
        #pragma omp for schedule(static)
        for (int64_t j0 = 0; j0 < all_columns; j0 += width) {
            t.j0 = j0, t.j1 = smaller(j0 + width, all_columns);
            memset(t.lap_bar[0], 0, sizeof(double) * (size_t)(3 * plane));
            columns(&p, &t);
        }
    }
    return 0;
}
