"""B = alpha A' B with a lower triangular A whose diagonal is one, in place."""


def trmm(alpha, A, B):
    for i in range(B.shape[0]):
        B[i] += A[i + 1 :, i] @ B[i + 1 :]
    B *= alpha
