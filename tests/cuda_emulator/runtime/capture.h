/* Graphs: what streams were given while they were captured, and how it is run again.
 *
 * A capture begins at one stream; a stream that waits for an event of it becomes another branch of
 * it. The operations of a graph are ordered as their branches and events ordered them. */
#pragma once

#include "streams.h"

namespace emu {
/* In its operations `stream` is a branch, `index` and `clock` count operations of branches. */
struct Graph {
    std::vector<Operation> operations;
    u32 branches = 1; /* 0 is the stream that was captured first */
    Clock issued;
};

inline std::map<u32, Graph> captures; /* those that have begun and not ended, by number */
inline u32 captures_begun = 0;

/* Has what a stream is given captured, as a new branch. */
inline void capture_into(u32 number, u32 branch, Stream &stream)
{
    stream.capture = number;
    stream.branch = branch;
    stream.captured = Clock();
}

inline void capture_operation(Operation o, Stream &stream)
{
    Graph &graph = captures.at(stream.capture);
    o.stream = stream.branch;
    o.clock = stream.captured;
    o.index = o.clock.at[o.stream] = ++graph.issued.at[o.stream];
    stream.captured = o.clock;
    graph.operations.push_back(std::move(o));
}

inline void enqueue(Operation o, u32 s)
{
    if (streams[s].capture != 0)
        capture_operation(std::move(o), streams[s]);
    else
        issue(std::move(o), s, issue_clock(s));
}

/* Whether all that the branches of a capture were given is before the end of its first one. */
inline bool joined(const Graph &graph, const Clock &end)
{
    for (u32 b = 0; b < graph.branches; b++) {
        if (end.at[b] < graph.issued.at[b])
            return false;
    }
    return true;
}

/* Ends a capture: streams that were branches of it are given work to run again. */
inline Graph captured_graph(u32 number)
{
    for (u32 s = 0; s < stream_count; s++) {
        if (streams[s].capture == number)
            streams[s].capture = 0;
    }
    Graph graph = std::move(captures.at(number));
    captures.erase(number);
    return graph;
}

/* Queues what a graph holds, after what stream `places[0]` was given; the other branches are on
 * the other streams of `places`. What that stream is given next is after all of it. */
inline void queue_graph(const Graph &graph, const std::vector<u32> &places)
{
    const Clock before = issue_clock(places[0]);
    Clock base;
    for (u32 b = 0; b < graph.branches; b++)
        base.at[b] = streams[places[b]].issued;
    for (Operation o : graph.operations) {
        Clock clock = before;
        for (u32 b = 0; b < graph.branches; b++) {
            if (b != o.stream && o.clock.at[b] > 0)
                clock.at[places[b]] = base.at[b] + o.clock.at[b];
        }
        clock.at[places[o.stream]] = streams[places[o.stream]].issued;
        issue(std::move(o), places[o.stream], clock);
    }
    Clock &last = streams[places[0]].last;
    last.join(before);
    for (u32 b = 0; b < graph.branches; b++)
        last.at[places[b]] = base.at[b] + graph.issued.at[b];
}
} // namespace emu
