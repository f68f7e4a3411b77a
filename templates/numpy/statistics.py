# Statistics of scipy.stats, as adc reads them (`adc/lowering/numpy/written.py`): not to be
# imported. Each by its definition in SciPy's reference.

from typing import NamedTuple

import numpy as np
from scipy import special


class adc_tested(NamedTuple):
    statistic: float
    pvalue: float


class adc_line(NamedTuple):
    slope: float
    intercept: float
    rvalue: float
    pvalue: float
    stderr: float


def adc_lined_up(a, axis):
    # The axis, and the array: laid flat where no axis is named.
    return (0, np.ravel(a)) if axis is None else (axis, np.asarray(a))


def scipy_stats_zscore(a, axis=0, ddof=0):
    a = np.asarray(a)
    mean = np.mean(a, axis=axis, keepdims=True)
    spread = np.std(a, axis=axis, ddof=ddof, keepdims=True)
    # What is all alike but for rounding of its mean has no scores.
    alike = np.all(a == np.max(a, axis=axis, keepdims=True), axis=axis, keepdims=True)
    return (a - mean) / np.where(alike, np.nan, spread)


def scipy_stats_zmap(scores, compare, axis=0, ddof=0):
    compare = np.asarray(compare)
    mean = np.mean(compare, axis=axis, keepdims=True)
    return (scores - mean) / np.std(compare, axis=axis, ddof=ddof, keepdims=True)


def scipy_stats_gmean(a, axis=0, weights=None):
    # Weights go with the last axes, whichever the mean is along.
    weights = None if weights is None else np.broadcast_to(weights, np.shape(a))
    if axis is None and weights is not None:
        weights = np.ravel(weights)
    axis, a = adc_lined_up(a, axis)
    return np.exp(np.average(np.log(a), axis=axis, weights=weights))


def scipy_stats_hmean(a, axis=0):
    axis, a = adc_lined_up(a, axis)
    return 1.0 / np.mean(1.0 / np.where(np.less(a, 0), np.nan, a), axis=axis)


def scipy_stats_pmean(a, p, axis=0):
    axis, a = adc_lined_up(a, axis)
    if p == 0:
        raise NotImplementedError("for powers that are not zero")
    return np.mean(np.where(np.less(a, 0), np.nan, a) ** p, axis=axis) ** (1.0 / p)


def scipy_stats_gstd(a, axis=0, ddof=1):
    axis, a = adc_lined_up(a, axis)
    return np.exp(np.std(np.log(a), axis=axis, ddof=ddof))


def scipy_stats_moment(a, order=1, axis=0, center=None):
    axis, a = adc_lined_up(a, axis)
    if np.ndim(order) > 0:
        raise NotImplementedError("for one order")
    middle = np.mean(a, axis=axis, keepdims=True) if center is None else center
    return np.mean((a - middle) ** order, axis=axis)


def adc_spread(a, d, axis):
    # Of what is all alike but for rounding there is no shape.
    square = np.mean(d**2, axis=axis)
    least = np.finfo(square.dtype).resolution * np.mean(a, axis=axis)
    return np.where(square <= least**2, np.nan, square)


def scipy_stats_skew(a, axis=0, bias=True):
    axis, a = adc_lined_up(a, axis)
    d = a - np.mean(a, axis=axis, keepdims=True)
    found = np.mean(d**3, axis=axis) / adc_spread(a, d, axis) ** 1.5
    if bias:
        return found
    n = a.shape[axis]
    if n < 3:
        raise NotImplementedError("for three elements or more, where `bias=False`")
    return np.sqrt((n - 1.0) * n) / (n - 2.0) * found


