/* Data races: who last wrote and read each piece of memory.
 *
 * Operations that the stream orders, and segments of one block, come one after another; everything
 * else that touches the same bytes, and writes, is a race, whatever order it happens to run in. */
#pragma once

#include <unordered_map>

#include "memory.h"

namespace emu {
constexpr u16 MANY = 0xffff; /* more than one thread of a block */

/* A piece of 8, 4 or 1 bytes: the finest that an access to its page has asked for. */
struct Cell {
    u32 write = 0, read = 0;  /* the last segments that did */
    u32 first_read = 0;       /* the first segment of the last launch that read */
    u16 write_thread = 0, read_thread = 0;
    u16 write_site = 0, read_site = 0;
    u32 viewed = 0;           /* the launch, by its first segment, */
    u32 used_in = 0, written_in = 0; /* and the views in which it uses and writes the cell: bits */
};

struct Page {
    Cell *cells = nullptr;
    u8 shift = 0;         /* a cell is of 1 << shift bytes */
    bool atomics = false; /* some of its bytes are accessed by atomics */
};

struct AtomicUse {
    u32 first = 0, last = 0; /* segments, as in a cell */
    u16 thread = 0, site = 0;
    u8 bytes = 0;
};

inline Page *pages = nullptr;
inline std::unordered_map<u64, AtomicUse> atomic_uses; /* by offset of the cell */
/* Segments of other streams that read a cell, too: only where streams overlap. */
inline std::unordered_map<u64, std::vector<u32>> other_readers;

/* Whether the operation of a segment is before the one that runs; in streams.h. */
bool ordered(u32 segment);

/* Whether what `thread` did in `segment` may be at the same time as what is done now. Shared memory
   is the block's own: what earlier blocks did in it is past. */
inline bool concurrent(u32 segment, u16 thread, bool shared)
{
    if (segment < now.unordered)
        return false;
    if (segment == now.segment)
        return thread != now.thread;
    if (segment >= now.block_first || shared)
        return false;
    return segment >= now.launch_first || !ordered(segment);
}

constexpr u64 PAGES_BYTES = (ARENA/PAGE + 1)*sizeof(Page);

inline void close_pages()
{
    for (u64 p = 0; p <= next_place/PAGE; p++)
        delete[] pages[p].cells;
    munmap(pages, PAGES_BYTES);
}

inline Page &page_of(u64 offset, u8 shift)
{
    if (pages == nullptr)
        pages = (Page *)reserved(PAGES_BYTES);
    Page &page = pages[offset/PAGE];
    if (page.cells == nullptr) {
        page.shift = shift;
        page.cells = new Cell[PAGE >> shift];
    } else if (shift < page.shift) {
        Cell *finer = new Cell[PAGE >> shift];
        for (u64 c = 0; c < PAGE >> shift; c++)
            finer[c] = page.cells[c >> (page.shift - shift)];
        delete[] page.cells;
        page.cells = finer;
        page.shift = shift;
    }
    return page;
}

void race(u32 segment, u32 site, void *pc, u64 offset, const char *what);

inline void check_atomics(const Page &page, u64 offset, void *pc, bool shared, const char *what)
{
    for (u64 b = offset & ~7ull; b < offset + (1ull << page.shift); b++) {
        const auto found = atomic_uses.find(b);
        if (found == atomic_uses.end() || b + found->second.bytes <= offset)
            continue;
        const AtomicUse &use = found->second;
        const bool earlier = use.first < now.block_first && concurrent(use.first, MANY, shared);
        if (earlier || concurrent(use.last, use.thread, shared))
            race(earlier ? use.first : use.last, use.site, pc, offset, what);
    }
}

inline void note_other_readers(const Cell &cell, u64 offset)
{
    if (cell.read >= now.unordered && cell.read < now.launch_first && !ordered(cell.read))
        other_readers[offset].push_back(cell.read);
}

inline void read_cell(Page &page, Cell &cell, u64 offset, u32 site, void *pc, bool shared)
{
    if (concurrent(cell.write, cell.write_thread, shared))
        race(cell.write, cell.write_site, pc, offset, "reads what another writes");
    if (page.atomics)
        check_atomics(page, offset, pc, shared, "reads what others change by atomics");
    if (cell.first_read < now.launch_first) {
        note_other_readers(cell, offset);
        cell.first_read = now.segment;
        if (!shared && cell.write < now.launch_first && now.counts != nullptr)
            now.counts->distinct_read += 1u << page.shift;
    }
    if (cell.read == now.segment) {
        if (cell.read_thread != now.thread)
            cell.read_thread = MANY;
    } else {
        cell.read = now.segment;
        cell.read_thread = now.thread;
    }
    cell.read_site = (u16)site;
}

inline void write_cell(Page &page, Cell &cell, u64 offset, u32 site, void *pc, bool shared)
{
    if (concurrent(cell.write, cell.write_thread, shared))
        race(cell.write, cell.write_site, pc, offset, "writes what another writes");
    const bool by_others = !shared && cell.first_read >= now.launch_first
        && cell.first_read < now.block_first;
    if (by_others || concurrent(cell.read, cell.read_thread, shared))
        race(by_others ? cell.first_read : cell.read, cell.read_site, pc, offset,
            "writes what another reads");
    if (page.atomics)
        check_atomics(page, offset, pc, shared, "writes what others change by atomics");
    if (!other_readers.empty()) {
        const auto readers = other_readers.find(offset);
        if (readers != other_readers.end()) {
            for (u32 segment : readers->second) {
                if (concurrent(segment, MANY, shared))
                    race(segment, 0, pc, offset, "writes what another stream reads");
            }
            other_readers.erase(readers);
        }
    }
    if (!shared && cell.write < now.launch_first && now.counts != nullptr)
        now.counts->distinct_written += 1u << page.shift;
    cell.write = now.segment;
    cell.write_thread = now.thread;
    cell.write_site = (u16)site;
}

/* An atomic update: at odds with plain accesses of others, at peace with their atomics. */
inline void update_cell(Page &page, Cell &cell, u64 offset, u32 site, void *pc, bool shared)
{
    if (concurrent(cell.write, cell.write_thread, shared))
        race(cell.write, cell.write_site, pc, offset, "changes by an atomic what another writes");
    const bool by_others = !shared && cell.first_read >= now.launch_first
        && cell.first_read < now.block_first;
    if (by_others || concurrent(cell.read, cell.read_thread, shared))
        race(cell.read, cell.read_site, pc, offset, "changes by an atomic what another reads");
    page.atomics = true;
    AtomicUse &use = atomic_uses[offset];
    if (use.first < (shared ? now.block_first : now.launch_first)) {
        use.first = now.segment;
        if (!shared && now.counts != nullptr) {
            now.counts->distinct_read += 1u << page.shift;
            now.counts->distinct_written += 1u << page.shift;
        }
    }
    use.thread = use.last == now.segment && use.thread != now.thread ? MANY : now.thread;
    use.last = now.segment;
    use.site = (u16)site;
    use.bytes = (u8)(1u << page.shift);
}

/* A promise is broken where a launch writes what it uses in two views. */
inline void check_promises(Cell &cell, u64 offset, u32 view, bool write, void *pc)
{
    if (cell.viewed != now.launch_first) {
        cell.viewed = now.launch_first;
        cell.used_in = cell.written_in = 0;
    }
    cell.used_in |= 1u << view;
    cell.written_in |= (u32)write << view;
    if (cell.written_in != 0 && (cell.used_in & (cell.used_in - 1)) != 0)
        found("restrict", pc, sites[write ? cell.read_site : cell.write_site].pc,
            "a launch writes what it uses over two pointers, and one says __restrict__: "
                + place_of(offset));
}

enum Use { READ, WRITE, UPDATE };

/* Takes note of an access within known memory. */
inline void use_cells(Use use, u64 offset, u64 bytes, u32 site, void *pc, u32 view = 0)
{
    const bool shared = offset < SHARED_END;
    const u8 shift = (offset | bytes) % 8 == 0 ? 3 : (offset | bytes) % 4 == 0 ? 2 : 0;
    for (u64 at = offset; at < offset + bytes;) {
        Page &page = page_of(at, shift);
        const u64 start = at >> page.shift << page.shift;
        Cell &cell = page.cells[(start % PAGE) >> page.shift];
        if (use == READ)
            read_cell(page, cell, start, site, pc, shared);
        else if (use == WRITE)
            write_cell(page, cell, start, site, pc, shared);
        else
            update_cell(page, cell, start, site, pc, shared);
        if (!shared)
            check_promises(cell, start, view, use != READ, pc);
        at = start + (1ull << page.shift);
    }
}
} // namespace emu
