# signature: soft_kmeans(X: float64[N, D], centers: float64[K, D], n_iter: int)
import numpy as np


def soft_kmeans(X, centers, n_iter, beta=2.0):
    for _ in range(n_iter):
        dist = ((X[:, None] - centers[None]) ** 2).sum(-1)
        resp = np.exp(-beta * (dist - dist.min(axis=1)[:, None]))
        resp /= resp.sum(axis=1, keepdims=True)
        centers = (resp.T @ X) / resp.sum(0)[:, None]
    dist = ((X[:, None] - centers[None]) ** 2).sum(-1)
    return np.sum(dist.min(1))
