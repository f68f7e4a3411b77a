"""NumPy meanings of functions that NumPy lacks.

They compute in double precision, point by point, and give back the type of their operand.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

Scalar = Callable[[float], float]

# digamma(x) ~ log x - 1/(2x) - sum B_2k / (2k x^2k); trigamma(x) ~ 1/x + 1/(2x^2) + sum
# B_2k / x^(2k+1) (Abramowitz & Stegun 6.3.18 and 6.4.12). Seven terms reach double precision
# from x = 12 on; below, the recurrences lift the argument.
_BERNOULLI = (1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6)
_ASYMPTOTIC_FROM = 12.0


def elementwise(f: Scalar) -> Callable[[Any], Any]:
    """`f` on every element, in double precision, rounded to the type of the operand."""

    def on_arrays(x: Any) -> Any:
        values = np.asarray(x)
        flat = [f(float(v)) for v in values.ravel()]
        result = np.array(flat, dtype=np.float64).astype(values.dtype).reshape(values.shape)
        return result[()]

    return on_arrays


def gamma(x: float) -> float:
    """C's `tgamma`: signed infinity at zero, NaN at negative integers, infinity on overflow."""
    if x == 0:
        return math.copysign(math.inf, x)
    try:
        return math.gamma(x)
    except ValueError:
        return math.nan
    except OverflowError:
        return math.inf


def lgamma(x: float) -> float:
    """C's `lgamma`: the logarithm of |gamma(x)|, infinity at the poles."""
    try:
        return math.lgamma(x)
    except (ValueError, OverflowError):
        return math.inf


def gammaln(x: float) -> float:
    """SciPy's, which gives an infinity back, also the negative one."""
    return x if x == -math.inf else lgamma(x)


def expit(x: Any) -> Any:
    """The logistic function, as SciPy computes it."""
    return 1 / (1 + np.exp(-x))


def logit(x: Any) -> Any:
    """The inverse of `expit`, as SciPy computes it: without cancellation about 0.5."""
    away = np.logical_or(np.less(x, 0.3), np.greater(x, 0.65))
    s = 2 * (x - np.asarray(0.5, dtype=np.asarray(x).dtype))
    return np.where(away, np.log(x / (1 - x)), np.log1p(s) - np.log1p(-s))[()]


def _is_pole(x: float) -> bool:
    return x <= 0 and x == math.floor(x)


def digamma(x: float) -> float:
    """The derivative of `lgamma`; NaN at the poles, but an infinity at either zero."""
    if x == 0:
        return -math.copysign(math.inf, x)
    if math.isnan(x) or x == -math.inf or _is_pole(x):
        return math.nan
    if x < 0:
        return digamma(1 - x) - math.pi / math.tan(math.pi * x)
    shift = 0.0
    while x < _ASYMPTOTIC_FROM:
        shift -= 1 / x
        x += 1
    square = 1 / (x * x)
    series = sum(b / (2 * k) * square**k for k, b in enumerate(_BERNOULLI, 1))
    return shift + math.log(x) - 0.5 / x - series


def trigamma(x: float) -> float:
    """The derivative of `digamma`; infinity at the poles."""
    if math.isnan(x):
        return math.nan
    if x == -math.inf or _is_pole(x):
        return math.inf
    if x < 0:
        return (math.pi / math.sin(math.pi * x)) ** 2 - trigamma(1 - x)
    shift = 0.0
    while x < _ASYMPTOTIC_FROM:
        shift += 1 / (x * x)
        x += 1
    square = 1 / (x * x)
    series = sum(b * square**k for k, b in enumerate(_BERNOULLI, 1)) / x
    return shift + 1 / x + 0.5 * square + series


def xlogy(x: Any, y: Any) -> Any:
    """x*log(y), and 0 where x is 0, unless y is NaN."""
    nothing = np.logical_and(np.equal(x, 0), np.logical_not(np.isnan(y)))
    product = x * np.log(y)
    return np.where(nothing, np.zeros_like(product), product)[()]


def log_ndtr(x: float) -> float:
    """The logarithm of the normal distribution; far out by Abramowitz & Stegun, 26.2.12."""
    t = x * 0.7071067811865476
    if x > -1:
        return math.log1p(-0.5 * math.erfc(t))
    if not x < -20:
        return math.log(0.5 * math.erfc(-t))
    s = 1 / (x * x)
    series = s * (1 - s * (3 - s * (15 - s * (105 - s * (945 - s * 10395)))))
    return -0.5 * x * x - math.log(-x) - 0.9189385332046728 + math.log1p(-series)


def binary_exponent(x: Any) -> Any:
    """The exponent of a number as f*2**e with f from 1/2 on and below 1; 0 of 0 and no number."""
    values = np.asarray(x)
    found = np.frexp(np.where(np.isfinite(values), values, 0))[1]
    return found.astype(values.dtype)[()]


def ldexp(x: Any, y: Any) -> Any:
    """x*2**y for whole y."""
    power = np.trunc(np.clip(np.nan_to_num(y), -9999, 9999)).astype(np.int64)
    return np.ldexp(x, power)
