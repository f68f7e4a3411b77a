# signature: mahalanobis(X: float64[N, D], ref: float64[M, D])
import numpy as np


def mahalanobis(X, ref, ridge=1e-3):
    mu = ref.mean(0)
    cov = np.cov(ref.T) + ridge * np.identity(ref.shape[1])
    inv = np.linalg.inv(cov)
    delta = X - mu
    d2 = np.einsum("nj,jk,nk->n", delta, inv, delta)
    return np.sqrt(d2).mean() + np.linalg.slogdet(cov)[1]
