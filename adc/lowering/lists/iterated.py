"""What `map`, `zip`, `enumerate`, `reversed` and `range` give, all at once, where it is used up in
one place: taken apart, or made a list or tuple of. Elsewhere these are refused: they run once."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import sympy

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import leading_axis
from adc.lowering.learned import ChangedItemsError
from adc.lowering.lists.growing import item_of_list
from adc.lowering.lists.ranges import MOST_ITEMS, as_items
from adc.lowering.lists.running import left_out
from adc.lowering.objects.heap import key_value
from adc.lowering.plain_values import IntegerRange
from adc.lowering.promotion import is_literal_bool
from adc.lowering.values import (
    Array,
    Builtin,
    Grown,
    Integer,
    Items,
    Keywords,
    Nothing,
    Token,
    Value,
    describe,
)

Apply = Callable[[Context, Value, CallSite], Value]


def used_up(cx: Context, expr: surface.Expr, apply: Apply) -> Items | None:
    """The items that the call `expr` runs through; None where it is no call of this kind."""
    name = iterator_of(cx, expr)
    if not name or not isinstance(expr, surface.Call):
        return None
    known = _NAMED.get(name, ())
    if any(k.name not in known for k in expr.keywords) or not expr.arguments:
        return None
    items = _ITERATORS[name](cx, expr, apply)
    if len(items) > MOST_ITEMS:
        raise unknown(expr.span, "this")
    return Items(tuple(items))


def iterator_of(cx: Context, expr: surface.Expr) -> str:
    """The full name of what the call `expr` calls, where that runs once through items; else ""."""
    function = expr.function if isinstance(expr, surface.Call) else None
    last = function.name if isinstance(function, (surface.Name, surface.Attribute)) else ""
    known = {n.rpartition(".")[2] for n in _ITERATORS}
    if isinstance(function, surface.Intrinsic):
        return function.name if function.name == _FIXED else ""
    if function is None or not (isinstance(function, surface.Name) or last in known):
        return ""  # asking for the attribute of an object may call a function
    try:
        value = cx.evaluate(function)
    except AdcError:
        return ""
    return value.name if isinstance(value, Builtin) and value.name in _ITERATORS else ""


def items_of(cx: Context, expr: surface.Expr, apply: Apply) -> tuple[Value, ...]:
    """The items of what can be iterated over, of a length that is known."""
    found = used_up(cx, expr, apply)
    if found is not None:
        return found.items
    return items_in(cx, cx.evaluate(expr), expr.span)


def items_in(cx: Context, value: Value, span: Span) -> tuple[Value, ...]:
    """The items of a tuple, or the elements along the first axis; ADC0112 where their number is not
    known."""
    if isinstance(value, IntegerRange):
        value = as_items(value) or value
    if isinstance(value, Items):
        return value.items
    if isinstance(value, Keywords):
        return tuple(map(key_value, value.names))
    if isinstance(value, Grown) and value.container not in cx.growing:
        of_numbers = value.nested or not value.shape  # arrays may be parts of others
        if of_numbers and value.count.is_Integer and 0 < value.count <= MOST_ITEMS:
            at = [Integer(sympy.Integer(k)) for k in range(int(value.count))]
            return tuple(item_of_list(cx, value, [(k, span)], span) for k in at)
    if isinstance(value, Array) and value.shape:
        extent = cx.extent(value.shape[0])
        if extent.is_Integer and extent <= MOST_ITEMS:
            places = map(sympy.Integer, range(int(extent)))
            return tuple(leading_axis(cx, value, k, span) for k in places)
    raise unknown(span, describe(value))


def unknown(span: Span, what: str) -> AdcError:
    return AdcError.of(
        "ADC0112", f"how many items {what} has is not known while compiling", span,
        help="declare the extent as a number, or name each item; a rest is a slice: `x[1:]`",
    )  # fmt: skip


def with_rest(
    cx: Context, target: surface.Sequence, value: Value
) -> tuple[surface.Sequence, Value]:
    """`a, *rest = value` without the `*`: the rest is a list of what is left."""
    starred = [k for k, part in enumerate(target.items) if isinstance(part, surface.Starred)]
    if not starred:
        return target, value
    items, (at,) = items_in(cx, value, target.items[starred[0]].span), starred
    after = len(target.items) - at - 1
    if len(items) < len(target.items) - 1:
        raise AdcError.of(
            "ADC0213", f"cannot unpack {len(items)} values into {len(target.items) - 1} targets",
            target.span, help="give as many targets as values",
        )  # fmt: skip
    stop = len(items) - after
    rest = Items(items[at:stop], True, Token())
    plain = tuple(p.value if isinstance(p, surface.Starred) else p for p in target.items)
    return replace(target, items=plain), Items((*items[:at], rest, *items[stop:]))


def filtered(cx: Context, expr: surface.Call) -> Value:
    """A list whose length is known; or else, where it is given, an array of which a mask selects.
    ADC0107 where there is neither."""
    listed, *chosen = expr.arguments
    site = f"filtered: {expr.span}"
    if site in cx.learned.changed_items:
        return cx.evaluate(chosen[0])
    try:
        value = cx.evaluate(listed)
    except AdcError as error:
        if not chosen and error.diagnostics[0].code != "ADC0212":
            raise
        why: AdcError | None = error
    else:
        if not left_out(value):
            return value
        why = None
    if chosen:
        raise ChangedItemsError(site) from why
    raise AdcError.of(
        "ADC0107", "how many items this comprehension has is up to data", expr.span,
        help="hand it to a NumPy function at once: `np.sum([v for v in x if v > 0])`",
    ) from why  # fmt: skip


def drawn(cx: Context, expr: surface.Call) -> Value:
    """The list of a known length that its first argument is; else what the other one is, of a
    length that sizes tell."""
    known, other = expr.arguments
    before = cx.snapshot()
    try:
        return cx.evaluate(known)
    except AdcError as error:
        if error.diagnostics[0].code != "ADC0112":
            raise
    cx.restore(before)  # what is given may be properties, whose methods do something
    return cx.evaluate(other)


def counted(cx: Context, expr: surface.Call) -> Value:
    """The number that the loop's variable is, which runs over `np.arange` of integers, as an
    expression of the loop's position; the variable, where the loop is over something else."""
    element, position, function, *bounds = expr.arguments
    value, at = cx.evaluate(element), cx.evaluate(position)
    given = [b.value for bound in bounds if isinstance(b := cx.evaluate(bound), Integer)]
    if cx.evaluate(function) != Builtin("numpy.arange") or len(given) < len(bounds):
        return value
    first = given[0] if len(given) > 1 else sympy.Integer(0)
    by = given[2] if len(given) > 2 else sympy.Integer(1)
    if not isinstance(at, Integer) or not by.is_Integer:
        return value
    return Integer(sympy.expand(first + by * at.value))


