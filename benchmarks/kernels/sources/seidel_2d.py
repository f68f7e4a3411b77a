"""Means of a point and its eight neighbours in place: each uses those made before it."""


def seidel_2d(steps, A):
    n = A.shape[0]
    for t in range(steps):
        for i in range(1, n - 1):
            # All but the left neighbour are known before the row is begun.
            A[i, 1:-1] += (
                A[i - 1, :-2] + A[i - 1, 1:-1] + A[i - 1, 2:]
                + A[i, 2:] + A[i + 1, :-2] + A[i + 1, 1:-1] + A[i + 1, 2:]
            )  # fmt: skip
            for j in range(1, n - 1):
                A[i, j] = (A[i, j] + A[i, j - 1]) / 9.0
