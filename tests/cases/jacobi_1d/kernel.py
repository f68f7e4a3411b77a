"""Three-point Jacobi smoothing of a rod, ping-pong between two arrays."""

import numpy as np


def jacobi_1d(TSTEPS: int, A: "float64[N]", B: "float64[N]"):
    for t in range(1, TSTEPS):
        B[1:-1] = 0.33333 * (A[:-2] + A[1:-1] + A[2:])
        A[1:-1] = 0.33333 * (B[:-2] + B[1:-1] + B[2:])
