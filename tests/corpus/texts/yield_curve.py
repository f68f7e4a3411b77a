# signature: fit_error(beta: float64[4], tau: float64[2], maturities: float64[N], yields: float64[N])
import numpy as np


def nelson_siegel_svensson(t, beta, tau):
    b0, b1, b2, b3 = beta
    t1, t2 = t / tau[0], t / tau[1]
    f1 = (1 - np.exp(-t1)) / t1
    f2 = f1 - np.exp(-t1)
    f3 = (1 - np.exp(-t2)) / t2 - np.exp(-t2)
    return b0 + b1 * f1 + b2 * f2 + b3 * f3


def fit_error(beta, tau, maturities, yields, weights=None):
    if weights is None:
        weights = np.ones_like(maturities)
    resid = nelson_siegel_svensson(maturities, beta, tau) - yields
    return np.average(resid ** 2, weights=weights)
