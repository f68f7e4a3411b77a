"""Maxwell's equations in the plane on a staggered grid, driven at one edge."""

import numpy as np


def fdtd_2d(TMAX, ex, ey, hz, drive):
    for t in range(TMAX):
        ey[0, :] = drive[t]
        ey[1:, :] -= 0.5 * (hz[1:, :] - hz[:-1, :])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (
            ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1]
        )
