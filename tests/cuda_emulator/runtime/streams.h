/* Streams: what is queued, what is before what, and when it runs.
 *
 * Nothing runs before the host waits for something. Then operations run in one of the orders that
 * streams and events allow; the seed chooses which, and how much more runs than was waited for. */
#pragma once

#include <deque>
#include <memory>

#include "blocks.h"

namespace emu {
constexpr u32 MOST_STREAMS = 64;

/* How many operations of each stream are before something. */
struct Clock {
    u32 at[MOST_STREAMS] = {0};
    void join(const Clock &other)
    {
        for (u32 s = 0; s < MOST_STREAMS; s++)
            at[s] = std::max(at[s], other.at[s]);
    }
};

struct Operation {
    enum Kind { LAUNCH, COPY, SET } kind = LAUNCH;
    std::string name;
    std::shared_ptr<emulated::Call> call; /* LAUNCH */
    u64 call_bytes = 0;
    emulated::Config config = {1, 1, 0, nullptr};
    u8 *to = nullptr; /* COPY, SET */
    const u8 *from = nullptr;
    u64 bytes = 0;
    int value = 0;
    cudaMemcpyKind direction = cudaMemcpyDefault;
    std::vector<u8> source; /* what the host's memory held when the copy was queued */
    u32 stream = 0, index = 0, first_segment = 0;
    Clock clock; /* it runs after these; its own index is in it */
};

struct Stream {
    bool open = false, blocking = true;
    bool reserved = false; /* a branch of a graph runs there */
    u32 issued = 0, executed = 0;
    Clock last; /* of what was issued last */
    std::deque<Operation> pending;
    u32 capture = 0, branch = 0; /* the number of the capture that it is a branch of; 0: none */
    Clock captured; /* of what was captured last */
};
inline Stream streams[MOST_STREAMS]; /* 0 is the default stream */
inline u32 stream_count = 1;
inline Clock host_clock; /* what the host has waited for */

/* The number of a stream that nothing uses, one that was never used if there is such; 0: none. */
inline u32 unused_stream()
{
    if (stream_count < MOST_STREAMS)
        return stream_count++;
    for (u32 s = 1; s < MOST_STREAMS; s++) {
        if (!streams[s].open && !streams[s].reserved && streams[s].pending.empty())
            return s;
    }
    return 0;
}

/* A queued operation that has run: where its segments begin, and its place in its stream. */
struct Executed {
    u32 first_segment, stream, index;
};
inline std::vector<Executed> executed;
inline const Operation *current = nullptr;

inline bool is_before(const Executed &e, const Clock &clock)
{
    return clock.at[e.stream] >= e.index;
}

bool ordered(u32 segment)
{
    const auto after = std::upper_bound(executed.begin(), executed.end(), segment,
        [](u32 s, const Executed &e) { return s < e.first_segment; });
    return after == executed.begin() || is_before(*std::prev(after), current->clock);
}

/* The first segment of all operations that have run and are not known to be before `clock`. */
inline u32 first_unordered(const Clock &clock)
{
    u32 first = segments + 1;
    if (stream_count == 1)
        return first;
    for (const Executed &e : executed) {
        if (!is_before(e, clock))
            return e.first_segment;
    }
    return first;
}

/* ---- Copies --------------------------------------------------------------------------------------- */

inline bool host_side(cudaMemcpyKind direction)
{
    return direction == cudaMemcpyHostToDevice || direction == cudaMemcpyDeviceToHost;
}

/* Whether all bytes are of one allocation that is there; a finding where not. */
inline bool usable(const void *place, u64 bytes)
{
    const u64 offset = offset_of(place);
    if (bytes == 0 || all_marked(offset, bytes, KNOWN))
        return true;
    const auto at = allocation_at(offset);
    const bool freed = at != allocations.end() && at->second.freed
        && offset < at->first + at->second.bytes;
    found(freed ? "use-after-free" : "out-of-bounds", nullptr, nullptr,
        bytes_of(bytes) + " from here: " + place_of(offset));
    return false;
}

/* What a copy to the host has written is no change by the host to what later copies read. */
inline void renew_sources(const Operation &written)
{
    for (u32 s = 0; s < stream_count; s++) {
        for (Operation &o : streams[s].pending) {
            const u8 *low = std::max<const u8 *>(written.to, o.from);
            const u8 *high = std::min<const u8 *>(written.to + written.bytes, o.from + o.bytes);
            if (!o.source.empty() && low < high)
                memcpy(o.source.data() + (low - o.from), low, (size_t)(high - low));
        }
    }
}

inline void run_copy(const Operation &o)
{
    const u64 to = offset_of(o.to), from = offset_of(o.from);
    const bool writes_device = o.direction != cudaMemcpyDeviceToHost;
    const bool reads_device = o.direction != cudaMemcpyHostToDevice;
    if ((reads_device && !usable(o.from, o.bytes)) || (writes_device && !usable(o.to, o.bytes)))
        return;
    if (reads_device)
        use_cells(READ, from, o.bytes, 0, nullptr);
    else if (!o.source.empty() && memcmp(o.source.data(), o.from, o.bytes) != 0)
        found("changed-source", nullptr, nullptr, "the host changed what a copy had yet to read");
    if (!writes_device && !all_marked(from, o.bytes, WRITTEN))
        found("uninitialised", nullptr, nullptr,
            "copies " + bytes_of(o.bytes) + " to the host: " + place_of(from));
    if (writes_device) {
        use_cells(WRITE, to, o.bytes, 0, nullptr);
        if (reads_device)
            memmove(marks + to, marks + from, o.bytes);
        else
            memset(marks + to, WRITTEN, o.bytes);
    }
    memmove(o.to, o.from, o.bytes);
    if (!writes_device)
        renew_sources(o);
}

inline void run_set(const Operation &o)
{
    if (!usable(o.to, o.bytes))
        return;
    use_cells(WRITE, offset_of(o.to), o.bytes, 0, nullptr);
    memset(marks + offset_of(o.to), WRITTEN, o.bytes);
    memset(o.to, o.value, o.bytes);
}

/* ---- Running what is queued ------------------------------------------------------------------------ */

inline void run_operation(Operation &o)
{
    current = &o;
    o.first_segment = segments + 1;
    now.unordered = first_unordered(o.clock);
    now.launch_first = now.block_first = o.first_segment;
    now.kernel = &o.name;
    executed.push_back({o.first_segment, o.stream, o.index});
    if (o.kind == Operation::LAUNCH) {
        const auto entry = kernels.try_emplace(o.name).first;
        now.kernel = &entry->first;
        now.counts = &entry->second;
        run_grid(*o.call, o.call_bytes, o.config);
        now.counts = nullptr;
    } else {
        now.segment = ++segments;
        now.thread = 0;
        o.kind == Operation::COPY ? run_copy(o) : run_set(o);
    }
    now.kernel = nullptr;
    current = nullptr;
}

inline bool runnable(u32 s)
{
    if (streams[s].pending.empty())
        return false;
    const Clock &clock = streams[s].pending.front().clock;
    for (u32 other = 0; other < stream_count; other++) {
        if (other != s && streams[other].executed < clock.at[other])
            return false;
    }
    return true;
}

inline void run_next(u32 s)
{
    Operation o = std::move(streams[s].pending.front());
    streams[s].pending.pop_front();
    run_operation(o);
    streams[s].executed++;
}

/* Runs operations until all that `goal` counts have run; with a seed, now and then one more. */
inline void run_until(const Clock &goal)
{
    for (;;) {
        u32 candidates[MOST_STREAMS], count = 0;
        bool done = true;
        for (u32 s = 0; s < stream_count; s++) {
            done = done && streams[s].executed >= goal.at[s];
            if (runnable(s))
                candidates[count++] = s;
        }
        if (done || count == 0)
            return;
        run_next(candidates[options.seed == 0 ? 0 : dice.below(count)]);
    }
}

/* The host waits for what `clock` counts: from now on it may read what that wrote. */
inline void wait_for(const Clock &clock)
{
    run_until(clock);
    host_clock.join(clock);
    auto settled = [](const Promised &p) { return host_clock.at[p.stream] >= p.index; };
    promised.erase(std::remove_if(promised.begin(), promised.end(), settled), promised.end());
}

inline Clock everything()
{
    Clock clock;
    for (u32 s = 0; s < stream_count; s++)
        clock.at[s] = streams[s].issued;
    return clock;
}

/* ---- Queueing --------------------------------------------------------------------------------------- */

/* Two queued copies that use the same memory of the host at the same time. */
inline void promise_memory(const Operation &o)
{
    if (o.kind != Operation::COPY || !host_side(o.direction))
        return;
    const bool written = o.direction == cudaMemcpyDeviceToHost;
    const u64 low = (u64)(written ? o.to : o.from), high = low + o.bytes;
    for (const Promised &p : promised) {
        if (low < p.high && high > p.low && (written || p.written)
            && o.clock.at[p.stream] < p.index)
            found("race-streams", nullptr, nullptr,
                "copies of two streams use the same memory of the host");
    }
    promised.push_back({low, high, written, o.stream, o.index});
}

/* The clock of an operation that is issued to a stream now, without itself. */
inline Clock issue_clock(u32 s)
{
    Clock clock = streams[s].last;
    clock.join(host_clock);
    for (u32 other = 0; other < stream_count && s == 0; other++) {
        if (streams[other].blocking)
            clock.join(streams[other].last);
    }
    if (streams[s].blocking)
        clock.join(streams[0].last);
    return clock;
}

/* Queues an operation on a stream, after what `clock` counts. */
inline void issue(Operation o, u32 s, const Clock &clock)
{
    Stream &stream = streams[s];
    if (o.kind == Operation::COPY && o.direction == cudaMemcpyHostToDevice)
        o.source.assign(o.from, o.from + o.bytes);
    o.stream = s;
    o.clock = clock;
    o.index = o.clock.at[s] = ++stream.issued;
    stream.last = o.clock;
    promise_memory(o);
    stream.pending.push_back(std::move(o));
}
} // namespace emu
