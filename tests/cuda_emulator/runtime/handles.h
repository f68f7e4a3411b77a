/* CUDA's streams, events and graphs. */
#pragma once

#include "interface.h"

struct CUevent_st {
    emu::Clock clock;
};

struct CUgraph_st {
    emu::Graph graph;
};

struct CUgraphExec_st {
    emu::Graph graph;
};

namespace emu {
inline u32 open_events = 0, open_graphs = 0;
} // namespace emu

extern "C" {
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    if (made_to_fail("stream") || stream_count == MOST_STREAMS)
        return result(cudaErrorMemoryAllocation);
    streams[stream_count].open = true;
    streams[stream_count].blocking = flags != cudaStreamNonBlocking;
    *stream = handle_of(stream_count++);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

/* What is queued still runs. */
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (number_of(stream) == 0 || !is_open(stream, "cudaStreamDestroy"))
        return result(cudaErrorInvalidResourceHandle);
    streams[number_of(stream)].open = false;
    return cudaSuccess;
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    if (!is_open(stream, "cudaStreamSynchronize"))
        return result(cudaErrorInvalidResourceHandle);
    return result(synchronise("cudaStreamSynchronize", streams[number_of(stream)].last));
}

cudaError_t cudaStreamQuery(cudaStream_t stream)
{
    if (!is_open(stream, "cudaStreamQuery"))
        return result(cudaErrorInvalidResourceHandle);
    const Stream &s = streams[number_of(stream)];
    if (!s.pending.empty())
        return cudaErrorNotReady;
    wait_for(s.last);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    if (!is_open(stream, "cudaStreamWaitEvent"))
        return result(cudaErrorInvalidResourceHandle);
    streams[number_of(stream)].last.join(event->clock);
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned)
{
    if (made_to_fail("event"))
        return result(cudaErrorMemoryAllocation);
    *event = new CUevent_st;
    open_events++;
    return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    if (!is_open(stream, "cudaEventRecord"))
        return result(cudaErrorInvalidResourceHandle);
    event->clock = issue_clock(number_of(stream));
    return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    return result(synchronise("cudaEventSynchronize", event->clock));
}

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    delete event;
    open_events--;
    return cudaSuccess;
}

/* ---- Graphs: a list of operations in the order of one stream ---------------------------------------- */

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    if (number_of(stream) == 0 || !is_open(stream, "cudaStreamBeginCapture"))
        return result(cudaErrorStreamCaptureUnsupported);
    Stream &s = streams[number_of(stream)];
    if (s.capture != nullptr)
        return result(cudaErrorStreamCaptureUnsupported);
    s.capture = new Graph;
    return cudaSuccess;
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    Stream &s = streams[number_of(stream)];
    if (!is_open(stream, "cudaStreamEndCapture") || s.capture == nullptr)
        return result(cudaErrorStreamCaptureInvalidated);
    *graph = new CUgraph_st{std::move(*s.capture)};
    delete s.capture;
    s.capture = nullptr;
    open_graphs++;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long)
{
    *exec = new CUgraphExec_st{graph->graph};
    open_graphs++;
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    if (!is_open(stream, "cudaGraphLaunch"))
        return result(cudaErrorInvalidResourceHandle);
    note("graph", "", 0);
    for (const Operation &o : exec->graph.operations)
        enqueue(o, number_of(stream));
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    delete exec;
    open_graphs--;
    return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph)
{
    delete graph;
    open_graphs--;
    return cudaSuccess;
}
} // extern "C"
