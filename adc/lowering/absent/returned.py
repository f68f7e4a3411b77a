"""Functions that return None on some paths and a number on others: a number and a flag.

`return None` becomes `return nan, True`, and `return v` becomes `return v, False`; what the call
gives is `MaybeReturned`. A name that it is assigned to is a name that may be None (`names.py`), in
arithmetic None is the TypeError that Python raises, and nothing else may be done with it.
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
from adc.lowering.control.returns import always_returns
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
    `whole`."""

    flag: Value | None = None
    whole: bool = False


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
    """`function` with a flag beside each value that it returns; `names` may be None."""

    def visit(node: Any) -> Any:
        if isinstance(node, _FUNCTIONS):
            return node
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


def result_of(
    cx: Context, expr: surface.Call, call: Callable[[Context, surface.Call], Value]
) -> Value:
    """What `call` makes of `expr`; ADC0230 where that is None on some paths, and used unasked."""
    allowed = expr is cx.optional_call or any(expr is operand for operand in cx.operands)
    value = call(cx, expr)
    if isinstance(value, MaybeReturned) and not allowed:
        raise _used_unasked(value, expr.span)
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
    (value,) = site.arguments
    found = of_function(cx, cx.scope.function)
    if isinstance(value, Integer) and found is not None and not found.whole:
        raise OptionalResultError(replace(found, whole=True))
    return value


def _with_flag(cx: Context, site: CallSite) -> Value:
    """The value of a call, or what stands for it, and whether it is None."""
    value, instead = site.arguments
    if isinstance(value, MaybeReturned):
        assert value.value is not None and value.flag is not None
        return Items((value.value, value.flag))
    none = isinstance(value, Nothing)
    return Items((instead if none else value, literal(str(none), DType.BOOL)))


TABLE = {"adc.some": _some, "adc.with_flag": _with_flag}
