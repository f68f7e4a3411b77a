"""Python's own functions of numbers: `abs`, `min`, `round`, `int`, `pow` and the like."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

import sympy

from adc.ir import build
from adc.ir.dtypes import DType
from adc.ir.shapes import maximum, minimum
from adc.lowering import elementwise
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.control.where_run import seen_to
from adc.lowering.first_extremes import OF_TWO, extreme_item
from adc.lowering.integers.exact import integer_binary
from adc.lowering.integers.folding import folded
from adc.lowering.logic import truth
from adc.lowering.merging import note_kinds
from adc.lowering.numpy.elementwise import TABLE as ELEMENTWISE
from adc.lowering.numpy.elementwise import one_number, to_int, whole_quotient
from adc.lowering.numpy.of_sizes import may_be_told
from adc.lowering.path_types import of_sum
from adc.lowering.precisions import refuse_two
from adc.lowering.promotion import as_array, cast_array, convert, integer_of, literal_number
from adc.lowering.reductions import counted, total
from adc.lowering.store import floating
from adc.lowering.values import Array, Integer, Items, Nothing, Text, Value

Handler = Callable[[Context, CallSite], Value]
#: Powers of ten up to this one are exact in double precision.
_EXACT_POWERS = 22


def _python_round(cx: Context, site: CallSite) -> Value:
    """`round(x)`: to the nearest integer, halves to even; `round(x, 2)` of NumPy's numbers."""
    bound = site.bind("number", "ndigits")
    value = bound["number"]
    if not isinstance(bound.get("ndigits", Nothing()), Nothing):
        return _to_decimals(cx, value, site.number(bound["ndigits"], "ndigits"), site)
    if isinstance(value, Integer):
        return value
    number = one_number(value, site)
    known = folded(number.at(()))
    if known is not None and math.isfinite(known):
        return Integer(sympy.Integer(round(known)))
    whole = whole_quotient(cx, number, "rint")
    return whole or to_int(elementwise.rounding(cx, "rint", number, site.span))


def _to_decimals(cx: Context, value: Value, digits: int, site: CallSite) -> Value:
    """NumPy scales, rounds and scales back; Python finds the nearest decimal number exactly."""
    if isinstance(value, Integer) and digits >= 0:
        return value
    known = literal_number(value)
    number = one_number(value, site)
    if cx.module.unrounded and digits > 0:
        return number
    if known is not None and number.weak and number.dtype is DType.FLOAT64:
        exact = round(float(known), digits)
        found = elementwise.literal(repr(abs(exact)), DType.FLOAT64)
        return elementwise.same_type(cx, "neg", found, site.span) if exact < 0 else found
    if number.weak and not digits:
        return elementwise.rounding(cx, "rint", number, site.span)
    if number.weak:
        return _to_nearest_decimal(cx, number, digits, site)
    places = Integer(sympy.Integer(digits))
    given = replace(site, name="numpy.round", arguments=(number, places), keywords={},
                    spans=(site.span, site.span))  # fmt: skip
    return ELEMENTWISE["numpy.round"](cx, given)


def _to_nearest_decimal(cx: Context, number: Array, digits: int, site: CallSite) -> Value:
    """The decimal number that is nearest to one of Python's own."""
    if number.dtype is DType.INT64 and digits >= 0:
        return number
    if not 0 < digits <= _EXACT_POWERS or number.dtype is not DType.FLOAT64:
        raise site.error(
            "`round` of a number of Python's own to these decimals is not supported",
            help=f"round to 1 to {_EXACT_POWERS} decimals",
        )
    scale = elementwise.literal(repr(float(10**digits)), DType.FLOAT64)
    return elementwise.combine(
        cx, [number, scale], DType.FLOAT64, lambda x, y: build.apply("multiple", x, y), "`round`",
        site.span, weak=True,
    )  # fmt: skip


