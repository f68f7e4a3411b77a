"""Sums at positions that are read, in a fixed order: keys that are sorted, and sums along them."""

from __future__ import annotations

_KEYS = """\
/* So many keys a block sorts in the memory that its threads share: two for each of them. */
#define ADC_KEYS (2*ADC_BLOCK)
"""

_STEP = """\
/* One step of a bitonic sort: puts the `pair`-th two of `count` keys in order, that are `distance`
   (a power of 2) apart. `mirrored` is the first step that makes one run of two sorted ones: the
   last key of the first run beside the first of the second one, and so on outwards. Places behind
   the last key count as larger than all. */
static __device__ void adc_order(int64_t *keys, int64_t count, int64_t pair, int64_t distance,
    bool mirrored)
{
    const int64_t k = pair & (distance - 1), first = 2*(pair - k);
    const int64_t low = mirrored ? first + distance - 1 - k : first + k;
    const int64_t high = first + distance + k;
    if (high < count && keys[low] > keys[high]) {
        const int64_t larger = keys[low];
        keys[low] = keys[high];
        keys[high] = larger;
    }
}
"""

_FAR = """\
/* A step whose keys may be far apart: a thread for each pair. */
static __global__ void adc_sort_step(int64_t *keys, int64_t count, int64_t distance, bool mirrored)
{
    for (int64_t pair = adc_thread(x); pair < count/2; pair += adc_threads(x))
        adc_order(keys, count, pair, distance, mirrored);
}
"""

_NEAR = """\
/* All steps within pieces of ADC_KEYS keys, a block each: to sort a piece, or only the last steps
   of making it part of a longer run, if its keys are `merged` so far. */
static __global__ void adc_sort_pieces(int64_t *keys, int64_t count, bool merged)
{
    __shared__ int64_t piece[ADC_KEYS];
    for (int64_t start = (int64_t)blockIdx.x*ADC_KEYS; start < count;
        start += (int64_t)gridDim.x*ADC_KEYS) {
        const int64_t length = adc_imin(ADC_KEYS, count - start);
        for (int64_t k = threadIdx.x; k < length; k += ADC_BLOCK)
            piece[k] = keys[start + k];
        __syncthreads();
        for (int64_t run = merged ? ADC_KEYS/2 : 1; run < ADC_KEYS; run *= 2) {
            for (int64_t distance = run; distance > 0; distance /= 2) {
                adc_order(piece, length, threadIdx.x, distance, distance == run && !merged);
                __syncthreads();
            }
        }
        for (int64_t k = threadIdx.x; k < length; k += ADC_BLOCK)
            keys[start + k] = piece[k];
    }
}
"""

_SORT = """\
/* Sorts `count` keys that are all different, but those below 0. */
static void adc_sort(int64_t *keys, int64_t count, cudaStream_t stream)
{
    if (count <= 0)
        return;
    const unsigned pieces = adc_cover(count, ADC_KEYS, 1 << 20);
    adc_sort_pieces<<<pieces, ADC_BLOCK, 0, stream>>>(keys, count, false);
    for (int64_t run = ADC_KEYS; run < count; run *= 2) {
        for (int64_t distance = run; distance >= ADC_KEYS; distance /= 2)
            adc_sort_step<<<adc_grid_1d(count/2), ADC_BLOCK, 0, stream>>>(keys, count, distance,
                distance == run);
        adc_sort_pieces<<<pieces, ADC_BLOCK, 0, stream>>>(keys, count, true);
    }
}
"""

_SUMS = """\
/* Adds to each element the terms whose keys name it, in the order of these keys. A key is the place
   of an element, times `count`, plus that of a term; it is below 0 where there is no term. For each
   key there are `width` terms in a row, for elements that are `step` from each other. A thread adds
   all terms of one element: that of the first of the keys that name it. */
static __global__ void adc_Dadd_runs(const int64_t *__restrict__ keys, int64_t count,
    const REAL *__restrict__ terms, int64_t width, REAL *__restrict__ sums, int64_t step)
{
    for (int64_t own = adc_thread(x); own < count*width; own += adc_threads(x)) {
        const int64_t k = own/width, beside = own % width;
        if (keys[k] < 0)
            continue;
        const int64_t place = keys[k]/count, first = place*count;
        if (k > 0 && keys[k - 1] >= first)
            continue;
        REAL sum = sums[place + beside*step];
        for (int64_t next = k; next < count && keys[next] - first < count; next++)
            sum += terms[(keys[next] - first)*width + beside];
        sums[place + beside*step] = sum;
    }
}
"""

_ADD = """\
/* Adds terms to the elements that `count` sorted keys name: the bits are those of one thread that
   adds them one after another. */
static void adc_Dadd_sorted(const int64_t *keys, int64_t count, const REAL *terms, int64_t width,
    REAL *sums, int64_t step, cudaStream_t stream)
{
    if (count <= 0 || width <= 0)
        return;
    adc_Dadd_runs<<<adc_grid_1d(count*width), ADC_BLOCK, 0, stream>>>(keys, count, terms, width,
        sums, step);
}
"""


def _sorting() -> dict[str, str]:
    found = {
        "ADC_KEYS": _KEYS, "adc_order": _STEP, "adc_sort_step": _FAR, "adc_sort_pieces": _NEAR,
        "adc_sort": _SORT,
    }  # fmt: skip
    for letter, real in (("d", "double"), ("s", "float")):
        for name, text in (("add_runs", _SUMS), ("add_sorted", _ADD)):
            text = text.replace("REAL", real).replace("adc_D", f"adc_{letter}")
            found[f"adc_{letter}{name}"] = text
    return found


#: By the name whose use calls for them.
SORTING = _sorting()
