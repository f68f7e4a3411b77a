/* Finds the velocity of a plane from waves that have crossed it, by gradient descent.
 *
 * Sources stand in a row near the top, receivers in one near the bottom. The data are those of a
 * plane with a fast spot in its middle; the descent begins with the same velocity everywhere. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "misfit_grad.h"

enum { N = 72, POINTS = N * N, STEPS = 240, SHOTS = 3, EDGE = 12, ITERATIONS = 12 };

static const double DT = 1.5e-3, DX = 10.0; /* s, m */
static const double SLOW = 2000.0, FAST = 2200.0; /* m/s */
static const int64_t SOURCES = EDGE + 2, RECEIVERS = N - EDGE - 3;
static const double PI = 3.14159265358979323846;

static double wavelet[STEPS], taper[POINTS], recorded[SHOTS][STEPS * N];

/* The source emits most at 12 Hz (Ricker's wavelet). */
static void emit(void) {
    for (int t = 0; t < STEPS; ++t) {
        const double x = PI * 12.0 * (t * DT - 0.1);
        wavelet[t] = 1e6 * (1.0 - 2.0 * x * x) * exp(-x * x);
    }
}

/* Waves lose a little in each step where they are near the boundary (Cerjan's sponge). */
static void soften(void) {
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            const int side = (int)fmin(fmin(i, j), fmin(N - 1 - i, N - 1 - j));
            const double depth = side < EDGE ? 0.015 * (EDGE - side) : 0.0;
            taper[i * N + j] = exp(-depth * depth);
        }
}

static void stop(int error) {
    if (error) {
        fprintf(stderr, "misfit_grad: error %d\n", error);
        exit(1);
    }
}

/* The misfit of all shots, and its gradient by the velocity. */
static double all_shots(const double *c, double *gradient) {
    static double of_shot[POINTS], by_data[STEPS * N];
    double total = 0.0;
    memset(gradient, 0, sizeof of_shot);
    for (int shot = 0; shot < SHOTS; ++shot) {
        const int64_t column = EDGE + shot * (N - 2 * EDGE - 1) / (SHOTS - 1);
        double cost;
        stop(misfit_grad(N, N, STEPS, c, wavelet, recorded[shot], taper, DT, DX, SOURCES, column,
                         RECEIVERS, &cost, of_shot, by_data));
        total += cost;
        for (int k = 0; k < POINTS; ++k)
            gradient[k] += of_shot[k];
    }
    return total;
}

/* What the receivers find. The gradient by the data is minus the residual: where nothing is
 * recorded, that is minus the waves themselves. */
static void record(const double *c) {
    static double of_shot[POINTS], by_data[SHOTS][STEPS * N];
    for (int shot = 0; shot < SHOTS; ++shot) {
        const int64_t column = EDGE + shot * (N - 2 * EDGE - 1) / (SHOTS - 1);
        double cost;
        stop(misfit_grad(N, N, STEPS, c, wavelet, recorded[shot], taper, DT, DX, SOURCES, column,
                         RECEIVERS, &cost, of_shot, by_data[shot]));
        for (int k = 0; k < STEPS * N; ++k)
            recorded[shot][k] = -by_data[shot][k];
    }
}

/* Gradients are of no use close to sources and receivers, where they are largest. */
static void keep_inside(double *gradient) {
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j)
            if (i < SOURCES + 4 || i > RECEIVERS - 4 || j < EDGE || j >= N - EDGE)
                gradient[i * N + j] = 0.0;
}

static double distance(const double *a, const double *b) {
    double sum = 0.0;
    for (int k = 0; k < POINTS; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum / POINTS);
}

int main(void) {
    static double truth[POINTS], c[POINTS], gradient[POINTS], next[POINTS], last[POINTS];
    for (int i = 0; i < N; ++i)
        for (int j = 0; j < N; ++j) {
            const double y = (i - N / 2.0) / 7.0, x = (j - N / 2.0) / 7.0;
            truth[i * N + j] = SLOW + (FAST - SLOW) * exp(-x * x - y * y);
            c[i * N + j] = SLOW;
        }
    emit();
    soften();
    record(truth);

    double cost = all_shots(c, gradient), step = 0.0;
    const double begun = cost;
    keep_inside(gradient);
    printf("step   misfit   error of the velocity (m/s)\n");
    for (int k = 0; k < ITERATIONS; ++k) {
        printf("%4d  %7.4f  %7.2f\n", k, cost / begun, distance(c, truth));
        if (k == 0) { /* first, 20 m/s where the gradient is largest */
            for (int m = 0; m < POINTS; ++m)
                step = fmax(step, fabs(gradient[m]));
            step = 20.0 / step;
        }
        memcpy(last, gradient, sizeof last);
        for (int m = 0; m < POINTS; ++m)
            next[m] = c[m] - step * gradient[m];
        double found = all_shots(next, gradient);
        for (int tries = 0; found > cost && tries < 20; ++tries) { /* too far */
            step /= 3.0;
            for (int m = 0; m < POINTS; ++m)
                next[m] = c[m] - step * last[m];
            found = all_shots(next, gradient);
        }
        keep_inside(gradient);
        /* Barzilai and Borwein's step, from how the gradient has changed. */
        double moved = 0.0, along = 0.0;
        for (int m = 0; m < POINTS; ++m) {
            const double d = next[m] - c[m];
            moved += d * d;
            along += d * (gradient[m] - last[m]);
        }
        step = along > 0.0 ? moved / along : 2.0 * step;
        cost = found;
        memcpy(c, next, sizeof c);
    }
    printf("%4d  %7.4f  %7.2f\n", ITERATIONS, cost / begun, distance(c, truth));
    return 0;
}
