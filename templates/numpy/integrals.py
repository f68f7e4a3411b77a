# Exponential, elliptic and other integrals, as adc reads them (`adc/lowering/numpy/written.py`):
# not to be imported. Formulas by the NIST Digital Library of Mathematical Functions (DLMF), where
# no other source is named. Where a function is told by cases, derivatives are right in each.

import numpy as np
from scipy import special


def adc_erfcx_tail(x):
    # DLMF 7.9.1, backwards: forty terms are enough from 3 on.
    found = x + 0.0
    for k in range(40, 0, -1):
        found = x + 0.5 * k / found
    return 0.5641895835477563 / found


def scipy_special_erfcx(x):
    size = np.where(x < 0, -x, x)  # whose derivative at 0 is that to the right
    far = size > 3.0
    near = np.where(far, 1.0, size)
    beyond = adc_erfcx_tail(np.where(far, size, 4.0))
    found = np.where(far, beyond, np.exp(near * near) * special.erfc(near))
    return np.where(x < 0, 2.0 * np.exp(x * x) - found, found)


def scipy_special_dawsn(x):
    # Below a half the series 7.6.3, beyond ten the asymptotic one; between them G. Rybicki's sum
    # (Computers in Physics 3, 1989) with a step of a quarter, whose error is 7e-18.
    size = np.abs(x)
    square = np.where(size < 0.5, x * x, 0.0)
    series = 1.0 + 0.0 * square
    for k in range(14, 0, -1):
        series = 1.0 - 2.0 * square / (2 * k + 1) * series
    large = np.where(size > 10.0, size, 20.0)
    inverse = 0.5 / (large * large)
    tail = 1.0 + 0.0 * inverse
    for k in range(13, 0, -1):
        tail = 1.0 + (2 * k - 1) * inverse * tail
    middle = np.where((size < 0.5) | (size > 10.0), 1.0, x)
    nearest = 2.0 * np.rint(2.0 * middle)
    rest = middle - 0.25 * nearest
    total = 0.0 * middle
    for m in range(-25, 26, 2):
        total = total + np.exp(-((rest - 0.25 * m) ** 2)) / (nearest + m)
    found = np.where(size < 0.5, x * series, 0.5641895835477563 * total)
    return np.where(size > 10.0, np.sign(x) * 0.5 / large * tail, found)


def scipy_special_erfi(x):
    return 1.1283791670955126 * np.exp(x * x) * special.dawsn(x)


def adc_expn_tail(n, x):
    # DLMF 8.19.17, backwards: fifty terms are enough from 2 on.
    found = x + n + 100.0
    for k in range(50, 0, -1):
        found = x + n + 2 * (k - 1) - k * (n + k - 1) / found
    return np.exp(-x) / found


def adc_exp1_series(x):
    power = -1.0 + 0.0 * x
    total = 0.0 * x
    for k in range(1, 31):
        power = -power * x / k
        total = total + power / k
    return total - 0.5772156649015329 - np.log(x)


def scipy_special_exp1(x):
    near = (x > 0) & (x < 2.0)
    found = adc_exp1_series(np.where(near, x, 1.0))
    found = np.where(near, found, adc_expn_tail(1, np.where(x >= 2.0, x, 2.0)))
    return np.where(x > 0, found, np.where(x == 0, np.inf, np.nan))


def scipy_special_expn(n, x):
    if n < 0:
        raise ValueError("expn() of a negative order is not supported")
    if n == 0:
        return np.exp(-x) / x
    near = (x > 0) & (x < 2.0)
    inside = np.where(near, x, 1.0)
    found = adc_exp1_series(inside)
    for k in range(1, n):
        found = (np.exp(-inside) - inside * found) / k
    found = np.where(near, found, adc_expn_tail(n, np.where(x >= 2.0, x, 2.0)))
    at_zero = np.inf if n == 1 else 1.0 / (n - 1.0)
    return np.where(x > 0, found, np.where(x == 0, at_zero, np.nan))


def adc_complete(p, m, steps):
    # Both complete integrals by the arithmetic-geometric mean (DLMF 19.8): m is 1 - p.
    a, b = 1.0 + 0.0 * p, np.sqrt(p)
    power = 0.5
    lost = 0.5 * m
    for _ in range(steps):
        c = 0.5 * (a - b)
        power = 2.0 * power
        lost = lost + power * c * c
        a, b = 0.5 * (a + b), np.sqrt(a * b)
    first = 1.5707963267948966 / a
    return first, first * (1.0 - lost)


def scipy_special_ellipkm1(p):
    inside = (p > 0) & (p < np.inf)
    first, _ = adc_complete(np.where(inside, p, 1.0), 0.0, 15)
    return np.where(inside, first, np.where(p == 0, np.inf, np.where(p > 0, 0.0, np.nan)))


def scipy_special_ellipk(m):
    inside = (m < 1) & (m > -np.inf)
    first, _ = adc_complete(np.where(inside, 1.0 - m, 1.0), 0.0, 13)
    return np.where(inside, first, np.where(m == 1, np.inf, np.where(m < 1, 0.0, np.nan)))


