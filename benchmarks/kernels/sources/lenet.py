"""LeNet: two convolutions with rectifiers and pools of two by two, three full layers."""

import numpy as np


def relu(x):
    return np.maximum(x, 0.0)


def conv2d(x, w):
    taps = w.shape[0]
    height = x.shape[1] - taps + 1
    width = x.shape[2] - taps + 1
    y = np.zeros((x.shape[0], height, width, w.shape[3]))
    for k in range(taps):
        for l in range(taps):
            y += x[:, k : k + height, l : l + width, :] @ w[k, l]
    return y


def pool(x):
    """The largest of each two by two points."""
    images, height, width, channels = x.shape
    blocks = np.reshape(x, (images, height // 2, 2, width // 2, 2, channels))
    return np.max(blocks, axis=(2, 4))


def lenet(x, c1, d1, c2, d2, w1, b1, w2, b2, w3, b3):
    x = pool(relu(conv2d(x, c1) + d1))
    x = pool(relu(conv2d(x, c2) + d2))
    x = np.reshape(x, (x.shape[0], w1.shape[0]))
    x = relu(x @ w1 + b1)
    x = relu(x @ w2 + b2)
    return x @ w3 + b3
