/* A stack for each thread of a block, and the switch from one to another. */
#pragma once

#include "memory.h"

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace emu {
constexpr u32 MOST_THREADS = 1024; /* of a block */
constexpr u64 STACK_BYTES = 128 << 10, STACK_GUARD = 4096;
constexpr u64 STACKS_BYTES = MOST_THREADS*(STACK_BYTES + STACK_GUARD);

inline u8 *stacks = nullptr;
inline std::vector<u8 *> free_stacks; /* their lowest addresses */

inline u64 stacks_low() { return (u64)stacks; }

inline u32 made_stacks = 0;

inline void open_stacks()
{
    if (stacks == nullptr)
        stacks = (u8 *)reserved(STACKS_BYTES);
}

/* The lowest address of a stack that no thread has. */
inline u8 *take_stack()
{
    if (free_stacks.empty()) {
        u8 *low = stacks + made_stacks++*(STACK_BYTES + STACK_GUARD);
        mprotect(low, STACK_GUARD, PROT_NONE);
        return low + STACK_GUARD;
    }
    u8 *stack = free_stacks.back();
    free_stacks.pop_back();
    return stack;
}

/* Where a thread goes on: what a switch keeps. */
#if defined(__x86_64__)
struct Context {
    void *stack_pointer = nullptr;
};

/* Keeps the registers that a call preserves on this stack and takes up the other's. */
extern "C" void emulated_switch(void **kept, void *taken);
asm(".text\n"
    ".globl emulated_switch\n"
    ".type emulated_switch, @function\n"
    "emulated_switch:\n"
    "    pushq %rbp\n    pushq %rbx\n    pushq %r12\n"
    "    pushq %r13\n    pushq %r14\n    pushq %r15\n"
    "    movq %rsp, (%rdi)\n"
    "    movq %rsi, %rsp\n"
    "    popq %r15\n    popq %r14\n    popq %r13\n"
    "    popq %r12\n    popq %rbx\n    popq %rbp\n"
    "    ret\n"
    ".size emulated_switch, .-emulated_switch\n");

inline void prepare(Context &context, u8 *stack, void (*entry)())
{
    u64 *top = (u64 *)(stack + STACK_BYTES); /* a multiple of 16 */
    top[-2] = (u64)entry; /* where the first switch returns to, the stack as after a call */
    for (int kept = 3; kept <= 8; kept++)
        top[-kept] = 0;
    context.stack_pointer = top - 8;
}

inline void change(Context &from, Context &to)
{
    emulated_switch(&from.stack_pointer, to.stack_pointer);
}
#else
struct Context {
    ucontext_t kept;
};

inline void prepare(Context &context, u8 *stack, void (*entry)())
{
    getcontext(&context.kept);
    context.kept.uc_stack.ss_sp = stack;
    context.kept.uc_stack.ss_size = STACK_BYTES;
    context.kept.uc_link = nullptr;
    makecontext(&context.kept, entry, 0);
}

inline void change(Context &from, Context &to) { swapcontext(&from.kept, &to.kept); }
#endif
} // namespace emu
