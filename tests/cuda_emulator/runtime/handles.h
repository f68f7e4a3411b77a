/* CUDA's streams, events and graphs. */
#pragma once

#include "interface.h"

struct CUevent_st {
    emu::Clock clock;
    emu::u32 capture = 0; /* of which the clock counts operations, if of one */
};

struct CUgraph_st {
    emu::Graph graph;
};

struct CUgraphExec_st {
    emu::Graph graph;
    std::vector<emu::u32> places; /* the stream of each branch */
};

namespace emu {
inline u32 open_events = 0, open_graphs = 0;
} // namespace emu

extern "C" {
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    const u32 number = made_to_fail("stream") ? 0 : unused_stream();
    if (number == 0)
        return result(cudaErrorMemoryAllocation);
    streams[number].open = true;
    streams[number].blocking = flags != cudaStreamNonBlocking;
    *stream = handle_of(number);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

/* What is queued still runs; what was captured stays in its graph. */
cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    if (number_of(stream) == 0 || !is_open(stream, "cudaStreamDestroy"))
        return result(cudaErrorInvalidResourceHandle);
    streams[number_of(stream)].open = false;
    streams[number_of(stream)].capture = 0;
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

} // extern "C"

namespace emu {
/* Whether a stream is a branch of a capture, or becomes one. */
inline bool forks(u32 s, u32 capture)
{
    if (streams[s].capture == 0 && s != 0 && captures.count(capture) != 0)
        capture_into(capture, captures.at(capture).branches++, streams[s]);
    return streams[s].capture == capture;
}
} // namespace emu

extern "C" {
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned)
{
    if (!is_open(stream, "cudaStreamWaitEvent"))
        return result(cudaErrorInvalidResourceHandle);
    Stream &s = streams[number_of(stream)];
    if (made_to_fail("order"))
        return result(cudaErrorUnknown);
    if (event->capture == 0 && s.capture == 0)
        return s.last.join(event->clock), cudaSuccess;
    if (!forks(number_of(stream), event->capture)) {
        found("capture", nullptr, nullptr, "a wait for what is not of the same graph");
        return result(cudaErrorStreamCaptureIsolation);
    }
    s.captured.join(event->clock);
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
    if (made_to_fail("order"))
        return result(cudaErrorUnknown);
    const Stream &s = streams[number_of(stream)];
    event->capture = s.capture;
    event->clock = s.capture != 0 ? s.captured : issue_clock(number_of(stream));
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

/* ---- Graphs ----------------------------------------------------------------------------------------- */

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode)
{
    if (number_of(stream) == 0 || !is_open(stream, "cudaStreamBeginCapture"))
        return result(cudaErrorStreamCaptureUnsupported);
    Stream &s = streams[number_of(stream)];
    if (s.capture != 0)
        return result(cudaErrorStreamCaptureUnsupported);
    captures[++captures_begun] = Graph();
    capture_into(captures_begun, 0, s);
    return cudaSuccess;
}

/* Streams that were forked have to be joined again, or the graph is none. */
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    Stream &s = streams[number_of(stream)];
    if (!is_open(stream, "cudaStreamEndCapture") || s.capture == 0 || s.branch != 0)
        return result(cudaErrorStreamCaptureInvalidated);
    const bool whole = joined(captures.at(s.capture), s.captured);
    Graph captured = captured_graph(s.capture);
    *graph = nullptr;
    if (!whole) {
        found("capture", nullptr, nullptr, "a stream was forked and is not joined again");
        return result(cudaErrorStreamCaptureUnjoined);
    }
    *graph = new CUgraph_st{std::move(captured)};
    open_graphs++;
    return cudaSuccess;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long)
{
    auto *made = new CUgraphExec_st{graph->graph, {0}};
    for (u32 b = 1; b < graph->graph.branches; b++) {
        made->places.push_back(unused_stream());
        streams[made->places.back()].reserved = true;
        streams[made->places.back()].blocking = false;
    }
    *exec = made;
    open_graphs++;
    return cudaSuccess;
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream)
{
    if (!is_open(stream, "cudaGraphLaunch"))
        return result(cudaErrorInvalidResourceHandle);
    note("graph", "", 0);
    exec->places[0] = number_of(stream);
    queue_graph(exec->graph, exec->places);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec)
{
    for (u32 b = 1; b < exec->graph.branches; b++)
        streams[exec->places[b]].reserved = false;
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
