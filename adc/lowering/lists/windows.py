"""`collections.deque` as a list that `append` makes longer, and where its first item is.

q = deque(maxlen=n)      q, q_first, q_most = [], 0, n
q.append(v)              q.append(v); q_first = max(q_first, len(q) - q_most)
v = q.popleft()          v = q[q_first]; q_first += 1
q[0], q[-1], len(q)      q[q_first], q[len(q) - 1], len(q) - q_first
np.mean(q)               np.mean(np.array(q)[q_first:])

So a window that slides along a series, a line that delays a signal, and a queue keep all that they
have ever had. A deque that has another use is left as it is, and refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from adc.diagnostics import Span
from adc.frontends import surface
from adc.frontends.names import assigned_names, names_of, root_name, walk, with_parts
from adc.ir.names import NameSource
from adc.lowering.context import Context

Body = tuple[surface.Statement, ...]
#: Functions of Python's that look at all items, and change none.
_READING = frozenset(("sum", "max", "min", "list", "tuple", "sorted", "any", "all"))


class _OtherUseError(Exception):
    """A deque is used otherwise than a window is."""


def with_windows(cx: Context, function: surface.Function) -> surface.Function:
    """`function` with lists in place of those of its deques that are windows."""
    if "deque" not in cx.module.text:
        return function
    taken = cx.reserved | cx.taken | {n.name for n in walk(function.body, inside=True)
                                      if isinstance(n, surface.Name)}  # fmt: skip
    source = NameSource(set(taken))
    modules = frozenset(i.alias for i in cx.module.imports if not i.name)
    for made in list(_made(cx, function)):
        name = made.targets[0]
        assert isinstance(name, surface.Name)
        if len(_assignments(function, name.name)) > 1:
            continue
        first, most = (source.fresh(f"{name.name}_{what}") for what in ("first", "most"))
        window = _Window(name.name, made, first, most, modules)
        try:
            function = replace(function, body=window.body(function.body))
        except _OtherUseError:
            continue
    return function


def _made(cx: Context, function: surface.Function) -> Iterator[surface.Assign]:
    """The assignments of deques to names that are the function's own."""
    parameters = {p.name for p in function.parameters}
    bound = assigned_names(function.body) | parameters
    for node in walk(function.body):
        match node:
            case surface.Assign(
                targets=(surface.Name(name=name),), value=surface.Call(function=called)
            ) if (
                name not in parameters and root_name(called) not in bound and _is_deque(cx, called)
            ):
                yield node


def _is_deque(cx: Context, called: surface.Expr) -> bool:
    imports, module = cx.module.imports, cx.module
    named = {n for c in module.constants for n in names_of(c)}
    named |= {f.name for f in module.functions} | {c.name for c in module.classes}
    if root_name(called) in named:
        return False
    match called:
        case surface.Name(name=name):
            return any(
                i.alias == name and (i.module, i.name) == ("collections", "deque") for i in imports
            )
        case surface.Attribute(value=surface.Name(name=name), name="deque"):
            return any(
                i.alias == name and i.module == "collections" and not i.name for i in imports
            )
    return False


def _assignments(function: surface.Function, name: str) -> list[surface.Statement]:
    return [
        n for n in walk(function.body)
        if isinstance(n, (surface.Assign, surface.AugmentedAssign, surface.For))
        and name in assigned_names((n,) if not isinstance(n, surface.For) else ())
    ]  # fmt: skip


