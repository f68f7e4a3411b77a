# Polynomials, as adc reads them (`adc/lowering/numpy/written.py`): not to be imported. Sums of
# orthogonal ones are Clenshaw's recurrence, as in NumPy.

import numpy as np


class numpy_poly1d:
    # NumPy leaves out leading coefficients that are zero, which data decide.
    def __init__(self, c_or_r, r=False):
        self._c = np.atleast_1d(np.poly(c_or_r) if r else c_or_r)

    def __call__(self, val):
        return np.polyval(self._c, val)

    @property
    def coeffs(self):
        if self._c[0] == 0 and len(self._c) > 1:
            raise NotImplementedError("for a leading coefficient that is not zero")
        return self._c

    @property
    def c(self):
        return self.coeffs

    @property
    def coef(self):
        return self.coeffs

    @property
    def coefficients(self):
        return self.coeffs

    @property
    def order(self):
        return len(self.coeffs) - 1

    @property
    def o(self):
        return len(self.coeffs) - 1

    @property
    def roots(self):
        return np.roots(self.coeffs)

    @property
    def r(self):
        return np.roots(self.coeffs)

    def deriv(self, m=1):
        return numpy_poly1d(np.polyder(self._c, m))

    def integ(self, m=1, k=0):
        return numpy_poly1d(np.polyint(self._c, m, k))

    def _of(self, other):
        return other._c if isinstance(other, numpy_poly1d) else np.atleast_1d(other)

    def __add__(self, other):
        return numpy_poly1d(np.polyadd(self._c, self._of(other)))

    def __radd__(self, other):
        return numpy_poly1d(np.polyadd(self._of(other), self._c))

    def __sub__(self, other):
        return numpy_poly1d(np.polysub(self._c, self._of(other)))

    def __rsub__(self, other):
        return numpy_poly1d(np.polysub(self._of(other), self._c))

    def __mul__(self, other):
        return numpy_poly1d(np.convolve(self._c, self._of(other)))

    def __rmul__(self, other):
        return numpy_poly1d(np.convolve(self._of(other), self._c))

    def __truediv__(self, other):
        return numpy_poly1d(self._c / other)

    def __neg__(self):
        return numpy_poly1d(-self._c)


class numpy_polynomial_Polynomial:
    def __init__(self, coef):
        self.coef = np.atleast_1d(coef) * 1.0

    def __call__(self, arg):
        return np.polynomial.polynomial.polyval(arg, self.coef)

    def deriv(self, m=1):
        return numpy_polynomial_Polynomial(np.polynomial.polynomial.polyder(self.coef, m))

    def integ(self, m=1, k=0):
        return numpy_polynomial_Polynomial(np.polynomial.polynomial.polyint(self.coef, m, k))

    def degree(self):
        return len(self.coef) - 1


def numpy_poly(seq_of_zeros):
    zeros = np.asarray(seq_of_zeros)
    if zeros.ndim != 1:
        raise NotImplementedError("for a vector of zeros")
    if len(zeros) == 0:
        raise NotImplementedError("for one zero or more")
    found = np.ones(1)
    for z in zeros:
        # Times (x - z).
        longer = np.concatenate((found, np.zeros(1)))
        found = longer - z * np.concatenate((np.zeros(1), found))
    return found


def numpy_roots(p):
    # The eigenvalues of the companion matrix. NumPy leaves out zeros at both ends, which data tell.
    p = np.atleast_1d(p) * 1.0
    if p.ndim != 1 or len(p) < 2:
        raise NotImplementedError("for two coefficients or more, in a vector")
    n = len(p) - 1
    if p[0] == 0.0:
        raise NotImplementedError("for a leading coefficient that is not zero")
    if p[n] == 0.0:
        raise NotImplementedError("for a last coefficient that is not zero")
    companion = np.zeros((n, n), dtype=p.dtype)
    for k in range(n - 1):
        companion[k + 1, k] = 1.0
    companion[0, :] = -p[1:] / p[0]
    return np.linalg.eigvals(companion)


def numpy_polyint(p, m=1, k=None):
    p = np.asarray(p)
    given = np.zeros(m) if k is None else np.atleast_1d(k)
    constants = np.repeat(given, m) if len(given) == 1 and m > 1 else given
    for i in range(m):
        p = np.concatenate((p / np.arange(len(p), 0, -1), constants[i : i + 1]))
    return p


def adc_of_degree(n, a):
    # With zeros before it, until there are n coefficients.
    found = np.zeros(n, a.dtype)
    found[n - len(a) :] = a
    return found


def numpy_polyadd(a1, a2):
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    n = max(len(a1), len(a2))
    return adc_of_degree(n, a1) + adc_of_degree(n, a2)


