/* The adjoint of Seidel's sweeps in place, A[i,j] = (A[i,j] and its eight neighbours) / 9.
 *
 * Let g[i,j] be a ninth of the adjoint of the new A[i,j]. Those who read the new value are the
 * point's right neighbour and the three below, those who read the old one the point itself, its
 * left neighbour and the three above; so
 *
 *     g[i,j] <- (g[i,j] + g[i,j-1] + g[i-1,j-1:j+2] + g[i,j+1] + g[i+1,j-1:j+2]) / 9
 *
 * with rows and columns run backwards is the adjoint from one sweep to the one before: Seidel's
 * sweep again, in place, with zeros around it. The first has the seed for what old values collect,
 * and the last leaves that as the result. Nothing of the primal is needed. The border only collects.
 *
 * In a row, g[j] = c[j] + g[j+1]/9 with c known: eight of these are summed at once in three
 * doublings, so that only one multiplication per eight elements waits for the one before. */
#include <stddef.h>
#include <string.h>

#include "bands.h"

enum { LANES = 8, BAND = 8, FEW = 96 };
typedef double vector __attribute__((vector_size(8 * LANES), aligned(8), may_alias));
typedef int64_t lanes __attribute__((vector_size(8 * LANES)));

/* What the four sides have collected, n elements each. */
typedef struct {
    int64_t n;
    double *g, *top, *bottom, *left, *right;
} sides;

static const double R = 1.0 / 9.0;

/* What the old value has collected, or the seed, and what the row below has just been found to
 * collect. */
static inline double terms(const double *above, const double *own, const double *below, int first) {
    const double old = first ? own[0] : above[-1] + above[0] + above[1] + own[-1] + own[0];
    return old + below[-1] + below[0] + below[1];
}

static inline vector at(const double *p) { return *(const vector *)p; }

static inline vector vector_terms(const double *above, const double *own, const double *below,
                                  int first) {
    const vector new = (at(below - 1) + at(below)) + (at(below + 1) + at(own));
    if (first)
        return new;
    return ((at(above - 1) + at(above)) + (at(above + 1) + at(own - 1))) + new;
}

/* One row, from right to left. */
static inline void row(double *own, int64_t n, int first) {
    const double *above = own - n, *below = own + n;
    const double r2 = R * R, r4 = r2 * r2;
    const vector zero = {0};
    const vector powers = {r4 * r4, r4 * r2 * R, r4 * r2, r4 * R, r4, r2 * R, r2, R};
    double carry = 0.0;
    int64_t j = n - 1 - LANES;
    for (; j >= 1; j -= LANES) {
        vector v = R * vector_terms(above + j, own + j, below + j, first);
        v += R * __builtin_shuffle(v, zero, (lanes){1, 2, 3, 4, 5, 6, 7, 8});
        v += r2 * __builtin_shuffle(v, zero, (lanes){2, 3, 4, 5, 6, 7, 8, 9});
        v += r4 * __builtin_shuffle(v, zero, (lanes){4, 5, 6, 7, 8, 9, 10, 11});
        v += carry * powers;
        *(vector *)(own + j) = v;
        carry = v[0];
    }
    for (j += LANES - 1; j >= 1; --j)
        own[j] = carry = R * (terms(above + j, own + j, below + j, first) + carry);
}

/* Row n - 2 - number, and what its ends give to the border. */
static void sweep(void *state, int64_t step, int64_t number) {
    const sides *s = state;
    const int64_t n = s->n, i = n - 2 - number;
    double *own = s->g + i * n;
    if (step == 0)
        row(own, n, 1);
    else
        row(own, n, 0);
    s->left[i] += own[1];
    s->right[i] += own[n - 2];
    if (i == 1)
        for (int64_t j = 1; j < n - 1; ++j)
            s->top[j] += own[j];
    if (i == n - 2)
        for (int64_t j = 1; j < n - 1; ++j)
            s->bottom[j] += own[j];
}

/* The old values' adjoints from the g of the first sweep, from below so that it works in place. */
static void last_gather(double *g, int64_t n) {
    for (int64_t i = n - 2; i >= 1; --i) {
        const double *above = g + (i - 1) * n;
        double *own = g + i * n;
        for (int64_t j = n - 2; j >= 1; --j)
            own[j] += own[j - 1] + above[j - 1] + above[j] + above[j + 1];
    }
}

/* The border: the seed, and each interior neighbour's sum; element k of a side has those at
 * k - 1, k and k + 1, the corners one of them. `side` is zero at both ends. */
static double collected(const double *side, int64_t k, int64_t n) {
    return (k > 0 ? side[k - 1] : 0.0) + side[k] + (k < n - 1 ? side[k + 1] : 0.0);
}

static void border(const sides *s, const double *seed, double *bar) {
    const int64_t n = s->n, last = n - 1;
    for (int64_t k = 0; k < n; ++k) {
        bar[k] = seed[k] + collected(s->top, k, n);
        bar[last * n + k] = seed[last * n + k] + collected(s->bottom, k, n);
    }
    for (int64_t k = 1; k < last; ++k) {
        bar[k * n] = seed[k * n] + collected(s->left, k, n);
        bar[k * n + last] = seed[k * n + last] + collected(s->right, k, n);
    }
}

size_t seidel_2d_by_hand_workspace_bytes(int64_t n, int64_t steps) {
    return sizeof(progress) * (size_t)(steps / BAND + 1) + sizeof(double) * 4 * (size_t)n;
}

int seidel_2d_by_hand_ws(int64_t n, int64_t steps, const double *A, const double *A_seed,
                         double *A_bar, void *workspace) {
    (void)A;
    memcpy(A_bar, A_seed, sizeof(double) * (size_t)(n * n));
    if (n < 3 || steps < 1)
        return 0;
    progress *done = workspace;
    double *lines = (double *)(done + steps / BAND + 1);
    memset(lines, 0, sizeof(double) * 4 * (size_t)n);
    sides s = {n, A_bar, lines, lines + n, lines + 2 * n, lines + 3 * n};
    for (int64_t k = 0; k < n; ++k)
        A_bar[k] = A_bar[(n - 1) * n + k] = A_bar[k * n] = A_bar[k * n + n - 1] = 0.0;
    const int threads = n < FEW ? 1 : omp_get_max_threads();
    run_in_bands(steps, n - 2, BAND, threads, done, sweep, &s);
    last_gather(A_bar, n);
    border(&s, A_seed, A_bar);
    return 0;
}
