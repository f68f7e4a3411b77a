"""Items of a tuple or a list at positions that loops and sizes decide: `[a, b][t % 2]`."""

from __future__ import annotations

from dataclasses import dataclass, replace

import sympy

from adc.diagnostics import AdcError, Span
from adc.ir import build
from adc.ir.expressions import Expr, IntValue
from adc.lowering import elementwise
from adc.lowering.context import Context
from adc.lowering.indexing import Item, SliceValue, element_index
from adc.lowering.lengths.read_slices import DataSlice, refused_slice
from adc.lowering.lists.filled import fill_instead
from adc.lowering.merging import several
from adc.lowering.module_arrays import MOST_ELEMENTS, table_of
from adc.lowering.path_types import Origin
from adc.lowering.promotion import as_array, own_number
from adc.lowering.store import materialise
from adc.lowering.values import Array, Integer, Items, Nothing, Token, Value, of_view, scalar

#: Among as many items is chosen at most.
MOST_ITEMS = 16
#: Tuples and lists are followed item by item.
MOST_REPEATED = 10_000


def item_by_number(cx: Context, owner: Items, item: Value | SliceValue, span: Span) -> Value | None:
    """The item at a position that is an expression of sizes and loop variables: one of several
    arrays in memory, or one of several numbers; None where the items are no such things, or not
    alike."""
    if not isinstance(item, Integer) or not owner.items:
        return None
    if len(owner.items) > MOST_ITEMS:
        return _number_of_table(cx, owner.items, item, span)
    position = element_index(cx, item.value, sympy.Integer(len(owner.items)), span)
    tests = [
        build.compare("eq", IntValue(position), IntValue(sympy.Integer(k)))
        for k in range(len(owner.items) - 1)
    ]
    if all(isinstance(v, Array) and v.in_memory and v.is_shared for v in owner.items):
        return _one_array(cx, tests, owner.items)
    if all(isinstance(v, Integer) or (isinstance(v, Array) and not v.shape) for v in owner.items):
        return _one_number(cx, tests, owner.items, span)
    return None


def _number_of_table(
    cx: Context, items: tuple[Value, ...], item: Integer, span: Span
) -> Value | None:
    """One of many literal numbers; of integers and floating ones, as a floating one that may be an
    integer."""
    numbers = [own_number(v) for v in items]
    known = tuple(n for n in numbers if n is not None)
    if len(known) < len(items) or len(items) > MOST_ELEMENTS:
        return None
    kinds = {type(n) for n in known}
    if len(kinds) > 1 and any(isinstance(n, int) and abs(n) > 2**53 for n in known):
        return None
    table = table_of(cx, known, span)
    assert table.view is not None
    if len(kinds) > 1:
        cx.types.meet(table.view.container, Origin("an item of the list", span))
    position = element_index(cx, item.value, sympy.Integer(len(items)), span)
    return scalar(table.at((position,)), weak=True)


def _one_array(cx: Context, tests: list[Expr], items: tuple[Value, ...]) -> Value | None:
    found: Value | None = items[-1]
    for test, value in reversed(list(zip(tests, items, strict=False))):
        found = None if found is None else several(cx, test, value, found)
    return found


def _one_number(
    cx: Context, tests: list[Expr], items: tuple[Value, ...], span: Span
) -> Value | None:
    """A number of one type, which all of the items have."""
    arrays = [as_array(v, span) for v in items]
    if len({(a.dtype, a.weak) for a in arrays}) > 1:
        return None
    found: Array = arrays[-1]
    for test, value in reversed(list(zip(tests, arrays, strict=False))):
        found = elementwise.where(cx, [scalar(test), value, found], span, weak_ok=True)
    return found


@dataclass
class UnknownItemError(AdcError):
    """A tuple or list whose items are not alike, or a dictionary, is subscripted by integers that
    loops' and other `variables` decide."""

    variables: frozenset[sympy.Basic] = frozenset()


def _moving_part(cx: Context, owner: Items, item: SliceValue, span: Span) -> Value | None:
    """`items[i : i + 3]`, as many items from wherever an expression of loop variables says; None
    where nothing tells that all of them are there."""
    begin = sympy.Integer(0) if item.start is None else item.start
    end = item.stop
    if end is None:
        return None
    count = sympy.expand(end - begin)
    if item.step != 1 or not count.is_Integer or not 0 <= count <= MOST_ITEMS:
        return None
    room = _least(cx, len(owner.items) - end)
    least = _least(cx, begin)
    if room is None or least is None or room < 0 or least < 0:
        return None
    found: list[Value] = []
    for k in range(int(count)):
        value = item_by_number(cx, owner, Integer(begin + k), span)
        if value is None:
            return None
        found.append(value)
    return replace(owner, items=tuple(found), type=None, token=Token(str(span)))


