/* How a launch runs: block after block, and the threads of a block from barrier to barrier. */
#pragma once

#include "access.h"
#include "cuda_runtime.h"

namespace emu {
enum State : u8 { FRESH, READY, AT_BARRIER, AT_EXCHANGE, FINISHED };

struct Thread {
    State state = FRESH;
    uint3 index = {0, 0, 0};
    u8 *stack = nullptr;
    Context context;
    int where = 0, line = 0; /* the barrier or exchange that it waits at */
    emulated::Exchange how = emulated::FROM;
    unsigned mask = 0;
    int amount = 0, width = 0;
    u64 own = 0, given = 0; /* what it offers to the exchange, and what it gets */
};
inline Thread threads[MOST_THREADS];
inline u32 thread_count = 0;
inline Thread *running = nullptr;
inline Context scheduler;
inline const emulated::Call *running_call = nullptr;

/* ---- Shared memory of the block ----------------------------------------------------------------- */

struct Shared {
    const void *tag;
    u64 offset, bytes;
};
inline std::vector<Shared> shared_variables; /* of the launch, as far as its threads met them */
inline u64 dynamic_shared_bytes = 0, shared_next = SHARED_START, shared_total = 0;

inline u64 new_shared(const void *tag, u64 bytes)
{
    const u64 offset = shared_next;
    shared_total += bytes;
    now.counts->shared_bytes = std::max(now.counts->shared_bytes, shared_total);
    if (shared_total > 48 << 10)
        found("bad-launch", nullptr, nullptr,
            "a block has " + bytes_of(shared_total) + " of shared memory, more than 48 KiB");
    if (offset + bytes + RED_ZONE > SHARED_END)
        abort();
    shared_next = (offset + bytes + 255)/128*128; /* at least 128 bytes that are not to be touched */
    shared_variables.push_back({tag, offset, bytes});
    memset(marks + offset, KNOWN, bytes);
    return offset;
}

/* What the block before left is no longer there. */
inline void forget_shared()
{
    for (const Shared &s : shared_variables) {
        memset(marks + s.offset, KNOWN, s.bytes);
        memset(arena + s.offset, 0xff, s.bytes);
    }
}

inline void open_shared(u64 dynamic_bytes)
{
    for (const Shared &s : shared_variables)
        memset(marks + s.offset, NOTHING, s.bytes);
    shared_variables.clear();
    shared_next = SHARED_START;
    shared_total = 0;
    dynamic_shared_bytes = dynamic_bytes;
    if (dynamic_bytes > 0)
        new_shared(nullptr, dynamic_bytes);
}

/* ---- One thread --------------------------------------------------------------------------------- */

inline void run_thread()
{
    running_call->run();
    running->state = FINISHED;
    change(running->context, scheduler);
    abort(); /* a finished thread is never taken up again */
}

inline void resume(u32 number)
{
    Thread &t = threads[number];
    if (t.state == FRESH) {
        t.stack = take_stack();
        prepare(t.context, t.stack, run_thread);
    }
    t.state = READY;
    running = &t;
    threadIdx = t.index;
    now.thread = (u16)number;
    now.stack = (u64)t.stack;
    now.device = true;
    change(scheduler, t.context);
    now.device = false;
    if (t.state == FINISHED)
        free_stacks.push_back(t.stack);
}

inline void wait_as(State state, int where, int line)
{
    running->state = state;
    running->where = where;
    running->line = line;
    change(running->context, scheduler);
}

/* ---- A warp, up to a barrier --------------------------------------------------------------------- */

/* The lane that a thread gets its value from, or its own where CUDA leaves it as it is. */
inline u32 source_lane(const Thread &t, u32 lane)
{
    const u32 width = (u32)t.width, group = lane/width*width, amount = (u32)t.amount;
    switch (t.how) {
    case emulated::FROM: return group + amount % width;
    case emulated::UP: return lane - group >= amount ? lane - amount : lane;
    case emulated::DOWN: return lane + amount < group + width ? lane + amount : lane;
    default: return (lane ^ amount) < group + width ? lane ^ amount : lane;
    }
}

inline void exchange_in_warp(u32 first, u32 count)
{
    for (u32 lane = 0; lane < count; lane++) {
        Thread &t = threads[first + lane];
        if (t.state != AT_EXCHANGE)
            continue;
        bool together = (t.mask >> lane) & 1;
        for (u32 other = 0; other < WARP; other++) {
            const bool there = other < count && threads[first + other].state == AT_EXCHANGE
                && threads[first + other].line == t.line;
            together = together && (there || !((t.mask >> other) & 1));
        }
        const u32 source = source_lane(t, lane);
        together = together && ((t.mask >> source) & 1);
        t.given = together ? threads[first + source].own : t.own;
        if (!together)
            found("divergent-exchange", nullptr, nullptr,
                "line " + std::to_string(t.line)
                    + ": not every thread of the mask takes part, or one is not in it");
    }
    for (u32 lane = 0; lane < count; lane++) {
        if (threads[first + lane].state == AT_EXCHANGE)
            threads[first + lane].state = READY;
    }
}

inline void run_warp(u32 first)
{
    const u32 count = std::min(WARP, thread_count - first);
    u32 order[WARP];
    for (bool more = true; more;) {
        bool exchange = false;
        shuffle(order, count);
        for (u32 i = 0; i < count; i++) {
            Thread &t = threads[first + order[i]];
            if (t.state <= READY)
                resume(first + order[i]);
            exchange = exchange || t.state == AT_EXCHANGE;
        }
        if (exchange)
            exchange_in_warp(first, count);
        more = exchange;
    }
    if (options.requests && !now.alone)
        count_warp();
}

/* ---- A block ------------------------------------------------------------------------------------- */

/* Lets the threads go on from the barrier that they are all at; false: they have finished. */
inline bool pass_barrier()
{
    const Thread *waiting = nullptr, *other = nullptr;
    bool finished = false;
    for (u32 t = 0; t < thread_count; t++) {
        finished = finished || threads[t].state == FINISHED;
        if (threads[t].state != AT_BARRIER)
            continue;
        if (waiting == nullptr)
            waiting = &threads[t];
        if (threads[t].where != waiting->where)
            other = &threads[t];
        threads[t].state = READY;
    }
    if (waiting == nullptr)
        return false;
    now.counts->barriers++;
    const std::string line = "line " + std::to_string(waiting->line);
    if (other != nullptr)
        found("divergent-barrier", nullptr, nullptr,
            line + ": others wait at line " + std::to_string(other->line));
    else if (finished)
        found("divergent-barrier", nullptr, nullptr,
            line + ": threads that have finished do not come");
    return true;
}

inline void run_block(uint3 block, dim3 shape)
{
    blockIdx = block;
    now.block[0] = block.x;
    now.block[1] = block.y;
    now.block[2] = block.z;
    now.block_first = segments + 1;
    forget_shared();
    u32 t = 0;
    for (unsigned z = 0; z < shape.z; z++) {
        for (unsigned y = 0; y < shape.y; y++) {
            for (unsigned x = 0; x < shape.x; x++, t++) {
                threads[t].state = FRESH;
                threads[t].index = {x, y, z};
            }
        }
    }
    u32 order[MOST_THREADS/WARP];
    const u32 warps = (thread_count + WARP - 1)/WARP;
    do {
        now.segment = ++segments;
        shuffle(order, warps);
        for (u32 w = 0; w < warps; w++)
            run_warp(order[w]*WARP);
    } while (pass_barrier());
}

/* Runs all blocks of a launch; `now` says already which operation this is. */
inline void run_grid(const emulated::Call &call, u64 call_bytes, const emulated::Config &config)
{
    const dim3 grid = config.grid, block = config.block;
    open_stacks();
    thread_count = block.x*block.y*block.z;
    running_call = &call;
    now.call = (u64)&call;
    now.call_bytes = call_bytes;
    now.alone = thread_count == 1;
    blockDim = {block.x, block.y, block.z};
    gridDim = {grid.x, grid.y, grid.z};
    open_shared(config.shared_bytes);
    const u64 blocks = (u64)grid.x*grid.y*grid.z;
    std::vector<u32> order((size_t)blocks);
    shuffle(order.data(), (u32)blocks);
    for (const u32 b : order)
        run_block({b % grid.x, b/grid.x % grid.y, b/grid.x/grid.y}, block);
    now.counts->launches++;
    now.counts->blocks += blocks;
    now.counts->threads += blocks*thread_count;
    now.call_bytes = 0;
}
} // namespace emu
