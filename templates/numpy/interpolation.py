# Interpolation between samples, as adc reads it (`adc/lowering/numpy/written.py`): not to be
# imported. What SciPy gives as an object that is called is a function here. Slopes of splines by
# C. de Boor, A Practical Guide to Splines, IV; monotone ones by F. Fritsch and J. Butland (1984).

import numpy as np
from scipy import linalg


def adc_spline_slopes(x, y, bc_type):
    # The slopes at the points: neighbouring cubics have equal second derivatives.
    n = len(x)
    if not isinstance(bc_type, str) or bc_type not in ("not-a-knot", "natural", "clamped"):
        raise NotImplementedError("with ends that are not a knot, natural or clamped")
    if n < 4:
        raise ValueError("splines through less than four points are not supported")
    dx = x[1:] - x[:-1]
    if np.any(dx <= 0):
        raise ValueError("`x` must be strictly increasing sequence.")
    slope = (y[1:] - y[:-1]) / dx
    bands = np.zeros((3, n))
    right = np.zeros(n)
    bands[0, 2:] = dx[:-1]
    bands[1, 1:-1] = 2.0 * (dx[:-1] + dx[1:])
    bands[2, :-2] = dx[1:]
    right[1:-1] = 3.0 * (dx[1:] * slope[:-1] + dx[:-1] * slope[1:])
    if bc_type == "not-a-knot":
        first = x[2] - x[0]
        last = x[-1] - x[-3]
        bands[1, 0] = dx[1]
        bands[0, 1] = first
        right[0] = ((dx[0] + 2.0 * first) * dx[1] * slope[0] + dx[0] ** 2 * slope[1]) / first
        bands[1, -1] = dx[-2]
        bands[2, -2] = last
        right[-1] = (dx[-1] ** 2 * slope[-2] + (2.0 * last + dx[-1]) * dx[-2] * slope[-1]) / last
    elif bc_type == "natural":
        bands[1, 0] = 2.0
        bands[0, 1] = 1.0
        right[0] = 3.0 * slope[0]
        bands[1, -1] = 2.0
        bands[2, -2] = 1.0
        right[-1] = 3.0 * slope[-1]
    else:
        bands[1, 0] = 1.0
        bands[1, -1] = 1.0
    return linalg.solve_banded((1, 1), bands, right)


def adc_monotone_slopes(x, y):
    # Weighted harmonic means of the secants' slopes, zero where these have different signs.
    n = len(x)
    if n < 3:
        raise ValueError("curves through less than three points are not supported")
    h = x[1:] - x[:-1]
    if np.any(h <= 0):
        raise ValueError("`x` must be strictly increasing sequence.")
    m = (y[1:] - y[:-1]) / h
    one = 2.0 * h[1:] + h[:-1]
    other = h[1:] + 2.0 * h[:-1]
    turns = (np.sign(m[1:]) != np.sign(m[:-1])) | (m[1:] == 0) | (m[:-1] == 0)
    before = np.where(turns, 1.0, m[:-1])
    after = np.where(turns, 1.0, m[1:])
    slopes = np.zeros(n)
    slopes[1:-1] = np.where(turns, 0.0, (one + other) / (one / before + other / after))
    slopes[0] = adc_slope_at_the_end(h[0], h[1], m[0], m[1])
    slopes[-1] = adc_slope_at_the_end(h[-1], h[-2], m[-1], m[-2])
    return slopes


def adc_slope_at_the_end(h0, h1, m0, m1):
    d = ((2.0 * h0 + h1) * m0 - h0 * m1) / (h0 + h1)
    steep = (np.sign(m0) != np.sign(m1)) & (np.abs(d) > 3.0 * np.abs(m0))
    return np.where(np.sign(d) != np.sign(m0), 0.0, np.where(steep, 3.0 * m0, d))