@dataclass
class _Window:
    """One deque: its name, where it is made, and the names of the integers that come with it."""

    name: str
    made: surface.Assign
    first: str
    most: str
    modules: frozenset[str]

    def body(self, body: Body) -> Body:
        return tuple(s for statement in body for s in self._statement(statement))

    # -- statements --------------------------------------------------------------------------------

    def _statement(self, node: surface.Statement) -> Body:
        if node is self.made:
            return self._begun()
        match node:
            case surface.Evaluate(
                value=surface.Call(function=surface.Attribute() as at) as call
            ) if self._is_own(at.value):
                return self._changed(call, at.name, node.span)
            case surface.Assign(value=surface.Call(function=surface.Attribute() as at) as call) if (
                self._is_own(at.value) and at.name == "popleft" and not call.arguments
            ):
                return self._taken(node)
            case surface.For(body=inner) | surface.While(body=inner) if self._changes(inner) and (
                self._runs_through(node)
            ):
                raise _OtherUseError  # Python raises there
        return (self._within(node),)

    def _begun(self) -> Body:
        call, span = self.made.value, self.made.span
        assert isinstance(call, surface.Call)
        named = {k.name: k.value for k in call.keywords}
        given = list(call.arguments)
        most = named.pop("maxlen", given[1] if len(given) == 2 else None)
        items = named.pop("iterable", given[0] if given else None)
        if named or len(given) > 2 or any(isinstance(g, surface.Starred) for g in given):
            raise _OtherUseError
        if isinstance(most, surface.NoneValue):
            most = None
        made = (replace(self.made, value=self._listed(items, span)), self._set(0, span))
        if most is None:
            self.most = ""
            return made
        kept = surface.Assign((surface.Name(self.most, span),), most, span)
        return (kept, *made, self._kept(span))

    def _listed(self, items: surface.Expr | None, span: Span) -> surface.Expr:
        if items is None:
            return surface.Sequence((), True, span)
        if isinstance(items, surface.Sequence):
            return replace(items, is_list=True)
        repeated = isinstance(items, surface.Binary) and items.op == "*"
        if repeated:
            return items
        return surface.Call(surface.Intrinsic("list", span, "python"), (items,), (), span)

    def _changed(self, call: surface.Call, method: str, span: Span) -> Body:
        if method == "append" and len(call.arguments) == 1 and not call.keywords:
            longer = replace(call, arguments=(self._within(call.arguments[0]),))
            added = surface.Evaluate(longer, span)
            return (added, self._kept(span)) if self.most else (added,)
        if method == "popleft" and not call.arguments:
            return (self._empty(span), self._next(span))
        raise _OtherUseError

    def _taken(self, node: surface.Assign) -> Body:
        item = surface.Subscript(self._own(node.span), (self._name(node.span),), node.span)
        if any(self._is_own(n) for t in node.targets for n in walk((t,))):
            raise _OtherUseError
        return (self._empty(node.span), replace(node, value=item), self._next(node.span))

    def _empty(self, span: Span) -> surface.Statement:
        """Python's exception where nothing is there to be taken."""
        none = surface.Compare(("<=",), (self._length(span), self._name(span)), span)
        raised = surface.Raise("IndexError", "pop from an empty deque", span)
        return surface.If(none, (raised,), (), span)

    def _set(self, value: int, span: Span) -> surface.Statement:
        return surface.Assign((self._name(span),), _number(value, span), span)

    def _next(self, span: Span) -> surface.Statement:
        return surface.AugmentedAssign(self._name(span), "+", _number(1, span), span)

    def _kept(self, span: Span) -> surface.Statement:
        """As many as there may be."""
        least = surface.Binary("-", self._length(span), surface.Name(self.most, span), span)
        larger = surface.Intrinsic("max", span, "python")
        value = surface.Call(larger, (self._name(span), least), (), span)
        return surface.Assign((self._name(span),), value, span)

    def _changes(self, body: Body) -> bool:
        return any(isinstance(n, surface.Attribute) and self._is_own(n.value) for n in walk(body))

    def _runs_through(self, loop: surface.For | surface.While) -> bool:
        """Whether it is a loop over the items."""
        counted = loop.counted if isinstance(loop, surface.While) else loop
        return counted is not None and any(
            isinstance(n, surface.Subscript)
            and n.exact
            and self._is_own(n.value)
            and any(isinstance(i, surface.Name) and i.name == counted.target for i in n.items)
            for n in walk(loop.body)
        )

    # -- uses --------------------------------------------------------------------------------------

    def _within(self, node: Any) -> Any:
        """`node` with what stands for the deque in its place."""
        match node:
            case surface.Name(name=name) if name == self.name:
                raise _OtherUseError
            case surface.Function() | surface.Lambda() | surface.Define():
                if any(self._is_own(n) for n in walk(node, inside=True)):
                    raise _OtherUseError
                return node
            case surface.Call(function=called, arguments=given):
                return self._in_call(node, called, given)
            case surface.Subscript(value=owner, items=(item,)) if self._is_own(owner):
                return replace(node, items=(self._position(node, item),), exact=False)
            case surface.Conditional(condition=condition, then=then, orelse=orelse):
                arms = {"then": self._within(then), "orelse": self._within(orelse)}
                return replace(node, condition=self._asked(condition), **arms)
            case surface.Unary(op="not"):
                return self._asked(node)
        if isinstance(node, (surface.If, surface.For, surface.While, surface.Block)):
            return self._with_bodies(node)
        return with_parts(node, self._within)

    def _with_bodies(self, node: Any) -> Any:
        changed: dict[str, Any] = {}
        for part in ("body", "then", "orelse"):
            if hasattr(node, part):
                changed[part] = self.body(getattr(node, part))
        if isinstance(node, surface.For):
            changed["arguments"] = tuple(self._within(a) for a in node.arguments)
        if isinstance(node, (surface.If, surface.While)):
            changed["condition"] = self._asked(node.condition)
        if isinstance(node, surface.While):
            changed["counted"] = node.counted and self._with_bodies(node.counted)
            changed["most"] = node.most and self._within(node.most)
            if any(p.array == self.name for p in node.passed):
                raise _OtherUseError
        return replace(node, **changed)

    def _asked(self, condition: surface.Expr) -> surface.Expr:
        """What a branch asks: `q` whether it has items."""
        if self._is_own(condition):
            return self._some(condition.span)
        if isinstance(condition, surface.Logical):
            return replace(condition, operands=tuple(map(self._asked, condition.operands)))
        if isinstance(condition, surface.Unary) and condition.op == "not":
            return replace(condition, operand=self._asked(condition.operand))
        return self._within(condition)  # type: ignore[no-any-return]

    def _some(self, span: Span) -> surface.Expr:
        return surface.Compare((">",), (self._length(span), self._name(span)), span)

    def _in_call(
        self, node: surface.Call, called: surface.Expr, given: tuple[surface.Expr, ...]
    ) -> surface.Expr:
        if _is_len(called) and len(given) == 1 and self._is_own(given[0]):
            return surface.Binary("-", node, self._name(node.span), node.span)
        if isinstance(called, surface.Attribute) and self._is_own(called.value):
            raise _OtherUseError
        if isinstance(called, surface.Lifted) and any(map(self._is_own, given)):
            return self._in_lifted(node, called)
        if not isinstance(called, surface.Lifted):
            called = self._within(called)
        named = tuple(replace(k, value=self._within(k.value)) for k in node.keywords)
        if any(map(self._is_own, given)) and not self._only_reads(node.function):
            raise _OtherUseError
        return replace(
            node, function=called, arguments=tuple(map(self._argument, given)), keywords=named
        )

    def _only_reads(self, called: surface.Expr) -> bool:
        """Whether it is a function of Python's or of a module, to which a copy is as good."""
        if isinstance(called, (surface.Name, surface.Intrinsic)):
            return called.name in _READING
        return isinstance(called, surface.Attribute) and root_name(called) in self.modules

    def _in_lifted(self, node: surface.Call, called: surface.Lifted) -> surface.Expr:
        """A comprehension: what it takes from around it are its parameters."""
        function, span = called.function, node.span
        names = [p.name for p in function.parameters]
        own = [n for n, g in zip(names, node.arguments, strict=True) if self._is_own(g)]
        if own != [self.name] or node.keywords:
            raise _OtherUseError
        first = surface.Parameter(self.first, None, None, span)
        inner = replace(
            function, parameters=(*function.parameters, first), body=self.body(function.body)
        )
        given = (g if self._is_own(g) else self._within(g) for g in node.arguments)
        return replace(
            node, function=replace(called, function=inner), arguments=(*given, self._name(span))
        )

    def _argument(self, given: surface.Expr) -> surface.Expr:
        """What a function is given for all of it: an array of the items."""
        if not self._is_own(given):
            return self._within(given)  # type: ignore[no-any-return]
        array = surface.Intrinsic("numpy.array", given.span, "python")
        whole = surface.Call(array, (given,), (), given.span)
        part = surface.Slice(self._name(given.span), None, None, given.span)
        return surface.Subscript(whole, (part,), given.span)

    def _position(self, node: surface.Subscript, item: surface.Expr) -> surface.Expr:
        span, length, first = item.span, self._length(item.span), self._name(item.span)
        item = self._within(item)
        if node.exact or (isinstance(item, surface.Number) and item.kind == "int"):
            return surface.Binary("+", first, item, span)
        back = surface.Binary("+", length, item, span)
        there = surface.Compare((">=",), (back, first), span)
        behind = surface.Conditional(there, back, length, span)  # none is there: out of range
        if isinstance(item, surface.Unary) and isinstance(item.operand, surface.Number):
            return behind
        if not isinstance(item, surface.Name):
            raise _OtherUseError
        ahead = surface.Compare((">=",), (item, _number(0, span)), span)
        return surface.Conditional(ahead, surface.Binary("+", first, item, span), behind, span)

    # -- names -------------------------------------------------------------------------------------

    def _is_own(self, node: Any) -> bool:
        return isinstance(node, surface.Name) and node.name == self.name

    def _own(self, span: Span) -> surface.Name:
        return surface.Name(self.name, span)

    def _name(self, span: Span) -> surface.Name:
        return surface.Name(self.first, span)

    def _length(self, span: Span) -> surface.Expr:
        length = surface.Intrinsic("len", span, "python")
        return surface.Call(length, (self._own(span),), (), span)


def _is_len(called: surface.Expr) -> bool:
    return isinstance(called, (surface.Name, surface.Intrinsic)) and called.name == "len"


def _number(value: int, span: Span) -> surface.Number:
    return surface.Number(str(value), "int", span)
