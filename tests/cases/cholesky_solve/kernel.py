"""The log marginal likelihood of a Gaussian process, by the Cholesky factor of its covariance."""

import numpy as np


def gaussian(x, y, length, noise):
    distance = (x[:, None] - x[None, :]) / length
    K = np.exp(-0.5 * distance**2)
    for i in range(x.shape[0]):
        K[i, i] += noise**2
    L = np.linalg.cholesky(K)
    whitened = np.linalg.solve(L, y)
    return -0.5 * (whitened @ whitened) - np.sum(np.log(np.diagonal(L)))
