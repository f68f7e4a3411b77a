"""`while p < n: p *= 2` behind `p = 1`, as the power of two that it finds; `while 2**k < n: k += 1`
behind `k = 0` likewise.

Where the bound is an integer of sizes, the number of doublings is that of the binary digits of a
size, so that what comes of the loop is an expression of sizes and may be a length.
"""

from __future__ import annotations

from adc.diagnostics import Span
from adc.frontends import surface
from adc.lowering.control.bodies import Body
from adc.lowering.control.counters import bind
from adc.lowering.liveness import used


def without_doubling(loop: surface.While, before: Body) -> surface.Statement | None:
    """The statement that does the same as `loop` in which a name is doubled, or counted up as an
    exponent of 2, until it reaches a bound; None where the statements `before` do not end by giving
    that name its first value, or where it is no such loop. Whether the bound is whole is the
    caller's to see (`doubled_bound`)."""
    bound = doubled_bound(loop)
    variable = _variable(loop)
    first = _first(variable, before)
    if bound is None or first is None:
        return None
    span = loop.span
    test = loop.condition
    assert isinstance(test, surface.Compare)
    less = bound if test.ops[0] == "<=" else _binary("-", bound, _number(1, span))
    least = surface.Call(
        surface.Intrinsic("max", span, "python"), (less, _number(0, span)), (), span
    )
    if _doubles(loop, variable):
        if first < 1:
            return None
        more = _digits(_binary("//", least, _number(first, span)) if first > 1 else least)
        power = _binary("**", _number(2, span), more)
        value = power if first == 1 else _binary("*", _number(first, span), power)
        return bind(variable, value, span)
    return bind(variable, _digits(least), span) if first == 0 else None


def doubled_bound(loop: surface.While) -> surface.Expr | None:
    """What the condition compares with, where the loop's text is of that kind."""
    test, variable = loop.condition, _variable(loop)
    if not variable or loop.counted or not isinstance(test, surface.Compare):
        return None
    if test.ops not in (("<",), ("<=",)):
        return None
    grown, bound = test.operands
    if variable in used(bound):
        return None
    if _doubles(loop, variable):
        return bound if _is(grown, variable) else None
    return bound if _is_power(grown, variable) and _counts(loop, variable) else None


def _variable(loop: surface.While) -> str:
    """The name that is all that the loop changes; "" where it changes more."""
    only = loop.body[0] if len(loop.body) == 1 else None
    target: surface.Expr | None = None
    if isinstance(only, surface.AugmentedAssign):
        target = only.target
    elif isinstance(only, surface.Assign) and len(only.targets) == 1:
        target = only.targets[0]
    return target.name if isinstance(target, surface.Name) else ""


def _doubles(loop: surface.While, variable: str) -> bool:
    only = loop.body[0]
    if isinstance(only, surface.AugmentedAssign):
        return (only.op, _literal(only.value)) in (("*", 2), ("<<", 1))
    value = only.value if isinstance(only, surface.Assign) else None
    if not isinstance(value, surface.Binary):
        return False
    if value.op == "<<":
        return _is(value.left, variable) and _literal(value.right) == 1
    both = (value.left, value.right)
    twice = any(_literal(v) == 2 for v in both) and any(_is(v, variable) for v in both)
    return value.op == "*" and twice


def _counts(loop: surface.While, variable: str) -> bool:
    only = loop.body[0]
    if isinstance(only, surface.AugmentedAssign):
        return only.op == "+" and _literal(only.value) == 1
    value = only.value if isinstance(only, surface.Assign) else None
    both = (value.left, value.right) if isinstance(value, surface.Binary) else ()
    one = any(_literal(v) == 1 for v in both) and any(_is(v, variable) for v in both)
    return isinstance(value, surface.Binary) and value.op == "+" and one


def _is_power(node: surface.Expr, variable: str) -> bool:
    """Whether it is 2**variable."""
    if not isinstance(node, surface.Binary) or not _is(node.right, variable):
        return False
    return (node.op, _literal(node.left)) in (("**", 2), ("<<", 1))


def _first(variable: str, before: Body) -> int | None:
    """The number that the last of the statements `before` to bind the name gives it."""
    for statement in reversed(before):
        if not isinstance(statement, surface.Assign):
            return None
        for target in statement.targets:
            if _is(target, variable):
                return _literal(statement.value)
            if not isinstance(target, surface.Name):
                return None
    return None


def _is(node: surface.Expr, variable: str) -> bool:
    return isinstance(node, surface.Name) and node.name == variable


def _literal(node: surface.Expr) -> int | None:
    whole = isinstance(node, surface.Number) and node.kind == "int"
    return int(node.text) if whole and node.text.isdecimal() else None  # type: ignore[union-attr]


def _number(value: int, span: Span) -> surface.Number:
    return surface.Number(str(value), "int", span)


def _binary(op: str, left: surface.Expr, right: surface.Expr) -> surface.Binary:
    return surface.Binary(op, left, right, left.span)


def _digits(value: surface.Expr) -> surface.Call:
    called = surface.Attribute(value, "bit_length", value.span)
    return surface.Call(called, (), (), value.span)
