/* The part of CUDA's driver interface that Python wrappers call, on top of the run time's.
 *
 * There is one device, number 0. The context is where the calls of one thread go: what needs one is
 * refused where none was made current. */
#pragma once

#include "handles.h"

namespace emu {
constexpr int NO_CONTEXT = 201; /* CUDA_ERROR_INVALID_CONTEXT */
constexpr int DEVICE_ORDINAL = 9;
inline thread_local int contexts = 0; /* how many are on the thread's stack */

inline void *context() { return &allocations; }
} // namespace emu

extern "C" {
int cuInit(unsigned flags) { return flags == 0 ? cudaSuccess : cudaErrorInvalidValue; }

int cuDeviceGet(int *device, int ordinal)
{
    return ordinal == 0 ? (*device = 0, cudaSuccess) : cudaErrorInvalidValue;
}

int cuDevicePrimaryCtxRetain(void **made, int device)
{
    return device == 0 ? (*made = context(), cudaSuccess) : cudaErrorInvalidValue;
}

int cuCtxPushCurrent_v2(void *made)
{
    return made == context() ? (contexts++, cudaSuccess) : NO_CONTEXT;
}

int cuCtxPopCurrent_v2(void **made)
{
    return contexts > 0 ? (contexts--, *made = context(), cudaSuccess) : NO_CONTEXT;
}

int cuCtxSynchronize(void) { return contexts > 0 ? cudaDeviceSynchronize() : NO_CONTEXT; }

int cuPointerGetAttribute(void *data, int attribute, u64 place)
{
    if (attribute != DEVICE_ORDINAL || !on_device((void *)place))
        return cudaErrorInvalidValue;
    *(int *)data = 0;
    return cudaSuccess;
}

int cuMemAlloc_v2(u64 *place, size_t bytes)
{
    if (contexts == 0)
        return NO_CONTEXT;
    if (bytes == 0)
        return cudaErrorInvalidValue;
    const int error = cudaMalloc((void **)place, bytes);
    cudaGetLastError();
    return error;
}

int cuMemFree_v2(u64 place) { return contexts > 0 ? cudaFree((void *)place) : NO_CONTEXT; }

int cuMemHostAlloc(void **place, size_t bytes, unsigned flags)
{
    if (contexts == 0)
        return NO_CONTEXT;
    if (bytes == 0 || flags != 0)
        return cudaErrorInvalidValue;
    const int error = cudaMallocHost(place, bytes);
    cudaGetLastError();
    return error;
}

int cuMemFreeHost(void *place) { return contexts > 0 ? cudaFreeHost(place) : NO_CONTEXT; }

int cuMemcpyDtoH_v2(void *to, u64 from, size_t bytes)
{
    return contexts > 0 ? cudaMemcpy(to, (void *)from, bytes, cudaMemcpyDeviceToHost) : NO_CONTEXT;
}

int cuMemcpyHtoDAsync_v2(u64 to, const void *from, size_t bytes, cudaStream_t stream)
{
    if (contexts == 0)
        return NO_CONTEXT;
    return cudaMemcpyAsync((void *)to, from, bytes, cudaMemcpyHostToDevice, stream);
}

int cuMemcpyDtoDAsync_v2(u64 to, u64 from, size_t bytes, cudaStream_t stream)
{
    if (contexts == 0)
        return NO_CONTEXT;
    return cudaMemcpyAsync((void *)to, (void *)from, bytes, cudaMemcpyDeviceToDevice, stream);
}

int cuMemsetD8Async(u64 to, unsigned char value, size_t bytes, cudaStream_t stream)
{
    return contexts > 0 ? cudaMemsetAsync((void *)to, value, bytes, stream) : NO_CONTEXT;
}

int cuStreamSynchronize(cudaStream_t stream)
{
    return contexts > 0 ? cudaStreamSynchronize(stream) : NO_CONTEXT;
}

int cuGetErrorString(int error, const char **text)
{
    return *text = cudaGetErrorString((cudaError_t)error), cudaSuccess;
}
} // extern "C"
