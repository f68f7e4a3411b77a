"""Loops over the items of tuples and lists that are not alike, written out: one body after the
other, in each of which the loop's variable is a number.

`for f in [a, b]:` reaches lowering as `for k in range(2): f = [a, b][k]`. Functions, tuples, texts
and arrays of different shapes can be no variable of a program; at a position that is known each is
what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import sympy

from adc.diagnostics import AdcError
from adc.frontends import surface
from adc.frontends.names import free_names, walk
from adc.ir.dtypes import DType
from adc.lowering.absent.unread import SaidError
from adc.lowering.context import Context
from adc.lowering.control.after_loops import Bounds
from adc.lowering.control.data_loops import key_of
from adc.lowering.objects.heap import resolved
from adc.lowering.objects.record_types import RecordType
from adc.lowering.plain_values import ModuleArray
from adc.lowering.promotion import is_literal_bool
from adc.lowering.values import (
    Array,
    Complex,
    Integer,
    Items,
    Keywords,
    Record,
    Ref,
    Value,
)

#: As many bodies one loop has at most, and all loops of a program together.
MOST_BODIES = 16
MOST_TOGETHER = 512

LowerBody = Callable[[Context, tuple[surface.Statement, ...]], None]

#: What may be refused of a loop alone.
_OF_THE_WHOLE = ("ADC0113", "ADC0212", "ADC0220", "ADC0232")


def positions(cx: Context, loop: surface.For | surface.While, bounds: Bounds) -> range | None:
    """The values of the loop's variable, of a While its iterations, where its body is written out
    for each; None where the loop stays one."""
    ranged = loop if isinstance(loop, surface.For) else loop.counted
    found = written_range(cx, bounds) if ranged is not None else None
    if ranged is None or found is None:
        return None
    told_apart = ranged is loop and (
        _sets_items(cx, ranged) or any(map(_is_told_apart, _subscripted(cx, ranged)))
    )
    if not told_apart and key_of(ranged) not in cx.learned.written_out:
        return None
    cx.written_out += len(found)
    return found


def written_range(cx: Context, bounds: Bounds) -> range | None:
    """The values of a loop's variable where they are known, and not too many to write a body for
    each."""
    if not (bounds.start.is_Integer and bounds.stop.is_Integer):
        return None
    found = range(int(bounds.start), int(bounds.stop), bounds.step)
    few = 0 < len(found) <= MOST_BODIES and cx.written_out + len(found) <= MOST_TOGETHER
    return found if few else None


def is_of_the_whole(error: AdcError) -> bool:
    """Whether that may be refused of a loop, and not of its bodies one after the other."""
    return error.diagnostics[0].code in _OF_THE_WHOLE or isinstance(error, SaidError)


def over_literals(cx: Context, loop: surface.For | surface.While) -> bool:
    """Whether the loop picks items from a tuple or list of literals, which may decide its tests."""
    if not isinstance(loop, surface.For):
        return False
    known = (v.items for v in _subscripted(cx, loop) if isinstance(v, Items) and v.items)
    return any(all(map(_is_literal, items)) for items in known)


def _is_literal(item: Value) -> bool:
    if isinstance(item, Integer):
        return bool(item.value.is_Integer)
    return is_literal_bool(item) is not None


def write_out(
    cx: Context, loop: surface.For | surface.While, values: Sequence[sympy.Expr],
    live: frozenset[str], lower_body: LowerBody,
) -> None:  # fmt: skip
    """The loop's body for each of the `values` of the source's loop variable, one after the other;
    as long as its condition holds."""
    for value in values:
        cx.span, cx.scope.live = loop.span, live
        if isinstance(loop, surface.For):
            cx.scope.names[loop.target] = Integer(value)
            lower_body(cx, loop.body)
            continue
        assert loop.counted is not None
        target = surface.Name(loop.counted.target, loop.span)
        here = surface.Name(f"{target.name} ", loop.span)  # a name that no source has
        cx.scope.names[here.name] = Integer(value)
        begin = surface.Assign((target,), here, loop.span)
        lower_body(cx, (surface.If(loop.condition, (begin, *loop.body), (), loop.span),))


def _subscripted(cx: Context, loop: surface.For) -> Iterator[Value]:
    """What the body subscripts by expressions of the loop's variable, or of an item that this
    picks, as far as it has a name or is a field of what has one."""
    picking = {loop.target}
    for statement in loop.body:
        read = statement.value if isinstance(statement, surface.Assign) else None
        if isinstance(read, surface.Subscript) and loop.target in _names(read.items):
            assert isinstance(statement, surface.Assign)
            picking |= {t.name for t in statement.targets if isinstance(t, surface.Name)}
    for node in walk(loop.body):
        if not isinstance(node, surface.Subscript) or picking.isdisjoint(_names(node.items)):
            continue
        value = _named(cx, node.value)
        if value is not None:
            yield value


def _named(cx: Context, node: surface.Expr) -> Value | None:
    """What a name stands for, or a field that an object has of its own; None for anything else."""
    if isinstance(node, surface.Name):
        value = cx.scope.names.get(node.name, cx.globals.get(node.name))
        return resolved(cx, value) if value is not None else None
    owner = _named(cx, node.value) if isinstance(node, surface.Attribute) else None
    if isinstance(node, surface.Attribute) and node.name == "shape":
        shape = owner.shape if isinstance(owner, (Array, Complex)) else ()
        return Items(tuple(Integer(cx.extent(n)) for n in shape))
    if not isinstance(node, surface.Attribute) or not isinstance(owner, Record):
        return None
    own = node.name in owner.names
    return resolved(cx, owner.items[owner.names.index(node.name)]) if own else None


def _sets_items(cx: Context, loop: surface.For) -> bool:
    """Whether the body sets items of a list at positions that the loop's variable tells."""
    for node in walk(loop.body):
        targets: tuple[surface.Expr, ...] = ()
        if isinstance(node, (surface.Assign, surface.AugmentedAssign)):
            targets = node.targets if isinstance(node, surface.Assign) else (node.target,)
        for target in targets:
            if not isinstance(target, surface.Subscript):
                continue
            owner = target.value.name if isinstance(target.value, surface.Name) else ""
            known = isinstance(cx.scope.names.get(owner), Ref)
            if known and loop.target in _names(target.items):
                return True
    return False


def _names(items: Iterable[surface.Expr]) -> Iterable[str]:
    statements = tuple(surface.Evaluate(item, item.span) for item in items)
    return free_names(surface.Function("", (), statements, statements[0].span))


def _is_told_apart(value: Value) -> bool:
    """Whether an item of `value` depends on a position that is known."""
    if isinstance(value, ModuleArray):
        return value.dtype.is_integer
    if isinstance(value, (Keywords, RecordType)):
        return True
    if not isinstance(value, Items) or not value.items:
        return False
    if any(isinstance(i, Integer) and not i.value.is_Integer for i in value.items):
        return True  # what is made of sizes may be a shape
    return len({_kind(item) for item in value.items}) > 1 or _kind(value.items[0]) is None


def _kind(item: Value) -> tuple[DType, bool] | None:
    """The type of a number."""
    if isinstance(item, Integer):
        return DType.INT64, True
    return (item.dtype, item.weak) if isinstance(item, Array) and not item.shape else None
