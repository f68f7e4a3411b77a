# Further distributions of SciPy, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported. Densities are those of scipy.stats' documentation; where one is 0, derivatives are.

import numpy as np
from scipy import special


def scipy_stats_poisson_sf(k, mu, loc=0):
    k = np.floor(adc_counts(k, loc, np.greater_equal(mu, 0)))
    inside = ~(k < 0.0)
    found = special.gammainc(np.where(inside, k, 0.0) + 1.0, mu)
    return np.where(inside, found, 1.0)


def scipy_stats_binom_sf(k, n, p, loc=0):
    k = np.floor(adc_counts(k, loc, adc_trials(n, p)))
    inside = ~((k < 0.0) | (k >= n))
    own = np.where(inside, k, 0.0)
    found = special.betainc(own + 1.0, np.where(inside, n - own, 1.0), p)
    return np.where(inside, found, np.where(k < 0.0, 1.0, 0.0))


def scipy_stats_nbinom_cdf(k, n, p, loc=0):
    k = np.floor(adc_counts(k, loc, np.less(0, n) & np.less(0, p) & np.less_equal(p, 1)))
    inside = ~(k < 0.0)
    return np.where(inside, special.betainc(n, np.where(inside, k, 0.0) + 1.0, p), 0.0)


def scipy_stats_nbinom_sf(k, n, p, loc=0):
    k = np.floor(adc_counts(k, loc, np.less(0, n) & np.less(0, p) & np.less_equal(p, 1)))
    inside = ~(k < 0.0)
    return np.where(inside, special.betaincc(n, np.where(inside, k, 0.0) + 1.0, p), 1.0)


def scipy_stats_geom_sf(k, p, loc=0):
    k = np.floor(adc_counts(k, loc, np.less(0, p) & np.less_equal(p, 1)))
    inside = ~(k < 1.0)
    return np.where(inside, np.exp(np.log1p(-p) * np.where(inside, k, 1.0)), 1.0)


def scipy_stats_randint_pmf(k, low, high, loc=0):
    k = adc_counts(k, loc, np.less(low, high))
    inside = ~((k < low) | (k >= high) | (np.floor(k) < k))
    return np.where(inside, 1.0 / np.subtract(high, low) + 0.0 * k, 0.0)


def adc_limited(z, c):
    # log(1 + c*z)/c where 1 + c*z is positive, and which elements these are; z where c is 0.
    z = np.where(np.isinf(z) & np.equal(c, 0), np.sign(z) * 1e300, z)
    u = 1.0 + c * z
    if np.any(u == 0.0):
        raise ValueError("the end of a distribution is not supported")
    inside = ~(u <= 0.0)
    near = np.abs(c * z) < 1e-2
    v = np.where(near, c * z, 0.0)
    series = 0.0
    for k in range(10, 0, -1):
        series = 1.0 / k - v * series
    far = np.log1p(np.where(inside & ~near, c * z, 1.0)) / np.where(near, 1.0, c)
    return np.where(near, z * series, far), inside


def scipy_stats_genextreme_logpdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    y, inside = adc_limited(-z, c)
    inside = inside & ~(z == -np.inf)
    y = np.where(inside, y, 0.0)
    return np.where(inside, (1.0 - c) * y - np.exp(y), -np.inf) - np.log(scale)


def scipy_stats_genextreme_pdf(x, c, loc=0, scale=1):
    return np.exp(scipy_stats_genextreme_logpdf(x, c, loc, scale))


def scipy_stats_genextreme_logcdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    y, inside = adc_limited(-z, c)
    beyond = np.where(np.greater(c, 0), 0.0, -np.inf)
    return np.where(inside, -np.exp(y), beyond)


def scipy_stats_genextreme_cdf(x, c, loc=0, scale=1):
    return np.exp(scipy_stats_genextreme_logcdf(x, c, loc, scale))


def scipy_stats_genextreme_sf(x, c, loc=0, scale=1):
    return -np.expm1(scipy_stats_genextreme_logcdf(x, c, loc, scale))


def scipy_stats_genextreme_ppf(q, c, loc=0, scale=1):
    inside = np.greater(q, 0) & np.less(q, 1)
    x = -np.log(-np.log(np.where(inside, q, 0.5)))
    # (1 - exp(-c*x))/c
    found = x * special.exprel(-c * x)
    if np.any(np.logical_not(inside)):
        raise ValueError("quantiles of 0, 1 and beyond are not supported")
    return found * scale + loc


def scipy_stats_genpareto_logpdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    y, inside = adc_limited(z, c)
    inside = inside & ~(z < 0.0)
    return np.where(inside, -(c + 1.0) * y, -np.inf) - np.log(scale)


def scipy_stats_genpareto_pdf(x, c, loc=0, scale=1):
    return np.exp(scipy_stats_genpareto_logpdf(x, c, loc, scale))


def scipy_stats_genpareto_sf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    y, inside = adc_limited(z, c)
    return np.where(z < 0.0, 1.0, np.where(inside, np.exp(-y), 0.0))


def scipy_stats_genpareto_cdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    y, inside = adc_limited(z, c)
    return np.where(z < 0.0, 0.0, np.where(inside, -np.expm1(-y), 1.0))


def scipy_stats_genpareto_ppf(q, c, loc=0, scale=1):
    if np.any(np.logical_not(np.greater_equal(q, 0) & np.less(q, 1))):
        raise ValueError("quantiles of 1, below 0 and beyond are not supported")
    x = -np.log1p(-np.asarray(q))
    return x * special.exprel(c * x) * scale + loc


