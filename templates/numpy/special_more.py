# Functions of whole numbers, integrals and polynomials of SciPy, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported. Formulas by the NIST Digital Library of
# Mathematical Functions (DLMF).

import numpy as np
from scipy import special


def scipy_special_polygamma(n, x):
    # DLMF 5.15.1.
    if not isinstance(n, int) or n < 0:
        raise NotImplementedError("for one order, 0 or more")
    if n == 0:
        return special.psi(x)
    front = -1.0
    for k in range(1, n + 1):
        front = -front * k
    return front * special.zeta(n + 1.0, np.asarray(x) * 1.0)


def scipy_special_factorial(n, exact=False):
    if exact:
        raise NotImplementedError("without `exact=`")
    n = np.asarray(n)
    if n.dtype != np.int64:
        raise NotImplementedError("for integers")
    return np.where(n < 0, 0.0, special.gamma(np.where(n < 0, 0, n) + 1.0))


def scipy_special_binom(n, k):
    if isinstance(k, int):
        if k < 0 or k > 30:
            raise NotImplementedError("for up to 30 that are chosen")
        found = np.ones_like(np.asarray(n) * 1.0)
        for i in range(1, k + 1):
            found = found * (n - (k - i)) / i
        return np.where(np.less(n, 0) & (np.floor(n) == n), np.nan, found)
    if np.any(np.less_equal(n, -1)) or np.any(np.less_equal(k, -1)):
        raise ValueError("binom below 0 is not supported")
    if np.any(np.greater_equal(k, n + 1.0)):
        raise ValueError("binom of fewer than are chosen is not supported")
    return 1.0 / (n + 1.0) / special.beta(1.0 + n - k, 1.0 + k)


def adc_comb(n, k):
    # Of integers, in floating numbers.
    n, k = np.asarray(n), np.asarray(k)
    if n.dtype != np.int64 or k.dtype != np.int64:
        raise NotImplementedError("for integers")
    none = (k > n) | (n < 0) | (k < 0)
    n, k = np.where(none, 0, n), np.where(none, 0, k)
    few = np.minimum(k, n - k)
    found = np.ones_like(1.0 * few)
    if np.any(few > 40):
        raise ValueError("comb of more than 40 that are chosen is not supported")
    for i in range(1, 41):
        found = np.where(i <= few, found * (n - few + i) / i, found)
    return np.where(none, 0.0, found)


def scipy_special_poch(z, m):
    if isinstance(m, int) and m >= 0:
        found = np.ones_like(np.asarray(z) * 1.0)
        for i in range(m):
            found = found * (z + i)
        return found
    if np.any(np.less_equal(z, 0)) or np.any(np.less_equal(np.add(z, m), 0)):
        raise ValueError("poch of what is not positive is not supported")
    return np.exp(special.gammaln(np.add(z, m)) - special.gammaln(z))


def scipy_special_rgamma(x):
    if np.any(np.less_equal(x, 0) & (np.floor(x) == x)):
        raise ValueError("rgamma of 0 and of negative integers is not supported")
    return 1.0 / special.gamma(x)


def adc_expi_near(x):
    # DLMF 6.6.1: its terms are all positive.
    total = 0.0 * x
    power = 1.0 + 0.0 * x
    for k in range(1, 140):
        power = power * x / k
        total = total + power / k
    return 0.5772156649015329 + np.log(x) + total


def adc_expi_far(x):
    # DLMF 6.12.2, from 40 on.
    total = 1.0 + 0.0 * x
    term = 1.0 + 0.0 * x
    for k in range(1, 40):
        term = term * k / x
        total = total + term
    return np.exp(x) / x * total


def scipy_special_expi(x):
    x = np.asarray(x) * 1.0
    near = (x > 0) & (x < 40.0)
    far = (x >= 40.0) & (x < np.inf)
    found = adc_expi_near(np.where(near, x, 1.0))
    found = np.where(far, adc_expi_far(np.where(far, x, 40.0)), found)
    below = -special.exp1(np.where(x < 0, -x, 1.0))
    found = np.where(x < 0, below, np.where(x == np.inf, np.inf, found))
    return np.where(x == 0, -np.inf, np.where(np.isnan(x), np.nan, found))


def scipy_special_eval_hermitenorm(n, x):
    adc_degree(n)
    x = 1.0 * np.asarray(x)
    before, found = np.zeros_like(x), np.ones_like(x)
    for k in range(n):
        after = x * found - k * before
        before = found
        found = after
    return found


