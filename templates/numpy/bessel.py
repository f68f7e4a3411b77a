# Bessel's functions of whole and other orders, and polynomials that stand beside them, as adc
# reads them (`adc/lowering/numpy/written.py`): not to be imported. Formulas by Abramowitz &
# Stegun (A & S) and the NIST Digital Library of Mathematical Functions (DLMF).

import numpy as np
from scipy import special


def adc_order(n):
    # A whole order that sizes tell.
    if not isinstance(n, int):
        raise NotImplementedError("for orders that are integers")
    if n < -100 or n > 100:
        raise ValueError("orders beyond 100 are not supported")
    return n


def adc_j_small(n, x):
    # A & S 9.1.10, where its terms get smaller from the first one on.
    square = -0.25 * x * x
    total = 1.0
    term = 1.0
    for k in range(1, 40):
        term = term * square / (k * (n + k))
        total = total + term
    front = 1.0
    for k in range(1, n + 1):
        front = front * (0.5 * x / k)
    return front * total


def adc_j_below(n, x):
    # Miller's recurrence from an order at which the function is nothing: A & S 9.1.46.
    start = 2 * ((3 * n + 60) // 4)
    above = 0.0
    here = 1e-200
    total = 0.0
    found = 0.0
    for k in range(start, 0, -1):
        below = 2.0 * k / x * here - above
        above = here
        here = below
        if k - 1 == n:
            found = here
        if k % 2 == 1:
            total = total + (here if k == 1 else 2.0 * here)
    return found / total


def adc_turned(x):
    # Cosine and sine of x - pi/4, those of x less 3*pi/4 being the second and the first's negative.
    c = np.cos(x)
    s = np.sin(x)
    return (c + s) * 0.7071067811865476, (s - c) * 0.7071067811865476


def adc_j_both(x):
    if abs(x) < 25.0:
        return adc_j0(x), adc_j1(x)
    y = abs(x)
    p, q = adc_hankel(y, 0.0)
    r, u = adc_hankel(y, 4.0)
    front = np.sqrt(0.6366197723675814 / y)
    c, s = adc_turned(y)
    first = front * (r * s + u * c)
    return front * (p * c - q * s), first if x > 0.0 else -first


def adc_jn(n, x):
    y = abs(x)
    if not y < np.inf:
        return np.nan
    if 0.25 * y * y < n + 1.0:
        return adc_j_small(n, x)
    if y < n or y < 2.0:
        return adc_j_below(n, x)
    before, found = adc_j_both(x)
    if n == 0:
        return before
    for k in range(1, n):
        after = 2.0 * k / x * found - before
        before = found
        found = after
    return found


def adc_order_and_sign(v):
    # DLMF 10.4.1: the functions of the order -n are those of n, or their negatives.
    n = adc_order(v)
    return abs(n), -1.0 if n < 0 and n % 2 == 1 else 1.0


def scipy_special_jv(v, z):
    n, sign = adc_order_and_sign(v)
    return sign * np.vectorize(lambda x: adc_jn(n, x), otypes=[np.float64])(adc_double(z))


def scipy_special_jn(v, z):
    return scipy_special_jv(v, z)


def adc_y_near(x):
    # Both functions of the orders 0 and 1 by Neumann's series, A & S 9.1.89 and its derivative.
    start = 16 if x < 1.0 else 64
    above = 0.0
    here = 1e-200
    total = 0.0
    zeroth = 0.0
    first = 0.0
    j1 = 0.0
    for k in range(start, 0, -1):
        below = 2.0 * k / x * here - above
        if k % 2 == 0:
            # `here` is of the order k, which is even.
            m = k // 2
            sign = 1.0 if m % 2 == 0 else -1.0
            total = total + 2.0 * here
            zeroth = zeroth + sign * here / m
            first = first + sign * (below - above) / m
        if k == 1:
            j1 = here
        above = here
        here = below
    total = total + here
    logs = 0.6366197723675814 * (np.log(0.5 * x) + 0.5772156649015329)
    of_zero = (logs * here - 1.2732395447351628 * zeroth) / total
    of_one = (logs * j1 - 0.6366197723675814 * here / x + 0.6366197723675814 * first) / total
    return of_zero, of_one


def adc_y_both(x):
    if x < 1e-8:
        of_zero = 0.6366197723675814 * (np.log(0.5 * x) + 0.5772156649015329)
        return of_zero, -0.6366197723675814 / x
    if x < 25.0:
        return adc_y_near(x)
    p, q = adc_hankel(x, 0.0)
    r, u = adc_hankel(x, 4.0)
    front = np.sqrt(0.6366197723675814 / x)
    c, s = adc_turned(x)
    return front * (p * s + q * c), front * (u * s - r * c)


def adc_yn(n, x):
    if not x > 0.0:
        return -np.inf if x == 0.0 else np.nan
    if x == np.inf:
        return np.nan
    before, found = adc_y_both(x)
    if n == 0:
        return before
    for k in range(1, n):
        after = 2.0 * k / x * found - before
        before = found
        found = np.where(found == -np.inf, found, after)
    return found


def scipy_special_yv(v, z):
    n, sign = adc_order_and_sign(v)
    return sign * np.vectorize(lambda x: adc_yn(n, x), otypes=[np.float64])(adc_double(z))


def scipy_special_yn(n, x):
    return scipy_special_yv(n, x)


def scipy_special_y0(x):
    return scipy_special_yv(0, x)


def scipy_special_y1(x):
    return scipy_special_yv(1, x)


def adc_kv(v, x, scaled):
    # DLMF 10.32.9 by the trapezoidal rule; what is integrated is as wide as
    # 1/sqrt(x + v) where these are large.
    if not (x >= 0.0 and v == v):
        return np.nan
    if x == 0.0 or x == np.inf:
        return np.inf if x == 0.0 else (np.nan if scaled else 0.0)
    v = abs(v)
    step = 0.125 / np.sqrt(1.0 + x + v)
    total = 0.5
    k = 0.0
    term = 1.0
    last = 0.0
    while term > 1e-17 * total or term > last:
        last = term
        k = k + 1.0
        s = np.sinh(0.5 * step * k)
        away = 2.0 * x * s * s
        term = 0.5 * (np.exp(v * step * k - away) + np.exp(-v * step * k - away))
        total = total + term
        if total == np.inf:
            return np.inf
    found = step * total
    return found if scaled else found * np.exp(-x)


def adc_kv_plain(v, x):
    return adc_kv(v, x, False)


def adc_kv_scaled(v, x):
    return adc_kv(v, x, True)


def scipy_special_kv(v, z):
    v, z = adc_double(np.asarray(v) * 1.0), adc_double(z)
    return np.vectorize(adc_kv_plain, otypes=[np.float64])(v, z)


def scipy_special_kve(v, z):
    v, z = adc_double(np.asarray(v) * 1.0), adc_double(z)
    return np.vectorize(adc_kv_scaled, otypes=[np.float64])(v, z)


def adc_iv_scaled(v, x):
    # exp(-x) times the function: A & S 9.7.1 where x is large, else 9.6.10, whose terms are
    # all positive.
    if x > 30.0 and x > v * v:
        total = 1.0
        term = 1.0
        for k in range(1, 40):
            term = -term * (4.0 * v * v - (2.0 * k - 1.0) ** 2) / (k * 8.0 * x)
            total = total + term
        return total / np.sqrt(6.283185307179586 * x)
    square = 0.25 * x * x
    total = 1.0
    term = 1.0
    k = 0.0
    while term > 1e-17 * total:
        k = k + 1.0
        term = term * square / (k * (v + k))
        total = total + term
    return total * np.exp(v * np.log(0.5 * x) - special.gammaln(v + 1.0) - x)


def adc_iv(v, x, scaled):
    if not (v >= 0.0 and x >= 0.0):
        return np.nan
    if x == 0.0:
        return 1.0 if v == 0.0 else 0.0
    if x == np.inf:
        return np.nan
    found = adc_iv_scaled(v, x)
    return found if scaled else found * np.exp(x)


def adc_iv_plain(v, x):
    return adc_iv(v, x, False)


def adc_iv_damped(v, x):
    return adc_iv(v, x, True)


def adc_no_other_side(v, z):
    if np.any(v < 0.0) or np.any(z < 0.0):
        raise ValueError("orders and arguments below zero are not supported")


def scipy_special_iv(v, z):
    v, z = adc_double(np.asarray(v) * 1.0), adc_double(np.asarray(z) * 1.0)
    adc_no_other_side(v, z)
    return np.vectorize(adc_iv_plain, otypes=[np.float64])(v, z)


def scipy_special_ive(v, z):
    v, z = adc_double(np.asarray(v) * 1.0), adc_double(np.asarray(z) * 1.0)
    adc_no_other_side(v, z)
    return np.vectorize(adc_iv_damped, otypes=[np.float64])(v, z)
