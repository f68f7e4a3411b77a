"""Fortran's elemental intrinsic functions (Fortran 2018, 16.9), by name `fortran.…`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.diagnostics import AdcError
from adc.ir import build, shapes
from adc.ir.dtypes import DType
from adc.ir.expressions import Const, Expr
from adc.lowering import elementwise
from adc.lowering.broadcasting import reshapes
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.misfits import fail_where
from adc.lowering.control.where_run import require_divisor, seen_to
from adc.lowering.elementwise import combine, literal
from adc.lowering.fortran import (
    bits,
    complex_numbers,
    in_numpy,
    library,
    model_numbers,
    rarer,
    texts,
    transformational,
)
from adc.lowering.fortran.operators import code, operands
from adc.lowering.integers.conditions import picked
from adc.lowering.lengths.creation import by_data
from adc.lowering.promotion import as_array, cast_array, convert, integer_of, is_literal_bool, kind
from adc.lowering.values import Array, Integer, Nothing, Value
from adc.ops import Operation, intrinsics
from adc.ops.spelling import Intrinsic

Handler = Callable[[Context, CallSite], Value]

#: Specific names of functions that are no operations of their own (Fortran 2018, 16.8).
_SPECIFIC = {
    "ddim": "dim", "idim": "dim", "idint": "int", "ifix": "int", "dnint": "anint",
    "idnint": "nint",
}  # fmt: skip
_TYPES = {"real(4)": DType.FLOAT32, "real(8)": DType.FLOAT64, "integer": DType.INT64}


def elementary(operation: Operation) -> Handler:
    """A function of reals that is an operation."""
    op = operation.name

    def call(cx: Context, site: CallSite) -> Value:
        values = [site.array(v) for v in site.arguments]
        if site.keywords or len(values) != operation.arity:
            return arctangent(cx, site)
        if any(kind(v.dtype) != 2 for v in values):
            raise site.error(f"`{name_of(site)}` takes a real", help="convert it: `real(…)`")
        if operation.result == "bool":
            return elementwise.predicate(cx, op, values[0], site.span)
        return elementwise.float_function(cx, op, list(values), site.span)

    return call


def arctangent(cx: Context, site: CallSite) -> Value:
    """`atan(y, x)` is `atan2(y, x)`; anything else has the wrong number of arguments."""
    if name_of(site) == "atan" and len(site.arguments) == 2 and not site.keywords:
        return elementwise.float_function(cx, "arctan2", list(site.arguments), site.span)
    raise site.error(f"`{name_of(site)}` does not take these arguments")


def name_of(site: CallSite) -> str:
    return site.name.removeprefix("fortran.")


def magnitude(cx: Context, site: CallSite) -> Value:
    value = site.bind("a")["a"]
    if isinstance(value, Integer):
        if cx.prover.nonneg(value.value):
            return value
        return Integer(shapes.maximum(value.value, -value.value))
    return elementwise.same_type(cx, "abs", value, site.span)


def extreme(name: str) -> Handler:
    """`max` and `min` of two or more."""
    op = "maximum" if name == "max" else "minimum"

    def call(cx: Context, site: CallSite) -> Value:
        values = list(site.arguments)
        if len(values) < 2:
            raise site.error(f"`{name}` takes two arguments or more")
        if all(isinstance(v, Integer) for v in values):
            integers = [v.value for v in values if isinstance(v, Integer)]
            return Integer(known_extreme(cx, name, integers))
        result: Value = values[0]
        for value in values[1:]:
            pair = operands([result, value], site.span)
            result = elementwise.arithmetic(cx, op, list(pair), site.span, strong=True)
        return result

    return call


def known_extreme(cx: Context, name: str, values: list[sympy.Expr]) -> sympy.Expr:
    """The extreme of integers; one of them where it is known to be it."""
    for value in values:
        slacks = [value - other if name == "max" else other - value for other in values]
        if all(cx.prover.nonneg(s) for s in slacks):
            return value
    return (shapes.maximum if name == "max" else shapes.minimum)(*values)


def to_real(dtype: DType) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        return cast_array(transformational.array_of(cx, site, site.bind("a")["a"]), dtype)

    return call


def retyped(inner: Handler, dtype: DType) -> Handler:
    """`amax0` and its kin: the generic function in another type."""

    def call(cx: Context, site: CallSite) -> Value:
        value = inner(cx, site)
        if dtype.is_integer and isinstance(value, Integer):
            return value
        return cast_array(as_array(value, site.span), dtype)

    return call


def to_integer(cx: Context, site: CallSite) -> Value:
    """`int(x)`: towards zero."""
    del cx
    value = site.bind("a")["a"]
    return value if isinstance(value, Integer) else cast_array(site.array(value), DType.INT64)


def to_default_integer(cx: Context, site: CallSite) -> Value:
    """Integers, in an array of those of 32 bits."""
    return cast_array(transformational.array_of(cx, site, site.arguments[0]), DType.INT32)


def rounded(op: str, whole: bool) -> Handler:
    """`floor`, `ceiling` (integers), `aint` (a real)."""

    def call(cx: Context, site: CallSite) -> Value:
        value = site.bind("a")["a"]
        if isinstance(value, Integer):
            return value
        result = elementwise.rounding(cx, op, value, site.span)
        return cast_array(result, DType.INT64) if whole else result

    return call


def nearest(whole: bool) -> Handler:
    """`nint` and `anint`: halves go away from zero."""

    def call(cx: Context, site: CallSite) -> Value:
        value = site.bind("a")["a"]
        if isinstance(value, Integer):
            return value
        array = site.array(value)

        def make(x: Expr) -> Expr:
            half = convert(Const("0.5", DType.FLOAT64), array.dtype)
            size = build.apply("floor", build.apply("add", build.apply("abs", x), half))
            return build.apply("copysign", size, x)

        result = combine(cx, [array], array.dtype, make, "`nint`", site.span)
        return cast_array(result, DType.INT64) if whole else result

    return call


def sign(cx: Context, site: CallSite) -> Value:
    """`sign(a, b)`: the magnitude of a with the sign of b."""
    bound = site.bind("a b")
    a, b = operands([bound["a"], bound["b"]], site.span)
    if kind(a.dtype) == 2:
        return elementwise.arithmetic(cx, "copysign", [a, b], site.span, strong=True)

    def make(x: Expr, y: Expr) -> Expr:
        size = build.apply("abs", convert(x, DType.INT64))
        negative = build.compare("lt", convert(y, DType.INT64), build.zero(DType.INT64))
        return build.where(negative, build.neg(size), size)

    return combine(cx, [a, b], DType.INT64, make, "`sign`", site.span)


def remainder(name: str) -> Handler:
    """`mod` (sign of a) and `modulo` (sign of p)."""

    def call(cx: Context, site: CallSite) -> Value:
        bound = site.bind("a p")
        a, p = bound["a"], bound["p"]
        if isinstance(a, Integer) and isinstance(p, Integer):
            found = integer_remainder(cx, name, a.value, p.value)
            if found is not None:
                return Integer(found)
        arrays = operands([a, p], site.span)
        op = "fmod" if name == "mod" else "mod"
        return elementwise.arithmetic(cx, op, list(arrays), site.span, strong=True)

    return call


def integer_remainder(cx: Context, name: str, a: sympy.Expr, p: sympy.Expr) -> sympy.Expr | None:
    from adc.lowering.fortran.operators import is_divisor, truncated

    require_divisor(cx, p, cx.span)
    if is_divisor(cx, p) and (name == "modulo" or cx.prover.nonneg(a)):
        return shapes.floormod(a, p)
    if name == "mod":
        whole = truncated(cx, a, p)
        return None if whole is None else sympy.expand(a - p * whole)
    return None


def positive_difference(cx: Context, site: CallSite) -> Value:
    """`dim(x, y)`: x - y where that is positive, else 0."""
    bound = site.bind("x y")
    if isinstance(bound["x"], Integer) and isinstance(bound["y"], Integer):
        return Integer(shapes.maximum(bound["x"].value - bound["y"].value, sympy.Integer(0)))
    arrays = operands([bound["x"], bound["y"]], site.span)
    difference = elementwise.arithmetic(cx, "sub", list(arrays), site.span, strong=True)
    dtype = difference.dtype

    def make(x: Expr, y: Expr) -> Expr:
        x, y = convert(x, dtype), convert(y, dtype)
        return build.where(build.compare("gt", x, y), build.apply("sub", x, y), build.zero(dtype))

    return combine(cx, list(arrays), dtype, make, "`dim`", site.span)


def merge(cx: Context, site: CallSite) -> Value:
    """`merge(t, f, mask)`; an integer that a test of integers picks stays an expression."""
    bound = site.bind("tsource fsource mask")
    then, orelse, mask = bound["tsource"], bound["fsource"], bound["mask"]
    if isinstance(then, Integer) and isinstance(orelse, Integer):
        known = is_literal_bool(mask)
        if known is not None:
            return then if known else orelse
        test = site.array(mask)
        pick = None if test.shape else picked(cx, test.at(()), [then, orelse], "merged")
        if pick is not None:
            return pick
    pair = operands([bound["tsource"], bound["fsource"]], site.span)
    return elementwise.where(cx, [bound["mask"], *pair], site.span)


def masked(cx: Context, site: CallSite) -> Value:
    """`masked(new, old, mask)`: what an element keeps or takes under WHERE, in old's type."""
    bound = site.bind("new old mask")
    old = site.array(bound["old"])
    new = cast_array(site.array(bound["new"]), old.dtype)
    return elementwise.where(cx, [bound["mask"], new, replace(old, weak=False)], site.span)


