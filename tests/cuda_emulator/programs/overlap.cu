/* Snapshots to pinned memory of the host, copied by a second stream while the first computes. */
#include <stdint.h>

#define BLOCK 64

__global__ static void step(int64_t n, const double *__restrict__ u, double *__restrict__ v)
{
    const int64_t i = (int64_t)blockIdx.x*BLOCK + threadIdx.x;
    if (i < n)
        v[i] = 1.0 + 0.5*u[i];
}

/* `steps` steps from `u`; `sum` becomes the sum of all numbers of all snapshots. */
extern "C" int overlap(int64_t n, int64_t steps, double *u, double *v, double *sum)
{
    const size_t bytes = (size_t)n*sizeof(double);
    const unsigned blocks = (unsigned)((n + BLOCK - 1)/BLOCK);
    cudaStream_t computing, copying;
    cudaEvent_t made, kept;
    double *snapshots = NULL, *from = u, *to = v;
    cudaStreamCreate(&computing);
    cudaStreamCreateWithFlags(&copying, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&made, cudaEventDisableTiming);
    cudaEventCreateWithFlags(&kept, cudaEventDisableTiming);
    cudaMallocHost(&snapshots, bytes*(size_t)steps);
    for (int64_t t = 0; t < steps; t++) {
        step<<<blocks, BLOCK, 0, computing>>>(n, from, to);
        cudaEventRecord(made, computing);
        cudaStreamWaitEvent(copying, made, 0);
        cudaMemcpyAsync(snapshots + n*t, to, bytes, cudaMemcpyDeviceToHost, copying);
        cudaStreamWaitEvent(computing, kept, 0);
        cudaEventRecord(kept, copying);
        double *const other = from;
        from = to;
        to = other;
    }
    cudaStreamSynchronize(copying);
    *sum = 0.0;
    for (int64_t i = 0; i < n*steps; i++)
        *sum += snapshots[i];
    cudaStreamSynchronize(computing);
    cudaFreeHost(snapshots);
    cudaEventDestroy(kept);
    cudaEventDestroy(made);
    cudaStreamDestroy(copying);
    cudaStreamDestroy(computing);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
