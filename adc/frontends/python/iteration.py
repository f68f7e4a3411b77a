"""`for` over what is not a range: arrays, `enumerate`, `zip`, `reversed`, as loops over an index.

`for v in x:` is `for k in range(len(x)): v = x[k]`: an array's elements are its rows, views of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import assigned_names, target_names, walk
from adc.frontends.python.arange_loops import bounds_of, counted, is_made_of_numbers
from adc.frontends.python.source import Source

Body = tuple[surface.Statement, ...]
_NONLOCAL = re.compile(r"\bnonlocal\s+(\w+(?:\s*,\s*\w+)*)")


@dataclass(frozen=True)
class Elements:
    """What a loop runs over: `count` elements, that at a position being `at` of it.

    An `at` of None is one of a `zip` or `enumerate`: its parts' elements, as a tuple; or, of a
    `map`, what the function `mapped` makes of them. The `step` is that of a range. `made` is the
    call of `arange` that makes the array; `numbers`: it may be one that lowering makes no array of.
    """

    count: surface.Expr
    base: surface.Expr | None
    offset: surface.Expr | None
    parts: tuple[Elements, ...]
    backwards: bool
    span: Span
    mapped: surface.Expr | None = None
    made: surface.Call | None = None
    beside: tuple[surface.Expr, ...] = ()
    step: surface.Expr | None = None
    numbers: bool = False

    def at(self, index: surface.Expr) -> surface.Expr:
        """The element at the position `index`."""
        if self.parts:
            items = tuple(part.at(index) for part in self.parts)
            if self.mapped is not None:
                drawn = surface.Call(self.mapped, items, (), self.span)
                if not self.beside:
                    return drawn
                function = surface.Intrinsic("adc.beside", self.span, "python")
                return surface.Call(function, (drawn, self.count, *self.beside), (), self.span)
            return surface.Sequence(items, False, self.span)
        place: surface.Expr = index
        if self.backwards:
            last = surface.Binary("-", self.count, _number(1, self.span), self.span)
            place = surface.Binary("-", last, index, self.span)
        if self.base is not None and self.numbers:
            return _intrinsic("adc.at_step", self.base, place)
        if self.base is not None:
            return surface.Subscript(self.base, (place,), self.span, exact=True)
        if self.step is not None:
            place = surface.Binary("*", place, self.step, self.span)
        if self.offset is None:
            return place
        return surface.Binary("+", self.offset, place, self.span)


@dataclass
class Iteration:
    """Rewrites one loop; `before` are the statements that have to stand before it, `own` the names
    that have to be Python's own."""

    source: Source
    body: Body
    bound: set[str]
    before: list[surface.Statement] = field(default_factory=list)
    own: list[surface.Name] = field(default_factory=list)

    @property
    def elsewhere(self) -> set[str]:
        """The names that functions inside others bind, which the loop may call."""
        found = ",".join(_NONLOCAL.findall(self.source.text))
        return set(re.findall(r"\w+", found))

    def elements(self, value: surface.Expr) -> Elements:
        """What `value`, the iterated expression, runs over; raises where adc cannot tell."""
        if not isinstance(value, surface.Call) or not isinstance(value.function, surface.Name):
            return self._array(value)
        convert = {
            "enumerate": self._enumerate,
            "zip": self._zip,
            "reversed": self._reversed,
            "range": self._range,
            "xrange": self._range,
            "map": self._map,
        }.get(value.function.name)
        if convert is None:
            return self._array(value)
        self.own.append(value.function)
        if any(isinstance(a, surface.Starred) for a in value.arguments):
            made = surface.Intrinsic("list", value.span, "python")
            return self._array(surface.Call(made, (value,), (), value.span))
        return convert(value)

    def _enumerate(self, call: surface.Call) -> Elements:
        given = [*call.arguments, *(k.value for k in call.keywords if k.name == "start")]
        if not call.arguments or len(call.arguments) + len(call.keywords) > 2 or len(given) > 2:
            raise _unreadable(call.span, "write `enumerate(x)` or `enumerate(x, start)`")
        inner = self.elements(given[0])
        start = self._kept(given[1], "first") if len(given) == 2 else None
        numbers = Elements(inner.count, None, start, (), False, call.span)
        return Elements(inner.count, None, None, (numbers, inner), False, call.span)

    def _zip(self, call: surface.Call) -> Elements:
        if not call.arguments or not all(map(_is_strictness, call.keywords)):
            raise _unreadable(call.span, "zip arrays by position")
        parts = tuple(self.elements(argument) for argument in call.arguments)
        counts = tuple(part.count for part in parts)
        if call.keywords and _is_true(call.keywords[0].value):
            self.before += [_alike(counts[0], other, call.span) for other in counts[1:]]
        else:  # Python draws from the first once more before a later one ends
            parts = tuple(
                p if p.mapped is None else replace(p, beside=counts[k + 1 :])
                for k, p in enumerate(parts)
            )
        least = counts[0]
        if len(counts) > 1:
            shortest = surface.Intrinsic("min", call.span, "python")
            least = surface.Call(shortest, counts, (), call.span)
        return Elements(least, None, None, parts, False, call.span)

    def _map(self, call: surface.Call) -> Elements:
        if len(call.arguments) < 2 or call.keywords:
            raise _unreadable(call.span, "write `map(f, x)`")
        function, *given = call.arguments
        together = self._zip(replace(call, arguments=tuple(given)))
        return replace(together, mapped=self._kept(function, "mapped"))

    def _reversed(self, call: surface.Call) -> Elements:
        one = len(call.arguments) == 1 and not call.keywords
        inner = self.elements(call.arguments[0]) if one else None
        if inner is None or inner.parts or inner.backwards:
            raise _unreadable(call.span, "reverse one array or range: `reversed(x)`")
        return replace(inner, backwards=True, span=call.span)

    def _range(self, call: surface.Call) -> Elements:
        if call.keywords or not 1 <= len(call.arguments) <= 3:
            raise _unreadable(call.span, "loop over `range(start, stop)`")
        given = tuple(self._kept(argument, "bound") for argument in call.arguments)
        if len(given) == 1:
            return Elements(given[0], None, None, (), False, call.span)
        if len(given) == 2:
            count: surface.Expr = surface.Binary("-", given[1], given[0], call.span)
            return Elements(count, None, given[0], (), False, call.span)
        number = surface.Intrinsic("adc.steps", call.span, "python")
        count = self._kept(surface.Call(number, given, (), call.span), "count")
        return Elements(count, None, given[0], (), False, call.span, step=given[2])

    def _array(self, value: surface.Expr) -> Elements:
        if isinstance(value, surface.String):
            letters = tuple(surface.String(c, value.span) for c in value.value)
            value = surface.Sequence(letters, False, value.span)
        if isinstance(value, surface.Name) and _grows(self.body, value.name):
            raise _unreadable(value.span, "append to another list than the one that the loop is "
                              "over, or count its items in a `while`")  # fmt: skip
        made = None
        bounds = bounds_of(value, self.own)
        if bounds is not None:  # once more, for their values may be expressions of sizes
            assert isinstance(value, surface.Call)
            made = replace(value, arguments=tuple(self._kept(b, "bound") for b in bounds))
        numbers = is_made_of_numbers(value)
        base = self._kept(_intrinsic("adc.steps_of", value) if numbers else value, "items")
        count = _intrinsic("adc.number_of_steps" if numbers else "len", base)
        return Elements(count, base, None, (), False, value.span, made=made, numbers=numbers)

    def _kept(self, value: surface.Expr, what: str) -> surface.Expr:
        """`value`, or a name for it where the loop may change what it says: it is asked for once,
        before the loop."""
        if isinstance(value, surface.Number):
            return value
        if isinstance(value, surface.Name) and value.name not in self.bound | self.elsewhere:
            return value
        name = surface.Name(self.source.fresh(what), value.span)
        self.before.append(surface.Assign((name,), value, value.span))
        return name

    def first(self, target: surface.Expr, elements: Elements) -> Body:
        """The statements that bind `target` to the first element."""
        zero = _number(0, target.span)
        return tuple(surface.Assign((t,), v, t.span) for t, v in _pairs(target, elements, zero))

    def loop(self, target: surface.Expr, elements: Elements, span: Span, start: int = 0) -> Body:
        """The statements that `for target in elements: body` is, from the element `start` on."""
        check_target(target)
        index, assigned = self._index(target, elements)
        stated = tuple(
            surface.Assign((t,), v, t.span) for t, v in _pairs(assigned, elements, index)
        )
        bounds = (_number(start, span), elements.count) if start else (elements.count,)
        body = self.body
        if elements.made is not None and not elements.backwards:
            body = counted(body, target, index, elements.made)
        loop = surface.For(index.name, bounds, (*stated, *body), span, own=tuple(self.own))
        return (*self.before, loop)

    def _index(self, target: surface.Expr, elements: Elements) -> tuple[surface.Name, surface.Expr]:
        """The loop's own variable and what is left to assign: `enumerate` from 0 counts in it."""
        counts = len(elements.parts) == 2 and _is_position(elements.parts[0])
        counts = counts and elements.mapped is None
        if counts and isinstance(target, surface.Sequence) and len(target.items) == 2:
            first, second = target.items
            if isinstance(first, surface.Name) and first.name not in target_names(second):
                return first, target
        return surface.Name(self.source.fresh("position"), target.span), target


