"""Functions that return None on some paths and a number on others: a number and a flag.

`return None` becomes `return nan, True`, and `return v` becomes `return v, False`; what the call
gives is `MaybeReturned`. A name that it is assigned to is a name that may be None (`names.py`), in
arithmetic None is the TypeError that Python raises, and nothing else may be done with it.

Of a tuple, each value that is None on some path has a flag behind it. Where the call's result is
not taken apart at once by names, the call stops where one of these is None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import walk, with_parts
from adc.ir.dtypes import DType
from adc.lowering.callsite import CallSite
from adc.lowering.control.bodies import fresh_names, rewritten
from adc.lowering.control.flagging import flag, raised
from adc.lowering.control.returns import NOTHING_RETURNED, always_returns
from adc.lowering.elementwise import literal
from adc.lowering.learned import OptionalResult
from adc.lowering.promotion import is_literal_bool
from adc.lowering.values import Array, Integer, Items, Nothing, Undefined, Value

if TYPE_CHECKING:
    from adc.lowering.context import Context

_FUNCTIONS = (surface.Define, surface.Lambda, surface.Lifted)


@dataclass(frozen=True)
class MaybeReturned(Undefined):
    """What a function returns where the `flag` does not hold, None elsewhere; an integer if it is
    `whole`. It may be `of_tuple`, one of several."""

    flag: Value | None = None
    whole: bool = False
    of_tuple: bool = False


class OptionalResultError(Exception):
    """A function turned out to return None on some paths."""

    def __init__(self, found: OptionalResult) -> None:
        super().__init__(found)
        self.found = found


def key_of(function: surface.Function) -> tuple[str, str]:
    return function.name, str(function.span)


def flag_instead(cx: Context, function: surface.Function, error: AdcError) -> None:
    """Raises OptionalResultError where `error` is that `function` returns nothing on some paths,
    and on the others one value each."""
    code = error.diagnostics[0].code
    if code == "ADC0230" and _is_mixed(function) and of_function(cx, function) is None:
        raise OptionalResultError(OptionalResult(*key_of(function)))


def of_function(cx: Context, function: surface.Function) -> OptionalResult | None:
    """What is known of `function`, if it returns None on some paths."""
    own = key_of(function)
    return next((o for o in cx.learned.optional if (o.function, o.place) == own), None)


def _returns(function: surface.Function) -> list[surface.Return]:
    return [n for n in walk(function.body) if isinstance(n, surface.Return)]


def _is_none(node: surface.Return) -> bool:
    values = node.values or (surface.NoneValue(node.span),)
    return len(values) == 1 and isinstance(values[0], surface.NoneValue)


def _is_mixed(function: surface.Function) -> bool:
    found = _returns(function)
    ends = always_returns(function.body)
    return (
        any(not _is_none(r) for r in found)
        and (not ends or any(map(_is_none, found)))
        and returns_alike(function)
    )


def returns_alike(function: surface.Function) -> bool:
    """Whether each `return` has one value, or None."""
    return all(len(r.values or (r,)) == 1 for r in _returns(function))


def several_returned(function: surface.Function) -> int:
    """How many values each `return` has, be they a tuple or a number of values; 0 where not all
    have as many, two or more."""
    counts = {len(_several(r)) for r in _returns(function)}
    count = min(counts, default=0)
    return count if len(counts) == 1 and count > 1 and always_returns(function.body) else 0


def _several(node: surface.Return) -> tuple[surface.Expr, ...]:
    values = node.values or ()
    (only,) = values if len(values) == 1 else (None,)
    if isinstance(only, surface.Sequence) and not only.is_list:
        values = only.items
    return () if any(isinstance(v, surface.Starred) for v in values) else values


def flagged_places(function: surface.Function, names: frozenset[str]) -> list[int]:
    """Which of the values of a tuple some `return` gives as None, or by one of the `names`."""

    def may_be_none(value: surface.Expr) -> bool:
        named = isinstance(value, surface.Name) and value.name in names
        return named or isinstance(value, surface.NoneValue)

    each = zip(*map(_several, _returns(function)), strict=True)
    return [k for k, values in enumerate(each) if any(map(may_be_none, values))]


def with_named_returns(
    function: surface.Function, optional: frozenset[str], taken: Iterable[str]
) -> surface.Function:
    """`function` that gives names to what it returns of calls that give None on some paths, of
    functions of the names `optional`: a name may be None."""
    fresh = fresh_names(function, taken)

    def change(statement: surface.Statement, before: tuple[surface.Statement, ...]) -> Any:
        del before
        if not isinstance(statement, surface.Return):
            return (statement,)
        values = statement.values or ()
        if len(values) != 1 or not called_optional(values[0], optional):
            return (statement,)
        name = surface.Name(fresh.fresh("found"), values[0].span)
        given = surface.Assign((name,), values[0], values[0].span)
        return given, replace(statement, values=(name,))

    return replace(function, body=rewritten(function.body, change))


def with_flagged_returns(
    function: surface.Function, found: OptionalResult, names: frozenset[str]
) -> surface.Function:
    """`function` with a flag beside each value that it returns, of a tuple behind those that may be
    None; `names` may be None."""
    places = flagged_places(function, names) if found.count > 1 else []

    def visit(node: Any) -> Any:
        if isinstance(node, _FUNCTIONS):
            return node
        if isinstance(node, surface.Return) and found.count > 1:
            return _flagged_each(node, found, names, places)
        if isinstance(node, surface.Return):
            return _flagged(node, found, names)
        return with_parts(node, visit)

    body = tuple(map(visit, function.body))
    if not always_returns(function.body):
        body = (*body, _flagged(surface.Return(None, function.span), found, names))
    return replace(function, body=body)


def _flagged(
    node: surface.Return, found: OptionalResult, names: frozenset[str]
) -> surface.Return:  # fmt: skip
    span = node.span
    (name,) = node.values or (None,)
    if isinstance(name, surface.Name) and name.name in names:
        none = surface.Compare(("is",), (name, surface.NoneValue(span)), span)
        some = surface.Call(surface.Intrinsic("adc.some", span, "python"), (name,), (), span)
        return surface.Return((some, none), span)
    if not _is_none(node):
        assert node.values is not None
        asked = surface.Intrinsic("adc.some", span, "python")
        value: surface.Expr = surface.Call(asked, node.values, (), span)
        return surface.Return((value, surface.Boolean(False, span)), span)
    return surface.Return((placeholder(found.whole, span), surface.Boolean(True, span)), span)


def _flagged_each(
    node: surface.Return, found: OptionalResult, names: frozenset[str], places: list[int]
) -> surface.Return:
    values: list[surface.Expr] = []
    for k, value in enumerate(_several(node)):
        if k not in places:
            values.append(value)
            continue
        alone = replace(found, whole=k in found.wholes)
        own, none = _flagged(replace(node, values=(value,)), alone, names).values or ()
        if isinstance(own, surface.Call):
            place = surface.Number(str(k), "int", value.span)
            own = replace(own, arguments=(*own.arguments, place))
        values += [own, none]
    return replace(node, values=tuple(values))


def placeholder(whole: bool, span: Span) -> surface.Expr:
    """What stands for None: a NaN, or a position that no array has."""
    if whole:
        return surface.Unary("-", surface.Number(str(2**40), "int", span), span)
    return surface.Number("nan", "float", span)


def maybe_returned(found: OptionalResult, values: list[Value], span: Span) -> Value:
    """What a call of a function with flags gives."""
    value, flag = values
    known = is_literal_bool(flag)
    if known is not None:
        return Nothing() if known else value
    return MaybeReturned(
        f"of `{found.function.partition('%')[0]}` is None on some paths",
        "give the call a name, and ask whether that `is not None`", span, value=value, flag=flag,
        whole=found.whole,
    )  # fmt: skip


def items_returned(
    found: OptionalResult, places: list[int], values: list[Value], span: Span
) -> Items:
    """What a call gives of a function that returns a tuple, with flags behind those of `places`."""
    items: list[Value] = []
    left = iter(values)
    for k in range(found.count):
        value = next(left)
        if k in places:
            alone = replace(found, whole=k in found.wholes)
            value = maybe_returned(alone, [value, next(left)], span)
            if isinstance(value, MaybeReturned):
                value = replace(value, of_tuple=True)
        items.append(value)
    return Items(tuple(items))


def called_optional(node: surface.Expr, optional: Iterable[str]) -> bool:
    """Whether it is a call of a function that returns None on some paths, by its name."""
    function = node.function if isinstance(node, surface.Call) else None
    if isinstance(function, surface.Lifted):
        return function.function.name in optional
    return isinstance(function, (surface.Name, surface.Attribute)) and function.name in optional


def optional_call(statement: surface.Assign) -> object:
    """The call whose None a name and its flag take; None where there is none."""
    value = statement.value
    if not isinstance(value, surface.Call) or len(statement.targets) > 1:
        return None
    if isinstance(value.function, surface.Intrinsic) and value.function.name == "adc.with_flag":
        return value.arguments[0]
    return value if isinstance(statement.targets[0], surface.Name) else None


def optional_items(statement: surface.Assign) -> object:
    """The call whose tuple names take, with flags for those that may be None; None where there is
    none."""
    value, target = statement.value, statement.targets[0]
    if not isinstance(value, surface.Call) or len(statement.targets) > 1:
        return None
    if isinstance(value.function, surface.Intrinsic) and value.function.name == "adc.with_flags":
        return value.arguments[0]
    names = target.items if isinstance(target, surface.Sequence) else ()
    return value if names and all(isinstance(n, surface.Name) for n in names) else None


def stopped_at_none(cx: Context, value: Value, span: Span) -> Value:
    """`value`, which is one of a tuple that a call gives: the call stops where it is None."""
    if not isinstance(value, MaybeReturned) or not value.of_tuple:
        return value
    assert isinstance(value.flag, Array) and value.value is not None
    told = raised(cx, "NotImplementedError", NOTHING_RETURNED, span)
    flag(cx, value.flag.at(()), told, span)
    return value.value


def result_of(
    cx: Context, expr: surface.Call, call: Callable[[Context, surface.Call], Value]
) -> Value:
    """What `call` makes of `expr`; ADC0230 where that is None on some paths, and used unasked."""
    allowed = expr is cx.optional_call or any(expr is operand for operand in cx.operands)
    own = isinstance(expr.function, surface.Intrinsic) and expr.function.name == "adc.with_flags"
    apart = own or expr is cx.optional_items
    value = call(cx, expr)
    if isinstance(value, MaybeReturned) and not allowed:
        raise _used_unasked(value, expr.span)
    if isinstance(value, Items) and any(isinstance(v, MaybeReturned) for v in value.items):
        if apart:
            return value
        items = tuple(stopped_at_none(cx, v, expr.span) for v in value.items)
        return replace(value, items=items)
    return value


def _used_unasked(value: MaybeReturned, span: Span) -> AdcError:
    return AdcError.of("ADC0230", f"the value {value.reason}", span, help=value.help)


@contextmanager
def computing_with(cx: Context, *operands: surface.Expr) -> Iterator[None]:
    """The scope in which `operands` of arithmetic are evaluated."""
    before, cx.operands = cx.operands, operands
    try:
        yield
    finally:
        cx.operands = before


def computed_with(
    cx: Context, values: list[Value], operands: Sequence[surface.Expr]
) -> list[Value]:
    """The `values` of operands, where each that may be None is a number: the call stops with a
    TypeError where it is None. ADC0230 where another operand may take None, as objects do."""
    maybe = [value for value in values if isinstance(value, MaybeReturned)]
    if not maybe:
        return values
    found: list[Value] = []
    for value, operand in zip(values, operands, strict=True):
        if not isinstance(value, MaybeReturned):
            if not isinstance(value, (Array, Integer)):
                raise _used_unasked(maybe[0], operands[values.index(maybe[0])].span)
            found.append(value)
            continue
        if not isinstance(value.flag, Array) or not isinstance(value.value, (Array, Integer)):
            raise _used_unasked(value, operand.span)
        told = f"{value.reason.removeprefix('of ').partition(' ')[0]} gives None here"
        flag(cx, value.flag.at(()), raised(cx, "TypeError", told, operand.span), operand.span)
        found.append(value.value)
    return found


def _some(cx: Context, site: CallSite) -> Value:
    value, *place = site.arguments
    found = of_function(cx, cx.scope.function)
    if not isinstance(value, Integer) or found is None:
        return value
    if place and isinstance(place[0], Integer):
        own = int(place[0].value)
        if own not in found.wholes:
            raise OptionalResultError(replace(found, wholes=found.wholes | {own}))
    elif not found.whole:
        raise OptionalResultError(replace(found, whole=True))
    return value


def _with_flag(cx: Context, site: CallSite) -> Value:
    """The value of a call, or what stands for it, and whether it is None."""
    value, instead = site.arguments
    return Items(_flag_beside(value, instead))


def _flag_beside(value: Value, instead: Value) -> tuple[Value, Value]:
    if isinstance(value, MaybeReturned):
        assert value.value is not None and value.flag is not None
        return value.value, value.flag
    none = isinstance(value, Nothing)
    return instead if none else value, literal(str(none), DType.BOOL)


def _with_flags(cx: Context, site: CallSite) -> Value:
    """The values of a call that gives a tuple, with a flag behind those for which something else
    than None stands where they are None."""
    value, *instead = site.arguments
    if not isinstance(value, Items) or len(value.items) != len(instead):
        raise site.error(
            f"{len(instead)} names take apart what has not as many items",
            help="give the result a name, and take its items one by one",
        )
    found: list[Value] = []
    for item, other in zip(value.items, instead, strict=True):
        found += (item,) if isinstance(other, Nothing) else _flag_beside(item, other)
    return Items(tuple(found))


TABLE = {"adc.some": _some, "adc.with_flag": _with_flag, "adc.with_flags": _with_flags}