def scipy_stats_kurtosis(a, axis=0, fisher=True, bias=True):
    axis, a = adc_lined_up(a, axis)
    d = a - np.mean(a, axis=axis, keepdims=True)
    found = np.mean(d**4, axis=axis) / adc_spread(a, d, axis) ** 2
    if not bias:
        n = a.shape[axis]
        if n < 4:
            raise NotImplementedError("for four elements or more, where `bias=False`")
        found = ((n**2 - 1.0) * found - 3 * (n - 1.0) ** 2) / ((n - 2) * (n - 3.0)) + 3.0
    return found - 3.0 if fisher else found


def scipy_stats_sem(a, axis=0, ddof=1):
    axis, a = adc_lined_up(a, axis)
    return np.std(a, axis=axis, ddof=ddof) / np.sqrt(a.shape[axis])


def scipy_stats_variation(a, axis=0, ddof=0):
    axis, a = adc_lined_up(a, axis)
    return np.std(a, axis=axis, ddof=ddof) / np.mean(a, axis=axis)


def scipy_stats_iqr(x, axis=None, rng=(25, 75), scale=1.0):
    axis, x = adc_lined_up(x, axis)
    low, high = min(rng), max(rng)
    apart = np.percentile(x, high, axis=axis) - np.percentile(x, low, axis=axis)
    if isinstance(scale, str):
        if scale != "normal":
            raise NotImplementedError("for a scale that is a number, or 'normal'")
        return apart / 1.3489795003921634
    return apart / scale


def scipy_stats_median_abs_deviation(x, axis=0, center=np.median, scale=1.0):
    axis, x = adc_lined_up(x, axis)
    away = np.abs(x - np.expand_dims(center(x, axis=axis), axis))
    found = np.median(away, axis=axis)
    if isinstance(scale, str):
        if scale != "normal":
            raise NotImplementedError("for a scale that is a number, or 'normal'")
        return found / 0.6744897501960817
    return found / scale


def scipy_stats_entropy(pk, qk=None, base=None, axis=0):
    pk = np.asarray(pk) * 1.0
    if qk is not None:
        # One that has fewer axes goes with the last axes of the other.
        pk, qk = np.broadcast_arrays(pk, np.asarray(qk) * 1.0)
    pk = pk / np.sum(pk, axis=axis, keepdims=True)
    if qk is None:
        terms = special.entr(pk)
    else:
        terms = special.rel_entr(pk, qk / np.sum(qk, axis=axis, keepdims=True))
    found = np.sum(terms, axis=axis)
    return found if base is None else found / np.log(base)


def scipy_stats_rankdata(a, method="average", *, axis=None):
    if axis is not None and np.ndim(a) > 1:
        raise NotImplementedError("of all elements together")
    a = np.ravel(a)
    less = np.sum(a < a[:, None], axis=-1)
    same = np.sum(a == a[:, None], axis=-1)
    if np.any(a != a):
        raise NotImplementedError("without NaN")
    if method == "average":
        return less + (same + 1) / 2.0
    if method == "min":
        return less + 1
    if method == "max":
        return less + same
    raise NotImplementedError("for the methods average, min and max")


def adc_doubles(a, axis):
    axis, a = adc_lined_up(a, axis)
    if a.dtype == np.float32:
        raise NotImplementedError("in double precision")
    return axis, a


def adc_vectors(x, y):
    x, y = np.asarray(x), np.asarray(y)
    if x.ndim != 1 or y.ndim != 1 or x.dtype == np.float32 or y.dtype == np.float32:
        raise NotImplementedError("for two vectors in double precision")
    if len(x) != len(y):
        raise ValueError("x and y must have the same length.")
    if len(x) < 3:
        raise NotImplementedError("for three elements or more")
    return x, y


def adc_two_sided(t, df):
    return special.betainc(0.5 * df, 0.5, df / (df + t * t))


def scipy_stats_ttest_1samp(a, popmean, axis=0):
    axis, a = adc_doubles(a, axis)
    n = a.shape[axis]
    t = (np.mean(a, axis=axis) - popmean) / np.sqrt(np.var(a, axis=axis, ddof=1) / n)
    return adc_tested(t, adc_two_sided(t, n - 1.0))


