"""`numpy.fft` and `scipy.fft`: transforms along axes, of numbers that are real or complex.

What is transformed goes into an array of its own, the transformed axis last and before it one for
the two parts: `adc.ops.library.fourier` transforms its rows. The results are views of another one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import Span
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Expr, Index, IntValue
from adc.ir.operation import Section
from adc.ir.walking import computes
from adc.lowering.callsite import CallSite
from adc.lowering.complex.arithmetic import Real, as_complex, refused
from adc.lowering.context import Context
from adc.lowering.control.where_run import ask
from adc.lowering.numpy.create import array_operand
from adc.lowering.numpy.joins import window
from adc.lowering.numpy.solving import gained, precision, section
from adc.lowering.promotion import convert
from adc.lowering.reshaping import transpose
from adc.lowering.store import store
from adc.lowering.values import (
    Array,
    Complex,
    Integer,
    Nothing,
    Text,
    Value,
    View,
    of_view,
    place,
)
from adc.ops.library import Fourier, FourierBack, FourierForth

Handler = Callable[[Context, CallSite], Value]

_ONE = sympy.Integer(1)


# -- one axis --------------------------------------------------------------------------------------


class Rows:
    """What is to be transformed: `container` has the axes `lead`, one for the parts, and the axis
    of length `n` that is transformed, which is `axis` of the result."""

    def __init__(self, cx: Context, value: Complex, axis: int, n: sympy.Expr, span: Span) -> None:
        self.cx, self.axis, self.n, self.span = cx, axis, n, span
        self.dtype = precision(value.re)
        self.value = Complex(tuple(_last(part, axis) for part in (value.re, value.im)))
        self.lead = self.value.shape[:-1]
        shape = (*self.lead, sympy.Integer(2), n)
        self.whole = cx.new_container(cx.new_name("signal"), self.dtype, shape)

    def part(self, number: int, start: sympy.Expr, length: sympy.Expr, step: int = 1) -> View:
        """So many numbers of one part from position `start` on."""
        rank = len(self.lead)
        index = (*map(place, range(rank)), sympy.Integer(number), start + step * place(rank))
        return self.whole.select((*self.lead, length), index)

    def put(self, number: int, start: sympy.Expr, value: Array, step: int = 1) -> None:
        """`value` from `start` on, which the source's array cannot be a part of."""
        target = self.part(number, start, value.shape[-1], step)
        store(self.cx, target, self.dtype, value, self.span)

    def clear(self) -> None:
        zero = build.zero(self.dtype)
        store(self.cx, self.whole, self.dtype, Array(self.whole.shape, self.dtype, lambda _: zero),
              self.span)  # fmt: skip

    def take(self) -> None:
        """The numbers themselves: cut off, or followed by zeros, where they are not as many."""
        length = self.value.shape[-1]
        kept = self._kept(length, self.n)
        if not self.cx.prover.equal(kept, self.n):
            self.clear()
        for number, part in enumerate((self.value.re, self.value.im)):
            self.put(number, sympy.S.Zero, _window(part, sympy.S.Zero, kept))

    def take_half(self) -> None:
        """The numbers and, after them, the conjugates that make the transform real: the imaginary
        parts of the first one, and of that in the middle, count as zero."""
        zero, n = sympy.S.Zero, self.n
        first = self._kept(self.value.shape[-1], shapes.floordiv(n, 2) + 1)
        pairs = self._kept(self.value.shape[-1] - 1, shapes.floordiv(n - 1, 2))
        re, im = self.value.re, self.value.im
        self.clear()
        self.put(0, zero, _window(re, zero, first))
        self.put(1, _ONE, _window(im, _ONE, pairs))
        self.put(0, n - 1, _window(re, _ONE, pairs), -1)
        less = Real(self.cx, self.span).neg(_window(im, _ONE, pairs))
        self.put(1, n - 1, less, -1)

    def _kept(self, there: sympy.Expr, wanted: sympy.Expr) -> sympy.Expr:
        """The smaller of two lengths."""
        prover = self.cx.prover
        if prover.at_most(wanted, there):
            return wanted
        return there if prover.at_most(there, wanted) else shapes.minimum(there, wanted)

    def transformed(self, kind: type[Fourier], scale: Expr | None) -> Complex:
        """The transform, times `scale`, with the axis where it belongs."""
        cx, dtype = self.cx, self.dtype
        signal = section(cx, of_view(self.whole, dtype), self.lead, self.whole.shape[-2:], dtype)
        made = [("spectrum", dtype, self.whole.shape)]
        (found,) = gained(cx, kind, (signal, _table(cx, self.n, dtype)), made)
        assert found.view is not None
        rank = len(self.lead)
        parts = []
        for number in (0, 1):
            index = (*map(place, range(rank)), sympy.Integer(number), place(rank))
            view = found.view.select((*self.lead, self.n), index)
            parts.append(_back(of_view(view, dtype), self.axis))
        if scale is None:
            return Complex(tuple(parts))
        factor = Array((), dtype, lambda _: scale, stable=True)
        return Complex(tuple(Real(cx, self.span).mul(p, factor) for p in parts))


