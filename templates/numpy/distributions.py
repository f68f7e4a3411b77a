# Distributions of SciPy, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported.
# Densities are those of scipy.stats' documentation; where one is 0, derivatives are.

import numpy as np
from scipy import linalg, special


def adc_standard(x, loc, scale, right=True):
    # NaN where parameters are none that the distribution has.
    scale = np.where(np.greater(scale, 0) & right, scale, np.nan)
    return (np.asarray(x, dtype=np.float64) - loc) / scale


def adc_counts(k, loc, right):
    return np.where(right, np.asarray(k, dtype=np.float64) - loc, np.nan)


def adc_trials(n, p):
    whole = np.greater_equal(n, 0) & np.equal(np.floor(n), n)
    return whole & np.greater_equal(p, 0) & np.less_equal(p, 1)


def adc_log_power(z, c):
    # log(z**c), and what it tends to where z is 0
    none = z == 0.0
    edge = np.where(c == 0.0, 0.0, np.where(c > 0.0, -np.inf, np.inf))
    return np.where(none, edge, c * np.log(np.where(none, 1.0, z)))


def scipy_stats_norm_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return -0.5 * z * z - 0.9189385332046727 - np.log(scale)


def scipy_stats_norm_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.exp(-0.5 * z * z) / (2.5066282746310002 * scale)


def scipy_stats_norm_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return special.ndtr(z)


def scipy_stats_norm_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return special.ndtr(-z)


def scipy_stats_norm_logcdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return special.log_ndtr(z)


def scipy_stats_norm_logsf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return special.log_ndtr(-z)


def scipy_stats_norm_ppf(q, loc=0, scale=1):
    return special.ndtri(adc_shares(q, scale)) * scale + loc


def scipy_stats_norm_isf(q, loc=0, scale=1):
    return -special.ndtri(adc_shares(q, scale)) * scale + loc


def scipy_stats_laplace_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return -np.abs(z) - np.log(2.0 * scale)


def scipy_stats_laplace_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return 0.5 * np.exp(-np.abs(z)) / scale


def scipy_stats_laplace_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.where(z > 0, 1.0 - 0.5 * np.exp(-np.abs(z)), 0.5 * np.exp(-np.abs(z)))


def scipy_stats_laplace_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.where(z > 0, 0.5 * np.exp(-np.abs(z)), 1.0 - 0.5 * np.exp(-np.abs(z)))


def scipy_stats_logistic_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return -np.abs(z) - 2.0 * np.log1p(np.exp(-np.abs(z))) - np.log(scale)


def scipy_stats_logistic_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.exp(-np.abs(z) - 2.0 * np.log1p(np.exp(-np.abs(z)))) / scale


def scipy_stats_logistic_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return special.expit(z)


def scipy_stats_logistic_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return special.expit(-z)


def scipy_stats_cauchy_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return -np.log1p(z * z) - np.log(np.pi * scale)


def scipy_stats_cauchy_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return 1.0 / (np.pi * scale * (1.0 + z * z))


def scipy_stats_cauchy_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.arctan2(1.0, -z) / np.pi


def scipy_stats_cauchy_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.arctan2(1.0, z) / np.pi


def scipy_stats_t_logpdf(x, df, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(df, 0))
    return (
        special.gammaln(0.5 * (df + 1.0))
        - special.gammaln(0.5 * df)
        - 0.5 * np.log(np.pi * df)
        - 0.5 * (df + 1.0) * np.log1p(z * z / df)
        - np.log(scale)
    )


def scipy_stats_t_pdf(x, df, loc=0, scale=1):
    return np.exp(scipy_stats_t_logpdf(x, df, loc, scale))


def scipy_stats_uniform_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~((z < 0.0) | (z > 1.0))
    z = np.where(inside, z, 0.5)
    return np.where(inside, 0.0 * z - np.log(scale), -np.inf)


def scipy_stats_uniform_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~((z < 0.0) | (z > 1.0))
    z = np.where(inside, z, 0.5)
    return np.where(inside, 0.0 * z + 1.0 / scale, 0.0)


def scipy_stats_uniform_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.clip(z, 0.0, 1.0)


def scipy_stats_uniform_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return 1.0 - np.clip(z, 0.0, 1.0)


def scipy_stats_expon_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, -z - np.log(scale), -np.inf)


def scipy_stats_expon_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.exp(-z) / scale, 0.0)


def scipy_stats_expon_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, -np.expm1(-z), 0.0)


def scipy_stats_expon_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.exp(-z), 1.0)


def scipy_stats_expon_logsf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, -z, 0.0)


def scipy_stats_halfnorm_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, -0.5 * z * z - 0.22579135264472744 - np.log(scale), -np.inf)


def scipy_stats_halfnorm_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, 0.7978845608028654 * np.exp(-0.5 * z * z) / scale, 0.0)


def scipy_stats_halfnorm_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, special.erf(z * 0.7071067811865476), 0.0)


def scipy_stats_rayleigh_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.log(z) - 0.5 * z * z - np.log(scale), -np.inf)


def scipy_stats_rayleigh_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, z * np.exp(-0.5 * z * z) / scale, 0.0)


def scipy_stats_rayleigh_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, -np.expm1(-0.5 * z * z), 0.0)


def scipy_stats_rayleigh_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.exp(-0.5 * z * z), 1.0)


def scipy_stats_lognorm_logpdf(x, s, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(s, 0))
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside,
        -0.5 * (np.log(z) / s) ** 2 - 0.9189385332046727 - np.log(s * z) - np.log(scale),
        -np.inf,
    )