def scipy_stats_ttest_rel(a, b, axis=0):
    return scipy_stats_ttest_1samp(np.asarray(a) - np.asarray(b), 0.0, axis)


def scipy_stats_ttest_ind(a, b, *, axis=0, equal_var=True):
    (_, b), (axis, a) = adc_doubles(b, axis), adc_doubles(a, axis)
    n, m = a.shape[axis], b.shape[axis]
    one, other = np.var(a, axis=axis, ddof=1), np.var(b, axis=axis, ddof=1)
    apart = np.mean(a, axis=axis) - np.mean(b, axis=axis)
    if equal_var:
        df = n + m - 2.0
        t = apart / np.sqrt(((n - 1) * one + (m - 1) * other) / df * (1.0 / n + 1.0 / m))
    else:
        one, other = one / n, other / m
        df = (one + other) ** 2 / (one**2 / (n - 1) + other**2 / (m - 1))
        t = apart / np.sqrt(one + other)
    return adc_tested(t, adc_two_sided(t, df))


def scipy_stats_pearsonr(x, y):
    x, y = adc_vectors(x, y)
    n = len(x)
    x, y = x - np.mean(x), y - np.mean(y)
    r = np.clip(np.sum(x / np.linalg.norm(x) * (y / np.linalg.norm(y))), -1.0, 1.0)
    ab = n / 2.0 - 1.0
    return adc_tested(r, 2.0 * special.betaincc(ab, ab, (np.abs(r) + 1.0) / 2.0))


def scipy_stats_spearmanr(a, b):
    a, b = adc_vectors(a, b)
    x, y = scipy_stats_rankdata(a), scipy_stats_rankdata(b)
    x, y = x - np.mean(x), y - np.mean(y)
    r = np.sum(x * y) / np.sqrt(np.sum(x * x) * np.sum(y * y))
    df = len(x) - 2.0
    t = r * np.sqrt(np.maximum(df / ((r + 1.0) * (1.0 - r)), 0.0))
    return adc_tested(r, adc_two_sided(t, df))


def scipy_stats_linregress(x, y):
    x, y = adc_vectors(x, y)
    n = len(x)
    if np.max(x) == np.min(x):
        raise ValueError("Cannot calculate a linear regression if all x values are identical")
    dx, dy = x - np.mean(x), y - np.mean(y)
    xx, xy, yy = np.mean(dx * dx), np.mean(dx * dy), np.mean(dy * dy)
    r = np.clip(xy / np.sqrt(xx * yy), -1.0, 1.0)
    slope = xy / xx
    df = n - 2.0
    # By what is left over of a perfect line, SciPy has a statistic all the same.
    t = r * np.sqrt(df / ((1.0 - r + 1e-20) * (1.0 + r + 1e-20)))
    error = np.sqrt((1.0 - r * r) * yy / xx / df)
    return adc_line(slope, np.mean(y) - slope * np.mean(x), r, adc_two_sided(t, df), error)


def scipy_stats_circmean(samples, high=6.283185307179586, low=0, axis=None):
    axis, samples = adc_lined_up(samples, axis)
    turn = (np.asarray(samples) - low) * 2.0 * np.pi / (high - low)
    angle = np.arctan2(np.sum(np.sin(turn), axis=axis), np.sum(np.cos(turn), axis=axis))
    angle = np.where(angle < 0, angle + 2.0 * np.pi, angle)
    return angle * (high - low) / 2.0 / np.pi + low


def scipy_stats_tmean(a, axis=None):
    axis, a = adc_lined_up(a, axis)
    return np.mean(a, axis=axis)


def scipy_stats_tvar(a, axis=0, ddof=1):
    axis, a = adc_lined_up(a, axis)
    return np.var(a, axis=axis, ddof=ddof)


def scipy_stats_tstd(a, axis=0, ddof=1):
    axis, a = adc_lined_up(a, axis)
    return np.std(a, axis=axis, ddof=ddof)
