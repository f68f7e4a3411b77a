/* CUDA's functions, as far as the emulator has them. */
#pragma once

#include "capture.h"

namespace emu {
inline cudaError_t last_error = cudaSuccess;

inline cudaError_t result(cudaError_t error)
{
    if (error != cudaSuccess && error != cudaErrorNotReady)
        last_error = error;
    return error;
}

/* Counts a call, and says whether it is the one that the test makes fail. */
inline bool made_to_fail(const char *kind)
{
    const u64 number = ++calls[kind];
    const bool fails = options.failing == kind && number == options.failing_at;
    failed = failed || fails;
    return fails;
}

inline void note(const char *what, const std::string &name, u64 bytes)
{
    events.push_back({what, name, bytes});
}

inline bool capturing()
{
    bool any = false;
    for (u32 s = 0; s < stream_count; s++)
        any = any || streams[s].capture != 0;
    return any;
}

/* Calls that a graph cannot hold, where one is being captured. */
inline bool uncapturable(const char *call)
{
    if (!capturing())
        return false;
    found("capture", nullptr, nullptr, std::string(call) + " while a stream is captured");
    return true;
}

/* Handles are numbers of streams, so that a null handle is stream 0. */
/* Handles of streams: 0 and 1 are the default stream, 2 is a default stream of each thread's, which
 * is not emulated, and those from 3 on are made. */
constexpr u64 MADE = 3;

inline u32 number_of(cudaStream_t stream)
{
    return (u64)stream < MADE ? 0 : (u32)((u64)stream - MADE + 1);
}

inline cudaStream_t handle_of(u32 number) { return (cudaStream_t)(number - 1 + MADE); }

inline bool is_open(cudaStream_t stream, const char *call)
{
    const u64 number = (u64)stream < MADE ? 0 : (u64)stream - MADE + 1;
    if ((u64)stream < 2 || (number > 0 && number < stream_count && streams[number].open))
        return true;
    found("bad-handle", nullptr, nullptr, std::string(call) + ": no such stream");
    return false;
}

/* ---- Memory of the host that is allocated here ------------------------------------------------------ */

inline std::map<void *, u64> pinned;

/* Whether `bytes` from `place` on leave the pinned block that they begin in, if they do in one. */
inline bool leaves_pinned(const u8 *place, u64 bytes)
{
    auto block = pinned.upper_bound((void *)place);
    if (block == pinned.begin())
        return false;
    block--;
    const u8 *end = (const u8 *)block->first + block->second;
    return place <= end && place + bytes > end;
}

/* Whether a copy that has not run yet reads or writes a pinned block. */
inline bool awaited(const u8 *start, u64 bytes)
{
    for (u32 s = 0; s < stream_count; s++)
        for (const Operation &o : streams[s].pending)
            for (const u8 *place : {(const u8 *)o.to, o.from})
                if (o.kind == Operation::COPY && place >= start && place < start + bytes)
                    return true;
    return false;
}

/* ---- Copies ------------------------------------------------------------------------------------------ */

inline const char *direction_name(cudaMemcpyKind direction)
{
    static const char *names[] = {"host to host", "host to device", "device to host",
        "device to device"};
    return names[direction];
}

/* The direction that the pointers say, and a finding where it is not the one that was asked for. */
inline bool settle_direction(Operation &o)
{
    const bool to = on_device(o.to), from = on_device(o.from);
    const cudaMemcpyKind seen = to ? (from ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice)
                                   : (from ? cudaMemcpyDeviceToHost : cudaMemcpyHostToHost);
    if (o.direction == cudaMemcpyDefault)
        o.direction = seen;
    if (o.direction == seen)
        return true;
    found("bad-copy", nullptr, nullptr,
        std::string(direction_name(o.direction)) + " was asked for, but the pointers are "
            + direction_name(seen));
    return false;
}

inline bool overlapping(const Operation &o)
{
    return o.to < o.from + o.bytes && o.from < o.to + o.bytes;
}

/* Checks a copy and queues it. */
inline cudaError_t copy(Operation o, cudaStream_t stream)
{
    if (made_to_fail("copy"))
        return cudaErrorUnknown;
    if (!is_open(stream, o.name.c_str()))
        return cudaErrorInvalidResourceHandle;
    if (o.bytes == 0)
        return cudaSuccess;
    if (!settle_direction(o))
        return cudaErrorInvalidValue;
    const bool to_ok = !on_device(o.to) || usable(o.to, o.bytes);
    const bool from_ok = !on_device(o.from) || usable(o.from, o.bytes);
    if (!to_ok || !from_ok)
        return cudaErrorInvalidValue;
    if (leaves_pinned(o.to, o.bytes) || leaves_pinned(o.from, o.bytes)) {
        found("out-of-bounds", nullptr, nullptr, "a copy leaves pinned memory");
        return cudaErrorInvalidValue;
    }
    if (overlapping(o))
        found("bad-copy", nullptr, nullptr, "source and target overlap");
    note("copy", direction_name(o.direction), o.bytes);
    if (o.direction == cudaMemcpyHostToHost)
        memmove(o.to, o.from, o.bytes);
    else
        enqueue(std::move(o), number_of(stream));
    return cudaSuccess;
}

inline Operation new_copy(const char *name, void *to, const void *from, size_t bytes,
    cudaMemcpyKind direction)
{
    Operation o;
    o.kind = Operation::COPY;
    o.name = name;
    o.to = (u8 *)to;
    o.from = (const u8 *)from;
    o.bytes = bytes;
    o.direction = direction;
    return o;
}

inline cudaError_t set(const char *name, void *to, int value, size_t bytes, cudaStream_t stream)
{
    if (made_to_fail("set"))
        return cudaErrorUnknown;
    if (!is_open(stream, name))
        return cudaErrorInvalidResourceHandle;
    if (bytes == 0)
        return cudaSuccess;
    if (!on_device(to)) {
        found("host-pointer", nullptr, nullptr, std::string(name) + " of the host's memory");
        return cudaErrorInvalidValue;
    }
    if (!usable(to, bytes))
        return cudaErrorInvalidValue;
    Operation o = new_copy(name, to, nullptr, bytes, cudaMemcpyDefault);
    o.kind = Operation::SET;
    o.value = value;
    note("set", "", bytes);
    enqueue(std::move(o), number_of(stream));
    return cudaSuccess;
}

/* ---- Waiting ------------------------------------------------------------------------------------------ */

inline cudaError_t synchronise(const char *name, const Clock &clock)
{
    if (made_to_fail("synchronise"))
        return cudaErrorUnknown;
    if (uncapturable(name))
        return cudaErrorStreamCaptureUnsupported;
    note("synchronise", name, 0);
    wait_for(clock);
    return cudaSuccess;
}

/* ---- Launches ------------------------------------------------------------------------------------------ */

inline bool launchable(const emulated::Config &c)
{
    const dim3 g = c.grid, b = c.block;
    return g.x >= 1 && g.y >= 1 && g.z >= 1 && g.x <= 0x7fffffffu && g.y <= 65535 && g.z <= 65535
        && b.x >= 1 && b.y >= 1 && b.z >= 1 && b.x <= 1024 && b.y <= 1024 && b.z <= 64
        && (u64)b.x*b.y*b.z <= 1024 && c.shared_bytes <= 48 << 10;
}

inline std::string shape_of(const dim3 &d)
{
    return "(" + std::to_string(d.x) + ", " + std::to_string(d.y) + ", " + std::to_string(d.z)
        + ")";
}
} // namespace emu

