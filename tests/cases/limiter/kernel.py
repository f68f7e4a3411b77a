"""Advection with a limiter: the update of each cell depends on the sign of its slope."""

import numpy as np


def limiter(steps, c, q):
    for t in range(steps):
        for i in range(1, q.shape[0] - 1):
            left = q[i] - q[i - 1]
            right = q[i + 1] - q[i]
            if left * right > 0.0:
                slope = 2.0 * left * right / (left + right)
            elif q[i] > 0.5:
                slope = 0.1 * left * left
            else:
                slope = 0.0
            q[i] = q[i] - c * left - 0.5 * c * (1.0 - c) * slope
