"""Three arrays, each used in a sine: the reverse sweep needs them again."""

import numpy as np


def sines(C: "float32[N, N]", D: "float32[N, N]"):
    """sin(C*D) + sin(C*6D) + sin(C*36D): each product takes more work than the one before it."""
    A0 = C * D
    B = np.sin(A0)
    D = D * 6
    A1 = C * D
    B += np.sin(A1)
    D = D * 6
    A2 = C * D
    B += np.sin(A2)
    return B