def _last(value: Array, axis: int) -> Array:
    """`value` with `axis` moved to the end."""
    rest = [a for a in range(value.rank) if a != axis]
    return transpose(value, (*rest, axis))


def _back(value: Array, axis: int) -> Array:
    """`value` with the last axis moved to `axis`."""
    order = list(range(value.rank - 1))
    order.insert(axis, value.rank - 1)
    return transpose(value, tuple(order))


def _window(value: Array, start: sympy.Expr, length: sympy.Expr) -> Array:
    return window(value, value.rank - 1, start, length)


def _table(cx: Context, n: sympy.Expr, dtype: DType) -> Section:
    """The cosines and sines of `2 pi k/n`; what sizes tell is made once, at the beginning."""
    known = cx.prologue
    if not cx.of_sizes(n):
        view = _filled_table(cx, n, dtype)
    elif (n, dtype) in known.turns:
        view = known.turns[n, dtype]
    else:
        with cx.block() as body:
            view = known.turns[n, dtype] = _filled_table(cx, n, dtype)
        known.containers[view.container] = cx.containers[view.container]
        known.names[view.container] = cx.merged[view.container] = ("turns", cx.span)
        known.taken |= {view.container, *(d.var for c in computes(tuple(body)) for d in c.domain)}
        known.body += body
    return section(cx, of_view(view, dtype), (), view.shape, dtype)


def _filled_table(cx: Context, n: sympy.Expr, dtype: DType) -> View:
    """The table, computed in double precision."""
    view = cx.new_container(cx.new_name("turns"), dtype, (sympy.Integer(2), n))
    double = DType.FLOAT64
    for number, function in enumerate(("cos", "sin")):

        def at(position: Index, function: str = function) -> Expr:
            turns = build.mul(build.const(2, double), build.const("pi", double))
            part = build.apply("div", _number(position[0], double), _number(n, double))
            return convert(build.apply(function, build.apply("mul", turns, part)), dtype)

        row = view.select((n,), (sympy.Integer(number), place(0)))
        store(cx, row, dtype, Array((n,), dtype, at), cx.span)
    return view


def _number(value: sympy.Expr, dtype: DType) -> Expr:
    return convert(IntValue(value), dtype)


# -- the functions ---------------------------------------------------------------------------------

_OPTIONS = "n axis norm"


def _bound(site: CallSite, options: str = _OPTIONS) -> dict[str, Value]:
    """The arguments; SciPy's own options may only say that nothing is overwritten."""
    first = "a" if site.name.startswith("numpy.") else "x"
    bound = site.bind(first, options)
    return {"a": bound.pop(first), **bound}


def _given(value: Value | None) -> Value | None:
    return None if isinstance(value, Nothing) else value


def _operand(cx: Context, site: CallSite, value: Value) -> Complex:
    if isinstance(value, Complex):
        found = value
    else:
        found = as_complex(cx, array_operand(cx, site, value), site.span)
    if not found.shape:
        raise site.error(f"`{site.short}` takes an array", help="pass an array of one axis or more")
    parts = (replace(part, weak=False) for part in (found.re, found.im))
    return Complex(tuple(parts))


def _length(
    cx: Context, site: CallSite, bound: dict[str, Value], default: sympy.Expr
) -> sympy.Expr:  # fmt: skip
    """How many numbers are transformed: one at least."""
    given = _given(bound.get("n"))
    n = default if given is None else site.integer(given, "n")
    what = f"the number of points of `{site.short}`"
    if not ask(cx, (n - 1,), what, site.span):
        raise site.error(f"{what} is zero", help="transform one number or more")
    return n


