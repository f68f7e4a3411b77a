# signature: lml(theta: float64[3], X: float64[N, D], y: float64[N])
import numpy as np


def rbf_kernel(X, Z, variance, lengthscale):
    X2 = np.sum(X ** 2, axis=1)[:, None]
    Z2 = np.sum(Z ** 2, axis=1)[None, :]
    sqdist = np.maximum(X2 + Z2 - 2 * X.dot(Z.T), 0)
    return variance * np.exp(-0.5 * sqdist / lengthscale ** 2)


def lml(theta, X, y):
    variance, lengthscale, noise = np.exp(theta)
    n = X.shape[0]
    K = rbf_kernel(X, X, variance, lengthscale) + (noise + 1e-8) * np.eye(n)
    L = np.linalg.cholesky(K)
    alpha = np.linalg.solve(L.T, np.linalg.solve(L, y))
    return -0.5 * y.dot(alpha) - np.log(np.diag(L)).sum() - 0.5 * n * np.log(2 * np.pi)
