"""Densities and other functions of scipy.stats."""

from __future__ import annotations

from tests.readings.table import Reading, text

_HEAD = """\
import numpy as np
import scipy.stats as st
from scipy import integrate, special
from scipy import stats
from scipy.stats import multivariate_normal as mvn
from scipy.stats import norm
def f(x: "float64[N]", X: "float64[N, M]", m: float, s: float):
    C = X.T @ X + np.eye(X.shape[1])
    k = np.arange(-1, 4)
    E = np.array([np.nan, -1.0, 0.0, 1.0, s])
    return """


def given(expression: str, smooth: bool = True) -> Reading:
    return text(_HEAD + expression + "\n", smooth=smooth)


READINGS = (
    given("norm.pdf(x, m, s) + norm.logpdf(x, loc=m, scale=s) + norm.cdf(x) + stats.norm.sf(x, m)"),
    given("st.norm.logcdf(x) + norm.logsf(x, m, s)"),
    given("st.norm.ppf(x / 4, m, s) * norm.isf(x / 3, scale=s) + norm.isf(x / 5)"),
    given("st.norm.pdf(x.astype(np.float32)) + s", smooth=False),
    given("stats.expon.pdf(x - 1, scale=s) + stats.expon.logpdf(x) + stats.expon.cdf(x - 1, m)"),
    given("stats.uniform.pdf(x, 0.4, s) * s + stats.laplace.logpdf(x, m, s) + st.laplace.cdf(x)"),
    given("stats.cauchy.logpdf(x, m, s) + stats.cauchy.cdf(x) + stats.t.logpdf(x, 4.5, m, s)"),
    given("stats.gamma.logpdf(x, m, scale=s) + stats.gamma.pdf(x - 1, 2.5) + stats.chi2.pdf(x, m)"),
    given("stats.beta.logpdf(x / 3, m, s) + stats.beta.pdf(x - 0.6, 2, s)"),
    given("stats.lognorm.logpdf(x, s, scale=m) + stats.lognorm.cdf(x - 1, m)"),
    given(
        "stats.weibull_min.logpdf(x, m, scale=s) + stats.rayleigh.logpdf(x) + st.halfnorm.pdf(x)"
    ),
    given("stats.logistic.logpdf(x, m, s) + stats.logistic.cdf(x) + stats.invgamma.logpdf(x, m)"),
    given("stats.poisson.pmf(k, m) + stats.binom.pmf(k, 3, s / 2) + stats.bernoulli.pmf(k, s / 2)"),
    given("mvn.logpdf(X, X[0], C) * s + mvn.pdf(X[1], mean=X[0], cov=C)"),
    given("np.sum(stats.zscore(X) ** 3) + np.sum(stats.gmean(X)) + np.sum(stats.hmean(X, axis=1))"),
    given("np.sum(stats.skew(X)) + np.sum(stats.kurtosis(X, axis=1)) + np.sum(stats.sem(X))"),
    given("stats.chi2.cdf(3 * x, 3) + stats.gamma.sf(x, m, scale=s) * stats.gamma.cdf(x, 2.5)"),
    given("stats.beta.cdf(x / 2, m, s) - stats.beta.sf(x / 3, 2, 3) + stats.chi2.sf(x, s)"),
    given("stats.t.cdf(x - 1, 4) * stats.t.sf(x, s + 2, m) + stats.t.cdf(x - x, 3) * s"),
    given("stats.poisson.cdf(k, m) * s + stats.gumbel_r.cdf(x, m, s) - st.gumbel_r.logpdf(x)"),
    given("special.gammainc(m, 4 * x) + special.gammaincc(2.5, x) * special.betaincc(m, 3, x / 2)"),
    given("special.j0(x) * special.j1(40 * x) + special.j0(30 * s) - special.j1(-x)"),
    given("special.i0(x) * special.i1e(40 * x) + special.i0e(-30 * s) - special.i1(-x) * np.i0(m)"),
    given("special.k0(x) * special.k1(x / 9) + special.k0e(30 * s) * special.k1e(m)"),
    given("integrate.simpson(x) + integrate.simpson(x[:4], dx=s) * integrate.simpson(x[:2])"),
    given("integrate.simpson(x, x=np.cumsum(x)) * integrate.simpson(x[:4], x=x[:4] + 2 * k[:4])"),
    # At the edges of what is possible.
    given("special.gammainc([0, 1, 2, -1, 1], [1, 0, np.inf, 1, -1.0]) + s * k", smooth=False),
    given(
        "special.betainc([1, 2, 0, 2, 1.0], [2, 2, 2, 0, 3], [0, 1, 0.5, 0.5, 2]) + s * k",
        smooth=False,
    ),
    given("special.k0(k / 2.0) + special.k1(k) + special.j1(k * 0.0) + s", smooth=False),
    given("stats.gamma.pdf(k / 2, 1.0) + stats.gamma.pdf(k, 2.5) + stats.chi2.pdf(k, 2) + s"),
    given("stats.beta.pdf(k / 2, 1.0, 2.0) + stats.beta.pdf(k, 2.0, 1.0) + s"),
    given("stats.weibull_min.pdf(k, 1.0) + stats.weibull_min.pdf(k, 2.0) + stats.expon.pdf(k) + s"),
    # NaN, and parameters that the distributions have not, give NaN.
    given("sum(d.pdf(E) + d.cdf(E) for d in (st.expon, st.uniform, st.rayleigh, norm)) + s", False),
    given("st.gamma.pdf(E, m) + st.beta.logpdf(E, 1, m) + st.pareto.pdf(E, m) + s", smooth=False),
    given("st.poisson.pmf(E, m) + st.binom.cdf(E, 3, m / 2) + st.geom.cdf(E, m / 2)", False),
    given("norm.pdf(x, m, -s) * st.expon.ppf(x, scale=s - s) + st.uniform.cdf(x, m, -s)", False),
    given("np.array([st.gamma.pdf(m, -s), st.t.pdf(m, -s), norm.std(m, -s)])", smooth=False),
    given("st.binom.pmf([1, 2, 5], 4.5, m / 3) + st.binom.pmf(k[:3], 4, m + s)", smooth=False),
    given(
        "np.array([st.beta.pdf(m, -s, 2), st.truncnorm.pdf(m, 1, 0.5), st.poisson.pmf(2, -s)])",
        False,
    ),
    # Tails, and the edges of supports.
    given("st.t.sf(40 * x, 3) + st.t.cdf(-900 * x, s) + st.t.sf([0.0, np.inf, -np.inf, 1, m], 3)"),
    given("st.cauchy.sf(1e4 * x, m) + st.cauchy.cdf(-1e4 * x, s) + st.cauchy.ppf(1e-9 * x)"),
    given("st.cauchy.isf([0.0, 1.0, 0.3, 0.9, 0.5]) + st.f.pdf([0.0, m, 1, 2, -1], 2, 5)", False),
)
