/* Sweeps over a grid that follow each other a few rows behind, on several threads.
 *
 * Some sweeps in a row make a band, which one thread runs: in its wave w, sweep k of the band does
 * row w - k. So the rows of a band stay in the cache, and band b + 1 may run on another thread as
 * soon as the last sweep of band b is a row ahead. */
#ifndef BANDS_H
#define BANDS_H

#include <omp.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

/* How many waves of a band are done, on a cache line of its own. */
typedef struct {
    _Alignas(64) _Atomic int64_t waves;
} progress;

static inline int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static inline void wait_for(progress *of, int64_t waves) {
    for (int64_t asked = 0; atomic_load_explicit(&of->waves, memory_order_acquire) < waves; ++asked)
        if (asked > 2000)
            sched_yield();
}

/* Calls sweep(state, number, row) for all `sweeps` and `rows`, such that a row is done when the
 * sweep before has done the row after it. `done` has room for one entry per band. */
static inline void run_in_bands(int64_t sweeps, int64_t rows, int64_t band, int threads,
                                progress *done, void (*sweep)(void *, int64_t, int64_t),
                                void *state) {
    const int64_t bands = (sweeps + band - 1) / band;
    for (int64_t b = 0; b < bands; ++b)
        atomic_init(&done[b].waves, 0);
    #pragma omp parallel num_threads(threads)
    for (int64_t b = omp_get_thread_num(); b < bands; b += omp_get_num_threads()) {
        const int64_t first = b * band, here = smaller(band, sweeps - first);
        for (int64_t w = 0; w < rows + here - 1; ++w) {
            if (b > 0)
                wait_for(&done[b - 1], smaller(w + band + 1, rows + band - 1));
            for (int64_t k = 0; k < here; ++k)
                if (w - k >= 0 && w - k < rows)
                    sweep(state, first + k, w - k);
            atomic_store_explicit(&done[b].waves, w + 1, memory_order_release);
        }
    }
}

#endif