def adc_piecewise_cubic(x, y, slopes, points, nu, extrapolate):
    points = np.asarray(points)
    if np.ndim(points) > 1:
        raise NotImplementedError("at a number or a vector of points")
    if np.ndim(points) == 0:  # SciPy gives an array without axes
        return np.array(adc_cubic_at(x, y, slopes, points, nu, extrapolate))
    found = np.zeros(len(points))
    for i in range(len(points)):
        found[i] = adc_cubic_at(x, y, slopes, points[i], nu, extrapolate)
    return found


def adc_cubic_at(x, y, slopes, point, nu, extrapolate):
    k = np.minimum(np.maximum(np.searchsorted(x, point, side="right") - 1, 0), len(x) - 2)
    h = x[k + 1] - x[k]
    t = point - x[k]
    secant = (y[k + 1] - y[k]) / h
    bend = (slopes[k] + slopes[k + 1] - 2.0 * secant) / h
    cubic = bend / h
    square = (secant - slopes[k]) / h - bend
    if nu == 0:
        found = y[k] + t * (slopes[k] + t * (square + t * cubic))
    elif nu == 1:
        found = slopes[k] + t * (2.0 * square + t * (3.0 * cubic))
    elif nu == 2:
        found = 2.0 * square + t * (6.0 * cubic)
    elif nu == 3:
        found = 6.0 * cubic
    else:
        raise NotImplementedError("up to the third derivative")
    if not extrapolate:
        found = np.where((point < x[0]) | (point > x[-1]), np.nan, found)
    return found


def adc_samples(x):
    # What is there now, in double precision.
    return np.array(x).astype(np.float64)


def scipy_interpolate_CubicSpline(x, y, axis=0, bc_type="not-a-knot", extrapolate=None):
    x, y = adc_samples(x), adc_samples(y)
    if y.ndim != 1:
        raise NotImplementedError("for a vector of values")
    always = True if extrapolate is None else extrapolate
    return adc_curve(x, y, adc_spline_slopes(x, y, bc_type), always, 0)


def scipy_interpolate_PchipInterpolator(x, y, axis=0, extrapolate=None):
    x, y = adc_samples(x), adc_samples(y)
    if y.ndim != 1:
        raise NotImplementedError("for a vector of values")
    always = True if extrapolate is None else extrapolate
    return adc_curve(x, y, adc_monotone_slopes(x, y), always, 0)


def scipy_interpolate_pchip_interpolate(xi, yi, x, der=0):
    xi, yi = adc_samples(xi), adc_samples(yi)
    if yi.ndim != 1 or np.ndim(der) > 0:
        raise NotImplementedError("for a vector of values, and one derivative")
    return adc_piecewise_cubic(xi, yi, adc_monotone_slopes(xi, yi), x, der, True)


def scipy_interpolate_CubicHermiteSpline(x, y, dydx, axis=0, extrapolate=None):
    # SciPy keeps the points themselves, and makes cubics of the rest at once.
    x, y, dydx = adc_shared(adc_samples(x), (np.asarray(x),)), adc_samples(y), adc_samples(dydx)
    if y.ndim != 1 or dydx.ndim != 1:
        raise NotImplementedError("for a vector of values")
    if len(x) < 2 or np.any(x[1:] - x[:-1] <= 0):
        raise ValueError("`x` must be strictly increasing sequence.")
    return adc_curve(x, y, dydx, True if extrapolate is None else extrapolate, 0)


def adc_akima_slopes(x, y):
    # H. Akima, J. ACM 17 (1970): slopes of secants weighted by how these change on either side.
    n = len(x)
    if n < 3:
        raise ValueError("curves through less than three points are not supported")
    dx = x[1:] - x[:-1]
    if np.any(dx <= 0):
        raise ValueError("`x` must be strictly increasing sequence.")
    m = np.zeros(n + 3)
    m[2:-2] = (y[1:] - y[:-1]) / dx
    m[1] = 2.0 * m[2] - m[3]
    m[0] = 2.0 * m[1] - m[2]
    m[-2] = 2.0 * m[-3] - m[-4]
    m[-1] = 2.0 * m[-2] - m[-3]
    change = np.abs(m[1:] - m[:-1])
    both = change[2:] + change[:-2]
    bent = both > 1e-9 * np.max(both)
    share = change[:-2] / np.where(bent, both, 1.0)
    return np.where(bent, m[1:-2] + share * (m[2:-1] - m[1:-2]), 0.5 * (m[3:] + m[:-3]))


