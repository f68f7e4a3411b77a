# signature: price_book(spot: float64[N], strike: float64[N], rate: float64, sigma: float64[N], tau: float64[N])
"""European options by the Black-Scholes formula."""
import numpy as np
from scipy.special import erf

SQRT2 = np.sqrt(2.0)
TRADING_DAYS = 252
MIN_TAU = 1.0 / TRADING_DAYS


def norm_cdf(z):
    return 0.5 * (1.0 + erf(z / SQRT2))


def price_book(spot, strike, rate, sigma, tau, kind="call", dividend=0.0):
    """Total value of a book of options."""
    assert kind in ("call", "put"), f"unknown kind {kind!r}"
    tau = np.maximum(tau, MIN_TAU)
    vol = sigma * np.sqrt(tau)
    d1 = (np.log(spot / strike) + (rate - dividend + 0.5 * sigma ** 2) * tau) / vol
    d2 = d1 - vol
    disc = np.exp(-rate * tau)
    carry = np.exp(-dividend * tau)
    if kind == "call":
        prices = spot * carry * norm_cdf(d1) - strike * disc * norm_cdf(d2)
    else:
        prices = strike * disc * norm_cdf(-d2) - spot * carry * norm_cdf(-d1)
    return prices.sum()
