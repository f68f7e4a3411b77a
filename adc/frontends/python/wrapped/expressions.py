"""What expressions are while a decorator is followed, as far as that is known."""

from __future__ import annotations

import ast
import inspect
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from adc.frontends.python.wrapped.names import ModuleValue, Names, closure
from adc.frontends.python.wrapped.values import (
    ABOUT_ARGUMENTS,
    Argument,
    ClassValue,
    Closure,
    Frame,
    Given,
    Instance,
    Length,
    Method,
    Named,
    Other,
    Rest,
    Star,
    Token,
    UnsureError,
    is_plain,
    tokens_in,
)

STEPS = 20000
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv, ast.BitOr: operator.or_, ast.BitAnd: operator.and_,
}  # fmt: skip
_COMPARED: dict[type, Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip


@dataclass
class Expressions:
    """`call` calls a value, `attribute` takes a part of one, `handed_on` tells whether
    the decorators of a function leave it as it is; `decisions` are those to take, in
    order, `ways` how many there were of each. `parameters`: the names of the function's, None where
    it takes others, too; `most`: how many arguments may be given to it by position."""

    call: Callable[[Any, list[Any], dict[str, Any]], Any]
    attribute: Callable[[Any, str], Any]
    handed_on: Callable[[str, int], bool]
    decisions: list[int]
    parameters: frozenset[str] | None = None
    most: int | None = None
    ways: list[int] = field(default_factory=list)
    steps: int = 0
    frames: dict[int, tuple[Any, Frame | None]] = field(default_factory=dict)
    looping: int = 0

    def __post_init__(self) -> None:
        self.names = Names(self.choose, self.value, self.bind, self.handed_on)

    def choose(self, count: int) -> int:
        """Which of several ways is taken this time."""
        at = len(self.ways)
        self.ways.append(count)
        if at == len(self.decisions):
            self.decisions.append(0)
        if at > 14:
            raise UnsureError
        return self.decisions[at]

    def truth(self, value: Any) -> bool:
        if isinstance(value, (Given, Closure, ClassValue, ModuleValue)):
            return True
        if isinstance(value, Token):
            return bool(self.choose(2))
        if tokens_in(value) and not isinstance(value, (list, tuple, dict, set)):
            raise UnsureError
        return bool(value)

    @staticmethod
    def item_of(items: Token) -> Token:
        if isinstance(items, Other) and items.name == "arguments.items()":
            return Other("arguments.item")
        return Argument() if isinstance(items, ABOUT_ARGUMENTS) else Other()

    def check_changes(self, container: Any, frame: Frame) -> None:
        """Only the call that made a list or a dictionary may change it."""
        known = self.frames.get(id(container))
        if known is None or known[1] is not frame or self.looping:
            raise UnsureError

    def made(self, container: Any, frame: Frame) -> Any:
        if isinstance(container, (list, dict, set)):
            self.frames.setdefault(id(container), (container, frame))
        return container

    def bind(self, target: ast.expr, value: Any, frame: Frame) -> None:
        """Binds the names of a target."""
        raise NotImplementedError

    # -- expressions -------------------------------------------------------------------------------

    def value(self, node: ast.expr, frame: Frame) -> Any:
        self.steps += 1
        if self.steps > STEPS:
            raise UnsureError
        kind = type(node).__name__
        method = getattr(self, f"_{kind.lower()}", None)
        if method is None:
            raise UnsureError
        return method(node, frame)

    def _constant(self, node: ast.Constant, frame: Frame) -> Any:
        return node.value

    def _name(self, node: ast.Name, frame: Frame) -> Any:
        around: Frame | None = frame
        while around is not None:
            if node.id in around.variables:
                found = around.variables[node.id]
                kept = isinstance(found, (list, dict, set)) and around is not frame
                return Other() if kept and node.id in around.shared else found
            if node.id in around.own:
                raise UnsureError
            around = around.around
        return self.names.value(frame.path, node.id)

    def _attribute(self, node: ast.Attribute, frame: Frame) -> Any:
        owner = self.value(node.value, frame)
        if isinstance(owner, ModuleValue):
            return self.names.part(owner, node.attr)
        return self.attribute(owner, node.attr)

    def _call(self, node: ast.Call, frame: Frame) -> Any:
        called = self.value(node.func, frame)
        given: list[Any] = []
        for argument in node.args:
            if not isinstance(argument, ast.Starred):
                given.append(self.value(argument, frame))
                continue
            several = self.value(argument.value, frame)
            if isinstance(several, (list, tuple)):
                given += several
            else:
                given.append(Star(several))
        named: dict[str, Any] = {}
        for keyword in node.keywords:
            value = self.value(keyword.value, frame)
            if keyword.arg is not None:
                named[keyword.arg] = value
            elif isinstance(value, dict) and all(isinstance(k, str) for k in value):
                named |= value
            elif "**" in named:
                raise UnsureError
            else:
                named["**"] = value
        if isinstance(called, Method) and not isinstance(called.owner, (Token, inspect.Signature)):
            return self.made(self._method(called.owner, called.name, given, named, frame), frame)
        return self.made(self.call(called, given, named), frame)

    def _method(
        self, owner: Any, name: str, given: list[Any], named: dict[str, Any], frame: Frame
    ) -> Any:
        """A method of one of Python's own values."""
        if isinstance(owner, (list, dict, set)) and name in _CHANGES:
            self.check_changes(owner, frame)
        elif tokens_in([given, named]) and name not in ("get", "index", "count"):
            return self.opaque([given, named])
        try:
            return _looked(getattr(owner, name)(*given, **named))
        except Exception:
            raise UnsureError from None

    @staticmethod
    def opaque(parts: Any) -> Token:
        """What is made of these values, and is not known."""
        return Other()

    def _tuple(self, node: ast.Tuple, frame: Frame) -> Any:
        return tuple(self._items(node.elts, frame))

    def _list(self, node: ast.List, frame: Frame) -> Any:
        return self.made(list(self._items(node.elts, frame)), frame)

    def _set(self, node: ast.Set, frame: Frame) -> Any:
        found = list(self._items(node.elts, frame))
        return self.made(set(found), frame) if is_plain(found) else self.opaque(found)

    def _items(self, nodes: list[ast.expr], frame: Frame) -> Iterator[Any]:
        for node in nodes:
            if isinstance(node, ast.Starred):
                several = self.value(node.value, frame)
                if not isinstance(several, (list, tuple)):
                    raise UnsureError
                yield from several
            else:
                yield self.value(node, frame)

    def _dict(self, node: ast.Dict, frame: Frame) -> Any:
        made: dict[Any, Any] = {}
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                raise UnsureError
            at = self.value(key, frame)
            if isinstance(at, Token):
                raise UnsureError
            made[at] = self.value(value, frame)
        return self.made(made, frame)

    def _joinedstr(self, node: ast.JoinedStr, frame: Frame) -> Any:
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.value(part.value, frame)
        return Other()

    def _lambda(self, node: ast.Lambda, frame: Frame) -> Any:
        return closure(node, frame, self.value)

    def _ifexp(self, node: ast.IfExp, frame: Frame) -> Any:
        taken = node.body if self.truth(self.value(node.test, frame)) else node.orelse
        return self.value(taken, frame)

    def _boolop(self, node: ast.BoolOp, frame: Frame) -> Any:
        found: Any = None
        for part in node.values:
            found = self.value(part, frame)
            if part is node.values[-1]:
                return found
            decided = self.truth(found)
            if decided != isinstance(node.op, ast.And):
                return decided if isinstance(found, Other) else found
        return found

    def _unaryop(self, node: ast.UnaryOp, frame: Frame) -> Any:
        value = self.value(node.operand, frame)
        if isinstance(node.op, ast.Not):
            return not self.truth(value)
        if not is_plain(value):
            return Other()
        return -value if isinstance(node.op, ast.USub) else value

    def _binop(self, node: ast.BinOp, frame: Frame) -> Any:
        found = self.binary(node.op, self.value(node.left, frame), self.value(node.right, frame))
        return self.made(found, frame)

    def binary(self, op: ast.operator, left: Any, right: Any) -> Any:
        if isinstance(left, Length) and isinstance(right, int):
            if isinstance(op, (ast.Add, ast.Sub)):
                return Length(left.more + (right if isinstance(op, ast.Add) else -right))
            return Other()
        listed = isinstance(left, (list, tuple)) and isinstance(right, (int, list, tuple))
        if not (is_plain(left) and is_plain(right)) and not listed:
            return self.opaque([left, right])
        if type(op) not in _BINARY:
            raise UnsureError
        try:
            return _BINARY[type(op)](left, right)
        except Exception:
            raise UnsureError from None

    def _compare(self, node: ast.Compare, frame: Frame) -> Any:
        left = self.value(node.left, frame)
        for op, part in zip(node.ops, node.comparators, strict=True):
            right = self.value(part, frame)
            found = self.compared(op, left, right)
            if part is node.comparators[-1] or not self.truth(found):
                return found
            left = right
        raise UnsureError

    def compared(self, op: ast.cmpop, left: Any, right: Any) -> Any:
        if isinstance(right, Named) and isinstance(op, (ast.In, ast.NotIn)):
            found = right.has(left, self.parameters)
            return not found if found is False and isinstance(op, ast.NotIn) else found
        if isinstance(left, Length) and isinstance(right, int):
            return self.length(op, left, right)
        if right is None and isinstance(left, (Given, Closure, Instance, ClassValue, ModuleValue)):
            return isinstance(op, (ast.IsNot, ast.NotEq))
        if not (is_plain(left) and is_plain(right)):
            return Other()
        try:
            return _COMPARED[type(op)](left, right)
        except Exception:
            raise UnsureError from None

    def length(self, op: ast.cmpop, left: Length, right: int) -> Any:
        """What is known of a number of arguments that is no more than `most`."""
        most = None if self.most is None else self.most + left.more
        if most is not None and isinstance(op, (ast.Gt, ast.LtE)) and right >= most:
            return isinstance(op, ast.LtE)
        if most is not None and isinstance(op, (ast.GtE, ast.Lt)) and right > most:
            return isinstance(op, ast.Lt)
        return Other()

    def _subscript(self, node: ast.Subscript, frame: Frame) -> Any:
        owner, at = self.value(node.value, frame), self.value(node.slice, frame)
        if isinstance(owner, Rest) and isinstance(at, int) and at >= 0:
            return Argument(owner.first + at)
        if isinstance(owner, ABOUT_ARGUMENTS):
            return Argument()
        if isinstance(owner, Token) or isinstance(at, Token):
            if isinstance(owner, Other) and not owner.name.startswith("builtins.globals"):
                return Other()
            raise UnsureError
        try:
            found = owner[at]
        except Exception:
            raise UnsureError from None
        return found

    def _slice(self, node: ast.Slice, frame: Frame) -> Any:
        parts = [None if p is None else self.value(p, frame)
                 for p in (node.lower, node.upper, node.step)]  # fmt: skip
        return slice(*parts) if is_plain(parts) else Other()

    def _listcomp(self, node: ast.ListComp, frame: Frame) -> Any:
        return self.made(self._comprehended(node, frame), frame)

    def _generatorexp(self, node: ast.GeneratorExp, frame: Frame) -> Any:
        return self.made(self._comprehended(node, frame), frame)

    def _comprehended(self, node: ast.ListComp | ast.GeneratorExp, frame: Frame) -> Any:
        (*_, one) = node.generators
        if len(node.generators) != 1:
            raise UnsureError
        items = self.value(one.iter, frame)
        inside = Frame(frame.path, around=frame)
        if isinstance(items, Token):
            self.bind(one.target, self.item_of(items), inside)
            self.looping += 1
            for part in (*one.ifs, node.elt):
                self.value(part, inside)
            self.looping -= 1
            return Argument() if isinstance(items, ABOUT_ARGUMENTS) else Other()
        found = []
        for item in list(items):
            self.bind(one.target, item, inside)
            if all(self.truth(self.value(test, inside)) for test in one.ifs):
                found.append(self.value(node.elt, inside))
        return found


_CHANGES = ("append", "extend", "insert", "pop", "clear", "update", "setdefault", "add", "remove",
            "discard", "sort", "reverse", "popitem")  # fmt: skip


def _looked(value: Any) -> Any:
    """What a dictionary's `items()` and the like give, as a list."""
    return list(value) if type(value).__name__.startswith(("dict_", "odict_")) else value