def scipy_interpolate_Akima1DInterpolator(x, y, axis=0, *, method="akima", extrapolate=None):
    x, y = adc_samples(x), adc_samples(y)
    if y.ndim != 1 or method != "akima":
        raise NotImplementedError("for a vector of values, by the method akima")
    always = False if extrapolate is None else extrapolate
    return adc_curve(x, y, adc_akima_slopes(x, y), always, 0)


class adc_curve:
    # Cubics between points, or a derivative of them.
    def __init__(self, x, y, slopes, always, order):
        self._x = x
        self._y = y
        self._slopes = slopes
        self._always = always
        self._order = order

    def __call__(self, points, nu=0, extrapolate=None):
        goes_on = self._always if extrapolate is None else extrapolate
        order = self._order + nu
        return adc_piecewise_cubic(self._x, self._y, self._slopes, points, order, goes_on)

    def derivative(self, nu=1):
        return adc_curve(self._x, self._y, self._slopes, self._always, self._order + nu)

    def integrate(self, a, b):
        if self._order != 0 or not self._always or np.ndim(a) > 0 or np.ndim(b) > 0:
            raise NotImplementedError("of the curve itself, between numbers, also beyond its ends")
        upper = adc_area_to(self._x, self._y, self._slopes, b)
        return np.array(upper - adc_area_to(self._x, self._y, self._slopes, a))


def adc_area_to(x, y, slopes, point):
    # The integral from the first point on.
    h = x[1:] - x[:-1]
    parts = 0.5 * h * (y[1:] + y[:-1]) + h * h * (slopes[:-1] - slopes[1:]) / 12.0
    whole = np.concatenate((np.zeros(1), np.cumsum(parts)))
    k = np.minimum(np.maximum(np.searchsorted(x, point, side="right") - 1, 0), len(x) - 2)
    t = point - x[k]
    secant = (y[k + 1] - y[k]) / h[k]
    bend = (slopes[k] + slopes[k + 1] - 2.0 * secant) / h[k]
    cubic = bend / h[k]
    square = (secant - slopes[k]) / h[k] - bend
    return whole[k] + t * (y[k] + t * (slopes[k] / 2.0 + t * (square / 3.0 + t * (cubic / 4.0))))


def scipy_interpolate_InterpolatedUnivariateSpline(x, y, k=3):
    if k != 3:
        raise NotImplementedError("for cubic splines")
    x, y = adc_samples(x), adc_samples(y)
    return adc_curve(x, y, adc_spline_slopes(x, y, "not-a-knot"), True, 0)


def scipy_interpolate_splrep(x, y, k=3, s=0):
    # What it gives is for `splev` alone: no knots, no coefficients.
    if k != 3 or s != 0:
        raise NotImplementedError("for cubic splines through all points")
    x, y = adc_samples(x), adc_samples(y)
    slopes = adc_spline_slopes(x, y, "not-a-knot")

    def call(points, nu=0):
        return adc_piecewise_cubic(x, y, slopes, points, nu, True)

    return call


def scipy_interpolate_splev(x, tck, der=0, ext=0):
    if ext != 0:
        raise NotImplementedError("beyond the knots with what the spline goes on with")
    if not isinstance(tck, (tuple, list)):
        return tck(x, der)
    if der != 0:
        raise NotImplementedError("of knots and coefficients without derivatives")
    t, c, k = tck
    knots, c, points = np.asarray(t), np.asarray(c), np.asarray(x)
    if c.ndim == 2:
        return [adc_b_spline(points, knots, row, k) for row in c]
    return adc_b_spline(points, knots, c, k)


