"""The two products of a step of biconjugate gradients: A p and A' r."""


def bicg(A, p, r):
    return A @ p, r @ A
