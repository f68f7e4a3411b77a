/* The part of CUDA's run time interface that the emulator knows, declared for g++.
 *
 * Written from the documented interface: names, argument orders and numbers of errors are CUDA's,
 * the rest is the emulator's own. What is not declared here does not compile, which is meant: a
 * program that needs more has to teach the emulator what it means first. */
#ifndef EMULATED_CUDA_RUNTIME_H
#define EMULATED_CUDA_RUNTIME_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <type_traits>

#define CUDART_VERSION 13000
#define __global__
#define __device__
#define __host__
#define __forceinline__ inline
#define __launch_bounds__(...)

/* ---- Errors ---------------------------------------------------------------------------------- */

enum cudaError {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidDevicePointer = 17,
    cudaErrorInvalidMemcpyDirection = 21,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorLaunchOutOfResources = 701,
    cudaErrorStreamCaptureUnsupported = 900,
    cudaErrorStreamCaptureInvalidated = 901,
    cudaErrorStreamCaptureUnjoined = 904,
    cudaErrorStreamCaptureIsolation = 905,
    cudaErrorUnknown = 999
};
typedef enum cudaError cudaError_t;

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

enum { cudaStreamDefault = 0, cudaStreamNonBlocking = 1 };
enum { cudaEventDefault = 0, cudaEventBlockingSync = 1, cudaEventDisableTiming = 2 };
enum { cudaHostAllocDefault = 0 };
enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2
};

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;

extern "C" {
const char *cudaGetErrorString(cudaError_t error);
const char *cudaGetErrorName(cudaError_t error);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);

cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaMemGetInfo(size_t *available, size_t *total);

cudaError_t cudaMalloc(void **pointer, size_t bytes);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocHost(void **pointer, size_t bytes);
cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t cudaFreeHost(void *pointer);

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
    cudaStream_t stream);
cudaError_t cudaMemset(void *to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream);

cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags);
cudaError_t cudaEventCreate(cudaEvent_t *event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventDestroy(cudaEvent_t event);

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
    unsigned long long flags);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
}

template <typename T> inline cudaError_t cudaMalloc(T **pointer, size_t bytes)
{
    return cudaMalloc((void **)(void *)pointer, bytes);
}

template <typename T> inline cudaError_t cudaMallocHost(T **pointer, size_t bytes)
{
    return cudaMallocHost((void **)(void *)pointer, bytes);
}

inline cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes)
{
    return cudaMemsetAsync(to, value, bytes, (cudaStream_t)0);
}

inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind, (cudaStream_t)0);
}

/* ---- Threads --------------------------------------------------------------------------------- */

struct uint3 {
    unsigned x, y, z;
};

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned vx = 1, unsigned vy = 1, unsigned vz = 1) : x(vx), y(vy), z(vz) {}
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
};

/* Constant, as a thread sees them: the emulator changes them between threads, and accesses to
   constants are not instrumented. */
#ifdef EMULATOR_ITSELF
#define EMULATED_CONST
#else
#define EMULATED_CONST const
#endif
extern "C" EMULATED_CONST uint3 threadIdx, blockIdx, blockDim, gridDim;
constexpr int warpSize = 32;

/* `where` tells the barriers of the text apart. */
extern "C" void emulated_barrier(int where, int line);
#define __syncthreads() emulated_barrier(__COUNTER__, __LINE__)

/* ---- Exchange within a warp ------------------------------------------------------------------ */

namespace emulated {
enum Exchange { FROM, UP, DOWN, XOR };
uint64_t exchanged(Exchange how, unsigned mask, uint64_t own, int amount, int width, int line);

template <typename T>
inline T exchange(Exchange how, unsigned mask, T own, int amount, int width, int line)
{
    static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &own, sizeof own);
    bits = exchanged(how, mask, bits, amount, width, line);
    __builtin_memcpy(&own, &bits, sizeof own);
    return own;
}
} // namespace emulated

#define EMULATED_SHUFFLE(name, how)                                                                \
    template <typename T>                                                                          \
    inline T name(unsigned mask, T own, int amount, int width = warpSize,                          \
        int line = __builtin_LINE())                                                               \
    {                                                                                              \
        return emulated::exchange(emulated::how, mask, own, amount, width, line);                  \
    }
