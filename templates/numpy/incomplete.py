# Incomplete gamma and beta functions, and Bessel's of the orders 0 and 1, as adc reads them
# (`adc/lowering/numpy/written.py`): not to be imported. Sums run until they change no more.
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


def adc_gamma_rest(a, x):
    # The upper function where both are small, and 1 less the lower one keeps nothing: 6.5.29 less
    # its first term, and the logarithm of gamma(1 + a) by 6.1.33, with zeta(k) - 1.
    logs = np.log1p(a)
    sizes = np.array([
        0.6449340668482264, 0.2020569031595943, 0.0823232337111382, 0.0369277551433699,
        0.0173430619844491, 0.0083492773819228, 0.0040773561979443, 0.0020083928260822,
        0.0009945751278181, 0.0004941886041195, 0.0002460865533080, 0.0001227133475785,
        6.12481350587048e-5, 3.05882363070205e-5, 1.52822594086519e-5, 7.6371976378998e-6,
        3.8172932649998e-6, 1.9082127165539e-6, 9.539620338728e-7, 4.769329867878e-7,
        2.384505027277e-7, 1.192199259653e-7, 5.96081890513e-8, 2.98035035147e-8,
    ])  # fmt: skip
    of_gamma = 0.4227843350984671 * a - logs
    power = -a
    for k in range(24):
        power = -power * a
        of_gamma = of_gamma + sizes[k] * power / (k + 2.0)
    total = 0.0
    term = 1.0
    n = 0.0
    while np.abs(term) > 1e-17 and n < 60.0:
        n = n + 1.0
        term = -term * x / n
        total = total + term / (a + n)
    first = a * np.log(x) - of_gamma
    return -np.expm1(first) - a * np.exp(first) * total


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
    if x == np.inf or a == np.inf:
        return np.nan if x == a else (1.0 if x == np.inf else 0.0)
    if x < a + 1.0:
        return adc_gamma_series(a, x)
    return 1.0 - adc_gamma_fraction(a, x)


def adc_gammaincc(a, x):
    if not (a > 0.0 and x >= 0.0):
        return 0.0 if a == 0.0 and x > 0.0 else np.nan
    if x == 0.0:
        return 1.0
    if x == np.inf or a == np.inf:
        return np.nan if x == a else (0.0 if x == np.inf else 1.0)
    if a < 0.5 and x < 1.1:
        return adc_gamma_rest(a, x)
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


def adc_betaincc(a, b, x):
    # Not betainc of 1 - x, which of a small x keeps nothing.
    if not (a >= 0.0 and b >= 0.0 and a + b > 0.0 and x >= 0.0 and x <= 1.0):
        return np.nan
    if x == 0.0 or x == 1.0:
        return 1.0 - x
    if a == 0.0 or b == 0.0:
        return 0.0 if a == 0.0 else 1.0
    if x < (a + 1.0) / (a + b + 2.0):
        return 1.0 - adc_beta_fraction(a, b, x)
    return adc_beta_fraction(b, a, 1.0 - x)


def scipy_special_betaincc(a, b, x):
    return np.vectorize(adc_betaincc, otypes=[np.float64])(
        adc_double(a), adc_double(b), adc_double(x)
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
    if x == 0.0 or x == np.inf:
        return np.inf if x == 0.0 else 0.0
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
