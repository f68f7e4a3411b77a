/* The largest magnitude of each row and its sum, by exchanges within a warp: one warp per row. */
#include <math.h>
#include <stdint.h>

#define WARPS 4

__global__ static void rows(int64_t N, int64_t M, const float *__restrict__ a,
    float *__restrict__ largest, float *__restrict__ sums)
{
    extern __shared__ float of_warp[]; /* the sums of the block's rows */
    const int lane = threadIdx.x % 32, warp = threadIdx.x/32;
    const int64_t i = (int64_t)blockIdx.x*WARPS + warp;
    float top = 0.0f, sum = 0.0f;
    for (int64_t j = lane; i < N && j < M; j += 32) {
        top = fmaxf(top, fabsf(a[i*M + j]));
        sum += a[i*M + j];
    }
    for (int distance = 16; distance > 0; distance /= 2) {
        top = fmaxf(top, __shfl_xor_sync(0xffffffffu, top, distance));
        sum += __shfl_down_sync(0xffffffffu, sum, distance);
    }
    if (lane == 0 && i < N)
        largest[i] = top;
    if (lane == 0)
        of_warp[warp] = sum;
    __syncthreads();
    if (threadIdx.x < WARPS && (int64_t)blockIdx.x*WARPS + threadIdx.x < N)
        sums[(int64_t)blockIdx.x*WARPS + threadIdx.x] = of_warp[threadIdx.x];
}

extern "C" int rows_ws(int64_t N, int64_t M, const float *a, float *largest, float *sums,
    cudaStream_t stream)
{
    if (N > 0)
        rows<<<(unsigned)((N + WARPS - 1)/WARPS), 32*WARPS, WARPS*sizeof(float),
            stream>>>(N, M, a, largest, sums);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
