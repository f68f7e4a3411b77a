# More distributions of scipy.stats, as adc reads them (`adc/lowering/numpy/written.py`): not to
# be imported. By the formulas of SciPy's reference.

import numpy as np
from scipy import special


def scipy_stats_pareto_logpdf(x, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(b, 0))
    inside = ~(z < 1.0)
    z = np.where(inside, z, 1.5)
    return np.where(inside, np.log(b) - (b + 1.0) * np.log(z) - np.log(scale), -np.inf)


def scipy_stats_pareto_pdf(x, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(b, 0))
    inside = ~(z < 1.0)
    z = np.where(inside, z, 1.5)
    return np.where(inside, np.exp(np.log(b) - (b + 1.0) * np.log(z)) / scale, 0.0)


def scipy_stats_pareto_cdf(x, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(b, 0))
    below, above = z < 1.0, z == np.inf
    z = np.where(below | above, 1.5, z)
    return np.where(below, 0.0, np.where(above, 1.0, 1.0 - z**-b))


def scipy_stats_pareto_sf(x, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(b, 0))
    below, above = z < 1.0, z == np.inf
    z = np.where(below | above, 1.5, z)
    return np.where(below, 1.0, np.where(above, 0.0, z**-b))


def scipy_stats_maxwell_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside, -0.22579135264472738 + adc_log_power(z, 2.0) - 0.5 * z * z - np.log(scale), -np.inf
    )


def scipy_stats_maxwell_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside, np.exp(-0.22579135264472738 + adc_log_power(z, 2.0) - 0.5 * z * z) / scale, 0.0
    )


def scipy_stats_maxwell_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    below, above = z < 0.0, z == np.inf
    z = np.where(below | above, 0.5, z)
    return np.where(below, 0.0, np.where(above, 1.0, special.gammainc(1.5, 0.5 * z * z)))


def scipy_stats_maxwell_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    below, above = z < 0.0, z == np.inf
    z = np.where(below | above, 0.5, z)
    return np.where(below, 1.0, np.where(above, 0.0, special.gammaincc(1.5, 0.5 * z * z)))


def scipy_stats_f_logpdf(x, dfn, dfd, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(np.minimum(dfn, dfd), 0))
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside,
        0.5 * dfd * np.log(dfd)
        + 0.5 * dfn * np.log(dfn)
        + adc_log_power(z, 0.5 * dfn - 1.0)
        - 0.5 * (dfn + dfd) * np.log(dfd + dfn * z)
        - special.betaln(0.5 * dfn, 0.5 * dfd)
        - np.log(scale),
        -np.inf,
    )


def scipy_stats_f_pdf(x, dfn, dfd, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(np.minimum(dfn, dfd), 0))
    inside = ~(z < 0.0)
    z = np.where(inside, z, 0.5)
    return np.where(
        inside,
        np.exp(
            0.5 * dfd * np.log(dfd)
            + 0.5 * dfn * np.log(dfn)
            + adc_log_power(z, 0.5 * dfn - 1.0)
            - 0.5 * (dfn + dfd) * np.log(dfd + dfn * z)
            - special.betaln(0.5 * dfn, 0.5 * dfd)
        )
        / scale,
        0.0,
    )


def scipy_stats_f_cdf(x, dfn, dfd, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(np.minimum(dfn, dfd), 0))
    below, above = z <= 0.0, z == np.inf
    z = np.where(below | above, 0.5, z)
    return np.where(
        below,
        0.0,
        np.where(above, 1.0, special.betainc(0.5 * dfn, 0.5 * dfd, dfn * z / (dfd + dfn * z))),
    )


def scipy_stats_f_sf(x, dfn, dfd, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(np.minimum(dfn, dfd), 0))
    below, above = z <= 0.0, z == np.inf
    z = np.where(below | above, 0.5, z)
    return np.where(
        below,
        1.0,
        np.where(above, 0.0, special.betainc(0.5 * dfd, 0.5 * dfn, dfd / (dfd + dfn * z))),
    )


def scipy_stats_gumbel_l_logpdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return z - np.exp(z) - np.log(scale)


def scipy_stats_gumbel_l_pdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.exp(z - np.exp(z)) / scale


def scipy_stats_gumbel_l_cdf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return -np.expm1(-np.exp(z))


def scipy_stats_gumbel_l_sf(x, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return np.exp(-np.exp(z))


def scipy_stats_skewnorm_logpdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return (
        0.6931471805599453
        - 0.5 * z * z
        - 0.9189385332046727
        + special.log_ndtr(a * z)
        - np.log(scale)
    )


def scipy_stats_skewnorm_pdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale)
    return (
        np.exp(0.6931471805599453 - 0.5 * z * z - 0.9189385332046727 + special.log_ndtr(a * z))
        / scale
    )


def scipy_stats_vonmises_logpdf(x, kappa, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater_equal(kappa, 0))
    return (
        kappa * (np.cos(z) - 1.0) - 1.8378770664093453 - np.log(special.i0e(kappa)) - np.log(scale)
    )


def scipy_stats_vonmises_pdf(x, kappa, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater_equal(kappa, 0))
    return (
        np.exp(kappa * (np.cos(z) - 1.0) - 1.8378770664093453 - np.log(special.i0e(kappa))) / scale
    )


