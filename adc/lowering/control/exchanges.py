"""Arrays of the caller's that a function exchanges with its own: `u, v = v, u` in a loop.

Which array a name stands for then depends on how often it has been exchanged, and one of them is
the caller's, which sees what is written to it. The function works on a copy of such an argument in
its place, and hands back in the end what has become of it: an integer says which of the names that
are exchanged stands for the copy. That is the object which the argument was, whatever else has
names for it, as long as nothing but exchanges binds these names once the first exchange may have
been made. Only the whole function is written so: others may have names for what the functions that
it calls are passed, and for what they return.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import names_of, walk
from adc.ir.names import NameSource
from adc.lowering.control.bodies import Body, fresh_names

#: By each of the names that are exchanged, whose array it stands for afterwards.
Exchange = Mapping[str, str]


def with_exchanges(
    function: surface.Function, arrays: Iterable[str], taken: Iterable[str]
) -> surface.Function:
    """`function` with copies of those of its arguments `arrays` that it exchanges with others; the
    same function where there are none, or where it cannot be told what becomes of them."""
    groups = _groups(function.body)
    fresh = fresh_names(function, taken)
    body = function.body
    for name in arrays:
        for group in groups:
            first = name if name in group else _other_name(function.body, name, group)
            if first and _only_exchanged(function.body, name, group):
                body = _Held(name, first, group, fresh).whole(body)
    return function if body is function.body else replace(function, body=body)


class _Held:
    """An argument of which the function has a copy, and which of the names stands for that, the
    `first` of them before any exchange."""

    def __init__(self, name: str, first: str, group: frozenset[str], fresh: NameSource) -> None:
        self.name, self.names = name, (first, *sorted(group - {first}))
        self.given, self.which = fresh.fresh(f"{name}_given"), fresh.fresh(f"{name}_is")

    def whole(self, body: Body) -> Body:
        span, name = body[0].span, self.name
        copied = surface.Intrinsic("copy", span, "numpy")
        start: Body = (
            _assign(self.given, surface.Name(name, span), span),
            _assign(name, surface.Call(copied, (surface.Name(name, span),), (), span), span),
            _assign(self.which, _number(0, span), span),
        )
        first = _first_exchange(body)
        early = self.changed(body[:first], (self.name,))
        late = self.changed(body[first:], self.names)
        ended = isinstance(body[-1], surface.Return)
        return (*start, *early, *late, *(() if ended else self.back(self.names, body[-1].span)))

    def changed(self, body: Body, names: tuple[str, ...]) -> Body:
        """`body` where the copy has one of `names`."""
        result: list[surface.Statement] = []
        for statements, exchange in _parts(body):
            last = statements[-1]
            match last:
                case surface.If():
                    then, orelse = (self.changed(b, names) for b in (last.then, last.orelse))
                    result.append(replace(last, then=then, orelse=orelse))
                case surface.For() | surface.While() | surface.Block():
                    result.append(replace(last, body=self.changed(last.body, names)))
                case surface.Return():
                    result += [*self.back(names, last.span), last]
                case _:
                    result += statements
            if exchange:
                result.append(_assign(self.which, self.after(exchange, last.span), last.span))
        return tuple(result)

    def after(self, exchange: Exchange, span: Span) -> surface.Expr:
        """The position of the name that stands for the copy after an exchange."""
        value: surface.Expr = surface.Name(self.which, span)
        for name, other in exchange.items():
            new = _number(self.names.index(name), span)
            value = surface.Conditional(self.stands(other, span), new, value, span)
        return value

    def back(self, names: tuple[str, ...], span: Span) -> Body:
        """The argument becomes what the copy of it has become."""
        target = surface.Subscript(surface.Name(self.given, span), (surface.Ellipsis(span),), span)
        made: Body = ()
        for name in reversed(names):
            back = surface.Assign((target,), surface.Name(name, span), span)
            made = (surface.If(self.stands(name, span), (back,), made, span),) if made else (back,)
        return made

    def stands(self, name: str, span: Span) -> surface.Compare:
        position = _number(self.names.index(name), span)
        return surface.Compare(("==",), (surface.Name(self.which, span), position), span)


def _groups(body: Body) -> list[frozenset[str]]:
    """The names that are exchanged with each other, also by several statements."""
    groups: list[frozenset[str]] = []
    for exchange in _exchanges(body):
        own = frozenset(exchange)
        groups = [*(g for g in groups if not g & own), own.union(*(g for g in groups if g & own))]
    return groups


def _only_exchanged(body: Body, name: str, group: frozenset[str]) -> bool:
    """Whether nothing else binds the names of `group`, but for those other than `name` before the
    first exchange."""
    first = _first_exchange(body)
    early, late = _bound(body[:first]), _bound(body[first:])
    return name not in early and not group & late


def _other_name(body: Body, name: str, group: frozenset[str]) -> str:
    """Which of `group` is bound to what `name` stands for, and to nothing else before the first
    exchange; "" for none."""
    early = body[: _first_exchange(body)]
    for statement in early:
        match statement:
            case surface.Assign((surface.Name(other),), surface.Name(value)) if value == name:
                rest = tuple(s for s in early if s is not statement)
                if other in group and other not in _bound(rest):
                    return other
    return ""


def _first_exchange(body: Body) -> int:
    """Where in `body` the first statement is that exchanges names, or has one that does."""
    return next(i for i in range(len(body)) if any(_exchanges(body[: i + 1])))


def _exchanges(body: Body) -> Iterator[Exchange]:
    for statements, exchange in _parts(body):
        if exchange:
            yield exchange
        for inner in _bodies(statements[-1]):
            yield from _exchanges(inner)


def _bound(body: Body) -> frozenset[str]:
    """What statements of `body` that are no exchanges bind, also inside of functions."""
    found: set[str] = set()
    for statements, exchange in _parts(body):
        last = statements[-1]
        if not exchange:
            for node in walk(last, inside=True) if not list(_bodies(last)) else ():
                found |= names_of(node) if isinstance(node, surface.Assign) else set()
                found |= {node.target} if isinstance(node, surface.For) else set()
            if isinstance(last, surface.For):
                found.add(last.target)
            elif isinstance(last, surface.While) and last.counted:
                found.add(last.counted.target)
        elif len(statements) > 1:  # by a name of its own
            found |= names_of(statements[0])  # type: ignore[arg-type]
        for inner in _bodies(last):
            found |= _bound(inner)
    return frozenset(found)


def _bodies(statement: surface.Statement) -> Iterator[Body]:
    match statement:
        case surface.If():
            yield from (statement.then, statement.orelse)
        case surface.For() | surface.While() | surface.Block():
            yield statement.body


def _parts(body: Body) -> Iterator[tuple[Body, Exchange]]:
    """The statements of `body` one by one, with those of one exchange together."""
    at = 0
    while at < len(body):
        exchange, count = _exchange(body[at]), 1
        if not exchange:
            exchange, count = _by_another_name(body[at:])
        yield body[at : at + count], exchange
        at += count


def _exchange(statement: surface.Statement) -> Exchange:
    """`a, b = b, a`; nothing where it is no exchange."""
    match statement:
        case surface.Assign((surface.Sequence(items=targets),), surface.Sequence(items=values)):
            new, old = _all_names(targets), _all_names(values)
            if new and len(set(new)) == len(new) and sorted(new) == sorted(old):
                return dict(zip(new, old, strict=True))
    return {}


def _by_another_name(body: Body) -> tuple[Exchange, int]:
    """`t = a; a = b; b = t` at the start of `body`, and how many statements that are; nothing
    and 1 where it is none."""
    moves: list[tuple[str, str]] = []
    for statement in body:
        match statement:
            case surface.Assign((surface.Name(new),), surface.Name(old)):
                moves.append((new, old))
            case _:
                break
        if len(moves) > 1 and moves[-2][1] != new:
            break
        if len(moves) > 2 and old == moves[0][0]:
            exchange = dict(moves[1:-1]) | {new: moves[0][1]}
            own = len(exchange) == len(moves) - 1 and moves[0][0] not in exchange
            return (exchange, len(moves)) if own else ({}, 1)
    return {}, 1


def _all_names(items: tuple[surface.Expr, ...]) -> list[str]:
    """What `items` are called; none where one is no name."""
    names = [item.name for item in items if isinstance(item, surface.Name)]
    return names if len(names) == len(items) else []


def _assign(name: str, value: surface.Expr, span: Span) -> surface.Assign:
    return surface.Assign((surface.Name(name, span),), value, span)


def _number(value: int, span: Span) -> surface.Number:
    return surface.Number(str(value), "int", span)
