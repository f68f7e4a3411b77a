# signature: loocv(log_lam: float64, X: float64[N, P], y: float64[N])
import numpy as np
from numpy.linalg import solve


def loocv(log_lam, X, y):
    n, p = X.shape
    lam = 10.0 ** log_lam
    G = X.T.dot(X) + lam * np.eye(p)
    Hat = X @ solve(G, X.T)
    resid = y - Hat @ y
    h = np.diagonal(Hat)
    return np.mean((resid / (1 - h)) ** 2)
