/* What the memory system is asked: the accesses of a warp's threads at one place of the text, the
 * same time over, are one request. */
#pragma once

#include <algorithm>

#include "memory.h"

namespace emu {
constexpr u32 WARP = 32;
constexpr size_t LOG_ENTRIES = 1u << 20; /* of a thread, between two barriers */

/* An access as one word: its offset, its size and kind, its place in the text. */
struct Logged {
    u64 word = 0;
    Logged() = default;
    Logged(u64 offset, u32 size, bool write, u32 site)
        : word(offset | (u64)__builtin_ctz(size) << 33 | (u64)write << 36 | (u64)site << 40)
    {
    }
    u64 offset() const { return word & ((1ull << 33) - 1); }
    u32 size() const { return 1u << ((word >> 33) & 7); }
    bool write() const { return (word >> 36) & 1; }
    u32 site() const { return (u32)(word >> 40); }
    bool shared() const { return offset() < SHARED_END; }
};

inline std::vector<Logged> logs[WARP]; /* of the warp that runs, by lane */

inline void add(Traffic &to, u64 bytes, u32 accesses, u32 sectors, u32 ideal)
{
    to.accesses += accesses;
    to.bytes += bytes;
    to.requests++;
    to.sectors += sectors;
    to.ideal += ideal;
}

/* Sorts the `count` numbers unless they are, and gives how many different ones there are. */
inline u32 distinct(u64 *numbers, u32 count)
{
    if (!std::is_sorted(numbers, numbers + count))
        std::sort(numbers, numbers + count);
    u32 different = count > 0;
    for (u32 i = 1; i < count; i++)
        different += numbers[i] != numbers[i - 1];
    return different;
}

/* Shared memory answers 32 banks of 4 bytes at once; of wider elements, fewer lanes at once. */
inline void count_banks(const Logged *accesses, u32 count)
{
    const u32 words = std::max(1u, accesses[0].size()/4), lanes = WARP/words;
    for (u32 first = 0; first < count; first += lanes) {
        u64 places[WARP];
        u32 used = 0, held[WARP] = {0};
        for (u32 i = first; i < std::min(count, first + lanes); i++) {
            for (u32 w = 0; w < words; w++)
                places[used++] = accesses[i].offset()/4 + w;
        }
        distinct(places, used);
        u32 passes = 1;
        for (u32 i = 0; i < used; i++) {
            if (i == 0 || places[i] != places[i - 1])
                passes = std::max(passes, ++held[places[i] % WARP]);
        }
        now.counts->shared.passes += passes;
        now.counts->shared.ideal++;
    }
    now.counts->shared.requests++;
}

inline void count_request(const Logged *accesses, u32 count)
{
    if (accesses[0].shared()) {
        count_banks(accesses, count);
        return;
    }
    u64 places[WARP];
    const u32 size = accesses[0].size();
    for (u32 i = 0; i < count; i++)
        places[i] = accesses[i].offset();
    const u32 elements = distinct(places, count);
    u32 sectors = 1;
    for (u32 i = 1; i < count; i++)
        sectors += places[i]/32 != places[i - 1]/32;
    const u32 ideal = (elements*size + 31)/32;
    Traffic &traffic = accesses[0].write() ? now.counts->written : now.counts->read;
    add(traffic, (u64)size*count, count, sectors, ideal);
    Site &site = sites[accesses[0].site()];
    site.kernel = now.kernel;
    add(site.traffic, (u64)size*count, count, sectors, ideal);
}

/* The requests of threads that went the same way: their accesses one after another. Gives how many
   were the same for all of them. */
inline size_t count_in_step(const u32 *lanes, u32 count)
{
    size_t step = 0;
    for (;; step++) {
        Logged request[WARP];
        if (step >= logs[lanes[0]].size())
            return step;
        const Logged first = logs[lanes[0]][step];
        for (u32 i = 0; i < count; i++) {
            if (step >= logs[lanes[i]].size() || logs[lanes[i]][step].site() != first.site()
                || logs[lanes[i]][step].shared() != first.shared())
                return step;
            request[i] = logs[lanes[i]][step];
        }
        count_request(request, count);
    }
}

/* The requests of threads that went different ways: the n-th access of a thread at a place of the
   text belongs with the n-th of the others there. */
inline void count_by_place(const u32 *lanes, u32 count, size_t from)
{
    static u32 generation = 0;
    static std::vector<std::vector<Logged>> requests;
    static std::vector<u32> touched;
    size_t used = 0;
    for (u32 i = 0; i < count; i++) {
        generation++;
        for (size_t step = from; step < logs[lanes[i]].size(); step++) {
            const Logged access = logs[lanes[i]][step];
            Site &site = sites[access.site()];
            if (site.generation != generation) {
                site.generation = generation;
                site.next = 0;
            }
            if (site.requests.empty())
                touched.push_back(access.site());
            if (site.next == site.requests.size()) {
                if (used == requests.size())
                    requests.emplace_back();
                site.requests.push_back((u32)used++);
            }
            requests[site.requests[site.next++]].push_back(access);
        }
    }
    for (size_t r = 0; r < used; r++) {
        count_request(requests[r].data(), (u32)requests[r].size());
        requests[r].clear();
    }
    for (u32 number : touched)
        sites[number].requests.clear();
    touched.clear();
}

/* Counts what the warp's threads did since the last barrier, and forgets it. */
inline void count_warp()
{
    u32 lanes[WARP], count = 0;
    for (u32 lane = 0; lane < WARP; lane++) {
        if (!logs[lane].empty())
            lanes[count++] = lane;
    }
    if (count == 0)
        return;
    const size_t step = count_in_step(lanes, count);
    count_by_place(lanes, count, step);
    for (u32 i = 0; i < count; i++)
        logs[lanes[i]].clear();
}

inline void log_access(u64 offset, u32 size, bool write, u32 site)
{
    const Logged access(offset, size, write, site);
    std::vector<Logged> &log = logs[now.thread % WARP];
    if (now.alone)
        count_request(&access, 1);
    else if (log.size() < LOG_ENTRIES)
        log.push_back(access);
    else
        now.counts->unmatched++;
}
} // namespace emu