def scipy_stats_weibull_max_logpdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(c, 0))
    inside = ~((z > 0.0) | (z == -np.inf))
    y = np.where(inside, -z, 1.0)
    power = np.where(z == 0.0, 0.0, np.where(z == 0.0, 1.0, y) ** c)
    logs = np.log(c) + adc_log_power(y, c - 1.0) - power - np.log(scale)
    return np.where(inside, logs, -np.inf)


def scipy_stats_weibull_max_pdf(x, c, loc=0, scale=1):
    return np.exp(scipy_stats_weibull_max_logpdf(x, c, loc, scale))


def scipy_stats_weibull_max_cdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(c, 0))
    inside = ~(z >= 0.0)
    return np.where(inside, np.exp(-(np.where(inside, -z, 1.0) ** c)), 1.0)


def scipy_stats_invgauss_logpdf(x, mu, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(mu, 0))
    inside = ~((z <= 0.0) | (z == np.inf))
    y = np.where(inside, z, 1.0)
    away = (y - mu) / mu
    logs = -0.9189385332046727 - 1.5 * np.log(y) - away * away / (2.0 * y)
    return np.where(inside, logs, -np.inf) - np.log(scale)


def scipy_stats_invgauss_pdf(x, mu, loc=0, scale=1):
    return np.exp(scipy_stats_invgauss_logpdf(x, mu, loc, scale))


def scipy_stats_chi_logpdf(x, df, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(df, 0))
    inside = ~((z < 0.0) | (z == np.inf))
    y = np.where(inside, z, 1.0)
    front = 0.6931471805599453 * (1.0 - 0.5 * df) - special.gammaln(0.5 * df)
    logs = front + adc_log_power(y, df - 1.0) - 0.5 * y * y
    return np.where(inside, logs, -np.inf) - np.log(scale)


def scipy_stats_chi_pdf(x, df, loc=0, scale=1):
    return np.exp(scipy_stats_chi_logpdf(x, df, loc, scale))


def scipy_stats_chi_cdf(x, df, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(df, 0))
    inside = ~(z <= 0.0)
    y = np.where(inside, z, 1.0)
    return np.where(inside, special.gammainc(0.5 * df, 0.5 * y * y), 0.0)


def scipy_stats_triang_pdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater_equal(c, 0) & np.less_equal(c, 1))
    inside = ~((z < 0.0) | (z > 1.0))
    up = z < c
    rising = 2.0 * z / np.where(up, c, 1.0)
    falling = 2.0 * (1.0 - z) / np.where(np.equal(c, 1), 1.0, 1.0 - c)
    last = np.equal(c, 1) & (z >= c)
    found = np.where(last, 2.0 * z, np.where(up, rising, falling))
    return np.where(inside, found, 0.0) / scale


def scipy_stats_triang_cdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater_equal(c, 0) & np.less_equal(c, 1))
    up = z < c
    rising = z * z / np.where(up, c, 1.0)
    falling = (z * z - 2.0 * z + c) / np.where(np.equal(c, 1), 1.0, c - 1.0)
    last = np.equal(c, 1) & (z >= c)
    found = np.where(last, z * z, np.where(up, rising, falling))
    return np.where(z <= 0.0, 0.0, np.where(z >= 1.0, 1.0, found))


def scipy_stats_halfcauchy_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    logs = -0.4515827052894548 - np.log1p(z * z)
    return np.where(z < 0.0, -np.inf, logs) - np.log(scale)


def scipy_stats_halfcauchy_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.where(z < 0.0, 0.0, 0.6366197723675814 / (1.0 + z * z)) / scale


def scipy_stats_halfcauchy_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.where(z < 0.0, 0.0, 0.6366197723675814 * np.arctan(z))


def scipy_stats_fisk_logpdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(c, 0))
    inside = ~((z < 0.0) | (z == np.inf))
    y = np.where(inside, z, 1.0)
    logs = c * np.log(np.where(y == 0.0, 1.0, y))
    rest = np.where(y == 0.0, 0.0, 2.0 * np.logaddexp(0.0, logs))
    found = np.log(c) + adc_log_power(y, c - 1.0) - rest
    return np.where(inside, found, -np.inf) - np.log(scale)


def scipy_stats_fisk_pdf(x, c, loc=0, scale=1):
    return np.exp(scipy_stats_fisk_logpdf(x, c, loc, scale))


def scipy_stats_fisk_cdf(x, c, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(c, 0))
    inside = ~(z <= 0.0)
    return np.where(inside, special.expit(c * np.log(np.where(inside, z, 1.0))), 0.0)


def scipy_stats_gennorm_logpdf(x, beta, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(beta, 0))
    front = np.log(0.5 * beta) - special.gammaln(1.0 / beta)
    return front - np.abs(z) ** beta - np.log(scale)


def scipy_stats_gennorm_pdf(x, beta, loc=0, scale=1):
    return np.exp(scipy_stats_gennorm_logpdf(x, beta, loc, scale))


def scipy_stats_levy_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~((z <= 0.0) | (z == np.inf))
    y = np.where(inside, z, 1.0)
    logs = -0.9189385332046727 - 1.5 * np.log(y) - 0.5 / y
    return np.where(inside, logs, -np.inf) - np.log(scale)


def scipy_stats_levy_pdf(x, loc=0, scale=1):
    return np.exp(scipy_stats_levy_logpdf(x, loc, scale))


def scipy_stats_levy_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z <= 0.0)
    root = np.sqrt(0.5 / np.where(inside, z, 1.0))
    return np.where(inside, special.erfc(root), 0.0)
