# Incomplete gamma and beta functions, and Bessel's of the orders 0 and 1, as adc reads them
# (adc/lowering/written.py): not to be imported. Sums run until they change no more.
#
# Series and continued fractions: Abramowitz & Stegun, 6.5.29, 6.5.31, 26.5.8, 9.2.5, 9.7.1.
# Bessel's integrals by the trapezoidal rule over a period: 9.1.18, 9.6.16; 9.6.24 for K.

import numpy as np
from scipy import special


def adc_double(x):
    x = np.asarray(x)
    if x.dtype == np.float32:
        raise NotImplementedError("for float64")
    return x


def adc_gamma_front(a, x):
    return np.exp(a * np.log(x) - x - special.gammaln(a))


def adc_gamma_series(a, x):
    # The lower function, for x below a + 1.
    term = 1.0 / a
    total = term
    n = a
    while term > 1e-17 * total:
        n = n + 1.0
        term = term * x / n
        total = total + term
    return total * adc_gamma_front(a, x)


def adc_gamma_fraction(a, x):
    # The upper function, for x of a + 1 and more: Lentz's method.
    b = x + 1.0 - a
    c = 1e300
    d = 1.0 / b
    h = d
    change = 2.0
    k = 0.0
    while np.abs(change - 1.0) > 1e-16 and k < 5000.0:
        k = k + 1.0
        factor = k * (a - k)
        b = b + 2.0
        d = 1.0 / (factor * d + b)
        c = b + factor / c
        change = c * d
        h = h * change
    return h * adc_gamma_front(a, x)


def adc_gammainc(a, x):
    if not (a > 0.0 and x >= 0.0):
        return 1.0 if a == 0.0 and x > 0.0 else np.nan
    if x == 0.0:
        return 0.0
    if x == np.inf:
        return 1.0
    if x < a + 1.0:
        return adc_gamma_series(a, x)
    return 1.0 - adc_gamma_fraction(a, x)


def adc_gammaincc(a, x):
    if not (a > 0.0 and x >= 0.0):
        return 0.0 if a == 0.0 and x > 0.0 else np.nan
    if x == 0.0:
        return 1.0
    if x == np.inf:
        return 0.0
    if x < a + 1.0:
        return 1.0 - adc_gamma_series(a, x)
    return adc_gamma_fraction(a, x)


def scipy_special_gammainc(a, x):
    return np.vectorize(adc_gammainc, otypes=[np.float64])(adc_double(a), adc_double(x))


def scipy_special_gammaincc(a, x):
    return np.vectorize(adc_gammaincc, otypes=[np.float64])(adc_double(a), adc_double(x))


def adc_beta_fraction(a, b, x):
    # For x below (a + 1) / (a + b + 2): Lentz's method, two terms at a time.
    c = 1.0
    d = 1.0 / (1.0 - (a + b) * x / (a + 1.0))
    h = d
    change = 2.0
    k = 0.0
    while np.abs(change - 1.0) > 1e-16 and k < 5000.0:
        k = k + 1.0
        even = k * (b - k) * x / ((a + 2.0 * k - 1.0) * (a + 2.0 * k))
        d = 1.0 / (1.0 + even * d)
        c = 1.0 + even / c
        h = h * c * d
        odd = -(a + k) * (a + b + k) * x / ((a + 2.0 * k) * (a + 2.0 * k + 1.0))
        d = 1.0 / (1.0 + odd * d)
        c = 1.0 + odd / c
        change = c * d
        h = h * change
    front = special.gammaln(a + b) - special.gammaln(a) - special.gammaln(b)
    return h * np.exp(front + a * np.log(x) + b * np.log1p(-x)) / a


def adc_betainc(a, b, x):
    if not (a >= 0.0 and b >= 0.0 and a + b > 0.0 and x >= 0.0 and x <= 1.0):
        return np.nan
    if x == 0.0 or x == 1.0:
        return x
    if a == 0.0 or b == 0.0:
        return 1.0 if a == 0.0 else 0.0
    if x < (a + 1.0) / (a + b + 2.0):
        return adc_beta_fraction(a, b, x)
    return 1.0 - adc_beta_fraction(b, a, 1.0 - x)


def scipy_special_betainc(a, b, x):
    return np.vectorize(adc_betainc, otypes=[np.float64])(
        adc_double(a), adc_double(b), adc_double(x)
    )


def scipy_special_betaincc(a, b, x):
    return np.vectorize(adc_betainc, otypes=[np.float64])(
        adc_double(b), adc_double(a), adc_double(1.0 - x)
    )


def adc_hankel(x, squared):
    # P and Q of 9.2.5 for orders 0 (squared = 0) and 1 (squared = 4), x of 25 and more.
    p = 1.0
    q = 0.0
    term = 1.0
    for k in range(1, 25):
        term = term * (squared - (2.0 * k - 1.0) ** 2) / (k * 8.0 * x)
        if k % 4 == 1:
            q = q + term
        elif k % 4 == 2:
            p = p - term
        elif k % 4 == 3:
            q = q - term
        else:
            p = p + term
    return p, q


