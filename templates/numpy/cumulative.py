# Cumulative distributions of SciPy that are incomplete gamma and beta functions, as adc reads them
# (adc/lowering/written.py): not to be imported.

import numpy as np
from scipy import special


def scipy_stats_gamma_cdf(x, a, loc=0, scale=1):
    z = np.maximum((np.asarray(x, dtype=np.float64) - loc) / scale, 0.0)
    return special.gammainc(a, z)


def scipy_stats_gamma_sf(x, a, loc=0, scale=1):
    z = np.maximum((np.asarray(x, dtype=np.float64) - loc) / scale, 0.0)
    return special.gammaincc(a, z)


def scipy_stats_chi2_cdf(x, df, loc=0, scale=1):
    z = np.maximum((np.asarray(x, dtype=np.float64) - loc) / scale, 0.0)
    return special.gammainc(0.5 * df, 0.5 * z)


def scipy_stats_chi2_sf(x, df, loc=0, scale=1):
    z = np.maximum((np.asarray(x, dtype=np.float64) - loc) / scale, 0.0)
    return special.gammaincc(0.5 * df, 0.5 * z)


def scipy_stats_beta_cdf(x, a, b, loc=0, scale=1):
    z = np.clip((np.asarray(x, dtype=np.float64) - loc) / scale, 0.0, 1.0)
    return special.betainc(a, b, z)


def scipy_stats_beta_sf(x, a, b, loc=0, scale=1):
    z = np.clip((np.asarray(x, dtype=np.float64) - loc) / scale, 0.0, 1.0)
    return special.betaincc(a, b, z)


def adc_student(z, df):
    # From the middle: where that is met, a square root has no slope.
    middle = z == 0.0
    square = np.where(middle, 1.0, z * z)
    away = 0.5 * np.sign(z) * special.betainc(0.5, 0.5 * df, square / (df + square))
    front = special.gammaln(0.5 * df + 0.5) - special.gammaln(0.5 * df)
    return np.where(middle, z * np.exp(front) / np.sqrt(np.pi * df), away)


def scipy_stats_t_cdf(x, df, loc=0, scale=1):
    return 0.5 + adc_student((np.asarray(x, dtype=np.float64) - loc) / scale, df)


def scipy_stats_t_sf(x, df, loc=0, scale=1):
    return 0.5 - adc_student((np.asarray(x, dtype=np.float64) - loc) / scale, df)


def scipy_stats_poisson_cdf(k, mu, loc=0):
    k = np.floor(k - loc)
    inside = k >= 0
    return np.where(inside, special.gammaincc(np.where(inside, k, 0.0) + 1.0, mu), 0.0)


def scipy_stats_gumbel_r_logpdf(x, loc=0, scale=1):
    z = (np.asarray(x, dtype=np.float64) - loc) / scale
    return -z - np.exp(-z) - np.log(scale)


def scipy_stats_gumbel_r_pdf(x, loc=0, scale=1):
    z = (np.asarray(x, dtype=np.float64) - loc) / scale
    return np.exp(-z - np.exp(-z)) / scale


def scipy_stats_gumbel_r_cdf(x, loc=0, scale=1):
    z = (np.asarray(x, dtype=np.float64) - loc) / scale
    return np.exp(-np.exp(-z))