def copied(cx: Context, site: CallSite) -> Value:
    """A value that is no longer the variable's own: what VALUE passes."""
    del cx
    given = site.bind("a")["a"]
    if isinstance(given, Nothing):
        return given
    return replace(site.array(given), view=None, ways=())


def fitting(cx: Context, site: CallSite) -> Value:
    """`fits(old, new)`: `new`, which must not give the variable `old` another shape."""
    bound = site.bind("old new")
    if reshapes(cx, bound["old"], bound["new"]):
        raise AdcError.of(
            "ADC0169", "an assignment that gives the array another shape is not supported here",
            site.span, help="assign to a local array that begins at 1",
        )  # fmt: skip
    return bound["new"]


def pairs(cx: Context, site: CallSite) -> Value:
    """n*(n - 1)/2: what the frontend writes for counters of triangular loops. A number of trips
    that data decide is computed with in 64 bits; n*(n - 1) is even and never negative, so that
    halving it is exact."""
    given = site.bind("n")["n"]
    if isinstance(given, Array) and not given.shape and integer_of(given.at(())) is None:
        one, two = (Const(k, DType.INT64) for k in "12")

        def make(n: Expr) -> Expr:
            n = convert(n, DType.INT64)
            return build.apply("floordiv", build.mul(n, build.sub(n, one)), two)

        return combine(cx, operands([given], site.span), DType.INT64, make, "n", site.span)
    number = site.integer(given, "n")
    return Integer(sympy.expand(number * (number - 1) / 2))


