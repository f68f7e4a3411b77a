/* cuBLAS as far as generated files call it; libraries/cublas.cu has what is declared here. */
#pragma once

#include "cuda_runtime.h"

typedef struct emulated_cublas *cublasHandle_t;

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_EXECUTION_FAILED = 13
} cublasStatus_t;

typedef enum { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1 } cublasOperation_t;

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasDgemm(cublasHandle_t handle, cublasOperation_t trans_a,
    cublasOperation_t trans_b, int m, int n, int k, const double *alpha, const double *a, int lda,
    const double *b, int ldb, const double *beta, double *c, int ldc);
cublasStatus_t cublasSgemm(cublasHandle_t handle, cublasOperation_t trans_a,
    cublasOperation_t trans_b, int m, int n, int k, const float *alpha, const float *a, int lda,
    const float *b, int ldb, const float *beta, float *c, int ldc);
