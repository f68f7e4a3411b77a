# signature: loss(W1: float64[D, H], b1: float64[H], W2: float64[H, C], b2: float64[C], X: float64[N, D], labels: int64[N])
# inputs: labels=np.array([0,2,1,1,0])
import numpy as np

REG = 1e-3


def affine(x, w, b):
    return np.dot(x, w) + b


def loss(W1, b1, W2, b2, X, labels):
    N = X.shape[0]
    hidden = np.maximum(0, affine(X, W1, b1))
    scores = affine(hidden, W2, b2)
    shifted = scores - scores.max(axis=1, keepdims=True)
    log_probs = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    data_loss = -log_probs[np.arange(N), labels].mean()
    reg_loss = 0.5 * REG * (np.sum(W1 * W1) + np.sum(W2 * W2))
    return data_loss + reg_loss
