"""(A B) (C D), three matrix products."""


def three_mm(A, B, C, D):
    return (A @ B) @ (C @ D)
