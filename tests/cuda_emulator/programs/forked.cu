/* A graph of two branches: what the one makes is copied to the host by the other. */
#include <stdint.h>

#define BLOCK 64

__global__ static void step(int64_t n, double *__restrict__ u)
{
    const int64_t i = (int64_t)blockIdx.x*BLOCK + threadIdx.x;
    if (i < n)
        u[i] = 2.0*u[i] + 1.0;
}

/* Two steps; the state between them becomes `kept`, beside the second one. */
static void steps(int64_t n, double *u, double *staged, double *kept, cudaStream_t stream)
{
    const size_t bytes = (size_t)n*sizeof(double);
    const unsigned blocks = (unsigned)((n + BLOCK - 1)/BLOCK);
    cudaStream_t copies;
    cudaEvent_t event;
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    step<<<blocks, BLOCK, 0, stream>>>(n, u);
    cudaMemcpyAsync(staged, u, bytes, cudaMemcpyDeviceToDevice, stream);
    cudaEventRecord(event, stream);
    cudaStreamWaitEvent(copies, event, 0);
    cudaMemcpyAsync(kept, staged, bytes, cudaMemcpyDeviceToHost, copies);
    step<<<blocks, BLOCK, 0, stream>>>(n, u);
    cudaEventRecord(event, copies);
    cudaStreamWaitEvent(stream, event, 0);
    cudaStreamDestroy(copies);
    cudaEventDestroy(event);
}

/* `sum` becomes the sum of what was kept in the last of `times` runs. */
extern "C" int forked(int64_t n, int64_t times, double *u, double *staged, double *sum)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    double *kept = NULL;
    cudaMallocHost(&kept, (size_t)n*sizeof(double));
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    steps(n, u, staged, kept, stream);
    const bool captured = cudaStreamEndCapture(stream, &graph) == cudaSuccess;
    if (captured) {
        cudaGraphInstantiate(&exec, graph, 0);
        for (int64_t t = 0; t < times; t++)
            cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
    }
    *sum = 0.0;
    for (int64_t i = 0; captured && i < n; i++)
        *sum += kept[i];
    cudaStreamDestroy(stream);
    cudaFreeHost(kept);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
