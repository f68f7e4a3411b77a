# Cumulative distributions of SciPy that are incomplete gamma and beta functions, as adc reads
# them (`adc/lowering/numpy/written.py`): not to be imported.

import numpy as np
from scipy import special


def scipy_stats_gamma_cdf(x, a, loc=0, scale=1):
    z = np.maximum(adc_standard(x, loc, scale, np.greater(a, 0)), 0.0)
    return special.gammainc(a, z)


def scipy_stats_gamma_sf(x, a, loc=0, scale=1):
    z = np.maximum(adc_standard(x, loc, scale, np.greater(a, 0)), 0.0)
    return special.gammaincc(a, z)


def scipy_stats_chi2_cdf(x, df, loc=0, scale=1):
    z = np.maximum(adc_standard(x, loc, scale, np.greater(df, 0)), 0.0)
    return special.gammainc(0.5 * df, 0.5 * z)


def scipy_stats_chi2_sf(x, df, loc=0, scale=1):
    z = np.maximum(adc_standard(x, loc, scale, np.greater(df, 0)), 0.0)
    return special.gammaincc(0.5 * df, 0.5 * z)


def scipy_stats_beta_cdf(x, a, b, loc=0, scale=1):
    z = np.clip(adc_standard(x, loc, scale, np.greater(np.minimum(a, b), 0)), 0.0, 1.0)
    return special.betainc(a, b, z)


def scipy_stats_beta_sf(x, a, b, loc=0, scale=1):
    z = np.clip(adc_standard(x, loc, scale, np.greater(np.minimum(a, b), 0)), 0.0, 1.0)
    return special.betaincc(a, b, z)


def adc_student(z, df):
    # The share above z: from the middle, where a square root has no slope where that is met, and
    # of what is far from it by the tail.
    middle, far = z == 0.0, z * z > df
    square = np.where(middle | far, 1.0, z * z)
    away = 0.5 * np.sign(z) * special.betainc(0.5, 0.5 * df, square / (df + square))
    front = special.gammaln(0.5 * df + 0.5) - special.gammaln(0.5 * df)
    away = np.where(middle, z * np.exp(front) / np.sqrt(np.pi * df), away)
    share = np.where(far, df / (df + np.where(far, z * z, 1.0)), 0.5)
    tail = 0.5 * special.betainc(0.5 * df, 0.5, share)
    return np.where(far, np.where(z > 0.0, tail, 1.0 - tail), 0.5 - away)


def scipy_stats_t_cdf(x, df, loc=0, scale=1):
    return adc_student(-adc_standard(x, loc, scale, np.greater(df, 0)), df)


def scipy_stats_t_sf(x, df, loc=0, scale=1):
    return adc_student(adc_standard(x, loc, scale, np.greater(df, 0)), df)


def scipy_stats_poisson_cdf(k, mu, loc=0):
    k = np.floor(adc_counts(k, loc, np.greater_equal(mu, 0)))
    inside = ~(k < 0.0)
    return np.where(inside, special.gammaincc(np.where(inside, k, 0.0) + 1.0, mu), 0.0)


def scipy_stats_gumbel_r_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return -z - np.exp(-z) - np.log(scale)


def scipy_stats_gumbel_r_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.exp(-z - np.exp(-z)) / scale


def scipy_stats_gumbel_r_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.exp(-np.exp(-z))