#: How many cases a step may be chosen among.
_STEPS = 8


def _by_cases(
    cx: Context, start: sympy.Expr, stop: sympy.Expr, step: sympy.Expr, cases: int = _STEPS
) -> sympy.Expr | None:
    """The trips of a loop whose step tests of integers choose: those of each step where it is the
    one; None where the sign of one is not known."""
    from adc.lowering.fortran.operators import truncated

    while isinstance(step, shapes.Defined):
        step = step.definition
    if not isinstance(step, shapes.choose):
        found = truncated(cx, stop - start + step, step)
        return _either_way(cx, stop - start + step, step) if found is None else found
    test, first, second = step.args
    arms = [_by_cases(cx, start, stop, s, cases // 2) if cases else None for s in (first, second)]
    if arms[0] is None or arms[1] is None:
        return None
    return shapes.choose(test, *arms)


def _either_way(cx: Context, length: sympy.Expr, step: sympy.Expr) -> sympy.Expr | None:
    """`length / step` for a `step` that a call settles and that may go up or down: each quotient is
    asked for only where its divisor is positive."""
    if not shapes.names(step) <= cx.symbols:
        return None
    zero = sympy.Integer(0)
    up, down = (
        shapes.maximum(shapes.floordiv(a, b), zero) for a, b in ((length, step), (-length, -step))
    )
    return shapes.choose(step, down, up)


def _trips_by_data(cx: Context, given: list[Array], site: CallSite) -> Array:
    """The same where data choose the step; none where it is zero, which Fortran does not allow."""

    def make(start: Expr, stop: Expr, step: Expr) -> Expr:
        start, stop, step = (convert(e, DType.INT64) for e in (start, stop, step))
        zero = build.zero(DType.INT64)
        length = build.add(build.sub(stop, start), step)
        size = build.apply("floordiv", build.apply("abs", length), build.apply("abs", step))
        below = build.compare("lt", length, zero)
        back = build.apply("ne", below, build.compare("lt", step, zero))
        return build.where(build.compare("eq", step, zero), zero, build.where(back, zero, size))

    return combine(cx, given, DType.INT64, make, "the step", site.span)


def trips(cx: Context, site: CallSite) -> Value:
    """How often a DO loop with a step that is an expression runs (Fortran 2018, 11.1.7.4.1)."""
    given = site.bind("start stop step")
    if any(integer_of(as_array(v, site.span).at(())) is None for v in given.values()):
        return _trips_by_data(cx, [as_array(v, site.span) for v in given.values()], site)
    start, stop, step = (site.integer(v, n) for n, v in given.items())
    quotient = _by_cases(cx, start, stop, step)
    if quotient is None:
        named = f"`if ({step} > 0) then`" if step.is_Symbol else "`k = …`, `if (k > 0) then`"
        raise AdcError.of(
            "ADC0219", "the sign of this step is not known", site.span,
            help=f"put the loop into a branch that tells it: {named}",
        )  # fmt: skip
    return Integer(shapes.maximum(quotient, sympy.Integer(0)))


def filled(cx: Context, site: CallSite) -> Value:
    """`filled(bound, extent)`: a bound other than 1 of a dimension that must have an element: those
    of an empty one are 1 and 0, whatever is declared (Fortran 2018, 16.9.109)."""
    given = site.bind("bound extent")
    if by_data(given["extent"]):
        below = build.compare(
            "lt", as_array(given["extent"], site.span).at(()), build.one(DType.INT64)
        )
        fail_where(cx, below, "a bound of an empty array", site.span)
        return given["bound"]
    extent = site.integer(given["extent"], "extent")
    if not seen_to(cx, extent - 1, "a bound of an empty array", site.span):
        raise site.error("bounds of an empty array are not supported", help="use its size")
    return given["bound"]


def product_in_double(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x y")
    pair: list[Value] = [cast_array(site.array(v), DType.FLOAT64) for v in bound.values()]
    return elementwise.arithmetic(cx, "mul", pair, site.span)


#: Model numbers of a type: epsilon, the smallest normal one, the largest (IEEE 754-2019).
MODEL = {
    ("epsilon", DType.FLOAT64): "2.220446049250313e-16",
    ("epsilon", DType.FLOAT32): "1.1920929e-07",
    ("tiny", DType.FLOAT64): "2.2250738585072014e-308", ("tiny", DType.FLOAT32): "1.17549435e-38",
    ("huge", DType.FLOAT64): "1.7976931348623157e308", ("huge", DType.FLOAT32): "3.40282347e38",
}  # fmt: skip


def model_number(name: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        del cx
        value = site.bind("x")["x"]
        array = as_array(value, site.span)
        if name == "huge" and kind(array.dtype) == 1:
            bits = 63 if array.dtype is DType.INT64 and not isinstance(value, Integer) else 31
            return Integer(sympy.Integer(2**bits - 1))
        text = MODEL.get((name, array.dtype))
        if text is None:
            raise site.error(f"`{name}` takes a real")
        return literal(text, array.dtype, weak=False)

    return call


def presence(cx: Context, site: CallSite) -> Value:
    """`present(x)` and `allocated(x)`: known while the calls are put in place."""
    del cx
    return literal(str(not isinstance(site.bind("a")["a"], Nothing)), DType.BOOL)


def character_code(cx: Context, site: CallSite) -> Value:
    """`ichar(c)` of a single character."""
    del cx
    return Integer(code(site.bind("c")["c"], site.span))


def equivalent(op: str) -> Handler:
    def call(cx: Context, site: CallSite) -> Value:
        values: list[Array] = [elementwise.truth(v, site.span) for v in site.arguments]
        make = lambda a, b: build.compare(op, a, b)  # noqa: E731
        return combine(cx, values, DType.BOOL, make, "`.eqv.`", site.span)

    return call


def allocate_of_module(cx: Context, site: CallSite) -> Value:
    del cx
    name = getattr(site.bind("a")["a"], "value", "")
    asked = f"`if (.not. allocated({name}))`"
    raise AdcError.of(
        "ADC0169", f"ALLOCATE of `{name}`, which is not a local array, is not supported", site.span,
        help=f"write {asked} in front of it: the caller has it allocated then",
    )  # fmt: skip


def refused(cx: Context, site: CallSite) -> Value:
    del cx
    raise AdcError.of(
        "ADC0227", f"the intrinsic `{name_of(site)}` is not supported", site.span,
        help="`adc ops` lists what is supported",
    )  # fmt: skip


#: What names of these operations mean; those of any other are functions of reals.
_OPERATIONS: dict[str, Handler] = {
    "abs": magnitude, "maximum": extreme("max"), "minimum": extreme("min"),
    "floor": rounded("floor", True), "ceil": rounded("ceil", True),
    "trunc": rounded("trunc", False), "copysign": sign, "fmod": remainder("mod"),
    "mod": remainder("modulo"), "where": merge,
}  # fmt: skip
_GENERIC: dict[str, Handler] = {
    "float32": to_real(DType.FLOAT32), "float64": to_real(DType.FLOAT64),
    "int": to_integer, "int32": to_default_integer, "nint": nearest(True), "anint": nearest(False),
    "dim": positive_difference, "masked": masked,
    "copy": copied, "fits": fitting, "pairs": pairs, "trips": trips, "filled": filled,
    "dprod": product_in_double,
    "present": presence, "allocated": presence, "allocate_of_module": allocate_of_module,
    "ichar": character_code, "iachar": character_code,
    "epsilon": model_number("epsilon"), "tiny": model_number("tiny"), "huge": model_number("huge"),
    "eqv": equivalent("eq"), "neqv": equivalent("ne"),
    **transformational.TABLE, **texts.TABLE, **library.TABLE, **bits.TABLE, **rarer.TABLE,
    **model_numbers.TABLE, **in_numpy.TABLE,
}  # fmt: skip


def _handler(name: Intrinsic, operation: Operation) -> Handler:
    handler = _OPERATIONS.get(operation.name) or elementary(operation)
    return retyped(handler, _TYPES[name.gives]) if name.gives else handler


TABLE: dict[str, Handler] = complex_numbers.TABLE | {
    f"fortran.{name}": handler
    for name, handler in (
        *((name, _handler(*found)) for name, found in intrinsics().items()),
        *_GENERIC.items(), *((name, _GENERIC[generic]) for name, generic in _SPECIFIC.items()),
    )
}  # fmt: skip
