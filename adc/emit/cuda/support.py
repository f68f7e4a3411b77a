"""What CUDA files carry with them: the helpers of all languages like C for both sides, how threads
find their iterations, and sums within a block of threads."""

from __future__ import annotations

import re

from adc.emit.clike.snapshots import SNAPSHOTS
from adc.emit.clike.support import HELPERS, Support
from adc.emit.cuda.products import CUBLAS, PRODUCTS
from adc.emit.cuda.sorting import SORTING

_GEOMETRY = """\
/* Threads of a block, by the dimensions of the grid; x is that of neighbouring elements. */
#define ADC_BLOCK 256
#define ADC_BLOCK_2D dim3(32, 8)
#define ADC_BLOCK_3D dim3(32, 4, 2)
"""

_THREAD = """\
/* The number of a thread along a dimension of the grid, and how many there are. */
#define adc_thread(d) ((int64_t)blockIdx.d*blockDim.d + threadIdx.d)
"""

_THREADS = """\
#define adc_threads(d) ((int64_t)gridDim.d*blockDim.d)
"""

_TILE = """\
/* The first iteration of a block's tile along a dimension of the grid, and how far it is to the
   next one. */
#define adc_tile(d) ((int64_t)blockIdx.d*ADC_SIDE)
"""

_TILES = """\
#define adc_tiles(d) ((int64_t)gridDim.d*ADC_SIDE)
"""

_TILE_SIZE = """\
/* The rows and columns of a tile in shared memory. It has a column more, so that elements below
   each other are in different banks. */
#define ADC_SIDE 32
"""

_COVER = """\
/* So many blocks of `block` threads cover `count` iterations, at least 1 and at most `most`; what
   they do not cover they come back for. */
static inline unsigned adc_cover(int64_t count, int64_t block, int64_t most)
{
    const int64_t blocks = count > 0 ? (count + block - 1)/block : 1;
    return (unsigned)(blocks < most ? blocks : most);
}
"""

_GRIDS = {
    "adc_grid_1d": """\
/* A grid with a thread for each iteration, as far as a grid goes. */
static inline dim3 adc_grid_1d(int64_t x)
{
    return dim3(adc_cover(x, ADC_BLOCK, 1 << 20));
}
""",
    "adc_grid_2d": """\
static inline dim3 adc_grid_2d(int64_t x, int64_t y)
{
    return dim3(adc_cover(x, 32, 1 << 20), adc_cover(y, 8, 1 << 15));
}
""",
    "adc_grid_3d": """\
static inline dim3 adc_grid_3d(int64_t x, int64_t y, int64_t z)
{
    return dim3(adc_cover(x, 32, 1 << 20), adc_cover(y, 4, 1 << 15), adc_cover(z, 2, 1 << 15));
}
""",
}

_GRID_TILES = """\
/* A grid with a block for each tile, and for each iteration of a third loop. */
static inline dim3 adc_grid_tiles(int64_t x, int64_t y, int64_t z = 1)
{
    return dim3(adc_cover(x, ADC_SIDE, 1 << 20), adc_cover(y, ADC_SIDE, 1 << 15),
        adc_cover(z, 1, 1 << 15));
}
"""

_BLOCKS = """\
/* A grid with a block for each iteration. */
static inline dim3 adc_blocks(int64_t x, int64_t y = 1, int64_t z = 1)
{
    return dim3(adc_cover(x, 1, 1 << 20), adc_cover(y, 1, 1 << 15), adc_cover(z, 1, 1 << 15));
}
"""

_FETCHED = """\
/* What is at `place` on the device, once all that was launched is done; 0 where CUDA reports an
   error, so that loops that ask for it end. */
template <typename T>
static inline T adc_fetched(const T *place, cudaStream_t stream)
{
    T found = T();
    if (cudaPeekAtLastError() != cudaSuccess)
        return found;
    cudaMemcpyAsync(&found, place, sizeof found, cudaMemcpyDeviceToHost, stream);
    return cudaStreamSynchronize(stream) == cudaSuccess ? found : T();
}
"""

