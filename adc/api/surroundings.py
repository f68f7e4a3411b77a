"""What a loaded function finds in its module, beside what the module's text says of it."""

from __future__ import annotations

import ast
import builtins
import inspect
import math
import operator
import types
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import numpy as np

from adc.api.objects import Text, is_object

_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Pow: operator.pow,
}  # fmt: skip
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_,
}  # fmt: skip
_NAMED = {"pi": math.pi, "e": math.e, "inf": math.inf}


class _UnknownError(Exception):
    """A value that only running the module would tell."""


def changed_name(function: types.FunctionType, text: bytes) -> str | None:
    """The first name that `function`, or one of its file that it calls, finds to be another
    number, tuple, list or function than `text` makes it; None where there is none."""
    module = ast.parse(text)
    numbers, functions = _constants(module), _functions(module)
    scope, used = function.__globals__, _used(function) | _annotated(function)
    made = {name for name in used & scope.keys() if name not in numbers and name not in functions}
    if any(isinstance(scope[name], (int, float, np.number, np.ndarray)) for name in made):
        numbers = _constants(module, scope)
    path = function.__code__.co_filename
    text_of = Text.of(module, _bound(module), lambda n: _made(n, numbers, scope), _same, path)
    for name in sorted(made):
        kind = scope[name] if isinstance(scope[name], type) else type(scope[name])
        own = kind.__module__ == function.__module__ and name.isidentifier()
        if (own or is_object(scope[name])) and not text_of.tells(name, scope[name]):
            return name
    for name in sorted(used & scope.keys()):
        if name in numbers and not _same(scope[name], numbers[name]):
            return name
        if name in functions and _is_other(scope[name], name, function.__code__.co_filename):
            return name
    return None


def _used(function: types.FunctionType) -> set[str]:
    """The names that the function asks its module for, and those functions and classes of its
    file that it finds there."""
    found, asked = set[str](), set[str]()
    pending = [function.__code__]
    while pending:
        code = pending.pop()
        new = set(code.co_names) - found
        found |= new
        pending += [c for c in code.co_consts if isinstance(c, types.CodeType)]
        for name in new:
            called = _unwrapped(function.__globals__.get(name))
            if called is not None and called.__code__.co_filename == code.co_filename:
                pending.append(called.__code__)
            made = function.__globals__.get(name)
            for own in made.__mro__ if isinstance(made, type) else type(made).__mro__:
                if own.__module__ == function.__module__ and own.__name__ not in asked:
                    asked.add(own.__name__)
                    pending += _methods(own)
    return found | asked


def _methods(made: type) -> list[types.CodeType]:
    """The code of the methods that a class itself defines."""
    found: list[types.CodeType] = []
    for value in vars(made).values():
        for part in (value, getattr(value, "__func__", None), getattr(value, "fget", None),
                     getattr(value, "fset", None)):  # fmt: skip
            if isinstance(part, types.FunctionType):
                found.append(part.__code__)
    return found


def _annotated(function: types.FunctionType) -> set[str]:
    """The classes of the function's module that its arguments are objects of, and those of the
    objects in them."""
    scope, found = function.__globals__, set[str]()
    pending: list[Any] = [function]
    while pending:
        told = getattr(pending.pop(), "__annotations__", {})
        for text in told.values():
            name = text if isinstance(text, str) else getattr(text, "__name__", "")
            made = scope.get(name)
            own = isinstance(made, type) and made.__module__ == function.__module__
            if own and name not in found:
                found.add(name)
                pending.append(made)
    return found


def _unwrapped(value: Any) -> types.FunctionType | None:
    if not callable(value):
        return None
    value = inspect.unwrap(value)
    value = getattr(value, "py_func", value)
    return value if isinstance(value, types.FunctionType) else None


def _is_other(value: Any, name: str, path: str) -> bool:
    """Whether `value` is not the function that the file has under `name`, be it wrapped."""
    found = _unwrapped(value)
    if found is None:
        return True
    return (found.__code__.co_filename, found.__code__.co_qualname) != (path, name)


def _functions(module: ast.Module) -> set[str]:
    """The names that `module` binds to functions alone; those that something decorates may be
    others."""
    plain = [s for s in module.body if isinstance(s, ast.FunctionDef) and not s.decorator_list]
    defined, bound = Counter(s.name for s in plain), Counter(_bound(module))
    return {name for name, times in defined.items() if bound[name] == times}