def _int(cx: Context, site: CallSite) -> Value:
    """`int(x)`: rounds towards zero; quotients of sizes stay expressions of sizes."""
    value = site.bind("x")["x"]
    known = literal_number(value)
    if known is not None and math.isfinite(known):
        return Integer(sympy.Integer(int(known)))
    number = one_number(value, site)
    whole = whole_quotient(cx, number, "trunc")
    if isinstance(value, Integer) or whole is not None:
        return whole or value
    exact = integer_of(number.at(())) if not number.dtype.is_float else None
    return Integer(exact) if exact is not None else to_int(number)


def _float(cx: Context, site: CallSite) -> Value:
    if isinstance(site.arguments[0] if site.arguments else None, Text):
        return _float_of_text(site)
    number = floating(cx, one_number(site.bind("x")["x"], site))
    return Array((), DType.FLOAT64, lambda p: convert(number.at(p), DType.FLOAT64), True)


def _float_of_text(site: CallSite) -> Value:
    """`float("inf")` and the like."""
    text = site.arguments[0]
    names = {"inf": "inf", "infinity": "inf", "nan": "nan"}
    name = names.get(text.value.strip().lower()) if isinstance(text, Text) else None
    if name is None:
        raise site.error("`float` takes a number here", help="write the number itself")
    return elementwise.literal(name, DType.FLOAT64)


def _bool(cx: Context, site: CallSite) -> Value:
    return truth(cx, site.bind("x")["x"], site.span)


def _python_extreme(name: str) -> Handler:
    """Python's `min` and `max` of several numbers, or of a vector."""
    op = OF_TWO[name]

    def call(cx: Context, site: CallSite) -> Value:
        values = site.arguments
        if site.keywords:
            raise site.error(f"keywords of `{name}` are not supported")
        if len(values) == 1 and isinstance(values[0], Items):
            values = values[0].items
        elif len(values) == 1:
            if site.array(values[0]).rank != 1:
                raise site.error(
                    f"`{name}` takes a vector or several numbers", help=f"use `np.{name}`"
                )
            return extreme_item(cx, site.array(values[0]), name, site)
        if not values:
            raise site.error(f"`{name}` of nothing is an exception in Python")
        result = values[0]
        for value in values[1:]:
            result = _pair(cx, op, result, value, site)
        return result

    return call


def _pair(cx: Context, op: str, a: Value, b: Value, site: CallSite) -> Value:
    if isinstance(a, Integer) and isinstance(b, Integer):
        if cx.prover.at_most(a.value, b.value):
            return b if op == "larger" else a
        if cx.prover.at_most(b.value, a.value):
            return a if op == "larger" else b
        join = maximum if op == "larger" else minimum
        return Integer(join(a.value, b.value))
    if not any(isinstance(v, Array) and literal_number(v) is not None for v in (a, b)):
        refuse_two(cx, f"what `{site.name}` gives", (a, b), site.span)
    for value in (a, b):
        if as_array(value, site.span).shape:
            raise site.error(
                "the truth of an array with more than one element is ambiguous",
                help=f"use `np.{'maximum' if op == 'larger' else 'minimum'}`",
            )
    return note_kinds(cx, elementwise.arithmetic(cx, op, [a, b], site.span), (a, b), site.span)


def _sum(cx: Context, site: CallSite) -> Value:
    """Python's `sum` of an array's rows, or of a tuple of numbers. Short integers stay short, as
    it adds one to the other."""
    bound = site.bind("iterable", "start")
    value = bound["iterable"]
    if isinstance(value, Items):
        return _sum_of_items(cx, value, bound.get("start", Integer(sympy.Integer(0))), site)
    array = site.array(value)
    if not array.shape:
        raise site.error("a scalar cannot be summed over", help="sum over an array")
    count = cx.extent(array.shape[0])
    if cx.prover.nonneg(-count):
        return bound.get("start", Integer(sympy.S.Zero))
    if array.rank > 1 and not cx.prover.nonneg(count - 1):
        _ask_for_rows(cx, count, site)
    result = total(cx, array, (0,))
    if result.view is not None and result.dtype.is_float and not cx.prover.nonneg(count - 1):
        cx.types.meet(result.view.container, of_sum(count, site.span))
    short = cast_array(result, array.dtype) if array.dtype is DType.INT32 else result
    if "start" not in bound:
        return short
    found = elementwise.arithmetic(cx, "add", [bound["start"], short], site.span)
    if found.dtype is short.dtype:
        return found
    return elementwise.arithmetic(cx, "add", [bound["start"], result], site.span)


