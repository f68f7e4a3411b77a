/* Sums by subscripts from data, by atomics; then what each element got, gathered. */
#include <stdint.h>

#define BLOCK 64

__global__ static void scatter(int64_t n, const int32_t *__restrict__ place,
    const double *__restrict__ x, double *__restrict__ sums)
{
    const int64_t i = (int64_t)blockIdx.x*BLOCK + threadIdx.x;
    if (i < n)
        atomicAdd(&sums[place[i]], x[i]);
}

__global__ static void gather(int64_t n, const int32_t *__restrict__ place,
    const double *__restrict__ sums, double *__restrict__ y)
{
    const int64_t i = (int64_t)blockIdx.x*BLOCK + threadIdx.x;
    if (i < n)
        y[i] = sums[place[i]];
}

extern "C" int scatter_ws(int64_t n, int64_t bins, const int32_t *place, const double *x,
    double *sums, double *y, cudaStream_t stream)
{
    const unsigned blocks = (unsigned)((n + BLOCK - 1)/BLOCK);
    cudaMemsetAsync(sums, 0, (size_t)bins*sizeof(double), stream);
    if (n > 0) {
        scatter<<<blocks, BLOCK, 0, stream>>>(n, place, x, sums);
        gather<<<blocks, BLOCK, 0, stream>>>(n, place, sums, y);
    }
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
