# More functions of scipy.special, densities of samples, means and variances, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported. By the formulas of SciPy's reference.

import numpy as np
from scipy import special


def scipy_special_chdtr(v, x):
    return special.gammainc(0.5 * np.asarray(v), 0.5 * np.asarray(x))


def scipy_special_chdtrc(v, x):
    return special.gammaincc(0.5 * np.asarray(v), 0.5 * np.asarray(x))


def scipy_special_fdtr(dfn, dfd, x):
    return special.betainc(0.5 * dfn, 0.5 * dfd, dfn * x / (dfd + dfn * x))


def scipy_special_gdtr(a, b, x):
    return special.gammainc(b, a * x)


def adc_power_of(log, lmbda):
    # (exp(lmbda*log) - 1)/lmbda, by its series where little is left of the difference.
    u = lmbda * log
    near = np.abs(u) < 0.1
    small = np.where(near, u, 0.0)
    series = 1.0
    for k in range(11, 1, -1):
        series = 1.0 + small / k * series
    zero = np.equal(lmbda, 0.0)
    power = np.where(near | zero, 1.0, lmbda)
    far = np.where(zero, log, np.expm1(power * np.where(near, 1.0, log)) / power)
    return np.where(near, np.where(near, log, 1.0) * series, far)


def scipy_special_boxcox(x, lmbda):
    return adc_power_of(np.log(x), lmbda)


def scipy_special_boxcox1p(x, lmbda):
    return adc_power_of(np.log1p(x), lmbda)


def scipy_special_inv_boxcox(y, lmbda):
    # exp(log(1 + lmbda*y)/lmbda), by the logarithm's series where that is near 0/0.
    u = np.asarray(lmbda) * y
    near = np.abs(u) < 0.01
    small = np.where(near, u, 0.0)
    series = 0.0
    for k in range(9, 0, -1):
        series = 1.0 / k - small * series
    power = np.where(near, 1.0, lmbda)
    far = np.log1p(np.where(near, 1.0, u)) / power
    return np.exp(np.where(near, y * series, far))


def scipy_special_cosm1(x):
    return -2.0 * np.sin(0.5 * np.asarray(x)) ** 2


def adc_degree(n):
    if n < 0:
        raise NotImplementedError("for orders from 0 on")


def scipy_special_kn(n, x):
    adc_degree(n)
    before, found = special.k0(x), special.k1(x)
    if n == 0:
        return before
    for k in range(1, n):
        after = before + 2.0 * k / x * found
        before = found
        found = after
    return found


def scipy_special_eval_chebyu(n, x):
    adc_degree(n)
    before, found = np.zeros_like(x), np.ones_like(x)
    for _ in range(n):
        after = 2.0 * x * found - before
        before = found
        found = after
    return found


def scipy_special_eval_genlaguerre(n, alpha, x):
    adc_degree(n)
    before, found = np.zeros_like(x), np.ones_like(x)
    for k in range(n):
        after = ((2.0 * k + 1.0 + alpha - x) * found - (k + alpha) * before) / (k + 1.0)
        before = found
        found = after
    return found


def scipy_special_eval_laguerre(n, x):
    return scipy_special_eval_genlaguerre(n, 0.0, x)


def scipy_special_eval_gegenbauer(n, alpha, x):
    adc_degree(n)
    before, found = np.zeros_like(x), np.ones_like(x)
    for k in range(n):
        after = (2.0 * (k + alpha) * x * found - (k + 2.0 * alpha - 1.0) * before) / (k + 1.0)
        before = found
        found = after
    return found


class scipy_stats_gaussian_kde:
    def __init__(self, dataset, bw_method=None):
        data = np.asarray(dataset)
        if data.ndim != 1:
            raise NotImplementedError("for a vector of data")
        n = len(data)
        if bw_method is None or isinstance(bw_method, str):
            if bw_method not in (None, "scott", "silverman"):
                raise NotImplementedError("for a number, scott and silverman")
            base = 0.75 * n if bw_method == "silverman" else 1.0 * n
            self.factor = base ** (-1.0 / 5.0)
        else:
            self.factor = bw_method
        self.n = n
        self._data = data
        self._spread = np.var(data, ddof=1) * self.factor**2

    def evaluate(self, points):
        away = np.atleast_1d(points)[:, None] - self._data
        found = np.sum(np.exp(-0.5 * away * away / self._spread), axis=-1)
        return found / (self.n * np.sqrt(2.0 * np.pi * self._spread))

    def __call__(self, points):
        return self.evaluate(points)

    def pdf(self, x):
        return self.evaluate(x)


