# Quantiles, means and variances of scipy.stats' distributions, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported. Formulas are those of SciPy's reference.

import numpy as np
from scipy import special


def adc_shares(q, scale, right=True):
    # Outside of 0 to 1 there is no quantile, nor of parameters that the distribution has not.
    q = np.asarray(q, dtype=np.float64)
    return np.where((q >= 0.0) & (q <= 1.0) & np.greater(scale, 0) & right, q, np.nan)


def adc_outside(y, most):
    return np.where(y == 0.0, 0.0, np.where(y == 1.0, most, np.nan))


def adc_gamma_inverse(a, p, q):
    # Where the lower share is p and the upper one q = 1 - p, of which the smaller is more exact.
    # Bisection of the logarithm finds it nearly, and has no derivative; two steps of Newton's find
    # it, and have one.
    a, p, q = np.asarray(a) * 1.0, np.asarray(p) * 1.0, np.asarray(q) * 1.0
    low = np.zeros(np.shape(a + p)) - 690.0
    high = low + 1380.0
    for _ in range(34):
        middle = 0.5 * (low + high)
        x = np.exp(middle)
        below = np.where(p > 0.5, special.gammaincc(a, x) > q, special.gammainc(a, x) < p)
        low = np.where(below, middle, low)
        high = np.where(below, high, middle)
    x = np.exp(0.5 * (low + high))
    inside = (p > 0.0) & (q > 0.0)
    for _ in range(2):
        slope = np.exp((a - 1.0) * np.log(x) - x - special.gammaln(a))
        away = np.where(p > 0.5, q - special.gammaincc(a, x), special.gammainc(a, x) - p)
        x = np.where(inside, x - away / np.where(inside, slope, 1.0), 1.0)
    return inside, x


def scipy_special_gammaincinv(a, y):
    inside, x = adc_gamma_inverse(a, y, 1.0 - np.asarray(y))
    return np.where(inside, x, adc_outside(y, np.inf))


def scipy_special_gammainccinv(a, y):
    inside, x = adc_gamma_inverse(a, 1.0 - np.asarray(y), y)
    return np.where(inside, x, adc_outside(1.0 - np.asarray(y), np.inf))


def adc_beta_inverse(a, b, p, q):
    # As that of the gamma distribution, along the logarithm of x/(1 - x).
    a, b, p, q = np.asarray(a) * 1.0, np.asarray(b) * 1.0, np.asarray(p) * 1.0, np.asarray(q) * 1.0
    low = np.zeros(np.shape(a + b + p)) - 690.0
    high = low + 1380.0
    for _ in range(34):
        middle = 0.5 * (low + high)
        x = special.expit(middle)
        below = np.where(p > 0.5, special.betaincc(a, b, x) > q, special.betainc(a, b, x) < p)
        low = np.where(below, middle, low)
        high = np.where(below, high, middle)
    x = special.expit(0.5 * (low + high))
    inside = (p > 0.0) & (q > 0.0)
    for _ in range(2):
        slope = np.exp((a - 1.0) * np.log(x) + (b - 1.0) * np.log1p(-x) - special.betaln(a, b))
        away = np.where(p > 0.5, q - special.betaincc(a, b, x), special.betainc(a, b, x) - p)
        x = np.where(inside, x - away / np.where(inside, slope, 1.0), 0.5)
    return inside, x


def scipy_special_betaincinv(a, b, y):
    inside, x = adc_beta_inverse(a, b, y, 1.0 - np.asarray(y))
    return np.where(inside, x, adc_outside(y, 1.0))


def scipy_special_betainccinv(a, b, y):
    inside, x = adc_beta_inverse(a, b, 1.0 - np.asarray(y), y)
    return np.where(inside, x, adc_outside(1.0 - np.asarray(y), 1.0))


def scipy_special_stdtr(df, t):
    df, t = np.asarray(df) * 1.0, np.asarray(t) * 1.0
    tail = 0.5 * special.betainc(0.5 * df, 0.5, df / (df + t * t))
    return np.where(t < 0.0, tail, 1.0 - tail)


