/* A function with pointers of the host: it allocates, copies, computes, copies back, cleans up. */
#include <stdint.h>

#define BLOCK 32

/* The adjoint of the smoothing v[i] = (u[i - 1] + 2 u[i] + u[i + 1])/4, as a gather. */
__global__ static void adjoint(int64_t n, const double *__restrict__ v_bar,
    double *__restrict__ u_bar)
{
    for (int64_t i = (int64_t)blockIdx.x*BLOCK + threadIdx.x; i < n; i += gridDim.x*BLOCK) {
        double sum = 0.5*v_bar[i];
        if (i > 0)
            sum += 0.25*v_bar[i - 1];
        if (i < n - 1)
            sum += 0.25*v_bar[i + 1];
        u_bar[i] = sum;
    }
}

/* 0, or 1 where there is no memory, or 2 for another error of the device. */
extern "C" int adjoint_host(int64_t n, const double *v_bar, double *u_bar)
{
    const size_t bytes = (size_t)n*sizeof(double);
    void *device = NULL;
    int fault = 0;
    if (n <= 0)
        return 0;
    if (cudaMalloc(&device, 2*bytes) != cudaSuccess) {
        cudaGetLastError();
        return 1;
    }
    double *const v_there = (double *)device, *const u_there = v_there + n;
    if (cudaMemcpy(v_there, v_bar, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
        fault = 2;
    if (fault == 0) {
        adjoint<<<(unsigned)((n + BLOCK - 1)/BLOCK), BLOCK>>>(n, v_there, u_there);
        if (cudaGetLastError() != cudaSuccess)
            fault = 2;
    }
    if (fault == 0 && cudaMemcpy(u_bar, u_there, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
        fault = 2;
    cudaFree(device);
    return fault;
}