def _scale(
    site: CallSite, bound: dict[str, Value], n: sympy.Expr, back: bool, dtype: DType
) -> Expr | None:  # fmt: skip
    """What NumPy multiplies a transform by."""
    given = _given(bound.get("norm")) or Text("backward")
    if given not in (Text("backward"), Text("ortho"), Text("forward")):
        raise site.error('`norm` is "backward", "ortho" or "forward"')
    assert isinstance(given, Text)
    number = _number(n, dtype)
    if given.value == "ortho":
        return build.apply("div", build.one(dtype), build.apply("sqrt", number))
    if (given.value == "backward") == back:
        return build.apply("div", build.one(dtype), number)
    return None


def _axis(site: CallSite, bound: dict[str, Value], rank: int) -> int:
    given = bound.get("axis")
    return rank - 1 if given is None else site.axis(given, rank)


def _along(
    cx: Context, site: CallSite, value: Complex, axis: int, n: sympy.Expr, back: bool,
    bound: dict[str, Value],
) -> Complex:  # fmt: skip
    rows = Rows(cx, value, axis, n, site.span)
    rows.take()
    scale = _scale(site, bound, n, back, rows.dtype)
    return rows.transformed(FourierBack if back else FourierForth, scale)


def _fft(back: bool) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        bound = _bound(site)
        value = _operand(cx, site, bound["a"])
        axis = _axis(site, bound, len(value.shape))
        n = _length(cx, site, bound, cx.extent(value.shape[axis]))
        return _along(cx, site, value, axis, n, back, bound)

    return call


def _rfft(cx: Context, site: CallSite) -> Value:
    bound = _bound(site)
    if isinstance(bound["a"], Complex):
        raise refused(f"`{site.short}`", site.span, help="use `fft`")
    value = _operand(cx, site, bound["a"])
    axis = _axis(site, bound, len(value.shape))
    n = _length(cx, site, bound, cx.extent(value.shape[axis]))
    whole = _along(cx, site, value, axis, n, False, bound)
    return _half(whole, axis, n)


def _half(whole: Complex, axis: int, n: sympy.Expr) -> Complex:
    """What tells the rest: the first n//2 + 1 numbers."""
    length = shapes.floordiv(n, 2) + 1
    return Complex(tuple(window(p, axis, sympy.S.Zero, length) for p in (whole.re, whole.im)))


def _irfft(cx: Context, site: CallSite) -> Value:
    bound = _bound(site)
    value = _operand(cx, site, bound["a"])
    axis = _axis(site, bound, len(value.shape))
    length = cx.extent(value.shape[axis])
    if not ask(cx, (length - 1,), f"the length of what `{site.short}` takes", site.span):
        raise site.error(f"`{site.short}` takes one number or more")
    n = _length(cx, site, bound, sympy.expand(2 * length - 2))
    rows = Rows(cx, value, axis, n, site.span)
    rows.take_half()
    return rows.transformed(FourierBack, _scale(site, bound, n, True, rows.dtype)).re


