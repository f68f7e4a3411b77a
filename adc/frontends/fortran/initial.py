"""DATA: which element of a variable takes which value, and the shape of constants like `a(*)`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from math import prod

from adc.diagnostics import AdcError, Span
from adc.frontends.fortran import tree
from adc.frontends.fortran.constants import constant_shape, integer_constant, lower_bound
from adc.frontends.fortran.symbol import Scope, Symbol

Pairs = tuple[tuple[tree.Expr, tree.Expr], ...]
Indices = dict[str, int]

#: Constant arrays with more elements are not followed one by one.
MOST_ELEMENTS = 1_000_000


def data_of(symbol: Symbol, sets: list[tree.DataSet]) -> Pairs:
    """What DATA gives to `symbol`: pairs of a target and a value, in order.

    A target is an element with literal subscripts, or the whole variable as a Name: a scalar, or
    an array that takes one value everywhere. Raises ADC0248 where targets and values do not match
    in number, ADC0179 where a size or count is not constant.
    """
    return tuple(pair for one in sets for pair in _set(symbol, one))


def _set(symbol: Symbol, one: tree.DataSet) -> Iterator[tuple[tree.Expr, tree.Expr]]:
    values = _Values(one, symbol.scope)
    for target in one.targets:
        if isinstance(target, tree.Name):
            yield from _whole(symbol, target, values)
            continue
        for element in _elements(target, {}, symbol.scope):
            value = values.take(element.span)
            if element.name == symbol.original:
                yield element, value
    values.finish()


def _whole(
    symbol: Symbol, target: tree.Name, values: _Values
) -> Iterator[tuple[tree.Expr, tree.Expr]]:
    variable = symbol if target.name == symbol.original else _variable(target, symbol.scope)
    shape = constant_shape(variable)
    count = 1
    for size in shape:
        count *= size
    same = values.take_same(count)
    wanted = target.name == symbol.original
    if same is not None:
        if wanted:
            yield target, same
        return
    for subscripts in subscripts_of(variable, shape):
        value = values.take(target.span)
        if wanted:
            yield _element(target.name, subscripts, target.span), value


def _variable(target: tree.Name, scope: Scope) -> Symbol:
    """Another variable of the same DATA, of which only the size counts."""
    return scope.without_data(target.name, target.span)


def subscripts_of(symbol: Symbol, shape: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The subscripts of all elements, the first running fastest. Raises AdcError for more than
    `MOST_ELEMENTS`."""
    if prod(shape) > MOST_ELEMENTS:
        message = f"`{symbol.name}` is given its values one by one, and has more than"
        way_out = "assign them in a loop"
        raise _refused(f"{message} {MOST_ELEMENTS} of them", symbol.span, way_out)
    lowers = [lower_bound(b, symbol.scope) or 0 for b in symbol.bounds or ()]
    ranges = [range(low, low + size) for low, size in zip(lowers, shape, strict=True)]
    for subscripts in product(*reversed(ranges)):
        yield subscripts[::-1]


def _element(name: str, subscripts: tuple[int, ...], span: Span) -> tree.Apply:
    return tree.Apply(name, tuple(_literal(s, span) for s in subscripts), span, span)


def _literal(value: int, span: Span) -> tree.Expr:
    number = tree.Number(str(abs(value)), "integer", span)
    return tree.Unary("-", number, span) if value < 0 else number


def _elements(target: tree.Expr, indices: Indices, scope: Scope) -> Iterator[tree.Apply]:
    """The elements that an element or an implied DO with `indices` around it stands for."""
    if isinstance(target, tree.ImpliedDo):
        start, stop = _bound(target.start, indices, scope), _bound(target.stop, indices, scope)
        step = 1 if target.step is None else _bound(target.step, indices, scope)
        if step == 0:
            raise _refused("an implied DO with step 0", target.span, "use another step")
        for value in range(start, stop + (1 if step > 0 else -1), step):
            for item in target.items:
                yield from _elements(item, {**indices, target.var: value}, scope)
        return
    if not isinstance(target, tree.Apply):
        raise _refused("DATA sets variables and elements of arrays", target.span, "name one")
    subscripts = []
    for argument in target.arguments:
        if isinstance(argument, (tree.Section, tree.Keyword)):
            message = "a section in DATA is not supported"
            raise _refused(message, argument.span, "write an implied DO")
        subscripts.append(_bound(argument, indices, scope))
    element = _element(target.name, tuple(subscripts), target.span)
    yield replace(element, name_span=target.name_span)


