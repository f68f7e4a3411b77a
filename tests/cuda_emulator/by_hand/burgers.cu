/* Explicit steps of Burgers' equation, and their adjoint: a kernel for each step there, which
 * leaves its state, and one for each step back. With a = dt nu / h^2, b = dt / h and w = u_bar
 * without the two ends:
 *
 *     u_bar[i] <- u_bar[i] + (b u[i-1] - 2 a - 2 b u[i]) w[i] + a w[i-1] + (a + b u[i+1]) w[i+1]
 *     nu_bar   += dt / h^2 sum_i (u[i-1] - 2 u[i] + u[i+1]) w[i]
 *
 * Each block adds what it has for nu to a number of its own; these are added up at the end. */
#include <cuda_runtime.h>
#include <stdint.h>

enum { THREADS = 256 };

static unsigned blocks_for(int64_t n) {
    return (unsigned)((n + THREADS - 1) / THREADS);
}

__global__ static void forward(int64_t n, double a, double b, const double *u, double *to) {
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double own = u[i];
    if (i >= 1 && i < n - 1)
        own += a * (u[i + 1] - 2.0 * u[i] + u[i - 1]) - b * u[i] * (u[i] - u[i - 1]);
    to[i] = own;
}

__global__ static void adjoint(int64_t n, double a, double b, const double *u, const double *v,
                               double *to, double *sums) {
    __shared__ double parts[THREADS];
    const int64_t i = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    double slope = 0.0;
    if (i < n) {
        double own = v[i];
        if (i >= 1 && i < n - 1) {
            own += (b * (u[i - 1] - 2.0 * u[i]) - 2.0 * a) * v[i];
            slope = (u[i + 1] - 2.0 * u[i] + u[i - 1]) * v[i];
        }
        if (i >= 2)
            own += a * v[i - 1];
        if (i < n - 2)
            own += (a + b * u[i + 1]) * v[i + 1];
        to[i] = own;
    }
    parts[threadIdx.x] = slope;
    for (int distance = THREADS / 2; distance > 0; distance /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < distance)
            parts[threadIdx.x] += parts[threadIdx.x + distance];
    }
    if (threadIdx.x == 0)
        sums[blockIdx.x] += parts[0];
}

__global__ static void add_up(unsigned count, double factor, const double *sums, double *total) {
    double sum = 0.0;
    for (unsigned k = 0; k < count; ++k)
        sum += sums[k];
    *total = factor * sum;
}

extern "C" size_t burgers_by_hand_workspace_bytes(int64_t n, int64_t steps) {
    return sizeof(double) * (size_t)(steps * n + blocks_for(n));
}

/* `states` holds those before all steps but the first; n numbers each. */
extern "C" void burgers_primal(int64_t n, int64_t steps, double dt, double h, double nu,
                               const double *u, double *states) {
    for (int64_t t = 0; t < steps; ++t)
        forward<<<blocks_for(n), THREADS>>>(n, dt * nu / (h * h), dt / h,
                                            t ? states + (t - 1) * n : u, states + t * n);
}

extern "C" void burgers_by_hand(int64_t n, int64_t steps, double dt, double h, double nu,
                                const double *u, const double *u_seed, double *nu_bar,
                                double *u_bar, double *workspace) {
    const double a = dt * nu / (h * h), b = dt / h;
    double *other = workspace, *states = workspace + n, *sums = workspace + steps * n;
    burgers_primal(n, steps - 1, dt, h, nu, u, states);
    cudaMemsetAsync(sums, 0, sizeof(double) * blocks_for(n), 0);
    /* They end in u_bar: before the first step they are in the other, and so on. */
    for (int64_t t = steps - 1; t >= 0; --t) {
        const double *from = t == steps - 1 ? u_seed : t % 2 ? u_bar : other;
        adjoint<<<blocks_for(n), THREADS>>>(n, a, b, t ? states + (t - 1) * n : u, from,
                                            t % 2 ? other : u_bar, sums);
    }
    add_up<<<1, 1>>>(blocks_for(n), dt / (h * h), sums, nu_bar);
}