def scipy_special_ellipe(m):
    inside = np.where((m < 1) & (m > -np.inf), m, 0.0)
    _, second = adc_complete(1.0 - inside, inside, 13)
    outside = np.where(m == 1, 1.0, np.where(m < 1, np.inf, np.nan))
    return np.where((m < 1) & (m > -np.inf), second, outside)


def adc_carlson(x, y, z):
    # R_F(x, y, z) and R_D(x, y, z) by duplication, DLMF 19.36(i); the differences of the three are
    # a quarter as large after each step.
    tail, weight = 0.0, 1.0
    for _ in range(9):
        roots = np.sqrt(x) * np.sqrt(y) + np.sqrt(x) * np.sqrt(z) + np.sqrt(y) * np.sqrt(z)
        tail = tail + weight / (np.sqrt(z) * (z + roots))
        weight = weight / 4.0
        x, y, z = (x + roots) / 4.0, (y + roots) / 4.0, (z + roots) / 4.0
    mean = (x + y + z) / 3.0
    a, b = 1.0 - x / mean, 1.0 - y / mean
    e2 = a * b - (a + b) * (a + b)
    e3 = -a * b * (a + b)
    first = (1.0 - e2 / 10.0 + e3 / 14.0 + e2 * e2 / 24.0) / np.sqrt(mean)
    mean = (x + y + 3.0 * z) / 5.0
    a, b = 1.0 - x / mean, 1.0 - y / mean
    c = -(a + b) / 3.0
    e2 = a * b - 6.0 * c * c
    e3 = (3.0 * a * b - 8.0 * c * c) * c
    e4 = 3.0 * (a * b - c * c) * c * c
    series = 1.0 - 3.0 * e2 / 14.0 + e3 / 6.0 + 9.0 * e2 * e2 / 88.0 - 3.0 * e4 / 22.0
    return first, weight * series / (mean * np.sqrt(mean)) + 3.0 * tail


def adc_incomplete(phi, m):
    # Legendre's integrals of the first and the second kind: DLMF 19.25.5, 19.25.9, and 19.2.10 for
    # more than a quarter of a period.
    turns = np.rint(phi / np.pi)
    sine, cosine = np.sin(phi - turns * np.pi), np.cos(phi - turns * np.pi)
    rest = 1.0 - m * sine * sine
    of_first, of_third = adc_carlson(cosine * cosine, rest, 1.0 + 0.0 * rest)
    first = sine * of_first
    second = first - m * sine * sine * sine * of_third / 3.0
    return turns, first, second


def scipy_special_ellipkinc(phi, m):
    finite = (m <= 1) & (m > -np.inf) & ~np.isinf(phi)
    inside, angle = np.where(finite, m, 0.0), np.where(np.isinf(phi), 0.0, phi)
    turns, first, _ = adc_incomplete(angle, inside)
    below = np.where(finite & (m < 1), m, 0.0)
    whole = np.where(turns == 0, 0.0, 2.0 * turns * special.ellipk(below))
    beyond = (m == 1) & (np.abs(phi) >= np.pi / 2)
    value = np.where(finite, first + whole, np.where(m > -np.inf, phi, 0.0 * phi))
    # SciPy has infinity on both sides of zero here, but for angles that are infinite.
    value = np.where(beyond & ~np.isinf(phi), np.inf, value)
    return np.where(m <= 1, value, np.nan)


def scipy_special_ellipeinc(phi, m):
    finite = (m <= 1) & (m > -np.inf) & ~np.isinf(phi)
    inside, angle = np.where(finite, m, 0.0), np.where(np.isinf(phi), 0.0, phi)
    turns, _, second = adc_incomplete(angle, inside)
    whole = np.where(turns == 0, 0.0, 2.0 * turns * special.ellipe(inside))
    outside = np.where(np.isinf(phi) | np.isnan(phi), phi, np.inf)
    return np.where(m <= 1, np.where(finite, second + whole, outside), np.nan)


def adc_dilog(z):
    # Of 1 - z for z from 1/2 to 2, by powers of log(z): L. Lewin, Polylogarithms and Associated
    # Functions, 1.9; Bernoulli's numbers over factorials.
    beyond = (
        0.027777777777777776, -0.0002777777777777778, 4.72411186696901e-06,
        -9.185773074661964e-08, 1.8978869988971e-09, -4.0647616451442256e-11,
        8.921691020456452e-13, -1.9939295860721074e-14, 4.518980029619918e-16,
        -1.0356517612181247e-17,
    )  # fmt: skip
    e = -np.log(z)
    power = e
    found = e * (1.0 - 0.25 * e)
    for c in beyond:
        power = power * e * e
        found = found + c * power
    return found


