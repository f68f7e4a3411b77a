"""Three fully connected layers, rectified, and a softmax at the end."""

import numpy as np


def relu(x):
    return np.maximum(x, 0.0)


def softmax(x):
    grown = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return grown / np.sum(grown, axis=-1, keepdims=True)


def mlp(x, w1, b1, w2, b2, w3, b3):
    x = relu(x @ w1 + b1)
    x = relu(x @ w2 + b2)
    return softmax(x @ w3 + b3)
