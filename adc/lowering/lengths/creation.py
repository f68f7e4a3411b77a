"""Arrays that are made with a length that data decide: `np.zeros(k)`, `np.arange(k)`.

They are the first elements of an array with room for as many as the integer is ever likely to be:
what counts a mask, or is a position, has a bound that sizes tell, and so has what is computed of
such integers. That the bound holds is checked when the call gets there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Apply, Const, Expr, Index, IntValue, Read
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.integers.dyadic import exact
from adc.lowering.integers.folding import folded
from adc.lowering.integers.prover import Range
from adc.lowering.lengths.arrays import first_of, kept_integer, note_most
from adc.lowering.promotion import as_array, common, convert, integer_of, kind
from adc.lowering.values import Array, Integer, Items, Selected, Value

Ends = tuple[sympy.Expr | None, sympy.Expr | None]

_ZERO = sympy.Integer(0)
#: Factors are between this and its reciprocal.
_LARGE = 2**20
ENDLESS = build.const(2.0**62, DType.FLOAT64)


# -- what integers hardly ever exceed --------------------------------------------------------------


def ends(cx: Context, expr: Expr) -> Ends:
    """The least and the largest value that the integer `expr` is likely to have; None for an end
    of which nothing is known."""
    known = integer_of(expr)
    if known is not None:
        return known, known
    if isinstance(expr, Read) and not expr.index:
        return _ZERO, cx.told.capacity.get(expr.container, cx.told.most.get(expr.container))
    if not isinstance(expr, Apply):
        return None, None
    parts = [ends(cx, a) for a in expr.args]
    match expr.op:
        case "cast":
            inner = expr.args[0]
            return parts[0] if inner.dtype.is_integer else (None, _most_of_float(cx, inner))
        case "add":
            return _sum(parts[0][0], parts[1][0]), _sum(parts[0][1], parts[1][1])
        case "sub":
            (low, high), (least, most) = parts
            return _sum(low, None if most is None else -most), _sum(
                high, None if least is None else -least
            )
        case "minimum" | "smaller":
            highs = [high for _, high in parts if high is not None]
            return None, (shapes.minimum(*highs) if len(highs) > 1 else highs[0] if highs else None)
        case "maximum" | "larger":
            return _either(parts)
        case "where":
            return _either(parts[1:])
        case "floordiv":
            divides = parts[1][0]
            if divides is not None and divides.is_Integer and divides > 0:
                return _ZERO, parts[0][1]
        case "mul":
            return _product(parts)
    return None, None


def _most_of_float(cx: Context, expr: Expr) -> sympy.Expr | None:
    """An integer that the floating number `expr` hardly ever exceeds: roots, shares and multiples
    of integers, rounded or not."""
    if isinstance(expr, Const):
        value = build.const_value(expr)
        return sympy.Integer(math.ceil(value)) if 0 <= value < _LARGE else None
    if not isinstance(expr, Apply):
        return None
    if expr.op == "cast" and expr.args[0].dtype.is_integer:
        return ends(cx, expr.args[0])[1]
    first, *others = (_most_of_float(cx, a) for a in expr.args)
    last = expr.args[-1]
    second = build.const_value(last) if others and isinstance(last, Const) else None
    match expr.op:
        case "cast" | "sqrt" | "floor" | "ceil" | "rint" | "trunc":
            return first
        case "pow" if second is not None and 0 < second <= 1:
            return first
        case "add" if others:
            return _sum(first, others[0])
        case "mul" if first is not None and others[0] is not None:
            return sympy.expand(first * others[0])
        case "div" if first is not None and second is not None and 1 / _LARGE < second < _LARGE:
            return sympy.expand(first * math.ceil(1 / second))
        case "sub" if second is not None and second >= 0:
            return first
    return None


def _sum(a: sympy.Expr | None, b: sympy.Expr | None) -> sympy.Expr | None:
    return None if a is None or b is None else sympy.expand(a + b)


def _either(parts: list[Ends]) -> Ends:
    highs = [high for _, high in parts]
    known = [h for h in highs if h is not None]
    return None, shapes.maximum(*known) if len(known) == len(highs) else None


def _product(parts: list[Ends]) -> Ends:
    (low, high), (other, most) = parts
    if low is not None and low == high and low.is_Integer and low > 0:
        return None, None if most is None else sympy.expand(low * most)
    if other is not None and other == most and other.is_Integer and other > 0:
        return None, None if high is None else sympy.expand(other * high)
    return None, None


def _noting(cx: Context) -> bool:
    """Whether the lengths of arrays may be up to data."""
    return cx.learned.lengths or bool(cx.learned.data_extents)


def note_result(cx: Context, site: CallSite, result: Value) -> None:
    """Remember what the integer that a function gives hardly ever exceeds."""
    if not _noting(cx) or not isinstance(result, Array) or result.shape:
        return
    of = site.arguments[0] if site.arguments else None
    if not isinstance(of, Array) or not of.shape:
        return
    counts = site.name in ("numpy.count_nonzero", "fortran.count") or (
        site.name in ("numpy.sum", "sum") and of.dtype is DType.BOOL
    )
    if counts or site.name in ("numpy.argmax", "numpy.argmin", "numpy.searchsorted"):
        note_most(cx, result, sympy.expand(sympy.Mul(*(cx.extent(n) for n in of.shape))))


def note_binding(cx: Context, container: str, value: Expr, by_statement: bool = False) -> None:
    """The same of a variable that gets the `value`; one that is added to again and again is as
    large as the loops around let it be. One that may be something of which nothing is known stays
    so until a statement surely sets it anew."""
    if not _noting(cx) or not value.dtype.is_integer:
        return
    if isinstance(value, Read) and value.container == container:
        return
    before = cx.told.most.get(container)
    _, most = ends(cx, value)
    step = _step(value, container)
    if step is not None:
        most = _grown(cx, before, step)
    elif _repeated(cx) and not all(_is_of_now(cx, e) for e in _parts(value)):
        most = None  # it may be what an earlier iteration has made of the variable
    if most is not None and step is None:
        most = _over_loops(cx, most)
    if most is not None and before is not None and step is None:
        most = shapes.maximum(before, most)
    unknown = _left_unknown(cx, container, by_statement)
    if most is None:
        unknown = (*unknown, tuple(cx.regions))
    cx.told.unknown_in[container] = unknown
    if unknown:
        cx.told.most.pop(container, None)
        cx.told.set_in.pop(container, None)
        return
    cx.told.most[container] = most
    if not _set_in_this(cx, container):
        known = [w for w in cx.told.set_in.get(container, ()) if _is_open(cx, w)]
        cx.told.set_in[container] = (*known, tuple(cx.regions))


def _left_unknown(
    cx: Context, container: str, by_statement: bool
) -> tuple[tuple[object, ...], ...]:
    """Where the variable was set to what nothing is known of, and is not set after that wherever it
    was, by the statement that is lowered."""
    found = cx.told.unknown_in.get(container, ())
    here = tuple(cx.regions)
    return tuple(w for w in found if not (by_statement and _is_around(here, w)))


def _is_of_now(cx: Context, part: Expr) -> bool:
    """Whether a part of an expression is none that an earlier iteration may have made."""
    return not isinstance(part, Read) or (not part.index and _set_in_this(cx, part.container))


def _set_in_this(cx: Context, container: str) -> bool:
    """Whether this iteration of the innermost loop around has surely set the variable."""
    loops = [k for k, r in enumerate(cx.regions) if r.range is not None and not r.once]
    where = cx.told.set_in.get(container, ())
    return bool(loops) and any(len(w) > loops[-1] and _is_open(cx, w) for w in where)


def _is_open(cx: Context, where: tuple[object, ...]) -> bool:
    """Whether the loops and arms `where` are those around, or some outer ones of these."""
    return _is_around(where, cx.regions)


def _is_around(outer: Sequence[object], inner: Sequence[object]) -> bool:
    return len(outer) <= len(inner) and all(a is b for a, b in zip(outer, inner, strict=False))


def _over_loops(cx: Context, most: sympy.Expr) -> sympy.Expr | None:
    """What `most` hardly ever exceeds in any iteration of the loops around."""
    if cx.of_sizes(most) or not _repeated(cx):
        return most
    try:
        return cx.largest(most)
    except AdcError:
        return None


def _repeated(cx: Context) -> list[Range]:
    """The variables of the loops around, but for those of which one iteration alone is run."""
    return [r.range for r in cx.regions if r.range is not None and not r.once]


def _parts(expr: Expr) -> list[Expr]:
    inner = [p for a in expr.args for p in _parts(a)] if isinstance(expr, Apply) else []
    return [expr, *inner]


def _step(value: Expr, container: str) -> int | None:
    """c of `k + c`, for what is stored in `k`."""
    if not isinstance(value, Apply) or value.op != "add":
        return None
    own, other = value.args
    known = integer_of(other)
    if not isinstance(own, Read) or own.container != container or known is None:
        return None
    return int(known) if known.is_Integer and known >= 0 else None


def _grown(cx: Context, before: sympy.Expr | None, step: int) -> sympy.Expr | None:
    trips: list[sympy.Expr] = []
    for bound in _repeated(cx):
        try:
            trips.append(cx.extent(cx.largest(bound.high + 1 - bound.low)))
        except AdcError:
            return None
    return None if before is None else sympy.expand(before + step * sympy.Mul(*trips))


# -- functions -------------------------------------------------------------------------------------


def created(cx: Context, site: CallSite) -> Selected | None:
    """The array that `site` makes, where data decide its length; None where they do not."""
    rule = TABLE.get(site.name) if cx.learned.lengths else None
    return None if rule is None else rule(cx, site)


def by_data(value: Value) -> bool:
    """Whether `value` is an integer that only data tell."""
    whole = isinstance(value, Array) and not value.shape and value.dtype.is_integer
    return isinstance(value, Array) and whole and integer_of(value.at(())) is None


def room(
    cx: Context,
    site: CallSite,
    length: Expr,
    signed: bool = False,
    otherwise: sympy.Expr | None = None,
) -> tuple[Array, sympy.Expr]:
    """`length`, as it is now, and the room that an array of so many elements has, which is
    `otherwise` where nothing tells it; ADC0235 without that. A `signed` one may be negative."""
    length = convert(length, DType.INT64)
    _, most = ends(cx, length)
    if most is None or not cx.of_sizes(most):
        most = sympy.Integer(cx.told.room) if cx.told.room else otherwise
    if most is None or not cx.of_sizes(most):
        raise AdcError.of(
            "ADC0235", f"nothing tells how long this `{site.short}` gets", site.span,
            help="say how many elements it has at most, such as `--room 1000`, or make an "
            "array of the largest size that it may have, and use a part of it: `a[:k]`",
        )  # fmt: skip
    most = cx.extent(most)
    known = isinstance(length, Read) and length.container in cx.told.capacity
    number = kept_integer(cx, length, "length", None if signed else most)
    expr = number.at(())
    if not known:
        below = build.compare("lt", expr, build.zero(DType.INT64))
        above = build.compare("gt", expr, IntValue(most))
        what = f"`{site.short}` of another length than adc has room for"
        fail_where(cx, above if signed else build.apply("or", below, above), what, site.span)
    return number, most


def _filled(number: int) -> Callable[[Context, CallSite], Selected | None]:
    def call(cx: Context, site: CallSite) -> Selected | None:
        bound = site.bind("shape", "dtype order")
        dtype = site.dtype(bound.get("dtype"), DType.FLOAT64)
        return _of_shape(cx, site, bound["shape"], lambda _: build.const(number, dtype), dtype)

    return call


def _full(cx: Context, site: CallSite) -> Selected | None:
    bound = site.bind("shape fill_value", "dtype")
    value = as_array(bound["fill_value"], site.span)
    if value.shape:
        return None
    dtype = site.dtype(bound.get("dtype"), value.dtype)
    return _of_shape(cx, site, bound["shape"], lambda _: convert(value.at(()), dtype), dtype)


def _of_shape(
    cx: Context, site: CallSite, shape: Value, at: Callable[[Index], Expr], dtype: DType
) -> Selected | None:
    extents = shape.items if isinstance(shape, Items) else (shape,)
    if not extents or not by_data(extents[0]) or any(map(by_data, extents[1:])):
        return None
    first, *rest = extents
    assert isinstance(first, Array)
    length, most = room(cx, site, first.at(()))
    return first_of(Array((most, *site.shape(Items(tuple(rest)))), dtype, at), length)


def _arange(cx: Context, site: CallSite) -> Selected | None:
    names = "stop" if len(site.arguments) == 1 else "start stop"
    bound = site.bind(names, "step dtype")
    start = bound.get("start", Integer(_ZERO))
    step = bound.get("step", Integer(sympy.Integer(1)))
    stop = bound["stop"]
    if is_floating(cx, (start, stop, step)):
        return _float_arange(cx, site, (start, stop, step), bound.get("dtype"))
    literal = isinstance(step, Integer) and step.value.is_Integer and step.value > 0
    whole = all(isinstance(v, Integer) or by_data(v) for v in (start, stop))
    if not literal or not whole or not (by_data(start) or by_data(stop)):
        return None
    assert isinstance(step, Integer)
    first, by = convert(as_array(start).at(()), DType.INT64), step.value
    end = convert(as_array(stop).at(()), DType.INT64)
    count = end if start == Integer(_ZERO) else build.sub(end, first)
    if by != 1:
        count = build.apply("floordiv", build.add(count, IntValue(by - 1)), IntValue(by))
    known = isinstance(count, Read) and count.container in cx.told.capacity
    length, most = room(
        cx, site, count if known else build.apply("maximum", count, build.zero(DType.INT64))
    )
    begin = kept_integer(cx, first, "first").at(())
    dtype = site.dtype(bound.get("dtype"), DType.INT64)

    def at(position: Index) -> Expr:
        there = IntValue(by * position[0])
        return convert(there if start == Integer(_ZERO) else build.add(begin, there), dtype)

    return first_of(Array((most,), dtype, at), length)


def is_floating(cx: Context, values: tuple[Value, ...]) -> bool:
    """Whether these are numbers, one of them floating, that neither literals nor sizes tell."""
    if not all(isinstance(v, Integer) or (isinstance(v, Array) and not v.shape) for v in values):
        return False
    arrays = [as_array(v) for v in values]
    if not any(a.dtype.is_float for a in arrays) or any(a.dtype is DType.BOOL for a in arrays):
        return False
    return any(exact(cx, convert(a.at(()), DType.FLOAT64)) is None for a in arrays)


def _float_arange(
    cx: Context, site: CallSite, values: tuple[Value, ...], given: Value | None
) -> Selected | None:
    """`arange` of floating numbers: `ceil((stop - start)/step)` elements, in double precision as
    NumPy counts them, and each the first one and so many differences of the first two."""
    if site.dtype(given, DType.FLOAT64) is not DType.FLOAT64:
        return None
    found = number_steps(values)
    if found is None:
        return None
    start, gap, share = found
    count = build.apply("maximum", build.apply("ceil", share), build.zero(DType.FLOAT64))
    # NaN, and what no integer holds, is longer than any room.
    known = build.where(build.compare("lt", share, ENDLESS), count, ENDLESS)
    length, most = room(cx, site, build.cast(known, DType.INT64))

    def at(position: Index) -> Expr:
        here = build.cast(IntValue(position[0]), DType.FLOAT64)
        return build.apply("add", start, build.apply("mul", here, gap))

    return first_of(Array((most,), DType.FLOAT64, at), length)


def number_steps(values: tuple[Value, ...]) -> tuple[Expr, Expr, Expr] | None:
    """The first number of `np.arange(start, stop, step)`, the difference to the next one, and how
    many steps there are to `stop`, which NumPy rounds up; None where literals tell these, or it
    counts in single precision."""
    arrays = [as_array(v) for v in values]
    single = any(a.dtype is DType.FLOAT32 and not a.weak for a in arrays)
    if single or all(folded(a.at(())) is not None for a in arrays):
        return None
    start, stop, step = (convert(a.at(()), DType.FLOAT64) for a in arrays)
    share = build.apply("div", build.apply("sub", stop, start), step)
    return start, build.apply("sub", build.apply("add", start, step), start), share


def _linspace(cx: Context, site: CallSite) -> Selected | None:
    """`start + i*step`, the last element exactly `stop`."""
    bound = site.bind("start stop", "num endpoint")
    number = bound.get("num")
    if number is None or not by_data(number):
        return None
    assert isinstance(number, Array)
    given = [site.array(bound["start"]), site.array(bound["stop"])]
    if any(v.shape for v in given):
        raise site.error("`linspace` takes scalar ends")
    dtype, _ = common(given)
    dtype = dtype if kind(dtype) == 2 and not all(v.weak for v in given) else DType.FLOAT64
    endpoint = "endpoint" not in bound or site.flag(bound["endpoint"], "endpoint")
    start, stop = (convert(v.at(()), dtype) for v in given)
    length, most = room(cx, site, number.at(()))
    one = build.one(DType.INT64)
    gaps = build.sub(length.at(()), one) if endpoint else length.at(())
    spread = convert(build.apply("maximum", gaps, one), dtype)
    step = build.apply("div", build.apply("sub", stop, start), spread)

    def at(position: Index) -> Expr:
        here = build.cast(IntValue(position[0]), dtype)
        inside = build.apply("add", build.apply("mul", here, step), start)
        if not endpoint:
            return inside
        several = build.compare("gt", gaps, build.zero(DType.INT64))
        last = build.compare("eq", IntValue(position[0]), gaps)
        return build.where(build.apply("and", several, last), stop, inside)

    return first_of(Array((most,), dtype, at), length)


def is_bounded(cx: Context, loop: surface.For) -> bool:
    """Whether sizes bound the range of `loop`, which data end, and begins where sizes say."""
    if not cx.learned.lengths or len(loop.arguments) > 2:
        return False
    *start, stop = (cx.evaluate(a) for a in loop.arguments)
    if not by_data(stop) or not all(isinstance(v, Integer) for v in start):
        return False
    assert isinstance(stop, Array)
    _, most = ends(cx, stop.at(()))
    return most is not None and cx.of_sizes(most)


def _room(cx: Context, site: CallSite) -> Value:
    """How many iterations a loop over a range has at most."""
    (value,) = site.bind("x").values()
    _, most = room(cx, replace(site, name="range"), as_array(value).at(()), signed=True)
    return Integer(most)


CALLS: dict[str, Callable[[Context, CallSite], Value]] = {"adc.room": _room}

TABLE: dict[str, Callable[[Context, CallSite], Selected | None]] = {
    "numpy.zeros": _filled(0), "numpy.ones": _filled(1), "numpy.empty": _filled(0),
    "numpy.full": _full, "numpy.arange": _arange, "numpy.linspace": _linspace,
}  # fmt: skip

__all__ = ["by_data", "created", "ends", "is_bounded", "note_binding", "note_result", "room"]
