"""Explicit steps of the heat equation in a box, from one array to another and back."""


def step(a, b):
    b[1:-1, 1:-1, 1:-1] = a[1:-1, 1:-1, 1:-1] + 0.125 * (
        a[2:, 1:-1, 1:-1] + a[:-2, 1:-1, 1:-1]
        + a[1:-1, 2:, 1:-1] + a[1:-1, :-2, 1:-1]
        + a[1:-1, 1:-1, 2:] + a[1:-1, 1:-1, :-2]
        - 6.0 * a[1:-1, 1:-1, 1:-1]
    )  # fmt: skip


def heat_3d(steps, A, B):
    for t in range(steps):
        step(A, B)
        step(B, A)