def scipy_special_eval_jacobi(n, alpha, beta, x):
    # DLMF 18.9.1, 18.9.2.
    adc_degree(n)
    before, found = np.ones_like(x), 0.5 * (alpha - beta + (alpha + beta + 2.0) * x)
    if n == 0:
        return before
    both = alpha + beta
    for k in range(1, n):
        twice = 2.0 * k + both
        front = 2.0 * (k + 1.0) * (k + both + 1.0) * twice
        slope = twice * (twice + 1.0) * (twice + 2.0)
        off = (twice + 1.0) * (alpha**2 - beta**2)
        less = 2.0 * (k + alpha) * (k + beta) * (twice + 2.0)
        after = ((slope * x + off) * found - less * before) / front
        before = found
        found = after
    return found


def scipy_special_eval_sh_legendre(n, x):
    return special.eval_legendre(n, 2.0 * np.asarray(x) - 1.0)


def scipy_special_eval_sh_chebyt(n, x):
    return special.eval_chebyt(n, 2.0 * np.asarray(x) - 1.0)


def scipy_special_lpmv(m, v, x):
    # DLMF 14.7.15 and 14.10.3, from the order to the degree.
    if not (isinstance(m, int) and isinstance(v, int)) or m < 0 or v < 0:
        raise NotImplementedError("for one order and one degree, integers from 0 on")
    x = np.asarray(x) * 1.0
    if np.any(np.abs(x) >= 1.0) and m % 2 == 1:
        raise ValueError("lpmv of an odd order at 1 and beyond is not supported")
    if m > v:
        return 0.0 * x
    square = 1.0 - x * x
    found = square ** (m // 2)
    if m % 2 == 1:
        found = found * np.sqrt(square)
    for k in range(1, m + 1):
        found = -(2.0 * k - 1.0) * found
    before = 0.0 * x
    for k in range(m, v):
        after = ((2.0 * k + 1.0) * x * found - (k + m) * before) / (k - m + 1.0)
        before = found
        found = after
    return found


def adc_spherical_small(n, x):
    # DLMF 10.53.1, where its terms get smaller from the first one on.
    square = -0.5 * x * x
    total = 1.0
    term = 1.0
    for k in range(1, 40):
        term = term * square / (k * (2.0 * n + 2.0 * k + 1.0))
        total = total + term
    front = 1.0
    for k in range(1, n + 1):
        front = front * (x / (2.0 * k + 1.0))
    return front * total


def adc_spherical_below(n, x):
    # Miller's recurrence down to the order 0, which is known.
    start = (3 * n) // 2 + 30
    above = 0.0
    here = 1e-200
    found = 0.0
    for k in range(start, 0, -1):
        below = (2.0 * k + 1.0) / x * here - above
        above = here
        here = below
        if k - 1 == n:
            found = here
    # By the larger one of the last two: neither's zeros are the other's.
    sine = np.sin(x) / x
    other = (sine - np.cos(x)) / x
    if np.abs(here) > np.abs(above):
        return found / here * sine
    return found / above * other


def adc_spherical(n, x):
    y = abs(x)
    if not y < np.inf:
        return 0.0 if y == np.inf else np.nan
    if 0.5 * y * y < 2.0 * n + 3.0:
        return adc_spherical_small(n, x)
    if y < n + 1.0:
        return adc_spherical_below(n, x)
    before = np.sin(x) / x
    if n == 0:
        return before
    found = (before - np.cos(x)) / x
    for k in range(1, n):
        after = (2.0 * k + 1.0) / x * found - before
        before = found
        found = after
    return found


def scipy_special_spherical_jn(n, z, derivative=False):
    n = adc_order(n)
    if n < 0:
        raise NotImplementedError("for orders from 0 on")
    if derivative:
        raise NotImplementedError("without `derivative=`")
    return np.vectorize(lambda x: adc_spherical(n, x), otypes=[np.float64])(adc_double(z))


def adc_spherical_second(n, x):
    # Both recurrences upwards are stable: what grows is what is wanted.
    if x == 0.0:
        return -np.inf
    if np.abs(x) == np.inf:
        return 0.0
    before = -np.cos(x) / x
    if n == 0:
        return before
    found = (before - np.sin(x)) / x
    for k in range(1, n):
        after = (2.0 * k + 1.0) * found / x - before
        before = found
        found = after
        if np.abs(found) == np.inf:
            return found
    return found


def scipy_special_spherical_yn(n, z, derivative=False):
    n = adc_order(n)
    if n < 0:
        raise NotImplementedError("for orders from 0 on")
    if derivative:
        raise NotImplementedError("without `derivative=`")
    return np.vectorize(lambda x: adc_spherical_second(n, x), otypes=[np.float64])(adc_double(z))


def scipy_special_loggamma(z):
    # Of a negative number it is complex, and of a real one NaN.
    return np.where(np.asarray(z) < 0, np.nan, 1.0) * special.gammaln(z)