def _intrinsic(name: str, *given: surface.Expr) -> surface.Call:
    span = given[0].span
    return surface.Call(surface.Intrinsic(name, span, "python"), given, (), span)


def _is_strictness(keyword: surface.Keyword) -> bool:
    return keyword.name == "strict" and isinstance(keyword.value, surface.Boolean)


def _is_true(value: surface.Expr) -> bool:
    return isinstance(value, surface.Boolean) and value.value


def _alike(one: surface.Expr, other: surface.Expr, span: Span) -> surface.Statement:
    """What `zip(strict=True)` raises, if a little earlier."""
    differ = surface.Compare(("!=",), (one, other), span)
    wrong = surface.Raise("ValueError", "zip() arguments have different lengths", span)
    return surface.If(differ, (wrong,), (), span)


def _grows(body: Body, name: str) -> bool:
    """Whether `body` appends to the list `name`, whose new items the loop would come to."""
    called = [n.function for n in walk(body) if isinstance(n, surface.Call)]
    return any(
        isinstance(f, surface.Attribute) and f.name in ("append", "extend", "insert")
        and isinstance(f.value, surface.Name) and f.value.name == name
        for f in called
    )  # fmt: skip


def _is_position(elements: Elements) -> bool:
    plain = elements.base is None and elements.offset is None
    return plain and not elements.parts and not elements.backwards


