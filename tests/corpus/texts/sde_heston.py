# signature: heston_mc(s0: float64, v0: float64, kappa: float64, theta: float64, xi: float64, rho: float64, z1: float64[P, T], z2: float64[P, T])
# inputs: rho=-0.4
import numpy as np


def heston_mc(s0, v0, kappa, theta, xi, rho, z1, z2, r=0.02, maturity=1.0, strike=1.0):
    n_paths, n_steps = z1.shape
    dt = maturity / n_steps
    S = np.full(n_paths, s0)
    v = np.full(shape=n_paths, fill_value=v0)
    for t in range(n_steps):
        w1 = z1[:, t]
        w2 = rho * w1 + np.sqrt(1 - rho ** 2) * z2[:, t]
        vp = np.maximum(v, 0.0)
        S *= np.exp((r - 0.5 * vp) * dt + np.sqrt(vp * dt) * w1)
        v += kappa * (theta - vp) * dt + xi * np.sqrt(vp * dt) * w2
    payoff = np.clip(S - strike, 0, None)
    return np.exp(-r * maturity) * payoff.mean()