def adc_normal_mass(a, b):
    # The normal distribution's between a and b, by the tail that both are in.
    upper = np.greater(a, 0.0)
    low, high = np.where(upper, -b, a), np.where(upper, -a, b)
    return special.ndtr(high) - special.ndtr(low)


def scipy_stats_truncnorm_logpdf(x, a, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.less(a, b))
    inside = ~((z < a) | (z > b))
    z = np.where(inside, z, 0.5 * (np.maximum(a, -9.0) + np.minimum(b, 9.0)))
    return np.where(
        inside,
        -0.5 * z * z - 0.9189385332046727 - np.log(adc_normal_mass(a, b)) - np.log(scale),
        -np.inf,
    )


def scipy_stats_truncnorm_pdf(x, a, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.less(a, b))
    inside = ~((z < a) | (z > b))
    z = np.where(inside, z, 0.5 * (np.maximum(a, -9.0) + np.minimum(b, 9.0)))
    return np.where(
        inside,
        np.exp(-0.5 * z * z - 0.9189385332046727 - np.log(adc_normal_mass(a, b))) / scale,
        0.0,
    )


def scipy_stats_truncnorm_cdf(x, a, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.less(a, b))
    below, above = z <= a, z >= b
    z = np.where(below | above, 0.5 * (np.maximum(a, -9.0) + np.minimum(b, 9.0)), z)
    return np.where(
        below,
        0.0,
        np.where(above, 1.0, adc_normal_mass(a, z) / adc_normal_mass(a, b)),
    )


def scipy_stats_powerlaw_logpdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(a, 0))
    inside = ~((z < 0.0) | (z > 1.0))
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.log(a) + adc_log_power(z, a - 1.0) - np.log(scale), -np.inf)


def scipy_stats_powerlaw_pdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(a, 0))
    inside = ~((z < 0.0) | (z > 1.0))
    z = np.where(inside, z, 0.5)
    return np.where(inside, np.exp(np.log(a) + adc_log_power(z, a - 1.0)) / scale, 0.0)


def scipy_stats_powerlaw_cdf(x, a, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.greater(a, 0))
    below, above = z <= 0.0, z >= 1.0
    z = np.where(below | above, 0.5, z)
    return np.where(below, 0.0, np.where(above, 1.0, z**a))


def scipy_stats_loguniform_pdf(x, a, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.less(0, a) & np.less(a, b))
    inside = ~((z < a) | (z > b))
    return np.where(inside, 1.0 / (np.where(inside, z, a) * np.log(b / a) * scale), 0.0)


def scipy_stats_loguniform_logpdf(x, a, b, loc=0, scale=1):
    z = adc_standard(x, loc, scale, np.less(0, a) & np.less(a, b))
    inside = ~((z < a) | (z > b))
    found = -np.log(np.where(inside, z, a)) - np.log(np.log(b / a)) - np.log(scale)
    return np.where(inside, found, -np.inf)


def scipy_stats_loguniform_cdf(x, a, b, loc=0, scale=1):
    z = np.clip(adc_standard(x, loc, scale, np.less(0, a) & np.less(a, b)), a, b)
    return np.log(z / a) / np.log(b / a)


def scipy_stats_erlang_pdf(x, a, loc=0, scale=1):
    return scipy_stats_gamma_pdf(x, a, loc, scale)


def scipy_stats_erlang_logpdf(x, a, loc=0, scale=1):
    return scipy_stats_gamma_logpdf(x, a, loc, scale)


def scipy_stats_geom_logpmf(k, p, loc=0):
    k = adc_counts(k, loc, np.less(0, p) & np.less_equal(p, 1))
    inside = ~((k < 1.0) | (np.floor(k) < k))
    k = np.where(inside, k, 1.0)
    return np.where(inside, special.xlog1py(k - 1.0, -p) + np.log(p), -np.inf)


def scipy_stats_geom_pmf(k, p, loc=0):
    return np.exp(scipy_stats_geom_logpmf(k, p, loc))


def scipy_stats_geom_cdf(k, p, loc=0):
    k = np.floor(adc_counts(k, loc, np.less(0, p) & np.less_equal(p, 1)))
    inside = ~(k < 1.0)
    return np.where(inside, -np.expm1(np.log1p(-p) * np.where(inside, k, 1.0)), 0.0)


def scipy_stats_nbinom_logpmf(k, n, p, loc=0):
    k = adc_counts(k, loc, np.less(0, n) & np.less(0, p) & np.less_equal(p, 1))
    inside = ~((k < 0.0) | (np.floor(k) < k))
    k = np.where(inside, k, 0.0)
    ways = special.gammaln(n + k) - special.gammaln(k + 1.0) - special.gammaln(n)
    return np.where(inside, ways + n * np.log(p) + special.xlog1py(k, -p), -np.inf)


def scipy_stats_nbinom_pmf(k, n, p, loc=0):
    return np.exp(scipy_stats_nbinom_logpmf(k, n, p, loc))


def scipy_stats_binom_cdf(k, n, p, loc=0):
    k = np.floor(adc_counts(k, loc, adc_trials(n, p)))
    inside = ~((k < 0.0) | (k >= n))
    own = np.where(inside, k, 0.0)
    found = special.betainc(np.where(inside, n - own, 1.0), own + 1.0, 1.0 - p)
    return np.where(inside, found, np.where(k < 0.0, 0.0, 1.0))