def adc_b_spline(x, t, c, k):
    # De Boor's recurrence, in the interval of each point, or in the first or last one.
    points = np.ravel(x)
    at = np.searchsorted(t, points, side="right") - 1
    at = np.minimum(np.maximum(at, k), len(t) - k - 2)
    d = np.zeros((k + 1, len(points)))
    for j in range(k + 1):
        d[j] = c[at - k + j]
    for r in range(1, k + 1):
        for j in range(k, r - 1, -1):
            left = t[at - k + j]
            share = (points - left) / (t[at + 1 + j - r] - left)
            d[j] = (1.0 - share) * d[j - 1] + share * d[j]
    return np.reshape(d[k], np.shape(x))


def scipy_interpolate_interp1d(
    x, y, kind="linear", axis=-1, copy=True, bounds_error=None, fill_value=np.nan,
    assume_sorted=False,
):  # fmt: skip
    # What is there now: of arrays that are written later on there are copies.
    x, y = np.array(x), np.array(y)
    if assume_sorted and not copy:
        raise NotImplementedError("without `copy=False` of points that are in order")
    if y.ndim != 1:
        return adc_lines(x, y, kind, axis, bounds_error, fill_value, assume_sorted)
    extrapolate = isinstance(fill_value, str)
    if extrapolate and fill_value != "extrapolate":
        raise NotImplementedError("with numbers or 'extrapolate' for `fill_value`")
    if extrapolate and bounds_error:
        raise ValueError("Cannot extrapolate and raise at the same time.")
    strict = (not extrapolate) if bounds_error is None else bounds_error
    if not assume_sorted:
        order = np.argsort(x)
        x, y = x[order], y[order]
    if kind == "linear":
        slopes = y
    elif kind in ("nearest", "previous", "next", "zero"):
        if extrapolate:
            raise NotImplementedError("without 'extrapolate' for steps")
        slopes = y
    elif kind == "cubic":
        slopes = adc_spline_slopes(x, y, "not-a-knot")
    else:
        raise NotImplementedError("for steps, and for linear and cubic interpolation")

    def call(points):
        points = np.asarray(points)
        if strict:
            if np.any(points < x[0]):
                raise ValueError("A value in x_new is below the interpolation range.")
            if np.any(points > x[-1]):
                raise ValueError("A value in x_new is above the interpolation range.")
        if kind == "cubic":
            found = adc_piecewise_cubic(x, y, slopes, points, 0, True)
        elif kind == "linear":
            found = np.interp(points, x, y)
        else:
            found = adc_step(x, y, points, kind)
        if extrapolate:
            if kind == "cubic":
                return found
            first = (y[1] - y[0]) / (x[1] - x[0])
            last = (y[-1] - y[-2]) / (x[-1] - x[-2])
            found = np.where(points < x[0], y[0] + first * (points - x[0]), found)
            return np.where(points > x[-1], y[-1] + last * (points - x[-1]), found)
        if isinstance(fill_value, tuple):
            below, above = fill_value
        else:
            below, above = fill_value, fill_value
        return np.where(points < x[0], below, np.where(points > x[-1], above, found))

    return call


def adc_step(x, y, points, kind):
    # The value of one of the points around. Of NaN there is none.
    if np.any(points != points):
        raise ValueError("NaN among the points is not supported")
    if kind == "nearest":
        place = np.searchsorted(0.5 * x[1:] + 0.5 * x[:-1], points, side="left")
    elif kind == "next":
        place = np.searchsorted(x, points, side="left")
    else:
        place = np.searchsorted(x, points, side="right") - 1
    return np.take(y, np.minimum(np.maximum(place, 0), len(x) - 1))