def _pairs(
    target: surface.Expr, elements: Elements, index: surface.Expr
) -> list[tuple[surface.Expr, surface.Expr]]:
    """Each target with its value, those inside one another taken apart."""
    parts = elements.parts if elements.mapped is None else ()
    if isinstance(target, surface.Sequence) and len(target.items) == len(parts):
        matched = zip(target.items, elements.parts, strict=True)
        return [pair for t, part in matched for pair in _pairs(t, part, index)]
    if isinstance(target, surface.Name) and target == replace(index, span=target.span):
        return []
    return [(target, elements.at(index))]


def check_target(target: surface.Expr) -> None:
    """Raises unless `target` is names, each once."""
    if isinstance(target, surface.Sequence) and target.items:
        for item in target.items:
            check_target(item)
        names = [name for item in target.items for name in target_names(item)]
        if len(names) == len(set(names)):
            return
    elif isinstance(target, surface.Name):
        return
    raise AdcError.of(
        "ADC0117", "the loop variables must be distinct names", target.span,
        help="write `for v in x:`, or `for i, v in enumerate(x):`",
    )  # fmt: skip


def _unreadable(span: Span, help: str) -> AdcError:
    return AdcError.of("ADC0117", "adc cannot tell what this loop runs over", span, help=help)


def _number(value: int, span: Span) -> surface.Number:
    return surface.Number(str(value), "int", span)


def unrolled(
    source: Source, target: surface.Expr, items: surface.Sequence, bodies: list[Body]
) -> Body:
    """`for target in (a, b, c): body`, with a body for each item: one after the other. The items
    are taken before the first body runs; `break` leaves all of it, `continue` one body."""
    bound = target_names(target).union(*(assigned_names(body) for body in bodies))
    before: Body = ()
    values = items.items
    if not all(_is_fixed(item, bound) for item in values):
        name = surface.Name(source.fresh("items"), items.span)
        before = (surface.Assign((name,), items, items.span),)
        places = (_number(k, items.span) for k in range(len(values)))
        values = tuple(surface.Subscript(name, (place,), items.span) for place in places)
    after, label = source.fresh_label(), source.fresh_label()
    runs: list[surface.Statement] = []
    for value, body in zip(values, bodies, strict=True):
        bind = surface.Assign((target,), value, target.span)
        run, jumps = with_leaves(body, after, label)
        runs += [bind, *((surface.Block(label, run, items.span),) if jumps else run)]
        label = source.fresh_label()
    whole = surface.Block(after, tuple(runs), items.span)
    return (*before, whole) if any(_leaves(r, after) for r in runs) else (*before, *runs)


def _is_fixed(item: surface.Expr, bound: set[str]) -> bool:
    if isinstance(item, surface.Unary):
        return _is_fixed(item.operand, bound)
    return isinstance(item, surface.Number) or (
        isinstance(item, surface.Name) and item.name not in bound
    )


def _leaves(statement: surface.Statement, label: int) -> bool:
    return any(isinstance(n, surface.Leave) and n.label == label for n in walk(statement))


def with_leaves(body: Body, after: int, label: int) -> tuple[Body, bool]:
    """`body` with the jumps of its own loop as jumps to the ends of blocks; whether `label`, the
    end of this body, is one."""
    made = tuple(_jump(statement, after, label) for statement in body)
    return made, any(_leaves(statement, label) for statement in made)


def without_breaks(body: Body, after: int) -> Body:
    """`body` with the `break`s of its own loop as jumps to the end of the block `after`."""
    return tuple(_broken(statement, after) for statement in body)


def _broken(statement: surface.Statement, after: int) -> surface.Statement:
    match statement:
        case surface.Break():
            return surface.Leave(after, statement.span)
        case surface.If():
            then, orelse = (without_breaks(b, after) for b in (statement.then, statement.orelse))
            return replace(statement, then=then, orelse=orelse)
        case surface.Block():
            return replace(statement, body=without_breaks(statement.body, after))
    return statement


def _jump(statement: surface.Statement, after: int, label: int) -> surface.Statement:
    match statement:
        case surface.Break():
            return surface.Leave(after, statement.span)
        case surface.Continue():
            return surface.Leave(label, statement.span)
        case surface.If():
            then, _ = with_leaves(statement.then, after, label)
            orelse, _ = with_leaves(statement.orelse, after, label)
            return replace(statement, then=then, orelse=orelse)
        case surface.Block():
            inner, _ = with_leaves(statement.body, after, label)
            return replace(statement, body=inner)
    return statement