def _constants(module: ast.Module, scope: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The numbers, and tuples and lists of them, that `module` binds a name to once; with the
    `scope` that functions and libraries are found in, also what is made of them by calls that adc
    works out itself."""
    bound = Counter(_bound(module))
    found: dict[str, Any] = {}
    for statement in module.body:
        for target, value in _assigned(statement):
            if isinstance(target, ast.Name) and bound[target.id] == 1:
                try:
                    found[target.id] = _value(value, found, scope)
                except (_UnknownError, ArithmeticError, LookupError, TypeError, ValueError):
                    continue
    return found


def _assigned(statement: ast.stmt) -> list[tuple[ast.expr, ast.expr]]:
    if isinstance(statement, ast.Assign):
        return [(target, statement.value) for target in statement.targets]
    if isinstance(statement, ast.AnnAssign) and statement.value is not None:
        return [(statement.target, statement.value)]
    return []


def _bound(module: ast.Module) -> Iterator[str]:
    """The names that anything at all in `module` binds, once for each time; in functions only
    those that are declared global."""
    for statement in module.body:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield statement.name
            for node in ast.walk(statement):
                yield from node.names if isinstance(node, ast.Global) else ()
            continue
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                yield node.id
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                yield node.name
            elif isinstance(node, ast.alias):
                yield (node.asname or node.name).split(".")[0]


def _value(node: ast.expr, known: dict[str, Any], scope: Mapping[str, Any] | None = None) -> Any:
    """The value of a constant expression; _UnknownError where it is none."""
    if scope is not None:
        return _made(node, known, scope)
    match node:
        case ast.Constant(value) if isinstance(value, (bool, int, float, str)):
            return value
        case ast.Name(name) if name in known:
            return known[name]
        case ast.Attribute(ast.Name("np" | "numpy" | "math"), name) if name in _NAMED:
            return _NAMED[name]
        case ast.Tuple(items):
            return tuple(_value(item, known) for item in items)
        case ast.List(items):
            return [_value(item, known) for item in items]
        case ast.UnaryOp(op, operand) if type(op) in _UNARY:
            return _UNARY[type(op)](_value(operand, known))
        case ast.BinOp(left, op, right) if type(op) in _BINARY:
            a, b = _value(left, known), _value(right, known)
            if isinstance(op, ast.Pow) and not (_is_small(a) and _is_small(b)):
                raise _UnknownError
            return _BINARY[type(op)](a, b)
    raise _UnknownError


def _made(node: ast.expr, known: dict[str, Any], scope: Mapping[str, Any]) -> Any:
    """The same with calls of what adc calls itself for constants of modules."""
    from adc.lowering.module_arrays import ATTRIBUTES, FUNCTIONS, METHODS, PYTHON

    def of(part: ast.expr | None) -> Any:
        return None if part is None else _made(part, known, scope)

    match node:
        case ast.Slice(lower, upper, step):
            return slice(of(lower), of(upper), of(step))
        case ast.Subscript(value, place):
            return of(value)[of(place)]
        case ast.Tuple(items):
            return tuple(map(of, items))
        case ast.List(items):
            return list(map(of, items))
        case ast.UnaryOp(op, operand) if type(op) in _UNARY:
            return _UNARY[type(op)](of(operand))
        case ast.BinOp(left, ast.MatMult(), right):
            return of(left) @ of(right)
        case ast.BinOp(left, op, right) if type(op) in _BINARY:
            a, b = of(left), of(right)
            if any(isinstance(v, (list, tuple)) for v in (a, b)):
                raise _UnknownError
            if isinstance(op, ast.Pow) and isinstance(b, int) and b > 64:
                raise _UnknownError
            return _BINARY[type(op)](a, b)
        case ast.Call(function, arguments, keywords):
            called = _called(function, known, scope, {*FUNCTIONS.values(), *PYTHON.values()})
            if called is None and isinstance(function, ast.Attribute) and function.attr in METHODS:
                called = getattr(np.asarray(of(function.value)), function.attr)
            named = {k.arg: of(k.value) for k in keywords if k.arg}
            if called is None or len(named) < len(keywords):
                raise _UnknownError
            return called(*map(of, arguments), **named)
        case ast.Attribute(value, name) if name in ATTRIBUTES and not _is_library(value, scope):
            return getattr(np.asarray(of(value)), name)
        case ast.Attribute() | ast.Name():
            found = _called(node, known, scope, FUNCTIONS.values())
            return _value(node, known) if found is None else found
    return _value(node, known)


def _is_library(node: ast.expr, scope: Mapping[str, Any]) -> bool:
    return isinstance(node, ast.Name) and isinstance(scope.get(node.id), types.ModuleType)


def _called(
    node: ast.expr, known: dict[str, Any], scope: Mapping[str, Any], listed: Collection[Any]
) -> Any:
    """The function that `node` names, if it is one of those `listed`; else None."""
    path = []
    while isinstance(node, ast.Attribute):
        path.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id in known:
        return None
    found = scope.get(node.id, getattr(builtins, node.id, None))
    for name in reversed(path):
        found = getattr(found, name, None) if isinstance(found, types.ModuleType) else None
    return found if callable(found) and any(found is f for f in listed) else None


def _is_small(number: Any) -> bool:
    return isinstance(number, (int, float)) and abs(number) < 1000


def _same(loaded: Any, told: Any) -> bool:
    if isinstance(told, np.ndarray):
        same_kind = isinstance(loaded, np.ndarray) and loaded.dtype == told.dtype
        return same_kind and np.array_equal(loaded, told, equal_nan=told.dtype.kind == "f")
    if isinstance(told, (tuple, list)):
        same_kind = isinstance(loaded, type(told)) and len(loaded) == len(told)
        return same_kind and all(_same(a, b) for a, b in zip(loaded, told, strict=True))
    plain = (bool, int, float, str, np.number, np.bool_)
    return isinstance(loaded, plain) and bool(loaded == told or (loaded != loaded and told != told))