def scipy_special_spence(z):
    # Elsewhere by 1.6 and 1.11 there.
    high = z > 2.0
    below = np.where(high, 1.0 / np.where(high, z, 1.0), np.where(z > 0, z, 1.0))
    low = below < 0.5
    small = np.where(low, below, 0.25)
    found = adc_dilog(np.where(low, 1.0 - below, below))
    mirrored = 1.6449340668482264 - np.log(small) * np.log1p(-small) - found
    found = np.where(low, mirrored, found)
    logs = np.log(np.where(high, z, 1.0))
    found = np.where(high, -0.5 * logs * logs - found, found)
    found = np.where(z == 0, 1.6449340668482264, found)
    return np.where((z < 0) | np.isnan(z), np.nan, found)


def scipy_special_zeta(x, q=None):
    # Euler's and Maclaurin's formula, DLMF 25.11.5, with ten terms of the sum and eight beyond it.
    q = 1.0 if q is None else q
    if np.any(x < 1.0) or np.any(q <= 0.0):
        raise ValueError("zeta below 1, or of arguments that are not positive, is not supported")
    s = np.where(x > 1, x, 2.0)
    total = 0.0 * s * q
    for k in range(10):
        total = total + (k + q) ** (-s)
    a = 10.0 + q
    power = a ** (-s)
    total = total + power * a / (s - 1.0) + 0.5 * power
    factor = s * power / a
    beyond = (
        8.3333333333333333e-2, -1.3888888888888889e-3, 3.3068783068783069e-5,
        -8.2671957671957672e-7, 2.0876756987868099e-8, -5.2841901386874932e-10,
        1.3382536530684679e-11, -3.3896802963225829e-13,
    )  # fmt: skip
    k = 1.0
    for c in beyond:
        total = total + c * factor
        factor = factor * (s + k) * (s + k + 1.0) / (a * a)
        k = k + 2.0
    return np.where(x > 1, total, np.inf)


def scipy_special_lambertw(z, k=0):
    if k != 0:
        raise NotImplementedError("for the principal branch")
    if np.any(z < -0.36787944117144233):
        raise ValueError("lambertw of what is below -1/e is complex")
    # Near -1/e powers of p (DLMF 4.13.6), elsewhere Halley's steps.
    beyond = (z + 0.36787944117144233) + -1.2428753672788363e-17
    p = np.sqrt(np.maximum(5.43656365691809 * beyond, 0.0))
    c = -221.0 / 8505.0 + p * (680863.0 / 43545600.0)
    c = -43.0 / 540.0 + p * (769.0 / 17280.0 + p * c)
    series = -1.0 + p * (1.0 + p * (-1.0 / 3.0 + p * (11.0 / 72.0 + p * c)))
    near = p < 0.02
    inside = np.where(near, 1.0, z)
    logs = np.log1p(np.maximum(inside, -0.3))
    guess = logs * (1.0 - np.log1p(logs) / (2.0 + logs))
    w = np.where(inside < -0.25, np.where(near, 0.5, series), guess)
    for _ in range(6):
        e = np.exp(-w)
        f = w - inside * e
        w = w - f / (w + 1.0 - (w + 2.0) * f / (2.0 * w + 2.0))
    return np.where(near, series, w) + 0j


def adc_faddeeva(x, y):
    # w(x + iy) where neither is negative: M. Al Azah and S. N. Chandler-Wilde, SIAM J. Numer.
    # Anal. 59 (2021), 2346: trapezoidal and midpoint rules of twelve points.
    h = 0.5116633539732443
    z = x + 1j * y
    square = z * z
    middle = 0.0 * square
    ends = 0.0 * square
    for k in range(12):
        t = (k + 0.5) * h
        middle = middle + np.exp(-t * t) / (square - t * t)
    for k in range(1, 12):
        t = k * h
        ends = ends + np.exp(-t * t) / (square - t * t)
    middle = (2j * h / np.pi) * z * middle
    ends = (1j * h / np.pi) * (1.0 + 2.0 * square * ends) / z
    return middle, ends, square, z, h


def adc_wofz(x, y):
    middle, ends, square, z, h = adc_faddeeva(x, y)
    above = y >= np.maximum(x, np.pi / h)
    part = x / h - np.floor(x / h)
    between = (y < x) & (part >= 0.25) & (part <= 0.75)
    turn = np.exp((-2j * np.pi / h) * np.where(above, 0.0, z))
    bell = 2.0 * np.exp(-np.where(above, 0.0, square))
    low = np.where(between, 1.0 - np.where(between, turn, 0.0), 1.0 + turn)
    return np.where(above, 0.0, bell / low) + np.where(between, ends, middle)


def scipy_special_wofz(z):
    x, y = np.real(z), np.imag(z)
    if np.any(y < 0):
        raise ValueError("wofz below the real axis is not supported")
    side = np.where(x < 0, -1.0, 1.0)
    found = adc_wofz(side * x, y)
    return np.real(found) + 1j * (side * np.imag(found))


def scipy_special_voigt_profile(x, sigma, gamma):
    if np.any(sigma <= 0) or np.any(gamma < 0):
        raise ValueError("voigt_profile with a width that is not positive is not supported")
    width = 1.4142135623730951 * sigma
    side = np.where(x < 0, -1.0, 1.0)
    found = adc_wofz(side * x / width, gamma / width)
    return np.real(found) / (2.5066282746310002 * sigma)
