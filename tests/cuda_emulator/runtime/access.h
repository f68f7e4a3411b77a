/* Every access of the instrumented text, by a thread of a kernel or by the host, comes here. */
#pragma once

#include <link.h>

#include "cells.h"
#include "requests.h"
#include "stacks.h"

namespace emu {
/* ---- The host's memory ------------------------------------------------------------------------- */

/* Memory of the host that a queued copy reads or writes, until the host has waited for it. */
struct Promised {
    u64 low, high;
    bool written;      /* by the copy */
    u32 stream, index; /* of the copy */
};
inline std::vector<Promised> promised;

/* Constants of the program, which both sides may read. */
struct Extent {
    u64 low, high;
};
inline std::vector<Extent> constants;

inline int add_constants(dl_phdr_info *info, size_t, void *)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const auto &part = info->dlpi_phdr[i];
        const bool fixed = part.p_type == PT_GNU_RELRO
            || (part.p_type == PT_LOAD && !(part.p_flags & PF_W));
        const u64 low = info->dlpi_addr + part.p_vaddr;
        if (fixed)
            constants.push_back({low, low + part.p_memsz});
    }
    return 0;
}

inline bool is_constant(u64 address)
{
    if (constants.empty())
        dl_iterate_phdr(add_constants, nullptr);
    for (const Extent &e : constants) {
        if (address >= e.low && address < e.high)
            return true;
    }
    return false;
}

inline std::string bytes_of(u64 bytes)
{
    return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
}

/* ---- The device -------------------------------------------------------------------------------- */

/* An access to what is no device memory. */
inline void foreign_access(u64 address, u64 bytes, bool write, void *pc)
{
    const u64 in_call = address - now.call;
    if (in_call < now.call_bytes || (!write && is_constant(address)))
        return;
    const std::string what = (write ? "writes " : "reads ") + bytes_of(bytes);
    if (address - stacks_low() < STACKS_BYTES)
        found("local-pointer", pc, nullptr, what + " of another thread's local memory");
    else if (address < 65536)
        found("host-pointer", pc, nullptr, what + " at a null pointer");
    else
        found("host-pointer", pc, nullptr, what + " of the host's memory");
}

/* An access to memory that is not known, or read before it is written; false: there is none. */
inline bool doubtful_access(Use use, u64 offset, u64 bytes, void *pc)
{
    const char *verb = use == READ ? "reads " : use == WRITE ? "writes " : "updates ";
    if (!all_marked(offset, bytes, KNOWN)) {
        bool freed = false;
        for (u64 b = offset; b < offset + bytes; b++)
            freed = freed || marks[b] == FREED;
        const std::string text = verb + bytes_of(bytes) + ": " + place_of(offset);
        found(freed ? "use-after-free" : "out-of-bounds", pc, nullptr, text);
        return false;
    }
    if (use != WRITE && !all_marked(offset, bytes, WRITTEN))
        found("uninitialised", pc, nullptr, verb + bytes_of(bytes) + ": " + place_of(offset));
    return true;
}

/* Accesses of 1, 2, 4 and 8 bytes are by far the most. */
template <Use use> inline void device_access(u64 address, u32 size, void *pc)
{
    const u64 whole = address - (u64)arena, offset = whole % ARENA;
    if (whole >= VIEWS*ARENA) {
        if (address - now.stack >= STACK_BYTES)
            foreign_access(address, size, use != READ, pc);
        return;
    }
    const u8 wanted = use == WRITE ? KNOWN : WRITTEN;
    const bool plain = size <= 8 && quickly_marked(offset, size, wanted);
    if (!plain && !doubtful_access(use, offset, size, pc))
        return;
    if (offset % size != 0)
        found("misaligned", pc, nullptr, bytes_of(size) + " at once: " + place_of(offset));
    const u32 site = site_of(pc);
    use_cells(use, offset, size, site, pc, (u32)(whole/ARENA));
    if (use != READ)
        memset(marks + offset, WRITTEN, size);
    if (use == UPDATE)
        now.counts->atomics++;
    if (options.requests && use != UPDATE && offset % size == 0)
        log_access(offset, size, use == WRITE, site);
}

/* An access of any size, a copied structure for example: as so many of up to 8 bytes. */
template <Use use> inline void device_range(u64 address, u64 bytes, void *pc)
{
    while (bytes > 0) {
        u32 size = 8;
        while (size > bytes || address % size != 0)
            size /= 2;
        device_access<use>(address, size, pc);
        address += size;
        bytes -= size;
    }
}

/* ---- The host ---------------------------------------------------------------------------------- */

inline void host_access(u64 address, u64 bytes, bool write, void *pc)
{
    if (address - (u64)arena < ARENA) {
        found("device-pointer", pc, nullptr,
            "the host " + std::string(write ? "writes " : "reads ") + bytes_of(bytes) + ": "
                + place_of(address - (u64)arena));
        return;
    }
    for (const Promised &p : promised) {
        if (address < p.high && address + bytes > p.low && (write || p.written))
            found("unfinished", pc, nullptr,
                std::string("the host ") + (write ? "writes" : "reads")
                    + " memory of a copy that it has not waited for");
    }
}

template <Use use> inline void any_access(const void *place, u32 size, void *pc)
{
    if (now.device)
        device_access<use>((u64)place, size, pc);
    else if (offset_of(place) < ARENA || !promised.empty())
        host_access((u64)place, size, use != READ, pc);
}

template <Use use> inline void any_range(const void *place, u64 bytes, void *pc)
{
    if (now.device)
        device_range<use>((u64)place, bytes, pc);
    else if (bytes > 0 && (offset_of(place) < ARENA || !promised.empty()))
        host_access((u64)place, bytes, use != READ, pc);
}
} // namespace emu
