/* What the instrumented text calls: the names are those of the compiler's instrumentation. */
#pragma once

#include "handles.h"

#define ACCESS(name, use, size)                                                                    \
    void name(void *place)                                                                         \
    {                                                                                              \
        emu::any_access<emu::use>(place, size, __builtin_return_address(0));                       \
    }
#define RANGE(name, use, size)                                                                     \
    void name(void *place)                                                                         \
    {                                                                                              \
        emu::any_range<emu::use>(place, size, __builtin_return_address(0));                        \
    }
/* Atomics of C++, which host code may use; CUDA's own are below. */
#define ATOMICS(bits, type)                                                                        \
    type __tsan_atomic##bits##_load(const type *p, int) { return __atomic_load_n(p, 5); }          \
    void __tsan_atomic##bits##_store(type *p, type v, int) { __atomic_store_n(p, v, 5); }          \
    type __tsan_atomic##bits##_exchange(type *p, type v, int)                                      \
    {                                                                                              \
        return __atomic_exchange_n(p, v, 5);                                                       \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_add(type *p, type v, int)                                     \
    {                                                                                              \
        return __atomic_fetch_add(p, v, 5);                                                        \
    }                                                                                              \
    type __tsan_atomic##bits##_fetch_sub(type *p, type v, int)                                     \
    {                                                                                              \
        return __atomic_fetch_sub(p, v, 5);                                                        \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_strong(type *p, type *e, type v, int, int)          \
    {                                                                                              \
        return __atomic_compare_exchange_n(p, e, v, false, 5, 5);                                  \
    }                                                                                              \
    int __tsan_atomic##bits##_compare_exchange_weak(type *p, type *e, type v, int, int)            \
    {                                                                                              \
        return __atomic_compare_exchange_n(p, e, v, true, 5, 5);                                   \
    }

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void *) {}
void __tsan_func_exit() {}
void __tsan_vptr_update(void **, void *) {}
void __tsan_vptr_read(void **) {}

ACCESS(__tsan_read1, READ, 1)
ACCESS(__tsan_read2, READ, 2)
ACCESS(__tsan_read4, READ, 4)
ACCESS(__tsan_read8, READ, 8)
ACCESS(__tsan_read16, READ, 16)
ACCESS(__tsan_write1, WRITE, 1)
ACCESS(__tsan_write2, WRITE, 2)
ACCESS(__tsan_write4, WRITE, 4)
ACCESS(__tsan_write8, WRITE, 8)
ACCESS(__tsan_write16, WRITE, 16)
RANGE(__tsan_unaligned_read2, READ, 2)
RANGE(__tsan_unaligned_read4, READ, 4)
RANGE(__tsan_unaligned_read8, READ, 8)
RANGE(__tsan_unaligned_read16, READ, 16)
RANGE(__tsan_unaligned_write2, WRITE, 2)
RANGE(__tsan_unaligned_write4, WRITE, 4)
RANGE(__tsan_unaligned_write8, WRITE, 8)
RANGE(__tsan_unaligned_write16, WRITE, 16)

void __tsan_read_range(void *place, size_t bytes)
{
    emu::any_range<emu::READ>(place, bytes, __builtin_return_address(0));
}

void __tsan_write_range(void *place, size_t bytes)
{
    emu::any_range<emu::WRITE>(place, bytes, __builtin_return_address(0));
}

ATOMICS(8, emu::u8)
ATOMICS(16, emu::u16)
ATOMICS(32, emu::u32)
ATOMICS(64, emu::u64)
void __tsan_atomic_thread_fence(int) {}
void __tsan_atomic_signal_fence(int) {}

/* The C library's copies are not instrumented; the sources' calls of them are sent here. */
void *emulated_memcpy(void *to, const void *from, size_t bytes)
{
    emu::any_range<emu::READ>(from, bytes, __builtin_return_address(0));
    emu::any_range<emu::WRITE>(to, bytes, __builtin_return_address(0));
    return memmove(to, from, bytes);
}

void *emulated_memmove(void *to, const void *from, size_t bytes)
{
    return emulated_memcpy(to, from, bytes);
}

void *emulated_memset(void *to, int value, size_t bytes)
{
    emu::any_range<emu::WRITE>(to, bytes, __builtin_return_address(0));
    return memset(to, value, bytes);
}

void emulated_barrier(int where, int line)
{
    if (emu::now.device)
        emu::wait_as(emu::AT_BARRIER, where, line);
}
} // extern "C"

/* ---- CUDA's atomics and exchanges ------------------------------------------------------------------- */

#define UPDATE_TO(name, type, changed)                                                             \
    type name(type *to, type value)                                                                \
    {                                                                                              \
        emu::any_access<emu::UPDATE>(to, sizeof *to, __builtin_return_address(0));                 \
        const type old = *to;                                                                      \
        *to = changed;                                                                             \
        return old;                                                                                \
    }
UPDATE_TO(atomicAdd, double, old + value)
UPDATE_TO(atomicAdd, float, old + value)
UPDATE_TO(atomicAdd, int, old + value)
UPDATE_TO(atomicAdd, unsigned, old + value)
UPDATE_TO(atomicAdd, unsigned long long, old + value)
UPDATE_TO(atomicMax, int, old > value ? old : value)
UPDATE_TO(atomicMin, int, old < value ? old : value)
UPDATE_TO(atomicExch, int, value)

template <typename T> static T compare_and_swap(T *to, T expected, T value, void *pc)
{
    emu::any_access<emu::UPDATE>(to, sizeof *to, pc);
    const T old = *to;
    *to = old == expected ? value : old;
    return old;
}

int atomicCAS(int *to, int expected, int value)
{
    return compare_and_swap(to, expected, value, __builtin_return_address(0));
}

unsigned long long atomicCAS(unsigned long long *to, unsigned long long expected,
    unsigned long long value)
{
    return compare_and_swap(to, expected, value, __builtin_return_address(0));
}

emu::u64 emulated::exchanged(Exchange how, unsigned mask, emu::u64 own, int amount, int width,
    int line)
{
    emu::Thread &t = *emu::running;
    t.how = how;
    t.mask = mask;
    t.own = own;
    t.amount = amount;
    t.width = width;
    emu::wait_as(emu::AT_EXCHANGE, 0, line);
    return t.given;
}

void *emulated::shared_variable(const void *tag, size_t bytes, const char *)
{
    for (const emu::Shared &s : emu::shared_variables) {
        if (s.tag == tag)
            return emu::arena + s.offset;
    }
    return emu::arena + emu::new_shared(tag, bytes);
}

void *emulated::viewed(const void *pointer, unsigned view)
{
    const bool there = emu::on_device(pointer) && view < emu::VIEWS;
    return (char *)pointer + (there ? view*emu::ARENA : 0);
}

void *emulated::dynamic_shared() { return emu::arena + emu::SHARED_START; }
