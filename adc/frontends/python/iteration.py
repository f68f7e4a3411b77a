"""`for` over what is not a range: arrays, `enumerate`, `zip`, `reversed`, as loops over an index.

`for v in x:` is `for k in range(len(x)): v = x[k]`: an array's elements are its rows, views of it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lark import Tree

from adc.diagnostics import AdcError, Span
from adc.frontends import surface
from adc.frontends.names import assigned_names, target_names, walk
from adc.frontends.python.expressions import expression
from adc.frontends.python.source import Node, ParseTree, Source

Body = tuple[surface.Statement, ...]
_WRAPPERS = ("enumerate", "zip", "reversed")


@dataclass(frozen=True)
class Elements:
    """What a loop runs over: `count` elements, that at a position being `at` of it.

    An `at` of None is one of a `zip` or `enumerate`: its parts' elements, as a tuple.
    """

    count: surface.Expr
    base: surface.Expr | None
    offset: surface.Expr | None
    parts: tuple[Elements, ...]
    backwards: bool
    span: Span

    def at(self, index: surface.Name) -> surface.Expr:
        """The element at the position `index`."""
        if self.parts:
            items = tuple(part.at(index) for part in self.parts)
            return surface.Sequence(items, False, self.span)
        place: surface.Expr = index
        if self.backwards:
            last = surface.Binary("-", self.count, _number(1, self.span), self.span)
            place = surface.Binary("-", last, index, self.span)
        if self.base is not None:
            return surface.Subscript(self.base, (place,), self.span)
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

    def elements(self, node: Node) -> Elements:
        """What `node`, the iterated expression, runs over; raises where adc cannot tell."""
        called, arguments = called_builtin(node)
        if called == "enumerate":
            return self._enumerate(node, arguments)
        if called == "zip":
            return self._zip(node, arguments)
        if called == "reversed":
            return self._reversed(node, arguments)
        if called == "range":
            return self._range(node)
        return self._array(expression(node, self.source))

    def _note_own(self, node: Node) -> Span:
        call = _tree(node)
        name = expression(call.children[0], self.source)
        assert isinstance(name, surface.Name)
        self.own.append(name)
        return self.source.span(call)

    def _enumerate(self, node: Node, arguments: list[Node]) -> Elements:
        span = self._note_own(node)
        if not 1 <= len(arguments) <= 2:
            raise _unreadable(span, "write `enumerate(x)` or `enumerate(x, start)`")
        inner = self.elements(arguments[0])
        start = self._start(arguments[1]) if len(arguments) == 2 else None
        numbers = Elements(inner.count, None, start, (), False, span)
        return Elements(inner.count, None, None, (numbers, inner), False, span)

    def _start(self, node: Node) -> surface.Expr:
        """The number that `enumerate` counts from, which the loop's body must not change."""
        if isinstance(node, Tree) and node.data == "argvalue":
            node = node.children[1]
        return self._kept(expression(node, self.source), "first")

    def _zip(self, node: Node, arguments: list[Node]) -> Elements:
        span = self._note_own(node)
        if not arguments or any(_is_keyword(argument) for argument in arguments):
            raise _unreadable(span, "zip arrays by position, without `strict=`")
        parts = tuple(self.elements(argument) for argument in arguments)
        counts = tuple(part.count for part in parts)
        least = counts[0]
        if len(counts) > 1:
            least = surface.Call(surface.Intrinsic("min", span, "python"), counts, (), span)
        return Elements(least, None, None, parts, False, span)

    def _reversed(self, node: Node, arguments: list[Node]) -> Elements:
        span = self._note_own(node)
        inner = self.elements(arguments[0]) if len(arguments) == 1 else None
        if inner is None or inner.parts or inner.backwards:
            raise _unreadable(span, "reverse one array or range: `reversed(x)`")
        return Elements(inner.count, inner.base, inner.offset, (), True, span)

    def _range(self, node: Node) -> Elements:
        span = self._note_own(node)
        call = expression(node, self.source)
        assert isinstance(call, surface.Call)
        if call.keywords or not 1 <= len(call.arguments) <= 2:
            raise _unreadable(span, "loop over `range(start, stop)` without a step here")
        *start, stop = (self._kept(argument, "bound") for argument in call.arguments)
        if not start:
            return Elements(stop, None, None, (), False, span)
        count = surface.Binary("-", stop, start[0], span)
        return Elements(count, None, start[0], (), False, span)

    def _array(self, value: surface.Expr) -> Elements:
        if isinstance(value, (surface.Sequence, surface.String)):
            raise _unreadable(value.span, "loop over the tuple alone, or over an array of it")
        base = self._kept(value, "items")
        length = surface.Intrinsic("len", value.span, "python")
        count = surface.Call(length, (base,), (), value.span)
        return Elements(count, base, None, (), False, value.span)

    def _kept(self, value: surface.Expr, what: str) -> surface.Expr:
        """`value`, or a name for it where the loop may change what it says: it is asked for once,
        before the loop."""
        if isinstance(value, surface.Number):
            return value
        if isinstance(value, surface.Name) and value.name not in self.bound:
            return value
        name = surface.Name(self.source.fresh(what), value.span)
        self.before.append(surface.Assign((name,), value, value.span))
        return name

    def loop(self, target: surface.Expr, elements: Elements, span: Span) -> Body:
        """The statements that `for target in elements: body` is."""
        check_target(target)
        index, assigned = self._index(target, elements)
        stated = tuple(
            surface.Assign((t,), v, t.span) for t, v in _pairs(assigned, elements, index)
        )
        loop = surface.For(
            index.name, (elements.count,), (*stated, *self.body), span, own=tuple(self.own)
        )
        return (*self.before, loop)

    def _index(
        self, target: surface.Expr, elements: Elements
    ) -> tuple[surface.Name, surface.Expr | None]:
        """The loop's own variable and what is left to assign: `enumerate` from 0 counts in it."""
        counts = len(elements.parts) == 2 and _is_position(elements.parts[0])
        if counts and isinstance(target, surface.Sequence) and len(target.items) == 2:
            first, second = target.items
            if isinstance(first, surface.Name) and first.name not in target_names(second):
                return first, target
        return surface.Name(self.source.fresh("position"), target.span), target