def scipy_stats_trim_mean(a, proportiontocut, axis=0):
    a = np.asarray(a)
    if a.ndim != 1:
        raise NotImplementedError("for vectors")
    n = len(a)
    cut = int(proportiontocut * n)
    if 2 * cut >= n:
        raise ValueError("Proportion too big.")
    return np.mean(np.sort(a)[cut : n - cut])


def scipy_stats_scoreatpercentile(a, per):
    return np.percentile(a, per)


def scipy_stats_wasserstein_distance(u_values, v_values):
    u, v = np.asarray(u_values), np.asarray(v_values)
    both = np.sort(np.concatenate((u, v)))
    below = np.sum(u <= both[:-1, None], axis=-1) / len(u)
    other = np.sum(v <= both[:-1, None], axis=-1) / len(v)
    return np.sum(np.abs(below - other) * np.diff(both))


def scipy_stats_norm_mean(loc=0, scale=1):
    return np.where(np.greater(scale, 0), loc, np.nan)


def scipy_stats_norm_var(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + scale**2, np.nan)


def scipy_stats_norm_std(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + np.sqrt(scale**2), np.nan)


def scipy_stats_uniform_mean(loc=0, scale=1):
    return np.where(np.greater(scale, 0), loc + 0.5 * scale, np.nan)


def scipy_stats_uniform_var(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + scale**2 / 12.0, np.nan)


def scipy_stats_uniform_std(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + np.sqrt(scale**2 / 12.0), np.nan)


def scipy_stats_expon_mean(loc=0, scale=1):
    return np.where(np.greater(scale, 0), loc + scale, np.nan)


def scipy_stats_expon_var(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + scale**2, np.nan)


def scipy_stats_expon_std(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + np.sqrt(scale**2), np.nan)


def scipy_stats_gamma_mean(a, loc=0, scale=1):
    return np.where(np.greater(scale, 0) & np.greater(a, 0), loc + a * scale, np.nan)


def scipy_stats_gamma_var(a, loc=0, scale=1):
    return np.where(np.greater(scale, 0) & np.greater(a, 0), 0.0 * loc + a * scale**2, np.nan)


def scipy_stats_gamma_std(a, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(a, 0), 0.0 * loc + np.sqrt(a * scale**2), np.nan
    )


def scipy_stats_beta_mean(a, b, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(np.minimum(a, b), 0), loc + a / (a + b) * scale, np.nan
    )


def scipy_stats_beta_var(a, b, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(np.minimum(a, b), 0),
        a * b / ((a + b) ** 2 * (a + b + 1.0)) * scale**2 + 0.0 * loc,
        np.nan,
    )


def scipy_stats_beta_std(a, b, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(np.minimum(a, b), 0),
        np.sqrt(a * b / ((a + b) ** 2 * (a + b + 1.0)) * scale**2) + 0.0 * loc,
        np.nan,
    )


def scipy_stats_lognorm_mean(s, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(s, 0), loc + np.exp(0.5 * s**2) * scale, np.nan
    )


def scipy_stats_lognorm_var(s, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(s, 0),
        np.expm1(s**2) * np.exp(s**2) * scale**2 + 0.0 * loc,
        np.nan,
    )


def scipy_stats_lognorm_std(s, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(s, 0),
        np.sqrt(np.expm1(s**2) * np.exp(s**2) * scale**2) + 0.0 * loc,
        np.nan,
    )


def scipy_stats_chi2_mean(df, loc=0, scale=1):
    return np.where(np.greater(scale, 0) & np.greater(df, 0), loc + df * scale, np.nan)


def scipy_stats_chi2_var(df, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(df, 0), 0.0 * loc + 2.0 * df * scale**2, np.nan
    )


def scipy_stats_chi2_std(df, loc=0, scale=1):
    return np.where(
        np.greater(scale, 0) & np.greater(df, 0), 0.0 * loc + np.sqrt(2.0 * df * scale**2), np.nan
    )


def scipy_stats_logistic_mean(loc=0, scale=1):
    return np.where(np.greater(scale, 0), loc, np.nan)


def scipy_stats_logistic_var(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + np.pi**2 / 3.0 * scale**2, np.nan)


def scipy_stats_logistic_std(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + np.sqrt(np.pi**2 / 3.0 * scale**2), np.nan)


def scipy_stats_laplace_mean(loc=0, scale=1):
    return np.where(np.greater(scale, 0), loc, np.nan)


def scipy_stats_laplace_var(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + 2.0 * scale**2, np.nan)


def scipy_stats_laplace_std(loc=0, scale=1):
    return np.where(np.greater(scale, 0), 0.0 * loc + np.sqrt(2.0 * scale**2), np.nan)
