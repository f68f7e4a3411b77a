# signature: fit(X: float64[N, D], y: float64[N], w: float64[D], n_iter: int)
import numpy as np


class NotConverged(Exception):
    pass


def sigmoid(z):
    return np.where(z >= 0, 1 / (1 + np.exp(-z)), np.exp(z) / (1 + np.exp(z)))


def fit(X, y, w, n_iter, lr=0.1, l2=0.01, verbose=False):
    """Gradient descent; returns the final log loss."""
    n = X.shape[0]
    history = []
    for it in range(n_iter):
        p = sigmoid(X @ w)
        g = X.T @ (p - y) / n + l2 * w
        w = w - lr * g
        p = np.clip(p, 1e-12, 1 - 1e-12)
        ll = -np.mean(y * np.log(p) + (1 - y) * np.log(1 - p))
        history.append(ll)
        if verbose and it % 10 == 0:
            print(f"iter {it}: loss {ll:.4f}")
    return history[-1]