def numpy_polysub(a1, a2):
    a1, a2 = np.atleast_1d(a1), np.atleast_1d(a2)
    n = max(len(a1), len(a2))
    return adc_of_degree(n, a1) - adc_of_degree(n, a2)


def adc_leading(c):
    # NumPy leaves out leading coefficients that are zero, which data decide.
    c = np.atleast_1d(c)
    if c[0] == 0 and len(c) > 1:
        raise NotImplementedError("for leading coefficients that are not zero")
    return c


def numpy_polymul(a1, a2):
    return np.convolve(adc_leading(a1), adc_leading(a2))


def numpy_polyder(p, m=1):
    powers = np.arange(len(p) - 1, m - 1, -1)
    factors = np.ones_like(powers)
    for k in range(m):
        factors = factors * (powers - k)
    return p[: len(p) - m] * factors


def adc_complex_polyval(p, x):
    z = x + 0j
    value = np.zeros_like(z)
    for v in p:
        value = value * z + v
    return value


def numpy_polynomial_polynomial_polyval(x, c):
    if np.ndim(c) > 1:
        raise NotImplementedError("for a vector of coefficients")
    found = c[-1] + np.zeros_like(x)
    for i in range(len(c) - 2, -1, -1):
        found = c[i] + found * x
    return found


def adc_clenshaw(x, c, first, a, b):
    # The sum of c[i] times p(i), where p(0) is 1, p(1) is `first`, and p(i + 1) is
    # a(i) p(i) - b(i) p(i - 1) (Clenshaw, Math. Comp. 9 (1955), 118-120).
    if np.ndim(c) > 1:
        raise NotImplementedError("for a vector of coefficients")
    c = np.asarray(c)
    before = np.zeros_like(x)
    found = np.zeros_like(x)
    for i in range(len(c) - 1, 0, -1):
        after = c[i] + a(i) * found - b(i + 1) * before
        before = found
        found = after
    return c[0] + first * found - b(1) * before


def numpy_polynomial_chebyshev_chebval(x, c):
    return adc_clenshaw(x, c, x, lambda i: 2.0 * x, lambda i: 1.0)


def numpy_polynomial_legendre_legval(x, c):
    return adc_clenshaw(x, c, x, lambda i: (2 * i + 1) / (i + 1.0) * x, lambda i: i / (i + 1.0))


def numpy_polynomial_hermite_hermval(x, c):
    return adc_clenshaw(x, c, 2.0 * x, lambda i: 2.0 * x, lambda i: 2.0 * i)


def numpy_polynomial_hermite_e_hermeval(x, c):
    return adc_clenshaw(x, c, x, lambda i: x, lambda i: 1.0 * i)


def numpy_polynomial_laguerre_lagval(x, c):
    return adc_clenshaw(
        x, c, 1.0 - x, lambda i: (2 * i + 1.0 - x) / (i + 1.0), lambda i: i / (i + 1.0)
    )


def numpy_polynomial_polynomial_polyder(c, m=1):
    c = np.asarray(c)
    if c.ndim > 1:
        raise NotImplementedError("for a vector of coefficients")
    if m >= len(c):
        raise NotImplementedError("for as many coefficients as derivatives, and more")
    for _ in range(m):
        c = c[1:] * np.arange(1, len(c))
    return c


def numpy_polynomial_polynomial_polyint(c, m=1, k=0):
    if np.ndim(c) > 1 or np.ndim(k) > 0:
        raise NotImplementedError("for a vector of coefficients, and one constant")
    c = np.asarray(c) * 1.0
    for i in range(m):
        first = np.zeros(1) + k if i == 0 else np.zeros(1)
        c = np.concatenate((first, c / np.arange(1, len(c) + 1)))
    return c


def numpy_polynomial_polynomial_polyadd(c1, c2):
    return np.flip(adc_leading(np.polyadd(np.flip(c1), np.flip(c2))))


def numpy_polynomial_polynomial_polysub(c1, c2):
    return np.flip(adc_leading(np.polysub(np.flip(c1), np.flip(c2))))


def numpy_polynomial_polynomial_polymul(c1, c2):
    return np.flip(np.polymul(np.flip(c1), np.flip(c2)))


def numpy_polynomial_polynomial_polyfromroots(roots):
    return np.flip(np.poly(np.asarray(roots)))


def numpy_polynomial_polynomial_polyvalfromroots(x, r):
    if np.ndim(r) > 1:
        raise NotImplementedError("for a vector of roots")
    return np.prod(np.asarray(x)[..., None] - np.asarray(r), axis=-1)


def numpy_polynomial_polynomial_polyvander(x, deg):
    x = np.atleast_1d(x) * 1.0
    return x[..., None] ** np.arange(deg + 1)


def numpy_polynomial_polynomial_polyfit(x, y, deg, w=None):
    return np.flip(np.polyfit(x, y, deg, w=w), axis=0)
