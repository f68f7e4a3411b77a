/* Jacobi's means of five, from A to B and back, and their adjoint: a kernel for each half step. */
#include <cuda_runtime.h>
#include <stdint.h>

static dim3 grid_for(int64_t n) {
    return dim3((unsigned)((n + 31) / 32), (unsigned)((n + 7) / 8));
}

__global__ static void forward(int64_t n, const double *from, double *to) {
    const int64_t i = (int64_t)blockIdx.y * blockDim.y + threadIdx.y;
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < 1 || i >= n - 1 || j < 1 || j >= n - 1)
        return;
    const double *p = from + i * n + j;
    to[i * n + j] = 0.2 * (p[0] + p[-1] + p[1] + p[n] + p[-n]);
}

/* What the interior of `from` gives to `to`, whose own interior the primal overwrote: only its
 * borders keep what they have. */
__global__ static void adjoint(int64_t n, const double *from, double *to) {
    const int64_t i = (int64_t)blockIdx.y * blockDim.y + threadIdx.y;
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n)
        return;
    const double *p = from + i * n + j;
    const bool row = i >= 1 && i < n - 1, column = j >= 1 && j < n - 1;
    double sum = row && column ? p[0] : 0.0;
    if (row && j >= 2)
        sum += p[-1];
    if (row && j < n - 2)
        sum += p[1];
    if (column && i >= 2)
        sum += p[-n];
    if (column && i < n - 2)
        sum += p[n];
    if (row && column)
        to[i * n + j] = 0.2 * sum;
    else
        to[i * n + j] += 0.2 * sum;
}

__global__ static void clear_interior(int64_t n, double *bar) {
    const int64_t i = (int64_t)blockIdx.y * blockDim.y + threadIdx.y;
    const int64_t j = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= 1 && i < n - 1 && j >= 1 && j < n - 1)
        bar[i * n + j] = 0.0;
}

extern "C" void jacobi_2d_primal(int64_t n, int64_t steps, double *A, double *B) {
    for (int64_t t = 0; t < steps; ++t) {
        forward<<<grid_for(n), dim3(32, 8)>>>(n, A, B);
        forward<<<grid_for(n), dim3(32, 8)>>>(n, B, A);
    }
}

extern "C" void jacobi_2d_by_hand(int64_t n, int64_t steps, const double *A_seed, double *A_bar,
                                  double *B_bar) {
    const size_t bytes = sizeof(double) * (size_t)(n * n);
    cudaMemcpyAsync(A_bar, A_seed, bytes, cudaMemcpyDeviceToDevice, 0);
    cudaMemsetAsync(B_bar, 0, bytes, 0);
    for (int64_t t = 0; t < steps; ++t) {
        adjoint<<<grid_for(n), dim3(32, 8)>>>(n, A_bar, B_bar);
        adjoint<<<grid_for(n), dim3(32, 8)>>>(n, B_bar, A_bar);
    }
    clear_interior<<<grid_for(n), dim3(32, 8)>>>(n, B_bar);
}
