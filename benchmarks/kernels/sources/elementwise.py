"""A chain of elementwise operations, of which each line makes an array."""

import numpy as np


def elementwise(a, b, c, d):
    wave = np.sin(a * b)
    damped = wave * np.exp(-c)
    return damped + d * wave * wave
