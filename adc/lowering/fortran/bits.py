"""Fortran's functions of bits (Fortran 2018, 16.9), of integers of 32 or 64 in two's complement.

A bit of an integer is a floor and a remainder, for negative ones too; what several bits make up is
a sum. So one of two operands, and every position, must be a number that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import sympy

from adc.diagnostics import AdcError
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.elementwise import combine
from adc.lowering.fortran.operators import binary
from adc.lowering.promotion import as_array, cast_array, convert, kind
from adc.lowering.values import Array, Integer, Value

Handler = Callable[[Context, CallSite], Value]
#: The highest position that integers of all kinds have, but for the sign.
_LAST = 30


def _part(cx: Context, site: CallSite, value: Value, low: int, count: int) -> Value:
    """The number that `count` bits of `value` make, from position `low` on, times 2**low."""
    scale, base = 2**low, 2**count
    if isinstance(value, Integer):
        shifted = shapes.floordiv(value.value, sympy.Integer(scale))
        return Integer(sympy.expand(scale * shapes.floormod(shifted, sympy.Integer(base))))

    def make(x: Expr) -> Expr:
        shifted = build.apply("floordiv", convert(x, DType.INT64), _number(scale))
        return build.apply("mul", build.apply("mod", shifted, _number(base)),
                           _number(scale))  # fmt: skip

    return combine(cx, [_whole(site, value)], DType.INT64, make, "bits", site.span)


def _number(value: int) -> Expr:
    return build.const(value, DType.INT64)


def _whole(site: CallSite, value: Value) -> Array:
    array = as_array(value, site.span)
    if kind(array.dtype) != 1:
        raise site.error("functions of bits take integers", help="convert it: `int(…)`")
    return array


def _sum(cx: Context, site: CallSite, *terms: tuple[int, Value]) -> Value:
    """The sum of values, each times a number."""
    if all(isinstance(v, Integer) for _, v in terms):
        return Integer(sympy.expand(sum(f * v.value for f, v in terms if isinstance(v, Integer))))

    def make(*given: Expr) -> Expr:
        total = _number(0)
        for (factor, _), x in zip(terms, given, strict=True):
            term = build.apply("mul", _number(factor), convert(x, DType.INT64))
            total = build.apply("add", total, term)
        return total

    arrays = [_whole(site, v) for _, v in terms]
    return combine(cx, arrays, DType.INT64, make, "bits", site.span)


def _runs(mask: int) -> Iterator[tuple[int, int]]:
    """The runs of ones in `mask`: where each begins, and how long it is."""
    low = 0
    while mask >> low:
        count = 0
        while (mask >> low + count) & 1:
            count += 1
        if count:
            yield low, count
        low += max(count, 1)


def _known(value: Value) -> int | None:
    """A number that is known, with no bits but those up to `_LAST`."""
    if not isinstance(value, Integer) or not value.value.is_Integer:
        return None
    return int(value.value) if 0 <= value.value < 2 ** (_LAST + 1) else None


def _refused(site: CallSite, what: str) -> AdcError:
    name = site.name.removeprefix("fortran.")
    return AdcError.of(
        "ADC0227", f"`{name}` {what} is not supported", site.span,
        help="write it with `mod` and divisions by powers of two",
    )  # fmt: skip


def _common(cx: Context, site: CallSite) -> tuple[Value, int, Value]:
    """Of two operands: one, the other, which is known, and the bits that both have."""
    bound = site.bind("i j")
    first, second = bound["i"], bound["j"]
    if _known(second) is None:
        first, second = second, first
    mask = _known(second)
    if mask is None:
        raise _refused(site, "of two numbers that are not known while compiling, or negative,")
    parts = [(1, _part(cx, site, first, low, count)) for low, count in _runs(mask)]
    return first, mask, _sum(cx, site, *parts, (0, first))


def conjunction(cx: Context, site: CallSite) -> Value:
    return _common(cx, site)[2]


def disjunction(factor: int) -> Handler:
    """IOR, and IEOR, which counts common bits `factor` = 2 times out of the sum."""

    def call(cx: Context, site: CallSite) -> Value:
        one, mask, both = _common(cx, site)
        return _sum(cx, site, (1, one), (1, Integer(sympy.Integer(mask))), (-factor, both))

    return call


def complement(cx: Context, site: CallSite) -> Value:
    value = site.bind("i")["i"]
    return _sum(cx, site, (-1, value), (1, Integer(sympy.Integer(-1))))


def _bit(cx: Context, site: CallSite) -> tuple[Value, int, Value]:
    """The value, the position, and the bit there times its weight."""
    bound = site.bind("i pos")
    place = _known(bound["pos"])
    if place is None or place > _LAST:
        raise _refused(site, "at a position that is not known while compiling, or the sign's,")
    return bound["i"], place, _part(cx, site, bound["i"], place, 1)


def test(cx: Context, site: CallSite) -> Value:
    _, _, bit = _bit(cx, site)
    zero = build.zero(DType.INT64)

    def make(x: Expr) -> Expr:
        return build.compare("ne", convert(x, DType.INT64), zero)

    return combine(cx, [as_array(bit, site.span)], DType.BOOL, make, "`btest`", site.span)


def cleared(cx: Context, site: CallSite) -> Value:
    value, _, bit = _bit(cx, site)
    return _sum(cx, site, (1, value), (-1, bit))


def made_one(cx: Context, site: CallSite) -> Value:
    value, place, bit = _bit(cx, site)
    return _sum(cx, site, (1, value), (1, Integer(sympy.Integer(2**place))), (-1, bit))


def _position(site: CallSite, value: Value, most: int = 32) -> int:
    """A number of bits, which has to be known."""
    number = int(value.value) if isinstance(value, Integer) and value.value.is_Integer else None
    if number is None or abs(number) > most:
        raise _refused(site, "by a number that is not known while compiling")
    return number


def _scaled_down(cx: Context, site: CallSite, value: Value, low: int) -> Value:
    """`value` divided by 2**low, which divides it."""
    if isinstance(value, Integer):
        return Integer(shapes.floordiv(value.value, sympy.Integer(2**low)))

    def make(x: Expr) -> Expr:
        return build.apply("floordiv", convert(x, DType.INT64), _number(2**low))

    return combine(cx, [as_array(value, site.span)], DType.INT64, make, "bits", site.span)


def field(cx: Context, site: CallSite) -> Value:
    """`ibits(i, pos, len)`: that many bits from a position on, as a number."""
    bound = site.bind("i pos len")
    low, count = (_position(site, bound[n]) for n in ("pos", "len"))
    if low < 0 or count < 0 or low + count > _LAST + 1:
        raise _refused(site, "of the bit of the sign, or outside of the integer,")
    return _scaled_down(cx, site, _part(cx, site, bound["i"], low, count), low)


def shifted(direction: int) -> Handler:
    """`ishft` (`direction` 0: as its sign says), `shiftl` (1) and `shiftr` (-1), of integers of 32
    bits (the frontend refuses others), where zeros come in; a bit that moves into the sign makes
    the number negative."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("i shift")
        value, by = bound["i"], _position(site, bound["shift"]) * (direction or 1)
        if abs(by) >= 32:
            return _sum(cx, site, (0, value))
        if by <= 0:
            low = -by
            if low == 0:
                return value
            kept = _part(cx, site, value, low, 32 - low)
            return _scaled_down(cx, site, kept, low)
        size = _part(cx, site, value, 0, 31 - by)
        sign = _part(cx, site, value, 31 - by, 1)
        return _sum(cx, site, (2**by, size), (-(2**by), sign))

    return call


