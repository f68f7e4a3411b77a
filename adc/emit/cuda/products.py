"""Matrix products on the device: cuBLAS where it is linked, a kernel of tiles elsewhere."""

from __future__ import annotations

CUBLAS = """\
#ifdef ADC_USE_CUBLAS
#include <cublas_v2.h>
#endif
"""

_GEMM = """\
/* A product in tiles: each block of threads sums a tile of C, with tiles of A and B in the memory
   that its threads share. The terms of an element are added in one order. */
static __global__ void adc_Dgemm_tiles(char trans_a, char trans_b, int64_t rows, int64_t columns,
    int64_t inner, REAL alpha, const REAL *a, int64_t a_row, const REAL *b, int64_t b_row,
    REAL *c, int64_t c_row)
{
    __shared__ REAL a_tile[ADC_TILE][ADC_TILE + 1], b_tile[ADC_TILE][ADC_TILE + 1];
    const int y = (int)threadIdx.y, x = (int)threadIdx.x;
    for (int64_t i = (int64_t)blockIdx.y*ADC_TILE; i < rows; i += (int64_t)gridDim.y*ADC_TILE) {
        for (int64_t j = (int64_t)blockIdx.x*ADC_TILE; j < columns;
            j += (int64_t)gridDim.x*ADC_TILE) {
            REAL sum = 0;
            for (int64_t k = 0; k < inner; k += ADC_TILE) {
                /* neighbouring threads read neighbouring elements, whichever way A and B lie */
                if (trans_a == 'T')
                    a_tile[x][y] = i + x < rows && k + y < inner ? a[(k + y)*a_row + i + x] : 0;
                else
                    a_tile[y][x] = i + y < rows && k + x < inner ? a[(i + y)*a_row + k + x] : 0;
                if (trans_b == 'T')
                    b_tile[x][y] = k + x < inner && j + y < columns ? b[(j + y)*b_row + k + x] : 0;
                else
                    b_tile[y][x] = k + y < inner && j + x < columns ? b[(k + y)*b_row + j + x] : 0;
                __syncthreads();
                for (int l = 0; l < ADC_TILE; l++)
                    sum += a_tile[y][l]*b_tile[l][x];
                __syncthreads();
            }
            if (i + y < rows && j + x < columns)
                c[(i + y)*c_row + j + x] += alpha*sum;
        }
    }
}

/* c += alpha*op(a)*op(b), all row by row; op transposes where its letter is 'T'. */
static void adc_Dgemm(char trans_a, char trans_b, int64_t rows, int64_t columns, int64_t inner,
    REAL alpha, const REAL *a, int64_t a_row, const REAL *b, int64_t b_row, REAL *c,
    int64_t c_row, cudaStream_t stream)
{
    if (rows <= 0 || columns <= 0 || inner <= 0)
        return;
#ifdef ADC_USE_CUBLAS
    /* cuBLAS takes matrices column by column: the transposes of these, in the other order */
    const cublasHandle_t handle = adc_cublas(stream);
    const bool small = rows <= INT_MAX && columns <= INT_MAX && inner <= INT_MAX
        && a_row <= INT_MAX && b_row <= INT_MAX && c_row <= INT_MAX;
    const REAL one = 1;
    if (handle && small
        && cublasLgemm(handle, trans_b == 'T' ? CUBLAS_OP_T : CUBLAS_OP_N,
            trans_a == 'T' ? CUBLAS_OP_T : CUBLAS_OP_N, (int)columns, (int)rows, (int)inner,
            &alpha, b, (int)b_row, a, (int)a_row, &one, c, (int)c_row) == CUBLAS_STATUS_SUCCESS)
        return;
#endif
    const dim3 grid(adc_cover(columns, ADC_TILE, 1 << 20), adc_cover(rows, ADC_TILE, 1 << 15));
    adc_Dgemm_tiles<<<grid, dim3(ADC_TILE, ADC_TILE), 0, stream>>>(trans_a, trans_b, rows, columns,
        inner, alpha, a, a_row, b, b_row, c, c_row);
}
"""

_HANDLE = """\
#ifdef ADC_USE_CUBLAS
/* cuBLAS for the current device, once for each thread of the host; NULL where it does not start. A
   first call makes it, so that call is none for a CUDA graph. */
static cublasHandle_t adc_cublas(cudaStream_t stream)
{
    enum { DEVICES = 16 };
    static thread_local cublasHandle_t handles[DEVICES];
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess || device >= DEVICES)
        return NULL;
    if (!handles[device] && cublasCreate(&handles[device]) != CUBLAS_STATUS_SUCCESS)
        handles[device] = NULL;
    if (handles[device] && cublasSetStream(handles[device], stream) != CUBLAS_STATUS_SUCCESS)
        return NULL;
    return handles[device];
}
#endif
"""

_TILE = """\
/* Rows and columns of a tile of a product. */
enum { ADC_TILE = 16 };
"""


def _products() -> dict[str, str]:
    found = {"ADC_TILE": _TILE, "adc_cublas": _HANDLE}
    for letter, real in (("d", "double"), ("s", "float")):
        text = _GEMM.replace("REAL", real).replace("adc_D", f"adc_{letter}")
        text = text.replace("cublasL", f"cublas{letter.upper()}")
        found[f"adc_{letter}gemm"] = text
    return found


#: By the name whose use calls for them.
PRODUCTS = _products()