def _least(cx: Context, expr: sympy.Expr) -> int | None:
    """The least value of `expr` in the open loops; None where that is no number."""
    current = sympy.expand(expr)
    for bound in reversed(cx.prover.ranges):
        low, high = bound.ends or (bound.low, bound.high)
        slope = current.coeff(bound.var, 1)
        rest = sympy.expand(current - slope * bound.var)
        if bound.var in rest.free_symbols or not slope.is_Integer:
            return None
        current = sympy.expand(rest + slope * (low if slope > 0 else high))
    return int(current) if current.is_Integer else None


def item_of(cx: Context, owner: Items, items: list[Item], span: Span) -> Value:
    """The item of a tuple or a list that is subscripted by `items`, or a part of it."""
    item = items[0][0]
    if len(items) == 1 and isinstance(item, Integer) and item.value.is_Integer:
        position = int(item.value)
        if -len(owner.items) <= position < len(owner.items):
            return owner.items[position]
        raise AdcError.of(
            "ADC0217", f"subscript {position} on a tuple of {len(owner.items)} is out of range",
            span, help="keep the subscript inside the tuple",
        )  # fmt: skip
    if len(items) == 1 and isinstance(item, SliceValue):
        bounds = (item.start, item.stop)
        if item.by is None and all(b is None or b.is_Integer for b in bounds):
            low, high = (None if b is None else int(b) for b in bounds)
            part, made = owner.items[low : high : item.step], Token(str(span))
            return replace(owner, items=part, type=None, token=made)
        moving = _moving_part(cx, owner, item, span)
        if moving is not None:
            return moving
    if isinstance(item, DataSlice):
        raise refused_slice(item)
    chosen = item_by_number(cx, owner, item, span) if len(items) == 1 else None
    if chosen is not None:
        return chosen
    what, way_out = "a tuple takes one literal subscript", "write the position as a number"
    raise unknown_item(what, span, way_out, item)


def unknown_item(what: str, span: Span, way_out: str, item: object) -> AdcError:
    """ADC0216 for the subscript `item`, which is not known or no number at all."""
    refused = UnknownItemError.of("ADC0216", what, span, help=way_out)
    assert isinstance(refused, UnknownItemError)
    parts = item.items if isinstance(item, Items) else (item,)
    refused.variables = frozenset(
        symbol for v in parts if isinstance(v, Integer) for symbol in v.value.free_symbols
    )
    return refused


def _holds_none(value: Value) -> bool:
    """Whether it is None, or a list of that: what stands for items that are to be set."""
    if isinstance(value, Items) and value.is_list and len(value.items) == 1:
        value = value.items[0]
    return isinstance(value, Nothing)


def repeated(cx: Context, items: Items, number: Integer, span: Span) -> Items:
    """`items * number`."""
    if not number.value.is_Integer:
        if items.is_list and len(items.items) == 1 and _holds_none(items.items[0]):
            fill_instead(cx, str(span))
        raise AdcError.of(
            "ADC0216", "how often a tuple or list is repeated must be a literal", span,
            help="begin with a number, which may be repeated as sizes say: `[0.0] * n`"
            if any(isinstance(v, Nothing) for v in items.items)
            else "write the number itself; a list of one number, or of one array, may be repeated "
            "as sizes say",
        )  # fmt: skip
    if max(number.value, 0) * len(items.items) > MOST_REPEATED:
        raise AdcError.of(
            "ADC0216", f"a tuple or list of more than {MOST_REPEATED} items is too long", span,
            help="use an array: `np.zeros` or `np.full`",
        )  # fmt: skip
    once = tuple(_in_memory(cx, v) for v in items.items)
    made = Token(str(span))
    return replace(items, items=once * int(number.value), type=None, token=made)


def _in_memory(cx: Context, value: Value) -> Value:
    """`value`, an array in memory where it is computed: as an item twice it is one array."""
    if not isinstance(value, Array) or not value.is_shared or value.in_memory:
        return value
    return of_view(materialise(cx, value, "tmp"), value.dtype, boxed=value.boxed)
