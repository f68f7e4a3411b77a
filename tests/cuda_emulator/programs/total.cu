/* The sum of an array in two stages, always in the same order: one part per block, then one sum. */
#include <stdint.h>

#define BLOCK 128
#define PARTS 8

/* The sum of what the threads of a block have, for the first of them. */
static __device__ double block_sum(double own)
{
    __shared__ double parts[BLOCK];
    parts[threadIdx.x] = own;
    for (int distance = BLOCK/2; distance > 0; distance /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < distance)
            parts[threadIdx.x] += parts[threadIdx.x + distance];
    }
    return threadIdx.x == 0 ? parts[0] : 0.0;
}

__global__ static void stage_1(int64_t n, const double *__restrict__ x,
    double *__restrict__ parts)
{
    double own = 0.0;
    for (int64_t i = (int64_t)blockIdx.x*BLOCK + threadIdx.x; i < n; i += PARTS*BLOCK)
        own += x[i];
    own = block_sum(own);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = own;
}

__global__ static void stage_2(const double *__restrict__ parts, double *__restrict__ sum)
{
    double own = 0.0;
    for (int64_t p = threadIdx.x; p < PARTS; p += BLOCK)
        own += parts[p];
    own = block_sum(own);
    if (threadIdx.x == 0)
        *sum = own;
}

/* `workspace` are PARTS numbers. */
extern "C" int total_ws(int64_t n, const double *x, double *sum, double *workspace,
    cudaStream_t stream)
{
    stage_1<<<PARTS, BLOCK, 0, stream>>>(n, x, workspace);
    stage_2<<<1, BLOCK, 0, stream>>>(workspace, sum);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
