"""Functions of SciPy that are made of others: sums of exponentials, stencils of images."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr, Index
from adc.lowering import elementwise, reshaping
from adc.lowering.broadcasting import broadcast, broadcast_to
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.where_run import seen_to
from adc.lowering.elementwise import arithmetic
from adc.lowering.linear_algebra import operand
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.pads import TABLE as PADS
from adc.lowering.numpy.written import call_written
from adc.lowering.promotion import cast_array, common, convert, kind, strong
from adc.lowering.reductions import Axes, Request, extreme, floating, requested, total
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Value, scalar

Handler = Callable[[Context, CallSite], Value]

_HALF = elementwise.literal("0.5", DType.FLOAT64)
#: An integer beyond this is not exact in double precision.
_EXACT = 2**53


def _ndtr(cx: Context, site: CallSite) -> Value:
    """The normal distribution, 0.5*erfc(-x/sqrt(2))."""
    x = site.array(site.bind("x")["x"])
    root = elementwise.literal(repr(-math.sqrt(0.5)), DType.FLOAT64)
    turned = arithmetic(cx, "mul", [root, floating(x)], site.span)
    tail = elementwise.float_function(cx, "erfc", [turned], site.span)
    return arithmetic(cx, "mul", [_HALF, tail], site.span, strong=True)


def _shifted(cx: Context, value: Array, axes: Axes, site: CallSite) -> tuple[Array, Array]:
    """`value` less its largest elements along `axes`, and these, with the axes kept."""
    value = operand(cx, value)
    largest = extreme(cx, value, axes, "max", site)

    def at(position: Index) -> Expr:
        top = largest.at(position)
        return build.where(build.apply("isfinite", top), top, build.zero(top.dtype))

    finite = operand(cx, Array(largest.shape, largest.dtype, at))
    kept = reshaping.expand_dims(finite, axes)
    return arithmetic(cx, "sub", [value, kept], site.span), kept


def _exponentials(cx: Context, value: Array, site: CallSite) -> Array:
    return elementwise.float_function(cx, "exp", [value], site.span)


def _logsumexp(cx: Context, site: CallSite) -> Value:
    """log(sum(exp(a))), the largest element taken out of the sum."""
    request = requested(cx, site, "axis b keepdims return_sign")
    signed = site.flag(request.bound.get("return_sign"), "return_sign")
    if signed or not isinstance(request.bound.get("b", Nothing()), Nothing):
        return _weighted_logsumexp(cx, site, request, signed)
    value, kept = _shifted(cx, floating(request.value), request.axes, site)
    sums = total(cx, _exponentials(cx, value, site), request.axes)
    logs = elementwise.float_function(cx, "log", [sums], site.span)
    result = arithmetic(cx, "add", [logs, reshaping.squeeze(kept, request.axes)], site.span)
    return request.shaped(result)


def _weighted_logsumexp(cx: Context, site: CallSite, request: Request, signed: bool) -> Value:
    """log(sum(b*exp(a))), of which the sign may be asked for, too."""
    a = floating(request.value)
    given = request.bound.get("b", Nothing())
    one = Array((), a.dtype, lambda _: build.one(a.dtype))
    b = one if isinstance(given, Nothing) else floating(strong(array_operand(cx, site, given)))
    dtype, _ = common([a, b])
    a, b = cast_array(a, dtype), cast_array(b, dtype)
    shape = broadcast(cx, [a.shape, b.shape], f"`{site.short}`", site.span)
    wide = [broadcast_to(cx, v, shape, f"`{site.short}`", site.span) for v in (a, b)]
    axes: Value = Items(tuple(Integer(sympy.Integer(k)) for k in request.axes))
    if isinstance(request.bound.get("axis", Nothing()), Nothing):
        axes = Nothing()
    flags = [
        scalar(build.const(flag, DType.BOOL), weak=True, stable=True)
        for flag in (request.keepdims, signed)
    ]
    return call_written(cx, site, "adc_weighted_logsumexp", *wide, axes, *flags)


def _softmax(cx: Context, site: CallSite) -> Value:
    request = requested(cx, site, "axis", "x")
    value = operand(cx, floating(request.value))
    kept = reshaping.expand_dims(extreme(cx, value, request.axes, "max", site), request.axes)
    away = arithmetic(cx, "sub", [value, kept], site.span)
    exponentials = operand(cx, _exponentials(cx, away, site))
    sums = reshaping.expand_dims(total(cx, exponentials, request.axes), request.axes)
    return arithmetic(cx, "div", [exponentials, sums], site.span)


def _log_softmax(cx: Context, site: CallSite) -> Value:
    request = requested(cx, site, "axis", "x")
    value, _ = _shifted(cx, floating(request.value), request.axes, site)
    value = operand(cx, value)
    sums = total(cx, _exponentials(cx, value, site), request.axes)
    logs = elementwise.float_function(cx, "log", [sums], site.span)
    return arithmetic(cx, "sub", [value, reshaping.expand_dims(logs, request.axes)], site.span)


def _comb(cx: Context, site: CallSite) -> Value:
    """`scipy.special.comb(n, k)`: of literals that number, of others a product of quotients."""
    bound = site.bind("N k", "exact")
    given = (bound["N"], bound["k"])
    literals = all(isinstance(v, Integer) and v.value.is_Integer for v in given)
    if not literals and not site.flag(bound.get("exact"), "exact"):
        return call_written(cx, site, "adc_comb", *given)
    of_sizes = None if literals else _of_sizes(cx, *given)
    if of_sizes is not None:
        return of_sizes
    n, k = site.number(bound["N"], "N"), site.number(bound["k"], "k")
    found = math.comb(n, k) if min(n, k) >= 0 else 0
    if site.flag(bound.get("exact"), "exact"):
        return Integer(sympy.Integer(found))
    return _exact_number(site, found)


#: Products of so many sizes are integers of 64 bits.
_FACTORS = 2


def _of_sizes(cx: Context, n: Value, k: Value) -> Integer | None:
    """`n` over `k` of a size and a small number: what is divided there is a multiple."""
    if not isinstance(n, Integer) or not isinstance(k, Integer) or not k.value.is_Integer:
        return None
    chosen = int(k.value)
    if not 0 <= chosen <= _FACTORS or not cx.prover.nonneg(n.value):
        return None
    product = sympy.Mul(*(n.value - i for i in range(chosen)))
    return Integer(shapes.floordiv(sympy.expand(product), sympy.Integer(math.factorial(chosen))))


def _exact_number(site: CallSite, number: int) -> Array:
    if number > _EXACT:
        raise site.error("this number is not exact in double precision", help="write the literal")
    return elementwise.literal(repr(float(number)), DType.FLOAT64, weak=False)


def _math_comb(cx: Context, site: CallSite) -> Value:
    del cx
    bound = site.bind("n k")
    n, k = site.number(bound["n"], "n"), site.number(bound["k"], "k")
    if min(n, k) < 0:
        raise site.error("`comb` takes numbers that are not negative")
    return Integer(sympy.Integer(math.comb(n, k)))


def _math_factorial(cx: Context, site: CallSite) -> Value:
    given = site.bind("n")["n"]
    exact = site.integer(given, "n") if isinstance(given, Integer) else None
    if exact is not None and not exact.is_Integer:
        return call_written(cx, site, "adc_factorial", given)
    n = site.number(given, "n")
    if n < 0:
        raise site.error("`factorial` takes numbers that are not negative")
    return Integer(sympy.Integer(math.factorial(n)))


#: The margins that SciPy's modes stand for, by NumPy's names.
_MODES = {
    "reflect": "symmetric", "grid-mirror": "symmetric", "nearest": "edge", "mirror": "reflect",
    "wrap": "wrap", "grid-wrap": "wrap", "constant": "constant", "grid-constant": "constant",
}  # fmt: skip


def framed(
    cx: Context, site: CallSite, value: Array, widths: list[tuple[sympy.Expr, sympy.Expr]],
    bound: dict[str, Value],
) -> Array:  # fmt: skip
    """`value` with margins of `widths`, as the mode has it."""
    mode = bound.get("mode", Text("reflect"))
    if not isinstance(mode, Text) or mode.value not in _MODES:
        raise site.error(f"this mode of `{site.short}` is not supported", help=", ".join(_MODES))
    for width in (w for pair in widths for w in pair):
        if not seen_to(cx, width, f"the `origin` of `{site.short}` is in range", site.span):
            raise site.error(f"`origin` of `{site.short}` is out of range")
    pairs = Items(tuple(Items(tuple(Integer(w) for w in pair)) for pair in widths))
    keywords: dict[str, Value] = {"mode": Text(_MODES[mode.value])}
    if keywords["mode"] == Text("constant"):
        keywords["constant_values"] = bound.get("cval", Integer(sympy.Integer(0)))
    call = replace(site, name="numpy.pad", arguments=(value, pairs), keywords=keywords)
    result = PADS["numpy.pad"](cx, call)
    assert isinstance(result, Array)
    return result


def image_of(cx: Context, site: CallSite, value: Value) -> Array:
    image = operand(cx, strong(array_operand(cx, site, value)))
    if kind(image.dtype) < 2:
        raise site.error("images of integers are rounded", help="convert it first: `1.0*a`")
    if not image.shape:
        raise site.error(f"`{site.short}` takes an array")
    return image


def _laplace(cx: Context, site: CallSite) -> Value:
    """The second differences along all axes, added up."""
    bound = site.bind("input", "output mode cval")
    _plain(site, bound)
    image = image_of(cx, site, bound["input"])
    whole = operand(
        cx, framed(cx, site, image, [(sympy.Integer(1), sympy.Integer(1))] * image.rank, bound)
    )

    def at(position: Index) -> Expr:
        result: Expr | None = None
        middle = [p + 1 for p in position]
        for axis in range(image.rank):
            sides = [[*middle], [*middle]]
            sides[0][axis] -= 1
            sides[1][axis] += 1
            one, other = (whole.at(tuple(s)) for s in sides)
            twice = build.apply("mul", Const("2.0", image.dtype), whole.at(tuple(middle)))
            term = build.apply("add", build.apply("sub", one, twice), other)
            result = term if result is None else build.apply("add", result, term)
        assert result is not None
        return result

    return Array(image.shape, image.dtype, at)


def _plain(site: CallSite, bound: dict[str, Value]) -> None:
    if not isinstance(bound.get("output", Nothing()), Nothing):
        raise site.error(f"`output` of `{site.short}` is not supported", help="assign the result")


def _before(site: CallSite, bound: dict[str, Value], extents: list[int], turned: bool) -> list[int]:
    """How many weights stand before the middle along each axis, as `origin` moves it."""
    given = bound.get("origin", Integer(sympy.Integer(0)))
    items = given.items if isinstance(given, Items) else (given,) * len(extents)
    if len(items) != len(extents):
        raise site.error(f"`origin` is a number, or one for each of {len(extents)} axes")
    origins = [site.number(v, "origin") for v in items]
    if turned:
        return [n - 1 - n // 2 - o for n, o in zip(extents, origins, strict=True)]
    return [n // 2 + o for n, o in zip(extents, origins, strict=True)]


def _stencil(turned: bool) -> Handler:
    """`convolve` (the weights `turned` round) and `correlate` with few weights, centred."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("input weights", "output mode cval origin")
        _plain(site, bound)
        image = image_of(cx, site, bound["input"])
        weights = operand(cx, strong(array_operand(cx, site, bound["weights"])))
        extents = [int(n) if n.is_Integer else 0 for n in weights.shape]
        if weights.rank != image.rank or any(n < 1 for n in extents):
            raise site.error(
                f"`{site.short}` takes weights of known extents, as many as the image's axes",
                help="give their shape as numbers, or write the sum as a loop",
            )
        before = _before(site, bound, extents, turned)
        widths = [
            (sympy.Integer(b), sympy.Integer(n - 1 - b))
            for b, n in zip(before, extents, strict=True)
        ]
        whole = operand(cx, framed(cx, site, image, widths, bound))
        places = list(itertools.product(*(range(n) for n in extents)))

        def at(position: Index) -> Expr:
            terms = [_term(position, place) for place in places]
            result = terms[0]
            for term in terms[1:]:
                result = build.apply("add", result, term)
            return result

        def _term(position: Index, place: tuple[int, ...]) -> Expr:
            own = tuple(n - 1 - k for n, k in zip(extents, place, strict=True))
            weight = weights.at(tuple(map(sympy.Integer, own if turned else place)))
            pixel = whole.at(tuple(p + k for p, k in zip(position, place, strict=True)))
            return build.apply("mul", convert(weight, image.dtype), pixel)

        return Array(image.shape, image.dtype, at)

    return call


TABLE: dict[str, Handler] = {
    "scipy.special.ndtr": _ndtr, "scipy.special.logsumexp": _logsumexp,
    "scipy.special.softmax": _softmax, "scipy.special.log_softmax": _log_softmax,
    "scipy.special.comb": _comb, "math.comb": _math_comb, "math.factorial": _math_factorial,
    "scipy.ndimage.laplace": _laplace, "scipy.ndimage.convolve": _stencil(turned=True),
    "scipy.ndimage.correlate": _stencil(turned=False),
}  # fmt: skip
