# Functions of elements, and polynomials, as adc reads them (`adc/lowering/numpy/written.py`): not
# to be imported. Where a function is told by cases, these are such that derivatives are right as
# well.

import numpy as np
from scipy import special


def scipy_special_xlog1py(x, y):
    nothing = (x == 0) & ((y <= -1) | (y == np.inf))
    return np.where(nothing, 0.0, x * np.log1p(y))


def scipy_special_entr(x):
    return np.where(x < 0, -np.inf, -special.xlogy(x, x))


def scipy_special_rel_entr(x, y):
    beside = np.where((x == 0) & (y >= 0), 0.0, np.where(np.isnan(x + y), x + y, np.inf))
    inside = (x > 0) & (y > 0)
    ratio = x / y
    # Near each other they differ by what a logarithm of their quotient would round away.
    near = inside & (ratio > 0.5) & (ratio < 2.0)
    beneath = np.where(near, y, 1.0)
    close = x * np.log1p((np.where(near, x, 1.0) - beneath) / beneath)
    return np.where(near, close, np.where(inside, x * np.log(ratio), beside))


def scipy_special_kl_div(x, y):
    beside = np.where((x == 0) & (y >= 0), y, np.where(np.isnan(x + y), x + y, np.inf))
    return np.where((x > 0) & (y > 0), x * np.log(x / y) - x + y, beside)


def scipy_special_huber(delta, r):
    outside = delta * (np.abs(r) - 0.5 * delta)
    return np.where(delta < 0, np.inf, np.where(np.abs(r) <= delta, 0.5 * r * r, outside))


def scipy_special_pseudo_huber(delta, r):
    v = r / delta
    inside = delta * delta * np.expm1(0.5 * np.log1p(v * v))
    return np.where(delta < 0, np.inf, np.where(delta == 0, 0.0, inside))


def adc_sign_of_gamma(x):
    return np.where((x > 0) | (np.floor(x) % 2 == 0), 1.0, -1.0)


def adc_beta_mirrored(a, b):
    # At a pole of gamma(a) or gamma(b) a whole number on the other side leaves a limit, that of
    # DLMF 5.5.3 for gamma(a)/gamma(a + b), and there is none beside it.
    at_a = (a <= 0) & (a == np.floor(a))
    pole, other = np.where(at_a, a, b), np.where(at_a, b, a)
    poles = at_a | ((b <= 0) & (b == np.floor(b)))
    mirrored = poles & (other == np.floor(other)) & (1 - pole - other > 0)
    even = np.floor(other) % 2 == 0
    u, v = np.where(mirrored, 1 - pole - other, a), np.where(mirrored, other, b)
    return u, v, mirrored, even, poles & ~mirrored


def scipy_special_betaln(a, b):
    a, b = np.asarray(a) * 1.0, np.asarray(b) * 1.0
    u, v, _, _, beside = adc_beta_mirrored(a, b)
    return np.where(
        beside, np.inf, special.gammaln(u) + special.gammaln(v) - special.gammaln(u + v)
    )


def scipy_special_beta(a, b):
    a, b = np.asarray(a) * 1.0, np.asarray(b) * 1.0
    u, v, mirrored, even, beside = adc_beta_mirrored(a, b)
    sign = adc_sign_of_gamma(a) * adc_sign_of_gamma(b) * adc_sign_of_gamma(a + b)
    value = np.exp(special.gammaln(u) + special.gammaln(v) - special.gammaln(u + v))
    positive = np.where(mirrored, even, sign > 0)
    return np.where(beside, np.inf, np.where(positive, value, -value))


def scipy_special_exp10(x):
    return np.power(10.0, x)


def scipy_special_exprel(x):
    # The quotient loses nothing, but its derivative does, near 0.
    near = 1.0 + x * (0.5 + x * (1.0 / 6.0 + x * (1.0 / 24.0 + x / 120.0)))
    return np.where(np.abs(x) < 1e-3, near, np.where(x == np.inf, x, np.expm1(x) / x))


def scipy_special_softplus(x):
    return np.logaddexp(0.0, x)


def scipy_special_multigammaln(a, d):
    found = 0.25 * d * (d - 1) * np.log(np.pi)
    for j in range(d):
        found = found + special.gammaln(a - 0.5 * j)
    return found


def scipy_special_eval_legendre(n, x):
    adc_degree(n)
    before = 1.0 * np.ones_like(x)
    found = x + 0.0
    if n == 0:
        return before
    for k in range(1, n):
        after = ((2 * k + 1) * x * found - k * before) / (k + 1)
        before = found
        found = after
    return found


def scipy_special_eval_chebyt(n, x):
    adc_degree(n)
    before = 1.0 * np.ones_like(x)
    found = x + 0.0
    if n == 0:
        return before
    for _ in range(1, n):
        after = 2.0 * x * found - before
        before = found
        found = after
    return found


def scipy_special_eval_hermite(n, x):
    adc_degree(n)
    before = 1.0 * np.ones_like(x)
    found = 2.0 * x
    if n == 0:
        return before
    for k in range(1, n):
        after = 2.0 * x * found - 2.0 * k * before
        before = found
        found = after
    return found


def adc_erfinv_inside(y):
    # Up to a half: a few terms of the series, and Newton's steps.
    square = y * y
    x = 0.127556175305598 + square * 0.086552129241547
    x = y * (0.886226925452758 + square * (0.232013666534654 + square * x))
    for _ in range(3):
        x = x - (special.erf(x) - y) * (0.886226925452758 * np.exp(x * x))
    return x


def adc_ndtri_outside(q):
    # Up to a quarter: Abramowitz & Stegun, 26.2.23, and Newton's steps for the logarithm.
    t = np.sqrt(-2.0 * np.log(q))
    below = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308))
    x = (2.515517 + t * (0.802853 + t * 0.010328)) / below - t
    for _ in range(3):
        logs = special.log_ndtr(x)
        x = x - (logs - np.log(q)) * (2.5066282746310002 * np.exp(logs + 0.5 * x * x))
    return x


def scipy_special_ndtri(y):
    q = np.minimum(y, 1.0 - y)
    inside = q > 0.25
    middle = 1.4142135623730951 * adc_erfinv_inside(np.where(inside, 2.0 * (y - 0.5), 0.0))
    tail = adc_ndtri_outside(np.where(inside | ~(q > 0), 0.25, q))
    found = np.where(inside, middle, np.where(y < 0.5, tail, -tail))
    found = np.where(y == 0, -np.inf, np.where(y == 1, np.inf, found))
    return np.where((y >= 0) & (y <= 1), found, np.nan)


def scipy_special_erfinv(y):
    inside = np.abs(y) <= 0.5
    middle = adc_erfinv_inside(np.where(inside, y, 0.0))
    q = 0.5 * (1.0 - np.abs(y))
    tail = adc_ndtri_outside(np.where(inside | ~(q > 0), 0.25, q))
    found = np.where(inside, middle, np.sign(y) * tail / -1.4142135623730951)
    found = np.where(np.abs(y) == 1, np.sign(y) * np.inf, found)
    return np.where(np.abs(y) <= 1, found, np.nan)


def scipy_special_erfcinv(y):
    return special.ndtri(0.5 * y) / -1.4142135623730951


def adc_factorial(n):
    # What 64 bits hold: a larger one is a position beyond the table, an error of the call.
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    return int(
        np.array(
            [
                1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800, 39916800, 479001600,
                6227020800, 87178291200, 1307674368000, 20922789888000, 355687428096000,
                6402373705728000, 121645100408832000, 2432902008176640000,
            ]
        )[n]
    )  # fmt: skip