def _map(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    if len(expr.arguments) < 2:
        raise unknown(expr.span, "this")
    function = cx.evaluate(expr.arguments[0])
    rows = [items_of(cx, a, apply) for a in expr.arguments[1:]]
    spans = tuple(a.span for a in expr.arguments[1:])
    name = function.name if isinstance(function, Builtin) else ""
    return [
        apply(cx, function, CallSite(name, row, {}, spans, expr.span))
        for row in zip(*rows, strict=False)
    ]


def _zip(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    rows: list[tuple[Value, ...]] = []
    for argument in expr.arguments:
        if isinstance(argument, surface.Starred):
            rows += [items_in(cx, v, argument.span) for v in items_of(cx, argument.value, apply)]
        else:
            rows.append(items_of(cx, argument, apply))
    strict = [is_literal_bool(cx.evaluate(k.value)) for k in expr.keywords]
    if None in strict or (strict == [True] and len({len(row) for row in rows}) > 1):
        raise AdcError.of(
            "ADC0213", "what `zip(strict=True)` is given has different lengths", expr.span,
            help="leave `strict=` out, or give as many items",
        )  # fmt: skip
    return [Items(row) for row in zip(*rows, strict=False)]


def _zip_longest(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    fixed = isinstance(expr.function, surface.Intrinsic)
    row_of = partial(_fixed, cx) if fixed else partial(items_of, cx, apply=apply)
    rows = [row_of(_plain(a)) for a in expr.arguments]
    fill = cx.evaluate(expr.keywords[0].value) if expr.keywords else Nothing()
    return [Items(row) for row in itertools.zip_longest(*rows, fillvalue=fill)]


def _fixed(cx: Context, expr: surface.Expr) -> tuple[Value, ...]:
    """The items of a tuple. A loop takes one after the other: what its body could change of an
    array or a list is not there all at once."""
    value = cx.evaluate(expr)
    if not isinstance(value, Items) or value.is_list:
        raise AdcError.of(
            "ADC0107", f"`zip_longest` in a loop takes tuples, not {describe(value)}", expr.span,
            help="loop over what `list(zip_longest(…))` gives",
        )  # fmt: skip
    return value.items


def _enumerate(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    given = [*expr.arguments[1:], *(k.value for k in expr.keywords)]
    first = cx.evaluate(given[0]) if given else Integer(sympy.Integer(0))
    if not isinstance(first, Integer):
        raise unknown(expr.span, "this")
    items = items_of(cx, expr.arguments[0], apply)
    return [Items((Integer(first.value + k), v)) for k, v in enumerate(items)]


def _reversed(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    return list(reversed(items_of(cx, expr.arguments[0], apply)))


def _range(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    ends = [cx.evaluate(a) for a in expr.arguments]
    if not all(isinstance(e, Integer) and e.value.is_Integer for e in ends):
        raise unknown(expr.span, "this range")
    bounds = [int(e.value) for e in ends if isinstance(e, Integer)]
    if len(bounds) > 3 or bounds[2:] == [0]:
        raise unknown(expr.span, "this range")
    numbers = range(*bounds)
    return [Integer(sympy.Integer(k)) for k in numbers[: MOST_ITEMS + 1]]


def _chain(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    rows = [items_of(cx, _plain(a), apply) for a in expr.arguments]
    return [v for row in rows for v in row]


def _chain_of(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    (argument,) = expr.arguments
    rows = items_of(cx, _plain(argument), apply)
    return [v for row in rows for v in items_in(cx, row, argument.span)]


def _pairwise(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    (argument,) = expr.arguments
    items = items_of(cx, _plain(argument), apply)
    return [Items(pair) for pair in itertools.pairwise(items)]


def _accumulate(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    """What is there of the first items, the first two, and so on."""
    items = list(items_of(cx, _plain(expr.arguments[0]), apply))
    named = {k.name: k.value for k in expr.keywords}
    functions = [*expr.arguments[1:], *([named["func"]] if "func" in named else [])]
    function = cx.evaluate(functions[0]) if functions else Builtin("numpy.add")
    if "initial" in named:
        items.insert(0, cx.evaluate(named["initial"]))
    found: list[Value] = items[:1]
    spans = (expr.span, expr.span)
    name = function.name if isinstance(function, Builtin) else ""
    for item in items[1:]:
        both = CallSite(name, (found[-1], item), {}, spans, expr.span)
        found.append(apply(cx, function, both))
    return found


def _repeat(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    given = [*expr.arguments[1:], *(k.value for k in expr.keywords)]
    times = cx.evaluate(given[0]) if given else None
    if not isinstance(times, Integer) or not times.value.is_Integer:
        raise unknown(expr.span, "this")
    return [cx.evaluate(expr.arguments[0])] * min(max(int(times.value), 0), MOST_ITEMS + 1)


def _product(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
    rows = [items_of(cx, _plain(a), apply) for a in expr.arguments]
    times = cx.evaluate(expr.keywords[0].value) if expr.keywords else Integer(sympy.Integer(1))
    if not isinstance(times, Integer) or not times.value.is_Integer:
        raise unknown(expr.span, "this")
    found = itertools.product(*rows, repeat=int(times.value))
    return [Items(row) for row in itertools.islice(found, MOST_ITEMS + 1)]


def _chosen(
    choose: Callable[[tuple[Value, ...], int], Iterator[tuple[Value, ...]]],
) -> Callable[[Context, surface.Call, Apply], list[Value]]:
    def convert(cx: Context, expr: surface.Call, apply: Apply) -> list[Value]:
        given = [*expr.arguments[1:], *(k.value for k in expr.keywords)]
        number = cx.evaluate(given[0]) if len(given) == 1 else None
        if not isinstance(number, Integer) or not number.value.is_Integer:
            raise unknown(expr.span, "this")
        found = choose(items_of(cx, _plain(expr.arguments[0]), apply), int(number.value))
        return [Items(row) for row in itertools.islice(found, MOST_ITEMS + 1)]

    return convert


def _plain(argument: surface.Expr) -> surface.Expr:
    if isinstance(argument, surface.Starred):
        raise unknown(argument.span, "this")
    return argument


#: `zip_longest` of what no loop can change.
_FIXED = "adc.zip_longest"
#: What these may be given by name.
_NAMED = {
    "enumerate": ("start",), "zip": ("strict",), "itertools.accumulate": ("func", "initial"),
    "itertools.repeat": ("times",), "itertools.product": ("repeat",),
    "itertools.zip_longest": ("fillvalue",), _FIXED: ("fillvalue",),
    "itertools.combinations": ("r",), "itertools.permutations": ("r",),
    "itertools.combinations_with_replacement": ("r",),
}  # fmt: skip
_ITERATORS: dict[str, Callable[[Context, surface.Call, Apply], list[Value]]] = {
    "map": _map, "zip": _zip, "enumerate": _enumerate, "reversed": _reversed, "range": _range,
    "itertools.chain": _chain, "itertools.chain.from_iterable": _chain_of,
    "itertools.pairwise": _pairwise, "itertools.zip_longest": _zip_longest,
    _FIXED: _zip_longest, "itertools.accumulate": _accumulate,
    "itertools.repeat": _repeat, "itertools.product": _product,
    "itertools.combinations": _chosen(itertools.combinations),
    "itertools.permutations": _chosen(itertools.permutations),
    "itertools.combinations_with_replacement": _chosen(itertools.combinations_with_replacement),
}  # fmt: skip


def _elsewhere(cx: Context, site: CallSite) -> Value:
    raise site.error(
        f"what `{site.name}` makes runs once, and is supported where it is used up at once",
        help="loop over it, or write `list(…)` around it",
    )


TABLE = dict.fromkeys((n for n in _ITERATORS if "." in n), _elsewhere)
