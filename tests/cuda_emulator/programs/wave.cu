/* A 2-D acoustic wave: so many time steps of a stencil, two time levels in turn. */
#include <stdint.h>

#define BLOCK dim3(32, 8)

static inline unsigned cover(int64_t count, int64_t block)
{
    return (unsigned)((count + block - 1)/block);
}

__global__ static void step(int64_t N, int64_t M, double courant,
    const double *__restrict__ speed, const double *__restrict__ u, double *__restrict__ v)
{
    const int64_t i = 1 + (int64_t)blockIdx.y*blockDim.y + threadIdx.y;
    const int64_t j = 1 + (int64_t)blockIdx.x*blockDim.x + threadIdx.x;
    if (i < N - 1 && j < M - 1) {
        const double laplace = u[(i - 1)*M + j] + u[(i + 1)*M + j] + u[i*M + j - 1]
            + u[i*M + j + 1] - 4.0*u[i*M + j];
        v[i*M + j] = 2.0*u[i*M + j] - v[i*M + j] + courant*speed[i*M + j]*laplace;
    }
}

/* All pointers are the device's; what `v` holds at first is the field a step before. */
extern "C" int wave_ws(int64_t N, int64_t M, int64_t steps, double courant, const double *speed,
    double *u, double *v, cudaStream_t stream)
{
    if (N < 3 || M < 3)
        return 0;
    const dim3 grid(cover(M - 2, 32), cover(N - 2, 8));
    for (int64_t t = 0; t < steps; t++) {
        if (t % 2 == 0)
            step<<<grid, BLOCK, 0, stream>>>(N, M, courant, speed, u, v);
        else
            step<<<grid, BLOCK, 0, stream>>>(N, M, courant, speed, v, u);
    }
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
