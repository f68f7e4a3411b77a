"""C = alpha A A' + beta C, the lower triangle of it."""


def syrk(alpha, beta, C, A):
    for i in range(C.shape[0]):
        C[i, : i + 1] *= beta
        C[i, : i + 1] += alpha * A[: i + 1] @ A[i]
