"""Loops over what `itertools` and NumPy make of several loops: `product`, `combinations`,
`ndindex` and their like, as loops inside one another.

Each function is asked for by the file's imports; nothing else in the file may bind its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import assigned_names, target_names, walk
from adc.frontends.python.generators import draw, drawn_from
from adc.frontends.python.iteration import (
    Body,
    Elements,
    Iteration,
    check_target,
    without_breaks,
)
from adc.frontends.python.named import is_listed
from adc.frontends.python.source import Source

_NAMES = {
    "itertools": ("product", "combinations", "combinations_with_replacement", "permutations",
                  "chain", "pairwise", "zip_longest"),
    "numpy": ("ndindex", "ndenumerate"),
}  # fmt: skip
#: What gives the items of what it is given, as they are.
OF_ITEMS = ("zip", "enumerate", "reversed")
_ONE_BY_ONE = (*OF_ITEMS, "map", "filter")
Bounds = tuple[surface.Expr, ...]
#: As many loops stand inside one another.
_MOST = 6


def loop_over(
    source: Source, target: surface.Expr, iterated: surface.Expr, body: Body, span: Span
) -> Body:
    """The statements of `for target in iterated: body`."""
    if drawn_from(iterated, source):
        check_target(target)
        if isinstance(target, surface.Name):
            return (draw(target, iterated, body, span),)
        item = surface.Name(source.fresh("item"), span)
        return (draw(item, iterated, (surface.Assign((target,), item, span), *body), span),)
    counted = _enumerated(source, target, iterated, body, span)
    if counted is not None:
        return counted
    found = _several(source, target, iterated, body, span)
    if found is not None:
        return found
    iterated = _filled_up(iterated, source)
    iteration = Iteration(source, body, target_names(target) | assigned_names(body))
    return iteration.loop(target, iteration.elements(iterated), span)


def _filled_up(iterated: surface.Expr, source: Source) -> surface.Expr:
    """`zip_longest(…)` that a loop runs over, as a tuple; anything else as it is."""
    call = iterated if isinstance(iterated, surface.Call) else None
    if call is None or _function(call.function, source) != "zip_longest":
        return iterated
    fixed, made = (surface.Intrinsic(n, call.span, "python") for n in ("adc.zip_longest", "tuple"))
    return surface.Call(made, (replace(call, function=fixed),), (), call.span)


def _enumerated(
    source: Source, target: surface.Expr, iterated: surface.Expr, body: Body, span: Span
) -> Body | None:
    """`for target in enumerate(g(…))` of a generator, with a counter of its own."""
    call = iterated if isinstance(iterated, surface.Call) else None
    name = call.function if call is not None else None
    if call is None or not isinstance(name, surface.Name) or name.name != "enumerate":
        return None
    drawn = call.arguments[0] if call.arguments else None
    if not drawn_from(drawn, source):
        return None
    check_target(target)
    start = [*call.arguments[1:], *(k.value for k in call.keywords if k.name == "start")]
    if len(start) + 1 != len(call.arguments) + len(call.keywords) or len(start) > 1:
        return None
    counter, item = (surface.Name(source.fresh(n), span) for n in ("number", "item"))
    both = surface.Sequence((counter, item), False, span)
    begun = surface.Assign((counter,), start[0] if start else _number(0, span), span)
    pairs: list[tuple[surface.Expr, surface.Expr]] = [(target, both)]
    if isinstance(target, surface.Sequence) and len(target.items) == 2:
        pairs = [(target.items[0], counter), (target.items[1], item)]
    bind = (surface.Assign((t,), v, span) for t, v in pairs)
    step: Body = (*bind, surface.AugmentedAssign(counter, "+", _number(1, span), span), *body)
    return (begun, draw(item, drawn, step, span))


def _several(
    source: Source, target: surface.Expr, iterated: surface.Expr, body: Body, span: Span
) -> Body | None:
    call = iterated if isinstance(iterated, surface.Call) else None
    name = _function(call.function, source) if call is not None else ""
    if call is None or not name or any(isinstance(n, surface.Starred) for n in call.arguments[1:]):
        return None
    check_target(target)
    label = source.fresh_label()
    plain = without_breaks(body, label)
    bound = target_names(target) | assigned_names(body)
    if name not in _MAKERS:
        return None
    made = _MAKERS[name](_Nest(source, target, plain, bound, span), call)
    if made is None:
        return None
    leaves = any(isinstance(n, surface.Leave) and n.label == label for n in walk(made))
    return (surface.Block(label, made, span),) if leaves else made


def _function(function: surface.Expr, source: Source) -> str:
    """`product` for `itertools.product`, "" for what is none of the functions."""
    path: list[str] = []
    while isinstance(function, surface.Attribute):
        path.insert(0, function.name)
        function = function.value
    if not isinstance(function, surface.Name) or function.name in source.locals:
        return ""
    path.insert(0, function.name)
    again = rf"\b(?:def|class)\s+{path[0]}\b|^\s*{path[0]}\s*=[^=]"
    if not is_listed(path, _NAMES, source) or re.search(again, source.text, re.MULTILINE):
        return ""
    if len(path) > 1:
        return path[-1]
    names = [n for names in _NAMES.values() for n in names]
    return path[0] if path[0] in names else ""  # under another name it is left to be refused


def called(value: surface.Expr) -> str:
    """The name of the function that `value` calls, "" for anything else."""
    function = value.function if isinstance(value, surface.Call) else None
    return function.name if isinstance(function, surface.Name) else ""


class _Nest:
    """The loops that become of one."""

    def __init__(
        self, source: Source, target: surface.Expr, body: Body, bound: set[str], span: Span
    ) -> None:
        self.source, self.target, self.body = source, target, body
        self.bound, self.span = bound, span

    def elements(self, iterated: surface.Expr) -> tuple[Elements, Iteration]:
        iteration = Iteration(self.source, self.body, self.bound)
        return iteration.elements(iterated), iteration

    def pool(self, iterated: surface.Expr) -> tuple[Elements, Iteration] | None:
        """The items of `iterated` as they are before the loops; None where those are computed
        one by one."""
        if called(iterated) in OF_ITEMS:
            assert isinstance(iterated, surface.Call)
            number = 1 if called(iterated) == "enumerate" else len(iterated.arguments)
            over = tuple(map(self._kept, iterated.arguments[:number]))
            if None in over:
                return None
            given = (*(v for v in over if v is not None), *iterated.arguments[number:])
            return self.elements(replace(iterated, arguments=given))
        kept = self._kept(iterated)
        return None if kept is None else self.elements(kept)

    def _kept(self, iterated: surface.Expr) -> surface.Expr | None:
        name = called(iterated)
        if name in _ONE_BY_ONE or isinstance(iterated, surface.Starred):
            return None
        if name == "range":
            return iterated
        kept = surface.Intrinsic("adc.pool", iterated.span, "python")
        return surface.Call(kept, (iterated,), (), iterated.span)

    def fresh(self, what: str) -> surface.Name:
        return surface.Name(self.source.fresh(what), self.span)

    def inner(self, values: list[surface.Expr]) -> Body:
        """The body, behind the binding of the targets to `values`."""
        whole = surface.Sequence(tuple(values), False, self.span)
        pairs: list[tuple[surface.Expr, surface.Expr]] = [(self.target, whole)]
        if isinstance(self.target, surface.Sequence) and len(self.target.items) == len(values):
            pairs = list(zip(self.target.items, values, strict=True))
        return (*(surface.Assign((t,), v, self.span) for t, v in pairs), *self.body)

    def loops(
        self, ranges: list[tuple[surface.Name, Bounds]], body: Body,
        own: tuple[surface.Name, ...],
    ) -> Body:  # fmt: skip
        for name, bounds in reversed(ranges):
            body = (surface.For(name.name, bounds, body, self.span, own=own),)
        return body


_Maker = Callable[[_Nest, surface.Call], Body | None]


def _product(nest: _Nest, call: surface.Call) -> Body | None:
    times = _literal(call, "repeat", None, 1)
    others = [k for k in call.keywords if k.name != "repeat"]
    if times is None or others or not 0 < len(call.arguments) * times <= _MOST:
        return None
    pools = [nest.pool(a) for a in call.arguments]
    found = [p for p in pools if p is not None] * times
    if None in pools:
        return None
    before = tuple(s for _, i in found[: len(call.arguments)] for s in i.before)
    places = [nest.fresh("position") for _ in found]
    values = [e.at(p) for (e, _), p in zip(found, places, strict=True)]
    ranges: list[tuple[surface.Name, Bounds]]
    ranges = [(p, (e.count,)) for (e, _), p in zip(found, places, strict=True)]
    own = tuple(n for _, i in found for n in i.own)
    return (*before, *nest.loops(ranges, nest.inner(values), own))


def _chosen(first: Callable[[surface.Name], surface.Expr] | None) -> _Maker:
    """`combinations` and the like: each position begins where `first` says of the one before it,
    or None for any position that is none of these."""

    def make(nest: _Nest, call: surface.Call) -> Body | None:
        number = _literal(call, "r", 1, None)
        pool = nest.pool(call.arguments[0]) if call.arguments else None
        if number is None or not 0 < number <= _MOST or pool is None:
            return None
        elements, iteration = pool
        places = [nest.fresh("position") for _ in range(number)]
        body = nest.inner([elements.at(p) for p in places])
        ranges: list[tuple[surface.Name, Bounds]] = []
        for k, place in enumerate(places):
            start = first(places[k - 1]) if first is not None and k else None
            count = elements.count
            ranges.append((place, (count,) if start is None else (start, count)))
        if first is None:
            body = _apart(places, body, nest.span)
        return (*iteration.before, *nest.loops(ranges, body, tuple(iteration.own)))

    return make


def _apart(places: list[surface.Name], body: Body, span: Span) -> Body:
    """`body` where all positions are different."""
    pairs = [(a, b) for k, a in enumerate(places) for b in places[:k]]
    for a, b in pairs:
        body = (surface.If(surface.Compare(("!=",), (a, b), span), body, (), span),)
    return body


def _chain(nest: _Nest, call: surface.Call) -> Body | None:
    """One loop after the other; what they run over is asked for before the first."""
    if call.keywords or not call.arguments or isinstance(call.arguments[0], surface.Starred):
        return None
    before: list[surface.Statement] = []
    loops: list[surface.Statement] = []
    for number, argument in enumerate(call.arguments):
        over = argument
        if not _is_range(argument, nest.bound):
            if isinstance(argument, surface.Call) and _last(argument) in _ONCE:
                return None
            over = nest.fresh("items")
            before.append(surface.Assign((over,), argument, nest.span))
        body = deepcopy(nest.body) if number else nest.body
        loops += loop_over(nest.source, nest.target, over, body, nest.span)
    return (*before, *loops)


#: What runs once, lazily.
_ONCE = frozenset({
    "range", "zip", "enumerate", "reversed", "map", "filter", "iter", "chain", "pairwise",
    "product", "combinations", "permutations", "accumulate", "repeat", "islice", "from_iterable",
})  # fmt: skip


def _last(call: surface.Call) -> str:
    named = isinstance(call.function, (surface.Name, surface.Attribute))
    return call.function.name if named else ""  # type: ignore[union-attr]


def _is_range(value: surface.Expr, bound: set[str]) -> bool:
    """Whether it is a range that no loop changes."""
    if not isinstance(value, surface.Call) or _last(value) != "range" or value.keywords:
        return False
    fixed = (
        isinstance(a, surface.Number) or (isinstance(a, surface.Name) and a.name not in bound)
        for a in value.arguments
    )
    return isinstance(value.function, surface.Name) and all(fixed)


def _pairwise(nest: _Nest, call: surface.Call) -> Body | None:
    """`for a, b in pairwise(x)`: each element is read once, when it is the second one."""
    if call.keywords or len(call.arguments) != 1:
        return None
    (argument,) = call.arguments
    if isinstance(argument, surface.Call) and _last(argument) in _ONCE:
        return None
    items, first, second = (nest.fresh(n) for n in ("items", "first", "second"))
    place, span = nest.fresh("position"), nest.span
    length = surface.Intrinsic("len", span, "python")
    count = surface.Call(length, (items,), (), span)
    begun: Body = (
        surface.Assign((items,), argument, span),
        surface.Assign((second,), _element(items, _number(0, span)), span),
    )
    step: Body = (
        surface.Assign((first,), second, span),
        surface.Assign((second,), _element(items, place), span),
        *nest.inner([first, second]),
    )
    return (*begun, surface.For(place.name, (_number(1, span), count), step, span))


def _ndindex(nest: _Nest, call: surface.Call) -> Body | None:
    """`ndindex(n, m)`, `ndindex(A.shape)` and `ndindex(*A.shape)`, of as many axes as targets."""
    given = call.arguments
    if call.keywords or not given or not isinstance(nest.target, surface.Sequence):
        return None
    number = len(nest.target.items)
    whole = given[0].value if isinstance(given[0], surface.Starred) else given[0]
    if len(given) == 1 and (number > 1 or isinstance(given[0], surface.Starred)):
        return _over_shape(nest, whole, nest.target, None)
    if len(given) != number or isinstance(given[0], surface.Starred):
        return None
    sizes = tuple(nest.fresh("size") for _ in given)
    before = tuple(surface.Assign((s,), v, nest.span) for s, v in zip(sizes, given, strict=True))
    return (*before, *_counted(nest, sizes, nest.target, None))


def _ndenumerate(nest: _Nest, call: surface.Call) -> Body | None:
    """`for (i, j), v in ndenumerate(A)`, of an array of as many axes as positions are named."""
    target = nest.target
    if not isinstance(target, surface.Sequence) or len(target.items) != 2 or call.keywords:
        return None
    if not isinstance(target.items[0], surface.Sequence) or len(call.arguments) != 1:
        return None
    array = nest.fresh("items")
    kept = surface.Assign((array,), call.arguments[0], nest.span)
    shape = surface.Attribute(array, "shape", nest.span)
    return (kept, *_over_shape(nest, shape, target.items[0], array))


def _over_shape(
    nest: _Nest, shape: surface.Expr, positions: surface.Sequence, array: surface.Name | None
) -> Body:
    sizes = tuple(nest.fresh("size") for _ in positions.items)
    taken = surface.Assign((surface.Sequence(sizes, False, nest.span),), shape, nest.span)
    return (taken, *_counted(nest, sizes, positions, array))


def _counted(
    nest: _Nest, sizes: tuple[surface.Name, ...], positions: surface.Sequence,
    array: surface.Name | None,
) -> Body:  # fmt: skip
    places = [nest.fresh("position") for _ in sizes]
    body = nest.body
    if array is not None:
        assert isinstance(nest.target, surface.Sequence)
        element = surface.Subscript(array, tuple(places), nest.span)
        body = (surface.Assign((nest.target.items[1],), element, nest.span), *body)
    bind = zip(positions.items, places, strict=True)
    body = (*(surface.Assign((t,), p, nest.span) for t, p in bind), *body)
    ranges: list[tuple[surface.Name, Bounds]]
    ranges = [(p, (s,)) for p, s in zip(places, sizes, strict=True)]
    return nest.loops(ranges, body, ())


def _literal(call: surface.Call, name: str, at: int | None, default: int | None) -> int | None:
    """The integer that a call gives as `name`, or at the position `at`; None for anything else."""
    given = [k.value for k in call.keywords if k.name == name]
    if at is not None:
        given += call.arguments[at : at + 1]
        if len(call.arguments) > at + 1 or len(call.keywords) > 1:
            return None
    if not given:
        return default
    value = given[0]
    whole = isinstance(value, surface.Number) and value.kind == "int"
    return int(value.text) if whole and isinstance(value, surface.Number) else None


def _number(value: int, span: Span) -> surface.Number:
    return surface.Number(str(value), "int", span)


def _next(place: surface.Name) -> surface.Expr:
    return surface.Binary("+", place, _number(1, place.span), place.span)


_MAKERS: dict[str, _Maker] = {
    "product": _product, "combinations": _chosen(_next), "permutations": _chosen(None),
    "combinations_with_replacement": _chosen(lambda place: replace(place)),
    "chain": _chain, "pairwise": _pairwise, "ndindex": _ndindex, "ndenumerate": _ndenumerate,
}  # fmt: skip


def _element(items: surface.Name, place: surface.Expr) -> surface.Subscript:
    """What a loop over `items` finds at a place: of a dictionary the key."""
    return surface.Subscript(items, (place,), items.span, exact=True)