def ones(cx: Context, site: CallSite) -> Value:
    """`popcnt(i)`: how many of the 32 bits are 1."""
    value = site.bind("i")["i"]
    bits = [_scaled_down(cx, site, _part(cx, site, value, k, 1), k) for k in range(32)]
    return _sum(cx, site, *((1, bit) for bit in bits))


def wrapped(op: str) -> Handler:
    """`a op b` of integers of 32 bits, whose result loses what 32 bits do not hold: that is what
    compilers make of it, and what generators of random numbers count on. Symbols keep it: these are
    sizes and variables of loops."""

    def call(cx: Context, site: CallSite) -> Value:
        sides = [v if isinstance(v, Integer) else _in_64_bits(site, v) for v in site.arguments]
        value = binary(cx, op, sides[0], sides[1], site.span)
        if isinstance(value, Integer) and not value.value.is_Integer:
            return value
        return _sum(cx, site, (1, _part(cx, site, value, 0, 31)),
                    (-1, _part(cx, site, value, 31, 1)))  # fmt: skip

    return call


def _in_64_bits(site: CallSite, value: Value) -> Array:
    return cast_array(_whole(site, value), DType.INT64)


TABLE: dict[str, Handler] = {
    **{f"wrapped {op}": wrapped(op) for op in "+-*"},
    "ishft": shifted(0), "shiftl": shifted(1), "shiftr": shifted(-1), "popcnt": ones,
    "ibits": field,
    "iand": conjunction, "ior": disjunction(1), "ieor": disjunction(2), "not": complement,
    "btest": test, "ibclr": cleared, "ibset": made_one,
}  # fmt: skip
