"""The normal operator of a matrix: A' A x."""


def atax(A, x):
    return (A @ x) @ A
