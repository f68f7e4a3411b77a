/* Work that is captured in a graph once and replayed. */
#include <stdint.h>

#define BLOCK 64

__global__ static void step(int64_t n, double *__restrict__ u)
{
    const int64_t i = (int64_t)blockIdx.x*BLOCK + threadIdx.x;
    if (i < n)
        u[i] = 2.0*u[i] + 1.0;
}

/* Neither allocates nor waits, so that a stream can be captured. */
static void steps(int64_t n, double *u, cudaStream_t stream)
{
    const unsigned blocks = (unsigned)((n + BLOCK - 1)/BLOCK);
    step<<<blocks, BLOCK, 0, stream>>>(n, u);
    step<<<blocks, BLOCK, 0, stream>>>(n, u);
}

extern "C" int replayed(int64_t n, double *u, int64_t times)
{
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    steps(n, u, stream);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int64_t t = 0; t < times; t++)
        cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