def scipy_stats_lognorm_pdf(x, s, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(s, 0))
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside, np.exp(-0.5 * (np.log(z) / s) ** 2) / (2.5066282746310002 * s * z * scale), 0.0
    )


def scipy_stats_lognorm_cdf(x, s, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(s, 0))
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, special.ndtr(np.log(z) / s), 0.0)


def scipy_stats_lognorm_sf(x, s, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(s, 0))
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, special.ndtr(-np.log(z) / s), 1.0)


def scipy_stats_gamma_logpdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(a, 0))
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside, adc_log_power(z, a - 1.0) - z - special.gammaln(a) - np.log(scale), -np.inf
    )


def scipy_stats_gamma_pdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(a, 0))
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.exp(adc_log_power(z, a - 1.0) - z - special.gammaln(a)) / scale, 0.0)


def scipy_stats_invgamma_logpdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(a, 0))
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside, -(a + 1.0) * np.log(z) - special.gammaln(a) - 1.0 / z - np.log(scale), -np.inf
    )


def scipy_stats_invgamma_pdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(a, 0))
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside, np.exp(-(a + 1.0) * np.log(z) - special.gammaln(a) - 1.0 / z) / scale, 0.0
    )


def scipy_stats_beta_logpdf(x, a, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(np.minimum(a, b), 0))
    inside = ~((z < 0.0) | (z > 1.0))
    z = np.where(inside, z, 0.5)
    found = (
        adc_log_power(z, a - 1.0)
        + adc_log_power(1.0 - z, b - 1.0)
        - special.gammaln(a)
        - special.gammaln(b)
        + special.gammaln(a + b)
        - np.log(scale)
    )
    return np.where(inside, found, -np.inf)


def scipy_stats_beta_pdf(x, a, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(np.minimum(a, b), 0))
    inside = ~((z < 0.0) | (z > 1.0))
    z = np.where(inside, z, 0.5)
    found = (
        np.exp(
            adc_log_power(z, a - 1.0)
            + adc_log_power(1.0 - z, b - 1.0)
            - special.gammaln(a)
            - special.gammaln(b)
            + special.gammaln(a + b)
        )
        / scale
    )
    return np.where(inside, found, 0.0)


def scipy_stats_weibull_min_logpdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(c, 0))
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.log(c) + adc_log_power(z, c - 1.0) - z**c - np.log(scale), -np.inf)


def scipy_stats_weibull_min_pdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(c, 0))
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, c * np.exp(adc_log_power(z, c - 1.0) - z**c) / scale, 0.0)


def scipy_stats_weibull_min_cdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(c, 0))
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, -np.expm1(-(z**c)), 0.0)


def scipy_stats_weibull_min_sf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(c, 0))
    inside = ~(z <= 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.exp(-(z**c)), 1.0)


def scipy_stats_chi2_logpdf(x, df, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(df, 0))
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    found = (
        adc_log_power(z, 0.5 * df - 1.0)
        - 0.5 * z
        - special.gammaln(0.5 * df)
        - 0.5 * df * 0.6931471805599453
        - np.log(scale)
    )
    return np.where(inside, found, -np.inf)


def scipy_stats_chi2_pdf(x, df, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(df, 0))
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    found = (
        np.exp(
            adc_log_power(z, 0.5 * df - 1.0)
            - 0.5 * z
            - special.gammaln(0.5 * df)
            - 0.5 * df * 0.6931471805599453
        )
        / scale
    )
    return np.where(inside, found, 0.0)


def scipy_stats_poisson_logpmf(k, mu, loc=0):
    k = adc_counts(k, loc, np.greater_equal(mu, 0))
    inside = ~((k < 0.0) | (np.floor(k) < k))
    k = np.where(inside, k, 1.0)
    return np.where(inside, special.xlogy(k, mu) - special.gammaln(k + 1.0) - mu, -np.inf)


def scipy_stats_poisson_pmf(k, mu, loc=0):
    return np.exp(scipy_stats_poisson_logpmf(k, mu, loc))


def scipy_stats_binom_logpmf(k, n, p, loc=0):
    k = adc_counts(k, loc, adc_trials(n, p))
    inside = ~((k < 0.0) | (k > n) | (np.floor(k) < k))
    k = np.where(inside, k, 0.0)
    ways = special.gammaln(n + 1.0) - special.gammaln(k + 1.0) - special.gammaln(n - k + 1.0)
    return np.where(inside, ways + special.xlogy(k, p) + special.xlogy(n - k, 1.0 - p), -np.inf)


def scipy_stats_binom_pmf(k, n, p, loc=0):
    return np.exp(scipy_stats_binom_logpmf(k, n, p, loc))


def scipy_stats_bernoulli_logpmf(k, p, loc=0):
    return scipy_stats_binom_logpmf(k, 1, p, loc)


def scipy_stats_bernoulli_pmf(k, p, loc=0):
    return np.exp(scipy_stats_binom_logpmf(k, 1, p, loc))


def scipy_stats_multivariate_normal_logpdf(x, mean, cov):
    x, mean, cov = np.asarray(x), np.asarray(mean), np.asarray(cov)
    factor = np.linalg.cholesky(cov)
    apart = linalg.solve_triangular(factor, np.transpose(x - mean), lower=True)
    logs = 2.0 * np.sum(np.log(np.diag(factor))) + cov.shape[0] * 1.8378770664093453
    return -0.5 * (np.sum(apart * apart, axis=0) + logs)


def scipy_stats_multivariate_normal_pdf(x, mean, cov):
    return np.exp(scipy_stats_multivariate_normal_logpdf(x, mean, cov))
