/* What the parts of the emulator share: options, counts, findings, and what runs at the moment. */
#pragma once

#include <stdint.h>

#include <map>
#include <string>
#include <vector>

namespace emu {
using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using u64 = uint64_t;

/* splitmix64: a small generator whose every state is a good seed. */
struct Random {
    u64 state = 0;
    u64 next()
    {
        u64 z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30))*0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27))*0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }
    u32 below(u32 n) { return (u32)(((next() >> 32)*n) >> 32); }
};

struct Options {
    u64 seed = 0;             /* 0: blocks, threads and streams in their natural order */
    bool requests = true;     /* whether to count sectors and banks by warp */
    u64 device_bytes = 1ull << 40; /* so much can be allocated */
    std::string failing;      /* the kind of call that fails, at its failing_at-th call */
    u64 failing_at = 0;
};
inline Options options;
inline Random dice;

inline void shuffle(u32 *order, u32 n)
{
    for (u32 i = 0; i < n; i++)
        order[i] = i;
    if (options.seed == 0)
        return;
    for (u32 i = n; i > 1; i--) {
        const u32 j = dice.below(i), kept = order[i - 1];
        order[i - 1] = order[j];
        order[j] = kept;
    }
}

/* ---- Counts ------------------------------------------------------------------------------------ */

/* Requests of warps to global memory: 32-byte sectors touched, and how few would do. */
struct Traffic {
    u64 accesses = 0, bytes = 0, requests = 0, sectors = 0, ideal = 0;
};

/* Requests of warps to shared memory: passes over its banks, and how few would do. */
struct Banks {
    u64 requests = 0, passes = 0, ideal = 0;
};

struct Counts {
    u64 launches = 0, blocks = 0, threads = 0, barriers = 0, atomics = 0;
    Traffic read, written;
    Banks shared;
    u64 distinct_read = 0, distinct_written = 0; /* bytes, each once per launch */
    u64 unmatched = 0; /* accesses beyond what a warp's log holds, in no request */
    u64 shared_bytes = 0; /* the most of a block */
};
inline std::map<std::string, Counts> kernels;

/* What happened on the host, in its order: calls that matter to a count. */
struct Event {
    const char *what;
    std::string name;
    u64 bytes;
};
inline std::vector<Event> events;
inline std::map<std::string, u64> calls; /* by what can be made to fail */

/* ---- Accesses in the text ---------------------------------------------------------------------- */

/* A place of the text that accesses memory, by the address after the call of its hook. */
struct Site {
    void *pc = nullptr;
    const std::string *kernel = nullptr;
    Traffic traffic;
    u32 generation = 0, next = 0; /* of the matching of a warp's accesses */
    std::vector<u32> requests;
};
constexpr u32 SITE_SLOTS = 1u << 16;
inline std::vector<Site> sites(1);
inline u16 site_slots[SITE_SLOTS]; /* site numbers, 0: free */

inline u32 site_of(void *pc)
{
    u32 slot = (u32)(((u64)pc*0x9e3779b97f4a7c15u) >> 48);
    for (;; slot = (slot + 1) % SITE_SLOTS) {
        const u32 number = site_slots[slot];
        if (number != 0 && sites[number].pc == pc)
            return number;
        if (number == 0)
            break;
    }
    if (sites.size() >= SITE_SLOTS - 1024)
        return 0;
    site_slots[slot] = (u16)sites.size();
    sites.emplace_back();
    sites.back().pc = pc;
    return (u32)sites.size() - 1;
}

/* ---- What runs --------------------------------------------------------------------------------- */

/* A segment is what a block does between two barriers, or a copy. Segments have numbers in the order
   in which they run, so that a number tells the launch and the block, too. */
struct Now {
    bool device = false;   /* a thread of a kernel, not the host */
    u16 thread = 0;        /* within its block */
    u32 segment = 0;
    u32 block_first = 0;   /* the first segment of this block, */
    u32 launch_first = 0;  /* of this launch, */
    u32 unordered = 0;     /* and of the first operation that is not known to be before this one */
    u64 stack = 0;         /* the lowest address of the thread's stack */
    u64 call = 0, call_bytes = 0; /* the object that holds the launch's arguments */
    bool alone = false;    /* its block has no other thread */
    Counts *counts = nullptr;
    const std::string *kernel = nullptr;
    u32 block[3] = {0, 0, 0};
};
inline Now now;
inline u32 segments = 0; /* so many have begun */

/* ---- Findings ---------------------------------------------------------------------------------- */

struct Finding {
    std::string kind, kernel, text;
    void *pc, *other; /* in the text; null: none */
    u64 count;        /* of this kind, at these places */
    u32 block[3], thread[3];
    bool on_device, after_failure;
};
inline std::vector<Finding> findings;
inline std::map<std::string, u32> finding_of;
inline bool failed = false; /* a call was made to fail */

/* Notes a finding; only the first of its kind at its places is described. */
void found(const char *kind, void *pc, void *other, const std::string &text);
} // namespace emu
