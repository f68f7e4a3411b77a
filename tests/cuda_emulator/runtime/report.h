/* Findings and counts as text, in JSON. */
#pragma once

#include <signal.h>
#include <unistd.h>

#include "handles.h"

namespace emu {
void found(const char *kind, void *pc, void *other, const std::string &text)
{
    const std::string kernel = now.kernel != nullptr ? *now.kernel : "";
    char place[64];
    snprintf(place, sizeof place, "|%p|%p", pc, other);
    /* Without a place of the source, what differs is what the words say. */
    const bool placed = pc != nullptr || other != nullptr || strncmp(kind, "race", 4) == 0;
    const std::string key = kind + ("|" + kernel) + place + (placed ? "" : text);
    const auto entry = finding_of.try_emplace(key, (u32)findings.size());
    if (!entry.second) {
        findings[entry.first->second].count++;
        return;
    }
    const uint3 t = threadIdx;
    findings.push_back({kind, kernel, text, pc, other, 1,
        {now.block[0], now.block[1], now.block[2]}, {t.x, t.y, t.z}, now.device, failed});
}

void race(u32 segment, u32 site, void *pc, u64 offset, const char *what)
{
    const char *kind = segment < now.launch_first ? "race-streams"
        : segment < now.block_first               ? "race-blocks"
                                                  : "race-block";
    found(kind, pc, sites[site].pc, what + (": " + place_of(offset)));
}

/* ---- JSON --------------------------------------------------------------------------------------------- */

inline std::string quoted(const std::string &text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\')
            out += '\\';
        out += c;
    }
    return out + "\"";
}

inline std::string member(const char *name, u64 value)
{
    return quoted(name) + ": " + std::to_string(value) + ", ";
}

inline std::string member(const char *name, const std::string &value)
{
    return quoted(name) + ": " + quoted(value) + ", ";
}

inline std::string closed(std::string object) /* without the last comma */
{
    if (!object.empty())
        object.resize(object.size() - 2);
    return "{" + object + "}";
}

inline std::string json(const Traffic &t)
{
    return closed(member("accesses", t.accesses) + member("bytes", t.bytes)
        + member("requests", t.requests) + member("sectors", t.sectors)
        + member("ideal", t.ideal));
}

inline std::string json(const Counts &c)
{
    const std::string shared = closed(member("requests", c.shared.requests)
        + member("passes", c.shared.passes) + member("ideal", c.shared.ideal));
    return closed(member("launches", c.launches) + member("blocks", c.blocks)
        + member("threads", c.threads) + member("barriers", c.barriers)
        + member("atomics", c.atomics) + member("distinct_read", c.distinct_read)
        + member("distinct_written", c.distinct_written) + member("unmatched", c.unmatched)
        + member("shared_bytes", c.shared_bytes) + "\"read\": " + json(c.read) + ", \"written\": "
        + json(c.written) + ", \"shared\": " + shared + ", ");
}

inline std::string json(const Finding &f)
{
    auto triple = [](const u32 *v) {
        return "[" + std::to_string(v[0]) + ", " + std::to_string(v[1]) + ", "
            + std::to_string(v[2]) + "]";
    };
    return closed(member("kind", f.kind) + member("kernel", f.kernel) + member("text", f.text)
        + member("pc", (u64)f.pc) + member("other", (u64)f.other) + member("count", f.count)
        + "\"block\": " + triple(f.block) + ", \"thread\": " + triple(f.thread) + ", "
        + member("on_device", f.on_device) + member("after_failure", f.after_failure));
}

inline std::string json(const Site &s)
{
    return closed(member("pc", (u64)s.pc) + member("kernel", *s.kernel) + "\"traffic\": "
        + json(s.traffic) + ", ");
}

inline std::string json(const Event &e)
{
    return "[" + quoted(e.what) + ", " + quoted(e.name) + ", " + std::to_string(e.bytes) + "]";
}

/* "name": [a, b, …], of all that `keep` lets through. */
template <typename List, typename Keep>
std::string list(const char *name, const List &items, Keep keep)
{
    std::string out = quoted(name) + ": [";
    for (const auto &item : items) {
        if (keep(item))
            out += (out.back() == '[' ? "" : ",\n") + json(item);
    }
    return out + "], ";
}