def _over_axes(back: bool, default: tuple[int, ...] | None) -> Handler:
    """`fft2`, `fftn` and their inverses: one axis after the other."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = _bound(site, "s axes norm")
        if _given(bound.get("s")) is not None:
            raise site.error(f"`s` of `{site.short}` is not supported", help="pad or cut the array")
        value = _operand(cx, site, bound["a"])
        rank = len(value.shape)
        axes = site.axes(bound.get("axes"), rank)
        if axes is None:
            axes = tuple(range(rank)) if default is None else tuple(a % rank for a in default)
        if default is not None and rank < len(default):
            raise site.error(f"`{site.short}` takes arrays of two axes or more")
        for axis in reversed(axes):
            n = _length(cx, site, {}, cx.extent(value.shape[axis]))
            value = _along(cx, site, value, axis, n, back, bound)
        return value

    return call


def _frequencies(half: bool) -> Handler:
    """`fftfreq` and `rfftfreq`: k/(n d), k from 0 on, and for the former then from -(n//2) on."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("n", "d")
        n = _length(cx, site, bound, _ONE)
        spacing = site.array(bound.get("d", Integer(_ONE)))
        if spacing.shape:
            raise site.error(f"`d` of `{site.short}` is a number")
        dtype = DType.FLOAT64
        product = build.apply("mul", _number(n, dtype), convert(spacing.at(()), dtype))
        value = build.apply("div", build.one(dtype), product)
        turn = shapes.floordiv(n - 1, 2)

        def at(position: Index) -> Expr:
            (k,) = position
            number = _number(k, dtype)
            if not half:
                above = build.compare("le", IntValue(k), IntValue(turn))
                number = build.where(above, number, _number(k - n, dtype))
            return build.apply("mul", number, value)

        return Array((shapes.floordiv(n, 2) + 1 if half else n,), dtype, at)

    return call


def _shift(back: bool) -> Handler:
    """`fftshift`: the number for frequency 0 goes to position n//2; `ifftshift` undoes that."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("x", "axes")
        value = array_operand(cx, site, bound["x"])
        given = _given(bound.get("axes"))
        axes = site.axes(given, value.rank) if given is not None else range(value.rank)
        for axis in axes or ():
            value = _turned(cx, value, axis, back, site.span)
        return value

    return call


def _turned(cx: Context, value: Array, axis: int, back: bool, span: Span) -> Array:
    """The elements from the middle on, and then those before it."""
    n = cx.extent(value.shape[axis])
    low = shapes.floordiv(n, 2)
    first = low if back else n - low
    view = cx.new_container(cx.new_name("shifted"), value.dtype, value.shape)
    for start, to, length in ((first, sympy.S.Zero, n - first), (sympy.S.Zero, n - first, first)):
        source = window(value, axis, start, length)
        index = tuple(place(a) + (to if a == axis else 0) for a in range(value.rank))
        store(cx, view.select(source.shape, index), value.dtype, source, span)
    return of_view(view, value.dtype)


def _hilbert(cx: Context, site: CallSite) -> Value:
    """`scipy.signal.hilbert`: the transform without its negative frequencies, the positive ones
    doubled, and back."""
    bound = site.bind("x", "N axis")
    if isinstance(bound["x"], Complex):
        raise refused(f"`{site.short}`", site.span)
    value = _operand(cx, site, bound["x"])
    axis = _axis(site, bound, len(value.shape))
    sizes = {"n": bound["N"]} if "N" in bound else {}
    n = _length(cx, site, sizes, cx.extent(value.shape[axis]))
    spectrum = _along(cx, site, value, axis, n, False, {})
    dtype = spectrum.re.dtype

    def weight(position: Index) -> Expr:
        k = position[axis]
        ends = build.apply("or", *(
            build.compare("eq", IntValue(e), IntValue(sympy.S.Zero)) for e in (k, 2 * k - n)
        ))  # fmt: skip
        upper = build.compare("lt", IntValue(2 * k), IntValue(n))
        rest = build.where(upper, build.const(2, dtype), build.zero(dtype))
        return build.where(ends, build.one(dtype), rest)

    weights = Array(spectrum.shape, dtype, weight)
    real = Real(cx, site.span)
    both = Complex(tuple(real.mul(p, weights) for p in (spectrum.re, spectrum.im)))
    return _along(cx, site, both, axis, n, True, {})


def _next_fast_len(cx: Context, site: CallSite) -> Value:
    """The next number that only has factors for which SciPy's transforms are fast."""
    del cx
    bound = site.bind("target", "real")
    target = site.number(bound["target"], "target")
    if target <= 0 or target > _LONGEST:
        raise site.error("`next_fast_len` takes a length of at least 1", help="write the number")
    factors = (2, 3, 5) if site.flag(bound.get("real"), "real") else (2, 3, 5, 7, 11)
    while _without(target, factors) > 1:
        target += 1
    return Integer(sympy.Integer(target))


def _without(number: int, factors: tuple[int, ...]) -> int:
    for factor in factors:
        while number % factor == 0:
            number //= factor
    return number


#: So many elements have all that is padded, at most.
_LONGEST = 2**40

_TRANSFORMS: dict[str, Handler] = {
    "fft": _fft(False), "ifft": _fft(True), "rfft": _rfft, "irfft": _irfft,
    "fft2": _over_axes(False, (-2, -1)), "ifft2": _over_axes(True, (-2, -1)),
    "fftn": _over_axes(False, None), "ifftn": _over_axes(True, None),
    "fftfreq": _frequencies(False), "rfftfreq": _frequencies(True),
    "fftshift": _shift(False), "ifftshift": _shift(True),
}  # fmt: skip

#: Those that `scipy.fftpack` has with the same meaning; its real transforms are packed otherwise.
_OF_FFTPACK = ["fft", "ifft", "fft2", "ifft2", "fftn", "ifftn", "fftshift", "ifftshift", "fftfreq"]

TABLE: dict[str, Handler] = (
    {
        f"{module}.{name}": handler
        for module in ("numpy.fft", "scipy.fft")
        for name, handler in _TRANSFORMS.items()
    }
    | {f"scipy.fftpack.{name}": _TRANSFORMS[name] for name in _OF_FFTPACK if name in _TRANSFORMS}
    | {"scipy.signal.hilbert": _hilbert, "scipy.fft.next_fast_len": _next_fast_len}
)