void emulated::launch(const char *name, const Config &config, Call *call, size_t bytes)
{
    using namespace emu;
    Operation o;
    o.call.reset(call);
    o.call_bytes = bytes;
    o.config = config;
    o.name = name;
    if (made_to_fail("launch")) {
        result(cudaErrorLaunchOutOfResources);
    } else if (!is_open(config.stream, name)) {
        result(cudaErrorInvalidResourceHandle);
    } else if (!launchable(config)) {
        const std::string kept = o.name;
        now.kernel = &kept;
        found("bad-launch", nullptr, nullptr,
            "a grid of " + shape_of(config.grid) + " blocks of " + shape_of(config.block)
                + " threads");
        now.kernel = nullptr;
        result(cudaErrorInvalidConfiguration);
    } else {
        note("launch", o.name, 0);
        enqueue(std::move(o), number_of(config.stream));
    }
}

extern "C" {
using namespace emu;

const char *cudaGetErrorName(cudaError_t error)
{
    static const std::map<int, const char *> names = {
        {cudaSuccess, "cudaSuccess"},
        {cudaErrorInvalidValue, "cudaErrorInvalidValue"},
        {cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation"},
        {cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration"},
        {cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle"},
        {cudaErrorNotReady, "cudaErrorNotReady"},
        {cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources"},
        {cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported"},
        {cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated"},
        {cudaErrorStreamCaptureUnjoined, "cudaErrorStreamCaptureUnjoined"},
        {cudaErrorStreamCaptureIsolation, "cudaErrorStreamCaptureIsolation"},
    };
    const auto name = names.find(error);
    return name == names.end() ? "cudaErrorUnknown" : name->second;
}

const char *cudaGetErrorString(cudaError_t error) { return cudaGetErrorName(error); }
cudaError_t cudaPeekAtLastError(void) { return last_error; }

cudaError_t cudaGetLastError(void)
{
    const cudaError_t error = last_error;
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaGetDeviceCount(int *count) { return *count = 1, cudaSuccess; }
cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device)
{
    return result(device == 0 ? cudaSuccess : cudaErrorInvalidValue);
}

cudaError_t cudaMemGetInfo(size_t *available, size_t *total)
{
    *total = std::min(options.device_bytes, ARENA - SHARED_END);
    *available = *total - std::min<u64>(*total, allocated_bytes);
    return cudaSuccess;
}

cudaError_t cudaMalloc(void **pointer, size_t bytes)
{
    if (made_to_fail("malloc"))
        return result(cudaErrorMemoryAllocation);
    if (uncapturable("cudaMalloc"))
        return result(cudaErrorStreamCaptureUnsupported);
    open_memory();
    const u64 start = bytes > 0 ? allocate(bytes) : 0;
    if (bytes > 0 && start == 0)
        return result(cudaErrorMemoryAllocation);
    note("malloc", "", bytes);
    *pointer = bytes > 0 ? arena + start : nullptr;
    return cudaSuccess;
}

cudaError_t cudaFree(void *pointer)
{
    if (pointer == nullptr)
        return cudaSuccess;
    if (uncapturable("cudaFree"))
        return result(cudaErrorStreamCaptureUnsupported);
    const auto at = allocations.find(offset_of(pointer));
    if (at == allocations.end() || at->second.freed) {
        const char *kind = at == allocations.end() ? "bad-free" : "double-free";
        found(kind, nullptr, nullptr,
            on_device(pointer) ? place_of(offset_of(pointer)) : "not the device's memory");
        return result(cudaErrorInvalidValue);
    }
    wait_for(everything()); /* what still uses it finishes first */
    note("free", "", at->second.bytes);
    release(at->first);
    return cudaSuccess;
}

cudaError_t cudaMallocHost(void **pointer, size_t bytes)
{
    if (made_to_fail("malloc"))
        return result(cudaErrorMemoryAllocation);
    if (uncapturable("cudaMallocHost"))
        return result(cudaErrorStreamCaptureUnsupported);
    *pointer = malloc(bytes > 0 ? bytes : 1);
    memset(*pointer, 0xff, bytes);
    pinned[*pointer] = bytes;
    note("malloc-host", "", bytes);
    return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned)
{
    return cudaMallocHost(pointer, bytes);
}

cudaError_t cudaFreeHost(void *pointer)
{
    if (pointer == nullptr)
        return cudaSuccess;
    const auto block = pinned.find(pointer);
    if (block != pinned.end() && awaited((u8 *)pointer, block->second))
        found("use-after-free", nullptr, nullptr, "pinned memory is freed before a copy has run");
    if (pinned.erase(pointer) == 0) {
        found("bad-free", nullptr, nullptr, "cudaFreeHost of what cudaMallocHost has not given");
        return result(cudaErrorInvalidValue);
    }
    wait_for(everything());
    free(pointer);
    return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind,
    cudaStream_t stream)
{
    return result(copy(new_copy("cudaMemcpyAsync", to, from, bytes, kind), stream));
}

/* Waits where the host's memory takes part; from device to device it does not. */
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    if (uncapturable("cudaMemcpy"))
        return result(cudaErrorStreamCaptureUnsupported);
    const cudaError_t error = copy(new_copy("cudaMemcpy", to, from, bytes, kind), nullptr);
    if (error == cudaSuccess && bytes > 0 && !(on_device(to) && on_device(from)))
        wait_for(streams[0].last);
    return result(error);
}

cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream)
{
    return result(set("cudaMemsetAsync", to, value, bytes, stream));
}

cudaError_t cudaMemset(void *to, int value, size_t bytes)
{
    if (uncapturable("cudaMemset"))
        return result(cudaErrorStreamCaptureUnsupported);
    return result(set("cudaMemset", to, value, bytes, nullptr));
}

cudaError_t cudaDeviceSynchronize(void)
{
    return result(synchronise("cudaDeviceSynchronize", everything()));
}
} // extern "C"
