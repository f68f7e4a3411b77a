/* Device and shared memory: one range of addresses, and what is known of each byte of it.
 *
 * The range is there several times, as views of the same memory. A kernel gets each parameter with a
 * promise (`__restrict__`) in a view of its own, so that an address tells the parameter. */
#pragma once

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

#include "state.h"

namespace emu {
constexpr u64 ARENA = 8ull << 30;
constexpr u32 VIEWS = 32; /* 0 is the usual one: the host's, and that of pointers without promise */
constexpr u64 SHARED_START = 1 << 12, SHARED_END = 1 << 20; /* of the block that runs */
constexpr u64 RED_ZONE = 4096; /* between two allocations */
constexpr u64 PAGE = 4096;

enum Mark : u8 { NOTHING = 0, KNOWN = 1, WRITTEN = 3, FREED = 4 };

inline u8 *arena = nullptr, *marks = nullptr;
inline u64 next_place = SHARED_END + RED_ZONE;

struct Allocation {
    u64 bytes;
    u32 number; /* in the order of the calls, from 1 */
    bool freed;
};
inline std::map<u64, Allocation> allocations; /* by offset; the freed ones stay, for reports */
inline u64 allocated_bytes = 0, peak_bytes = 0;

inline void *mapped(void *at, u64 bytes, int access, int flags, int file)
{
    void *place = mmap(at, bytes, access, flags | MAP_NORESERVE, file, 0);
    if (place == MAP_FAILED) {
        perror("the emulator's memory");
        abort();
    }
    return place;
}

inline void *reserved(u64 bytes)
{
    const int access = PROT_READ | PROT_WRITE;
    return mapped(nullptr, bytes, access, MAP_PRIVATE | MAP_ANONYMOUS, -1);
}

inline int arena_file = -1;

inline void open_memory()
{
    if (arena != nullptr)
        return;
    arena_file = memfd_create("emulated device", 0);
    if (arena_file < 0 || ftruncate(arena_file, ARENA) != 0) {
        perror("the emulator's memory");
        abort();
    }
    arena = (u8 *)mapped(nullptr, VIEWS*ARENA, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
    for (u32 v = 0; v < VIEWS; v++)
        mapped(arena + v*ARENA, ARENA, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, arena_file);
    marks = (u8 *)reserved(ARENA + PAGE);
}

/* Gives the range back, for a process that opens another library afterwards. */
inline void close_memory()
{
    munmap(arena, VIEWS*ARENA);
    munmap(marks, ARENA + PAGE);
    close(arena_file);
    arena = marks = nullptr;
}

inline u64 offset_of(const void *pointer) { return (u64)pointer - (u64)arena; }
inline bool on_device(const void *pointer) { return offset_of(pointer) < ARENA; }

/* The offset of `bytes` fresh bytes, or 0 where there is no room. What they hold is no number. */
inline u64 allocate(u64 bytes)
{
    const u64 start = (next_place + 255)/256*256;
    if (bytes > ARENA - RED_ZONE || start + bytes + RED_ZONE > ARENA)
        return 0;
    if (allocated_bytes + bytes > options.device_bytes)
        return 0;
    next_place = start + bytes + RED_ZONE;
    memset(arena + start, 0xff, bytes);
    memset(marks + start, KNOWN, bytes);
    const u32 number = (u32)allocations.size() + 1;
    allocations[start] = {bytes, number, false};
    allocated_bytes += bytes;
    peak_bytes = std::max(peak_bytes, allocated_bytes);
    return start;
}

inline void release(u64 start)
{
    Allocation &a = allocations.at(start);
    a.freed = true;
    allocated_bytes -= a.bytes;
    memset(marks + start, FREED, a.bytes);
    const u64 first = (start + PAGE - 1)/PAGE*PAGE, last = (start + a.bytes)/PAGE*PAGE;
    if (first < last)
        fallocate(arena_file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, (off_t)first,
            (off_t)(last - first));
}

/* The allocation that an offset is in or after; the end of the table where there is none. */
inline std::map<u64, Allocation>::iterator allocation_at(u64 offset)
{
    auto next = allocations.upper_bound(offset);
    return next == allocations.begin() ? allocations.end() : std::prev(next);
}

/* Where an offset is, in words. */
inline std::string place_of(u64 offset)
{
    char text[200];
    if (offset < SHARED_END) {
        snprintf(text, sizeof text, "shared memory, byte %lld",
            (long long)offset - (long long)SHARED_START);
        return text;
    }
    const auto at = allocation_at(offset), next = allocations.upper_bound(offset);
    if (at != allocations.end() && offset < at->first + at->second.bytes)
        snprintf(text, sizeof text, "byte %llu of allocation %u (%llu bytes%s)",
            (unsigned long long)(offset - at->first), at->second.number,
            (unsigned long long)at->second.bytes, at->second.freed ? ", freed" : "");
    else if (next != allocations.end()
        && (at == allocations.end()
            || next->first - offset < offset - at->first - at->second.bytes))
        snprintf(text, sizeof text, "%llu bytes before allocation %u (%llu bytes)",
            (unsigned long long)(next->first - offset), next->second.number,
            (unsigned long long)next->second.bytes);
    else if (at != allocations.end())
        snprintf(text, sizeof text, "%llu bytes after allocation %u (%llu bytes)",
            (unsigned long long)(offset - at->first - at->second.bytes), at->second.number,
            (unsigned long long)at->second.bytes);
    else
        snprintf(text, sizeof text, "no allocation");
    return text;
}

/* Whether all `bytes` from `offset` have the bits of `mark`, and none is freed. */
inline bool all_marked(u64 offset, u64 bytes, u8 mark)
{
    for (u64 b = offset; b < offset + bytes; b++) {
        if ((marks[b] & (mark | FREED)) != mark)
            return false;
    }
    return true;
}

/* The same for an access of 1, 2, 4 or 8 bytes. */
inline bool quickly_marked(u64 offset, unsigned size, u8 mark)
{
    u64 found;
    memcpy(&found, marks + offset, sizeof found);
    const u64 ones = 0x0101010101010101u, part = size == 8 ? ~0ull : (1ull << 8*size) - 1;
    return (found & part & (ones*(u8)(mark | FREED))) == (part & (ones*mark));
}
} // namespace emu
