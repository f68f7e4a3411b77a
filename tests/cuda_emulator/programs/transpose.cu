/* The transpose of a matrix, tile by tile: rows are read and rows are written. */
#include <stdint.h>

#define TILE 32
#define ROWS 8

__global__ static void transpose(int64_t N, int64_t M, const double *__restrict__ a,
    double *__restrict__ b)
{
    /* one more column, so that a column of the tile is in different banks */
    __shared__ double tile[TILE][TILE + 1];
    const int64_t j = (int64_t)blockIdx.x*TILE + threadIdx.x;
    for (int r = threadIdx.y; r < TILE; r += ROWS) {
        const int64_t i = (int64_t)blockIdx.y*TILE + r;
        if (i < N && j < M)
            tile[r][threadIdx.x] = a[i*M + j];
    }
    __syncthreads();
    const int64_t i = (int64_t)blockIdx.y*TILE + threadIdx.x;
    for (int r = threadIdx.y; r < TILE; r += ROWS) {
        const int64_t k = (int64_t)blockIdx.x*TILE + r;
        if (k < M && i < N)
            b[k*N + i] = tile[threadIdx.x][r];
    }
}

extern "C" int transpose_ws(int64_t N, int64_t M, const double *a, double *b, cudaStream_t stream)
{
    const dim3 grid((unsigned)((M + TILE - 1)/TILE), (unsigned)((N + TILE - 1)/TILE));
    if (N > 0 && M > 0)
        transpose<<<grid, dim3(TILE, ROWS), 0, stream>>>(N, M, a, b);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