EMULATED_SHUFFLE(__shfl_sync, FROM)
EMULATED_SHUFFLE(__shfl_up_sync, UP)
EMULATED_SHUFFLE(__shfl_down_sync, DOWN)
EMULATED_SHUFFLE(__shfl_xor_sync, XOR)

/* ---- Atomics, and what CUDA adds to the mathematical functions --------------------------------- */

double atomicAdd(double *to, double value);
float atomicAdd(float *to, float value);
int atomicAdd(int *to, int value);
unsigned atomicAdd(unsigned *to, unsigned value);
unsigned long long atomicAdd(unsigned long long *to, unsigned long long value);
int atomicMax(int *to, int value);
int atomicMin(int *to, int value);
int atomicExch(int *to, int value);
int atomicCAS(int *to, int expected, int value);
unsigned long long atomicCAS(unsigned long long *to, unsigned long long expected,
    unsigned long long value);

template <typename T> inline T __ldg(const T *from) { return *from; }

inline double rsqrt(double x) { return 1.0/sqrt(x); }
inline float rsqrtf(float x) { return 1.0f/sqrtf(x); }
inline double __fma_rn(double x, double y, double z) { return fma(x, y, z); }

template <typename To, typename From> inline To emulated_bits(From value)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To found;
    __builtin_memcpy(&found, &value, sizeof found);
    return found;
}
inline long long __double_as_longlong(double x) { return emulated_bits<long long>(x); }
inline double __longlong_as_double(long long x) { return emulated_bits<double>(x); }
inline int __float_as_int(float x) { return emulated_bits<int>(x); }
inline float __int_as_float(int x) { return emulated_bits<float>(x); }

#define EMULATED_MIN_MAX(type)                                                                     \
    inline type min(type a, type b) { return b < a ? b : a; }                                      \
    inline type max(type a, type b) { return a < b ? b : a; }
EMULATED_MIN_MAX(int)
EMULATED_MIN_MAX(unsigned)
EMULATED_MIN_MAX(long)
EMULATED_MIN_MAX(unsigned long)
EMULATED_MIN_MAX(long long)
EMULATED_MIN_MAX(unsigned long long)
inline float min(float a, float b) { return fminf(a, b); }
inline float max(float a, float b) { return fmaxf(a, b); }
inline double min(double a, double b) { return fmin(a, b); }
inline double max(double a, double b) { return fmax(a, b); }

/* ---- What the rewritten text calls ------------------------------------------------------------ */

namespace emulated {
/* A kernel with the values of its parameters, as they were at the launch. */
struct Call {
    virtual void run() const = 0;
    virtual ~Call() {}
};

/* The values are in a closure: a tuple of so many takes g++ longer than all of a kernel. */
template <typename F> struct Bound final : Call {
    F bound;
    Bound(F f) : bound(f) {}
    void run() const override { bound(); }
};

struct Config {
    dim3 grid, block;
    size_t shared_bytes;
    cudaStream_t stream;
};

/* Queues the call, which it owns from then on; `bytes` are the size of its object. */
void launch(const char *name, const Config &config, Call *call, size_t bytes);

/* A pointer to the same memory in another view. */
void *viewed(const void *pointer, unsigned view);

template <typename T> inline T argument(T value, int view)
{
    if constexpr (std::is_pointer<T>::value)
        return view > 0 ? (T)viewed((const void *)value, (unsigned)view) : value;
    else
        return value;
}

template <typename... P> struct Launcher {
    const char *name, *promises;
    void (*kernel)(P...);
    Config config;
    void operator()(P... values) const
    {
        int at = 0, views = 0;
        auto view = [&] { return promises[at] == 0 || promises[at++] != 'r' ? 0 : ++views; };
        ((values = argument<P>(values, view())), ...); /* in their order */
        const auto started = kernel;
        auto bound = [started, values...] { started(values...); };
        launch(name, config, new Bound<decltype(bound)>(bound), sizeof(Bound<decltype(bound)>));
    }
};

/* `promises` has a letter for each parameter, r for one that says __restrict__. */
template <typename... P>
inline Launcher<P...> launcher(const char *name, const char *promises, void (*kernel)(P...),
    dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = (cudaStream_t)0)
{
    return {name, promises, kernel, {grid, block, shared_bytes, stream}};
}

/* The place of a variable of the block, told apart by `tag`; that of the launch's own bytes. */
void *shared_variable(const void *tag, size_t bytes, const char *name);
void *dynamic_shared();
} // namespace emulated

#endif
