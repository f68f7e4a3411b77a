"""Lists and dictionaries that the source fills from 0 on, as lists that grow.

`xs = [None] * n` whose items are set one after the other becomes `xs = []`, and `xs[i] = v` an
`append`, once it is seen to that `i` is the next position; so items are what those of any other
list are. A dictionary whose keys are 0, 1, 2 and so on becomes such a list, too. Nothing may be
asked of either in between but items that have been set, where Python has None or no such key; and
of `xs` afterwards nothing unless all of it is filled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

import sympy

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import walk, with_parts
from adc.ir.names import NameSource
from adc.lowering.callsite import CallSite
from adc.lowering.context import Context
from adc.lowering.indexing import Item, require
from adc.lowering.lists.filled_from_the_end import filled_upwards
from adc.lowering.promotion import as_array, integer_of
from adc.lowering.values import Integer, Keywords, Nothing, Value

Body = tuple[surface.Statement, ...]
_INSIDE = (surface.Lifted, surface.Lambda, surface.Define)


class FilledListError(Exception):
    """A list of None, or a dictionary, is made at `site` and filled as sizes say."""

    def __init__(self, site: str) -> None:
        super().__init__(site)
        self.site = site


def fill_instead(cx: Context, site: str) -> None:
    """Raises FilledListError unless that was tried for what is made at `site`."""
    if site and site not in cx.learned.filled:
        raise FilledListError(site)


def fill_by_keys(cx: Context, owner: Keywords, items: list[Item]) -> None:
    """The same for a dictionary that is asked for a key which is an expression of sizes."""
    key = items[0][0] if len(items) == 1 else None
    if isinstance(key, Integer) and not key.value.is_Integer and owner.token is not None:
        fill_instead(cx, owner.token.site)


def with_filled(
    function: surface.Function, sites: frozenset[str], taken: Iterable[str]
) -> surface.Function:
    """`function` with what is made at `sites` as lists that grow, as far as it is filled so."""
    if not sites:
        return function
    names = {n.name for n in walk(function, inside=True) if isinstance(n, surface.Name)}
    made = {s: _seen_by_functions(s, function) for s in walk(function) if _is_made(s, sites)}
    sites = frozenset(str(s.value.span) for s, seen in made.items() if not seen)
    return replace(function, body=_all(function.body, sites, NameSource(set(taken) | names)))


def _seen_by_functions(made: surface.Assign, function: surface.Function) -> bool:
    """Whether a function inside that was made before, or in a loop around, may be called while the
    list is filled, and sees that it is shorter."""
    (target,) = made.targets
    assert isinstance(target, surface.Name)
    looped = any(
        any(n is made for n in walk(loop.body))
        for loop in walk(function) if isinstance(loop, (surface.For, surface.While))
    )  # fmt: skip
    return any(
        looped or _starts(inner.span) < _starts(made.span)
        for inner in walk(function)
        if isinstance(inner, (surface.Lambda, surface.Define))
        and any(isinstance(n, surface.Name) and n.name == target.name
                for n in walk(inner.function, inside=True))
    )  # fmt: skip


def _starts(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _all(body: Body, sites: frozenset[str], fresh: NameSource) -> Body:
    for number, statement in enumerate(body):
        if _is_made(statement, sites):
            assert isinstance(statement, surface.Assign)
            made = _filled(statement, body[number + 1 :], fresh)
            if made is not None:
                return (*body[:number], *_all(made, sites, fresh))
    return tuple(
        s if isinstance(s, surface.Define) else with_parts(s, lambda p: _below(p, sites, fresh))
        for s in body
    )


def _below(part: Any, sites: frozenset[str], fresh: NameSource) -> Any:
    if isinstance(part, tuple) and part and isinstance(part[0], surface.Statement):
        return _all(part, sites, fresh)
    return part


def _is_made(statement: surface.Statement, sites: frozenset[str]) -> bool:
    return (
        isinstance(statement, surface.Assign) and len(statement.targets) == 1
        and isinstance(statement.targets[0], surface.Name) and str(statement.value.span) in sites
    )  # fmt: skip


def _filled(made: surface.Assign, rest: Body, fresh: NameSource) -> Body | None:
    """The statements instead of the one that makes the list and the `rest` of its body; None where
    something else is done with it before the first loop that sets its items has ended."""
    target, value, span = made.targets[0], made.value, made.span
    assert isinstance(target, surface.Name)
    length: surface.Expr | None = None
    if isinstance(value, surface.Binary):
        length = value.right if isinstance(value.left, surface.Sequence) else value.left
        first: surface.Expr = surface.Sequence((), True, value.span)
    else:
        items = _items(value)
        if items is None:
            return None
        first = surface.Sequence(items, True, value.span)
    last = _filling(target.name, rest)
    if last is None:
        return None
    rewriter = _Rewriter(target.name, length is None, fresh)
    kept = surface.Name(fresh.fresh(f"{target.name}_length"), span)
    then: Body = ()
    filling, after = rest[: last + 1], rest[last + 1 :]
    if length is not None:
        filling, then, after = filled_upwards(
            target, length, kept, rest, last, lambda n: _item(n, target.name), fresh
        )
    try:
        before = rewriter.body(filling, ())
        after = after if length is not None else rewriter.whole(after)
    except _OtherUseError:
        return None
    begun = replace(made, value=first)
    if length is None:
        return (begun, *before, *after)
    asked = _asking("adc.all_filled", (_length_of(target), kept), span)
    ended = surface.Evaluate(asked, rest[last].span)
    return (surface.Assign((kept,), length, span), begun, *before, *then, ended, *after)


def _items(value: surface.Expr) -> tuple[surface.Expr, ...] | None:
    """The first items of a dictionary that is written there with the keys 0, 1, 2..."""
    if not isinstance(value, surface.Call) or value.keywords:
        return None
    found: list[surface.Expr] = []
    for number, entry in enumerate(value.arguments):
        key = entry.items[0] if isinstance(entry, surface.Sequence) and entry.items else None
        if not isinstance(key, surface.Number) or key.text != str(number):
            return None
        assert isinstance(entry, surface.Sequence)
        found.append(entry.items[1])
    return tuple(found)


def _filling(name: str, body: Body) -> int | None:
    """The first loop that sets items of the list `name`."""
    for number, statement in enumerate(body):
        if isinstance(statement, (surface.For, surface.While)) and any(
            isinstance(n, surface.Assign) and any(_item(t, name) for t in n.targets)
            for n in walk(statement)
        ):
            return number
    return None


def _item(node: object, name: str) -> bool:
    return (
        isinstance(node, surface.Subscript) and isinstance(node.value, surface.Name)
        and node.value.name == name and len(node.items) == 1
        and not isinstance(node.items[0], (surface.Slice, surface.Ellipsis, surface.Sequence))
    )  # fmt: skip


class _OtherUseError(Exception):
    """The list is used otherwise than by its items."""


def _asking(what: str, given: tuple[surface.Expr, ...], span: Span) -> surface.Call:
    return surface.Call(surface.Intrinsic(what, span, "python"), given, (), span)


def _length_of(name: surface.Name) -> surface.Call:
    return _asking("len", (name,), name.span)


@dataclass(frozen=True)
class _Rewriter:
    """Makes statements of the list `name` those of one that grows; of one with `keys`, items that
    are asked for are never counted from the end."""

    name: str
    keys: bool
    fresh: NameSource

    def body(self, body: Body, loops: tuple[str, ...]) -> Body:
        return tuple(s for statement in body for s in self.statement(statement, loops))

    def statement(self, node: surface.Statement, loops: tuple[str, ...]) -> Body:
        if isinstance(node, surface.Assign) and any(_item(t, self.name) for t in node.targets):
            return self.set_item(node, loops)
        if isinstance(node, surface.For):
            inside = self.body(node.body, (*loops, node.target))
            arguments = tuple(map(self.read, node.arguments))
            return (replace(node, arguments=arguments, body=inside),)
        if isinstance(node, surface.While):
            if node.counted is not None:
                raise _OtherUseError
            inside = self.body(node.body, loops)
            return (replace(node, condition=self.read(node.condition), body=inside),)
        if isinstance(node, surface.If):
            joint = _set_behind(node, self.name, self.fresh)
            if joint is not None:
                return self.body(joint, loops)
            then, orelse = self.body(node.then, loops), self.body(node.orelse, loops)
            return (replace(node, condition=self.read(node.condition), then=then, orelse=orelse),)
        return (self.read(node),)

    def set_item(self, node: surface.Assign, loops: tuple[str, ...]) -> Body:
        """`xs[position] = value`, of which Python evaluates the value first."""
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, surface.Subscript):
            raise _OtherUseError
        around = tuple(surface.Name(v, target.span) for v in loops)
        own = surface.Name(self.name, target.span)
        given = (_length_of(own), self.read(target.items[0]), *around)
        asked = surface.Evaluate(_asking("adc.next_position", given, target.span), node.span)
        append = surface.Attribute(own, "append", target.span)
        added = surface.Call(append, (self.read(node.value),), (), node.span)
        return (asked, surface.Evaluate(added, node.span))

    def read(self, node: Any) -> Any:
        """`node`, in which items of the list are asked for that have been set."""
        if isinstance(node, surface.Name) and node.name == self.name:
            raise _OtherUseError
        if isinstance(node, _INSIDE):
            if any(
                isinstance(n, surface.Name) and n.name == self.name
                for n in walk(node.function, inside=True)
            ):
                raise _OtherUseError
            return node
        if _item(node, self.name):
            position = self.read(node.items[0])
            asked = _asking("adc.from_the_start", (position,), node.span)
            return replace(node, items=(asked,))
        return with_parts(node, self.read)

    def whole(self, node: Any) -> Any:
        """What is done with a dictionary that is filled: items, `values()` and `len`."""
        if isinstance(node, surface.Call):
            called, given = node.function, node.arguments
            if isinstance(called, surface.Attribute) and self._named(called.value):
                if called.name != "values" or given or node.keywords:
                    raise _OtherUseError
                return called.value
            if isinstance(called, surface.Name) and called.name == "len" and len(given) == 1:
                return node if self._named(given[0]) else with_parts(node, self.whole)
        if _item(node, self.name):
            asked = _asking("adc.from_the_start", (self.whole(node.items[0]),), node.span)
            return replace(node, items=(asked,))
        if isinstance(node, (surface.Name, *_INSIDE)):
            return self.read(node)
        return with_parts(node, self.whole)

    def _named(self, node: surface.Expr) -> bool:
        return isinstance(node, surface.Name) and node.name == self.name


def _set_behind(node: surface.If, name: str, fresh: NameSource) -> Body | None:
    """An `if` whose branches all end by setting one item, and set none before, with that behind
    it; None for any other."""
    value = surface.Name(fresh.fresh(f"{name}_item"), node.span)
    positions: list[surface.Subscript] = []

    def without(body: Body) -> Body | None:
        *before, last = body or (None,)
        if any(_sets(s, name) for s in before):
            return None
        if isinstance(last, surface.If) and last.orelse:
            inner = branches(last)
            return None if inner is None else (*before, inner)
        if not isinstance(last, surface.Assign) or len(last.targets) != 1:
            return None
        (target,) = last.targets
        if not isinstance(target, surface.Subscript) or not _item(target, name):
            return None
        positions.append(target)
        return (*before, replace(last, targets=(value,)))

    def branches(one: surface.If) -> surface.If | None:
        then, orelse = without(one.then), without(one.orelse)
        return None if then is None or orelse is None else replace(one, then=then, orelse=orelse)

    made = branches(node)
    if made is None or any(not _alike(p, positions[0]) for p in positions[1:]):
        return None
    if not isinstance(positions[0].items[0], surface.Name):
        return None
    return (made, surface.Assign((positions[0],), value, node.span))


def _sets(node: Any, name: str) -> bool:
    return any(
        isinstance(n, surface.Assign) and any(_item(t, name) for t in n.targets) for n in walk(node)
    )


def _alike(one: Any, other: Any) -> bool:
    """Whether two subscripts are by the same name."""
    first, second = one.items[0], other.items[0]
    both = isinstance(first, surface.Name) and isinstance(second, surface.Name)
    return bool(both and first.name == second.name)


# -- what is asked of positions --------------------------------------------------------------------


def _position(value: Value, site: CallSite) -> sympy.Expr:
    found = value.value if isinstance(value, Integer) else None
    if found is None:
        number = as_array(value, site.span)
        found = integer_of(number.at(())) if not number.shape else None
    if found is None:
        raise site.error(
            "a list is filled at a position that is no expression of sizes and loop variables",
            help="fill an array: `np.zeros(n)`",
        )
    return found


def _from_the_start(cx: Context, site: CallSite) -> Value:
    """A position, which counts from the start."""
    position = _position(site.arguments[0], site)
    require(cx, position, f"position {position} of a list that is being filled", site.span)
    return Integer(position)


def _next_position(cx: Context, site: CallSite) -> Value:
    """Sees to it that the list is as long as the position says: the first two arguments. Where a
    loop is looked at first, nothing is known of what it has done before: its variables are the
    others."""
    length, position, *loops = (_position(v, site) for v in site.arguments)
    variables = {s for v in loops for s in v.free_symbols}
    if (variables & position.free_symbols) - length.free_symbols:
        return Nothing()
    _equal(cx, length, position, "a list is not filled one item after the other", site)
    return Nothing()


def _all_filled(cx: Context, site: CallSite) -> Value:
    """Sees to it that a list of so many items is as long as it was made."""
    length, made = (_position(v, site) for v in site.arguments)
    require(cx, made, f"a list of {made} items", site.span)
    _equal(cx, length, made, "a list is not filled to its end", site)
    return Nothing()


def _equal(cx: Context, one: sympy.Expr, other: sympy.Expr, what: str, site: CallSite) -> None:
    slack = sympy.expand(one - other)
    if slack == 0:
        return
    if slack.is_Integer:
        raise site.error(what, help="fill an array: `np.zeros(n)`")
    require(cx, slack, f"{what}: {one} is not {other}", site.span)
    require(cx, -slack, f"{what}: {one} is not {other}", site.span)


TABLE = {
    "adc.from_the_start": _from_the_start, "adc.next_position": _next_position,
    "adc.all_filled": _all_filled,
}  # fmt: skip
