"""What values operations may have: bounds, and whether infinity, NaN or zero can occur.

A rule is given the node and the ranges of its operands. Sums and products of what is finite count
as finite, and products of what is not zero as not zero (see `adc.analysis.ranges`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from adc.ir.build import const_value
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const

INF = math.inf
#: exp(x) is finite and not 0 in single precision, too, where x is not farther from 0 than this.
EXPONENT = 80.0


@dataclass(frozen=True)
class Range:
    """Values from `low` to `high`, both included; `finite`: never infinite, `real`: never NaN,
    `nonzero`: never 0."""

    low: float = -INF
    high: float = INF
    finite: bool = True
    real: bool = True
    nonzero: bool = False

    @property
    def apart_from_zero(self) -> bool:
        return self.nonzero or self.low > 0 or self.high < 0

    @property
    def is_number(self) -> bool:
        """Whether a product with it is zero where the other factor is."""
        return self.finite and self.real

    def joined(self, other: Range) -> Range:
        return Range(
            min(self.low, other.low),
            max(self.high, other.high),
            self.finite and other.finite,
            self.real and other.real,
            self.apart_from_zero and other.apart_from_zero,
        )

    def meeting(self, fact: Range) -> Range:
        """The part of it that meets a condition: a `real` fact is none that NaN fulfils."""
        return replace(
            self,
            low=max(self.low, fact.low),
            high=min(self.high, fact.high),
            real=self.real or fact.real,
            nonzero=self.nonzero or fact.nonzero,
        )


ANY_NUMBER = Range()
ANYTHING = Range(finite=False, real=False)
TRUTH = Range(0.0, 1.0)

#: From a node and the ranges of its operands to its own.
Rule = Callable[..., Range]


def anything(_: Apply, *args: Range) -> Range:
    """A function of which nothing is known."""
    return ANYTHING


def truth(_: Apply, *args: Range) -> Range:
    return TRUTH


def added(a: Range, b: Range) -> Range:
    low = -INF if -INF in (a.low, b.low) else a.low + b.low
    high = INF if INF in (a.high, b.high) else a.high + b.high
    one_sided = (a.low > -INF and b.low > -INF) or (a.high < INF and b.high < INF)
    real = a.real and b.real and (a.finite or b.finite or one_sided)
    return Range(low, high, a.finite and b.finite, real)


def total(_: Apply, a: Range, b: Range) -> Range:
    return added(a, b)


def negative(_: Apply, a: Range) -> Range:
    return replace(a, low=-a.high, high=-a.low)


def difference(expr: Apply, a: Range, b: Range) -> Range:
    return added(a, negative(expr, b))


def _times(a: float, b: float) -> float:
    return 0.0 if 0.0 in (a, b) else a * b


def product(expr: Apply, a: Range, b: Range) -> Range:
    if expr.args[0] == expr.args[1]:
        return _even(a)
    corners = [_times(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    apart = (a.finite or b.apart_from_zero) and (b.finite or a.apart_from_zero)
    return Range(
        min(corners),
        max(corners),
        a.finite and b.finite,
        a.real and b.real and apart,
        a.apart_from_zero and b.apart_from_zero,
    )


def _even(a: Range) -> Range:
    """A square, or another even power."""
    least, greatest = max(a.low, -a.high, 0.0), max(-a.low, a.high)
    low, high = (least if least >= 1 else 0.0), (INF if greatest > 1 else 1.0)
    return Range(low, high, a.finite, a.real, a.apart_from_zero)


def quotient(_: Apply, a: Range, b: Range) -> Range:
    positive = a.low >= 0 and b.low >= 0
    low = 0.0 if positive else -INF
    if not b.apart_from_zero:
        real = a.real and b.real and a.apart_from_zero and a.finite
        return Range(low, INF, False, real)
    real = a.real and b.real and (a.finite or b.finite)
    high = a.high / b.low if b.low > 0 and a.low >= 0 else INF
    return Range(low, high, a.finite, real, a.apart_from_zero and b.finite)


def root(_: Apply, a: Range) -> Range:
    if a.low < 0:
        return Range(0.0, INF, a.finite, False)
    return Range(math.sqrt(a.low), INF, a.finite, a.real, a.apart_from_zero)


def exponential(rate: float = 1.0) -> Rule:
    """`exp(rate*x)`, for rates of up to 1."""

    def rule(_: Apply, a: Range) -> Range:
        low = math.exp(rate * a.low) if -EXPONENT <= a.low <= EXPONENT else 0.0
        high = math.exp(rate * a.high) if a.high <= EXPONENT else INF
        return Range(low, high, a.high <= EXPONENT, a.real)

    return rule


def hyperbolic(_: Apply, a: Range) -> Range:
    return Range(finite=a.low >= -EXPONENT and a.high <= EXPONENT, real=a.real)


def hyperbolic_cosine(expr: Apply, a: Range) -> Range:
    return replace(hyperbolic(expr, a), low=1.0)


def logarithm(pole: float) -> Rule:
    def rule(_: Apply, a: Range) -> Range:
        inside = a.low > pole or (pole == 0 and a.low == 0 and a.nonzero)
        return Range(finite=a.finite and inside, real=a.real and a.low >= pole)

    return rule


def log_odds(_: Apply, a: Range) -> Range:
    """logit: poles at 0 and 1, NaN beyond."""
    inside = (a.low > 0 or (a.low == 0 and a.nonzero)) and a.high < 1
    return Range(finite=inside, real=a.real and a.low >= 0 and a.high <= 1)


def bounded(low: float, high: float, waves: bool = False) -> Rule:
    """A function with values between two bounds; `waves`: NaN at infinity."""

    def rule(_: Apply, *args: Range) -> Range:
        return Range(low, high, True, all(a.real and (a.finite or not waves) for a in args))

    return rule


def inverse_sine(_: Apply, a: Range) -> Range:
    """arcsin, arccos."""
    return Range(-math.pi, math.pi, True, a.real and a.low >= -1 and a.high <= 1)


def absolute(_: Apply, a: Range) -> Range:
    low = max(a.low, -a.high, 0.0)
    return Range(low, max(-a.low, a.high), a.finite, a.real, a.nonzero)


def larger(_: Apply, a: Range, b: Range) -> Range:
    joined = a.joined(b)
    return replace(joined, low=max(a.low, b.low))


def smaller(_: Apply, a: Range, b: Range) -> Range:
    joined = a.joined(b)
    return replace(joined, high=min(a.high, b.high))


def larger_or_first(_: Apply, a: Range, b: Range) -> Range:
    """The second where it is larger, else the first, as where one is a NaN."""
    low = max(a.low, b.low) if b.real else a.low
    return replace(a.joined(b), low=low, real=a.real)


def smaller_or_first(_: Apply, a: Range, b: Range) -> Range:
    """The second where it is smaller, else the first, as where one is a NaN."""
    high = min(a.high, b.high) if b.real else a.high
    return replace(a.joined(b), high=high, real=a.real)


def larger_number(expr: Apply, a: Range, b: Range) -> Range:
    """The larger of two of which a NaN is passed over."""
    found = larger(expr, a, b) if a.real and b.real else a.joined(b)
    return replace(found, real=a.real or b.real)


def smaller_number(expr: Apply, a: Range, b: Range) -> Range:
    """The smaller of two of which a NaN is passed over."""
    found = smaller(expr, a, b) if a.real and b.real else a.joined(b)
    return replace(found, real=a.real or b.real)


def same_sign(_: Apply, a: Range) -> Range:
    """A growing function through 0 without bounds."""
    low, high = (0.0 if a.low >= 0 else -INF), (0.0 if a.high <= 0 else INF)
    return Range(low, high, a.finite, a.real)


def conversion(expr: Apply, a: Range) -> Range:
    return TRUTH if expr.args[0].dtype is DType.BOOL else a


def first(_: Apply, a: Range, b: Range) -> Range:
    return a


def plain(_: Apply, *args: Range) -> Range:
    """A function that is defined everywhere and grows no faster than a polynomial."""
    return Range(finite=all(a.finite for a in args), real=all(a.is_number for a in args))


def length(_: Apply, a: Range, b: Range) -> Range:
    return Range(0.0, INF, a.finite and b.finite, a.real and b.real,
                 a.apart_from_zero or b.apart_from_zero)  # fmt: skip


def remainder(_: Apply, a: Range, b: Range) -> Range:
    if not (a.is_number and b.is_number and b.apart_from_zero):
        return ANYTHING
    return ANY_NUMBER


def power(expr: Apply, a: Range, b: Range) -> Range:
    exponent = expr.args[1]
    if isinstance(exponent, Apply) and exponent.op == "cast":
        exponent = exponent.args[0]
    if not isinstance(exponent, Const):
        return Range(0.0, INF, False, b.real and a.real) if a.low > 0 else ANYTHING
    n = float(const_value(exponent))
    if n == 0:
        return Range(1.0, 1.0)  # also of what is no number
    if n > 0 and n == int(n):
        low = 0.0 if a.low >= 0 else -INF
        return _even(a) if n % 2 == 0 else Range(low, INF, a.finite, a.real, a.apart_from_zero)
    if a.low < 0 and n != int(n):
        return ANYTHING
    inside = n > 0 or a.apart_from_zero
    low = 0.0 if a.low >= 0 or n % 2 == 0 else -INF
    nonzero = a.low >= 0 and a.apart_from_zero and (n > 0 or a.finite)
    return Range(low, INF, a.finite and inside, a.real, nonzero)


def step(_: Apply, a: Range, b: Range) -> Range:
    """Heaviside's: `b` at 0."""
    return Range(finite=b.finite, real=a.real and b.real)