def _ask_for_rows(cx: Context, count: sympy.Expr, site: CallSite) -> None:
    """Of no rows `sum` gives the number that it begins with."""
    if not cx.of_sizes(count) or not seen_to(cx, count - 1, "the rows of a sum", site.span):
        raise site.error(
            "whether there are rows to sum is up to data: of none Python's `sum` is a number",
            help="use `np.sum(…, axis=0)`, which is an array of zeros then",
        )


def _sum_of_items(cx: Context, items: Items, start: Value, site: CallSite) -> Value:
    result = start
    for item in items.items:
        if isinstance(result, Integer) and isinstance(item, Integer):
            result = Integer(result.value + item.value)
        else:
            result = elementwise.arithmetic(cx, "add", [result, item], site.span)
    return result


def _truths(name: str) -> Handler:
    """Python's `any` and `all` of a vector, or of numbers."""

    def call(cx: Context, site: CallSite) -> Value:
        given = site.bind("iterable")["iterable"]
        if isinstance(given, Items):
            found: Value = elementwise.literal(str(name == "all"), DType.BOOL)
            op = "or" if name == "any" else "and"
            for item in given.items:
                both: list[Value] = [found, truth(cx, item, site.span)]
                found = elementwise.logical(cx, op, both, site.span)
            return truth(cx, found, site.span)
        value = site.array(given)
        if value.rank != 1:
            raise site.error(f"`{name}` takes a vector or several numbers", help=f"use `np.{name}`")
        return truth(cx, counted(cx, value, (0,), name), site.span)

    return call


def _abs(cx: Context, site: CallSite) -> Value:
    value = site.bind("x")["x"]
    if isinstance(value, Integer):
        if cx.prover.nonneg(value.value):
            return value
        if cx.prover.nonneg(-value.value):
            return Integer(-value.value)
        return Integer(maximum(value.value, -value.value))
    return elementwise.same_type(cx, "abs", value, site.span)


def _divmod(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x y")
    a, b = bound["x"], bound["y"]
    strong = site.name == "numpy.divmod"
    if isinstance(a, Integer) and isinstance(b, Integer) and not (strong and may_be_told(cx)):
        found = [integer_binary(cx, op, a.value, b.value, site.span) for op in ("//", "%")]
        return Items(tuple(v for v in found if v is not None))
    return Items(
        tuple(
            elementwise.arithmetic(cx, op, [a, b], site.span, strong=strong)
            for op in ("floordiv", "mod")
        )
    )


def _power_of_python(cx: Context, site: CallSite) -> Value:
    bound = site.bind("x y")
    base, exponent = bound["x"], bound["y"]
    if isinstance(base, Integer) and isinstance(exponent, Integer):
        found = integer_binary(cx, "**", base.value, exponent.value, site.span)
        if found is not None:
            return found
    return elementwise.arithmetic(cx, "pow", [base, exponent], site.span)


def _not_implemented(cx: Context, site: CallSite) -> Value:
    raise site.error("`NotImplemented` cannot be called", help="raise `NotImplementedError`")


TABLE: dict[str, Handler] = {
    "NotImplemented": _not_implemented,
    "sum": _sum, "any": _truths("any"), "all": _truths("all"), "abs": _abs,
    "min": _python_extreme("min"), "max": _python_extreme("max"),
    "float": _float, "int": _int, "bool": _bool, "round": _python_round,
    "pow": _power_of_python, "divmod": _divmod, "numpy.divmod": _divmod,
}  # fmt: skip
