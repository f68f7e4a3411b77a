/* Softmax over the last axis, y = exp(x - max x) / sum, and its adjoint, y (s - sum(s y)): a block
 * for each row. What is to become x_bar holds the exponentials first, so that nothing is kept. */
#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>

enum { THREADS = 128 };

/* The sum, or the largest, of what the block's threads have; for all of them. */
static __device__ double over_block(double own, bool largest) {
    __shared__ double parts[THREADS];
    parts[threadIdx.x] = own;
    for (int distance = THREADS / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < distance) {
            const double a = parts[threadIdx.x], b = parts[threadIdx.x + distance];
            parts[threadIdx.x] = largest ? (a > b ? a : b) : a + b;
        }
    }
    __syncthreads();
    const double found = parts[0];
    __syncthreads();
    return found;
}

__global__ static void forward(int64_t n, const double *x, double *y) {
    const double *row = x + blockIdx.x * n;
    double *to = y + blockIdx.x * n;
    double most = -INFINITY, sum = 0.0;
    for (int64_t k = threadIdx.x; k < n; k += THREADS)
        most = row[k] > most ? row[k] : most;
    most = over_block(most, true);
    for (int64_t k = threadIdx.x; k < n; k += THREADS)
        sum += to[k] = exp(row[k] - most);
    sum = over_block(sum, false);
    for (int64_t k = threadIdx.x; k < n; k += THREADS)
        to[k] /= sum;
}

__global__ static void adjoint(int64_t n, const double *x, const double *seed, double *x_bar) {
    const double *row = x + blockIdx.x * n, *s = seed + blockIdx.x * n;
    double *bar = x_bar + blockIdx.x * n;
    double most = -INFINITY, sum = 0.0, dot = 0.0;
    for (int64_t k = threadIdx.x; k < n; k += THREADS)
        most = row[k] > most ? row[k] : most;
    most = over_block(most, true);
    for (int64_t k = threadIdx.x; k < n; k += THREADS) {
        const double e = exp(row[k] - most);
        bar[k] = e;
        sum += e;
        dot += e * s[k];
    }
    sum = over_block(sum, false);
    dot = over_block(dot, false);
    for (int64_t k = threadIdx.x; k < n; k += THREADS)
        bar[k] *= (s[k] - dot / sum) / sum;
}

extern "C" void softmax_primal(int64_t rows, int64_t n, const double *x, double *y) {
    forward<<<(unsigned)rows, THREADS>>>(n, x, y);
}

extern "C" void softmax_by_hand(int64_t rows, int64_t n, const double *x, const double *seed,
                                double *x_bar) {
    adjoint<<<(unsigned)rows, THREADS>>>(n, x, seed, x_bar);
}
