/*
 * Measures the constants of the present machine for adc: `calibrate PASSES` prints one line
 * `name value` for each. More PASSES take longer and shake off more of what else is running.
 */

#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { SMALL = 1024, LINE = 64 };

static volatile double sink;

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double *numbers(size_t n)
{
    double *x = aligned_alloc(LINE, (n * sizeof(double) + LINE - 1) / LINE * LINE);
    if (!x) {
        fprintf(stderr, "calibrate: not enough memory\n");
        exit(1);
    }
    for (size_t i = 0; i < n; i++)
        x[i] = 1.0 + 1e-3 * (double)(i % 7);
    return x;
}

static void report(const char *name, double value)
{
    printf("%s %.12g\n", name, value);
    fflush(stdout);
}

/* The best of `passes` times of `repeats` calls of `work(n, x, y)`, per call. */
typedef void Work(size_t n, const double *restrict x, double *restrict y);

static double best(int passes, size_t repeats, Work *work, size_t n, const double *x, double *y)
{
    double least = INFINITY;
    work(n, x, y);
    for (int pass = 0; pass < passes; pass++) {
        double start = seconds_now();
        for (size_t r = 0; r < repeats; r++) {
            work(n, x, y);
            __asm__ volatile("" ::: "memory"); /* each time is done, not only the last */
        }
        double taken = (seconds_now() - start) / (double)repeats;
        if (taken < least)
            least = taken;
    }
    sink = y[n / 2];
    return least;
}

/* 15 additions and products per element over neighbours. */
static void arithmetic(size_t n, const double *restrict x, double *restrict y)
{
    y[0] = y[n - 1] = 0.0;
    for (size_t i = 1; i < n - 1; i++) {
        double a = x[i - 1], b = x[i], c = x[i + 1];
        double d = 0.3 * a + 0.4 * b + 0.3 * c;
        double e = b - 0.1 * d * (c - a) + 0.2 * (a - 2.0 * b + c);
        y[i] = e - 0.05 * d * b;
    }
}

/* 2 per element, each waiting for the one before. */
static void recurrence(size_t n, const double *restrict x, double *restrict y)
{
    double sum = 1.0;
    for (size_t i = 0; i < n; i++) {
        sum = 0.5 * sum + x[i];
        y[i] = sum;
    }
}

static void calls(size_t n, const double *restrict x, double *restrict y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = exp(-x[i]) + sin(x[i]) + log(x[i]);
}

static void stream(size_t n, const double *restrict x, double *restrict y)
{
    for (size_t i = 0; i < n; i++)
        y[i] = 0.5 * x[i] + 1.0;
}

/* A run of a few elements, as many as nobody knows beforehand, at each element. */
static void runs(size_t n, const double *restrict x, double *restrict y)
{
    static volatile size_t few = 3;
    for (size_t i = 0; i + 8 <= n; i++) {
        size_t stop = i + few;
        for (size_t k = i; k < stop; k++)
            y[k] = 0.5 * x[k];
    }
}

static void steps(size_t n, const double *restrict x, double *restrict y)
{
    for (size_t i = 0; i < n; i++) {
        y[0] = x[0];
        __asm__ volatile("" ::: "memory");
    }
}

/* Streams through `bytes`, half read and half written, `touched` bytes per pair of elements. */
static double bandwidth(int passes, size_t bytes, double touched)
{
    size_t n = bytes / (2 * sizeof(double));
    double *x = numbers(n), *y = numbers(n);
    size_t repeats = 1 + ((size_t)1 << 24) / bytes;
    double taken = best(passes, repeats, stream, n, x, y);
    free(x);
    free(y);
    return touched * (double)n / taken;
}

static size_t cache_size(int level, size_t otherwise)
{
#ifdef _SC_LEVEL3_CACHE_SIZE
    long size = sysconf(level == 2 ? _SC_LEVEL2_CACHE_SIZE : _SC_LEVEL3_CACHE_SIZE);
    if (size > 0)
        return (size_t)size;
#else
    (void)level;
#endif
    return otherwise;
}

/*
 * The last-level cache is shared, and a virtual machine may name one that it has a small part of:
 * its size is the largest stream that is nearer to the speed of the cache than to memory's.
 */
static void caches(int passes)
{
    const size_t most = (size_t)256 << 20;
    size_t private_size = cache_size(2, (size_t)1 << 20);
    size_t named = cache_size(3, (size_t)32 << 20);
    double memory = bandwidth(passes, most, 3 * sizeof(double));
    double near = bandwidth(passes, 4 * private_size, 3 * sizeof(double));
    double cache = near > memory ? near : memory;
    double between = sqrt(cache * memory);
    size_t size = 4 * private_size;
    while (2 * size < most && 2 * size <= named) {
        if (bandwidth(passes, 2 * size, 3 * sizeof(double)) < between)
            break;
        size *= 2;
    }
    report("private_cache_bytes", (double)private_size);
    report("private_cache_bytes_per_second",
           bandwidth(passes, private_size / 2, 2 * sizeof(double)));
    report("cache_bytes", (double)size);
    report("cache_bytes_per_second", cache);
    report("memory_bytes_per_second", memory);
}

static double touch(volatile char *block, size_t bytes)
{
    double start = seconds_now();
    for (size_t i = 0; i < bytes; i += LINE)
        block[i] = 1;
    return seconds_now() - start;
}

static void pages(int passes)
{
    const size_t bytes = (size_t)64 << 20;
    double least = INFINITY;
    for (int pass = 0; pass < passes; pass++) {
        void *block =
            mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED)
            return;
        double fresh = touch(block, bytes), again = touch(block, bytes);
        double start = seconds_now();
        munmap(block, bytes);
        double taken = fresh - again + seconds_now() - start;
        if (taken > 0.0 && taken < least)
            least = taken;
    }
    if (isfinite(least))
        report("page_seconds_per_byte", least / (double)bytes);
}

#ifdef CALIBRATE_BLAS
void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *,
            const double *, const int *, const double *, const int *, const double *, double *,
            const int *);

static void product(size_t n, const double *restrict x, double *restrict y)
{
    const int order = (int)lround(sqrt((double)n));
    const double one = 1.0, none = 0.0;
    dgemm_("N", "N", &order, &order, &order, &one, x, &order, x, &order, &none, y, &order);
}

static void products(int passes)
{
    const size_t order = 512;
    double *x = numbers(order * order), *y = numbers(order * order);
    double taken = best(passes, 1, product, order * order, x, y);
    report("blas_flops_per_second", 2.0 * pow((double)order, 3.0) / taken);
    free(x);
    free(y);
}
#endif

int main(int count, char **words)
{
    int passes = count > 1 ? atoi(words[1]) : 5;
    double *x = numbers(SMALL), *y = numbers(SMALL);
    if (passes < 1)
        passes = 1;
    size_t turns = 200 * (size_t)passes;
    report("flops_per_second",
           15.0 * SMALL / best(passes, turns, arithmetic, SMALL, x, y));
    report("scalar_flops_per_second",
           2.0 * SMALL / best(passes, turns, recurrence, SMALL, x, y));
    report("call_seconds", best(passes, turns, calls, SMALL, x, y) / (3.0 * SMALL));
    report("loop_seconds", best(passes, turns, steps, SMALL, x, y) / SMALL);
    report("statement_seconds", best(passes, turns, runs, SMALL, x, y) / SMALL);
#ifdef CALIBRATE_BLAS
    products(passes);
#endif
    pages(passes);
    caches(passes);
    return 0;
}
