"""A bottleneck block of a residual network, with normalised batches."""

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


def normalised(x):
    centred = x - np.mean(x, axis=0, keepdims=True)
    return centred / np.sqrt(np.mean(centred * centred, axis=0, keepdims=True) + 1e-5)


def resnet(x, w1, w2, w3):
    padded = np.zeros((x.shape[0], x.shape[1] + 2, x.shape[2] + 2, w1.shape[3]))
    padded[:, 1:-1, 1:-1, :] = conv2d(x, w1)
    y = relu(normalised(padded))
    y = relu(normalised(conv2d(y, w2)))
    y = normalised(conv2d(y, w3))
    return relu(y + x)
