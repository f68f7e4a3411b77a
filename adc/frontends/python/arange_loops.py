"""Loops over `np.arange(…)`: their variable, an element of an array, is a number that the loop
counts, and stands for that in subscripts and in the bounds of loops inside."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adc.frontends import surface
from adc.frontends.names import assigned_names, with_parts

#: What may be computed with such a number in a subscript: the same as with Python's own integers.
_OPERATIONS = ("+", "-", "*", "//", "%")
#: Functions of Python's own that change nothing.
_PURE = ("len", "int", "min", "max")


def bounds_of(value: surface.Expr, own: list[surface.Name]) -> tuple[surface.Expr, ...] | None:
    """The arguments of `np.arange(…)`, or of what is called so, where they may be evaluated twice;
    None of anything else. What has to be Python's own for that is put into `own`."""
    if not isinstance(value, surface.Call) or value.keywords or not 1 <= len(value.arguments) <= 3:
        return None
    if not isinstance(value.function, (surface.Attribute, surface.Name)):
        return None
    called: list[surface.Name] = []
    if value.function.name != "arange" or not all(_is_pure(a, called) for a in value.arguments):
        return None
    own += called
    return value.arguments


def is_made_of_numbers(value: surface.Expr) -> bool:
    """Whether this is `np.arange(…)`, or called so, of two or three arguments by position."""
    if not isinstance(value, surface.Call) or value.keywords or len(value.arguments) not in (2, 3):
        return False
    if any(isinstance(a, surface.Starred) for a in value.arguments):
        return False
    named = isinstance(value.function, (surface.Attribute, surface.Name))
    return named and value.function.name == "arange"  # type: ignore[union-attr]


def _is_pure(expr: surface.Expr, called: list[surface.Name]) -> bool:
    """Whether to evaluate `expr` does nothing, if the names in `called` are Python's own."""
    match expr:
        case surface.Name() | surface.Number():
            return True
        case surface.Unary():
            return _is_pure(expr.operand, called)
        case surface.Binary():
            return _is_pure(expr.left, called) and _is_pure(expr.right, called)
        case surface.Attribute(name="shape" | "size" | "ndim"):
            return _is_pure(expr.value, called)
        case surface.Subscript():
            return all(_is_pure(part, called) for part in (expr.value, *expr.items))
        case surface.Call(function=surface.Name() as function, keywords=()) if (
            function.name in _PURE
        ):
            called.append(function)
            return all(_is_pure(a, called) for a in expr.arguments)
    return False


def counted(
    body: tuple[surface.Statement, ...], target: surface.Expr, index: surface.Name,
    made: surface.Call,
) -> tuple[surface.Statement, ...]:  # fmt: skip
    """`body`, whose loop binds `target` to the element at `index` of what `made` is, with an
    intrinsic for it in subscripts. Lowering takes that for the element's number where `made` is
    NumPy's, of integers, and else for the element."""
    if not isinstance(target, surface.Name) or target.name in assigned_names(body):
        return body
    place = surface.Intrinsic("adc.counted", target.span, "python")
    parts = (target, index, made.function, *made.arguments)
    number = surface.Call(place, parts, (), target.span)
    return tuple(_in_subscripts(statement, target.name, number) for statement in body)


def _is_arange(function: surface.Expr) -> bool:
    """Whether it is called `np.arange`, whose length then is one that the loop around tells."""
    named = isinstance(function, surface.Attribute) and function.name == "arange"
    root = function.value if named else None  # type: ignore[union-attr]
    return isinstance(root, surface.Name) and root.name in ("np", "numpy")


def _in_subscripts(node: Any, name: str, number: surface.Call) -> Any:
    """`node` with `number` in the place of `name` where it is a position."""
    if isinstance(node, (surface.Function, surface.Lambda)):
        return node
    if isinstance(node, surface.Subscript):
        value = _in_subscripts(node.value, name, number)
        return replace(node, value=value, items=tuple(_placed(i, name, number) for i in node.items))
    if isinstance(node, surface.Call) and _is_arange(node.function):
        return replace(node, arguments=tuple(_placed(a, name, number) for a in node.arguments))
    if isinstance(node, surface.For):
        bounds = tuple(_placed(a, name, number) for a in node.arguments)
        body = tuple(_in_subscripts(s, name, number) for s in node.body)
        return replace(node, arguments=bounds, body=body)
    return with_parts(node, lambda part: _in_subscripts(part, name, number))


def _placed(node: Any, name: str, number: surface.Call) -> Any:
    if isinstance(node, surface.Name):
        return replace(number, span=node.span) if node.name == name else node
    plain = isinstance(node, surface.Slice) or (
        isinstance(node, (surface.Unary, surface.Binary)) and node.op in _OPERATIONS
    )
    return (
        with_parts(node, lambda part: _placed(part, name, number))
        if plain
        else _in_subscripts(node, name, number)
    )