def scipy_special_stdtrit(df, p):
    df, p = np.asarray(df) * 1.0, np.asarray(p) * 1.0
    share = np.where(p < 0.5, p, 1.0 - p)
    low = np.zeros(np.shape(df + p)) - 300.0
    high = low + 600.0
    for _ in range(34):
        middle = 0.5 * (low + high)
        t = np.exp(middle)
        below = 0.5 * special.betainc(0.5 * df, 0.5, df / (df + t * t)) > share
        low = np.where(below, middle, low)
        high = np.where(below, high, middle)
    t = np.exp(0.5 * (low + high))
    inside = share > 0.0
    for _ in range(2):
        slope = np.exp(-0.5 * (df + 1.0) * np.log1p(t * t / df) - special.betaln(0.5 * df, 0.5))
        away = 0.5 * special.betainc(0.5 * df, 0.5, df / (df + t * t)) - share
        t = np.where(inside, t + away / np.where(inside, slope / np.sqrt(df), 1.0), 1.0)
    found = np.where(inside, t, np.where(share == 0.0, np.inf, np.nan))
    return np.where(p < 0.5, -found, found)


def scipy_stats_t_ppf(q, df, loc=0, scale=1):
    return special.stdtrit(df, adc_shares(q, scale, np.greater(df, 0))) * scale + loc


def scipy_stats_t_isf(q, df, loc=0, scale=1):
    return -special.stdtrit(df, adc_shares(q, scale, np.greater(df, 0))) * scale + loc


def scipy_stats_uniform_ppf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return q * scale + loc


def scipy_stats_uniform_isf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return (1.0 - q) * scale + loc


def scipy_stats_expon_ppf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return -np.log1p(-q) * scale + loc


def scipy_stats_expon_isf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return -np.log(q) * scale + loc


def scipy_stats_logistic_ppf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return special.logit(q) * scale + loc


def scipy_stats_logistic_isf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return -special.logit(q) * scale + loc


def adc_cauchy(q):
    # By the nearer end, so that little is lost there.
    low, high = q < 0.25, q > 0.75
    share = np.where(high, 1.0 - q, q)
    ends = share == 0.0
    tails = np.where(ends, np.inf, 1.0 / np.tan(np.pi * np.where(ends, 0.25, share)))
    middle = np.tan(np.pi * (np.where(low | high, 0.5, q) - 0.5))
    return np.where(low, -tails, np.where(high, tails, middle))


def scipy_stats_cauchy_ppf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return adc_cauchy(q) * scale + loc


def scipy_stats_cauchy_isf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return -adc_cauchy(q) * scale + loc


def scipy_stats_rayleigh_ppf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return np.sqrt(-2.0 * np.log1p(-q)) * scale + loc


def scipy_stats_rayleigh_isf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return np.sqrt(-2.0 * np.log(q)) * scale + loc


def scipy_stats_weibull_min_ppf(q, c, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(c, 0))
    return (-np.log1p(-q)) ** (1.0 / c) * scale + loc


def scipy_stats_weibull_min_isf(q, c, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(c, 0))
    return (-np.log(q)) ** (1.0 / c) * scale + loc


def scipy_stats_lognorm_ppf(q, s, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(s, 0))
    return np.exp(s * special.ndtri(q)) * scale + loc


def scipy_stats_lognorm_isf(q, s, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(s, 0))
    return np.exp(-s * special.ndtri(q)) * scale + loc


def scipy_stats_gumbel_r_ppf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return -np.log(-np.log(q)) * scale + loc


def scipy_stats_gumbel_r_isf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return -np.log(-np.log1p(-q)) * scale + loc


def scipy_stats_halfnorm_ppf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return special.ndtri((1.0 + q) / 2.0) * scale + loc


def scipy_stats_halfnorm_isf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return -special.ndtri(q / 2.0) * scale + loc


def scipy_stats_laplace_ppf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return np.where(q > 0.5, -np.log(2.0 - 2.0 * q), np.log(2.0 * q)) * scale + loc


def scipy_stats_laplace_isf(q, loc=0, scale=1):
    q = adc_shares(q, scale)
    return np.where(q > 0.5, np.log(2.0 - 2.0 * q), -np.log(2.0 * q)) * scale + loc


def scipy_stats_gamma_ppf(q, a, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(a, 0))
    return special.gammaincinv(a, q) * scale + loc


def scipy_stats_gamma_isf(q, a, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(a, 0))
    return special.gammainccinv(a, q) * scale + loc


def scipy_stats_chi2_ppf(q, df, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(df, 0))
    return 2.0 * special.gammaincinv(0.5 * df, q) * scale + loc


def scipy_stats_chi2_isf(q, df, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(df, 0))
    return 2.0 * special.gammainccinv(0.5 * df, q) * scale + loc


def scipy_stats_beta_ppf(q, a, b, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(np.minimum(a, b), 0))
    return special.betaincinv(a, b, q) * scale + loc


def scipy_stats_beta_isf(q, a, b, loc=0, scale=1):
    q = adc_shares(q, scale, np.greater(np.minimum(a, b), 0))
    return special.betainccinv(a, b, q) * scale + loc