_OUTCOME = """\
/* What CUDA said of the latest call that failed, by the host's thread. */
static thread_local cudaError_t adc_error = cudaSuccess;

/* 0 where CUDA has nothing to report; else `no_memory` or `other`, by what it says. */
static inline int adc_outcome(int no_memory, int other)
{
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
        return 0;
    adc_error = error;
    return error == cudaErrorMemoryAllocation ? no_memory : other;
}
"""

_AFTER = """\
/* What `later` is given from here on waits for all that `earlier` has been given so far. */
static inline void adc_after(cudaStream_t later, cudaStream_t earlier, cudaEvent_t event)
{
    cudaEventRecord(event, earlier);
    cudaStreamWaitEvent(later, event, 0);
}
"""

_FORKED = """\
/* A new stream for copies that run beside what is on `stream`, and an event for the two to wait for
   each other by; whether there are such. A graph that `stream` is captured in holds both. */
static inline bool adc_forked(cudaStream_t *copies, cudaEvent_t *event, cudaStream_t stream)
{
    if (cudaEventCreateWithFlags(event, cudaEventDisableTiming) != cudaSuccess)
        return false;
    if (cudaStreamCreateWithFlags(copies, cudaStreamNonBlocking) != cudaSuccess) {
        cudaEventDestroy(*event);
        return false;
    }
    adc_after(*copies, stream, *event);
    return true;
}
"""

_JOINED = """\
/* `stream` waits for the copies; their stream is given back, which lasts until they are done. */
static inline void adc_joined(cudaStream_t copies, cudaEvent_t event, cudaStream_t stream)
{
    adc_after(stream, copies, event);
    cudaStreamDestroy(copies);
    cudaEventDestroy(event);
}
"""

_BLOCK_REDUCE = """\
/* WHAT of what the threads of a block have, for all of them; in pairs, always in one order. */
static __device__ REAL adc_block_KINDF(REAL own)
{
    __shared__ REAL parts[ADC_BLOCK];
    parts[threadIdx.x] = own;
    for (int distance = ADC_BLOCK/2; distance > 0; distance /= 2) {
        __syncthreads();
        if ((int)threadIdx.x < distance)
            parts[threadIdx.x] = COMBINED;
    }
    __syncthreads();
    const REAL found = parts[0];
    __syncthreads();
    return found;
}
"""


def _reductions() -> dict[str, str]:
    """A block's sums, largest and smallest, in either precision."""
    mine, other = "parts[threadIdx.x]", "parts[threadIdx.x + distance]"
    found = {}
    for kind in ("sum", "largest", "smallest"):
        for suffix, real in (("", "double"), ("f", "float")):
            helper = {"largest": "adc_maximum", "smallest": "adc_minimum"}.get(kind, "") + suffix
            combined = f"{mine} + {other}" if kind == "sum" else f"{helper}({mine}, {other})"
            text = _BLOCK_REDUCE.replace("KINDF", kind + suffix).replace("WHAT", f"The {kind}")
            text = text.replace("COMBINED", combined).replace("REAL", real)
            found[f"adc_block_{kind}{suffix}"] = text
    return found


def _for_both(name: str, text: str) -> str:
    """A helper that host and device may call; which snapshots are kept is the host's alone."""
    if name in SNAPSHOTS:
        return text
    return re.sub(r"^static inline (?!void)", "ADC_BOTH static inline ", text, flags=re.MULTILINE)


_BOTH = """\
/* For the host and the device. */
#define ADC_BOTH __host__ __device__
"""

SUPPORT = Support(
    {
        **{name: _for_both(name, text) for name, text in HELPERS.items()},
        "adc_thread": _THREAD, "adc_threads": _THREADS, "adc_tile": _TILE, "adc_tiles": _TILES,
        "adc_cover": _COVER, **_GRIDS, "adc_grid_tiles": _GRID_TILES,
        "adc_blocks": _BLOCKS, "adc_fetched": _FETCHED, "adc_outcome": _OUTCOME,
        "adc_after": _AFTER, "adc_forked": _FORKED, "adc_joined": _JOINED,
        **_reductions(), **PRODUCTS, **SORTING,
    },
    ((r"\badc_cublas\b", CUBLAS), (r"\bADC_BOTH\b", _BOTH), (r"\bADC_BLOCK", _GEOMETRY),
     (r"\bADC_SIDE\b", _TILE_SIZE)),
)  # fmt: skip
