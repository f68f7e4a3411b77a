"""C = alpha (A B' + B A') + beta C, the lower triangle of it."""


def syr2k(alpha, beta, C, A, B):
    for i in range(C.shape[0]):
        C[i, : i + 1] *= beta
        C[i, : i + 1] += alpha * (A[: i + 1] @ B[i] + B[: i + 1] @ A[i])
