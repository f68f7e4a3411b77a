"""`np.vectorize(f)`: a function of the file that is called for each element of its arguments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from adc.frontends import surface
from adc.frontends.names import walk
from adc.ir.dtypes import DType
from adc.ir.shapes import symbol
from adc.lowering.boxes import note_box
from adc.lowering.broadcasting import broadcast, stretched
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.effects import without_effects
from adc.lowering.fortran.elemental import element, in_memory, looped, over, stored
from adc.lowering.numpy.create import array_operand
from adc.lowering.path_checks import check_type
from adc.lowering.promotion import as_array, cast_array, is_literal_bool, strong
from adc.lowering.values import (
    Array,
    Builtin,
    Items,
    Nothing,
    Type,
    UserFunction,
    Value,
    Vectorised,
    anywhere,
)

Caller = Callable[[Context, Value, CallSite], Value]


def vectorise(cx: Context, site: CallSite) -> Value:
    """`np.vectorize(f, otypes=[float])`: the type of NumPy's result is that of the first element,
    so that all of them must have one, or `otypes` tell it."""
    del cx
    bound = site.bind("pyfunc", "otypes")
    function, given = bound["pyfunc"], bound.get("otypes")
    if not isinstance(function, (UserFunction, Builtin)):
        raise site.error("`vectorize` takes a function", help="define it with `def`")
    dtype = None
    if isinstance(given, Items) and len(given.items) == 1 and isinstance(given.items[0], Type):
        dtype = given.items[0].dtype
    elif given is not None:
        raise site.error("`otypes` of `vectorize` is a list of one type", help="write `[float]`")
    return Vectorised(function, dtype)


def vectorise_by_numba(cx: Context, site: CallSite) -> Value:
    """numba's `@vectorize`: whole and floating numbers on different paths are floating, and
    signatures of doubles make doubles of all."""
    function, typed = site.arguments
    if not isinstance(function, UserFunction):
        raise site.error("`vectorize` takes a function", help="define it with `def`")
    mixed = any(map(_is_whole, _returned(function.function)))
    doubles = is_literal_bool(typed) or mixed
    dtype = DType.FLOAT64 if doubles else None
    return Vectorised(function, dtype, bool(is_literal_bool(typed)))


def by_elements(cx: Context, function: Vectorised, site: CallSite, apply: Caller) -> Value:
    """The call: an array of the values for the elements of its arguments. NumPy calls the function
    of the first ones once more, for the type, unless `otypes` tell it."""
    untyped = function.function if function.dtype is None else Nothing()
    with without_effects(cx, replace(site, name="numpy.vectorize"), untyped):
        return _by_elements(cx, function, site, apply)


def _by_elements(cx: Context, function: Vectorised, site: CallSite, apply: Caller) -> Value:
    given: dict[int | str, Value] = dict(enumerate(site.arguments))
    given.update(site.keywords)
    given = {k: array_operand(cx, site, v) if isinstance(v, Items) else v for k, v in given.items()}
    if function.doubles:
        given = {k: _doubled(v) for k, v in given.items()}
    arrays = {
        k: in_memory(cx, strong(v)) for k, v in given.items() if isinstance(v, Array) and v.shape
    }
    if not arrays:
        if isinstance(function.function, Builtin):
            site = replace(site, name=function.function.name)
        value = as_array(apply(cx, function.function, site), site.span)
        note_box(cx)
        return replace(_typed(cx, function, value, site), view=None, ways=(), boxed=True)
    shape = broadcast(cx, [a.shape for a in arrays.values()], "the call", site.span)
    position = tuple(symbol(cx.new_name("element")) for _ in shape)
    with cx.block() as body, over(cx, position, shape) as regions:
        elements = given | {k: element(a, stretched(a, shape, position)) for k, a in arrays.items()}
        name = function.function.name if isinstance(function.function, Builtin) else ""
        part = replace(
            site, name=name, arguments=tuple(elements[n] for n in range(len(site.arguments))),
            keywords={k: elements[k] for k in site.keywords},
        )  # fmt: skip
        value = as_array(apply(cx, function.function, part), site.span)
        if value.shape:
            raise site.error("the function of `vectorize` gives numbers", help="write a loop")
        result = stored(cx, "values", _typed(cx, function, value, site), shape, position)
    cx.body.extend(looped(cx, body, shape, regions))
    return result


def _doubled(value: Value) -> Value:
    single = isinstance(value, Array) and value.dtype is DType.FLOAT32
    return cast_array(value, DType.FLOAT64) if single and isinstance(value, Array) else value


def _typed(cx: Context, function: Vectorised, value: Array, site: CallSite) -> Array:
    """The value as an element of the result: Python's own numbers have NumPy's wide types."""
    if function.dtype is None:
        if isinstance(function.function, Builtin) and function.function.name.startswith("math."):
            value = cast_array(value, DType.FLOAT64) if value.dtype.is_float else value
        if value.dtype.is_float:
            own = function.function
            if isinstance(own, UserFunction) and any(map(_is_whole, _returned(own.function))):
                raise site.error("the function gives integers on one path and floating numbers on "
                                 "another: the first element's type would be that of all",
                                 help="write `0.0` for `0`, or pass `otypes=[float]`")  # fmt: skip
            check_type(cx, anywhere(value), site.span)
        return strong(value)
    return strong(cast_array(value, function.dtype))


def _returned(function: surface.Function) -> list[surface.Expr]:
    found = [n.values for n in walk(function.body) if isinstance(n, surface.Return)]
    return [value for values in found for value in values or ()]


def _is_whole(expr: surface.Expr) -> bool:
    """Whether one of the ways to `expr` is a literal integer."""
    if isinstance(expr, surface.Conditional):
        return _is_whole(expr.then) or _is_whole(expr.orelse)
    if isinstance(expr, surface.Unary):
        return _is_whole(expr.operand)
    whole = isinstance(expr, surface.Number) and expr.kind == "int"
    return whole or isinstance(expr, surface.Boolean)