def _bound(expr: tree.Expr, indices: Indices, scope: Scope) -> int:
    found = integer_constant(_substituted(expr, indices), scope)
    if found is None:
        message = "a bound or subscript in DATA must be a constant"
        way_out = "use numbers, PARAMETER constants and the variables of implied DOs"
        raise AdcError.of("ADC0179", message, expr.span, help=way_out)
    return found


def _substituted(expr: tree.Expr, indices: Indices) -> tree.Expr:
    """`expr` with the variables of implied DOs replaced by their values."""
    if isinstance(expr, tree.Name) and expr.name in indices:
        return _literal(indices[expr.name], expr.span)
    if isinstance(expr, tree.Unary):
        return replace(expr, operand=_substituted(expr.operand, indices))
    if isinstance(expr, tree.Binary):
        left, right = _substituted(expr.left, indices), _substituted(expr.right, indices)
        return replace(expr, left=left, right=right)
    if isinstance(expr, tree.Apply):
        arguments = tuple(
            a if isinstance(a, (tree.Section, tree.Keyword)) else _substituted(a, indices)
            for a in expr.arguments
        )
        return replace(expr, arguments=arguments)
    return expr


class _Values:
    """The values between the slashes, taken one after the other."""

    def __init__(self, one: tree.DataSet, scope: Scope) -> None:
        self.values = [value for _, value in one.values]
        self.left = [_count(repeat, scope) for repeat, _ in one.values]
        self.at = 0

    def take(self, span: Span) -> tree.Expr:
        self._skip_used()
        if self.at == len(self.left):
            message = "there are fewer values than elements"
            way_out = "give a value for each element, as in `/10*0.0/`"
            raise _refused(message, span, way_out)
        self.left[self.at] -= 1
        return self.values[self.at]

    def take_same(self, count: int) -> tree.Expr | None:
        """The one value of the next `count` elements; None where they differ or run out."""
        self._skip_used()
        if self.at == len(self.left) or self.left[self.at] < count or count == 0:
            return None
        self.left[self.at] -= count
        return self.values[self.at]

    def finish(self) -> None:
        self._skip_used()
        if self.at < len(self.left):
            span = self.values[self.at].span
            raise _refused("there are more values than elements", span, "remove this value")

    def _skip_used(self) -> None:
        while self.at < len(self.left) and self.left[self.at] == 0:
            self.at += 1


def _count(repeat: tree.Expr | None, scope: Scope) -> int:
    if repeat is None:
        return 1
    found = integer_constant(repeat, scope)
    if found is None or found < 0:
        message = "a repeat count must be a constant, and not negative"
        raise AdcError.of("ADC0179", message, repeat.span, help="write a number")
    return found


def _refused(message: str, span: Span, way_out: str) -> AdcError:
    return AdcError.of("ADC0248", message, span, help=way_out)


# -- the shape of `parameter :: a(*) = [...]` ------------------------------------------------------


def implied_shape(
    bounds: tuple[tree.Bounds, ...], init: tree.Expr | None, scope: Scope
) -> tuple[tree.Bounds, ...]:
    """`bounds` of a constant with its `*` replaced by what the constructor's length gives."""
    if not any(b.star for b in bounds):
        return bounds
    if len(bounds) != 1 or not isinstance(init, tree.Constructor):
        message = "the shape of this constant cannot be told from its value"
        raise AdcError.of("ADC0179", message, bounds[0].span, help="write the dimensions")
    one = bounds[0]
    lower = 1 if one.lower is None else _bound(one.lower, {}, scope)
    upper = lower + sum(_length(item, {}, scope) for item in init.items) - 1
    return (replace(one, upper=_literal(upper, one.span), star=False),)


def _length(item: tree.Expr, indices: Indices, scope: Scope) -> int:
    """How many elements an item of a constructor gives."""
    if isinstance(item, tree.ImpliedDo):
        start, stop = _bound(item.start, indices, scope), _bound(item.stop, indices, scope)
        step = 1 if item.step is None else _bound(item.step, indices, scope)
        values = range(start, stop + (1 if step > 0 else -1), step) if step else ()
        return sum(
            _length(inner, {**indices, item.var: value}, scope)
            for value in values
            for inner in item.items
        )
    if isinstance(item, tree.Constructor):
        return sum(_length(inner, indices, scope) for inner in item.items)
    if isinstance(item, (tree.Name, tree.Apply)) and _is_array(item, scope):
        message = "the length of this item cannot be told"
        raise AdcError.of("ADC0179", message, item.span, help="write the dimensions")
    return 1


def _is_array(item: tree.Name | tree.Apply, scope: Scope) -> bool:
    if isinstance(item, tree.Apply):
        return any(isinstance(a, tree.Section) for a in item.arguments)
    return scope.lookup(item.name, item.span).bounds is not None