def _is_position(elements: Elements) -> bool:
    plain = elements.base is None and elements.offset is None
    return plain and not elements.parts and not elements.backwards


def _pairs(
    target: surface.Expr | None, elements: Elements, index: surface.Name
) -> list[tuple[surface.Expr, surface.Expr]]:
    """Each target with its value, those inside one another taken apart."""
    if isinstance(target, surface.Sequence) and len(target.items) == len(elements.parts):
        matched = zip(target.items, elements.parts, strict=True)
        return [pair for t, part in matched for pair in _pairs(t, part, index)]
    if target is None or (isinstance(target, surface.Name) and target.name == index.name):
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


def called_builtin(node: Node) -> tuple[str, list[Node]]:
    """The name and the arguments of a call of `range`, `enumerate` and the like, else ("", [])."""
    if not isinstance(node, Tree) or node.data != "funccall":
        return "", []
    function, arguments = node.children
    if not isinstance(function, Tree) or function.data != "var":
        return "", []
    name = str(_tree(function.children[0]).children[0])
    if name not in (*_WRAPPERS, "range"):
        return "", []
    listed = arguments.children if isinstance(arguments, Tree) else []
    return name, [argument for argument in listed if argument is not None]


def _is_keyword(node: Node) -> bool:
    return isinstance(node, Tree) and node.data in ("argvalue", "kwargs", "stararg")


def _unreadable(span: Span, help: str) -> AdcError:
    return AdcError.of("ADC0117", "adc cannot tell what this loop runs over", span, help=help)


def _number(value: int, span: Span) -> surface.Number:
    return surface.Number(str(value), "int", span)


def _tree(node: Node) -> ParseTree:
    assert isinstance(node, Tree)
    return node


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
        run, jumps = _with_leaves(body, after, label)
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


def _with_leaves(body: Body, after: int, label: int) -> tuple[Body, bool]:
    """`body` with the jumps of its own loop as jumps to the ends of blocks; whether `label`, the
    end of this body, is one."""
    made = tuple(_jump(statement, after, label) for statement in body)
    return made, any(_leaves(statement, label) for statement in made)


def _jump(statement: surface.Statement, after: int, label: int) -> surface.Statement:
    match statement:
        case surface.Break():
            return surface.Leave(after, statement.span)
        case surface.Continue():
            return surface.Leave(label, statement.span)
        case surface.If():
            then, _ = _with_leaves(statement.then, after, label)
            orelse, _ = _with_leaves(statement.orelse, after, label)
            return replace(statement, then=then, orelse=orelse)
        case surface.Block():
            inner, _ = _with_leaves(statement.body, after, label)
            return replace(statement, body=inner)
    return statement
