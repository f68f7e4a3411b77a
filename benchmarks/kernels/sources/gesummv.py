"""alpha A x + beta B x, a sum of two products."""


def gesummv(alpha, beta, A, B, x):
    return alpha * A @ x + beta * B @ x
