/* Explicit steps of the heat equation in a box, from A to B and back, and their adjoint: a kernel
 * for each half step. */
#include <cuda_runtime.h>
#include <stdint.h>

static dim3 grid_for(int64_t n) {
    return dim3((unsigned)((n + 31) / 32), (unsigned)((n + 3) / 4), (unsigned)((n + 1) / 2));
}

#define OWN_POINT                                                      \
    const int64_t i = (int64_t)blockIdx.z * blockDim.z + threadIdx.z;  \
    const int64_t j = (int64_t)blockIdx.y * blockDim.y + threadIdx.y;  \
    const int64_t k = (int64_t)blockIdx.x * blockDim.x + threadIdx.x;  \
    const bool in_i = i >= 1 && i < n - 1, in_j = j >= 1 && j < n - 1; \
    const bool in_k = k >= 1 && k < n - 1

__global__ static void forward(int64_t n, const double *from, double *to) {
    OWN_POINT;
    if (!in_i || !in_j || !in_k)
        return;
    const int64_t m = n * n;
    const double *p = from + i * m + j * n + k;
    to[i * m + j * n + k] =
        0.25 * p[0] + 0.125 * (p[1] + p[-1] + p[n] + p[-n] + p[m] + p[-m]);
}

/* What the interior of `from` gives to `to`, whose own interior the primal overwrote: only its
 * faces keep what they have. */
__global__ static void adjoint(int64_t n, const double *from, double *to) {
    OWN_POINT;
    if (i >= n || j >= n || k >= n)
        return;
    const int64_t m = n * n;
    const double *p = from + i * m + j * n + k;
    double sum = 0.0;
    if (in_i && in_j && k >= 2)
        sum += p[-1];
    if (in_i && in_j && k < n - 2)
        sum += p[1];
    if (in_i && in_k && j >= 2)
        sum += p[-n];
    if (in_i && in_k && j < n - 2)
        sum += p[n];
    if (in_j && in_k && i >= 2)
        sum += p[-m];
    if (in_j && in_k && i < n - 2)
        sum += p[m];
    if (in_i && in_j && in_k)
        to[i * m + j * n + k] = 0.25 * p[0] + 0.125 * sum;
    else
        to[i * m + j * n + k] += 0.125 * sum;
}

__global__ static void clear_interior(int64_t n, double *bar) {
    OWN_POINT;
    if (in_i && in_j && in_k)
        bar[(i * n + j) * n + k] = 0.0;
}

extern "C" void heat_3d_primal(int64_t n, int64_t steps, double *A, double *B) {
    for (int64_t t = 0; t < steps; ++t) {
        forward<<<grid_for(n), dim3(32, 4, 2)>>>(n, A, B);
        forward<<<grid_for(n), dim3(32, 4, 2)>>>(n, B, A);
    }
}

extern "C" void heat_3d_by_hand(int64_t n, int64_t steps, const double *A_seed, double *A_bar,
                                double *B_bar) {
    const size_t bytes = sizeof(double) * (size_t)(n * n * n);
    cudaMemcpyAsync(A_bar, A_seed, bytes, cudaMemcpyDeviceToDevice, 0);
    cudaMemsetAsync(B_bar, 0, bytes, 0);
    for (int64_t t = 0; t < steps; ++t) {
        adjoint<<<grid_for(n), dim3(32, 4, 2)>>>(n, A_bar, B_bar);
        adjoint<<<grid_for(n), dim3(32, 4, 2)>>>(n, B_bar, A_bar);
    }
    clear_interior<<<grid_for(n), dim3(32, 4, 2)>>>(n, B_bar);
}