class adc_lines:
    # Between rows of a matrix, or columns.
    def __init__(self, x, y, kind, axis, bounds_error, fill_value, assume_sorted):
        extrapolate = isinstance(fill_value, str)
        strict = not extrapolate and (bounds_error is None or bounds_error)
        if kind != "linear" or y.ndim != 2 or (not extrapolate and not strict):
            raise NotImplementedError("for matrices by lines, between their ends or extrapolated")
        if extrapolate and fill_value != "extrapolate":
            raise NotImplementedError("with numbers or 'extrapolate' for `fill_value`")
        if np.any(x[1:] < x[:-1]):
            raise NotImplementedError("for points in ascending order")
        self._x = x
        self._rows = np.moveaxis(y, axis, 0)
        self._axis = axis
        self._strict = strict

    def __call__(self, points):
        points = np.asarray(points)
        if self._strict and np.any((points < self._x[0]) | (points > self._x[-1])):
            raise ValueError("A value in x_new is beyond the interpolation range.")
        if np.ndim(points) > 1:
            raise NotImplementedError("at a number or a vector of points")
        if np.ndim(points) == 0:
            return adc_line_at(self._x, self._rows, points)
        found = np.zeros((len(points), self._rows.shape[1]))
        for i in range(len(points)):
            found[i] = adc_line_at(self._x, self._rows, points[i])
        return np.moveaxis(found, 0, self._axis)


def adc_line_at(x, rows, point):
    k = np.minimum(np.maximum(np.searchsorted(x, point, side="left") - 1, 0), len(x) - 2)
    return (rows[k + 1] - rows[k]) / (x[k + 1] - x[k]) * (point - x[k]) + rows[k]


def scipy_interpolate_make_interp_spline(x, y, k=3, t=None, bc_type=None):
    x, y = adc_samples(x), adc_samples(y)
    if k != 3 or y.ndim != 1 or t is not None or bc_type not in (None, "not-a-knot", "natural"):
        raise NotImplementedError("for cubic splines of vectors")
    ends = "not-a-knot" if bc_type is None else bc_type
    return adc_curve(x, y, adc_spline_slopes(x, y, ends), True, 0)


def scipy_interpolate_UnivariateSpline(x, y, w=None, k=3, s=None):
    if w is not None or s is None or s != 0:
        raise NotImplementedError("through all points, with s=0")
    return scipy_interpolate_InterpolatedUnivariateSpline(x, y, k)


def scipy_interpolate_RegularGridInterpolator(
    points, values, method="linear", bounds_error=True, fill_value=np.nan
):
    if method != "linear" or len(points) != 2:
        raise NotImplementedError("for linear interpolation on two axes")
    x, y = np.asarray(points[0]), np.asarray(points[1])
    values = np.asarray(values)
    if values.ndim != 2:
        raise NotImplementedError("for a matrix of values")
    if np.any(x[1:] <= x[:-1]) or np.any(y[1:] <= y[:-1]):
        raise NotImplementedError("for points in ascending order")

    def call(xi):
        if isinstance(xi, tuple):
            u, v = np.broadcast_arrays(np.asarray(xi[0]), np.asarray(xi[1]))
        else:
            points = np.atleast_2d(np.asarray(xi))
            u, v = points[..., 0], points[..., 1]
        outside = (u < x[0]) | (u > x[-1]) | (v < y[0]) | (v > y[-1])
        if bounds_error and np.any(outside):
            raise ValueError("One of the requested xi is out of bounds")
        if np.ndim(u) > 1:
            raise NotImplementedError("at a number or a vector of points")
        if np.ndim(u) == 0:
            found = np.array(adc_bilinear_at(x, y, values, u, v))
        else:
            found = np.zeros(len(u))
            for i in range(len(u)):
                found[i] = adc_bilinear_at(x, y, values, u[i], v[i])
        if fill_value is None:
            return found
        return np.where(outside, fill_value, found)

    return call


def adc_bilinear_at(x, y, values, u, v):
    i = np.minimum(np.maximum(np.searchsorted(x, u, side="right") - 1, 0), len(x) - 2)
    j = np.minimum(np.maximum(np.searchsorted(y, v, side="right") - 1, 0), len(y) - 2)
    p = (u - x[i]) / (x[i + 1] - x[i])
    q = (v - y[j]) / (y[j + 1] - y[j])
    before = values[i, j] * (1.0 - q) + values[i, j + 1] * q
    after = values[i + 1, j] * (1.0 - q) + values[i + 1, j + 1] * q
    return before * (1.0 - p) + after * p
