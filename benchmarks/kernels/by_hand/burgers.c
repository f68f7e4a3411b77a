/* The adjoint of explicit steps of Burgers' equation.
 *
 * With a = dt nu / h^2, b = dt / h and w = u_bar without the two ends, which no step changes:
 *
 *     u_bar[i] <- u_bar[i] + (b u[i-1] - 2 a - 2 b u[i]) w[i] + a w[i-1] + (a + b u[i+1]) w[i+1]
 *     nu_bar   += dt / h^2 sum_i (u[i-1] - 2 u[i] + u[i+1]) w[i]
 *
 * Every SPAN-th state is kept. From the last span to the first, the line is cut in tiles; a tile
 * computes its states of the span anew, with as much around it as they depend on, into a buffer
 * that fits the cache, and steps its adjoints back. So memory is read once per span and not once
 * per step, and a state is kept for SPAN of them; the tiles are independent of each other. */
#include <omp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SPAN = 12, WIDTH = 1536, ROOM = WIDTH + 4 * SPAN + 16 };

typedef struct {
    int64_t n;
    double a, b, per_square;
} equation;

static inline int64_t larger(int64_t x, int64_t y) { return x > y ? x : y; }
static inline int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }

/* One step for lo <= i < hi; what is at index i of the line is at index i here. */
static void step(equation e, double *restrict to, const double *restrict u, int64_t lo, int64_t hi) {
    #pragma omp simd
    for (int64_t i = larger(lo, 1); i < smaller(hi, e.n - 1); ++i)
        to[i] = u[i] + e.a * (u[i + 1] - 2.0 * u[i] + u[i - 1]) - e.b * u[i] * (u[i] - u[i - 1]);
    if (lo == 0)
        to[0] = u[0];
    if (hi == e.n)
        to[e.n - 1] = u[e.n - 1];
}

/* The adjoints before a step, lo <= i < hi, from those after it. */
static void step_back(equation e, double *restrict to, const double *restrict v,
                      const double *restrict u, int64_t lo, int64_t hi) {
    const int64_t n = e.n;
    #pragma omp simd
    for (int64_t i = larger(lo, 2); i < smaller(hi, n - 2); ++i)
        to[i] = v[i] + (e.b * (u[i - 1] - 2.0 * u[i]) - 2.0 * e.a) * v[i] + e.a * v[i - 1] +
                (e.a + e.b * u[i + 1]) * v[i + 1];
    const int64_t ends[4] = {0, 1, n - 2, n - 1};
    for (int k = 0; k < 4; ++k) { /* where a neighbour is an end, or there is none */
        const int64_t i = ends[k];
        if (i < lo || i >= hi || (k == 2 && i < 2))
            continue;
        double sum = v[i];
        if (i > 0 && i < n - 1)
            sum += (e.b * (u[i - 1] - 2.0 * u[i]) - 2.0 * e.a) * v[i];
        if (i > 1)
            sum += e.a * v[i - 1];
        if (i < n - 2)
            sum += (e.a + e.b * u[i + 1]) * v[i + 1];
        to[i] = sum;
    }
}

static double slope_of_nu(const double *u, const double *v, int64_t lo, int64_t hi) {
    double sum = 0.0;
    #pragma omp simd reduction(+ : sum)
    for (int64_t i = lo; i < hi; ++i)
        sum += (u[i + 1] - 2.0 * u[i] + u[i - 1]) * v[i];
    return sum;
}

/* x0 <= i < x1 of the state `count` steps later. */
static void forward(equation e, double *to, const double *from, int64_t x0, int64_t x1,
                    int64_t count, double *room) {
    const int64_t first = larger(x0 - count, 0);
    double *buffer[2] = {room - first, room + ROOM - first};
    const double *u = from;
    for (int64_t k = 0; k < count; ++k) {
        const int64_t halo = count - 1 - k;
        double *next = k == count - 1 ? to : buffer[k % 2];
        step(e, next, u, larger(x0 - halo, 0), smaller(x1 + halo, e.n));
        u = next;
    }
}

/* x0 <= i < x1 of the adjoints `count` steps earlier, and what the tile gives to nu. */
static double backward(equation e, double *to, const double *v, const double *kept, int64_t x0,
                       int64_t x1, int64_t count, double *room) {
    const int64_t first = larger(x0 - 2 * count, 0);
    const double *states[SPAN];
    states[0] = kept;
    for (int64_t k = 1; k < count; ++k) {
        double *next = room + (k - 1) * ROOM - first;
        const int64_t halo = 2 * count - 1 - k;
        step(e, next, states[k - 1], larger(x0 - halo, 0), smaller(x1 + halo, e.n));
        states[k] = next;
    }
    double *buffer[2] = {room + (SPAN - 1) * ROOM - first, room + SPAN * ROOM - first};
    double sum = 0.0;
    for (int64_t k = count - 1; k >= 0; --k) {
        double *before = k == 0 ? to : buffer[k % 2];
        step_back(e, before, v, states[k], larger(x0 - k, 0), smaller(x1 + k, e.n));
        sum += slope_of_nu(states[k], v, larger(x0, 1), smaller(x1, e.n - 1));
        v = before;
    }
    return sum;
}

static int64_t spans(int64_t steps) { return (steps + SPAN - 1) / SPAN; }

/* Narrower tiles where the line would be too short for all threads. */
static int64_t tile_width(int64_t n, int64_t threads) {
    return larger(smaller(WIDTH, (n + threads - 1) / threads), 1);
}

/* The states at the beginning of each span, the adjoints in turn, and each thread's buffers. */
size_t burgers_by_hand_workspace_bytes(int64_t n, int64_t steps) {
    const int64_t buffers = (SPAN + 1) * ROOM * omp_get_max_threads();
    const int64_t states = larger(spans(steps) - 1, 0) + 1;
    return sizeof(double) * (size_t)(states * n + buffers);
}

int burgers_by_hand_ws(int64_t n, int64_t steps, double dt, double h, double nu, const double *u,
                       const double *u_seed, double *nu_bar, double *u_bar, void *workspace) {
    *nu_bar = 0.0;
    if (n < 3 || steps < 1) {
        memcpy(u_bar, u_seed, sizeof(double) * (size_t)n);
        return 0;
    }
    const equation e = {n, dt * nu / (h * h), dt / h, dt / (h * h)};
    const int64_t count = spans(steps), threads = omp_get_max_threads();
    const int64_t width = tile_width(n, threads), tiles = (n + width - 1) / width;
    double *other = workspace, *states = other + n;
    double *rooms = states + (count - 1) * n;
    double total = 0.0;
    #pragma omp parallel reduction(+ : total)
    {
        double *room = rooms + (SPAN + 1) * ROOM * omp_get_thread_num();
        for (int64_t s = 0; s + 1 < count; ++s) {
            #pragma omp for schedule(static)
            for (int64_t t = 0; t < tiles; ++t)
                forward(e, states + s * n, s ? states + (s - 1) * n : u, t * width,
                        smaller((t + 1) * width, n), SPAN, room);
        }
        for (int64_t s = count - 1; s >= 0; --s) {
            /* They end in u_bar: before the first span they are in the other, and so on. */
            double *to = s % 2 ? other : u_bar;
            const double *from = s == count - 1 ? u_seed : s % 2 ? u_bar : other;
            #pragma omp for schedule(static)
            for (int64_t t = 0; t < tiles; ++t)
                total += backward(e, to, from, s ? states + (s - 1) * n : u, t * width,
                                  smaller((t + 1) * width, n), smaller(SPAN, steps - s * SPAN),
                                  room);
        }
    }
    *nu_bar = e.per_square * total;
    return 0;
}
