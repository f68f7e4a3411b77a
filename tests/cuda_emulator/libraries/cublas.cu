/* Products of matrices that lie column by column, as cuBLAS has them: a thread for each element of
   the result. With CUBLAS_ABSENT no handle can be had. */

#include <cublas_v2.h>

struct emulated_cublas {
    cudaStream_t stream;
};

template <typename T>
__global__ void cublas_gemm(int trans_a, int trans_b, int m, int k, T alpha,
    const T *__restrict__ a, int lda, const T *__restrict__ b, int ldb, T beta, T *__restrict__ c,
    int ldc)
{
    const int64_t i = (int64_t)blockIdx.x*blockDim.x + threadIdx.x, j = blockIdx.y;
    if (i >= m)
        return;
    T sum = 0;
    for (int64_t l = 0; l < k; l++)
        sum += (trans_a ? a[i*lda + l] : a[l*lda + i])*(trans_b ? b[l*ldb + j] : b[j*ldb + l]);
    /* beta of 0 means that C need not hold a number */
    c[j*ldc + i] = alpha*sum + (beta != 0 ? beta*c[j*ldc + i] : 0);
}

template <typename T>
static cublasStatus_t gemm(cublasHandle_t handle, cublasOperation_t trans_a,
    cublasOperation_t trans_b, int m, int n, int k, const T *alpha, const T *a, int lda,
    const T *b, int ldb, const T *beta, T *c, int ldc)
{
    const int rows_a = trans_a == CUBLAS_OP_N ? m : k, rows_b = trans_b == CUBLAS_OP_N ? k : n;
    if (!handle)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (m < 0 || n < 0 || k < 0 || lda < 1 || lda < rows_a || ldb < 1 || ldb < rows_b || ldc < 1
        || ldc < m || !alpha || !beta)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    cublas_gemm<T><<<dim3((m + 31)/32, n), 32, 0, handle->stream>>>(trans_a, trans_b, m, k,
        *alpha, a, lda, b, ldb, *beta, c, ldc);
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
#ifdef CUBLAS_ABSENT
    (void)handle;
    return CUBLAS_STATUS_NOT_INITIALIZED;
#else
    static struct emulated_cublas only;
    void *memory = NULL; /* what no graph can hold */
    if (cudaMalloc(&memory, 64) != cudaSuccess || cudaFree(memory) != cudaSuccess)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    *handle = &only;
    return CUBLAS_STATUS_SUCCESS;
#endif
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream)
{
    handle->stream = stream;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDgemm(cublasHandle_t handle, cublasOperation_t trans_a,
    cublasOperation_t trans_b, int m, int n, int k, const double *alpha, const double *a, int lda,
    const double *b, int ldb, const double *beta, double *c, int ldc)
{
    return gemm(handle, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

cublasStatus_t cublasSgemm(cublasHandle_t handle, cublasOperation_t trans_a,
    cublasOperation_t trans_b, int m, int n, int k, const float *alpha, const float *a, int lda,
    const float *b, int ldb, const float *beta, float *c, int ldc)
{
    return gemm(handle, trans_a, trans_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
