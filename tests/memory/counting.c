/* Counts the memory that a library allocates: linked with -Wl,--wrap for each function below.
 *
 * Bytes are those that were asked for. The library under test must not allocate in parallel.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 65536 };

static struct {
    void *start;
    size_t bytes;
} blocks[MOST];

static size_t used, live, peak, calls, fail_at;

void counting_begin(size_t fail)
{
    used = live = peak = calls = 0;
    fail_at = fail; /* the allocation, from 1, that returns NULL; 0 for none */
}

size_t counting_peak(void) { return peak; }
size_t counting_live(void) { return live; }
size_t counting_calls(void) { return calls; }

static bool fails(void)
{
    calls++;
    return calls == fail_at;
}

static void *taken(void *start, size_t bytes)
{
    if (start == NULL)
        return NULL;
    if (used == MOST)
        abort();
    blocks[used].start = start;
    blocks[used].bytes = bytes;
    used++;
    live += bytes;
    if (live > peak)
        peak = live;
    return start;
}

static size_t given_back(void *start)
{
    for (size_t k = used; k-- > 0;) {
        if (blocks[k].start == start) {
            const size_t bytes = blocks[k].bytes;
            blocks[k] = blocks[--used];
            live -= bytes;
            return bytes;
        }
    }
    if (start != NULL)
        abort(); /* never allocated, or freed before */
    return 0;
}

void *__real_malloc(size_t);
void *__real_calloc(size_t, size_t);
void *__real_realloc(void *, size_t);
void *__real_aligned_alloc(size_t, size_t);
int __real_posix_memalign(void **, size_t, size_t);
void __real_free(void *);

void *__wrap_malloc(size_t bytes) { return fails() ? NULL : taken(__real_malloc(bytes), bytes); }

void *__wrap_calloc(size_t count, size_t each)
{
    return fails() ? NULL : taken(__real_calloc(count, each), count*each);
}

void *__wrap_realloc(void *start, size_t bytes)
{
    if (fails())
        return NULL;
    void *new = __real_malloc(bytes); /* old and new are held at once, as realloc may do */
    if (new == NULL)
        return NULL;
    taken(new, bytes);
    if (start != NULL) {
        const size_t before = given_back(start);
        memcpy(new, start, before < bytes ? before : bytes);
        __real_free(start);
    }
    return new;
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return fails() ? NULL : taken(__real_aligned_alloc(alignment, bytes), bytes);
}

int __wrap_posix_memalign(void **start, size_t alignment, size_t bytes)
{
    if (fails())
        return 12; /* ENOMEM */
    const int code = __real_posix_memalign(start, alignment, bytes);
    if (code == 0)
        taken(*start, bytes);
    return code;
}

void __wrap_free(void *start)
{
    given_back(start);
    __real_free(start);
}