def adc_j0(x):
    x = abs(x)
    if x < 25.0:
        total = 0.5 + 0.5 * np.cos(x)
        for k in range(1, 32):
            total = total + np.cos(x * np.sin(k * 0.04908738521234052))
        return total / 32.0
    p, q = adc_hankel(x, 0.0)
    at = x - 0.7853981633974483
    return np.sqrt(0.6366197723675814 / x) * (p * np.cos(at) - q * np.sin(at))


def adc_j1(x):
    if abs(x) < 25.0:
        total = 0.5 * np.sin(x)
        for k in range(1, 32):
            s = np.sin(k * 0.04908738521234052)
            total = total + s * np.sin(x * s)
        return total / 32.0
    y = abs(x)
    p, q = adc_hankel(y, 4.0)
    at = y - 2.356194490192345
    found = np.sqrt(0.6366197723675814 / y) * (p * np.cos(at) - q * np.sin(at))
    return found if x > 0.0 else -found


def scipy_special_j0(x):
    return np.vectorize(adc_j0, otypes=[np.float64])(adc_double(x))


def scipy_special_j1(x):
    return np.vectorize(adc_j1, otypes=[np.float64])(adc_double(x))


def adc_i_scaled(x, squared):
    # exp(-x) times the function, for x of 25 and more.
    total = 1.0
    term = 1.0
    for k in range(1, 25):
        term = -term * (squared - (2.0 * k - 1.0) ** 2) / (k * 8.0 * x)
        total = total + term
    return total / np.sqrt(6.283185307179586 * x)


def adc_i0(x, scaled):
    y = abs(x)
    if y < 25.0:
        total = 0.5 * np.cosh(y) + 0.5
        for k in range(1, 32):
            total = total + np.cosh(y * np.cos(k * 0.04908738521234052))
        found = total / 32.0
        return found * np.exp(-y) if scaled else found
    found = adc_i_scaled(y, 0.0)
    return found if scaled else found * np.exp(y)


def adc_i1(x, scaled):
    y = abs(x)
    if y < 25.0:
        total = 0.5 * np.sinh(x)
        for k in range(1, 32):
            c = np.cos(k * 0.04908738521234052)
            total = total + c * np.sinh(x * c)
        found = total / 32.0
        return found * np.exp(-y) if scaled else found
    found = adc_i_scaled(y, 4.0)
    found = found if x > 0.0 else -found
    return found if scaled else found * np.exp(y)


def adc_i0_of(v):
    return adc_i0(v, False)


def scipy_special_i0(x):
    return np.vectorize(adc_i0_of, otypes=[np.float64])(adc_double(x))


def adc_i1_of(v):
    return adc_i1(v, False)


def scipy_special_i1(x):
    return np.vectorize(adc_i1_of, otypes=[np.float64])(adc_double(x))


def adc_i0e_of(v):
    return adc_i0(v, True)


def scipy_special_i0e(x):
    return np.vectorize(adc_i0e_of, otypes=[np.float64])(adc_double(x))


def adc_i1e_of(v):
    return adc_i1(v, True)


def scipy_special_i1e(x):
    return np.vectorize(adc_i1e_of, otypes=[np.float64])(adc_double(x))


def numpy_i0(x):
    return np.vectorize(adc_i0_of, otypes=[np.float64])(adc_double(x))


def adc_k(x, order, scaled):
    # exp(x) times the integral; the integrand is as wide as 1/sqrt(x) where x is large.
    if not x >= 0.0:
        return np.nan
    if x == 0.0:
        return np.inf
    step = 0.125 / np.sqrt(1.0 + x)
    total = 0.5
    k = 0.0
    term = 1.0
    while term > 1e-17 * total:
        k = k + 1.0
        s = np.sinh(0.5 * step * k)
        term = np.exp(-2.0 * x * s * s) * (np.cosh(step * k) if order == 1 else 1.0)
        total = total + term
    found = step * total
    return found if scaled else found * np.exp(-x)


def adc_k0_of(v):
    return adc_k(v, 0, False)


def scipy_special_k0(x):
    return np.vectorize(adc_k0_of, otypes=[np.float64])(adc_double(x))


def adc_k1_of(v):
    return adc_k(v, 1, False)


def scipy_special_k1(x):
    return np.vectorize(adc_k1_of, otypes=[np.float64])(adc_double(x))


def adc_k0e_of(v):
    return adc_k(v, 0, True)


def scipy_special_k0e(x):
    return np.vectorize(adc_k0e_of, otypes=[np.float64])(adc_double(x))


def adc_k1e_of(v):
    return adc_k(v, 1, True)


def scipy_special_k1e(x):
    return np.vectorize(adc_k1e_of, otypes=[np.float64])(adc_double(x))
