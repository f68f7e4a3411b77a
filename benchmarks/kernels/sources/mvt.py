"""A matrix and its transpose, each added to a vector."""


def mvt(x1, x2, y1, y2, A):
    x1 += A @ y1
    x2 += y2 @ A