inline void find_leaks()
{
    for (const auto &a : allocations) {
        if (!a.second.freed)
            found("leak", nullptr, nullptr,
                "allocation " + std::to_string(a.second.number) + " (" + bytes_of(a.second.bytes)
                    + ") is not freed");
    }
    for (const auto &p : pinned)
        found("leak", nullptr, nullptr, bytes_of(p.second) + " of pinned memory are not freed");
    for (u32 s = 1; s < stream_count; s++) {
        if (streams[s].open)
            found("leak", nullptr, nullptr, "stream " + std::to_string(s) + " is not destroyed");
    }
    if (open_events > 0 || open_graphs > 0)
        found("leak", nullptr, nullptr,
            std::to_string(open_events) + " events and " + std::to_string(open_graphs)
                + " graphs are not destroyed");
}

/* Where the library lies: addresses in the text are told from here. */
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start;

inline std::string whole_report()
{
    auto all = [](const auto &) { return true; };
    std::string counts, numbers;
    for (const auto &k : kernels)
        counts += quoted(k.first) + ": " + json(k.second) + ", ";
    for (const auto &c : calls)
        numbers += member(c.first.c_str(), c.second);
    return closed(member("base", (u64)&__ehdr_start) + member("peak_bytes", peak_bytes)
        + member("left_bytes", allocated_bytes) + "\"kernels\": " + closed(counts)
        + ", \"calls\": " + closed(numbers) + ",\n" + list("findings", findings, all)
        + "\n" + list("events", events, all) + "\n"
        + list("sites", sites, [](const Site &s) { return s.kernel != nullptr; }));
}
/* ---- Crashes ---------------------------------------------------------------------------------------------- */

inline int crash_file = -1;

/* A wild access ends the process; what was found until then is told all the same. */
inline void crash(int number)
{
    found("crash", nullptr, nullptr, "signal " + std::to_string(number));
    const std::string text = whole_report();
    const bool all = write(crash_file, text.data(), text.size()) == (ssize_t)text.size();
    _exit(all ? 3 : 4);
}

inline void tell_of_crashes(int file)
{
    static u8 stack[256 << 10];
    crash_file = file;
    stack_t other = {};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action = {};
    action.sa_handler = crash;
    action.sa_flags = SA_ONSTACK | SA_RESETHAND;
    for (const int number : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT})
        sigaction(number, &action, nullptr);
}
} // namespace emu

/* ---- What a test calls ---------------------------------------------------------------------------------- */

extern "C" {
/* The first call; 1: the library has run something already. */
int emulator_options(unsigned long long seed, int requests, unsigned long long device_bytes)
{
    if (emu::arena != nullptr || emu::segments > 0)
        return 1;
    emu::options.seed = emu::dice.state = seed;
    emu::options.requests = requests != 0;
    emu::options.device_bytes = device_bytes;
    emu::open_memory();
    return 0;
}

/* The last call. */
void emulator_close()
{
    emu::close_memory();
    if (emu::pages != nullptr)
        emu::close_pages();
    if (emu::stacks != nullptr)
        munmap(emu::stacks, emu::STACKS_BYTES);
}

/* Where to write the report if the program crashes: the number of an open file. */
void emulator_on_crash(int file) { emu::tell_of_crashes(file); }

/* The `at`-th call of `kind` from now on fails: malloc, copy, set, launch, synchronise, stream, event. */
void emulator_fail(const char *kind, unsigned long long at)
{
    emu::options.failing = kind;
    emu::options.failing_at = emu::calls[kind] + at;
}

/* Declares device memory as written, or as not. */
void emulator_mark(void *place, size_t bytes, int written)
{
    memset(emu::marks + emu::offset_of(place), written ? emu::WRITTEN : emu::KNOWN, bytes);
}

/* Runs what is still queued and gives findings and counts; the text stays until the next call. */
const char *emulator_report(int complete)
{
    static std::string text;
    if (complete) {
        emu::wait_for(emu::everything());
        emu::find_leaks();
    }
    text = emu::whole_report();
    return text.c_str();
}
}
