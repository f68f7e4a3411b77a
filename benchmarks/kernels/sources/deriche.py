"""Deriche's recursive smoothing: there and back along the rows, then along the columns."""

import numpy as np


def deriche(alpha, image):
    height, width = image.shape
    decay = np.exp(-alpha)
    scale = (1.0 - decay) ** 2 / (1.0 + 2.0 * alpha * decay - decay * decay)
    b1 = 2.0 * decay
    b2 = -decay * decay
    a2 = scale * decay * (alpha - 1.0)
    a3 = scale * decay * (alpha + 1.0)
    a4 = -scale * decay * decay
    there = np.zeros_like(image)
    back = np.zeros_like(image)
    there[:, 0] = scale * image[:, 0]
    there[:, 1] = scale * image[:, 1] + a2 * image[:, 0] + b1 * there[:, 0]
    for j in range(2, width):
        there[:, j] = (
            scale * image[:, j] + a2 * image[:, j - 1] + b1 * there[:, j - 1] + b2 * there[:, j - 2]
        )
    back[:, width - 2] = a3 * image[:, width - 1]
    for j in range(width - 3, -1, -1):
        back[:, j] = (
            a3 * image[:, j + 1] + a4 * image[:, j + 2] + b1 * back[:, j + 1] + b2 * back[:, j + 2]
        )
    rows = there + back
    there[0] = scale * rows[0]
    there[1] = scale * rows[1] + a2 * rows[0] + b1 * there[0]
    for i in range(2, height):
        there[i] = scale * rows[i] + a2 * rows[i - 1] + b1 * there[i - 1] + b2 * there[i - 2]
    back[height - 1] = 0.0
    back[height - 2] = a3 * rows[height - 1]
    for i in range(height - 3, -1, -1):
        back[i] = a3 * rows[i + 1] + a4 * rows[i + 2] + b1 * back[i + 1] + b2 * back[i + 2]
    return there + back
