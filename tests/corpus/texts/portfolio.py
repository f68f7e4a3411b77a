# signature: neg_sharpe(w: float64[A], returns: float64[T, A])
import numpy as np


def neg_sharpe(w, returns, rf=0.01, periods=252):
    w = np.abs(w) / np.abs(w).sum()
    mu = returns.mean(axis=0) * periods
    sigma = np.cov(returns, rowvar=False) * periods
    port_ret = w @ mu
    port_vol = np.sqrt(w.T @ sigma @ w)
    cum = np.cumprod(1 + returns @ w)
    drawdown = 1 - cum[-1] / np.max(cum)
    return -(port_ret - rf) / port_vol + 0.1 * drawdown
